// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_deadlock.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_route_unit.hpp"

namespace dragonfly {
namespace {

constexpr int kMostPorts = PortSet::kPorts, kMostDimensions = 16, kMostNodeBits = 16;

/// The grid, if its routers can be simulated.
FlattenedButterflyGrid simulated_grid(const FlattenedButterfly& network) {
  const int radix = router_radix(network);
  if (radix > kMostPorts) {
    throw InputError(fmt::format(
        "a router of this network has {} ports; one that is simulated can have {}. Use fewer "
        "routers in a dimension, or fewer terminals; `dragonfly topology` and `dragonfly cost` "
        "take more",
        radix, kMostPorts));
  }
  const auto dimensions =
      std::count_if(network.sizes.begin(), network.sizes.end(), [](int size) { return size > 1; });
  int bits = 0;
  for (const int size : network.sizes) bits += size > 1 ? width_of(size) : 0;
  if (dimensions > kMostDimensions || bits > kMostNodeBits) {
    throw InputError(fmt::format(
        "a router of this network has coordinates of {} bits in {} dimensions; one that is "
        "simulated can have {} bits in {}. `dragonfly topology` and `dragonfly cost` take more",
        bits, dimensions, kMostNodeBits, kMostDimensions));
  }
  return FlattenedButterflyGrid(network);
}

RouterDesign design_of(const FlattenedButterfly& network) {
  const FlattenedButterflyGrid grid = simulated_grid(network);
  RouterDesign design;
  design.ports = grid.ports();
  design.set_terminal_ports(grid.terminals());
  design.decides_on_arrival = true;
  design.header.mid = {"mid", "router", grid.node_width(), grid.digit_widths()};
  design.header.node = {{"dst", "router", grid.node_width(), grid.digit_widths()}};
  design.header.terminal = {"dst_term", "terminal", width_of(grid.terminals())};
  design.asked_bits = flattened_butterfly_registers::asked_bits(design.header.widths());
  std::string sizes, parallel;
  for (int d = 0; d < grid.dimensions(); ++d) {
    const FlattenedButterflyGrid::Dimension& dimension = grid.dimension(d);
    sizes += fmt::format("{}{}", d == 0 ? "" : "x", dimension.size);
    if (dimension.parallel > 1)
      parallel += fmt::format(" {} channels in dimension {}", dimension.parallel, d + 1);
  }
  design.shape = fmt::format(
      "{} router{}, {} terminal{}{}{}", sizes.empty() ? "1" : sizes, sizes.empty() ? "" : "s",
      grid.terminals(), grid.terminals() == 1 ? "" : "s", parallel, grid.paired() ? ", pairs" : "");
  return design;
}

FlattenedButterflyRouting algorithm_of(const std::string& name) {
  constexpr auto& all = flattened_butterfly_registers::kAlgorithms;
  for (std::size_t number = 0; number < all.size(); ++number)
    if (name == all[number].name) return static_cast<FlattenedButterflyRouting>(number);
  // Dimension order is called so in hypercubes.
  if (name == "e-cube") return FlattenedButterflyRouting::kDor;
  throw Error(ExitCode::kInternal, "no routing of flattened butterflies is called " + name);
}

/// Whether packets never go through an intermediate router.
bool is_minimal(FlattenedButterflyRouting routing) {
  return routing == FlattenedButterflyRouting::kMinAd || routing == FlattenedButterflyRouting::kDor;
}

/// Why a routing needs as many VCs as it does.
std::string reason(FlattenedButterflyRouting routing) {
  switch (routing) {
    case FlattenedButterflyRouting::kMinAd:
      return "one for each number of hops that remain";
    case FlattenedButterflyRouting::kDor:
      return "";
    case FlattenedButterflyRouting::kVal:
      return "one to the intermediate router, and one from there";
    default:
      return "one for each number of hops that remain, and one for the way to an intermediate "
             "router";
  }
}

void check_vcs(const std::string& name, FlattenedButterflyRouting routing, int dimensions,
               int vcs) {
  const int needed = flattened_butterfly_vcs(routing, dimensions);
  if (vcs >= needed) return;
  const std::string needs = fmt::format(
      "router.vcs = {}: routing.algorithm = {} needs {} virtual channels in {} dimension{} ({}); "
      "with fewer, packets can wait for each other in a circle.",
      vcs, name, needed, dimensions, dimensions == 1 ? "" : "s", reason(routing));
  if (needed <= kMostVcs) throw InputError(fmt::format("{} Use {}", needs, needed));
  throw InputError(
      fmt::format("{} A router can have {}: use val, or a routing in the order of the "
                  "dimensions, or fewer dimensions",
                  needs, kMostVcs));
}

/// A Verilog constant of 12 bits for each of 16 dimensions, the first one lowest.
std::string verilog_list(const FlattenedButterflyGrid& grid,
                         int FlattenedButterflyGrid::Dimension::*value) {
  std::string digits;
  for (int d = kMostDimensions - 1; d >= 0; --d)
    digits += fmt::format("{:03x}", d < grid.dimensions() ? grid.dimension(d).*value : 0);
  return "192'h" + digits;
}

}  // namespace

FlattenedButterflyRoutes::FlattenedButterflyRoutes(const FlattenedButterfly& network,
                                                   const Configuration& config)
    : Routes(design_of(network)),
      network_(network),
      grid_(network),
      name_(config.routing.algorithm),
      algorithm_(algorithm_of(name_)),
      threshold_(config.routing.threshold),
      vcs_(config.router.vcs) {
  check_vcs(name_, algorithm_, grid_.dimensions(), vcs_);
}

FamilyRtl FlattenedButterflyRoutes::rtl() const {
  using Dimension = FlattenedButterflyGrid::Dimension;
  return {"flattened_butterfly",
          "rtl/flattened_butterfly.f",
          {{"DF_TERMINALS", std::to_string(grid_.terminals())},
           {"DF_DIMENSIONS", std::to_string(grid_.dimensions())},
           {"DF_SIZES", verilog_list(grid_, &Dimension::size)},
           {"DF_PARALLEL", verilog_list(grid_, &Dimension::parallel)},
           {"DF_PAIRED", grid_.paired() ? "1" : "0"}}};
}

std::uint32_t FlattenedButterflyRoutes::destination(int terminal) const {
  const std::uint32_t node = grid_.node(terminal / grid_.terminals());
  return node << design().header.terminal.width |
         static_cast<std::uint32_t>(terminal % grid_.terminals());
}

std::vector<RegisterWrite> FlattenedButterflyRoutes::registers(int router) const {
  using namespace register_addresses;
  const auto value = [](auto data) { return static_cast<std::uint32_t>(data); };
  return {{kAlgorithm, value(algorithm_)},
          {kThreshold, written(ControlRegister::kThreshold, value(threshold_))},
          {flattened_butterfly_registers::kMyNode, grid_.node(router)}};
}

std::unique_ptr<RouteUnit> FlattenedButterflyRoutes::make_unit() const {
  return make_flattened_butterfly_unit(grid_, design().header, vcs_);
}

int FlattenedButterflyRoutes::most_hops() const {
  return (is_minimal(algorithm_) ? 1 : 2) * grid_.dimensions();
}

int FlattenedButterflyRoutes::used_vcs(int channel_class) const {
  constexpr int kTerminalClass = 0;
  return channel_class == kTerminalClass ? vcs_
                                         : flattened_butterfly_vcs(algorithm_, grid_.dimensions());
}

DeadlockReport FlattenedButterflyRoutes::check_deadlock() const {
  return check_flattened_butterfly_deadlock(
      flattened_butterfly_wiring(network_), grid_, algorithm_,
      flattened_butterfly_vcs(algorithm_, grid_.dimensions()));
}

std::string FlattenedButterflyRoutes::remark() const {
  if (is_minimal(algorithm_) || grid_.dimensions() > 0) return {};
  return fmt::format("routing.algorithm = {}: there is no other router to go through", name_);
}

}  // namespace dragonfly
