// SPDX-License-Identifier: Apache-2.0
// Networks that several processes simulate together: here threads that share nothing but what they
// send each other.
#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/families/fabric.hpp"
#include "models/network/network_engine.hpp"
#include "models/run/simulate_model.hpp"
#include "tests/catch.hpp"
#include "tests/network/rank_threads.hpp"
#include "tests/network/traces.hpp"

using namespace dragonfly;

namespace {

Configuration short_run() {
  Configuration config = small_network();
  config.measurement.warmup_min = config.measurement.warmup_max = 100;
  config.measurement.window = 200;
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.load = 0.4;
  return config;
}

std::string text_of(RunResult result) {
  result.wall_seconds = result.cycles_per_second = 0;
  return to_json(result).dump();
}

/// Packet trace and result of ranks of so many threads. All ranks must have the same result.
std::string all_of_run(const Configuration& config, int ranks, int threads) {
  const ScratchDirectory scratch;
  const std::string trace = scratch / "trace";
  std::vector<std::string> results(static_cast<std::size_t>(ranks));
  RankThreads(ranks).run([&](Transport& transport) {
    RunOptions options;
    options.threads = threads;
    options.transport = &transport;
    options.packet_trace_path = trace;
    std::string& result = results[static_cast<std::size_t>(transport.rank())];
    try {
      result = text_of(simulate_model(config, options));
    } catch (const Error& error) {
      result = std::to_string(static_cast<int>(error.code())) + " " + error.what();
    }
  });
  for (const std::string& result : results) CHECK(result == results.front());
  return results.front() + content_of(trace);
}

void check_ranks(const Configuration& config) {
  RunResult result;
  const std::string trace = trace_of_engine(config, 1, &result);
  const std::string alone = text_of(result) + trace;
  CHECK(std::count(alone.begin(), alone.end(), '\n') > 300);
  for (const auto& [ranks, threads] : {std::pair{1, 1}, {2, 1}, {3, 2}, {4, 1}}) {
    INFO(ranks << " ranks of " << threads << " threads");
    CHECK((all_of_run(config, ranks, threads) == alone));
  }
}

}  // namespace

TEST_CASE("ranks have the packets and results of one process, for any routing") {
  Configuration config = short_run();
  config.routing.algorithm =
      GENERATE("min", "val", "ugal-l", "ugal-g", "ugal-l-vc", "ugal-l-vch", "ugal-l-cr");
  config.traffic.packet_size = GENERATE(1, 4);
  config.channels = GENERATE(ChannelConfig{1, 1, 1}, ChannelConfig{2, 1, 9});
  check_ranks(config);
}

TEST_CASE("ranks agree on other families") {
  struct Case {
    TopologyConfig topology;
    std::string routing;
    int vcs;
  };
  // Decisions on arrival; at every hop; long paths; terminals that receive at other routers.
  const std::vector<Case> cases = {
      {{"k-ary-n-flat", {{"k", {8}}, {"n", {2}}}}, "ugal-s", 3},
      {{"k-ary-n-flat", {{"k", {8}}, {"n", {2}}}}, "clos-ad", 3},
      {{"folded-clos", {{"radix", {8}}, {"levels", {3}}}}, "adaptive", 5},
      {{"torus", {{"sizes", {6, 6}}, {"concentration", {2}}}}, "min", 8},
      {{"butterfly", {{"k", {3}}, {"n", {4}}}}, "min", 4}};
  const int size = GENERATE(1, 3);
  for (const Case& each : cases) {
    INFO(each.topology.family);
    Configuration config = short_run();
    config.topology = each.topology;
    config.routing.algorithm = each.routing;
    config.router.vcs = each.vcs;
    config.traffic.pattern = Pattern::kUniform;
    config.traffic.packet_size = size;
    check_ranks(config);
  }
}

TEST_CASE("ranks agree on batches, and on terminals that consume late") {
  Configuration config = short_run();
  config.traffic.injection = GENERATE(Injection::kBatch, Injection::kBernoulli);
  config.traffic.batch_size = 20;
  config.traffic.sink_rate = GENERATE(1.0, 0.6);
  config.traffic.packet_size = 3;
  config.routing.algorithm = "ugal-l-cr";
  check_ranks(config);
}

TEST_CASE("ranks decide alike how long they measure") {
  Configuration config = short_run();
  config.traffic.packet_size = GENERATE(1, 2);
  SECTION("until a precision is reached") {
    config.traffic.injection = Injection::kBurst;
    config.traffic.burst_length = 12;
    config.traffic.load = 0.3;
    config.measurement.until_precision = 0.005;
    config.measurement.window_max = 3000;
    RunResult result;
    trace_of_engine(config, 1, &result);
    // Else nothing would have to be decided.
    REQUIRE(result.window_cycles > config.measurement.window);
  }
  SECTION("past saturation") { config.traffic.load = 0.9; }
  check_ranks(config);
}

TEST_CASE("ranks describe a network in the same words") {
  Configuration config = short_run();
  config.traffic.load = 0.9;
  config.traffic.packet_size = GENERATE(1, 4);
  config.router.buffer_depth = 4;
  const auto described = [&](Transport* transport) {
    const Fabric fabric = make_fabric(config);
    Terminals terminals(config, fabric);
    const auto engine = make_network_engine(config, fabric, terminals, {1, transport});
    for (std::int64_t cycle = 0; cycle < 300; ++cycle) {
      engine->cycle(cycle);
      terminals.report_deliveries();
    }
    const std::string blocked = engine->describe_blocked();
    return blocked + terminals.describe_network(20);
  };
  const std::string alone = described(nullptr);
  CHECK_THAT(alone, ContainsSubstring("routers are blocked"));
  std::vector<std::string> found(3);
  RankThreads(3).run([&](Transport& transport) {
    found[static_cast<std::size_t>(transport.rank())] = described(&transport);
  });
  for (const std::string& text : found) CHECK(text == alone);
}

TEST_CASE("what fails in one rank ends all of them with its message") {
  Configuration config = short_run();
  config.traffic.pattern = Pattern::kUniform;
  config.traffic.load = 0.3;
  config.traffic.packet_size = GENERATE(1, 2);
  std::vector<std::string> found(3);
  RankThreads(3).run([&](Transport& transport) {
    const Fabric fabric = make_fabric(config);
    Terminals terminals(config, fabric);
    const auto engine = make_network_engine(config, fabric, terminals, {1, &transport});
    bool given = false;
    try {
      for (std::int64_t cycle = 0; cycle < 1000; ++cycle) {
        engine->cycle(cycle);
        terminals.report_deliveries();
        // Terminal 40 is one of rank 1. It gets a credit that is still on its way.
        if (given || transport.rank() != 1 || terminals.credits(40) == config.router.buffer_depth)
          continue;
        terminals.credit(40);
        given = true;
      }
    } catch (const Error& error) {
      found[static_cast<std::size_t>(transport.rank())] = error.what();
    }
  });
  for (const std::string& text : found) {
    CHECK_THAT(text, ContainsSubstring("Terminal 40 received a credit"));
    CHECK(text == found.front());
  }
}

TEST_CASE("more ranks than groups are refused by all") {
  Configuration config = short_run();
  const std::string refused = all_of_run(config, 10, 1);
  CHECK_THAT(refused, ContainsSubstring("2 10 processes") && ContainsSubstring("9 at most"));
}
