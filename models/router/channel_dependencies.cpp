// SPDX-License-Identifier: Apache-2.0
#include "models/router/channel_dependencies.hpp"

#include <vector>

namespace dragonfly {
namespace {

/// For each port the first virtual channel that leaves the router that it leads to. Others never
/// get an edge.
std::vector<std::size_t> first_targets(const Wiring& wiring, std::size_t vcs) {
  std::vector<std::size_t> targets;
  targets.reserve(static_cast<std::size_t>(wiring.all_ports()));
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      const Peer next = wiring.output(router, port);
      targets.push_back(next.kind == PeerKind::kRouter
                            ? static_cast<std::size_t>(wiring.index(next.router, 0)) * vcs
                            : 0);
    }
  }
  return targets;
}

}  // namespace

ChannelDependencies::ChannelDependencies(const Wiring& wiring, int vcs)
    : wiring_(wiring),
      vcs_(static_cast<std::size_t>(vcs)),
      graph_(first_targets(wiring, vcs_), vcs_,
             static_cast<std::size_t>(wiring.most_ports()) * vcs_) {}

DeadlockReport ChannelDependencies::report() const {
  DeadlockReport report;
  report.dependencies = graph_.edges();
  for (const std::size_t vertex : graph_.cycle()) report.cycle.push_back(channel_of(vertex));
  return report;
}

VirtualChannel ChannelDependencies::channel_of(std::size_t vertex) const {
  const auto index = static_cast<std::int64_t>(vertex / vcs_);
  const int router = wiring_.router_of(index);
  return {router, static_cast<int>(index - wiring_.index(router, 0)),
          static_cast<int>(vertex % vcs_)};
}

}  // namespace dragonfly
