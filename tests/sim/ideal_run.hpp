// SPDX-License-Identifier: Apache-2.0
// Runs of networks of ideal routers.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/fabric.hpp"
#include "sim/harness/network_run.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_router.hpp"
#include "tests/sim/in_child.hpp"

namespace dragonfly {

using RouterMaker = std::function<std::unique_ptr<Router>(const Dragonfly& network, int number)>;

inline RouterMaker ideal_routers(const Configuration& config) {
  return [config](const Dragonfly& network, int number) {
    return std::make_unique<IdealRouter>(network, number, config.router.vcs,
                                         config.router.buffer_depth);
  };
}

/// Not isolated: to be called in a child process.
inline RunResult run_with(const Configuration& config, const RunOptions& options,
                          const RouterMaker& make_router) {
  const Dragonfly network(dragonfly_parameters(config.topology));
  const Fabric fabric = make_fabric(config);
  NetworkRun run(config, options, fabric);
  run.elaborate(shape_of(network, config.router.vcs),
                [&](int number, std::size_t) { return make_router(network, number); });
  return run.simulate(nullptr);
}

/// A new directory, removed with everything in it.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::string name = std::filesystem::temp_directory_path() / "dragonfly_test_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch directory");
    path_ = name;
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

/// A line of a packet trace (models/statistics/packet_trace.hpp).
struct TraceLine {
  std::int64_t id = 0;
  int source = 0, destination = 0, size = 0;
  std::int64_t created = 0, injected = 0, ejected = 0;
  std::string path;
  int hops = 0;
};

inline std::vector<TraceLine> parse_trace(const std::string& text) {
  std::vector<TraceLine> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("id ")) continue;
    std::istringstream fields(line);
    TraceLine entry;
    fields >> entry.id >> entry.source >> entry.destination >> entry.size >> entry.created >>
        entry.injected >> entry.ejected >> entry.path >> entry.hops;
    REQUIRE(fields);
    lines.push_back(entry);
  }
  return lines;
}

/// p=2 a=4 h=2 g=9: 72 terminals, 36 routers of radix 7.
inline Configuration small_network() {
  Configuration config;
  config.topology = topology_of({2, 4, 2, 9, Arrangement::kRelative});
  config.measurement.warmup_min = 200;
  config.measurement.warmup_max = 2000;
  config.measurement.window = 500;
  config.measurement.drain_max = 2000;
  config.measurement.watchdog = 500;
  return config;
}

/// Sum of the latencies of all channels on the minimal path between two terminals, in a network
/// with one channel between each two groups.
inline std::int64_t minimal_latency(const Configuration& config, int source, int destination) {
  const Dragonfly network(dragonfly_parameters(config.topology));
  const ChannelConfig& latency = config.channels;
  const int from = network.router_of_terminal(source);
  const int to = network.router_of_terminal(destination);
  const int from_group = network.group_of_router(from), to_group = network.group_of_router(to);
  std::int64_t sum = 2 * latency.terminal_latency;
  if (from_group == to_group) return sum + (from != to ? latency.local_latency : 0);
  const GlobalEnd near = network.channels_between(from_group, to_group).at(0);
  const GlobalEnd far = network.far_end(near.group, near.router, near.port);
  if (near.router != network.local_index(from)) sum += latency.local_latency;
  if (far.router != network.local_index(to)) sum += latency.local_latency;
  return sum + latency.global_latency;
}

}  // namespace dragonfly
