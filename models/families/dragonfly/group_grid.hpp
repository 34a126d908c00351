// SPDX-License-Identifier: Apache-2.0
// The way of packets through a group that is a flattened butterfly: in the order of the dimensions
// (docs/microarchitecture.md, "The dragonfly").
#pragma once

#include <vector>

#include "models/families/dragonfly/dragonfly_links.hpp"

namespace dragonfly {

/// The local ports of the routers of a group, numbered from 0.
class GroupGrid {
 public:
  /// Of groups of a routers. Throws InputError if the network does not fit.
  GroupGrid(const GroupNetwork& network, int a);

  /// Of a router.
  [[nodiscard]] int ports() const { return ports_; }
  /// Whether channels lie side by side anywhere.
  [[nodiscard]] bool side_by_side() const;
  /// Whether one channel joins any two routers.
  [[nodiscard]] bool complete() const { return complete_; }
  /// Local channels on the longest way through the group.
  [[nodiscard]] int dimensions() const { return static_cast<int>(dimensions_.size()); }

  /// Ports side by side.
  struct Step {
    int first = 0, count = 1;
  };
  /// The first step from a router to another of the group: to the right digit in the lowest
  /// dimension in which they differ.
  [[nodiscard]] Step step(int from, int to) const;
  /// The router that a port of a router leads to.
  [[nodiscard]] int neighbour(int router, int port) const;

 private:
  struct Dimension {
    int size, parallel, stride, first_port;
    [[nodiscard]] int digit(int router) const { return router / stride % size; }
  };
  std::vector<Dimension> dimensions_;  ///< of two routers or more
  int ports_ = 0;
  bool complete_;
};

}  // namespace dragonfly
