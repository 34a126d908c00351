// SPDX-License-Identifier: Apache-2.0
#include "models/common/counted.hpp"

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("one thing is counted in the singular") {
  CHECK(counted(0, "router") == "0 routers");
  CHECK(counted(1, "router") == "1 router");
  CHECK(counted(2, "router") == "2 routers");
}

TEST_CASE("classes of channels name channels once") {
  CHECK(channel_of_class("global") == "global channel");
  CHECK(channel_of_class("channel") == "channel");
  CHECK(channel_of_class("channels") == "channel");
  CHECK(channel_of_class("up channels") == "up channel");
}

}  // namespace
}  // namespace dragonfly
