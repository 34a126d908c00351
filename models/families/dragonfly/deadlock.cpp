// SPDX-License-Identifier: Apache-2.0
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
enum class Heading { kToIntermediate, kToDestination, kInGroup };

/// All packets that are on a channel, with the same VC, heading and target group.
struct PacketClass {
  int router, port;  ///< the channel's near end (global router number, router port)
  int vc;
  Heading heading;
  int target;  ///< group
  /// On a local channel: the router of the group to which they cross it.
  int gate;
};

/// Where all groups look alike it is enough to follow the packets at the routers of the first one,
/// to which those of another group are moved with the groups that they are heading for. A circle
/// in the whole network is one there too. The other way round, the channels of a circle there,
/// followed in the whole network, lead to the first of them or to that of another group in its
/// place, and from there on to further ones, until one is reached again.
class DependencyFinder {
 public:
  /// `alike`: whether the groups are taken as alike.
  DependencyFinder(const Dragonfly& network, Routing routing, const VcPolicy& policy, int vcs,
                   const VcRule& vc_rule, const GroupNetwork& group_network, bool alike)
      : network_(network),
        alike_(alike),
        routers_(alike ? network.a() : network.routers()),
        grid_(group_network, network.a()),
        first_global_(network.p() + grid_.ports()),
        nonminimal_(uses_intermediate_groups(network, routing)),
        minimal_(routing != Routing::kVal || !nonminimal_),
        policy_(policy),
        vcs_(vcs),
        vc_rule_(vc_rule),
        ports_(grid_.ports() + network.h()),
        gates_(grid_.complete() ? 0 : network.a()),
        visited_(static_cast<std::size_t>(routers_) * vcs * 2 * network.g() * (1 + gates_), false),
        visited_in_group_(static_cast<std::size_t>(routers_) * vcs * gates_, false),
        graph_(first_targets(), vcs, static_cast<std::size_t>(ports_) * vcs) {
    tables_.reserve(routers_);
    for (int router = 0; router < routers_; ++router) {
      tables_.push_back(routing_tables(network, grid_, router));
    }
  }

  DeadlockReport run() {
    inject();
    while (!pending_.empty()) {
      const PacketClass packets = pending_.back();
      pending_.pop_back();
      forward(packets);
    }
    DeadlockReport report;
    report.dependencies = graph_.edges() * (network_.routers() / routers_);
    for (const std::size_t vertex : graph_.cycle()) report.cycle.push_back(channel_of(vertex));
    return report;
  }

 private:
  static constexpr std::size_t kInjected = static_cast<std::size_t>(-1);
  static constexpr int kAnyGate = -1;

  [[nodiscard]] std::size_t vertex(int router, int port, int vc) const {
    return (static_cast<std::size_t>(router) * ports_ + port - network_.p()) * vcs_ + vc;
  }

  [[nodiscard]] VirtualChannel channel_of(std::size_t vertex) const {
    const std::size_t channel = vertex / vcs_;
    return {static_cast<int>(channel / ports_), static_cast<int>(channel % ports_) + network_.p(),
            static_cast<int>(vertex % vcs_)};
  }

  /// For each channel the first virtual channel that leaves the router at its far end. Unconnected
  /// ports never get an edge.
  [[nodiscard]] std::vector<std::size_t> first_targets() const {
    std::vector<std::size_t> targets;
    targets.reserve(static_cast<std::size_t>(routers_) * ports_);
    for (int router = 0; router < routers_; ++router) {
      for (int port = network_.p(); port < network_.p() + ports_; ++port) {
        const int far = next_router(router, port);
        targets.push_back(far >= 0 ? vertex(followed(far), network_.p(), 0) : 0);
      }
    }
    return targets;
  }

  /// The router that a port leads to; -1 if it is not connected.
  [[nodiscard]] int next_router(int router, int port) const {
    const int group = network_.group_of_router(router), index = network_.local_index(router);
    if (port < first_global_) return router - index + grid_.neighbour(index, port - network_.p());
    const GlobalEnd far = network_.far_end(group, index, port - first_global_);
    return far.group < 0 ? -1 : far.group * network_.a() + far.router;
  }

  /// The router that stands for a router.
  [[nodiscard]] int followed(int router) const {
    return alike_ ? network_.local_index(router) : router;
  }
  /// A group, as the router that stands for one of group `from` has it.
  [[nodiscard]] int seen(int group, int from) const {
    return alike_ ? (group - from + network_.g()) % network_.g() : group;
  }

  /// Packets of all sources and destinations enter the network. Those within a complete group are
  /// left out: they take a single channel, so they hold none while they wait for it and wait for
  /// none while they hold it.
  void inject() {
    for (int router = 0; router < routers_; ++router) {
      if (gates_ > 0) reach_destination(router, kInjected, policy_.minimal_start);
      for (int target = 0; target < network_.g(); ++target) {
        if (target == network_.group_of_router(router)) continue;
        if (minimal_)
          leave(router, kInjected, policy_.minimal_start, Heading::kToDestination, target);
        if (nonminimal_) {
          leave(router, kInjected, policy_.nonminimal_start, Heading::kToIntermediate, target);
        }
      }
    }
  }

  /// What the router at the end of the channel does with the packets.
  void forward(const PacketClass& packets) {
    const std::size_t held = vertex(packets.router, packets.port, packets.vc);
    const int far = next_router(packets.router, packets.port);
    const int router = followed(far), group = network_.group_of_router(far);
    const int target = seen(packets.target, group);
    const PortClass arrived_on =
        packets.port < first_global_ ? PortClass::kLocal : PortClass::kGlobal;
    const int vc = vc_rule_(arrived_on, packets.vc);
    if (packets.heading == Heading::kInGroup) {
      cross_group(router, held, vc, packets.gate);
    } else if (arrived_on == PortClass::kLocal) {
      const bool has_own = tables_[router].has_own_channel(network_.local_index(router), target);
      leave(router, held, vc, packets.heading, target,
            gates_ == 0 || has_own ? kAnyGate : packets.gate);
    } else if (packets.heading == Heading::kToDestination) {
      reach_destination(router, held, vc);
    } else {
      const int source = seen(network_.group_of_router(packets.router), group);
      for (int destination = 0; destination < network_.g(); ++destination) {
        if (destination == target || destination == source) continue;
        leave(router, held, vc, Heading::kToDestination, destination);
      }
    }
  }

  /// Packets at `router`, which hold the vertex `held`, go on towards another group: by whatever
  /// way, or to the gate for which they have come over local channels.
  void leave(int router, std::size_t held, int vc, Heading heading, int target,
             int gate = kAnyGate) {
    check_vc(vc);
    const std::size_t state = (((static_cast<std::size_t>(router) * vcs_ + vc) * 2 +
                                (heading == Heading::kToDestination ? 1 : 0)) *
                                   network_.g() +
                               target) *
                                  (1 + gates_) +
                              (1 + gate);
    const bool first_time = !visited_[state];
    visited_[state] = true;
    const RoutingTables& tables = tables_[router];
    const RoutingTables::Range range = tables.groups[target];
    for (int i = range.first; i < range.first + range.count; ++i) {
      const Way& way = tables.ways[i];
      if (gate != kAnyGate && way.router != gate) continue;
      const bool mine = way.router == network_.local_index(router);
      const int first = mine ? first_global_ + way.global_port : tables.local_port[way.router];
      const int count = mine ? 1 : tables.local_ports[way.router];
      for (int port = first; port < first + count; ++port) {
        if (held != kInjected) graph_.add(held, vertex(router, port, vc));
        if (first_time) pending_.push_back({router, port, vc, heading, target, way.router});
      }
    }
  }

  /// Packets that have come to their destination group at `router`: some are for this router, the
  /// others cross the group.
  void reach_destination(int router, std::size_t held, int vc) {
    check_vc(vc);
    for (int other = 0; other < network_.a(); ++other) cross_group(router, held, vc, other);
  }
  /// Packets for another router of the group take the next local channel.
  void cross_group(int router, std::size_t held, int vc, int destination) {
    const RoutingTables& tables = tables_[router];
    const int first = tables.local_port[destination];
    if (first < 0) return;  // they are there
    bool first_time = false;
    // In a complete group they leave the network from this channel.
    if (gates_ > 0) {
      const std::size_t state =
          (static_cast<std::size_t>(router) * vcs_ + vc) * gates_ + destination;
      first_time = !visited_in_group_[state];
      visited_in_group_[state] = true;
    }
    for (int port = first; port < first + tables.local_ports[destination]; ++port) {
      if (held != kInjected) graph_.add(held, vertex(router, port, vc));
      if (first_time)
        pending_.push_back(
            {router, port, vc, Heading::kInGroup, network_.group_of_router(router), destination});
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
  bool alike_;
  int routers_;  ///< that are followed
  GroupGrid grid_;
  int first_global_;           ///< port
  bool nonminimal_, minimal_;  ///< whether packets between groups go that way
  VcPolicy policy_;
  int vcs_;
  const VcRule& vc_rule_;
  int ports_;          ///< of a router, to other routers
  std::size_t gates_;  ///< routers that packets may cross a group to; 0 where one channel is enough
  std::vector<RoutingTables> tables_;
  /// [router][vc][heading][target][any gate, or which]: what leaves there is known
  std::vector<bool> visited_;
  std::vector<bool> visited_in_group_;  ///< [router][vc][destination]
  std::vector<PacketClass> pending_;
  DependencyGraph graph_;
};

}  // namespace

int vc_by_figure7(PortClass arrived_on, int vc) {
  return arrived_on == PortClass::kGlobal ? vc + 1 : vc;
}

DeadlockReport check_deadlock(const Dragonfly& network, Routing routing, const VcPolicy& policy,
                              int vcs, const VcRule& vc_rule, const GroupNetwork& group_network) {
  const auto report = [&](bool alike) {
    return DependencyFinder(network, routing, policy, vcs, vc_rule, group_network, alike).run();
  };
  if (network.groups_alike()) {
    DeadlockReport found = report(true);
    if (found.deadlock_free()) return found;
  }
  // Of a circle all routers are to be told.
  return report(false);
}

}  // namespace dragonfly
