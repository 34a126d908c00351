// SPDX-License-Identifier: Apache-2.0
#include "models/common/version.hpp"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

TEST_CASE("The version names the sources") {
  CHECK(std::regex_match(kVersion, std::regex(R"(\d+\.\d+\.\d+\+[0-9a-f]{12})")));
}

/// What the build would write for the sources under `root`.
std::string version_of(const fs::path& root) {
  const std::string output = (root / "version.cpp").string();
  const std::string command = std::string("'" CMAKE_PROGRAM "' -DPROJECT_VERSION=1.2.3 -DROOT='") +
                              root.string() + "' -DOUTPUT='" + output + "' -P '" +
                              DRAGONFLY_SOURCE_ROOT "/models/common/version.cmake'";
  REQUIRE(std::system(command.c_str()) == 0);
  std::ostringstream text;
  text << std::ifstream(output).rdbuf();
  return text.str();
}

TEST_CASE("The version changes with a source, and comes back with it") {
  std::string name = (fs::temp_directory_path() / "dragonfly-version-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const fs::path root = name;
  fs::create_directories(root / "models/router");
  fs::create_directories(root / "sim/rtl");
  std::ofstream(root / "models/router/a.hpp") << "int a;";
  std::ofstream(root / "sim/rtl/b.cpp") << "int b;";
  const std::string first = version_of(root);
  CHECK_THAT(first, ContainsSubstring("1.2.3+"));
  CHECK(version_of(root) == first);
  std::ofstream(root / "models/router/a.hpp") << "int c;";
  const std::string second = version_of(root);
  CHECK(second != first);
  fs::rename(root / "sim/rtl/b.cpp", root / "sim/rtl/c.cpp");
  CHECK(version_of(root) != second);
  fs::rename(root / "sim/rtl/c.cpp", root / "sim/rtl/b.cpp");
  std::ofstream(root / "models/router/a.hpp") << "int a;";
  CHECK(version_of(root) == first);
  fs::remove_all(root);
}

}  // namespace
}  // namespace dragonfly
