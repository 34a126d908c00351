// SPDX-License-Identifier: Apache-2.0
#include "models/families/torus/torus_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/common/error.hpp"
#include "models/families/torus/torus.hpp"
#include "models/families/torus/torus_deadlock.hpp"
#include "models/families/torus/torus_registers.hpp"
#include "models/families/torus/torus_route_unit.hpp"

namespace dragonfly {
namespace {

constexpr int kMostPorts = 256, kMostSize = 256, kMostDimensions = 16, kMostNodeBits = 16;
constexpr int kTerminalClass = 0;

/// Throws InputError for a router that cannot be simulated.
void check_router(const TorusGrid& grid) {
  int largest = 0;
  for (int d = 0; d < grid.dimensions(); ++d) largest = std::max(largest, grid.dimension(d).size);
  if (grid.ports() > kMostPorts || largest > kMostSize || grid.dimensions() > kMostDimensions ||
      grid.node_width() > kMostNodeBits) {
    throw InputError(fmt::format(
        "routing.algorithm = dor: a router of this torus has {} ports, {} dimensions, up to {} "
        "routers in one and coordinates of {} bits; one that is simulated can have {}, {}, {} and "
        "{}. Use fewer routers or terminals; `dragonfly topology` takes more",
        grid.ports(), grid.dimensions(), largest, grid.node_width(), kMostPorts, kMostDimensions,
        kMostSize, kMostNodeBits));
  }
}

RouterDesign torus_design(const TorusGrid& grid) {
  check_router(grid);
  RouterDesign design;
  design.ports = grid.ports();
  design.set_terminal_ports(grid.terminals());
  design.decides_on_arrival = true;
  design.header.mid = {"mid", "router", grid.node_width(), grid.digit_widths()};
  design.header.node = {{"dst", "router", grid.node_width(), grid.digit_widths()}};
  design.header.terminal = {"dst_term", "terminal", width_of(grid.terminals())};
  design.asked_bits = torus_registers::asked_bits(design.header.widths());
  std::string sizes;
  for (int d = 0; d < grid.dimensions(); ++d)
    sizes += fmt::format("{}{}", d == 0 ? "" : "x", grid.dimension(d).size);
  design.shape =
      fmt::format("torus of {} router{}, {} terminal{}", sizes.empty() ? "1" : sizes,
                  sizes.empty() ? "" : "s", grid.terminals(), grid.terminals() == 1 ? "" : "s");
  return design;
}

}  // namespace

TorusRoutes::TorusRoutes(const std::vector<int>& sizes, int concentration, int vcs)
    : Routes(torus_design(TorusGrid(sizes, concentration))),
      sizes_(sizes),
      grid_(sizes, concentration),
      vcs_(vcs) {
  const int needed = torus_vcs(grid_);
  if (vcs < needed) {
    throw InputError(fmt::format(
        "router.vcs = {}: routing.algorithm = dor needs {} virtual channels in a torus with rings "
        "of more than 3 routers (one on each side of a dateline); with fewer, packets can wait for "
        "each other around a ring. Use {}",
        vcs, needed, needed));
  }
}

FamilyRtl TorusRoutes::rtl() const {
  std::string sizes;
  for (int d = kMostDimensions - 1; d >= 0; --d)
    sizes += fmt::format("{:03x}", d < grid_.dimensions() ? grid_.dimension(d).size : 0);
  return {"torus",
          "rtl/torus.f",
          {{"DF_TERMINALS", std::to_string(grid_.terminals())},
           {"DF_DIMENSIONS", std::to_string(grid_.dimensions())},
           {"DF_SIZES", "192'h" + sizes}}};
}

std::uint32_t TorusRoutes::destination(int terminal) const {
  return grid_.node(terminal / grid_.terminals()) << design().header.terminal.width |
         static_cast<std::uint32_t>(terminal % grid_.terminals());
}

std::vector<RegisterWrite> TorusRoutes::registers(int router) const {
  return {{register_addresses::kAlgorithm, static_cast<std::uint32_t>(TorusRouting::kDor)},
          {torus_registers::kMyNode, grid_.node(router)}};
}

std::unique_ptr<RouteUnit> TorusRoutes::make_unit() const {
  return make_torus_unit(grid_, design().header, vcs_);
}

int TorusRoutes::most_hops() const {
  int hops = 0;
  for (int d = 0; d < grid_.dimensions(); ++d) hops += grid_.dimension(d).size / 2;
  return hops;
}

int TorusRoutes::used_vcs(int channel_class) const {
  return channel_class == kTerminalClass ? vcs_ : std::min(vcs_, 2);
}

DeadlockReport TorusRoutes::check_deadlock() const {
  return check_torus_deadlock(torus_wiring(sizes_, grid_.terminals()), grid_, vcs_);
}

}  // namespace dragonfly
