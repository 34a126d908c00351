// SPDX-License-Identifier: Apache-2.0
// Outputs that send a flit in several cycles only, beside a queue that is kept flit by flit as
// docs/microarchitecture.md, "State at the edge", says it.
#include <algorithm>
#include <array>
#include <deque>

#include "models/common/random_source.hpp"
#include "tests/catch.hpp"
#include "tests/router/router_bench.hpp"

using namespace dragonfly;

namespace {

std::uint32_t state(const RouterModel& router, StatePart part, std::size_t entry) {
  std::vector<std::uint32_t> stream;
  router.state(stream);
  const unsigned bits = kStatePartKinds[static_cast<std::size_t>(part)].bits;
  const std::size_t bit = entry * bits;
  const std::uint32_t word = stream.at(router.layout().first(part) + bit / 32) >> bit % 32;
  return bits == 32 ? word : word & ((1U << bits) - 1);
}

/// The register INTERVAL of local port 2.
constexpr int kInterval = 0x0302;

}  // namespace

// Checks: AS-23, SE-8, SE-9, SE-10
TEST_CASE("a slow output sends its first flit at once, and the others in their turn") {
  RouterBench bench(RouterBench::Registers{{kInterval, 3}});
  TestFlit flit;
  flit.dst_router = 1;
  // Three flits for port 2 in one cycle: from the other routers of the group and another group.
  bench.arrive(3, 1, flit.bits());
  bench.arrive(4, 1, flit.bits());
  bench.arrive(5, 1, flit.bits());
  std::string left, pauses, lengths;
  for (int cycle = 0; cycle < 12; ++cycle) {
    bench.step();
    left += bench.vc_left(2) >= 0 ? 'x' : '-';
    pauses += std::to_string(state(bench.router(), StatePart::kPause, 2));
    lengths += std::to_string(state(bench.router(), StatePart::kQueueLength, 2));
  }
  CHECK(left == "x--x--x-----");
  CHECK(pauses == "210210210000");
  CHECK(lengths == "222111000000");
}

// Checks: AS-24, AS-25, DF-19, SE-8, SE-9
TEST_CASE("a slow output is a queue that waits for its pause to end") {
  const auto [interval, limit, speedup] =
      GENERATE(std::tuple{1, 4, 4}, std::tuple{2, 4, 4}, std::tuple{3, 5, 2}, std::tuple{7, 2, 1},
               std::tuple{255, 3, 2});
  RouterBench bench(RouterBench::Registers{{kInterval, static_cast<std::uint32_t>(interval)},
                                           {0x0004, static_cast<std::uint32_t>(limit)}},
                    speedup);
  RandomSource source(17);
  TestFlit flit;
  flit.dst_router = 1;
  std::deque<int> queue;  // VCs of the flits in the output queue
  int pause = 0, sent = 0;
  std::array<int, 3> free{16, 16, 16};  // credits of port 2
  std::array<int, 7> inside{};          // flits in the FIFO of VC 1 of a port
  for (int cycle = 0; cycle < 3000; ++cycle) {
    for (const int port : {3, 4, 5}) {
      auto& waiting = inside[static_cast<std::size_t>(port)];
      if (waiting == 16 || !source.chance(1, 3)) continue;
      bench.arrive(port, 1, flit.bits());
      ++waiting;
    }
    for (std::size_t vc = 0; vc < free.size(); ++vc) {
      if (free[vc] == 16 || !source.chance(1, 2)) continue;
      // A credit for a flit that has left: those in the queue still hold theirs.
      const auto here =
          static_cast<int>(std::count(queue.begin(), queue.end(), static_cast<int>(vc)));
      if (16 - free[vc] == here) continue;
      bench.credit(2, static_cast<int>(vc));
      ++free[vc];
    }
    bench.step();
    // From local ports on VC 1, from the global one on VC 2, in the order of the ports.
    const std::size_t before = queue.size();
    int granted = 0;
    for (const int port : {3, 4, 5}) {
      if (!bench.freed(port, 1)) continue;
      const int vc = port < 5 ? 1 : 2;
      queue.push_back(vc);
      --free[static_cast<std::size_t>(vc)];
      --inside[static_cast<std::size_t>(port)];
      ++granted;
    }
    CHECK(granted <= speedup);
    if (granted > 0) CHECK(static_cast<int>(before) <= limit - speedup);
    int expected = -1;
    if (pause == 0 && !queue.empty()) {
      expected = queue.front();
      queue.pop_front();
      pause = interval - 1;
      ++sent;
    } else if (pause > 0) {
      --pause;
    }
    REQUIRE(bench.vc_left(2) == expected);
    REQUIRE(state(bench.router(), StatePart::kPause, 2) == static_cast<std::uint32_t>(pause));
    REQUIRE(state(bench.router(), StatePart::kQueueLength, 2) == queue.size());
    REQUIRE(state(bench.router(), StatePart::kReady, 2) ==
            (static_cast<int>(queue.size()) <= limit - speedup ? 1U : 0U));
  }
  CHECK(sent >= 2000 / std::max(3, interval));
}
