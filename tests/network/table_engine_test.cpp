// SPDX-License-Identifier: Apache-2.0
// Networks with routes by table in the network engines, beside the harness with router models.
#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/engines.hpp"
#include "models/network/network_engine.hpp"
#include "models/router/control_registers.hpp"
#include "models/run/run.hpp"
#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"
#include "tests/network/traces.hpp"

using namespace dragonfly;

namespace {

/// The packet trace of a run of the network engine.
std::string trace_of_engine(const Configuration& config, const Wiring& wiring, int threads = 1) {
  const ScratchDirectory scratch;
  RunOptions options;
  options.packet_trace_path = scratch / "trace";
  const Fabric fabric = table_fabric(wiring, config);
  Run run(config, options, fabric);
  const auto engine = make_network_engine(config, fabric, run.terminals(), threads);
  run.start();
  std::int64_t cycle = 0;
  for (engine->cycle(cycle); run.end_of_cycle(cycle, *engine); engine->cycle(cycle)) ++cycle;
  static_cast<void>(run.finish(*engine, "model"));
  return content_of(options.packet_trace_path);
}

Configuration short_run(const std::string& routing, int vcs) {
  Configuration config = table_configuration(routing, vcs);
  config.measurement.warmup_min = config.measurement.warmup_max = 200;
  config.measurement.window = 200;
  config.measurement.drain_max = 2000;
  config.traffic.load = 0.35;
  return config;
}

void check_same(const Configuration& config, const Wiring& wiring) {
  const std::string harness =
      trace_of_harness(config, [&] { return table_fabric(wiring, config); });
  CHECK(std::count(harness.begin(), harness.end(), '\n') > 100);
  CHECK((trace_of_engine(config, wiring) == harness));
}

/// The latencies on a path with the fewest channels, both terminal channels included.
int path_latency(const Wiring& wiring, int source, int destination) {
  const PortPlace from = wiring.injection(source), to = wiring.ejection(destination);
  int sum =
      wiring.input_latency(from.router, from.port) + wiring.output_latency(to.router, to.port);
  for (int here = from.router; here != to.router;) {
    const auto left = [&](int router) {
      return distances_from(wiring, router)[static_cast<std::size_t>(to.router)];
    };
    const int before = left(here);
    for (int port = 0; port < wiring.ports(here); ++port) {
      const Peer peer = wiring.output(here, port);
      if (peer.kind != PeerKind::kRouter || left(peer.router) != before - 1) continue;
      sum += wiring.output_latency(here, port);
      here = peer.router;
      break;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("engine and harness agree on networks by table") {
  // Single flits go through the packet engine, but where a channel's port asks, or paths are long.
  const auto [size, flow_control, depth, rate] =
      GENERATE(std::tuple{1, FlowControl::kVirtualCutThrough, 16, 1.0},
               std::tuple{1, FlowControl::kVirtualCutThrough, 3, 0.6},
               std::tuple{4, FlowControl::kVirtualCutThrough, 5, 1.0},
               std::tuple{5, FlowControl::kWormhole, 3, 0.7});
  const std::string routing = GENERATE(as<std::string>(), "min", "val", "adaptive");
  for (auto& [name, wiring] : small_wirings()) {
    if (routing == "val" && wiring.family() == "butterfly") continue;
    INFO(name);
    Configuration config = short_run(routing, 8);
    config.traffic.packet_size = size;
    config.router.flow_control = flow_control;
    config.router.buffer_depth = depth;
    config.traffic.sink_rate = rate;
    Wiring longer = std::move(wiring);
    if (name != "odd") longer.set_latency(1, 3);
    check_same(config, longer);
  }
}

TEST_CASE("both engines do the same where both can run") {
  using Fate = std::tuple<std::int64_t, std::int64_t, std::int64_t, bool, int>;
  struct Sink : DeliverySink {
    std::vector<Fate> all;
    void delivered(std::span<const Delivery> deliveries) override {
      for (const Delivery& packet : deliveries)
        all.emplace_back(packet.ejected, packet.id, packet.injected, packet.nonminimal,
                         packet.hops);
    }
  };
  const auto [name, routing] =
      GENERATE(std::pair{"butterfly", "min"}, std::pair{"flattened-butterfly", "val"},
               std::pair{"odd", "min"}, std::pair{"ring", "min"}, std::pair{"ring of 9", "min"},
               std::pair{"ring of 5", "val"});
  // In the last ones packets take up to 8 hops.
  std::vector<std::pair<std::string, Wiring>> wirings = small_wirings();
  wirings.emplace_back("ring of 9", directed_ring(9, 3));
  wirings.emplace_back("ring of 5", directed_ring(5, 3));
  for (const auto& [family, wiring] : wirings) {
    if (family != name) continue;
    Configuration config = short_run(routing, 8);
    const Fabric fabric = table_fabric(wiring, config);
    // In the others channels come in where terminals do at other routers.
    const bool once = family == "flattened-butterfly" || wiring.family() == "ring";
    REQUIRE(decide_once(router_sizes(config, fabric), wiring) == once);
    REQUIRE(router_sizes(config, fabric).vectors() <= 64);
    const auto run = [&](auto make) {
      Terminals terminals(config, fabric);
      Sink sink;
      terminals.add_sink(sink);
      const std::unique_ptr<NetworkEngine> engine = make(terminals);
      for (std::int64_t cycle = 0; cycle < 500; ++cycle) {
        engine->cycle(cycle);
        terminals.report_deliveries();
      }
      std::sort(sink.all.begin(), sink.all.end());
      return sink.all;
    };
    const auto chosen = run(
        [&](Terminals& terminals) { return make_network_engine(config, fabric, terminals, 1); });
    const auto flits = run([&](Terminals& terminals) {
      return std::make_unique<FlitEngine<RouterKind<1, 1>>>(
          config, fabric, configured_unit(config, fabric), terminals, 1);
    });
    CHECK(chosen.size() > 200);
    CHECK((chosen == flits));
  }
}

// Checks: PT-10
TEST_CASE("the zero-load latency of networks by table is the sum of the latencies") {
  const ScratchDirectory scratch;
  const int size = GENERATE(1, 3);
  for (auto& [name, wiring] : small_wirings()) {
    INFO(name);
    Configuration config = short_run("min", 6);
    config.traffic.packet_size = size;
    config.traffic.pattern = Pattern::kTrace;
    config.traffic.trace_file = scratch / "packets";
    Wiring longer = std::move(wiring);
    // In the odd network paths with as many channels would differ in their latencies.
    if (name == "odd")
      longer.set_latency(longer.find_class("far"), 2);
    else
      for (std::size_t number = 0; number < longer.classes().size(); ++number)
        longer.set_latency(static_cast<int>(number), 2 + 3 * static_cast<int>(number));
    std::ofstream file(config.traffic.trace_file);
    std::int64_t cycle = 0;
    for (int source = 0; source < longer.terminals(); ++source)
      for (int destination = 0; destination < longer.terminals(); destination += 1 + source % 3)
        file << (cycle += 100) << " " << source << " " << destination << " " << size << "\n";
    file.close();
    const auto lines = parse_trace(trace_of_engine(config, longer));
    CHECK(lines.size() == static_cast<std::size_t>(cycle / 100));
    for (const auto& line : lines) {
      INFO(line.source << " to " << line.destination);
      REQUIRE(line.injected == line.created);
      REQUIRE(line.ejected - line.created ==
              path_latency(longer, line.source, line.destination) + size - 1);
    }
  }
}

TEST_CASE("the number of threads changes nothing in networks by table") {
  // In the ring the terminals of a region receive from another.
  const auto [wiring, vcs] = GENERATE(
      std::pair{directed_ring(4, 64), 3},
      std::pair{
          build_network("flattened-butterfly", {{"sizes", {4, 4, 4}}, {"concentration", {4}}}), 3});
  Configuration config = short_run("min", vcs);
  // Terminals that consume late keep what another region has sent.
  std::tie(config.traffic.packet_size, config.traffic.sink_rate) =
      GENERATE(std::pair{1, 1.0}, std::pair{4, 1.0}, std::pair{3, 0.6});
  const std::string alone = trace_of_engine(config, wiring);
  CHECK(std::count(alone.begin(), alone.end(), '\n') > 1000);
  for (const int threads : {2, 3, 7}) CHECK((trace_of_engine(config, wiring, threads) == alone));
}

TEST_CASE("the number of threads changes nothing in small networks by table") {
  const std::string routing = GENERATE(as<std::string>(), "min", "val", "adaptive");
  for (const auto& [name, wiring] : small_wirings()) {
    if (routing == "val" && wiring.family() == "butterfly") continue;
    INFO(name);
    Configuration config = short_run(routing, 8);
    config.traffic.packet_size = 2;
    const std::string alone = trace_of_engine(config, wiring);
    CHECK(std::count(alone.begin(), alone.end(), '\n') > 100);
    for (const int threads : {2, 3, 7}) CHECK((trace_of_engine(config, wiring, threads) == alone));
  }
}
