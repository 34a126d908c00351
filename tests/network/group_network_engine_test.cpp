// SPDX-License-Identifier: Apache-2.0
// Dragonflies whose groups are flattened butterflies in the network engines, beside the harness
// with router models.
#include "tests/network/traces.hpp"

using namespace dragonfly;

TEST_CASE("engine and harness agree on dragonflies with groups of any shape") {
  const std::string routing = GENERATE(as<std::string>(), "min", "val", "ugal-l", "ugal-g",
                                       "ugal-l-vc", "ugal-l-vch", "ugal-l-cr");
  // Short paths, long ones, those of five dimensions that no path has room for; several channels
  // between groups.
  const auto& [a, g, sizes, parallel] =
      GENERATE(values<std::tuple<int, int, std::vector<std::int64_t>, std::vector<std::int64_t>>>(
          {{3, 4, {3}, {2}},
           {4, 3, {2, 2}, {2, 1}},
           {8, 3, {2, 2, 2}, {}},
           {6, 7, {3, 2}, {1, 3}},
           {32, 2, {2, 2, 2, 2, 2}, {}}}));
  const int size = GENERATE(1, 4);
  Configuration config;
  config.topology = {"dragonfly", {{"p", {2}}, {"a", {a}}, {"h", {1}}, {"g", {g}}}};
  config.topology.parameters["group-sizes"] = sizes;
  config.topology.parameters["group-parallel"] = parallel;
  config.routing.algorithm = routing;
  config.routing.allocator = GENERATE(Allocator::kGreedy, Allocator::kSequential);
  config.routing.hop_metric = size == 1 ? HopMetric::kGlobal : HopMetric::kAll;
  config.traffic.packet_size = size;
  config.traffic.load = 0.3;
  config.channels.global_latency = 3;
  config.measurement.warmup_min = config.measurement.warmup_max = 100;
  config.measurement.window = 150;
  config.measurement.drain_max = 1500;
  const std::string harness = trace_of_harness(config);
  CHECK(std::count(harness.begin(), harness.end(), '\n') > 100);
  CHECK((trace_of_engine(config) == harness));
}
