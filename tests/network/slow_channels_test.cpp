// SPDX-License-Identifier: Apache-2.0
// Channels that take a flit in several cycles only: closed forms, and the engine beside the harness
// with router models.
#include <fstream>
#include <map>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/router/control_registers.hpp"
#include "models/router/router_model.hpp"
#include "models/run/run.hpp"
#include "models/run/simulate_model.hpp"
#include "tests/catch.hpp"
#include "tests/network/traces.hpp"

using namespace dragonfly;

namespace {

Configuration configuration(const TopologyConfig& topology, const std::string& routing, int vcs) {
  Configuration config;
  config.topology = topology;
  config.routing.algorithm = routing;
  config.router.vcs = vcs;
  config.measurement.warmup_min = config.measurement.warmup_max = 200;
  config.measurement.window = 300;
  config.measurement.drain_max = 3000;
  return config;
}

const TopologyConfig kTwoGroups{"dragonfly", {{"p", {2}}, {"a", {2}}, {"h", {1}}, {"g", {2}}}};

}  // namespace

TEST_CASE("engine and harness agree on slow channels") {
  const auto [terminal, local, global] =
      GENERATE(std::tuple{1, 1, 4}, std::tuple{3, 1, 1}, std::tuple{2, 5, 3});
  const auto [size, flow_control, depth, queue, rate] =
      GENERATE(std::tuple{1, FlowControl::kVirtualCutThrough, 16, 0, 1.0},
               std::tuple{4, FlowControl::kVirtualCutThrough, 5, 6, 0.6},
               std::tuple{5, FlowControl::kWormhole, 3, 4, 1.0});
  const auto& [network, routing] = GENERATE(values<std::pair<TopologyConfig, std::string>>(
      {{{"dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}, {"g", {5}}}}, "ugal-l-cr"},
       {{"dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}, {"g", {5}}}}, "ugal-g"},
       {{"k-ary-n-flat", {{"k", {4}}, {"n", {3}}}}, "ugal-s"},
       {{"torus", {{"sizes", {4, 3}}}}, "min"},
       {{"torus", {{"sizes", {4, 3}}}}, "adaptive"},
       {{"torus", {{"sizes", {4, 1, 3, 2}}, {"concentration", {2}}}}, "dor"}}));
  Configuration config = configuration(network, routing, 4);
  config.channels.terminal_interval = terminal;
  config.channels.local_interval = local;
  config.channels.global_interval = global;
  config.channels.global_latency = 3;
  config.traffic.packet_size = size;
  config.traffic.sink_rate = rate;
  config.router.flow_control = flow_control;
  config.router.buffer_depth = depth;
  config.router.output_queue_depth = queue;
  config.traffic.load = 0.25;
  const std::string harness = trace_of_harness(config);
  CHECK(std::count(harness.begin(), harness.end(), '\n') > 100);
  CHECK((trace_of_engine(config) == harness));
}

// Checks: OW-9, PT-11
TEST_CASE("a packet takes the longest interval for each flit behind its head") {
  const auto [terminal, local, global] =
      GENERATE(std::tuple{1, 1, 1}, std::tuple{1, 1, 6}, std::tuple{9, 1, 2}, std::tuple{2, 7, 3});
  const int flits = GENERATE(1, 2, 5);
  Configuration config = configuration({"torus", {{"sizes", {2}}}}, "min", 1);
  config.channels = {2, 5, 5, terminal, local, global};
  config.traffic.packet_size = flits;
  const ScratchDirectory scratch;
  std::ofstream(scratch / "packets") << "50 0 1 " << flits << "\n";
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = scratch / "packets";
  const RunResult result = simulate_model(config, {});
  // A network without groups has local channels only.
  CHECK(result.packet_latency.max == 2 + 5 + 2 + (flits - 1) * std::max(terminal, local));
}

// Checks: OW-9, SE-10
TEST_CASE("a channel of interval n carries a flit in n cycles") {
  const int interval = GENERATE(1, 2, 3, 10);
  Configuration config = configuration(kTwoGroups, "min", 2);
  config.traffic.load = 1;
  config.measurement.window = 12000;
  config.measurement.warmup_max = config.measurement.warmup_min = 2000;
  config.measurement.drain_max = 0;
  SECTION("between groups: all four terminals of a group send over its two channels") {
    config.traffic.pattern = Pattern::kWorstCase;
    config.channels.global_interval = interval;
    const RunResult result = simulate_model(config, {});
    CHECK(result.accepted_throughput == Approx(0.5 / interval).epsilon(0.02));
    for (const auto& channel : result.global_channels)
      CHECK(channel.utilisation == Approx(1.0 / interval).epsilon(0.02));
  }
  SECTION("from and to terminals: two of them, which send to each other") {
    config.topology = {"torus", {{"sizes", {2}}}};
    config.channels.terminal_interval = interval;
    CHECK(simulate_model(config, {}).accepted_throughput == Approx(1.0 / interval).epsilon(0.001));
  }
}

// Checks: CR-4, CR-17
TEST_CASE("intervals go by the classes of channels, and are registers of slow networks only") {
  Configuration config = configuration(kTwoGroups, "min", 2);
  const auto intervals = [&] {
    std::map<int, unsigned> by_port;
    for (const RegisterWrite& write : control_registers(config, make_fabric(config), 0))
      if (write.address >= 0x300 && write.address < 0x400)
        by_port[write.address - 0x300] = write.data;
    return by_port;
  };
  CHECK(intervals().empty());
  config.channels.terminal_interval = 7;
  config.channels.global_interval = 255;
  CHECK(intervals() == std::map<int, unsigned>{{0, 7}, {1, 7}, {2, 1}, {3, 255}});
}
