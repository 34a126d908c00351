// SPDX-License-Identifier: Apache-2.0
// A network as a graph of routers and channels: what metrics, layouts, exports and drawings work
// on, whatever family the network belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// A channel between two routers. Bidirectional (both ways, counted once) unless the graph is
/// directed.
struct GraphChannel {
  int from = 0;
  int to = 0;
  int channel_class = 0;  ///< index in NetworkGraph::classes
};

struct NetworkGraph {
  std::string family;                  ///< "dragonfly", "flattened-butterfly", ...
  int routers = 0;                     ///< numbered from 0
  bool directed = false;               ///< channels lead from `from` to `to` only (butterfly)
  std::vector<std::string> classes;    ///< names of the channel classes: "local", "global", ...
  std::vector<GraphChannel> channels;  ///< parallel channels stand as often as they are there
  std::vector<int> sources;  ///< [router]: terminals that inject there; 0 in the middle of a Clos
  std::vector<int> sinks;    ///< [router]: terminals that eject there; empty: as `sources`
  std::vector<int> group;    ///< [router]: group or packaging unit; empty: no groups
  /// Routers in each dimension of a grid, numbered with the first dimension fastest; channel class
  /// d has the channels along dimension d. Empty: not a grid.
  std::vector<int> dimensions;
  /// What routers with terminals look alike; empty: unknown, each one is measured.
  std::vector<Orbit> orbits;
  /// True: symmetries map any channel of a class onto any other of it, one way or the other; so all
  /// carry the same under uniform traffic. Needs orbits. False: unknown.
  bool channels_alike = false;

  [[nodiscard]] const std::vector<int>& ejecting() const { return sinks.empty() ? sources : sinks; }
  [[nodiscard]] std::int64_t terminals() const {
    std::int64_t sum = 0;
    for (const int count : sources) sum += count;
    return sum;
  }
};

/// The routers with terminals that inject, given a graph's `sources`, or eject, given `ejecting()`.
[[nodiscard]] inline std::vector<int> routers_with_terminals(const std::vector<int>& terminals) {
  std::vector<int> routers;
  for (std::size_t router = 0; router < terminals.size(); ++router) {
    if (terminals[router] > 0) routers.push_back(static_cast<int>(router));
  }
  return routers;
}

}  // namespace dragonfly
