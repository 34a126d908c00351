// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/families/fabric.hpp"
#include "tests/catch.hpp"
#include "tests/endpoint/ideal_network.hpp"
#include "tests/statistics/synthetic_runs.hpp"

namespace dragonfly {
namespace {

using test::DelayLine;
using test::measure;
using test::Run;
using test::SourceQueues;

DelayLine constant_latency(int terminals, double load, std::int64_t latency) {
  return {terminals, load, [=](std::int64_t, std::uint64_t) { return latency; }};
}

TEST_CASE("A steady process is measured soon, exactly, and over the window only") {
  Configuration config;
  config.traffic.load = 0.3;
  DelayLine process = constant_latency(100, 0.3, 12);
  const Run run = measure(config, 100, process);
  const RunResult& result = run.result;
  CHECK(run.last_phase == Phase::kDone);
  CHECK_FALSE(result.saturated);
  CHECK(result.saturation_reason.empty());
  CHECK(result.offered_load == 0.3);
  CHECK(result.warmup_cycles >= config.measurement.warmup_min);
  CHECK(result.warmup_cycles < 1.5 * static_cast<double>(config.measurement.warmup_min));
  REQUIRE(run.opened.size() == 1);
  REQUIRE(run.closed.size() == 1);
  CHECK(run.opened[0] + 1 == result.warmup_cycles);
  CHECK(run.closed[0] - run.opened[0] == config.measurement.window);

  const std::int64_t labelled = run.created_in(result.warmup_cycles, config.measurement.window);
  CHECK(result.packets_measured == labelled);
  CHECK(result.packet_latency.packets == labelled);
  CHECK(result.packet_latency.mean == 12);
  CHECK(result.packet_latency.min == 12);
  CHECK(result.packet_latency.p99 == 12);
  CHECK(result.packet_latency.max == 12);
  CHECK(result.network_latency.mean == 12);
  // What arrives in the window was created 12 cycles earlier.
  const auto arrived =
      static_cast<double>(run.created_in(result.warmup_cycles - 12, config.measurement.window));
  CHECK(result.accepted_throughput == Approx(arrived / (100.0 * 5000)).epsilon(1e-12));
  // The last labelled packets need their 12 cycles, those created after them another 12 at most.
  CHECK(result.cycles <= result.warmup_cycles + config.measurement.window + 24);
}

TEST_CASE("Hops that a flit cannot count are unknown") {
  for (const int hops : {13, 14}) {
    // Every fourth packet is non-minimal.
    DelayLine process(100, 0.3, [](std::int64_t, std::uint64_t) -> std::int64_t { return 10; });
    process.nonminimal_hops = hops;
    const RunResult result = measure(Configuration{}, 100, process).result;
    if (hops == 13)
      CHECK(result.mean_hops == Approx((3 * 3 + 13) / 4.0).epsilon(1e-3));
    else
      CHECK_FALSE(result.mean_hops);
  }
}

TEST_CASE("Minimal and non-minimal packets are told apart") {
  Configuration config;
  // Every fourth packet is non-minimal.
  DelayLine process(100, 0.3, [](std::int64_t, std::uint64_t number) -> std::int64_t {
    return number % 4 == 0 ? 20 : number % 4 == 1 ? 8 : 10;
  });
  const RunResult result = measure(config, 100, process).result;
  CHECK(std::abs(result.minimal.packets - 3 * result.nonminimal.packets) <= 3);
  CHECK(result.nonminimal.mean == 20);
  CHECK(result.minimal.mean == Approx(28.0 / 3).epsilon(1e-4));
  CHECK(result.minimal.p50 == 10);
  CHECK(result.packet_latency.p50 == 10);
  CHECK(result.packet_latency.mean == Approx(12).epsilon(1e-4));
  CHECK(result.mean_hops == Approx((3 * 3 + 5) / 4.0).epsilon(1e-4));
  REQUIRE(result.latency_histogram.size() == 3);
  CHECK(result.latency_histogram[0].latency == 8);
  CHECK(result.latency_histogram[0].nonminimal == 0);
  CHECK(result.latency_histogram[0].minimal + result.latency_histogram[1].minimal ==
        result.minimal.packets);
  CHECK(result.latency_histogram[2].latency == 20);
  CHECK(result.latency_histogram[2].nonminimal == result.nonminimal.packets);
}

TEST_CASE("No traffic at all is steady") {
  Configuration config;
  config.traffic.load = 0;
  DelayLine process = constant_latency(100, 0, 12);
  const RunResult result = measure(config, 100, process).result;
  CHECK_FALSE(result.saturated);
  CHECK(result.packets_measured == 0);
  CHECK(result.accepted_throughput == 0);
  CHECK(result.packet_latency.mean == 0);
  CHECK(result.cycles <= 1100 + config.measurement.window + 1);
}

/// An output-queued switch with random destinations, of real terminals.
RunResult output_queued_switch(double load) {
  Configuration config;
  config.topology.parameters["p"] = {2};
  config.topology.parameters["a"] = {4};
  config.topology.parameters["h"] = {2};
  config.traffic.load = load;
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  Measurement measurement(config, network.wiring.terminals(), terminals.total_packets());
  terminals.add_sink(measurement);
  test::IdealNetwork ideal(network, terminals);
  for (std::int64_t cycle = 0; !measurement.done(); ++cycle) {
    if (measurement.phase() == Phase::kFlush) terminals.stop();
    ideal.cycle(cycle);
    measurement.end_cycle(cycle, terminals.counters());
  }
  terminals.check_network_empty();
  return measurement.result();
}

TEST_CASE("The delay of an output-queued switch is that of the theory") {
  // Karol, Hluchyj, Morgan, "Input versus output queueing on a space-division packet switch"
  // (1987): with m inputs of load p the mean wait is (m-1)/m p / (2 (1-p)). Here an output has 71
  // inputs.
  for (const auto& [load, tolerance] : {std::pair{0.3, 0.02}, {0.6, 0.05}, {0.8, 0.2}}) {
    const RunResult result = output_queued_switch(load);
    INFO("load " << load);
    CHECK_FALSE(result.saturated);
    CHECK(std::abs(result.packet_latency.mean - (1 + 70.0 / 71 * load / (2 * (1 - load)))) <
          tolerance);
    CHECK(std::abs(result.accepted_throughput - load) < 4 * std::sqrt(load / (72 * 5000)));
    CHECK(result.network_latency.mean == result.packet_latency.mean);
  }
}

TEST_CASE("Long queues that are steady are not taken for saturation") {
  const RunResult result = output_queued_switch(0.95);
  CHECK_FALSE(result.saturated);
  // Wait 9.4; queues forget after some 2 / 0.05^2 = 800 cycles, so the window holds
  // 72 x 5000 / 1600 independent values.
  CHECK(std::abs(result.packet_latency.mean - (1 + 70.0 / 71 * 9.5)) < 4 * 9.5 / std::sqrt(225));
}

TEST_CASE("Overload is found, and its throughput measured") {
  for (const auto& [load, capacity] : {std::pair{0.9, 0.5}, {1.0, 1.0 / 32}, {0.55, 0.5}}) {
    Configuration config;
    config.traffic.load = load;
    const double served = capacity;
    SourceQueues process(100, load, [=](std::int64_t) { return served; });
    const Run run = measure(config, 100, process);
    INFO("load " << load << ", capacity " << capacity);
    CHECK(run.result.saturated);
    CHECK_THAT(run.result.saturation_reason, ContainsSubstring("offered"));
    CHECK(std::abs(run.result.accepted_throughput - capacity) <
          4 * std::sqrt(capacity / (100 * 5000)));
    CHECK(run.result.warmup_cycles < 10000);
    // The drain is cut short.
    CHECK(run.result.cycles <= run.result.warmup_cycles + 2 * config.measurement.window + 1);
    CHECK(run.last_phase == Phase::kDone);
  }
}

TEST_CASE("A little less than the capacity is not saturation, a little more is") {
  for (const double load : {0.45, 0.48}) {
    Configuration config;
    config.traffic.load = load;
    SourceQueues process(200, load, [](std::int64_t) { return 0.5; });
    const RunResult result = measure(config, 200, process).result;
    INFO("load " << load << ": " << result.saturation_reason);
    CHECK_FALSE(result.saturated);
    // A queue with arrivals of probability a and service of probability s, an arrival being served
    // in its own cycle at the earliest: mean number after a cycle a (1-s) / (s-a), and the
    // latency follows by Little's law; one cycle is added for the delivery.
    CHECK(result.packet_latency.mean == Approx(1 + 0.5 / (0.5 - load)).epsilon(0.15));
  }
  for (const double load : {0.505, 0.51}) {
    Configuration config;
    config.traffic.load = load;
    SourceQueues process(200, load, [](std::int64_t) { return 0.5; });
    CHECK(measure(config, 200, process).result.saturated);
  }
}

TEST_CASE("Slow transients are waited for, whatever their time constant") {
  for (const double time_constant : {500.0, 2000.0, 10000.0}) {
    Configuration config;
    config.measurement.warmup_max = 200000;
    DelayLine process(20, 0.2, [=](std::int64_t cycle, std::uint64_t) {
      return static_cast<std::int64_t>(
          std::lround(10 + 400 * (1 - std::exp(-static_cast<double>(cycle) / time_constant))));
    });
    const RunResult result = measure(config, 20, process).result;
    INFO("time constant " << time_constant);
    CHECK_FALSE(result.saturated);
    CHECK(static_cast<double>(result.warmup_cycles) > 4 * time_constant);
    CHECK(static_cast<double>(result.warmup_cycles) < 8 * time_constant + 1000);
    CHECK(result.packet_latency.mean == Approx(410).epsilon(0.02));
  }
}

TEST_CASE("Buffers that fill for thousands of cycles are waited for") {
  Configuration config;
  for (const std::int64_t filled : {2000, 8000}) {
    DelayLine process(50, 0.2, [=](std::int64_t cycle, std::uint64_t) {
      return 8 + std::min(cycle, filled) / 10;
    });
    const RunResult result = measure(config, 50, process).result;
    CHECK(result.warmup_cycles >= filled);
    CHECK(result.warmup_cycles < 3 * filled);
    const std::int64_t latency = 8 + filled / 10;
    CHECK(result.packet_latency.mean == Approx(static_cast<double>(latency)).epsilon(0.01));
  }
}

TEST_CASE("An overshoot is not taken for the steady state") {
  // Rises to 60, falls to 20, and is flat around cycle 1000 on its way.
  Configuration config;
  DelayLine process(100, 0.3, [](std::int64_t cycle, std::uint64_t) {
    const double x = static_cast<double>(cycle) / 800;
    return static_cast<std::int64_t>(20 + 109 * x * std::exp(-x));
  });
  const RunResult result = measure(config, 100, process).result;
  CHECK(result.packet_latency.mean == Approx(20.3).epsilon(0.05));
}

TEST_CASE("A window in which the process changes is given up") {
  Configuration config;
  DelayLine process(100, 0.3, [](std::int64_t cycle, std::uint64_t) -> std::int64_t {
    return 10 + std::clamp<std::int64_t>(cycle - 1500, 0, 3000) / 100;
  });
  const Run run = measure(config, 100, process);
  REQUIRE(run.opened.size() == 2);
  CHECK(run.opened[0] < 1500);
  CHECK(run.opened[1] > 4500);
  CHECK(run.closed.size() == 1);
  CHECK(run.result.packet_latency.mean == 40);
  CHECK(run.result.packets_measured ==
        run.created_in(run.result.warmup_cycles, config.measurement.window));
}

TEST_CASE("Source queues that grow for a time only are not saturation") {
  Configuration config;
  config.traffic.load = 0.3;
  // Served at 0.25 for 3,000 cycles, then at 0.5: 150 packets wait, and are gone by cycle 3,750.
  SourceQueues process(100, 0.3, [](std::int64_t cycle) { return cycle < 3000 ? 0.25 : 0.5; });
  const Run run = measure(config, 100, process);
  CHECK(run.opened[0] < 3000);  // it does look like saturation
  CHECK_FALSE(run.result.saturated);
  CHECK(run.result.warmup_cycles > 3750);
  CHECK(run.result.packet_latency.mean == Approx(1 + 0.5 / 0.2).epsilon(0.05));
}

TEST_CASE("A run that is never steady ends, and says so") {
  Configuration config;
  config.measurement.warmup_max = 5000;
  config.measurement.window = 2000;
  config.measurement.drain_max = 3000;
  config.traffic.load = 0.3;
  SECTION("growth too slow to be sure of before") {
    // A latency that grows by 0.015 a cycle: 1.5% of the packets stay inside.
    DelayLine process(2000, 0.3,
                      [](std::int64_t cycle, std::uint64_t) { return 10 + cycle * 15 / 1000; });
    const RunResult result = measure(config, 2000, process).result;
    CHECK(result.saturated);
    CHECK_THAT(result.saturation_reason, ContainsSubstring("warmup_max"));
    CHECK(result.warmup_cycles == 5000);
  }
  SECTION("some packets never arrive") {
    DelayLine process(100, 0.3, [](std::int64_t, std::uint64_t number) -> std::int64_t {
      return number % 1000 == 0 ? 1000000 : 10;
    });
    const Run run = measure(config, 100, process, 20000);
    CHECK(run.result.saturated);
    CHECK_THAT(run.result.saturation_reason, ContainsSubstring("drain_max"));
    CHECK(run.last_phase == Phase::kFlush);  // an engine's watchdog ends this
    CHECK(run.result.packet_latency.max == 10);
  }
  SECTION("oscillation") {
    DelayLine process(100, 0.3, [](std::int64_t cycle, std::uint64_t) -> std::int64_t {
      return 200 + static_cast<std::int64_t>(100 * std::sin(static_cast<double>(cycle) / 200));
    });
    const Run run = measure(config, 100, process, 20000);
    CHECK(run.last_phase == Phase::kDone);
    CHECK_FALSE(run.result.saturated);
    CHECK(run.result.cycles <= 5000 + 2000 + 3000);
  }
}

TEST_CASE("Labelled packets left after drain_max mean saturation") {
  Configuration config;
  config.measurement.drain_max = 50;
  DelayLine process(100, 0.3, [](std::int64_t, std::uint64_t number) -> std::int64_t {
    return number % 10 == 0 ? 100 : 10;
  });
  const RunResult result = measure(config, 100, process).result;
  CHECK(result.saturated);
  CHECK_THAT(result.saturation_reason, ContainsSubstring("50 cycles after the window"));
  CHECK(result.cycles <= result.warmup_cycles + config.measurement.window + 50 + 100);
}

TEST_CASE("Packets that are on their way longer than drain_max are no saturation") {
  const std::int64_t latency = GENERATE(30000, 65535, 200000);
  for (const double load : {0.0001, 0.3}) {
    INFO("latency " << latency << ", load " << load);
    Configuration config;
    config.traffic.load = load;
    DelayLine process = constant_latency(20, load, latency);
    const Run run = measure(config, 20, process, 10'000'000, -1, latency);
    CHECK(run.last_phase == Phase::kDone);
    CHECK_FALSE(run.result.saturated);
    CHECK(run.result.warmup_cycles >= latency);
    CHECK(run.result.packets_measured == run.result.packets_labelled);
    CHECK(run.result.packet_latency.min == latency);
    CHECK(run.result.packet_latency.max == latency);
    // What arrives in the window was created a path earlier.
    const std::int64_t window = config.measurement.window;
    const auto arrived =
        static_cast<double>(run.created_in(run.result.warmup_cycles - latency, window));
    CHECK(run.result.accepted_throughput ==
          Approx(arrived / (20 * static_cast<double>(window))).epsilon(1e-12));
  }
}

TEST_CASE("Saturation is found behind long paths as well") {
  Configuration config;
  config.traffic.load = 0.6;
  SourceQueues process(200, 0.6, [](std::int64_t) { return 0.5; });
  CHECK(measure(config, 200, process, 10'000'000, -1, 65535).result.saturated);
}

TEST_CASE("Limits of a run are extended where the longest path is longer, and only there") {
  const auto limits = [](std::int64_t min, std::int64_t max, std::int64_t drain,
                         std::int64_t path) {
    MeasurementConfig config;
    config.warmup_min = min;
    config.warmup_max = max;
    config.drain_max = drain;
    return run_limits(config, path);
  };
  CHECK(limits(1000, 50000, 50000, 25000) == RunLimits{1000, 50000, 50000});
  CHECK(limits(1000, 50000, 50000, 25001) == RunLimits{25001, 100002, 50000});
  CHECK(limits(1000, 50000, 50000, 50000) == RunLimits{50000, 150000, 50000});
  CHECK(limits(1000, 50000, 50000, 50001) == RunLimits{50001, 150002, 100001});
  // Nothing is waited for.
  CHECK(limits(0, 0, 0, 65535) == RunLimits{0, 0, 0});
}

TEST_CASE("A batch is measured from the first to the last packet") {
  Configuration config;
  config.topology.parameters["p"] = {2};
  config.topology.parameters["a"] = {4};
  config.topology.parameters["h"] = {2};
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 30;
  config.traffic.packet_size = 2;
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  Measurement measurement(config, network.wiring.terminals(), terminals.total_packets());
  terminals.add_sink(measurement);
  test::IdealNetwork ideal(network, terminals);
  CHECK(measurement.phase() == Phase::kMeasure);
  std::int64_t last_cycle = 0;
  WindowEvent event = WindowEvent::kNone;
  for (std::int64_t cycle = 0; !measurement.done(); ++cycle) {
    REQUIRE(event == WindowEvent::kNone);
    REQUIRE(cycle < 10000);
    ideal.cycle(cycle);
    event = measurement.end_cycle(cycle, terminals.counters());
    last_cycle = cycle;
    CHECK(measurement.fraction_done() <= 1);
  }
  CHECK(event == WindowEvent::kClosed);
  const RunResult result = measurement.result();
  CHECK_FALSE(result.saturated);
  CHECK(result.packets_measured == 72 * 30);
  CHECK(result.completion_cycles == last_cycle + 1);
  CHECK(result.packets_delivered == 72 * 30);
  CHECK(result.warmup_cycles == 0);
  CHECK(result.cycles == last_cycle + 1);
  CHECK(result.packet_latency.max == last_cycle);  // created in cycle 0
  CHECK(measurement.window_cycles() == result.cycles);
  CHECK(result.accepted_throughput ==
        Approx(30.0 * 2 / static_cast<double>(result.cycles)).epsilon(1e-12));
  CHECK(result.offered_load == result.accepted_throughput);
}

TEST_CASE("Phases follow each other, and the estimate of what is done stays in range") {
  Configuration config;
  DelayLine process = constant_latency(100, 0.3, 40);
  Measurement measurement(config, 100, -1);
  std::string phases = phase_name(measurement.phase());
  for (std::int64_t cycle = 0; !measurement.done(); ++cycle) {
    process.cycle(cycle, measurement.phase() == Phase::kFlush, measurement);
    measurement.end_cycle(cycle, process.counters);
    if (!phases.ends_with(phase_name(measurement.phase()))) {
      phases += std::string(" ") + phase_name(measurement.phase());
    }
    CHECK(measurement.fraction_done() >= 0);
    CHECK(measurement.fraction_done() <= 1);
  }
  CHECK(phases == "warm-up measure drain flush done");
}

TEST_CASE("A run can be looked at in any phase") {
  Configuration config;
  for (const std::int64_t cycles : {10, 2000, 6030}) {
    DelayLine process = constant_latency(100, 0.3, 12);
    const RunResult result = measure(config, 100, process, cycles).result;
    CHECK(result.cycles == cycles);
    if (cycles == 2000) {
      CHECK(result.accepted_throughput == Approx(0.3).epsilon(0.05));
      CHECK(result.packet_latency.mean == 12);
    }
  }
}

TEST_CASE("Measurement intervals that make no sense are refused") {
  const auto refused = [](const char* key, auto&& change) {
    Configuration config;
    change(config.measurement);
    CHECK_THROWS_WITH(Measurement(config, 10, -1), ContainsSubstring(key));
    CHECK_THROWS_AS(Measurement(config, 10, -1), InputError);
  };
  refused("warmup_min", [](MeasurementConfig& m) { m.warmup_min = -1; });
  refused("warmup_max", [](MeasurementConfig& m) { m.warmup_max = 999; });
  refused("window", [](MeasurementConfig& m) { m.window = 0; });
  refused("drain_max", [](MeasurementConfig& m) { m.drain_max = -1; });
}

TEST_CASE("The shortest intervals work") {
  Configuration config;
  config.measurement.warmup_min = 0;
  config.measurement.warmup_max = 0;
  config.measurement.window = 1;
  config.measurement.drain_max = 0;
  DelayLine process = constant_latency(100, 0.5, 1);
  const Run run = measure(config, 100, process);
  CHECK(run.last_phase == Phase::kDone);
  CHECK(run.closed[0] - run.opened[0] == 1);
  CHECK(run.result.packet_latency.packets == run.created_in(run.opened[0] + 1, 1));
}

}  // namespace
}  // namespace dragonfly
