// SPDX-License-Identifier: Apache-2.0
// The network engine beside the SystemC harness with router models in it, and on its own.
#include "models/network/network_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/fabric.hpp"
#include "models/run/simulate_model.hpp"
#include "tests/catch.hpp"
#include "tests/network/traces.hpp"

using namespace dragonfly;

namespace {

Configuration short_run() {
  Configuration config = small_network();
  config.measurement.warmup_min = config.measurement.warmup_max = 200;
  config.measurement.window = 300;
  return config;
}

void check_same(const Configuration& config) {
  const std::string harness = trace_of_harness(config);
  CHECK(std::count(harness.begin(), harness.end(), '\n') > 100);
  CHECK((trace_of_engine(config) == harness));
}

}  // namespace

TEST_CASE("engine and harness agree for every routing, allocator and flow control") {
  Configuration config = short_run();
  config.routing.algorithm =
      GENERATE("min", "val", "ugal-l", "ugal-g", "ugal-l-vc", "ugal-l-vch", "ugal-l-cr");
  config.routing.allocator = GENERATE(Allocator::kGreedy, Allocator::kSequential);
  const auto [size, flow_control] =
      GENERATE(std::pair{1, FlowControl::kVirtualCutThrough},
               std::pair{5, FlowControl::kVirtualCutThrough}, std::pair{5, FlowControl::kWormhole});
  config.traffic.packet_size = size;
  config.router.flow_control = flow_control;
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.load = 0.3;
  config.router.buffer_depth = 6;
  check_same(config);
}

TEST_CASE("engine and harness agree for networks and routers of all kinds") {
  struct Case {
    DragonflyParameters topology;
    ChannelConfig channels;
    int vcs, depth, speedup, queue, one_in;
  };
  const auto kind = GENERATE(
      // Several channels between groups; unconnected ports; long channels.
      Case{{2, 4, 2, 3, Arrangement::kAbsolute}, {2, 3, 17}, 3, 16, 4, 0, 1},
      Case{{2, 4, 2, 6, Arrangement::kRelative}, {1, 1, 1}, 3, 4, 1, 2, 1},
      // One group; two mask words; eight VCs; 128-bit flits.
      Case{{3, 4, 0, 1, Arrangement::kRelative}, {1, 2, 1}, 1, 3, 2, 0, 1},
      Case{{4, 10, 4, 5, Arrangement::kRelative}, {1, 1, 3}, 5, 8, 3, 0, 3},
      Case{{1, 9, 2, 4, Arrangement::kRelative}, {1, 1, 1}, 8, 2, 8, 8, 2},
      Case{{2, 33, 1, 3, Arrangement::kRelative}, {1, 1, 1}, 3, 32, 4, 5, 7},
      // More credits than a byte can count.
      Case{{2, 4, 2, 9, Arrangement::kAbsolute}, {1, 2, 140}, 3, 300, 4, 0, 2},
      // More VCs than a byte can number.
      Case{{4, 32, 2, 3, Arrangement::kRelative}, {1, 1, 2}, 8, 16, 4, 0, 1});
  Configuration config = short_run();
  config.topology = topology_of(kind.topology);
  config.channels = kind.channels;
  config.router.vcs = kind.vcs;
  config.router.buffer_depth = kind.depth;
  config.router.speedup = kind.speedup;
  config.router.output_queue_depth = kind.queue;
  config.router.ctq_one_in = kind.one_in;
  config.routing.algorithm = GENERATE("ugal-l-cr", "ugal-g", "ugal-l-vch", "min");
  config.routing.hop_metric = HopMetric::kAll;
  config.traffic.load = 0.4;
  check_same(config);
}

// Checks: OW-11
TEST_CASE("engine and harness agree on terminals that consume late, and lose nothing") {
  struct Case {
    double rate;
    int vcs, depth, size;
    FlowControl flow_control;
    int terminal_latency;
  };
  const auto late = GENERATE(Case{0.5, 3, 16, 1, FlowControl::kVirtualCutThrough, 1},
                             Case{0.9, 5, 4, 4, FlowControl::kVirtualCutThrough, 3},
                             Case{0.03, 8, 2, 16, FlowControl::kWormhole, 2});
  Configuration config = short_run();
  config.traffic.sink_rate = late.rate;
  config.traffic.packet_size = late.size;
  config.router.vcs = late.vcs;
  config.router.buffer_depth = late.depth;
  config.router.flow_control = late.flow_control;
  config.channels.terminal_latency = late.terminal_latency;
  config.routing.algorithm = GENERATE("min", "ugal-l-cr");
  config.traffic.load = 0.6;
  check_same(config);
  // A batch ends when every packet has been delivered, and flits never consumed would be lost.
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 3;
  CHECK(simulate_model(config, {}).packets_delivered == 72 * 3);
}

// Checks: OW-11
TEST_CASE("the rate at which terminals consume bounds what the network delivers") {
  Configuration config = small_network();
  config.topology = topology_of({2, 4, 0, 1, Arrangement::kRelative});
  config.traffic.load = 0.8;
  config.traffic.sink_rate = 0.25;
  config.measurement.window = 20000;
  const RunResult slow = simulate_model(config, {});
  CHECK(slow.saturated);
  CHECK(slow.accepted_throughput == Approx(0.25).epsilon(0.03));
  config.traffic.sink_rate = 1;
  CHECK(simulate_model(config, {}).accepted_throughput == Approx(0.8).epsilon(0.03));
}

// Checks: CT-9
TEST_CASE("a terminal that keeps up returns a credit in the cycle in which its flit arrives") {
  // Two terminals send to the third as fast as they can, whose channel has no more flits than the
  // router has credits for: each is back 2L cycles after it was taken, and used in the next one.
  const int latency = GENERATE(1, 3), depth = GENERATE(1, 2, 3);
  Configuration config = short_run();
  config.topology = topology_of({3, 1, 0, 1, Arrangement::kRelative});
  config.routing.algorithm = "min";
  config.router.vcs = 1;
  config.router.buffer_depth = depth;
  config.channels.terminal_latency = latency;
  config.traffic.pattern = Pattern::kHotspot;
  config.traffic.hotspots = {2};
  config.traffic.hotspot_fraction = 1;
  config.traffic.load = 1;
  for (const std::string& trace : {trace_of_engine(config), trace_of_harness(config)}) {
    std::vector<std::int64_t> arrivals;
    for (const TraceLine& packet : parse_trace(trace))
      if (packet.destination == 2) arrivals.push_back(packet.ejected);
    std::sort(arrivals.begin(), arrivals.end());
    CAPTURE(latency, depth);
    REQUIRE(arrivals.size() > 100);
    for (std::size_t i = 10; i + 10 + static_cast<std::size_t>(depth) < arrivals.size(); ++i)
      REQUIRE(arrivals[i + static_cast<std::size_t>(depth)] == arrivals[i] + 2 * latency + 1);
  }
}

// Checks: OW-13
TEST_CASE("the watchdog waits for terminals that are about to consume") {
  Configuration config = short_run();
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 1;
  config.traffic.sink_rate = 0.002;  // 500 cycles a flit
  config.measurement.watchdog = 20;
  const RunResult result = simulate_model(config, {});
  CHECK(result.packets_delivered == 72);
  CHECK(result.packet_latency.max > 200);
}

TEST_CASE("a network that waits for delayed credits goes on before the largest t_d has passed") {
  // A packet is longer than a buffer, and the round trip at zero load is taken for shorter than it
  // is: credits are held, what waits for them is measured as congestion, and t_d grows.
  Configuration config = short_run();
  config.topology = topology_of({1, 4, 1, 5, Arrangement::kRelative});
  config.routing.algorithm = "ugal-l-cr";
  config.router.flow_control = FlowControl::kWormhole;
  config.router.buffer_depth = 3;
  config.router.output_queue_depth = 4;
  config.router.credit_round_trip = 6;
  config.traffic.packet_size = 16;
  config.traffic.load = 1;
  config.measurement.window = 100000;
  config.measurement.drain_max = 0;

  config.measurement.watchdog = 8000;
  CHECK_THROWS_WITH(simulate_model(config, {}),
                    ContainsSubstring("no flit has moved") &&
                        ContainsSubstring("measurement.watchdog = 32768 tells"));
  config.measurement.watchdog = 32768;
  CHECK(simulate_model(config, {}).packets_delivered > 0);
}

TEST_CASE("the result does not depend on the number of threads") {
  Configuration config = short_run();
  config.topology = topology_of({4, 8, 4, GENERATE(33, 5), Arrangement::kRelative});
  config.measurement.warmup_min = config.measurement.warmup_max = 50;
  config.measurement.window = 50;
  // Channels of one cycle and of many; output queues that hold flits back for long.
  config.channels = GENERATE(ChannelConfig{1, 1, 1}, ChannelConfig{2, 1, 40});
  config.routing.algorithm = GENERATE("val", "ugal-g", "ugal-l-vch");
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.load = 0.6;
  const std::string alone = trace_of_engine(config);
  CHECK(std::count(alone.begin(), alone.end(), '\n') > 1000);
  for (const int threads : {2, 3, 40}) CHECK((trace_of_engine(config, threads) == alone));
}

TEST_CASE("threads change nothing for any routing and length of packets") {
  Configuration config = short_run();
  // Groups of 8 routers; with 3 groups 7 threads divide them, and delayed credits cross regions.
  config.topology = topology_of({2, 8, 2, GENERATE(17, 3), Arrangement::kRelative});
  config.routing.algorithm =
      GENERATE("min", "val", "ugal-l", "ugal-g", "ugal-l-vc", "ugal-l-vch", "ugal-l-cr");
  config.routing.allocator = GENERATE(Allocator::kGreedy, Allocator::kSequential);
  config.traffic.packet_size = GENERATE(1, 4);
  config.channels = {2, 1, 5};
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.load = 0.4;
  check_threads(config);
}

TEST_CASE("threads change nothing for batches, bursts, and terminals that consume late") {
  Configuration config = short_run();
  config.topology = topology_of({2, 4, 2, 9, Arrangement::kRelative});
  config.routing.algorithm = GENERATE("ugal-l-vch", "ugal-l-cr");
  config.traffic.injection = GENERATE(Injection::kBatch, Injection::kBurst);
  config.traffic.batch_size = 20;
  config.traffic.packet_size = GENERATE(1, 3);
  config.router.flow_control = FlowControl::kWormhole;
  config.router.buffer_depth = 2;
  config.traffic.sink_rate = GENERATE(1.0, 0.6);
  config.traffic.load = 0.4;
  check_threads(config);
}

TEST_CASE("a run until a precision is as long in the harness and with any number of threads") {
  Configuration config = short_run();
  config.routing.algorithm = "ugal-l-vch";
  config.measurement.until_precision = 0.01;
  config.measurement.window_max = 30'000;
  check_same(config);
  RunResult alone, result;
  const std::string trace = trace_of_engine(config, 1, &alone);
  CHECK(alone.precision_reached == true);
  CHECK(alone.window_cycles > config.measurement.window);
  for (const int threads : {2, 3}) {
    CHECK((trace_of_engine(config, threads, &result) == trace));
    CHECK(result.window_cycles == alone.window_cycles);
    CHECK(result.latency_standard_error == alone.latency_standard_error);
  }
}

TEST_CASE("channels are counted over the whole of a longer window") {
  Configuration config = short_run();
  config.traffic.load = 0.3;
  config.measurement.until_precision = 0.01;
  RunResult result;
  static_cast<void>(trace_of_engine(config, 1, &result));
  CHECK(result.window_cycles > config.measurement.window);
  double flits = 0;
  for (const ChannelUtilisation& channel : result.global_channels) flits += channel.utilisation;
  // Of uniform traffic 64 of 72 destinations lie in another group, one global channel away.
  CHECK(flits == Approx(72 * result.accepted_throughput * 64 / 72).epsilon(0.02));
}

TEST_CASE("traces are the same with every compiler and library") {
  // Not what is right, which the other tests say, but that it is one and the same: FNV-1a digests
  // of what came out of g++ 12. After a change of the specification or the traffic they are new.
  const auto [routing, size, digest] = GENERATE(std::tuple{"min", 1, 0x39c725d78c55cd9bULL},
                                                std::tuple{"ugal-g", 1, 0xc5695bb58c8633baULL},
                                                std::tuple{"ugal-l-vch", 1, 0xc66e5ce2be31389bULL},
                                                std::tuple{"ugal-l-cr", 4, 0xa32b56d1e1bd81aaULL});
  Configuration config = short_run();
  config.routing.algorithm = routing;
  config.traffic.packet_size = size;
  config.traffic.injection = Injection::kBurst;
  config.traffic.load = 0.4;
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : trace_of_engine(config))
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  CHECK(hash == digest);
}

/// Makes a network fail in the middle of it: a terminal gets a credit that no flit was sent for.
std::string failure_with(const Configuration& config, int threads) {
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  const auto engine = make_network_engine(config, network, terminals, threads);
  REQUIRE(engine->threads() == threads);
  const int terminal = network.wiring.terminals() / 2;
  bool given = false;
  std::int64_t cycle = 0;
  try {
    for (; cycle < 10000; ++cycle) {
      engine->cycle(cycle);
      terminals.report_deliveries();
      if (given || terminals.credits(terminal) == config.router.buffer_depth) continue;
      terminals.credit(terminal);
      given = true;
    }
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kDelivery);
    return fmt::format("{} in cycle {}", error.what(), cycle);
  }
  return "none";
}

TEST_CASE("threads find the same error as one does, and go home") {
  Configuration config = short_run();
  config.topology = topology_of({4, 8, 4, 33, Arrangement::kRelative});
  config.traffic.load = 0.5;
  const std::string expected = failure_with(config, 1);
  CHECK_THAT(expected, ContainsSubstring("Terminal 528 received a credit"));
  CHECK(failure_with(config, 3) == expected);
  config.traffic.packet_size = 2;
  const std::string of_flits = failure_with(config, 1);
  CHECK_THAT(of_flits, ContainsSubstring("Terminal 528 received a credit"));
  CHECK(failure_with(config, 3) == of_flits);
}

TEST_CASE("an interrupted run ends with its threads") {
  Configuration config = short_run();
  config.topology = topology_of({4, 8, 4, 33, Arrangement::kRelative});
  config.traffic.load = 0.9;
  config.measurement.warmup_min = config.measurement.warmup_max = 100000;
  const std::atomic<bool> interrupted{true};
  RunOptions options;
  options.threads = 3;
  options.interrupted = &interrupted;
  CHECK_THROWS_WITH(simulate_model(config, options), ContainsSubstring("interrupted"));
}

TEST_CASE("flits of two words travel as those of one") {
  Configuration config = short_run();
  // 2 x GROUP_W + ROUTER_W + TERM_W = 2 x 7 + 4 + 4 = 22 bits; with 19 of other fields 23 are left.
  config.topology = topology_of({16, 16, 4, 5, Arrangement::kRelative});
  REQUIRE(FlitFormat(make_fabric(config).routes->design().header).flit_words() == 2);
  config.routing.algorithm = "ugal-l-vch";
  config.traffic.packet_size = GENERATE(1, 3);
  config.traffic.load = 0.2;
  check_same(config);
}

// Checks: PT-10
TEST_CASE("the engine has the zero-load latency of the closed form") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  config.channels = GENERATE(ChannelConfig{1, 1, 1}, ChannelConfig{2, 3, 7});
  const int size = GENERATE(1, 5);
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = scratch / "packets";
  {
    std::ofstream file(config.traffic.trace_file);
    for (int i = 0; i < 500; ++i)
      file << 100 * i << " " << i * 7 % 72 << " " << (i * 31 + i / 72) % 72 << " " << size << "\n";
  }
  const auto lines = parse_trace(trace_of_engine(config));
  REQUIRE(lines.size() == 500);
  for (const auto& line : lines)
    REQUIRE(line.ejected - line.created ==
            minimal_latency(config, line.source, line.destination) + size - 1);
}

/// Bursts of packets with pauses in which the network comes to rest.
void write_trace_with_gaps(const std::string& path, const std::vector<std::int64_t>& begins) {
  std::ofstream file(path);
  for (const std::int64_t begin : begins) {
    for (int i = 0; i < 400; ++i)
      file << begin + i / 20 << " " << i * 7 % 72 << " " << (i % 72 + 36) % 72 << " " << 1 + i % 3
           << "\n";
  }
}

TEST_CASE("what happens after gaps in a trace is what happens if they are simulated") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  config.channels = {2, 3, 20};
  config.measurement.watchdog = 100;  // shorter than the gaps
  config.routing.algorithm = GENERATE("val", "ugal-g", "ugal-l-vch", "ugal-l-cr");
  config.traffic.sink_rate = GENERATE(1.0, 0.5);
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = scratch / "packets";
  // In the middle of a gap the counters of time stamps, of 16 bits, begin again.
  write_trace_with_gaps(config.traffic.trace_file, {3, 1500, 1900, 64000, 66001});
  check_same(config);
  check_threads(config);
}

TEST_CASE("gaps of a trace take no time, however long they are") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  config.routing.algorithm = GENERATE("min", "ugal-g", "ugal-l-cr");
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = scratch / "packets";
  constexpr std::int64_t kFar = 999'999'999'999'999'000;
  write_trace_with_gaps(config.traffic.trace_file, {0, kFar});
  const RunResult result = simulate_model(config, {});
  CHECK(result.packets_delivered == 800);
  CHECK(result.cycles > kFar);
  CHECK(result.accepted_throughput >= 0);
  CHECK(result.cycles < kFar + 10000);
}

TEST_CASE("the largest batch begins at once, and can be interrupted") {
  Configuration config = small_network();
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 2147483647;
  config.traffic.packet_size = GENERATE(1, 2);
  std::atomic<bool> interrupted{false};
  RunOptions options;
  options.interrupted = &interrupted;
  std::int64_t cycle = 0;
  options.on_progress = [&](const Progress& progress) {
    cycle = progress.cycle;
    interrupted = true;
  };
  CHECK_THROWS_WITH(simulate_model(config, options), ContainsSubstring("interrupted in cycle"));
  CHECK(cycle > 0);
}

TEST_CASE("the engine counts the flits of global channels") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  config.traffic.packet_size = 4;
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 40;
  RunOptions options;
  options.packet_trace_path = scratch / "trace";
  const RunResult result = simulate_model(config, options);
  CHECK(result.engine == "model");
  CHECK(result.packets_delivered == 72 * 40);
  const Dragonfly network(dragonfly_parameters(config.topology));
  double crossings = 0, counted = 0;
  for (const auto& line : parse_trace(content_of(scratch / "trace")))
    if (line.source / 8 != line.destination / 8) crossings += line.size;
  for (const auto& channel : result.global_channels)
    counted += channel.utilisation * static_cast<double>(result.cycles);
  // Utilisation is over the cycles of the window, which for a batch is the whole run.
  CHECK(counted == Approx(crossings));
}

TEST_CASE("an interrupted run of the engine ends, and a wave is refused") {
  const std::atomic<bool> interrupted{true};
  RunOptions options;
  options.interrupted = &interrupted;
  try {
    static_cast<void>(simulate_model(small_network(), options));
    FAIL("it went on");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInterrupted);
  }
  options = {};
  options.wave.fst_path = "wave.fst";
  CHECK_THROWS_WITH(simulate_model(small_network(), options), ContainsSubstring("wave"));
}

TEST_CASE("a routing that needs more VCs than there are is refused by the engine") {
  Configuration config = small_network();
  config.routing.algorithm = "val";
  config.router.vcs = 2;
  CHECK_THROWS_AS(simulate_model(config, {}), InputError);
}
