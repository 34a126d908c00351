// SPDX-License-Identifier: Apache-2.0
// The harness on its own: networks of ideal routers.
#include <atomic>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

/// A trace file with a packet between every second pair of terminals, far enough apart in time that
/// none meets another.
std::string lonely_packets(const Configuration& config, const std::string& path, int size) {
  const int terminals = Dragonfly(dragonfly_parameters(config.topology)).terminals();
  std::ofstream file(path);
  std::int64_t cycle = 0;
  for (int source = 0; source < terminals; source += 5)
    for (int destination = source % 2; destination < terminals; destination += 2)
      file << (cycle += 200) << " " << source << " " << destination << " " << size << "\n";
  return path;
}

}  // namespace

// Checks: PT-4
TEST_CASE("zero-load latency is the sum of all channel latencies and the packet's length") {
  const ScratchDirectory scratch;
  const auto channels =
      GENERATE(ChannelConfig{1, 1, 1}, ChannelConfig{2, 3, 7}, ChannelConfig{8, 1, 64});
  const auto size = GENERATE(1, 5);
  Configuration config = small_network();
  config.channels = channels;
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = lonely_packets(config, scratch / "packets", size);
  RunOptions options;
  options.packet_trace_path = scratch / "trace";
  const auto result = in_child([&] {
    static_cast<void>(run_with(config, options, ideal_routers(config)));
    return std::string();
  });
  REQUIRE(result.text.empty());
  REQUIRE(result.exit_code == 0);
  const auto lines = parse_trace(content_of(scratch / "trace"));
  CHECK(lines.size() == 15 * 36);
  for (const auto& line : lines) {
    INFO(line.source << " to " << line.destination);
    REQUIRE(line.injected == line.created);
    REQUIRE(line.ejected - line.created ==
            minimal_latency(config, line.source, line.destination) + line.size - 1);
  }
}

TEST_CASE("all packets of a loaded network arrive, and utilisation counts the global channels") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  config.traffic.packet_size = GENERATE(1, 4);
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 40;
  RunOptions options;
  options.packet_trace_path = scratch / "trace";
  const auto result = in_child([&] {
    const auto run = run_with(config, options, ideal_routers(config));
    nlohmann::json json = {{"delivered", run.packets_delivered},
                           {"cycles", run.cycles},
                           {"engine", run.engine},
                           {"global", nlohmann::json::array()}};
    for (const auto& channel : run.global_channels) json["global"].push_back(channel.utilisation);
    return json.dump();
  });
  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.text);
  CHECK(json["delivered"] == 72 * 40);
  CHECK(json["engine"] == "rtl");

  const Dragonfly network(dragonfly_parameters(config.topology));
  double crossings = 0, counted = 0;
  for (const auto& line : parse_trace(content_of(scratch / "trace"))) {
    if (network.group_of_router(network.router_of_terminal(line.source)) !=
        network.group_of_router(network.router_of_terminal(line.destination)))
      crossings += line.size;
  }
  REQUIRE(json["global"].size() == 9 * 8);
  for (const auto& utilisation : json["global"]) counted += utilisation.get<double>();
  CHECK(counted * json["cycles"].get<double>() == Approx(crossings));
}

TEST_CASE("a network with more than 64 VCs a router works the same") {
  Configuration config;
  config.topology =
      topology_of({8, 10, 4, 3, Arrangement::kRelative});  // radix 21, stride 4: 84 bits
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 10;
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, ideal_routers(config)).packets_delivered);
  });
  CHECK(result.text == std::to_string(8 * 10 * 3 * 10));
}

TEST_CASE("flits of 128 bits arrive unharmed") {
  Configuration config;
  config.topology = topology_of({64, 20, 4, 41, Arrangement::kRelative});
  config.topology.parameters["g"] = {2};
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 2;
  const Dragonfly network(dragonfly_parameters(config.topology));
  if (DragonflyFlits(network).flit_words() == 1) config.topology.parameters["h"] = {64};
  REQUIRE(DragonflyFlits(Dragonfly(dragonfly_parameters(config.topology))).flit_words() == 2);
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, ideal_routers(config)).packets_delivered);
  });
  CHECK(result.text == std::to_string(64 * 20 * 2 * 2));
}

// Checks: DF-11, FM-13, PT-20, QE-12
TEST_CASE("the oracle shows every router of a group what all of them had in the cycle before") {
  class Witness : public IdealRouter {
   public:
    using IdealRouter::IdealRouter;
    void step(const RouterInputs& inputs) override {
      const std::int64_t now = cycle_;
      IdealRouter::step(inputs);
      const int first = network_.group_of_router(number_) * network_.a();
      for (int lane = 0; lane < shape_.oracle_lanes; ++lane) {
        const auto expected =
            now == 0 ? 0 : value(now - 1, first + lane / network_.h(), lane % network_.h());
        if (seen_oracle_.at(static_cast<std::size_t>(lane)) != expected)
          throw RouterFailure("lane " + std::to_string(lane) + " in cycle " + std::to_string(now));
      }
      for (int port = 0; port < network_.h(); ++port)
        occupancy_[static_cast<std::size_t>(port)] = value(now, number_, port);
    }

   private:
    static std::uint16_t value(std::int64_t cycle, int router, int port) {
      return static_cast<std::uint16_t>(cycle * 1000 + router * 10 + port);
    }
  };
  Configuration config = small_network();
  config.routing.algorithm = "ugal-g";
  RunOptions options;
  options.threads = GENERATE(1, 5);  // five threads divide groups
  const auto result = in_child([&] {
    static_cast<void>(run_with(config, options, [&](const Dragonfly& network, int number) {
      return std::make_unique<Witness>(network, number, config.router.vcs,
                                       config.router.buffer_depth);
    }));
    return std::string("seen");
  });
  CHECK(result.text == "seen");
}

// Checks: FM-13
TEST_CASE("an oracle of a group without global channels has no occupancies") {
  Configuration config;
  config.topology =
      topology_of({1, 9, 0, 1, Arrangement::kRelative});  // more routers than a word has lanes
  config.routing.algorithm = "ugal-g";
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 3;
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, ideal_routers(config)).packets_delivered);
  });
  CHECK(result.text == "27");
}

TEST_CASE("a router's failure names router and cycle, and how to get a wave") {
  class Failing : public IdealRouter {
   public:
    using IdealRouter::IdealRouter;
    void step(const RouterInputs& inputs) override {
      if (number_ == 13 && cycle_ == 250) throw RouterFailure("df_x.sv:5: claim_x: it is not so");
      IdealRouter::step(inputs);
    }
  };
  const Configuration config = small_network();
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, [&](const Dragonfly& network, int number) {
                            return std::make_unique<Failing>(network, number, 3, 16);
                          }).cycles);
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kAssertion));
  CHECK_THAT(result.text, ContainsSubstring("router 13 (group 3, router 1) in cycle 250"));
  CHECK_THAT(result.text, ContainsSubstring("claim_x: it is not so"));
  CHECK_THAT(result.text, ContainsSubstring("dragonfly waves --routers 13 --cycles 150:252"));
}

TEST_CASE("a router that never comes back is told of, and one that is slow is not") {
  static constexpr std::chrono::milliseconds kPiece{50};
  class Slow : public IdealRouter {
   public:
    using IdealRouter::IdealRouter;
    std::chrono::milliseconds time{0};
    void step(const RouterInputs& inputs) override {
      // In small pieces: a machine that stops for a while must not count.
      if (number_ == 7 && cycle_ == 30)
        for (auto slept = std::chrono::milliseconds{0}; slept < time; slept += kPiece)
          std::this_thread::sleep_for(kPiece);
      IdealRouter::step(inputs);
    }
  };
  const Configuration config = small_network();
  const auto run = [&](std::chrono::milliseconds time, double stall_seconds) {
    return in_child([&] {
      RunOptions options;
      options.stall_seconds = stall_seconds;
      std::promise<std::string> told;
      options.on_stall = [&](const std::string& message, int router) {
        told.set_value(std::to_string(router) + " " + message);
      };
      static_cast<void>(run_with(config, options, [&](const Dragonfly& network, int number) {
        auto router = std::make_unique<Slow>(network, number, 3, 16);
        router->time = time;
        return router;
      }));
      auto future = told.get_future();
      const bool was_told = future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
      return was_told ? future.get() : std::string("nothing");
    });
  };
  CHECK_THAT(
      run(std::chrono::seconds(2), 0.5).text,
      ContainsSubstring("7 the RTL of router 7 (group 1, router 3) does not settle: in cycle "
                        "30 its evaluation has not ended for 0.5 s"));
  CHECK(run(std::chrono::milliseconds(500), 20).text == "nothing");
  CHECK(run(std::chrono::milliseconds(500), 0).text == "nothing");
}

TEST_CASE("logic of a router that does not come to rest is bad input, with router and cycle") {
  class Oscillating : public IdealRouter {
   public:
    using IdealRouter::IdealRouter;
    void step(const RouterInputs& inputs) override {
      if (number_ == 13 && cycle_ == 250)  // as Verilator says it
        throw RouterFailure("df_x.sv:5: Active region did not converge.");
      IdealRouter::step(inputs);
    }
  };
  const Configuration config = small_network();
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, [&](const Dragonfly& network, int number) {
                            return std::make_unique<Oscillating>(network, number, 3, 16);
                          }).cycles);
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kBadInput));
  CHECK_THAT(result.text, ContainsSubstring("router 13 (group 3, router 1)") &&
                              ContainsSubstring("in cycle 250") &&
                              ContainsSubstring("df_x.sv:5: Active region did not converge") &&
                              ContainsSubstring("combinational loop"));
}

TEST_CASE("a lost packet is found, though nothing is blocked") {
  class Losing : public FaultyRouter {
   public:
    using FaultyRouter::FaultyRouter;

   private:
    void spoil(std::int64_t cycle, Mask& valid_ovc, Mask&) override {
      const std::uint64_t to_terminal = valid_ovc[0] & 1;  // port 0, VC0
      if (number_ != 20 || cycle < 300 || lost_ || to_terminal == 0) return;
      valid_ovc[0] ^= to_terminal;
      lost_ = true;
    }
    bool lost_ = false;
  };
  const Configuration config = small_network();
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, [&](const Dragonfly& network, int number) {
                            return std::make_unique<Losing>(network, number, 3, 16);
                          }).cycles);
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kDelivery));
  CHECK_THAT(result.text, ContainsSubstring("dragonfly waves"));
}

TEST_CASE("a flit that leaves on a port without a channel is a failure of its router") {
  class Astray : public FaultyRouter {
   public:
    using FaultyRouter::FaultyRouter;

   private:
    void spoil(std::int64_t cycle, Mask& valid_ovc, Mask&) override {
      if (number_ == 2 && cycle == 50) valid_ovc[0] |= std::uint64_t{1} << (6 * 4);  // port 6
    }
  };
  Configuration config = small_network();
  config.topology.parameters["g"] = {1};  // global ports, 5 and 6, lead nowhere
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, [&](const Dragonfly& network, int number) {
                            return std::make_unique<Astray>(network, number, 3, 16);
                          }).cycles);
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kAssertion));
  CHECK_THAT(result.text, ContainsSubstring("router 2 (group 0, router 2) in cycle 50"));
  CHECK_THAT(result.text, ContainsSubstring("port 6"));
}

TEST_CASE("a run can be interrupted, and reports progress until then") {
  Configuration config = small_network();
  config.measurement.warmup_min = config.measurement.warmup_max = 100'000'000;
  std::atomic<bool> interrupted{false};
  RunOptions options;
  options.interrupted = &interrupted;
  int reports = 0;
  options.on_progress = [&](const Progress& progress) {
    if (progress.phase != "warm-up" || progress.cycles_per_second <= 0 || progress.fraction > 0.5)
      throw std::logic_error("odd progress");
    interrupted = ++reports == 3;
  };
  const auto result = in_child(
      [&] { return std::to_string(run_with(config, options, ideal_routers(config)).cycles); });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kInterrupted));
}

TEST_CASE("the packet trace does not appear if the run fails") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  std::atomic<bool> interrupted{true};
  RunOptions options;
  options.interrupted = &interrupted;
  options.packet_trace_path = scratch / "trace";
  const auto result = in_child(
      [&] { return std::to_string(run_with(config, options, ideal_routers(config)).cycles); });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kInterrupted));
  CHECK(std::filesystem::is_empty(scratch.path()));
}
