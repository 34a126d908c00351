// SPDX-License-Identifier: Apache-2.0
// Time of all-pairs distances, on one core: not a test, run by hand and by against_networkx.
//
//   all_pairs_distances [--edges] [A H G]
//
// Takes a dragonfly of G groups of A routers with H global channels each, greedy wiring (no
// two groups look alike, so nothing is saved by symmetry); without numbers, one of 4,992 routers.
// Prints JSON; --edges prints the channels instead, two router numbers a line.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/wiring/distances.hpp"
#include "tests/families/graphs.hpp"

namespace {

using dragonfly::NetworkGraph;

NetworkGraph make_graph(int a, int h, int g) {
  dragonfly::DragonflyParameters config;
  config.p = 1;
  config.a = a;
  config.h = h;
  config.g = g;
  config.arrangement = dragonfly::Arrangement::kGreedy;
  NetworkGraph graph = dragonfly::dragonfly_graph(dragonfly::Dragonfly(config));
  graph.orbits.clear();
  return graph;
}

void measure(const NetworkGraph& graph) {
  constexpr int kRepetitions = 10;
  double best = std::numeric_limits<double>::infinity();
  dragonfly::DistanceMetrics metrics;
  for (int i = 0; i < kRepetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    metrics = dragonfly::measure_distances(graph);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::min(best, seconds.count());
  }
  const nlohmann::ordered_json result{{"routers", graph.routers},
                                      {"channels", graph.channels.size()},
                                      {"seconds", best},
                                      {"diameter", metrics.diameter},
                                      {"average_distance", metrics.average}};
  std::puts(result.dump(2).c_str());
}

}  // namespace

int main(int count, char** given) {
  std::vector<std::string> arguments(given + 1, given + count);
  const bool edges = !arguments.empty() && arguments[0] == "--edges";
  if (edges) arguments.erase(arguments.begin());
  if (!arguments.empty() && arguments.size() != 3) {
    std::fputs("usage: all_pairs_distances [--edges] [A H G]\n", stderr);
    return 2;
  }
  if (arguments.empty()) arguments = {"48", "10", "104"};
  try {
    const NetworkGraph graph =
        make_graph(std::stoi(arguments[0]), std::stoi(arguments[1]), std::stoi(arguments[2]));
    if (edges) {
      for (const dragonfly::GraphChannel& channel : graph.channels) {
        std::printf("%d %d\n", channel.from, channel.to);
      }
    } else {
      measure(graph);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "all_pairs_distances: %s\n", error.what());
    return 2;
  }
  return 0;
}
