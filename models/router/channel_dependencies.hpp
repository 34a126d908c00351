// SPDX-License-Identifier: Apache-2.0
// The channel dependency graph of a network: what checks for deadlock have in common.
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/router/routes.hpp"
#include "models/wiring/dependency_graph.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// A vertex for each VC of each port of each router; see Routes::check_deadlock().
class ChannelDependencies {
 public:
  /// `wiring` must outlive it.
  ChannelDependencies(const Wiring& wiring, int vcs);

  /// A virtual channel as the number of its vertex.
  [[nodiscard]] std::size_t vertex(int router, int port, int vc) const {
    return static_cast<std::size_t>(wiring_.index(router, port)) * vcs_ +
           static_cast<std::size_t>(vc);
  }
  /// What holds the one can wait for the other, which leaves the router to which the first leads.
  void add(std::size_t held, std::size_t awaited) { graph_.add(held, awaited); }

  /// The number of dependencies, and a shortest cycle if there is any.
  [[nodiscard]] DeadlockReport report() const;

 private:
  [[nodiscard]] VirtualChannel channel_of(std::size_t vertex) const;

  const Wiring& wiring_;
  std::size_t vcs_;
  DependencyGraph graph_;
};

}  // namespace dragonfly
