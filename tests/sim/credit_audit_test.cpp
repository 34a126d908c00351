// SPDX-License-Identifier: Apache-2.0
// What CreditAudit says of states written by hand: each kind of loss, and what is none.
#include "sim/lockstep/credit_audit.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

constexpr int kDepth = 4, kVcs = 2, kPorts = 2;
/// Two ports of two VCs: VC v of port p is bit 2 p + v.
const RouterShape kShape{.ports = kPorts, .vc_bits = 1};

class Books {
 public:
  explicit Books(bool on_arrival = false) {
    RouterDesign design;
    design.ports = kPorts;
    design.set_terminal_ports(1);
    design.decides_on_arrival = on_arrival;
    audit.emplace(layout, design, kVcs, kDepth);
  }

  /// A cycle in which these vectors over VCs are at the ports.
  void pass(std::uint64_t valid_ivc, std::uint64_t credit_ivc, std::uint64_t valid_ovc,
            std::uint64_t credit_ovc) {
    audit->count(kShape, {&valid_ivc, &credit_ovc, nullptr, nullptr},
                 {&valid_ovc, &credit_ivc, nullptr, nullptr});
  }
  struct State {
    std::vector<std::uint32_t> credits = {4, 4, 4, 4};
    std::vector<std::uint32_t> occupancy = {0, 0, 0, 0};
    std::vector<std::uint32_t> queue = {0, 0};
    std::optional<std::size_t> pending = {};  ///< input VC with a pending credit
    int timestamps = 0;                       ///< of port 1 VC 1
  };
  [[nodiscard]] std::string fault(const State& state) const {
    std::vector<std::uint32_t> stream;
    StateWriter writer(layout, stream);
    for (std::size_t vc = 0; vc < 4; ++vc) {
      writer.half(StatePart::kCredits, vc, state.credits[vc]);
      writer.half(StatePart::kOccupancy, vc, state.occupancy[vc]);
    }
    for (std::size_t port = 0; port < 2; ++port)
      writer.half(StatePart::kQueueLength, port, state.queue[port]);
    for (int entry = 0; entry < state.timestamps; ++entry) writer.timestamp(3, 5);
    if (state.pending) writer.pending_credit(*state.pending, 7);
    return audit->fault(stream);
  }

  StateLayout layout{kPorts, 1, {0}};
  std::optional<CreditAudit> audit;
};

constexpr std::uint64_t kPort1Vc1 = 0b1000, kPort1Vc0 = 0b0100, kPort0Vc0 = 0b0001;

}  // namespace

// Checks: CT-12, OW-3, SE-1, SE-11, SE-13
TEST_CASE("slots behind an output are free, asked for by the queue, or the neighbour's") {
  Books books;
  CHECK(books.fault({}) == "");
  // Granted, and waiting: only the port knows of it.
  CHECK(books.fault({.credits = {4, 4, 4, 3}, .queue = {0, 1}}) == "");
  CHECK_THAT(
      books.fault({.credits = {4, 4, 4, 3}}),
      ContainsSubstring("output port 1 VC1 3 are free and 0 at the neighbour's, and 0 flits"));
  books.pass(0, 0, kPort1Vc1, 0);
  CHECK(books.audit->lent(1, 1) == 1);
  CHECK(books.fault({.credits = {4, 4, 4, 3}}) == "");
  // The credit was not taken, and twice taken, and of the wrong VC.
  CHECK_THAT(books.fault({}), ContainsSubstring("output port 1 VC1 4 are free and 1"));
  CHECK_THAT(books.fault({.credits = {4, 4, 4, 2}}), ContainsSubstring("not conserved"));
  CHECK_THAT(books.fault({.credits = {4, 4, 3, 4}}), ContainsSubstring("output port 1 VC0"));
  books.pass(0, 0, 0, kPort1Vc1);
  CHECK(books.fault({}) == "");
  CHECK_THAT(books.fault({.credits = {4, 4, 4, 3}}), ContainsSubstring("not conserved"));
  books.pass(0, 0, 0, kPort1Vc1);
  CHECK_THAT(books.fault({.credits = {4, 4, 4, 5}}),
             ContainsSubstring("and -1 at the neighbour's"));
}

TEST_CASE("one flit in a queue does not make up for two slots") {
  const Books books;
  CHECK(books.fault({.credits = {4, 4, 3, 3}, .queue = {0, 2}}) == "");
  CHECK_THAT(books.fault({.credits = {4, 4, 3, 3}, .queue = {0, 1}}),
             ContainsSubstring("of 8 slots behind output port 1 7 are free"));
  CHECK_THAT(books.fault({.queue = {0, 1}}),
             ContainsSubstring("of 8 slots behind output port 1 9"));
}

// Checks: CT-4
TEST_CASE("a timestamp queue is no deeper than credits are out") {
  Books books;
  for (int flits = 0; flits < 3; ++flits) books.pass(0, 0, kPort1Vc1, 0);
  for (const int tracked : {0, 1, 3})
    CHECK(books.fault({.credits = {4, 4, 4, 1}, .timestamps = tracked}) == "");
  CHECK(books.fault({.credits = {4, 4, 4, 1}, .timestamps = 4}) ==
        "the timestamp queue of output port 1 VC1 has 4 entries, and 3 credits are out");
}

// Checks: CT-12, OW-3, SE-1, SE-11, SE-13
TEST_CASE("what arrived and was not given back is in the buffer, or a pending credit") {
  Books books;
  books.pass(kPort1Vc0, 0, 0, 0);
  CHECK(books.audit->taken(1, 0) == 1);
  CHECK(books.fault({.occupancy = {0, 0, 1, 0}}) == "");
  CHECK(books.fault({.pending = 2}) == "");
  CHECK_THAT(books.fault({}), ContainsSubstring("input port 1 VC0 1 are taken, and 0 hold"));
  CHECK_THAT(books.fault({.occupancy = {0, 0, 0, 1}}), ContainsSubstring("input port 1 VC0"));
  CHECK_THAT(books.fault({.occupancy = {0, 0, 1, 0}, .pending = 2}),
             ContainsSubstring("and 2 hold"));
  books.pass(0, kPort1Vc0, 0, 0);
  CHECK(books.fault({}) == "");
}

TEST_CASE("where decisions are taken on arrival a terminal's flits may be in the FIFO of any VC") {
  Books books(true);
  books.pass(kPort0Vc0, 0, 0, 0);
  CHECK(books.fault({.occupancy = {0, 1, 0, 0}}) == "");
  CHECK_THAT(books.fault({}), ContainsSubstring("input port 0 1 are taken, and 0 hold"));
  // Those of channels may not.
  books.pass(kPort1Vc0, 0, 0, 0);
  CHECK_THAT(books.fault({.occupancy = {0, 1, 0, 1}}), ContainsSubstring("input port 1 VC0"));
}

TEST_CASE("a channel holds what one end lent and the other has not, as much as has room") {
  WiringBuilder builder("pair", {2, 2});
  builder.attach({0, 0}, builder.add_class("terminal"));
  builder.attach({1, 0}, 0);
  builder.connect({0, 1}, {1, 1}, builder.add_class("channel", 2));
  const Wiring wiring = builder.build();
  Books one, other;
  const auto fault = [&] { return channel_fault(wiring, {one.audit, other.audit}); };
  CHECK(fault() == "");
  // Two cycles there and two back.
  for (int flits = 0; flits < 4; ++flits) one.pass(0, 0, kPort1Vc1, 0);
  CHECK(fault() == "");
  one.pass(0, 0, kPort1Vc1, 0);
  CHECK_THAT(fault(),
             ContainsSubstring("router 0 port 1 VC1 has lent 5 slots, and router 1 has 0"));
  CHECK(channel_fault(wiring, {one.audit, std::nullopt}) == "");
  other.pass(kPort1Vc1, 0, 0, 0);
  CHECK(fault() == "");
  // A credit that was never given.
  for (int credits = 0; credits < 5; ++credits) one.pass(0, 0, 0, kPort1Vc1);
  CHECK_THAT(fault(), ContainsSubstring("-1 cannot be on the channel"));
}

}  // namespace dragonfly
