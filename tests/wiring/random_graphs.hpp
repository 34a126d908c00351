// SPDX-License-Identifier: Apache-2.0
// Graphs for the tests of this folder: any, and those of all families with random parameters.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {

class RandomGraphs {
 public:
  explicit RandomGraphs(unsigned seed) : random_(seed) {}

  /// A whole number from least to most.
  int number(int least, int most) {
    return least + static_cast<int>(random_() % static_cast<unsigned>(most - least + 1));
  }

  /// Routers joined at random, with parallel channels; often not connected.
  NetworkGraph any(int routers, int channels, bool directed) {
    NetworkGraph graph;
    graph.family = "random";
    graph.routers = routers;
    graph.directed = directed;
    graph.classes = {"one", "two"};
    for (int i = 0; i < channels; ++i) {
      const int from = number(0, routers - 1);
      const int to = number(0, routers - 1);
      if (from != to) graph.channels.push_back({from, to, number(0, 1)});
    }
    for (int router = 0; router < routers; ++router) graph.sources.push_back(number(0, 2));
    graph.sources[0] = 1;
    if (directed) {
      for (int router = 0; router < routers; ++router) graph.sinks.push_back(number(0, 2));
      graph.sinks[routers - 1] = 1;
    }
    return graph;
  }

  /// A dragonfly whose global ports are joined at random, whether or not groups are connected.
  DragonflyLinks wiring() {
    DragonflyLinks wiring{number(1, 3), number(1, 6), number(1, 4), number(2, 12), {}, {}};
    std::vector<GlobalEnd> free;
    for (int group = 0; group < wiring.g; ++group) {
      for (int router = 0; router < wiring.a; ++router) {
        for (int port = 0; port < wiring.h; ++port) free.push_back({group, router, port});
      }
    }
    std::vector<GlobalEnd> order = free;
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
    wiring.ends.assign(free.size(), kUnconnected);
    const auto end_of = [&](const GlobalEnd& port) -> GlobalEnd& {
      return wiring
          .ends[(static_cast<std::size_t>(port.group) * wiring.a + port.router) * wiring.h +
                port.port];
    };
    for (std::size_t i = 0; i + 1 < order.size(); i += 2) {
      if (order[i].group == order[i + 1].group) continue;
      end_of(order[i]) = order[i + 1];
      end_of(order[i + 1]) = order[i];
    }
    return wiring;
  }

  Dragonfly arranged() {
    DragonflyParameters config;
    config.p = number(1, 3);
    config.a = number(1, 6);
    config.h = number(1, 4);
    config.g = number(1, config.a * config.h + 1);
    config.arrangement = number(0, 1) == 0 ? Arrangement::kRelative : Arrangement::kAbsolute;
    return Dragonfly(config);
  }

  std::vector<int> sizes(int dimensions, int most) {
    std::vector<int> result;
    for (int i = 0; i < dimensions; ++i) result.push_back(number(1, most));
    return result;
  }

  static constexpr int kFamilies = 8;

  /// A network of the given family, 0 .. kFamilies-1.
  NetworkGraph of_family(int family) {
    switch (family) {
      case 0:
        return dragonfly_graph(arranged());
      case 1: {
        DragonflyLinks with_groups = wiring();
        if (with_groups.a % 2 == 0) with_groups.group_network = {{2, with_groups.a / 2}, {1, 2}};
        return dragonfly_graph(with_groups);
      }
      case 2:
        return flattened_butterfly({sizes(number(0, 3), 5), number(1, 3), {}, false});
      case 3:
        return flattened_butterfly({{2 * number(1, 3), number(1, 4)}, 2, {number(1, 3), 1}, true});
      case 4:
        return torus(sizes(3, 6), number(1, 2));
      case 5:
        return hypercube(number(0, 6));
      case 6:
        return butterfly(number(2, 4), number(1, 3));
      default: {
        FoldedClos clos{2 * number(2, 4), number(2, 4), 0};
        const int most = static_cast<int>(largest_folded_clos(clos.radix, clos.levels));
        int least = 1;
        for (int i = 1; i < clos.levels; ++i) least *= clos.radix / 2;
        clos.terminals = number(least + 1, std::min(most, 4 * least));
        return folded_clos(clos);
      }
    }
  }

 private:
  std::mt19937 random_;
};

}  // namespace dragonfly
