// SPDX-License-Identifier: Apache-2.0
// Distances and channel loads of designs against straightforward counterparts and closed forms.
#include "models/design/design_metrics.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/design/metrics_cache.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"
#include "tests/catch.hpp"
#include "tests/design/naive.hpp"

namespace dragonfly {
namespace {

std::vector<DragonflyShape> shapes() {
  std::vector<DragonflyShape> all = {{1, 1, 0},  {7, 1, 0},  {2, 2, 1}, {1, 9, 8}, {6, 7, 6},
                                     {5, 4, 7},  {3, 14, 1}, {7, 6, 1}, {1, 2, 1}, {1, 30, 2},
                                     {21, 2, 1}, {8, 9, 3},  {5, 5, 3}};
  std::mt19937 random(3);
  while (all.size() < 60) {
    const auto below = [&](int limit) { return static_cast<std::int64_t>(random() % limit); };
    const DragonflyShape shape{1 + below(8), 2 + below(20), 1 + below(9)};
    if (shape.a * shape.h > 1) all.push_back(shape);
  }
  return all;
}

/// Load of the busiest channel by listing all shortest paths, channel by channel.
double listed_load(const DragonflyShape& shape, int redundancy) {
  const auto a = static_cast<int>(shape.a);
  const auto h = static_cast<int>(shape.h);
  const auto g = static_cast<int>(shape.g);
  const auto neighbours = naive_neighbours(greedy_links(a, h, g), a, h, g);
  const auto distances = naive_distances(neighbours);
  // Parallel channels are told apart by a number.
  using Channel = std::pair<std::pair<int, int>, int>;
  std::vector<std::vector<Channel>> leaving(neighbours.size());
  for (int from = 0; from < a * g; ++from) {
    std::map<int, int> count;
    for (const int to : neighbours[from]) count[to] += to / a == from / a ? 1 : redundancy;
    for (const auto& [to, channels] : count) {
      for (int i = 0; i < channels; ++i) leaving[from].push_back({{from, to}, i});
    }
  }
  std::map<Channel, double> load;
  for (int source = 0; source < a * g; ++source) {
    for (int target = 0; target < a * g; ++target) {
      if (source == target) continue;
      std::vector<std::vector<Channel>> paths;
      std::vector<Channel> path;
      const std::function<void(int)> walk = [&](int at) {
        if (at == target) paths.push_back(path);
        for (const Channel& channel : leaving[at]) {
          const int next = channel.first.second;
          if (distances[next][target] != distances[at][target] - 1) continue;
          path.push_back(channel);
          walk(next);
          path.pop_back();
        }
      };
      walk(source);
      for (const auto& one : paths) {
        for (const Channel& channel : one) load[channel] += 1.0 / static_cast<double>(paths.size());
      }
    }
  }
  double most = 0;
  for (const auto& [channel, sum] : load) most = std::max(most, sum);
  return a * g > 1 ? most / (a * g - 1) : 0;
}

}  // namespace

TEST_CASE("Distances of designs are those of breadth-first search, closed forms included") {
  for (const DragonflyShape& shape : shapes()) {
    INFO("a = " << shape.a << ", g = " << shape.g << ", h = " << shape.h);
    const NaiveMetrics naive = naive_greedy_metrics(
        static_cast<int>(shape.a), static_cast<int>(shape.h), static_cast<int>(shape.g));
    const DesignDistances distances = measure_design(shape);
    CHECK(distances.connected);
    CHECK(naive.connected);
    CHECK(distances.diameter == naive.diameter);
    CHECK(distances.average_distance == Approx(naive.average).epsilon(1e-12));
    CHECK(average_distance_bound(shape) >= naive.average * (1 - 1e-12));
  }
}

TEST_CASE("What cannot be connected is told without a distance") {
  for (const DragonflyShape& shape :
       {DragonflyShape{1, 3, 1}, DragonflyShape{1, 10000, 1}, DragonflyShape{5, 2, 0}}) {
    CHECK_FALSE(measure_design(shape).connected);
    CHECK(measure_design(shape).average_distance == 0);
    CHECK_THROWS_AS(busiest_load(shape, 1), InputError);
  }
  CHECK(average_distance_bound({1, 100, 1}) == 0);
  CHECK(measure_design({1, 2, 1}).diameter == 1);
}

TEST_CASE("Large full meshes and flattened butterflies need no graph") {
  const DesignDistances mesh = measure_design({1, 1'000'000, 999'999});
  CHECK(mesh.diameter == 1);
  CHECK(mesh.average_distance == 1);
  // 100 x 200 routers: 298 of the 19,999 others are neighbours.
  const DesignDistances butterfly = measure_design({100, 200, 199});
  CHECK(butterfly.diameter == 2);
  CHECK(butterfly.average_distance == Approx(2 - 298.0 / 19999).epsilon(1e-14));
}

TEST_CASE("The load of the busiest channel is that of all shortest paths listed") {
  for (const DragonflyShape& shape : shapes()) {
    // A ring of parallel channels has more paths than can be listed.
    if (shape.routers() > 60 || measure_design(shape).diameter > 6) continue;
    for (const int redundancy : {1, 2, 3}) {
      INFO("a = " << shape.a << ", g = " << shape.g << ", h = " << shape.h
                  << ", k = " << redundancy);
      CHECK(busiest_load(shape, redundancy) ==
            Approx(listed_load(shape, redundancy)).epsilon(1e-9).margin(1e-15));
    }
  }
}

TEST_CASE("The busiest channel is at least as busy as the mean of all, and as its bound") {
  for (const DragonflyShape& shape : shapes()) {
    if (shape.routers() == 1) continue;
    INFO("a = " << shape.a << ", g = " << shape.g << ", h = " << shape.h);
    for (const int redundancy : {1, 2}) {
      const double busiest = busiest_load(shape, redundancy);
      const double mean =
          measure_design(shape).average_distance / static_cast<double>(shape.channels(redundancy));
      CHECK(busiest >= mean * (1 - 1e-9));
      CHECK(busiest >= busiest_load_bound(shape, redundancy) * (1 - 1e-9));
    }
  }
  // Two groups of eight routers joined by eight links: each carries the direct traffic of its two
  // ends, and half of what goes from one of them to the seven other routers of the far group, and
  // from the seven others of the near group to the other.
  CHECK(busiest_load({8, 2, 1}, 1) == Approx((1 + 7 * 0.5 + 7 * 0.5) / 15));
}

TEST_CASE("A graph has the channels of its shape") {
  const NetworkGraph graph = design_graph({5, 11, 2});
  CHECK(graph.routers == 55);
  const auto optical = std::count_if(graph.channels.begin(), graph.channels.end(),
                                     [](const GraphChannel& c) { return c.channel_class == 1; });
  CHECK(optical == 55);
  CHECK(optical == optical_channels({5, 11, 2}));
  CHECK(graph.channels.size() == 55 + 11 * 10);
  CHECK(optical_channels({3, 5, 3}) == 22);  // of 45 ports one is left over
  CHECK_THROWS_WITH(measure_design({100'000, 3, 1}), ContainsSubstring("GB"));
  CHECK_THROWS_AS(design_graph({1, 10'000, 9'999}), InputError);
}

TEST_CASE("A cache yields what is measured") {
  MetricsCache cache;
  for (int again = 0; again < 2; ++again) {
    CHECK(cache.distances({5, 11, 2}).average_distance ==
          measure_design({5, 11, 2}).average_distance);
    CHECK(cache.distance_bound({5, 11, 2}) == average_distance_bound({5, 11, 2}));
    CHECK(cache.busiest({5, 11, 2}, 1) == busiest_load({5, 11, 2}, 1));
    CHECK(cache.busiest({5, 11, 2}, 2) == busiest_load({5, 11, 2}, 2));
  }
  CHECK(cache.busiest({5, 11, 2}, 1) != cache.busiest({5, 11, 2}, 2));
}

}  // namespace dragonfly
