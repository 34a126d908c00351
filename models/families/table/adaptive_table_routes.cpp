// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/adaptive_table_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/table/adaptive_table_registers.hpp"
#include "models/families/table/adaptive_table_route_unit.hpp"

namespace dragonfly {
namespace {

constexpr int kMostSets = 1024;

RouterDesign adaptive_table_design(const Wiring& wiring) {
  RouterDesign design;
  set_table_header(design, wiring, TableNodes(wiring), "adaptive routes by table");
  design.decides_on_arrival = true;
  design.asked_bits = adaptive_table_registers::asked_bits(design.header.widths());
  return design;
}

}  // namespace

AdaptiveTableRoutes::AdaptiveTableRoutes(const Wiring& wiring, const Configuration& config)
    : ShortestPathRoutes(wiring, adaptive_table_design(wiring), false, config.router.vcs) {
  for (int router = 0; router < wiring.routers(); ++router) {
    const int sets = ways().sets(router);
    most_sets_ = std::max(most_sets_, sets);
    if (sets > kMostSets) {
      throw InputError(fmt::format(
          "router {} has {} different sets of ways to the nodes of the network; the table of a "
          "router that adapts has room for {}. Use routing.algorithm = \"min\"",
          router_name(wiring, router), sets, kMostSets));
    }
  }
}

FamilyRtl AdaptiveTableRoutes::rtl() const {
  return {"adaptive_table",
          "rtl/adaptive_table.f",
          {{"DF_PORTS", std::to_string(design().ports)},
           {"DF_NODES", std::to_string(nodes().count())},
           {"DF_TERMINALS", std::to_string(nodes().most_terminals())},
           {"DF_SETS", std::to_string(std::bit_ceil(static_cast<unsigned>(most_sets_)))}}};
}

std::vector<RegisterWrite> AdaptiveTableRoutes::registers(int router) const {
  using namespace register_addresses;
  using namespace adaptive_table_registers;
  std::vector<RegisterWrite> writes;
  const auto write = [&](std::size_t address, auto data) {
    writes.push_back({static_cast<std::uint16_t>(address), static_cast<std::uint32_t>(data)});
  };
  const int my_node = nodes().node(router);
  write(kAlgorithm, AdaptiveTableRouting::kAdaptive);
  write(kMyNode, my_node < 0 ? kNoNode : static_cast<unsigned>(my_node));
  if (my_node >= 0) {
    std::size_t number = 0;
    for (const std::uint16_t port : nodes().terminal_ports(my_node))
      write(kTerminal + number++, port);
  }
  const std::size_t words = set_words(design().ports);
  std::vector<std::uint32_t> masks(static_cast<std::size_t>(ways().sets(router)) * words);
  for (int node = 0; node < nodes().count(); ++node) {
    const int set = ways().set_number(router, node);
    if (set < 0) continue;
    write(kNode + static_cast<std::size_t>(node), set);
    for (const std::uint16_t port : ways().ports(router, node))
      masks[static_cast<std::size_t>(set) * words + port / kSetWordBits] |= 1U
                                                                            << port % kSetWordBits;
  }
  for (std::size_t word = 0; word < masks.size(); ++word) write(kSet + word, masks[word]);
  return writes;
}

int AdaptiveTableRoutes::most_registers() const {
  constexpr int kPlain = 2;
  return kPlain + nodes().most_terminals() + nodes().count() +
         most_sets_ * static_cast<int>(set_words(design().ports));
}

std::unique_ptr<RouteUnit> AdaptiveTableRoutes::make_unit() const {
  return make_adaptive_table_unit(design().header, design().ports, vcs().vcs);
}

}  // namespace dragonfly
