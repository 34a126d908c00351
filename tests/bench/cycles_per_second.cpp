// SPDX-License-Identifier: Apache-2.0
// Measures how fast a network runs: simulated cycles per CPU second of the whole engine, with
// traffic and statistics, for uniform random traffic and minimal routing on 1,056 terminals
// (264 routers). Writes JSON to standard output.
//
//   cycles_per_second [cycles [load...]]        default: 5000 cycles at loads 0.1 0.5 0.8
//
// $DRAGONFLY_BENCH_ENGINE is rtl (Verilated routers in SystemC, the default) or model;
// $DRAGONFLY_BENCH_ROUTING another algorithm by its number (docs/microarchitecture.md);
// $DRAGONFLY_BENCH_THREADS more threads than one, for which cycles_per_wall_second counts;
// $DRAGONFLY_BENCH_PATTERN another traffic pattern by its name (docs/configuration.md).
// To see where the time goes: perf record -g cycles_per_second 20000 0.5; perf report
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/routing.hpp"
#include "models/families/fabric.hpp"
#include "models/keys/keys.hpp"
#include "models/network/network_engine.hpp"
#include "models/run/run.hpp"
#include "sim/harness/network_run.hpp"
#include "sim/harness/rtl_routers.hpp"
#include "sim/rtl/variant_cache.hpp"

namespace {

dragonfly::Configuration configuration(double load, std::int64_t cycles) {
  dragonfly::Configuration config;
  config.traffic.load = load;
  // Long enough to fill the network; after it every cycle is in the window.
  config.measurement.warmup_min = 1000;
  config.measurement.warmup_max = 1000;
  config.measurement.window = cycles;
  if (const char* g = std::getenv("DRAGONFLY_BENCH_G"))
    config.topology.parameters["g"] = {std::atoi(g)};
  if (const char* depth = std::getenv("DRAGONFLY_BENCH_DEPTH"))
    config.router.buffer_depth = std::atoi(depth);
  if (const char* routing = std::getenv("DRAGONFLY_BENCH_ROUTING"))
    config.routing.algorithm = name_of(static_cast<dragonfly::Routing>(std::atoi(routing)));
  if (const char* pattern = std::getenv("DRAGONFLY_BENCH_PATTERN"))
    dragonfly::assign_text(*dragonfly::find_key("traffic", "pattern"), pattern, config,
                           "DRAGONFLY_BENCH_PATTERN");
  return config;
}

bool measures_model() {
  const char* engine = std::getenv("DRAGONFLY_BENCH_ENGINE");
  const std::string name = engine == nullptr ? "rtl" : engine;
  if (name != "rtl" && name != "model")
    throw std::runtime_error("DRAGONFLY_BENCH_ENGINE is neither rtl nor model");
  return name == "model";
}

int threads() {
  const char* const wanted = std::getenv("DRAGONFLY_BENCH_THREADS");
  return wanted == nullptr ? 1 : std::atoi(wanted);
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

nlohmann::json report(double load, const dragonfly::Wiring& network,
                      const dragonfly::RunResult& result, double seconds) {
  const auto simulated = static_cast<double>(result.cycles);
  return {{"load", load},
          {"engine", result.engine},
          {"accepted_throughput", result.accepted_throughput},
          {"cycles", result.cycles},
          {"cpu_seconds", seconds},
          {"cycles_per_cpu_second", simulated / seconds},
          {"cycles_per_wall_second", result.cycles_per_second},
          {"ns_per_router_cycle", seconds * 1e9 / simulated / network.routers()}};
}

nlohmann::json measure_model(double load, std::int64_t cycles) {
  const auto config = configuration(load, cycles);
  const dragonfly::RunOptions options;
  const dragonfly::Fabric fabric = dragonfly::make_fabric(config);
  dragonfly::Run run(config, options, fabric);
  const auto engine = make_network_engine(config, fabric, run.terminals(), threads());
  const double start = cpu_seconds();
  run.start();
  std::int64_t cycle = 0;
  do {
    engine->cycle(cycle);
  } while (run.end_of_cycle(cycle++, *engine));
  const auto result = run.finish(*engine, "model");
  return report(load, fabric.wiring, result, cpu_seconds() - start);
}

nlohmann::json measure(double load, std::int64_t cycles) {
  if (measures_model()) return measure_model(load, cycles);
  const auto config = configuration(load, cycles);
  dragonfly::RunOptions options;
  options.threads = threads();
  const dragonfly::Fabric fabric = dragonfly::make_fabric(config);
  const auto parameters =
      variant_parameters(config, *fabric.routes, dragonfly::BuiltDepth::kShared);
  const dragonfly::VariantCache cache(dragonfly::cache_directory(), dragonfly::variant_sources());
  const auto object =
      cache.get(parameters, dragonfly::VariantKind::kPlain,
                [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); });
  dragonfly::RtlRouters routers(config, fabric, object, {}, options.wave, nullptr);
  dragonfly::NetworkRun run(config, options, fabric);
  run.elaborate(parameters.shape(),
                [&](int router, std::size_t place) { return routers.make(router, place); });

  const double start = cpu_seconds();
  const auto result = run.simulate(nullptr);
  return report(load, fabric.wiring, result, cpu_seconds() - start);
}

/// In a process of its own, as SystemC elaborates once in a process.
nlohmann::json measure_in_child(double load, std::int64_t cycles) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    int status = 1;
    try {
      const std::string text = measure(load, cycles).dump();
      status =
          ::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    ::_exit(status);
  }
  ::close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error("a measurement failed");
  return nlohmann::json::parse(text);
}

}  // namespace

int main(int argc, char* argv[]) {
  try {
    const std::int64_t cycles = argc > 1 ? std::atoll(argv[1]) : 5000;
    std::vector<double> loads;
    for (int i = 2; i < argc; ++i) loads.push_back(std::atof(argv[i]));
    if (loads.empty()) loads = {0.1, 0.5, 0.8};
    nlohmann::json report = {
        {"terminals", 1056}, {"routers", 264}, {"points", nlohmann::json::array()}};
    for (const double load : loads) report["points"].push_back(measure_in_child(load, cycles));
    std::printf("%s\n", report.dump(2).c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cycles_per_second: %s\n", error.what());
    return 1;
  }
}
