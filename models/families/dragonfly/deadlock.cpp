#include "models/families/dragonfly/deadlock.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "models/common/error.hpp"
#include "models/wiring/dependency_graph.hpp"

namespace dragonfly {
namespace {

/// Where a packet is heading. The router's choice depends on nothing else but the target group and,
/// in the destination group, the destination router; hence packets are followed as classes that
/// share these, not one by one.
enum class Leg { kToIntermediate, kToDestination };

/// All packets that are on a channel, with the same VC, leg and target group.
struct Traffic {
  int router, port;  ///< the channel's near end (global router number, router port)
  int vc;
  Leg leg;
  int target;  ///< group
};

class DependencyFinder {
 public:
  DependencyFinder(const Dragonfly& network, Routing routing, const VcPolicy& policy, int vcs,
                   const VcRule& vc_rule)
      : network_(network),
        nonminimal_(uses_intermediate_groups(network, routing)),
        minimal_(routing != Routing::kVal || !nonminimal_),
        policy_(policy),
        vcs_(vcs),
        vc_rule_(vc_rule),
        ports_(network.a() - 1 + network.h()),
        visited_(static_cast<std::size_t>(network.routers()) * vcs * 2 * network.g(), false),
        graph_(first_targets(), vcs, static_cast<std::size_t>(ports_) * vcs) {
    tables_.reserve(network.routers());
    for (int router = 0; router < network.routers(); ++router) {
      tables_.push_back(routing_tables(network, router));
    }
  }

  DeadlockReport run() {
    inject();
    while (!pending_.empty()) {
      const Traffic traffic = pending_.back();
      pending_.pop_back();
      forward(traffic);
    }
    DeadlockReport report;
    report.dependencies = graph_.edges();
    for (const std::size_t vertex : graph_.cycle()) report.cycle.push_back(channel_of(vertex));
    return report;
  }

 private:
  static constexpr std::size_t kInjected = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t vertex(int router, int port, int vc) const {
    return (static_cast<std::size_t>(router) * ports_ + port - network_.p()) * vcs_ + vc;
  }

  [[nodiscard]] VirtualChannel channel_of(std::size_t vertex) const {
    const std::size_t channel = vertex / vcs_;
    const int router = static_cast<int>(channel / ports_);
    return {network_.group_of_router(router), network_.local_index(router),
            static_cast<int>(channel % ports_) + network_.p(), static_cast<int>(vertex % vcs_)};
  }

  /// For each channel the first virtual channel that leaves the router at its far end. Unconnected
  /// ports never get an edge.
  [[nodiscard]] std::vector<std::size_t> first_targets() const {
    std::vector<std::size_t> targets;
    targets.reserve(static_cast<std::size_t>(network_.routers()) * ports_);
    for (int router = 0; router < network_.routers(); ++router) {
      for (int port = network_.p(); port < network_.radix(); ++port) {
        const Link link = network_.link(router, port);
        targets.push_back(link.connected ? vertex(link.router, network_.p(), 0) : 0);
      }
    }
    return targets;
  }

  /// Packets of all sources and destinations enter the network. Those within a group are left out:
  /// they take a single channel, so they hold none while they wait for it and wait for none while
  /// they hold it.
  void inject() {
    for (int router = 0; router < network_.routers(); ++router) {
      for (int target = 0; target < network_.g(); ++target) {
        if (target == network_.group_of_router(router)) continue;
        if (minimal_) leave(router, kInjected, policy_.minimal_start, Leg::kToDestination, target);
        if (nonminimal_) {
          leave(router, kInjected, policy_.nonminimal_start, Leg::kToIntermediate, target);
        }
      }
    }
  }

  /// What the router at the end of the channel does with the packets.
  void forward(const Traffic& traffic) {
    const std::size_t held = vertex(traffic.router, traffic.port, traffic.vc);
    const int router = network_.link(traffic.router, traffic.port).router;
    const PortClass arrived_on = network_.port_class(traffic.port);
    const int vc = vc_rule_(arrived_on, traffic.vc);
    if (arrived_on == PortClass::kLocal) {
      leave(router, held, vc, traffic.leg, traffic.target);
    } else if (traffic.leg == Leg::kToDestination) {
      reach_destination(router, held, vc);
    } else {
      const int source = network_.group_of_router(traffic.router);
      for (int destination = 0; destination < network_.g(); ++destination) {
        if (destination == traffic.target || destination == source) continue;
        leave(router, held, vc, Leg::kToDestination, destination);
      }
    }
  }

  /// Packets at `router`, which hold the vertex `held`, go on towards another group.
  void leave(int router, std::size_t held, int vc, Leg leg, int target) {
    check_vc(vc);
    const std::size_t state = ((static_cast<std::size_t>(router) * vcs_ + vc) * 2 +
                               (leg == Leg::kToDestination ? 1 : 0)) *
                                  network_.g() +
                              target;
    const bool first_time = !visited_[state];
    visited_[state] = true;
    const RoutingTables& tables = tables_[router];
    const RoutingTables::Range range = tables.groups[target];
    for (int i = range.first; i < range.first + range.count; ++i) {
      const Way& way = tables.ways[i];
      const int port = way.router == network_.local_index(router)
                           ? network_.global_port(way.global_port)
                           : tables.local_port[way.router];
      if (held != kInjected) graph_.add(held, vertex(router, port, vc));
      if (first_time) pending_.push_back({router, port, vc, leg, target});
    }
  }

  /// Packets that have come to their destination group at `router`: some are for this router, the
  /// others take one local channel, from which they leave the network.
  void reach_destination(int router, std::size_t held, int vc) {
    check_vc(vc);
    for (const int port : tables_[router].local_port) {
      if (port >= 0) graph_.add(held, vertex(router, port, vc));
    }
  }

  void check_vc(int vc) const {
    if (vc >= 0 && vc < vcs_) return;
    throw Error(ExitCode::kInternal,
                fmt::format("deadlock check: the VC policy leads to VC{}, and routers have VC0 to "
                            "VC{}; this is a defect of the VC policy, please report it",
                            vc, vcs_ - 1));
  }

  const Dragonfly& network_;
  bool nonminimal_, minimal_;  ///< whether packets between groups go that way
  VcPolicy policy_;
  int vcs_;
  const VcRule& vc_rule_;
  int ports_;  ///< of a router, to other routers
  std::vector<RoutingTables> tables_;
  std::vector<bool> visited_;  ///< [router][vc][leg][target]: what leaves there is known
  std::vector<Traffic> pending_;
  DependencyGraph graph_;
};

}  // namespace

std::string to_string(const VirtualChannel& channel) {
  return fmt::format("{}.{}:{} VC{}", channel.group, channel.router, channel.port, channel.vc);
}

int vc_by_figure7(PortClass arrived_on, int vc) {
  return arrived_on == PortClass::kGlobal ? vc + 1 : vc;
}

std::string describe(const DeadlockReport& report) {
  if (report.deadlock_free()) {
    return fmt::format("free of deadlock: {} channel dependencies, no cycle", report.dependencies);
  }
  std::string text = fmt::format(
      "deadlock possible: {} virtual channels wait for each other in a circle (group.router:port "
      "VC): ",
      report.cycle.size());
  for (const VirtualChannel& channel : report.cycle) text += to_string(channel) + " -> ";
  return text + to_string(report.cycle.front());
}

DeadlockReport check_deadlock(const Dragonfly& network, Routing routing, const VcPolicy& policy,
                              int vcs, const VcRule& vc_rule) {
  return DependencyFinder(network, routing, policy, vcs, vc_rule).run();
}

void require_deadlock_free(const Dragonfly& network, Routing routing, int vcs) {
  const DeadlockReport report =
      check_deadlock(network, routing, vc_policy(network, routing, vcs), vcs);
  if (report.deadlock_free()) return;
  throw Error(ExitCode::kDeadlockPossible,
              describe(report) + "; the run was not started, please report this defect");
}

}  // namespace dragonfly
