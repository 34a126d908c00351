// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/file_list.hpp"

#include <filesystem>
#include <fstream>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;
namespace fs = std::filesystem;

namespace {

/// Files of nothing, and lists.
struct Lists {
  Lists() {
    for (const char* name : {"a.sv", "lib/b.sv", "lib/deep/c.sv"}) {
      fs::create_directories(fs::path(scratch / name).parent_path());
      std::ofstream file(scratch / name);
    }
  }
  std::vector<std::string> read(const std::string& text) {
    std::ofstream(scratch / "top.f") << text;
    return read_file_list(scratch / "top.f");
  }
  std::string refusal(const std::string& text) {
    try {
      static_cast<void>(read(text));
    } catch (const InputError& error) {
      return error.what();
    }
    return "taken";
  }
  ScratchDirectory scratch;
};

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("names in a file list are relative to the list, in nested lists as well") {
  Lists lists;
  std::ofstream(lists.scratch / "lib/lib.f") << "b.sv -F deep/deep.f";
  std::ofstream(lists.scratch / "lib/deep/deep.f") << "c.sv ../../a.sv";
  const Words expected = {lists.scratch / "a.sv", lists.scratch / "lib/b.sv",
                          lists.scratch / "lib/deep/c.sv", lists.scratch / "a.sv"};
  CHECK(lists.read("a.sv\n-f lib/lib.f\n") == expected);
  CHECK(lists.read("a.sv -F " + (lists.scratch / "lib/lib.f")) == expected);
}

TEST_CASE("a file list has options, comments and variables") {
  Lists lists;
  CHECK(lists.read("// one.sv\n/* two.sv\n three.sv */ a.sv // four.sv") ==
        Words{lists.scratch / "a.sv"});
  CHECK(lists.read("+incdir+lib+lib/deep -I. -I lib") ==
        Words{"+incdir+" + (lists.scratch / "lib"), "+incdir+" + (lists.scratch / "lib/deep"),
              "+incdir+" + (lists.scratch / ""), "+incdir+" + (lists.scratch / "lib")});
  CHECK(lists.read("+define+A=1+B -DC=\"x y\" -Wno-fatal -sv +libext+.sv+.v --timing") ==
        Words{"+define+A=1+B", "-DC=x y", "-Wno-fatal", "-sv", "+libext+.sv+.v", "--timing"});
  CHECK(lists.read("-y lib -v a.sv") ==
        Words{"-y", lists.scratch / "lib", "-v", lists.scratch / "a.sv"});
  ::setenv("DRAGONFLY_TEST_PLACE", "lib", 1);
  CHECK(lists.read("$DRAGONFLY_TEST_PLACE/b.sv ${DRAGONFLY_TEST_PLACE}/b.sv "
                   "$(DRAGONFLY_TEST_PLACE)/b.sv") == Words(3, lists.scratch / "lib/b.sv"));
}

TEST_CASE("what is wrong in a file list is said with its place") {
  Lists lists;
  CHECK_THAT(lists.refusal("a.sv\n/*\n*/ none.sv"),
             ContainsSubstring("top.f:3: there is no file none.sv (looked for ") &&
                 ContainsSubstring("/none.sv)"));
  CHECK_THAT(lists.refusal("\n+incdir+a.sv"),
             ContainsSubstring("top.f:2: there is no directory a.sv"));
  std::ofstream(lists.scratch / "lib/lib.f") << "\n\na.sv";
  CHECK_THAT(lists.refusal("-f lib/lib.f"),
             ContainsSubstring("lib/lib.f:3: there is no file a.sv"));
  CHECK_THAT(lists.refusal("a.sv\n-f top.f"),
             ContainsSubstring("top.f:2: the list contains itself"));
  CHECK_THAT(lists.refusal("--top-module x"),
             ContainsSubstring("top.f:1: the option --top-module cannot be here"));
  CHECK_THAT(lists.refusal("a.sv -f"), ContainsSubstring("top.f:1: -f needs a name after it"));
  CHECK_THAT(lists.refusal("$DRAGONFLY_TEST_NOWHERE/a.sv"),
             ContainsSubstring("variable DRAGONFLY_TEST_NOWHERE is not set"));
  CHECK_THAT(lists.refusal("${DRAGONFLY_TEST_PLACE"), ContainsSubstring("has no closing }"));
}

TEST_CASE("a byte 0 does not end a name") {
  Lists lists;
  CHECK_THAT(lists.refusal(std::string("a.sv\n-f a.sv\0x", 14)),
             ContainsSubstring("top.f:2: there is a byte 0"));
}

TEST_CASE("lists that name each other too often are refused") {
  Lists lists;
  // Each of ten lists names the next one ten times.
  const auto name = [](int level) { return "level" + std::to_string(level) + ".f"; };
  for (int level = 0; level < 10; ++level) {
    std::ofstream file(lists.scratch / name(level));
    for (int i = 0; level < 9 && i < 10; ++i) file << "-f " << name(level + 1) << "\n";
  }
  CHECK_THAT(lists.refusal("-f level0.f"), ContainsSubstring("lists name each other too often"));
}
