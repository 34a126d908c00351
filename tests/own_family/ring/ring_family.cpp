// SPDX-License-Identifier: Apache-2.0
#include "tests/own_family/ring/ring_family.hpp"

#include <fmt/format.h>

#include <memory>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/dependency_graph.hpp"
#include "tests/own_family/ring/ring_registers.hpp"

namespace dragonfly {
namespace {

// Ports of a router: its terminals', then the one to the next router, then the one to the previous.
// Packets use VC 0, and VC 1 from the channel between the last router and the first one on.

Wiring ring_wiring(int routers, int terminals) {
  if (routers < 3 || terminals < 1) {
    throw InputError(
        fmt::format("ring: {} routers with {} terminals each: use 3 or more routers "
                    "with 1 terminal or more",
                    routers, terminals));
  }
  WiringBuilder builder("ring", std::vector<int>(static_cast<std::size_t>(routers), terminals + 2));
  const int terminal = builder.add_class("terminal"), channel = builder.add_class("ring");
  for (int router = 0; router < routers; ++router)
    for (int port = 0; port < terminals; ++port) builder.attach({router, port}, terminal);
  for (int router = 0; router < routers; ++router)
    builder.connect({router, terminals}, {(router + 1) % routers, terminals + 1}, channel);
  return builder.build();
}

using ring_registers::kMyRouter;

class RingUnit final : public RouteUnit {
 public:
  RingUnit(int routers, int terminals, const HeaderFields& header, int vc_bits)
      : routers_(routers), terminals_(terminals), format_(header), vc_bits_(vc_bits) {}

  void add_router(std::span<const RegisterWrite> writes) override {
    for (const RegisterWrite& write : writes)
      if (write.address == kMyRouter) numbers_.push_back(write.data);
  }
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }
  /// All heads ask.
  void route(std::span<const Arrival>, NextHop*) const override {}
  [[nodiscard]] int most_candidates() const override { return 1; }
  void candidates(std::span<const Ask> heads, Candidate* candidates,
                  std::uint8_t* counts) const override {
    for (const Ask& head : heads) {
      const std::uint32_t here = numbers_[head.router];
      const auto terminal = static_cast<std::uint16_t>(format_.terminal(head.destination));
      const bool arrived = format_.node(head.destination) == here;
      const bool last = here + 1 == static_cast<std::uint32_t>(routers_);
      const unsigned vc = last ? 1 : head.input_vc & ((1U << vc_bits_) - 1);
      *candidates++ = {arrived ? terminal : static_cast<std::uint16_t>(terminals_),
                       static_cast<std::uint8_t>(arrived ? 0 : vc),
                       0,
                       QueueAsked::kOutput,
                       false,
                       0,
                       kNoLane,
                       0};
      *counts++ = 1;
    }
  }
  // The packet engine is for networks in which only terminals' inputs ask.
  void prepare_paths(const Wiring&, int) override {}
  void paths(std::span<const Ask>, const Candidate*, const std::uint8_t*, Path*) const override {}

 private:
  int routers_, terminals_;
  FlitFormat format_;
  int vc_bits_;
  std::vector<std::uint32_t> numbers_;
};

RouterDesign ring_design(int routers, int terminals) {
  RouterDesign design;
  design.ports = terminals + 2;
  design.set_terminal_ports(terminals);
  design.asking_vcs.resize(static_cast<std::size_t>(terminals) + 2, kAllVcs);
  const int node = width_of(routers);
  design.header.mid = {"mid", "router", node};
  design.header.node = {{"dst", "router", node}};
  design.header.terminal = {"dst_term", "terminal", width_of(terminals)};
  design.asked_bits = ring_registers::asked_bits(design.header.widths());
  design.published = {terminals, 2};
  design.oracle_lanes = 6;
  design.delayed = {terminals, 2};
  design.shape = fmt::format("ring of {} with {} terminals each", routers, terminals);
  return design;
}

class RingRoutes final : public Routes {
 public:
  RingRoutes(int routers, int terminals, int vcs)
      : Routes(ring_design(routers, terminals)),
        routers_(routers),
        terminals_(terminals),
        vc_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(vcs - 1)))) {
    if (vcs < 2) {
      throw InputError(
          "router.vcs = 1: a ring needs 2, so that packets do not wait for each other "
          "all the way round");
    }
  }

  [[nodiscard]] FamilyRtl rtl() const override {
    return {
        "ring",
        DRAGONFLY_SOURCE_ROOT "/tests/own_family/ring/ring.f",
        {{"DF_TERMINALS", std::to_string(terminals_)}, {"DF_ROUTERS", std::to_string(routers_)}}};
  }
  [[nodiscard]] std::uint32_t destination(int terminal) const override {
    return FlitFormat(design().header)
        .destination(static_cast<std::uint32_t>(terminal / terminals_),
                     static_cast<std::uint32_t>(terminal % terminals_));
  }
  [[nodiscard]] std::vector<RegisterWrite> registers(int router) const override {
    return {{kMyRouter, static_cast<std::uint32_t>(router)}};
  }
  [[nodiscard]] int most_registers() const override { return 1; }
  [[nodiscard]] std::unique_ptr<RouteUnit> make_unit() const override {
    return std::make_unique<RingUnit>(routers_, terminals_, design().header, vc_bits_);
  }
  [[nodiscard]] int most_hops() const override { return routers_ - 1; }
  [[nodiscard]] int used_vcs(int) const override { return 2; }
  /// Channel r, from router r on, waits for the next on the same VC, but that of the last router,
  /// which has no VC 0 and is entered on VC 1 from VC 0.
  [[nodiscard]] DeadlockReport check_deadlock() const override {
    DeadlockReport report;
    report.dependencies = 2 * routers_ - 3;
    return report;
  }
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }
  [[nodiscard]] int measured_class() const override { return Wiring::kAllClasses; }

 private:
  int routers_, terminals_, vc_bits_;
};

}  // namespace

Family ring_family() {
  Family family;
  family.name = "ring";
  family.description = "routers in a ring, all packets the same way round";
  family.parameters = {{"length", "routers of the ring"}, {"terminals", "terminals of a router"}};
  family.build = [](const FamilyParameters& values) {
    return ring_wiring(int_of(values, "length"), int_of(values, "terminals"));
  };
  family.smallest = [](std::int64_t terminals, int radix) -> FamilyParameters {
    const int at_each = std::max(1, radix - 2);
    return {{"length", {std::max<std::int64_t>(3, (terminals + at_each - 1) / at_each)}},
            {"terminals", {at_each}}};
  };
  family.routings = {{"onward", "to the next router until the packet is there"}};
  family.fabric = [](const Configuration& config) {
    const FamilyParameters& values = config.topology.parameters;
    const int routers = int_of(values, "length"), terminals = int_of(values, "terminals");
    auto routes = std::make_unique<RingRoutes>(routers, terminals, config.router.vcs);
    return Fabric{ring_wiring(routers, terminals), std::move(routes)};
  };
  return family;
}

}  // namespace dragonfly
