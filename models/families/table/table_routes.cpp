// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/table_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/table/adaptive_table_registers.hpp"
#include "models/families/table/adaptive_table_routes.hpp"
#include "models/families/table/table_registers.hpp"
#include "models/families/table/table_route_unit.hpp"

namespace dragonfly {
namespace {

/// Whether packets take Valiant's detours. Throws InputError for an algorithm that a table has not.
bool is_valiant(const RoutingConfig& routing) {
  if (routing.algorithm == "val") return true;
  if (routing.algorithm == "min" || routing.algorithm.empty()) return false;
  throw InputError(
      fmt::format("routing.algorithm = \"{}\": in a network with routes by table it can be min, "
                  "val or adaptive",
                  routing.algorithm));
}

/// Where terminals inject, and where in no router anything else arrives.
void set_asking_ports(RouterDesign& design, const Wiring& wiring) {
  const auto ports = static_cast<std::size_t>(design.ports);
  design.asking_vcs.assign(ports, 0);
  design.only_terminals.assign(ports, true);
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      const auto number = static_cast<std::size_t>(port);
      const Peer peer = wiring.input(router, port);
      if (peer.kind == PeerKind::kTerminal) design.asking_vcs[number] = 1;
      if (peer.kind == PeerKind::kRouter) design.only_terminals[number] = false;
    }
  }
}

RouterDesign table_design(const Wiring& wiring) {
  RouterDesign design;
  set_table_header(design, wiring, TableNodes(wiring), "routes by table");
  set_asking_ports(design, wiring);
  design.asked_bits = table_registers::asked_bits(design.header.widths());
  return design;
}

/// A number with a bit for each port of VC 0 that asks, in Verilog: "7'h1f".
std::string verilog_mask(const RouterDesign& design) {
  std::string digits;
  for (int low = (design.ports - 1) / 4 * 4; low >= 0; low -= 4) {
    int digit = 0;
    for (int port = low; port < std::min(low + 4, design.ports); ++port)
      digit |= design.asking_vcs[static_cast<std::size_t>(port)] << (port - low);
    digits += fmt::format("{:x}", digit);
  }
  return fmt::format("{}'h{}", design.ports, digits);
}

}  // namespace

TableRoutes::TableRoutes(const Wiring& wiring, const Configuration& config)
    : ShortestPathRoutes(wiring, table_design(wiring), is_valiant(config.routing),
                         config.router.vcs),
      source_ports_(static_cast<std::size_t>(wiring.routers())) {
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
    const PortPlace place = wiring.injection(terminal);
    source_ports_[static_cast<std::size_t>(place.router)].push_back(
        static_cast<std::uint16_t>(place.port));
  }
}

FamilyRtl TableRoutes::rtl() const {
  const auto longest = static_cast<unsigned>(std::max(1, ways().longest_list()));
  return {"table",
          "rtl/table.f",
          {{"DF_PORTS", std::to_string(design().ports)},
           {"DF_TERMINAL_PORTS", verilog_mask(design())},
           {"DF_NODES", std::to_string(nodes().count())},
           {"DF_TERMINALS", std::to_string(nodes().most_terminals())},
           {"DF_WAYS", std::to_string(std::bit_ceil(longest))}}};
}

std::vector<RegisterWrite> TableRoutes::registers(int router) const {
  using namespace register_addresses;
  using namespace table_registers;
  std::vector<RegisterWrite> writes;
  const auto write = [&](std::size_t address, auto data) {
    writes.push_back({static_cast<std::uint16_t>(address), static_cast<std::uint32_t>(data)});
  };
  const int my_node = nodes().node(router);
  write(kAlgorithm, valiant() ? TableRouting::kVal : TableRouting::kMin);
  write(kMyNode, my_node < 0 ? kNoNode : static_cast<unsigned>(my_node));
  write(kNodes, nodes().count());
  write(kSplitVc, vcs().split);
  if (my_node >= 0) {
    std::size_t number = 0;
    for (const std::uint16_t port : nodes().terminal_ports(my_node))
      write(kTerminal + number++, port);
  }
  for (int node = 0; node < nodes().count(); ++node) {
    if (const ShortestWays::Set set = ways().set(router, node); set.count > 0)
      write(kNode + static_cast<std::size_t>(node),
            kNodeFirst.in_place(set.first) | kNodeCount.in_place(set.count));
  }
  std::size_t way = 0;
  for (const std::uint16_t port : ways().list(router)) write(kWay + way++, port);
  for (const std::uint16_t port : source_ports_[static_cast<std::size_t>(router)])
    write(kSource + std::size_t{port}, 1);
  return writes;
}

int TableRoutes::most_registers() const {
  constexpr int kPlain = 4;
  std::size_t sources = 0;
  for (const auto& ports : source_ports_) sources = std::max(sources, ports.size());
  return kPlain + nodes().most_terminals() + nodes().count() + ways().longest_list() +
         static_cast<int>(sources);
}

std::unique_ptr<RouteUnit> TableRoutes::make_unit() const {
  return make_table_unit(design().header, vcs().vcs);
}

std::string TableRoutes::remark() const {
  if (!valiant() || nodes().count() > 2) return {};
  return "routing.algorithm = val: there is no other router with terminals to go through, so all "
         "packets take minimal paths";
}

std::unique_ptr<const Routes> table_routes(const Wiring& wiring, const Configuration& config) {
  if (config.routing.algorithm == adaptive_table_registers::kAlgorithms.front().name)
    return std::make_unique<AdaptiveTableRoutes>(wiring, config);
  return std::make_unique<TableRoutes>(wiring, config);
}

Fabric table_fabric(Wiring wiring, const Configuration& config) {
  auto routes = table_routes(wiring, config);
  return {std::move(wiring), std::move(routes)};
}

}  // namespace dragonfly
