// SPDX-License-Identifier: Apache-2.0
// The harness with several threads: networks of ideal routers.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>
#include <tuple>

#include "models/config/configuration.hpp"
#include "models/statistics/result_io.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

/// Of a run in a child process: exit code, the result without times or the error's message, the
/// packet trace.
std::string all_of_run(const Configuration& config, int threads, const RouterMaker& make_router,
                       RunOptions options = {}) {
  const ScratchDirectory scratch;
  options.threads = threads;
  options.packet_trace_path = scratch / "trace";
  const ChildResult child = in_child([&] {
    nlohmann::ordered_json json = to_json(run_with(config, options, make_router));
    json.erase("wall_seconds");
    json.erase("cycles_per_second");
    return json.dump();
  });
  return fmt::format("{} {}\n{}", child.exit_code, child.text, content_of(scratch / "trace"));
}

/// `Broken` is a router that is made from network and number.
template <class Broken>
RouterMaker routers_of() {
  return [](const Dragonfly& network, int number) {
    return std::make_unique<Broken>(network, number, 3, 16);
  };
}

}  // namespace

TEST_CASE("result and packet trace do not depend on the number of threads") {
  Configuration config = small_network();
  std::tie(config.traffic.packet_size, config.traffic.sink_rate, config.traffic.injection) =
      GENERATE(std::tuple{1, 1.0, Injection::kBernoulli}, std::tuple{4, 0.6, Injection::kBernoulli},
               std::tuple{1, 0.6, Injection::kBurst}, std::tuple{4, 1.0, Injection::kBatch});
  if (config.traffic.packet_size == 4) config.channels = ChannelConfig{2, 3, 7};
  config.measurement.warmup_max = config.measurement.window = 200;
  config.traffic.load = 0.3;
  config.traffic.burst_load = 0.8;
  config.traffic.batch_size = 20;
  const std::string alone = all_of_run(config, 1, ideal_routers(config));
  REQUIRE(alone.starts_with("0 {"));
  CHECK(std::count(alone.begin(), alone.end(), '\n') > 1000);
  // Groups of four routers are divided too.
  for (const int threads : {2, 5})
    CHECK((all_of_run(config, threads, ideal_routers(config)) == alone));
}

TEST_CASE("flits of two words, and ports of which several are in a word, cross regions unharmed") {
  Configuration config;
  config.topology = topology_of({64, 20, 64, 41, Arrangement::kRelative});
  config.topology.parameters["g"] = {2};
  REQUIRE(DragonflyFlits(Dragonfly(dragonfly_parameters(config.topology))).flit_words() == 2);
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 1;
  const std::string alone = all_of_run(config, 1, ideal_routers(config));
  CHECK(std::count(alone.begin(), alone.end(), '\n') > 64 * 20 * 2);
  CHECK((all_of_run(config, 3, ideal_routers(config)) == alone));
}

TEST_CASE("threads beyond the routers, or for a reason all but one, are left out with a message") {
  Configuration config = small_network();
  config.topology.parameters["g"] = {1};
  config.traffic.injection = Injection::kBatch;
  const auto told = [&](int threads, bool one) {
    return in_child([&] {
             std::string messages;
             RunOptions options;
             options.threads = threads;
             options.on_message = [&](const std::string& message) { messages += message; };
             const Dragonfly network(dragonfly_parameters(config.topology));
             const Fabric fabric = make_fabric(config);
             NetworkRun run(config, options, fabric);
             if (one) run.use_one_thread("so it is");
             const RouterMaker make = ideal_routers(config);
             run.elaborate(shape_of(network, config.router.vcs),
                           [&](int number, std::size_t) { return make(network, number); });
             static_cast<void>(run.simulate(nullptr));
             return messages;
           })
        .text;
  };
  CHECK(told(3, false).empty());
  CHECK(told(5, false) == "the run uses 4 of --threads 5: the network has 4 routers");
  CHECK(told(1, true).empty());
  CHECK(told(2, true) == "the run uses 1 of --threads 2: so it is");
}

TEST_CASE("of routers that fail, the first of the first cycle is told, whatever the threads") {
  class Failing : public IdealRouter {
   public:
    using IdealRouter::IdealRouter;
    void step(const RouterInputs& inputs) override {
      // In the earlier cycle the routers of higher numbers, which are in other regions.
      const bool fails = cycle_ == 250 ? number_ >= 13 && number_ % 2 == 1 : cycle_ == 251;
      if (fails) throw RouterFailure(fmt::format("router {} says so", number_));
      IdealRouter::step(inputs);
    }
  };
  const std::string alone = all_of_run(small_network(), 1, routers_of<Failing>());
  CHECK_THAT(alone,
             ContainsSubstring("router 13 (group 3, router 1) in cycle 250:\nrouter 13 says so"));
  CHECK_THAT(alone, Catch::Matchers::StartsWith("3 "));
  for (const int threads : {2, 3})
    CHECK(all_of_run(small_network(), threads, routers_of<Failing>()) == alone);
}

TEST_CASE("a packet that goes wrong is told of in the same words, whatever the threads") {
  /// Copies a flit to a terminal, so that it comes twice.
  class Doubling : public FaultyRouter {
   public:
    using FaultyRouter::FaultyRouter;

   private:
    void spoil(std::int64_t cycle, Mask& valid_ovc, Mask&) override {
      if (number_ % 9 != 8 || cycle < 300) return;
      if ((before_ & 1) != 0) valid_ovc[0] |= 1;  // port 0, VC 0: what it sent last stands there
      before_ = valid_ovc[0];
    }
    std::uint64_t before_ = 0;
  };
  /// Loses a flit to a terminal.
  class Losing : public FaultyRouter {
   public:
    using FaultyRouter::FaultyRouter;

   private:
    void spoil(std::int64_t cycle, Mask& valid_ovc, Mask&) override {
      constexpr std::uint64_t kPort = 15;  // port 0, all VCs
      if (number_ != 30 || cycle < 300 || lost_) return;
      lost_ = (valid_ovc[0] & kPort) != 0;
      valid_ovc[0] &= ~kPort;
    }
    bool lost_ = false;
  };
  /// Lets nothing out.
  class Mute : public FaultyRouter {
   public:
    using FaultyRouter::FaultyRouter;

   private:
    void spoil(std::int64_t cycle, Mask& valid_ovc, Mask& credit_ivc) override {
      if (number_ == 20 && cycle > 300) valid_ovc[0] = credit_ivc[0] = 0;
    }
  };
  Configuration config = small_network();
  config.traffic.load = 0.5;
  config.traffic.packet_size = 2;
  const auto [make, exit_code] = GENERATE(std::pair{routers_of<Doubling>(), ExitCode::kDelivery},
                                          std::pair{routers_of<Losing>(), ExitCode::kDelivery},
                                          std::pair{routers_of<Mute>(), ExitCode::kNoProgress});
  const std::string alone = all_of_run(config, 1, make);
  INFO(alone);  // with the handle of a flit that comes twice
  CHECK_THAT(alone, Catch::Matchers::StartsWith(fmt::format("{} ", static_cast<int>(exit_code))));
  for (const int threads : {2, 3}) CHECK(all_of_run(config, threads, make) == alone);
}

TEST_CASE("of routers that never come back the first is told, whichever thread it is in") {
  static constexpr std::chrono::milliseconds kPiece{50};
  class Slow : public IdealRouter {
   public:
    using IdealRouter::IdealRouter;
    void step(const RouterInputs& inputs) override {
      // Router 35, in the region behind, is the first to be late by a good deal.
      const int pieces = cycle_ != 30 ? 0 : number_ == 19 ? 60 : number_ == 35 ? 70 : 0;
      if (cycle_ == 30 && number_ == 13) std::this_thread::sleep_for(8 * kPiece);
      for (int piece = 0; piece < pieces; ++piece) std::this_thread::sleep_for(kPiece);
      IdealRouter::step(inputs);
    }
  };
  const ChildResult child = in_child([&] {
    RunOptions options;
    options.threads = 3;  // 0 to 11, 12 to 23, 24 to 35
    options.stall_seconds = 1;
    std::promise<std::string> told;
    options.on_stall = [&](const std::string& message, int) { told.set_value(message); };
    static_cast<void>(run_with(small_network(), options, routers_of<Slow>()));
    return told.get_future().get();
  });
  CHECK_THAT(child.text, ContainsSubstring("the RTL of router 19 (group 4, router 3) does not "
                                           "settle: in cycle 30 its evaluation has not ended"));
}

TEST_CASE("an interrupted run ends with its threads") {
  static std::atomic<bool> interrupted{false};
  class Interrupting : public IdealRouter {
   public:
    using IdealRouter::IdealRouter;
    void step(const RouterInputs& inputs) override {
      if (number_ == 35 && cycle_ == 100) interrupted = true;
      IdealRouter::step(inputs);
    }
  };
  RunOptions options;
  options.interrupted = &interrupted;
  const std::string ended =
      all_of_run(small_network(), 3, routers_of<Interrupting>(), std::move(options));
  CHECK(ended == "130 interrupted in cycle 100\n");
}
