// Measures how fast the RTL network runs: simulated cycles per CPU second of the whole harness,
// with traffic and statistics, for uniform random traffic and minimal routing on 1,056 terminals
// (264 routers). Writes JSON to standard output.
//
//   cycles_per_second [cycles [load...]]        default: 5000 cycles at loads 0.1 0.5 0.8
//
// $DRAGONFLY_BENCH_ROUTING takes another algorithm by its number (docs/microarchitecture.md).
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

#include "models/topology/routing_tables.hpp"
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
  if (const char* g = std::getenv("DRAGONFLY_BENCH_G")) config.topology.g = std::atoi(g);
  if (const char* routing = std::getenv("DRAGONFLY_BENCH_ROUTING"))
    config.routing.algorithm = static_cast<dragonfly::Routing>(std::atoi(routing));
  return config;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

nlohmann::json measure(double load, std::int64_t cycles) {
  const auto config = configuration(load, cycles);
  const dragonfly::RunOptions options;
  const dragonfly::Dragonfly network(config.topology);
  const auto policy = vc_policy(network, config.routing.algorithm, config.router.vcs);
  const auto parameters = variant_parameters(config, network);
  const dragonfly::VariantCache cache(dragonfly::cache_directory(), dragonfly::variant_sources());
  const auto object =
      cache.get(parameters, dragonfly::VariantKind::kPlain,
                [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); });
  dragonfly::RtlRouters routers(config, network, policy, object, {}, options.wave, nullptr);
  dragonfly::NetworkRun run(config, options, network);
  run.elaborate(parameters.shape(), [&](int router) { return routers.make(router); });

  const double start = cpu_seconds();
  const auto result = run.simulate(nullptr);
  const double seconds = cpu_seconds() - start;
  const auto simulated = static_cast<double>(result.cycles);
  return {{"load", load},
          {"accepted_throughput", result.accepted_throughput},
          {"cycles", result.cycles},
          {"cpu_seconds", seconds},
          {"cycles_per_cpu_second", simulated / seconds},
          {"ns_per_router_cycle", seconds * 1e9 / simulated / network.routers()}};
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
