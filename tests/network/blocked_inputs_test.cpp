// SPDX-License-Identifier: Apache-2.0
// What a network that stands still waits for, in networks small enough to say it by hand.
#include "models/network/blocked_inputs.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

constexpr int kVcBits = 1;

/// Routers in a ring: port 0 leads to port 1 of the next, which leads back. Port 2 has a terminal.
Wiring ring(int routers) {
  WiringBuilder builder("ring", std::vector<int>(static_cast<std::size_t>(routers), 3));
  const int terminal = builder.add_class("terminal"), channel = builder.add_class("channel");
  for (int router = 0; router < routers; ++router) {
    builder.attach({router, 2}, terminal);
    builder.connect({router, 0}, {(router + 1) % routers, 1}, channel);
  }
  return builder.build();
}

BlockedInputs::Place place(int router, int port, int vc) {
  return {router, (port << kVcBits) + vc};
}

}  // namespace

TEST_CASE("a network without flits is not blocked") {
  const Wiring wiring = ring(3);
  CHECK(BlockedInputs(wiring, kVcBits).describe().empty());
}

TEST_CASE("waits that lead back to the first one are a deadlock") {
  const Wiring wiring = ring(3);
  BlockedInputs blocked(wiring, kVcBits);
  for (int router = 0; router < 3; ++router) {
    blocked.add(place(router, 1, 1), 4);
    blocked.add_wait(place(router, 1, 1), place(router, 0, 1));
  }
  CHECK(blocked.describe() ==
        "3 routers are blocked:\n"
        "  router 0 input port 1 VC1 holds 4 flits, waits for a credit of output port 0 VC1\n"
        "  router 1 input port 1 VC1 holds 4 flits, waits for a credit of output port 0 VC1\n"
        "  router 2 input port 1 VC1 holds 4 flits, waits for a credit of output port 0 VC1\n"
        "Wait-for cycle, a deadlock:\n"
        "  router 0 input port 1 VC1\n"
        "  -> router 1 input port 1 VC1\n"
        "  -> router 2 input port 1 VC1\n"
        "  -> router 0 input port 1 VC1\n");
}

TEST_CASE("what leads into a cycle of waits is no part of it") {
  const Wiring wiring = ring(2);
  BlockedInputs blocked(wiring, kVcBits);
  blocked.add(place(0, 2, 0), 1);
  blocked.add_wait(place(0, 2, 0), place(0, 0, 0));
  for (int router = 0; router < 2; ++router) {
    blocked.add(place(router, 1, 0), 2);
    blocked.add_wait(place(router, 1, 0), place(router, 0, 0));
  }
  const std::string text = blocked.describe();
  CHECK(text.substr(text.find("Wait-for")) ==
        "Wait-for cycle, a deadlock:\n"
        "  router 0 input port 1 VC0\n"
        "  -> router 1 input port 1 VC0\n"
        "  -> router 0 input port 1 VC0\n");
}

TEST_CASE("waits that end are told as the longest chain, after the input that could go on") {
  const Wiring wiring = ring(4);
  BlockedInputs blocked(wiring, kVcBits);
  // From the terminal of router 0 to the input of router 2, which does not send on; and from router
  // 3 to router 0, where nothing waits.
  blocked.add(place(0, 2, 0), 1);
  blocked.add_wait(place(0, 2, 0), place(0, 0, 1));
  blocked.add(place(1, 1, 1), 3);
  blocked.add_wait(place(1, 1, 1), place(1, 0, 0));
  blocked.add_wait(place(1, 1, 1), place(1, 1, 0));  // the first wait counts
  blocked.add(place(2, 1, 0), 2);
  blocked.add(place(3, 2, 0), 1);
  blocked.add_wait(place(3, 2, 0), place(3, 0, 0));
  CHECK(blocked.describe() ==
        "4 routers are blocked:\n"
        "  router 2 input port 1 VC0 holds 2 flits, and would not send one for a credit\n"
        "  router 0 input port 2 VC0 holds 1 flit, waits for a credit of output port 0 VC1\n"
        "  router 1 input port 1 VC1 holds 3 flits, waits for a credit of output port 0 VC0\n"
        "  router 3 input port 2 VC0 holds 1 flit, waits for a credit of output port 0 VC0\n"
        "Longest wait-for chain:\n"
        "  router 0 input port 2 VC0\n"
        "  -> router 1 input port 1 VC1\n"
        "  -> router 2 input port 1 VC0\n");
}

TEST_CASE("one router is blocked alone") {
  const Wiring wiring = ring(2);
  BlockedInputs blocked(wiring, kVcBits);
  blocked.add(place(1, 2, 0), 1);
  CHECK(blocked.describe() ==
        "1 router is blocked:\n"
        "  router 1 input port 2 VC0 holds 1 flit, and would not send one for a credit\n");
}

TEST_CASE("of many blocked inputs twenty are named and the others counted") {
  const Wiring wiring = ring(23);
  BlockedInputs blocked(wiring, kVcBits);
  for (int router = 0; router < 23; ++router) blocked.add(place(router, 2, 0), 1);
  const std::string text = blocked.describe();
  CHECK(text.starts_with("23 routers are blocked:\n"));
  CHECK(text.ends_with("  and 3 more input VCs\n"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 1 + 20 + 1);
}
