// SPDX-License-Identifier: Apache-2.0
#include "models/common/control_groups.hpp"

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

using Paths = std::vector<fs::path>;

TEST_CASE("The group of a process and those above it limit it") {
  CHECK(groups_named_in("/groups", "0::/a/b\n", "memory") ==
        Paths{"/groups", "/groups/a", "/groups/a/b"});
  CHECK(groups_named_in("/groups", "0::/\n", "memory") == Paths{"/groups"});
}

TEST_CASE("Groups of version 1 are those of the controller that is asked for") {
  const std::string text = "9:name=systemd:/s\n4:memory:/job:1/m\n1:cpu,cpuacct:/c\n";
  CHECK(groups_named_in("/groups", text, "memory") ==
        Paths{"/groups/memory", "/groups/memory/job:1", "/groups/memory/job:1/m"});
  CHECK(groups_named_in("/groups", text, "cpu") == Paths{"/groups/cpu", "/groups/cpu/c"});
  CHECK(groups_named_in("/groups", text, "pids").empty());
  CHECK(groups_named_in("/groups", "", "cpu").empty());
}

TEST_CASE("Groups of both versions may be there") {
  CHECK(groups_named_in("/groups", "1:cpu:/c\n0::/u\n", "cpu") ==
        Paths{"/groups/cpu", "/groups/cpu/c", "/groups", "/groups/u"});
}

}  // namespace
}  // namespace dragonfly
