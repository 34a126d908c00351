// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/dragonfly_routes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/deadlock.hpp"
#include "models/families/dragonfly/dragonfly_family.hpp"
#include "models/families/dragonfly/dragonfly_registers.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/families/dragonfly/grid_dragonfly_unit.hpp"

namespace dragonfly {
namespace {

constexpr int kMostTerminals = 64, kMostRouters = 128, kMostGlobals = 64;
constexpr int kMostLocals = 255, kMostPorts = 256, kMostGroups = 8192;

void check(const char* what, int value, int lowest, int highest) {
  if (value >= lowest && value <= highest) return;
  throw InputError(fmt::format(
      "topology.{} = {}: a router that is simulated can have {} to {} of them, as its "
      "flits have no room for larger numbers; `dragonfly topology` and `dragonfly cost` "
      "take more",
      what, value, lowest, highest));
}

}  // namespace

RouterDesign dragonfly_design(int p, int a, int h) { return dragonfly_design(p, a, h, a - 1); }

RouterDesign dragonfly_design(int p, int a, int h, int locals) {
  check("p", p, 1, kMostTerminals);
  check("a", a, 1, kMostRouters);
  check("h", h, 0, kMostGlobals);
  if (a * h + 1 > kMostGroups) {
    throw InputError(fmt::format(
        "topology.a = {}, topology.h = {}: such groups can have {} global channels and be one of "
        "{} groups; the tables of a router that is simulated have room for {}. Use a smaller a or "
        "h",
        a, h, a * h, a * h + 1, kMostGroups));
  }
  RouterDesign design;
  design.ports = p + locals + h;
  if (locals > kMostLocals || design.ports > kMostPorts) {
    throw InputError(fmt::format(
        "topology.group_sizes, topology.group_parallel: a router has {} ports, {} of them to its "
        "group; one that is simulated can have {} and {}. Use fewer channels side by side",
        design.ports, locals, kMostPorts, kMostLocals));
  }
  design.set_terminal_ports(p);
  const int group_width = width_of(a * h + 1);
  design.header.mid = {"mid_group", "group", group_width};
  design.header.node = {{"dst_group", "group", group_width}, {"dst_router", "router", width_of(a)}};
  design.header.terminal = {"dst_term", "terminal", width_of(p)};
  design.asked_bits = dragonfly_registers::asked_bits(design.header.widths());
  design.published = {p + locals, h};
  design.oracle_lanes = std::max(1, a * h);
  design.delayed = {p, locals};
  design.shape = fmt::format("p={} a={} h={}", p, a, h);
  if (locals != a - 1) design.shape += fmt::format(" local={}", locals);
  return design;
}

RoutingNeeds dragonfly_needs(Routing algorithm) {
  return {.delays_credits = algorithm == Routing::kUgalLCr,
          .oracle = algorithm == Routing::kUgalG,
          .vc_queues = algorithm == Routing::kUgalLVc || algorithm == Routing::kUgalLVch ||
                       algorithm == Routing::kUgalLCr};
}

DragonflyRoutes::DragonflyRoutes(const Configuration& config)
    : DragonflyRoutes(config, dragonfly_parameters(config.topology),
                      dragonfly::group_network(config.topology.parameters)) {}

DragonflyRoutes::DragonflyRoutes(const Configuration& config, const DragonflyParameters& dragonfly,
                                 const GroupNetwork& group_network)
    : Routes(dragonfly_design(dragonfly.p, dragonfly.a, dragonfly.h,
                              local_ports(group_network, dragonfly.a))),
      network_(dragonfly),
      group_network_(group_network),
      grid_(group_network, dragonfly.a),
      algorithm_(routing_named(config.routing.algorithm)),
      threshold_(config.routing.threshold),
      vcs_(config.router.vcs),
      policy_(vc_policy(network_, algorithm_, vcs_)) {}

FamilyRtl DragonflyRoutes::rtl() const {
  return {"dragonfly",
          "rtl/dragonfly.f",
          {{"DF_TERMINALS", std::to_string(network_.p())},
           {"DF_ROUTERS", std::to_string(network_.a())},
           {"DF_GLOBALS", std::to_string(network_.h())},
           {"DF_LOCALS", std::to_string(grid_.ports())},
           {"DF_LOCAL_DRAW", grid_.side_by_side() ? "1" : "0"}}};
}

std::uint32_t DragonflyRoutes::destination(int terminal) const {
  const int router = network_.router_of_terminal(terminal);
  const HeaderFields& header = design().header;
  const int node =
      network_.group_of_router(router) << header.node[1].width | network_.local_index(router);
  return static_cast<std::uint32_t>(node << header.terminal.width | terminal % network_.p());
}

std::vector<RegisterWrite> DragonflyRoutes::registers(int router) const {
  using namespace register_addresses;
  using namespace dragonfly_registers;
  std::vector<RegisterWrite> writes;
  const auto write = [&](std::size_t address, auto data) {
    writes.push_back({static_cast<std::uint16_t>(address), static_cast<std::uint32_t>(data)});
  };
  write(kAlgorithm, algorithm_);
  write(kThreshold, written(ControlRegister::kThreshold, static_cast<std::uint32_t>(threshold_)));
  write(kGroups, network_.g());
  write(kMyGroup, network_.group_of_router(router));
  write(kMyRouter, network_.local_index(router));
  write(kMinStartVc, policy_.minimal_start);
  const RoutingTables tables = routing_tables(network_, grid_, router);
  for (std::size_t other = 0; other < tables.local_port.size(); ++other) {
    const int port = tables.local_port[other], count = tables.local_ports[other];
    if (port >= 0)
      write(kLocalPort + other,
            kLocalPortFirst.in_place(port) | kLocalPortCount.in_place(count == 1 ? 0 : count));
  }
  for (std::size_t group = 0; group < tables.groups.size(); ++group) {
    const RoutingTables::Range& range = tables.groups[group];
    write(kGroup + group, kGroupFirst.in_place(range.first) | kGroupCount.in_place(range.count));
  }
  for (std::size_t way = 0; way < tables.ways.size(); ++way)
    write(kWay + way, kWayRouter.in_place(tables.ways[way].router) |
                          kWayGlobalPort.in_place(tables.ways[way].global_port));
  return writes;
}

int DragonflyRoutes::most_registers() const {
  constexpr int kPlain = 6;
  return kPlain + network_.a() + network_.g() + network_.a() * network_.h();
}

int DragonflyRoutes::groups_alike() const {
  return grid_.complete() && network_.groups_alike() ? network_.g() : 1;
}

std::unique_ptr<RouteUnit> DragonflyRoutes::make_unit() const {
  if (grid_.complete()) return make_dragonfly_unit(network_.p(), network_.a(), network_.h(), vcs_);
  return make_grid_dragonfly_unit({network_.p(), network_.a(), network_.h(), vcs_, grid_.ports()});
}

int DragonflyRoutes::most_hops() const {
  // A group is crossed before and after each global channel.
  if (grid_.complete()) return 5;
  const int global = uses_intermediate_groups(network_, algorithm_) ? 2 : network_.g() > 1 ? 1 : 0;
  return (global + 1) * grid_.dimensions() + global;
}

int DragonflyRoutes::used_vcs(int channel_class) const {
  // Each hop to another group raises the VC by one.
  if (channel_class == kLocalClass) return std::min(vcs_, 3);
  if (channel_class == kGlobalClass) return std::min(vcs_, 2);
  return vcs_;
}

DeadlockReport DragonflyRoutes::check_deadlock() const {
  return dragonfly::check_deadlock(network_, algorithm_, policy_, vcs_, vc_by_figure7,
                                   group_network_);
}

RoutingNeeds DragonflyRoutes::needs() const { return dragonfly_needs(algorithm_); }

std::string DragonflyRoutes::remark() const {
  if (algorithm_ == Routing::kMin || uses_intermediate_groups(network_, algorithm_)) return {};
  return fmt::format(
      "routing.algorithm = {}: in a network of {} there is no other group to go through, so all "
      "packets take minimal paths",
      name_of(algorithm_), network_.g() == 1 ? "one group" : "two groups");
}

int DragonflyRoutes::measured_class() const { return kGlobalClass; }

Fabric dragonfly_fabric(const Configuration& config) {
  auto routes = std::make_unique<DragonflyRoutes>(config);
  Wiring wiring =
      dragonfly_wiring(links_of(routes->network(), routes->group_network()), config.channels);
  return {std::move(wiring), std::move(routes)};
}

}  // namespace dragonfly
