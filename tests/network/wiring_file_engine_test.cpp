// SPDX-License-Identifier: Apache-2.0
// Networks of every family, written to a file, read back and simulated.
#include <fstream>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/run/simulate_model.hpp"
#include "models/wiring/wiring_file.hpp"
#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

Configuration short_run(const TopologyConfig& topology) {
  Configuration config;
  config.topology = topology;
  config.router.vcs = 6;
  config.traffic.load = 0.2;
  config.channels.terminal_latency = 2;
  config.channels.local_latency = 3;
  config.channels.global_latency = 7;
  config.measurement.warmup_min = config.measurement.warmup_max = 100;
  config.measurement.window = 300;
  return config;
}

/// The network of `config` from a file: latencies are those of the file.
Configuration from_file(const Configuration& config, const std::string& path) {
  const Wiring wiring = make_wiring(config);
  std::ofstream(path) << (path.ends_with(".csv") ? wiring_csv(wiring) : wiring_json(wiring));
  Configuration read = config;
  read.topology = {"file", {{"wiring", path}}};
  read.channels = {};
  return read;
}

struct Traced {
  RunResult result;
  std::string trace;
};

Traced traced(const Configuration& config) {
  const ScratchDirectory scratch;
  RunOptions options;
  options.packet_trace_path = scratch / "trace";
  RunResult result = simulate_model(config, options);
  return {std::move(result), content_of(options.packet_trace_path)};
}

/// Checks that each packet of a trace took as many channels as lie between its routers at least.
/// Returns how many took more.
int detours(const Wiring& wiring, const std::string& trace) {
  const std::vector<TraceLine> packets = parse_trace(trace);
  int longer = 0;
  for (const TraceLine& packet : packets) {
    const int least = distances_from(
        wiring, wiring.injection(packet.source)
                    .router)[static_cast<std::size_t>(wiring.ejection(packet.destination).router)];
    CHECK(packet.hops >= least);
    longer += packet.hops > least ? 1 : 0;
  }
  CHECK(packets.size() > 100);
  return longer;
}

}  // namespace

TEST_CASE("a network by table runs the same from a file, latencies and all") {
  const TopologyConfig topology = GENERATE(values<TopologyConfig>(
      {{"butterfly", {{"k", {3}}, {"n", {3}}}},
       {"folded-clos", {{"radix", {4}}, {"levels", {3}}, {"terminals", {13}}}},
       {"torus", {{"sizes", {4, 3}}, {"concentration", {2}}}}}));
  const std::string format = GENERATE("csv", "json");
  INFO(topology.family);
  const ScratchDirectory scratch;
  const Configuration config = short_run(topology);
  const Traced family = traced(config);
  const Configuration read = from_file(config, scratch / ("net." + format));
  const Traced file = traced(read);
  CHECK((file.trace == family.trace));
  CHECK(file.result.mean_hops == family.result.mean_hops);
  CHECK(detours(make_wiring(read), file.trace) == 0);
}

TEST_CASE("a dragonfly from a file takes shortest paths, some shorter than its own minimal ones") {
  const ScratchDirectory scratch;
  const Configuration config =
      short_run({"dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}, {"g", {9}}}});
  const Configuration read = from_file(config, scratch / "net.csv");
  const Wiring wiring = make_wiring(read);
  CHECK(wiring == make_wiring(config));
  const Traced own = traced(config), shortest = traced(read);
  CHECK(detours(wiring, shortest.trace) == 0);
  // Over two global channels without a local one between them, 2 hops instead of 3.
  CHECK(detours(wiring, own.trace) > 0);
  CHECK(shortest.result.mean_hops < own.result.mean_hops);
}
