// SPDX-License-Identifier: Apache-2.0
// Runs of the model that are saved in any cycle, and go on in another object, have the packets and
// results of those that are not.
#include "models/run/model_run.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "models/common/archive_file.hpp"
#include "models/common/random_source.hpp"
#include "models/config/configuration.hpp"
#include "models/run/simulate_model.hpp"
#include "models/run/validate.hpp"
#include "models/statistics/result_io.hpp"
#include "tests/catch.hpp"
#include "tests/run/run_directory.hpp"

namespace dragonfly {
namespace {

struct Found {
  std::string result, packets;
  std::int64_t cycles = 0;
};

Found found(RunResult result, const std::string& trace) {
  result.wall_seconds = result.cycles_per_second = 0;
  return {to_json(result).dump(), content(trace), result.cycles};
}

Found uninterrupted(const Configuration& config, int threads) {
  const RunDirectory directory;
  RunOptions options;
  options.threads = threads;
  options.packet_trace_path = directory / "trace";
  return found(simulate_model(config, options), options.packet_trace_path);
}

/// The run is saved in a cycle of each `part` or so, and goes on in a new object.
Found in_pieces(const Configuration& config, int threads, std::int64_t part, RandomSource& random) {
  const RunDirectory directory;
  RunOptions options;
  options.threads = threads;
  options.packet_trace_path = directory / "trace";
  options.checkpoint_path = directory / "checkpoint";  // the packet trace is kept
  const Fabric fabric = validated_fabric(config);
  auto run = std::make_unique<ModelRun>(config, options, fabric);
  const auto next_part = [&] { return 1 + random.below(static_cast<int>(2 * part)); };
  std::int64_t left = next_part();
  while (run->cycle()) {
    if (--left > 0) continue;
    left = next_part();
    std::stringstream file;
    ArchiveWriter writer(file, "run");
    writer(*run);
    writer.finish();
    // Having been saved changes nothing.
    if (random.chance(1, 4)) continue;
    run.reset();
    run = std::make_unique<ModelRun>(config, options, fabric);
    ArchiveReader reader(file, "file", "run", "run");
    reader(*run);
    reader.finish();
  }
  return found(run->finish(), options.packet_trace_path);
}

void check(const Configuration& config) {
  static RandomSource random(stream_key(1, Stream::kFuzz, 0));
  const Found whole = uninterrupted(config, 1);
  REQUIRE(std::count(whole.packets.begin(), whole.packets.end(), '\n') > 100);
  for (const int threads : {1, 3}) {
    INFO(threads << " threads");
    const Found pieces = in_pieces(config, threads, whole.cycles / 5, random);
    CHECK((pieces.packets == whole.packets));
    CHECK(pieces.result == whole.result);
  }
}

Configuration small_run(const TopologyConfig& topology = {"dragonfly",
                                                          {{"p", {2}}, {"a", {4}}, {"h", {2}}}}) {
  Configuration config;
  config.topology = topology;
  config.traffic.load = 0.4;
  config.measurement.warmup_min = config.measurement.warmup_max = 150;
  config.measurement.window = 150;
  config.measurement.drain_max = 1000;
  return config;
}

}  // namespace

TEST_CASE("a run that is saved goes on as if nothing had been, with any routing and packets") {
  Configuration config = small_run();
  config.routing.algorithm =
      GENERATE("min", "val", "ugal-l", "ugal-g", "ugal-l-vc", "ugal-l-vch", "ugal-l-cr");
  const auto [size, flow_control] =
      GENERATE(std::pair{1, FlowControl::kVirtualCutThrough},
               std::pair{5, FlowControl::kVirtualCutThrough}, std::pair{5, FlowControl::kWormhole});
  config.traffic.packet_size = size;
  config.router.flow_control = flow_control;
  config.router.buffer_depth = 6;
  config.traffic.pattern = Pattern::kWorstCase;
  check(config);
}

TEST_CASE("a run that is saved goes on with routers and channels of any kind") {
  struct Case {
    int p, a, h, g;
    ChannelConfig channels;
    int vcs, depth, speedup, queue, one_in;
  };
  const auto kind = GENERATE(
      // Long channels; output queues that hold flits back for long.
      Case{2, 4, 2, 9, {2, 3, 30}, 3, 40, 4, 0, 1},
      // Two mask words; 128-bit flits.
      Case{2, 33, 1, 3, {1, 1, 1}, 3, 32, 4, 5, 7},
      // More credits than a byte can count.
      Case{2, 4, 2, 5, {1, 2, 140}, 3, 300, 4, 0, 2},
      // More VCs than a byte can number.
      Case{2, 32, 1, 3, {1, 1, 2}, 8, 16, 4, 0, 1},
      // Slow channels.
      Case{2, 4, 2, 5, {1, 1, 3, 2, 1, 3}, 3, 8, 4, 6, 1});
  Configuration config = small_run(
      {"dragonfly", {{"p", {kind.p}}, {"a", {kind.a}}, {"h", {kind.h}}, {"g", {kind.g}}}});
  config.channels = kind.channels;
  config.router.vcs = kind.vcs;
  config.router.buffer_depth = kind.depth;
  config.router.speedup = kind.speedup;
  config.router.output_queue_depth = kind.queue;
  config.router.ctq_one_in = kind.one_in;
  config.routing.algorithm = GENERATE("ugal-l-cr", "ugal-l-vch", "ugal-g");
  config.routing.hop_metric = HopMetric::kAll;
  check(config);
}

TEST_CASE("a run that is saved goes on in networks of other families") {
  struct Case {
    TopologyConfig topology;
    std::string routing;
    int vcs;
  };
  // Decisions on arrival; at every hop; long paths; terminals that receive at other routers.
  const std::vector<Case> cases = {
      {{"k-ary-n-flat", {{"k", {6}}, {"n", {2}}}}, "ugal-s", 3},
      {{"k-ary-n-flat", {{"k", {6}}, {"n", {2}}}}, "clos-ad", 3},
      {{"k-ary-n-flat", {{"k", {6}}, {"n", {2}}}}, "dor", 3},
      {{"folded-clos", {{"radix", {8}}, {"levels", {3}}}}, "adaptive", 5},
      {{"torus", {{"sizes", {6, 6}}, {"concentration", {2}}}}, "dor", 2},
      {{"torus", {{"sizes", {4, 4}}, {"concentration", {2}}}}, "adaptive", 4},
      {{"butterfly", {{"k", {3}}, {"n", {4}}}}, "min", 4}};
  for (const int size : {1, 3}) {
    for (const Case& each : cases) {
      INFO(each.topology.family << " " << each.routing << ", packets of " << size);
      Configuration config = small_run(each.topology);
      config.routing.algorithm = each.routing;
      config.router.vcs = each.vcs;
      config.traffic.packet_size = size;
      check(config);
    }
  }
}

TEST_CASE("a run that is saved goes on with any traffic") {
  const RunDirectory directory;
  Configuration config = small_run();
  config.routing.algorithm = "ugal-l-cr";
  config.traffic.packet_size = GENERATE(1, 3);
  SECTION("bursts") {
    config.traffic.injection = Injection::kBurst;
    config.traffic.sink_rate = GENERATE(1.0, 0.6);
  }
  SECTION("a batch") {
    config.traffic.injection = Injection::kBatch;
    config.traffic.batch_size = 30;
    config.traffic.sink_rate = GENERATE(1.0, 0.6);
  }
  SECTION("a trace with gaps") {
    std::string packets;
    for (int k = 0; k < 300; ++k)
      packets += std::to_string(k / 20 * 1000 + k % 20) + " " + std::to_string(k % 72) + " " +
                 std::to_string((k * 7 + 1) % 72) + "\n";
    put(directory / "packets", packets);
    config.traffic.pattern = Pattern::kTrace;
    config.traffic.trace_file = directory / "packets";
  }
  SECTION("more than the network takes, so that sources queue") {
    config.traffic.pattern = Pattern::kWorstCase;
    config.routing.algorithm = GENERATE("min", "ugal-l-vch");
    config.traffic.load = 0.9;
    config.measurement.warmup_max = 3000;
    config.measurement.window = 1000;
  }
  check(config);
}

TEST_CASE("paths longer than the drain are neither saturation nor a missing throughput") {
  // A ring of 12: at most 6 hops of 10,000 cycles, and both terminal channels.
  Configuration config = small_run({"torus", {{"sizes", {12}}}});
  config.measurement = {};
  config.measurement.window = 200000;
  config.channels.local_latency = 10000;
  config.routing.algorithm = "min";
  config.router.vcs = 6;
  config.traffic.load = 0.0002;
  RunOptions options;
  std::vector<std::string> messages;
  options.on_message = [&](const std::string& text) { messages.push_back(text); };
  const RunResult result = simulate_model(config, options);
  CHECK_FALSE(result.saturated);
  CHECK(result.packets_measured == result.packets_labelled);
  CHECK(result.packet_latency.min == 10002);
  CHECK(result.packet_latency.max == 60002);
  CHECK(result.accepted_throughput == Approx(0.0002).epsilon(0.25));
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages.front(),
             ContainsSubstring("a packet can take 60002 cycles without waiting") &&
                 ContainsSubstring("measurement.drain_max from 50000 to 110002"));
  config.channels.local_latency = 1000;
  messages.clear();
  CHECK_FALSE(simulate_model(config, options).saturated);
  CHECK(messages.empty());
}

TEST_CASE("a run that is saved goes on with its measurement, whatever that has come to") {
  Configuration config = small_run();
  config.routing.algorithm = "ugal-l-vch";
  SECTION("a window that is made longer") {
    config.measurement.until_precision = 0.01;
    config.measurement.window = 100;
    config.measurement.window_max = 2000;
  }
  SECTION("a warm-up whose end is found, and given up") {
    config.traffic.pattern = Pattern::kWorstCase;
    config.traffic.load = GENERATE(0.45, 0.5, 0.55);
    config.router.buffer_depth = 128;
    config.measurement.warmup_min = 100;
    config.measurement.warmup_max = 4000;
    config.measurement.window = 400;
  }
  check(config);
}

}  // namespace dragonfly
