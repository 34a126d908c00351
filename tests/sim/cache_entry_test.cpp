// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/cache_entry.hpp"

#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

TEST_CASE("an object that is not as it was sealed is damaged") {
  const ScratchDirectory scratch;
  const CacheEntry entry(scratch.path());
  const auto write = [&](const std::string& content) {
    std::ofstream(entry.object(), std::ios::binary) << content;
  };
  CHECK(!entry.exists());
  const std::string content = std::string(100000, 'x') + std::string(100000, '\0');
  write(content);
  CHECK(entry.exists());
  CHECK(entry.damage() == "nothing says what it was");
  entry.seal();
  CHECK(entry.damage().empty());

  write("");
  CHECK(entry.damage() == "it has 0 bytes instead of 200000");
  write(content.substr(1));
  CHECK(entry.damage() == "it has 199999 bytes instead of 200000");
  write(std::string(100000, '\0') + content.substr(100000));
  CHECK(entry.damage() == "its content is another");
  write(content);
  CHECK(entry.damage().empty());
  std::filesystem::remove(entry.object());
  CHECK(!entry.damage().empty());
}
