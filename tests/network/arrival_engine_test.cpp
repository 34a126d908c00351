// SPDX-License-Identifier: Apache-2.0
// Networks whose routers decide on arrival in the network engine, beside the harness with router
// models; and what Kim, Dally and Abts (2007) say of them, in small.
#include <set>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/families/fabric.hpp"
#include "models/network/network_engine.hpp"
#include "models/router/control_registers.hpp"
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
  config.traffic.load = 0.4;
  config.measurement.warmup_min = config.measurement.warmup_max = 200;
  config.measurement.window = 200;
  config.measurement.drain_max = 2000;
  return config;
}

}  // namespace

TEST_CASE("engine and harness agree where decisions are taken on arrival") {
  const std::string routing =
      GENERATE(as<std::string>(), "min-ad", "dor", "val", "ugal", "ugal-s", "clos-ad");
  const auto [size, flow_control, depth, rate] =
      GENERATE(std::tuple{1, FlowControl::kVirtualCutThrough, 16, 1.0},
               std::tuple{1, FlowControl::kWormhole, 1, 0.6},
               std::tuple{4, FlowControl::kVirtualCutThrough, 5, 1.0},
               std::tuple{5, FlowControl::kWormhole, 3, 0.7});
  const std::vector<TopologyConfig> networks = {
      {"k-ary-n-flat", {{"k", {6}}, {"n", {2}}}},
      {"flattened-butterfly",
       {{"sizes", {4, 3}}, {"concentration", {2}}, {"parallel", {2, 1}}, {"paired", {1}}}},
      {"flattened-butterfly", {{"sizes", {20}}, {"concentration", {2}}}},
      {"generalized-hypercube", {{"sizes", {3, 2, 3}}}}};
  for (const TopologyConfig& network : networks) {
    const bool own_name = network.family == "generalized-hypercube" && routing == "dor";
    Configuration config = configuration(network, own_name ? "e-cube" : routing, 4);
    if (size == 4)
      config.routing.allocator = routing == "ugal-s" ? Allocator::kByRouting : Allocator::kGreedy;
    if (size == 5) config.routing.allocator = Allocator::kSequential;
    if (size == 5) config.routing.hop_metric = HopMetric::kAll;
    config.traffic.packet_size = size;
    config.router.flow_control = flow_control;
    config.router.buffer_depth = depth;
    config.traffic.sink_rate = rate;
    config.channels.global_latency = 3;
    INFO(network.family << ", packets of " << size);
    const std::string harness = trace_of_harness(config);
    CHECK(std::count(harness.begin(), harness.end(), '\n') > 100);
    CHECK((trace_of_engine(config) == harness));
  }
}

TEST_CASE("threads change nothing where decisions are taken on arrival") {
  const std::string routing =
      GENERATE(as<std::string>(), "min-ad", "dor", "val", "ugal", "ugal-s", "clos-ad");
  const TopologyConfig network =
      GENERATE(values<TopologyConfig>({{"k-ary-n-flat", {{"k", {8}}, {"n", {2}}}},
                                       {"generalized-hypercube", {{"sizes", {3, 2, 3}}}}}));
  const bool own_name = network.family == "generalized-hypercube" && routing == "dor";
  Configuration config = configuration(network, own_name ? "e-cube" : routing, 4);
  config.traffic.packet_size = GENERATE(1, 4);
  check_threads(config);
}

TEST_CASE("flits of two words, and routers of many VCs, where decisions are taken on arrival") {
  // 10 bits of coordinates twice, and 2 of a terminal; 70 ports with numbers of 4 VCs.
  const TopologyConfig network = GENERATE(
      values<TopologyConfig>({{"hypercube", {{"dimensions", {10}}, {"concentration", {4}}}},
                              {"flattened-butterfly", {{"sizes", {4}}, {"concentration", {67}}}}}));
  Configuration config = configuration(network, "val", 3);
  const Fabric fabric = make_fabric(config);
  const RouterShape shape = router_shape(router_sizes(config, fabric));
  CHECK((shape.flit_words == 2 || shape.mask_words() == 5));
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 3;
  config.measurement.drain_max = 20000;
  RunResult result;
  static_cast<void>(trace_of_engine(config, 1, &result));
  CHECK(result.packets_delivered == 3 * fabric.wiring.terminals());
}

TEST_CASE("all packets arrive, over no more channels than their routing takes") {
  const std::string routing =
      GENERATE(as<std::string>(), "min-ad", "dor", "val", "ugal", "ugal-s", "clos-ad");
  Configuration config = configuration(
      {"flattened-butterfly", {{"sizes", {3, 4, 2}}, {"concentration", {2}}}}, routing, 4);
  config.traffic.packet_size = GENERATE(1, 3);
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 30;
  RunResult result;
  const std::vector<TraceLine> packets = parse_trace(trace_of_engine(config, 1, &result));
  CHECK(result.packets_delivered == 48 * 30);
  const Fabric fabric = make_fabric(config);
  bool longest = false;
  for (const TraceLine& packet : packets) {
    int from = packet.source / 2, to = packet.destination / 2, distance = 0;
    for (const int size : {3, 4, 2}) {
      distance += from % size != to % size;
      from /= size;
      to /= size;
    }
    REQUIRE(packet.hops >= distance);
    if (packet.path == "minimal") REQUIRE(packet.hops == distance);
    REQUIRE(packet.hops <= (distance == 0 ? 0 : fabric.routes->most_hops()));
    longest = longest || packet.hops == fabric.routes->most_hops();
  }
  if (routing != "clos-ad") CHECK(longest);
}

TEST_CASE("throughput of an 8-ary 2-flat") {
  // 32 flits a port. Under bit-complement all terminals of a router send to those of one other:
  // over one channel, or over all. "MIN AD is limited to 1/k"; the others carry half the capacity.
  const auto [routing, vcs] =
      GENERATE(std::pair<const char*, int>{"min-ad", 1}, std::pair{"dor", 1}, std::pair{"val", 2},
               std::pair{"ugal", 2}, std::pair{"ugal-s", 2}, std::pair{"clos-ad", 2});
  const std::string name = routing;
  Configuration config = configuration({"k-ary-n-flat", {{"k", {8}}, {"n", {2}}}}, name, vcs);
  config.router.buffer_depth = 32 / vcs;
  config.measurement.warmup_min = config.measurement.warmup_max = 1000;
  config.measurement.window = 3000;
  config.measurement.drain_max = 0;
  const auto accepted = [&](Pattern pattern, double load) {
    config.traffic.pattern = pattern;
    config.traffic.load = load;
    return simulate_model(config, {}).accepted_throughput;
  };
  INFO(name);
  const double worst = accepted(Pattern::kBitComplement, 0.6),
               uniform = accepted(Pattern::kUniform, 1);
  if (vcs == 1) {
    CHECK(worst == Approx(1 / 8.0).epsilon(0.02));
    CHECK(uniform > 0.85);
  } else if (name == "val") {
    CHECK(worst > 0.44);
    CHECK(worst < 0.6);
    CHECK(uniform > 0.4);
    CHECK(uniform < 0.6);
  } else {
    CHECK(worst > 0.44);
    CHECK(uniform > 0.8);
  }
}
