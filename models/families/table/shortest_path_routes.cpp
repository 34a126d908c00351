// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/shortest_path_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/table/table_deadlock.hpp"

namespace dragonfly {
void set_table_header(RouterDesign& design, const Wiring& wiring, const TableNodes& nodes,
                      const std::string& routes) {
  design.ports = wiring.most_ports();
  const int node_width = width_of(nodes.count());
  design.header.mid = {"mid", "node", node_width};
  design.header.node = {{"dst", "node", node_width}};
  design.header.terminal = {"dst_term", "terminal", width_of(nodes.most_terminals())};
  design.shape = fmt::format("{} to {} node{} of up to {} terminal{}", routes, nodes.count(),
                             nodes.count() == 1 ? "" : "s", nodes.most_terminals(),
                             nodes.most_terminals() == 1 ? "" : "s");
}

ShortestPathRoutes::ShortestPathRoutes(const Wiring& wiring, RouterDesign design, bool valiant,
                                       int vcs)
    : Routes(std::move(design)), nodes_(wiring), ways_(wiring, nodes_), valiant_(valiant) {
  measure(wiring);
  choose_vcs(wiring, vcs);
}

/// The greatest distances. Throws InputError where there is no way.
void ShortestPathRoutes::measure(const Wiring& wiring) {
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

/// Throws InputError for too few VCs, DeadlockError where the check finds a cycle with them.
void ShortestPathRoutes::choose_vcs(const Wiring& wiring, int vcs) {
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
  throw DeadlockError(
      fmt::format("router.vcs = {}: {}. {}", vcs, describe(wiring, deadlock_), enough_vcs(wiring)));
}

/// The fewest that are, in a sentence.
std::string ShortestPathRoutes::enough_vcs(const Wiring& wiring) const {
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

std::uint32_t ShortestPathRoutes::destination(int terminal) const {
  const TableNodes::Destination to = nodes_.destination(terminal);
  return static_cast<std::uint32_t>(to.node << design().header.terminal.width | to.terminal);
}

int ShortestPathRoutes::most_hops() const { return valiant_ ? 2 * between_nodes_ : farthest_; }

}  // namespace dragonfly
