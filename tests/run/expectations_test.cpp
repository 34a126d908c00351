// SPDX-License-Identifier: Apache-2.0
// Latency at zero load and the bound of the throughput, against closed forms and simulations.
#include "models/run/expectations.hpp"

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/run/simulate_model.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

Configuration ring_of_8() {
  Configuration config;
  config.topology = {"torus", {{"sizes", {8}}}};
  config.routing.algorithm = "min";
  config.router.vcs = 4;
  config.channels.local_latency = 5;
  config.channels.terminal_latency = 2;
  return config;
}

Expectations expected(const Configuration& config) {
  const auto found = expectations(config, make_wiring(config));
  REQUIRE(found);
  return *found;
}

TEST_CASE("a ring has the latency and the throughput of its mean distance") {
  Configuration config = ring_of_8();
  // To the other seven: 1, 2 and 3 hops either way, and 4. Each of 16 channels carries as much.
  const double hops = 16.0 / 7;
  CHECK(expected(config).zero_load_latency.value() == Approx(4 + 5 * hops));
  CHECK(expected(config).throughput == Approx(16 / (8 * hops)));
  config.traffic.packet_size = 3;
  CHECK(expected(config).zero_load_latency.value() == Approx(4 + 5 * hops + 2));
  config.channels.local_interval = 2;
  CHECK(expected(config).throughput == Approx(16 / (8 * hops) / 2));
  CHECK_FALSE(expected(config).zero_load_latency);
}

TEST_CASE("expectations are of the pattern's traffic") {
  Configuration config = ring_of_8();
  config.traffic.pattern = Pattern::kTornado;  // 3 hops one way
  CHECK(expected(config).zero_load_latency.value() == Approx(4 + 5 * 3));
  CHECK(expected(config).throughput == Approx(1.0 / 3));
  config.traffic.pattern = Pattern::kNeighbor;
  CHECK(expected(config).throughput == Approx(1));
  config.traffic.sink_rate = 0.25;
  CHECK(expected(config).throughput == Approx(0.25));
  config.traffic.sink_rate = 1;
  // All seven others to terminal 0, which alone sends to any.
  config.traffic.pattern = Pattern::kHotspot;
  config.traffic.hotspot_fraction = 1;
  CHECK(expected(config).throughput == Approx(1.0 / 7));
  config.traffic.pattern = Pattern::kTrace;
  CHECK_FALSE(expectations(config, make_wiring(config)));
}

TEST_CASE("a dragonfly's worst case is limited to 1/(a p) on minimal paths") {
  Configuration config;
  config.topology = {"dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}}};
  config.traffic.pattern = Pattern::kWorstCase;
  CHECK(expected(config).throughput == Approx(1.0 / 8));  // Kim et al. 2008, Section 4.1
}

TEST_CASE("what is measured agrees with what is expected") {
  std::vector<Configuration> configurations = {ring_of_8(), {}};
  configurations.back().topology = {"dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}}};
  configurations.back().channels.global_latency = 9;
  for (Configuration config : configurations) {
    for (const Pattern pattern : {Pattern::kUniform, Pattern::kTornado, Pattern::kBitComplement,
                                  Pattern::kWorstPermutation}) {
      config.traffic.pattern = pattern;
      const Expectations calculated = expected(config);
      config.traffic.load = 0.002;
      config.measurement.window = 100000;
      CHECK(simulate_model(config, {}).packet_latency.mean ==
            Approx(*calculated.zero_load_latency).epsilon(0.02));
      // Beyond the bound not all is accepted; terminals away from the bottleneck may send more.
      config.traffic.load = calculated.throughput * 1.1;
      config.measurement.window = 5000;
      if (config.traffic.load <= 1) CHECK(simulate_model(config, {}).saturated);
    }
  }
}

TEST_CASE("the worst permutation is as bad in a simulation as it is by calculation") {
  Configuration config;
  config.topology = {"dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}}};
  config.traffic.pattern = Pattern::kWorstPermutation;
  config.traffic.load = 1;
  // A group's 8 terminals over one channel.
  CHECK(simulate_model(config, {}).accepted_throughput == Approx(1.0 / 8).epsilon(0.02));
}

}  // namespace
}  // namespace dragonfly
