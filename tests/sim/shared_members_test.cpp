// SPDX-License-Identifier: Apache-2.0
// Routers that share what they compute in a step. It holds anything before each step here, so a
// router that keeps a value in it from one step to the next goes wrong at once.
#include <cstdlib>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "sim/rtl/cache_entry.hpp"
#include "sim/rtl/variant_cache.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/network/traces.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

Configuration configuration(const TopologyConfig& topology, const std::string& algorithm, int vcs) {
  Configuration config = small_network();
  config.topology = topology;
  config.routing.algorithm = algorithm;
  config.router.vcs = vcs;
  config.traffic.load = 0.5;
  config.measurement.warmup_min = config.measurement.warmup_max = 200;
  config.measurement.window = 300;
  config.measurement.drain_max = 500;
  return config;
}

std::string trace_of_rtl(const Configuration& config, int threads) {
  const ScratchDirectory scratch;
  RunOptions options;
  options.threads = threads;
  options.assertions = Assertions::kOff;
  options.packet_trace_path = scratch / "trace";
  const ChildResult child = in_child([&] {
    ::setenv("DRAGONFLY_POISON", "1", 1);
    const std::string cycles = std::to_string(simulate_rtl(config, options).cycles);
    const auto parameters = variant_parameters(config, *make_routes(config), BuiltDepth::kShared);
    const VariantCache cache(cache_directory(), variant_sources(parameters.family));
    const auto object = cache.get(parameters, VariantKind{.assertions = false}, {});
    return content_of(CacheEntry(object.parent_path()).description());
  });
  INFO(child.text);
  REQUIRE(child.exit_code == 0);
  CHECK_THAT(child.text, ContainsSubstring("What its routers compute in a step is in one place"));
  return content_of(options.packet_trace_path);
}

}  // namespace

TEST_CASE("routers that share what they compute do as the model, in each family") {
  const TopologyConfig dragonfly = small_network().topology;
  const auto [topology, algorithm, vcs] = GENERATE_COPY(table<TopologyConfig, std::string, int>(
      {{dragonfly, "ugal-g", 3},
       {dragonfly, "ugal-l-cr", 3},
       {{"torus", {{"sizes", {3, 3}}, {"concentration", {2}}}}, "dor", 2},
       {{"k-ary-n-flat", {{"k", {3}}, {"n", {3}}}}, "clos-ad", 4}}));
  Configuration config = configuration(topology, algorithm, vcs);
  config.traffic.packet_size = GENERATE(1, 4);
  const std::string expected = trace_of_engine(config);
  CHECK(expected.size() > 5'000);
  CHECK((trace_of_rtl(config, 1) == expected));
}

TEST_CASE("each thread has its own copy of what its routers share") {
  const Configuration config = configuration(small_network().topology, "ugal-l-cr", 3);
  const std::string expected = trace_of_engine(config);
  CHECK((trace_of_rtl(config, 2) == expected));
  CHECK((trace_of_rtl(config, 3) == expected));
}
