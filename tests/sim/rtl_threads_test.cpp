// SPDX-License-Identifier: Apache-2.0
// Verilated routers, and lockstep, with several threads: 72 terminals, radix 7.
#include <nlohmann/json.hpp>
#include <optional>

#include "models/config/configuration.hpp"
#include "sim/lockstep/report.hpp"
#include "sim/simulation/lockstep.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

Configuration short_run() {
  Configuration config = small_network();
  config.measurement.warmup_min = config.measurement.warmup_max = 100;
  config.measurement.window = 200;
  config.measurement.drain_max = 300;
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.packet_size = 4;
  config.traffic.load = 0.4;
  return config;
}

/// What `simulate` says in a process of its own, and the packet trace.
template <class Simulate>
std::string outcome(int threads, Simulate&& simulate) {
  const ScratchDirectory scratch;
  RunOptions options;
  options.threads = threads;
  options.packet_trace_path = scratch / "trace";
  const ChildResult child = in_child([&] { return simulate(options); });
  INFO(child.text);
  REQUIRE(child.exit_code == 0);
  return child.text + "\n" + content_of(options.packet_trace_path);
}

/// Of a lockstep run: how much was compared, or the difference.
std::string lockstep_outcome(const Configuration& config, int threads,
                             const std::optional<Fault>& fault) {
  return outcome(threads, [&](const RunOptions& options) {
    LockstepOptions lockstep;
    lockstep.fault = fault;
    try {
      const LockstepCount count = simulate_lockstep(config, options, lockstep).count;
      return std::to_string(count.router_cycles) + " " + std::to_string(count.state_compared);
    } catch (const DifferenceFound& found) {
      return to_json(found.difference()).dump();
    }
  });
}

}  // namespace

TEST_CASE("the packet trace of the RTL does not depend on the number of threads") {
  Configuration config = short_run();
  config.routing.algorithm = GENERATE("min", "ugal-g", "ugal-l-cr");
  const auto of_rtl = [&](int threads) {
    return outcome(threads, [&](const RunOptions& options) {
      return std::to_string(simulate_rtl(config, options).cycles);
    });
  };
  const std::string alone = of_rtl(1);
  CHECK(alone.size() > 5'000);
  CHECK((of_rtl(2) == alone));
  CHECK((of_rtl(3) == alone));
}

TEST_CASE("networks by table, and where decisions are taken on arrival, by several threads") {
  const auto [topology, routing] = GENERATE(
      std::pair<TopologyConfig, const char*>{{"torus", {{"sizes", {3, 3}}, {"concentration", {3}}}},
                                             "val"},
      std::pair<TopologyConfig, const char*>{{"k-ary-n-flat", {{"k", {3}}, {"n", {3}}}},
                                             "clos-ad"});
  Configuration config = short_run();
  config.topology = topology;
  config.routing.algorithm = routing;
  config.router.vcs = 4;
  config.traffic.pattern = Pattern::kUniform;
  const std::string alone = lockstep_outcome(config, 1, {});
  CHECK(alone.size() > 5'000);
  CHECK((lockstep_outcome(config, 3, {}) == alone));
}

TEST_CASE("lockstep with several threads compares and finds the same as with one") {
  Configuration config = short_run();
  config.routing.algorithm = "ugal-l-cr";
  const std::string compared = lockstep_outcome(config, 1, {});
  CHECK(compared.size() > 5'000);
  CHECK((lockstep_outcome(config, 2, {}) == compared));

  // In the region of the last thread.
  const Fault fault = parse_fault("33:df_switch_allocator.batch_q[3]@150=stuck1", 36);
  const std::string found = lockstep_outcome(config, 1, fault);
  CHECK_THAT(found, ContainsSubstring("\"router\":33"));
  for (const int threads : {2, 3}) CHECK(lockstep_outcome(config, threads, fault) == found);
}
