// SPDX-License-Identifier: Apache-2.0
// A router that decides on arrival, in the cycles and by the rules of docs/microarchitecture.md.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "models/config/configuration.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_routes.hpp"
#include "models/router/router_model.hpp"
#include "models/router/state_difference.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

/// Router 0 of a row of 4 with 3 terminals each: ports 0 to 2 are terminals, 3 to 5 lead to routers
/// 1 to 3. Two VCs. `mid` at bits 44..43, `dst` at 42..41, `dst_term` at 40..39 of a flit.
class Bench {
 public:
  using Registers = std::map<int, std::uint32_t>;

  /// `changes` replace: the algorithm, greedy, wormhole, 8 flits a buffer.
  explicit Bench(FlattenedButterflyRouting algorithm, const Registers& changes = {}) {
    const FlattenedButterfly network{{4}, 3, {}, false};
    Configuration config;
    config.routing.algorithm = "min-ad";
    config.router.vcs = 2;
    const auto routes = std::make_shared<FlattenedButterflyRoutes>(network, config);
    router_ = make_router_model({.design = routes->design(), .vcs = 2},
                                [routes] { return routes->make_unit(); });
    Registers registers = {{0x0000, static_cast<std::uint32_t>(algorithm)},
                           {0x0003, 8},
                           {0x0004, 2 * 8 + 4},
                           {0x0005, 0},
                           {0x0009, 1},
                           {0x0010, 0x3f},
                           {0x0100, kRandom},
                           {0x0101, kRandom},
                           {0x0102, kRandom}};
    for (const auto& [address, data] : changes) registers[address] = data;
    std::vector<RegisterWrite> writes;
    for (const auto& [address, data] : registers)
      writes.push_back({static_cast<std::uint16_t>(address), data});
    router_->configure(writes, 50);
  }

  static constexpr std::uint32_t kRandom = 0xc0000080;  ///< draws router 3; exit VC 1

  static std::uint64_t flit(unsigned router, unsigned terminal, bool head = true, bool tail = true,
                            unsigned flits = 1) {
    return std::uint64_t{head} << 63 | std::uint64_t{tail} << 62 | std::uint64_t{flits - 1} << 57 |
           std::uint64_t{router} << 41 | std::uint64_t{terminal} << 39 | 77;
  }
  void arrive(int port, int vc, std::uint64_t flit) {
    valid_ |= bit(port, vc);
    flits_[static_cast<std::size_t>(port)] = flit;
  }
  void credit(int port, int vc) { credits_ |= bit(port, vc); }
  void step() {
    router_->step({&valid_, &credits_, flits_.data(), nullptr});
    valid_ = credits_ = 0;
  }
  /// The VC of what left on a port in the last cycle; -1: nothing.
  [[nodiscard]] int left(int port) const {
    for (int vc = 0; vc < 2; ++vc)
      if ((*router_->outputs().valid_ovc & bit(port, vc)) != 0) return vc;
    return -1;
  }
  [[nodiscard]] std::uint64_t flit_left(int port) const {
    std::uint64_t flit = 0;
    std::memcpy(&flit, router_->outputs().flit_op + 8 * port, 8);
    return flit;
  }
  [[nodiscard]] bool freed(int port, int vc) const {
    return (*router_->outputs().credit_ivc & bit(port, vc)) != 0;
  }
  /// A value of the state.
  [[nodiscard]] std::uint32_t state(StatePart part, std::size_t entry) const {
    std::vector<std::uint32_t> stream;
    router_->state(stream);
    return state_entry(router_->layout(), stream, part, entry);
  }
  [[nodiscard]] int queue(int port) const {
    return static_cast<int>(state(StatePart::kQueue, static_cast<std::size_t>(port)));
  }
  [[nodiscard]] int stored(int port, int vc) const {
    return static_cast<int>(state(StatePart::kOccupancy, static_cast<std::size_t>(2 * port + vc)));
  }
  [[nodiscard]] int route(int port, int vc) const {
    return static_cast<int>(state(StatePart::kRoute, static_cast<std::size_t>(2 * port + vc)));
  }

 private:
  static std::uint64_t bit(int port, int vc) { return std::uint64_t{1} << (2 * port + vc); }

  std::unique_ptr<RouterModel> router_;
  std::uint64_t valid_ = 0, credits_ = 0;
  std::vector<std::uint64_t> flits_ = std::vector<std::uint64_t>(6);
};

using Algorithm = FlattenedButterflyRouting;

}  // namespace

// Checks: DA-7, PT-5
TEST_CASE("a packet that finds nothing in its way leaves in the cycle in which it arrives") {
  Bench bench(Algorithm::kMinAd);
  bench.arrive(1, 0, Bench::flit(2, 0));
  bench.step();
  CHECK(bench.left(4) == 0);
  CHECK(bench.freed(1, 0));
  CHECK(bench.flit_left(4) ==
        (Bench::flit(2, 0) | std::uint64_t{0x80} << 45 | std::uint64_t{1} << 53));
  CHECK(bench.queue(4) == 1);  // its credit
  CHECK(bench.state(StatePart::kLfsr, 1) == xorshift(Bench::kRandom));
  CHECK(bench.state(StatePart::kLfsr, 0) == Bench::kRandom);
  CHECK(bench.state(StatePart::kLfsr, 4) == 0);
  bench.credit(4, 0);
  bench.step();
  CHECK(bench.queue(4) == 0);
}

// Checks: AS-4, AS-9, DA-3, DA-4, DA-6, FR-3
TEST_CASE("a terminal's packet enters the FIFO of the VC on which it leaves") {
  Bench bench(Algorithm::kVal);
  // Three flits, through router 3 on VC 1.
  bench.arrive(0, 0, Bench::flit(2, 0, true, false, 3));
  bench.step();
  CHECK(bench.left(5) == 1);
  CHECK(bench.freed(0, 1));
  CHECK_FALSE(bench.freed(0, 0));
  CHECK(bench.state(StatePart::kArrivalVc, 0) == 1);
  CHECK(bench.queue(5) == 2);  // a credit, and the packet
  CHECK(bench.state(StatePart::kMidPacket, 1) == 1);
  CHECK(bench.route(0, 1) == 2 * 5 + 1 + 1);
  bench.arrive(0, 0, Bench::flit(0, 0, false, false));
  bench.step();
  CHECK(bench.left(5) == 1);
  CHECK(bench.freed(0, 1));
  CHECK(bench.queue(5) == 3);
  bench.arrive(0, 0, Bench::flit(0, 0, false, true));
  bench.step();
  CHECK(bench.queue(5) == 3);  // three credits, and no packet
  CHECK(bench.state(StatePart::kMidPacket, 1) == 0);
  CHECK((bench.flit_left(5) >> 62) == 1);
}

// Checks: DA-1, QE-6
TEST_CASE("packets count from their decision on, wherever they wait") {
  Bench bench(Algorithm::kDor);
  // One output takes eight flits of VC 0; what comes then waits, one behind the other.
  for (int cycle = 0; cycle < 8; ++cycle) {
    bench.arrive(0, 0, Bench::flit(1, 0));
    bench.step();
  }
  CHECK(bench.queue(3) == 8);
  CHECK(bench.stored(0, 0) == 0);
  for (int cycle = 0; cycle < 3; ++cycle) {
    bench.arrive(0, 0, Bench::flit(1, 0));
    bench.arrive(2, 0, Bench::flit(1, 0));
    bench.step();
  }
  CHECK(bench.queue(3) == 14);
  CHECK(bench.stored(0, 0) == 3);
  CHECK(bench.route(0, 0) == 2 * 3 + 1);
  // A packet to another router has to wait behind them, and counts there.
  bench.arrive(0, 0, Bench::flit(2, 0));
  bench.step();
  CHECK(bench.queue(4) == 1);
  CHECK(bench.left(4) == -1);
  CHECK(bench.stored(0, 0) == 4);
}

// Checks: DA-3
TEST_CASE("packets on different VCs of a terminal port do not wait for each other") {
  // Under VAL to router 1: minimal on VC 0 if router 0 itself is drawn, else on VC 1 to the router
  // drawn, whose credits come back at once. Those of VC 0 do not.
  Bench bench(Algorithm::kVal);
  std::uint32_t random = Bench::kRandom;
  int minimal = 0;
  for (int cycle = 0; cycle < 300 && minimal < 11; ++cycle, random = xorshift(random)) {
    const int drawn = static_cast<int>(random >> 30);
    bench.arrive(2, 0, Bench::flit(1, 0));
    bench.step();
    minimal += drawn == 0 ? 1 : 0;
    REQUIRE(bench.stored(2, 0) == std::max(0, minimal - 8));
    REQUIRE(bench.stored(2, 1) == 0);
    for (int port = 3; port < 6; ++port) {
      const int vc = drawn == 0 ? (port == 3 && minimal <= 8 ? 0 : -1) : port == 2 + drawn ? 1 : -1;
      REQUIRE(bench.left(port) == vc);
      if (vc == 1) bench.credit(port, 1);
    }
  }
  CHECK(minimal == 11);
}

// Checks: DA-13, QE-8, QE-9
TEST_CASE("greedy decisions of a cycle do not see each other, sequential ones do") {
  // UGAL: minimal if q_m <= 2 q_n. Each of three terminals may take router 1 or go through 3.
  const std::uint32_t sequential = GENERATE(0U, 1U);
  Bench bench(Algorithm::kUgal, {{0x0001, sequential}});
  for (int port = 0; port < 3; ++port) bench.arrive(port, 0, Bench::flit(1, 0));
  bench.step();
  // With queues of 0 all go minimally; sequentially the second sees 1 > 2 x 0.
  CHECK(bench.queue(3) == (sequential ? 2 : 3));
  CHECK(bench.queue(5) == (sequential ? 1 : 0));
}

// Checks: DA-11, FB-26
TEST_CASE("CLOS AD stays where no channel is better than the productive one") {
  Bench bench(Algorithm::kClosAd, {{0x0001, 1}});
  // Towards router 2 by port 4. In turn: minimal on equal queues; then the first port that is
  // better than port 4, if its queue twice is less than that of port 4.
  for (int port = 0; port < 3; ++port) bench.arrive(port, 0, Bench::flit(2, 0));
  bench.step();
  CHECK(bench.queue(4) == 1);
  CHECK(bench.queue(3) == 1);
  CHECK(bench.queue(5) == 1);
  CHECK(bench.left(4) == 0);
  CHECK(bench.left(3) == 1);
  CHECK((bench.flit_left(3) >> 61 & 1) == 1);  // nonmin
  CHECK((bench.flit_left(3) >> 43 & 3) == 0);  // mid
}

// Checks: AS-4, AS-32, DA-8, DA-16, FB-13, FB-18
TEST_CASE("on other ports heads are decided without random numbers, and keep their salt") {
  Bench bench(Algorithm::kVal);
  const std::uint64_t salt = std::uint64_t{0xff} << 45, nonmin = std::uint64_t{1} << 61;
  // In phase 1, through this router to router 3: on VC 0 from here.
  bench.arrive(4, 1, Bench::flit(3, 1) | salt | nonmin);
  // At its destination: the exit VC is the salt's.
  bench.arrive(3, 0, Bench::flit(0, 2) | salt);
  bench.step();
  CHECK(bench.left(5) == 0);
  CHECK((bench.flit_left(5) >> 45 & 0xff) == 0xff);
  CHECK((bench.flit_left(5) >> 61 & 1) == 1);
  CHECK(bench.freed(4, 1));
  CHECK(bench.left(2) == 1);
  for (std::size_t asker = 0; asker < 6; ++asker)
    CHECK(bench.state(StatePart::kLfsr, asker) == (asker < 3 ? Bench::kRandom : 0));
}

// Checks: DA-2, OW-6, OW-8
TEST_CASE("what breaks the rules of a port with a FIFO of several VCs") {
  Bench bench(Algorithm::kDor);
  for (int cycle = 0; cycle < 8 + 8; ++cycle) {
    bench.arrive(0, 0, Bench::flit(1, 0));
    bench.step();
  }
  bench.arrive(0, 0, Bench::flit(1, 0));
  CHECK_THROWS_WITH(bench.step(), ContainsSubstring("no room: input port 0"));
  Bench other(Algorithm::kDor);
  other.arrive(0, 1, Bench::flit(1, 0));
  CHECK_THROWS_WITH(other.step(), ContainsSubstring("a terminal sends on another VC than 0"));
  Bench nobody(Algorithm::kDor);
  nobody.arrive(0, 0, Bench::flit(0, 3));
  CHECK_THROWS_WITH(nobody.step(), ContainsSubstring("a packet to no terminal"));
  Bench headless(Algorithm::kDor);
  headless.arrive(0, 0, Bench::flit(0, 0, false, true));
  CHECK_THROWS_WITH(headless.step(), ContainsSubstring("a flit without a head"));
}
