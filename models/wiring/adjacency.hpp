// SPDX-License-Identifier: Apache-2.0
// Neighbours of the routers of a network, as searches read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Neighbours of all routers, one ascending list after the other.
struct Adjacency {
  std::vector<std::int64_t> first;  ///< [router]; one more at the end
  std::vector<int> neighbours;

  [[nodiscard]] std::span<const int> of(int router) const {
    const std::int64_t begin = first[router];
    return {neighbours.data() + begin, static_cast<std::size_t>(first[router + 1] - begin)};
  }
};

/// Which way directed channels are followed; bidirectional ones are followed both ways in any case.
enum class Direction {
  kForward,   ///< the neighbours that a router leads to
  kBackward,  ///< the neighbours that lead to it
};

/// Neighbours along the channels. Parallel channels count once, channels from a router to itself
/// not at all.
[[nodiscard]] Adjacency adjacency(const NetworkGraph& graph,
                                  Direction direction = Direction::kForward);

}  // namespace dragonfly
