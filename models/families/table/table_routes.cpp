#include "models/families/table/table_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/table/table_deadlock.hpp"
#include "models/families/table/table_registers.hpp"
#include "models/families/table/table_route_unit.hpp"

namespace dragonfly {
namespace {

constexpr int kMostVcs = 8;

/// Whether packets take Valiant's detours. Throws InputError for an algorithm that a table has not.
bool is_valiant(const RoutingConfig& routing) {
  if (routing.algorithm == "val") return true;
  if (routing.algorithm == "min" || routing.algorithm.empty()) return false;
  throw InputError(fmt::format(
      "routing.algorithm = \"{}\": in a network with routes by table it can be min or val",
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

RouterDesign table_design(const Wiring& wiring, const TableNodes& nodes) {
  RouterDesign design;
  design.ports = wiring.most_ports();
  set_asking_ports(design, wiring);
  const int node_width = width_of(nodes.count());
  design.header.mid = {"mid", "node", node_width};
  design.header.node = {{"dst", "node", node_width}};
  design.header.terminal = {"dst_term", "terminal", width_of(nodes.most_terminals())};
  design.asked_bits = table_registers::asked_bits(design.header.widths());
  design.shape = fmt::format("routes by table to {} node{} of up to {} terminal{}", nodes.count(),
                             nodes.count() == 1 ? "" : "s", nodes.most_terminals(),
                             nodes.most_terminals() == 1 ? "" : "s");
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
    : Routes(table_design(wiring, TableNodes(wiring))),
      nodes_(wiring),
      ways_(wiring, nodes_),
      valiant_(is_valiant(config.routing)),
      source_ports_(static_cast<std::size_t>(wiring.routers())) {
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
    const PortPlace place = wiring.injection(terminal);
    source_ports_[static_cast<std::size_t>(place.router)].push_back(
        static_cast<std::uint16_t>(place.port));
  }
  measure(wiring);
  choose_vcs(wiring, config.router.vcs);
}

/// The greatest distances. Throws InputError where there is no way.
void TableRoutes::measure(const Wiring& wiring) {
  for (int router = 0; router < wiring.routers(); ++router) {
    const bool source = wiring.terminals_of(router) > 0;
    if (!source && !(valiant_ && nodes_.node(router) >= 0)) continue;
    for (int node = 0; node < nodes_.count(); ++node) {
      const int distance = ways_.distance(router, node);
      if (distance == ShortestWays::kUnreachable) {
        const std::string ends = fmt::format("router {} to router {}", router_name(wiring, router),
                                             router_name(wiring, nodes_.router(node)));
        if (source) {
          throw InputError(fmt::format(
              "no path leads from {}: terminals of the one could not send to those of the other",
              ends));
        }
        throw InputError(
            fmt::format("routing.algorithm = \"val\": no path leads from {}, and packets are to go "
                        "through every router with terminals; use \"min\"",
                        ends));
      }
      if (source) farthest_ = std::max(farthest_, distance);
      between_nodes_ = std::max(between_nodes_, distance);
    }
  }
}

/// Throws InputError for too few VCs.
void TableRoutes::choose_vcs(const Wiring& wiring, int vcs) {
  if (valiant_ && vcs < 2 && between_nodes_ > 0) {
    throw InputError(
        fmt::format("router.vcs = {}: under routing.algorithm = \"val\" packets need VCs of their "
                    "own on the way "
                    "to their intermediate node; {}",
                    vcs, enough_vcs(wiring)));
  }
  vcs_ = table_vcs(valiant_, vcs, between_nodes_);
  deadlock_ = check_table_deadlock(wiring, nodes_, ways_, vcs_, valiant_);
  if (deadlock_.deadlock_free()) return;
  throw InputError(
      fmt::format("router.vcs = {}: {}. {}", vcs, describe(wiring, deadlock_), enough_vcs(wiring)));
}

/// The fewest that are, in a sentence.
std::string TableRoutes::enough_vcs(const Wiring& wiring) const {
  const auto is_enough = [&](int vcs) {
    const TableVcs policy = table_vcs(valiant_, vcs, between_nodes_);
    // Where no hop shares a VC with another, nothing goes around.
    return vcs >= most_hops() ||
           check_table_deadlock(wiring, nodes_, ways_, policy, valiant_).deadlock_free();
  };
  if (is_enough(kMostVcs)) {
    int vcs = valiant_ ? 2 : 1;
    while (!is_enough(vcs)) ++vcs;
    return fmt::format("use router.vcs = {} (a packet's VC rises with each of its up to {} hops)",
                       vcs, most_hops());
  }
  return fmt::format(
      "No number of VCs that a router can have is enough: a packet's VC rises with each of its up "
      "to "
      "{} hops{}, and there are at most {}{}",
      most_hops(), valiant_ ? ", half of them to the intermediate node" : "", kMostVcs,
      valiant_ ? "; routing.algorithm = \"min\" needs fewer" : "");
}

FamilyRtl TableRoutes::rtl() const {
  const auto ways = static_cast<unsigned>(std::max(1, ways_.longest_list()));
  return {"table",
          "rtl/table.f",
          {{"DF_PORTS", std::to_string(design().ports)},
           {"DF_TERMINAL_PORTS", verilog_mask(design())},
           {"DF_NODES", std::to_string(nodes_.count())},
           {"DF_TERMINALS", std::to_string(nodes_.most_terminals())},
           {"DF_WAYS", std::to_string(std::bit_ceil(ways))}}};
}

std::uint32_t TableRoutes::destination(int terminal) const {
  const TableNodes::Destination to = nodes_.destination(terminal);
  return static_cast<std::uint32_t>(to.node << design().header.terminal.width | to.terminal);
}

std::vector<RegisterWrite> TableRoutes::registers(int router) const {
  using namespace register_addresses;
  using namespace table_registers;
  std::vector<RegisterWrite> writes;
  const auto write = [&](std::size_t address, auto data) {
    writes.push_back({static_cast<std::uint16_t>(address), static_cast<std::uint32_t>(data)});
  };
  const int my_node = nodes_.node(router);
  write(kAlgorithm, valiant_ ? TableRouting::kVal : TableRouting::kMin);
  write(kMyNode, my_node < 0 ? kNoNode : static_cast<unsigned>(my_node));
  write(kNodes, nodes_.count());
  write(kSplitVc, vcs_.split);
  if (my_node >= 0) {
    std::size_t number = 0;
    for (const std::uint16_t port : nodes_.terminal_ports(my_node))
      write(kTerminal + number++, port);
  }
  for (int node = 0; node < nodes_.count(); ++node) {
    if (const ShortestWays::Set set = ways_.set(router, node); set.count > 0)
      write(kNode + static_cast<std::size_t>(node),
            kNodeFirst.in_place(set.first) | kNodeCount.in_place(set.count));
  }
  std::size_t way = 0;
  for (const std::uint16_t port : ways_.list(router)) write(kWay + way++, port);
  for (const std::uint16_t port : source_ports_[static_cast<std::size_t>(router)])
    write(kSource + std::size_t{port}, 1);
  return writes;
}

int TableRoutes::most_registers() const {
  constexpr int kPlain = 4;
  std::size_t sources = 0;
  for (const auto& ports : source_ports_) sources = std::max(sources, ports.size());
  return kPlain + nodes_.most_terminals() + nodes_.count() + ways_.longest_list() +
         static_cast<int>(sources);
}

std::unique_ptr<RouteUnit> TableRoutes::make_unit() const {
  return make_table_unit(design().header, vcs_.vcs);
}

int TableRoutes::most_hops() const { return valiant_ ? 2 * between_nodes_ : farthest_; }

std::string TableRoutes::remark() const {
  if (!valiant_ || nodes_.count() > 2) return {};
  return "routing.algorithm = val: there is no other router with terminals to go through, so all "
         "packets take minimal paths";
}

Fabric table_fabric(Wiring wiring, const Configuration& config) {
  auto routes = std::make_unique<TableRoutes>(wiring, config);
  return {std::move(wiring), std::move(routes)};
}

}  // namespace dragonfly
