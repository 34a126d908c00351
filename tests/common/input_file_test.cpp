// SPDX-License-Identifier: Apache-2.0
#include "models/common/input_file.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("What a pipe holds is kept for all who ask, and can be given to other processes") {
  std::string name = (std::filesystem::temp_directory_path() / "dragonfly-pipe-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const std::string pipe = name + "/pipe", copy = name + "/copy";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << "0 1 2\n"; });
  CHECK(read_text_file(pipe) == "0 1 2\n");
  writer.join();
  CHECK(read_text_file(pipe) == "0 1 2\n");  // nobody writes any more: it would wait for ever
  CHECK(readable_again(pipe, copy) == copy);
  CHECK(read_text_file(copy) == "0 1 2\n");
  CHECK(readable_again(copy, "unused") == copy);
  std::filesystem::remove_all(name);
}

}  // namespace
}  // namespace dragonfly
