// SPDX-License-Identifier: Apache-2.0
// Networks of Verilated routers: 72 terminals, radix 7.
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "sim/harness/rtl_routers.hpp"
#include "sim/rtl/variant_cache.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

ChildResult simulate(const Configuration& config, const RunOptions& options,
                     const std::function<std::string(const RunResult&)>& report) {
  return in_child([&] { return report(simulate_rtl(config, options)); });
}

/// The packet trace of a run that must succeed.
std::string trace_of(const Configuration& config, const WaveRequest& wave = {}, int threads = 1) {
  const ScratchDirectory scratch;
  RunOptions options;
  options.threads = threads;
  options.packet_trace_path = scratch / "trace";
  options.wave = wave;
  const auto result = simulate(config, options, [](const RunResult&) { return std::string(); });
  INFO(result.text);
  REQUIRE(result.exit_code == 0);
  return content_of(options.packet_trace_path);
}

/// Packets far enough apart in time that none meets another.
std::string lonely_packets(const std::string& path, int size) {
  std::ofstream file(path);
  for (int i = 0; i < 400; ++i)
    file << 100 * i << " " << i * 7 % 72 << " " << (i * 31 + i / 72) % 72 << " " << size << "\n";
  return path;
}

}  // namespace

// Checks: OW-12, PT-10
TEST_CASE("zero-load latency of the RTL is the closed form, to the cycle") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  config.channels = GENERATE(ChannelConfig{1, 1, 1}, ChannelConfig{2, 3, 7});
  config.routing.algorithm = GENERATE("min", "val");
  const int size = GENERATE(1, 4);
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = lonely_packets(scratch / "packets", size);
  const auto lines = parse_trace(trace_of(config));
  REQUIRE(lines.size() == 400);
  const Dragonfly network(dragonfly_parameters(config.topology));
  int nonminimal = 0;
  for (const auto& line : lines) {
    INFO(line.source << " to " << line.destination << " " << line.path << " " << line.hops);
    REQUIRE(line.injected == line.created);
    const std::int64_t latency = line.ejected - line.created - (line.size - 1);
    if (line.path == "minimal") {
      REQUIRE(latency == minimal_latency(config, line.source, line.destination));
      continue;
    }
    // Through an intermediate group: two global channels, the other hops are local.
    ++nonminimal;
    REQUIRE(line.hops >= 2);
    REQUIRE(line.hops <= 5);
    REQUIRE(latency == 2 * config.channels.terminal_latency + 2 * config.channels.global_latency +
                           (line.hops - 2) * config.channels.local_latency);
  }
  // Of 9 groups, VAL draws the source or the destination group twice in 9 times; every ninth packet
  // or so stays in its group.
  if (config.routing.algorithm == "min")
    CHECK(nonminimal == 0);
  else
    CHECK(nonminimal > 400 / 2);
}

TEST_CASE("every packet of a loaded RTL network arrives, whatever its size and flow control") {
  Configuration config = small_network();
  config.router.flow_control = GENERATE(FlowControl::kVirtualCutThrough, FlowControl::kWormhole);
  config.traffic.packet_size = GENERATE(1, 4, 16);
  config.traffic.load = 0.3;
  const auto result = simulate(config, {}, [](const RunResult& run) {
    return run.saturated || run.packets_measured < 100 ? "odd"
                                                       : std::to_string(run.accepted_throughput);
  });
  INFO(result.text);
  REQUIRE(result.exit_code == 0);
  CHECK(std::stod(result.text) == Approx(0.3).epsilon(0.1));
}

TEST_CASE("every algorithm and allocator delivers under worst-case traffic") {
  Configuration config = small_network();
  config.routing.algorithm =
      GENERATE("val", "ugal-l", "ugal-g", "ugal-l-vc", "ugal-l-vch", "ugal-l-cr");
  config.routing.allocator = GENERATE(Allocator::kGreedy, Allocator::kSequential);
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.load = 0.25;  // twice what minimal routing could carry: 1 / (a p)
  config.router.buffer_depth = 8;
  const auto result = simulate(config, {}, [](const RunResult& run) {
    return run.nonminimal.packets == 0 ? "odd" : std::to_string(run.accepted_throughput);
  });
  INFO(result.text);
  REQUIRE(result.exit_code == 0);
  CHECK(std::stod(result.text) == Approx(0.25).epsilon(0.1));
}

TEST_CASE("a run is a function of its configuration and seed") {
  Configuration config = small_network();
  config.routing.algorithm = "ugal-l-vch";
  config.traffic.load = 0.4;
  const std::string trace = trace_of(config);
  CHECK(trace_of(config) == trace);
  config.measurement.seed = 2;
  CHECK(trace_of(config) != trace);
}

TEST_CASE("routers that are traced behave as the others, and leave a wave") {
  const ScratchDirectory scratch;
  Configuration config = small_network();
  config.routing.algorithm = "ugal-l-cr";
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 20;
  const std::string trace = trace_of(config);
  WaveRequest wave;
  wave.fst_path = scratch / "wave.fst";
  wave.routers = {0, 5, 35};
  wave.first_cycle = 3;
  wave.last_cycle = 1'000'000;                    // to the end
  const auto traced = trace_of(config, wave, 2);  // by one thread, as it is a wave
  CHECK(traced == trace);
  CHECK(std::filesystem::file_size(wave.fst_path) > 1000);
}

TEST_CASE("a wave that cannot be is refused") {
  const ScratchDirectory scratch;
  const Configuration config = small_network();
  RunOptions options;
  options.wave.fst_path = scratch / "wave.fst";
  options.wave.routers = {36};
  options.wave.last_cycle = 10;
  const auto refused = [&] {
    const auto result = simulate(config, options, [](const RunResult&) { return std::string(); });
    CHECK(result.exit_code == static_cast<int>(ExitCode::kBadInput));
    CHECK(std::filesystem::is_empty(scratch.path()));
    return result.text;
  };
  CHECK_THAT(refused(), ContainsSubstring("routers 0 to 35"));
  options.wave.routers = {0};
  options.wave.first_cycle = 11;
  CHECK_THAT(refused(), ContainsSubstring("cycles 11 to 10"));
  options.wave.first_cycle = 0;
  options.wave.fst_path = scratch / "nowhere/wave.fst";
  CHECK_THAT(refused(), ContainsSubstring("nowhere"));
  options.wave.fst_path = scratch / "wave.fst";
  options.wave.first_cycle = 10'000'000;
  options.wave.last_cycle = 10'000'001;
  CHECK_THAT(refused(), ContainsSubstring("the run ended in cycle"));
}

TEST_CASE("what blocked RTL routers wait for is found through their ports") {
  /// Lets nothing out from cycle 300 on.
  class Muffled : public Router {
   public:
    Muffled(std::unique_ptr<Router> router, int words)
        : router_(std::move(router)), valid_(static_cast<std::size_t>(words)), credit_(valid_) {}
    void configure(std::span<const RegisterWrite>, int) override {}
    void step(const RouterInputs& inputs) override {
      router_->step(inputs);
      const bool silent = ++cycle_ > 300;
      const RouterOutputs outputs = router_->outputs();
      for (std::size_t word = 0; word < valid_.size(); ++word) {
        valid_[word] = silent ? 0 : outputs.valid_ovc[word];
        credit_[word] = silent ? 0 : outputs.credit_ivc[word];
      }
    }
    [[nodiscard]] RouterOutputs outputs() const override {
      RouterOutputs outputs = router_->outputs();
      outputs.valid_ovc = valid_.data();
      outputs.credit_ivc = credit_.data();
      return outputs;
    }

   private:
    std::unique_ptr<Router> router_;
    std::vector<std::uint64_t> valid_, credit_;
    int cycle_ = 0;
  };

  Configuration config = small_network();
  config.traffic.load = 0.5;
  config.traffic.packet_size = GENERATE(1, 4);
  RunOptions options;
  options.threads = GENERATE(1, 3);
  const auto result = in_child([&] {
    const Fabric fabric = make_fabric(config);
    const auto parameters = variant_parameters(config, *fabric.routes, BuiltDepth::kShared);
    const VariantCache cache(cache_directory(), variant_sources());
    RtlRouters routers(config, fabric, cache.get(parameters, VariantKind::kPlain, {}), {}, {},
                       nullptr);
    NetworkRun run(config, options, fabric);
    run.elaborate(
        parameters.shape(), [&](int number, std::size_t place) -> std::unique_ptr<Router> {
          auto router = routers.make(number, place);
          if (number != 7) return router;
          return std::make_unique<Muffled>(std::move(router), parameters.shape().mask_words());
        });
    return std::to_string(run.simulate(nullptr).cycles);
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kNoProgress));
  CHECK_THAT(result.text, ContainsSubstring("36 routers are blocked"));
  CHECK_THAT(result.text, ContainsSubstring(", waits for a credit of output port"));
  CHECK_THAT(result.text, ContainsSubstring("  router 7 (group 1, router 3) input port"));
  CHECK_THAT(result.text, ContainsSubstring("Longest wait-for chain"));
  CHECK_THAT(result.text, ContainsSubstring("-> router 7 (group 1, router 3) input port"));
}

TEST_CASE("a routing that needs more VCs than there are is refused") {
  Configuration config = small_network();
  config.routing.algorithm = "val";
  config.router.vcs = 2;
  const auto result = simulate(config, {}, [](const RunResult&) { return std::string(); });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kBadInput));
}
