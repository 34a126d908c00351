// SPDX-License-Identifier: Apache-2.0
// What a network is made of, counted on its graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

struct ClassCount {
  std::string name;           ///< of the channel class
  std::int64_t channels = 0;  ///< bidirectional, or one way in a directed network
};

struct NetworkSize {
  std::int64_t terminals = 0;
  int routers = 0;
  int groups = 0;  ///< 0: none
  /// Most ports of a router, terminals included. In a directed network a port is an input and an
  /// output, so it is the larger number of the two.
  int radix = 0;
  std::vector<ClassCount> classes;
  std::int64_t channels = 0;  ///< of all classes
};

[[nodiscard]] NetworkSize measure_size(const NetworkGraph& graph);

}  // namespace dragonfly
