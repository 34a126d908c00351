// SPDX-License-Identifier: Apache-2.0
// The graph behind the deadlock check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace dragonfly {

/// A directed graph in which a vertex can only lead to the `fanout` consecutive vertices from
/// first_target(vertex) on: the virtual channels that leave the router at which its channel ends.
/// So an edge is one bit.
class DependencyGraph {
 public:
  /// `first_targets`: for each block of `block` consecutive vertices (a channel's VCs), its first
  /// target.
  DependencyGraph(std::vector<std::size_t> first_targets, std::size_t block, std::size_t fanout);

  /// Adds the edge if it is not there. Requires first_target(from) <= to < first_target(from) +
  /// fanout.
  void add(std::size_t from, std::size_t to);
  [[nodiscard]] std::int64_t edges() const { return edges_; }

  /// A shortest cycle through one of the vertices that are on cycles; empty if there is none.
  [[nodiscard]] std::vector<std::size_t> cycle() const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t vertices() const { return first_targets_.size() * block_; }
  [[nodiscard]] std::size_t first_target(std::size_t vertex) const {
    return first_targets_[vertex / block_];
  }
  /// The first target of `vertex` that is not below first_target(vertex) + position; kNone if none.
  [[nodiscard]] std::size_t next_target(std::size_t vertex, std::size_t position) const;
  /// A vertex on a cycle, or kNone.
  [[nodiscard]] std::size_t vertex_on_cycle() const;
  [[nodiscard]] std::vector<std::size_t> shortest_cycle_through(std::size_t start) const;

  std::vector<std::size_t> first_targets_;
  std::size_t block_, fanout_;
  std::vector<bool> edge_;  ///< [vertex][position among its targets]
  std::int64_t edges_ = 0;
};

}  // namespace dragonfly
