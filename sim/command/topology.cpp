// `dragonfly topology`: what the network is.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/config/keys.hpp"
#include "models/statistics/result_io.hpp"
#include "models/topology/deadlock.hpp"
#include "models/topology/topology_summary.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const std::string& title, const std::string& value) {
  return fmt::format("{:<34}{:>12}\n", title, value);
}

template <class Number>
std::string line(const std::string& title, Number value) {
  return line(title, fmt::format("{}", value));
}

std::string channels_per_pair(const TopologySummary& s) {
  if (s.min_channels_per_group_pair == s.max_channels_per_group_pair) {
    return fmt::format("{}", s.min_channels_per_group_pair);
  }
  return fmt::format("{} to {}", s.min_channels_per_group_pair, s.max_channels_per_group_pair);
}

std::string to_table(const Dragonfly& network, const TopologySummary& s) {
  return fmt::format("dragonfly p={} a={} h={} g={}, {} arrangement\n\n", network.p(), network.a(),
                     network.h(), network.g(), name_of(network.arrangement())) +
         line("terminals", s.terminals) + line("routers", s.routers) + line("groups", s.groups) +
         line("ports of a router (radix)", s.radix) +
         line("ports of a group (effective radix)", s.effective_radix) +
         line("local channels (bidirectional)", s.local_channels) +
         line("global channels (bidirectional)", s.global_channels) +
         line("global channels between two groups", channels_per_pair(s)) +
         line("unconnected global ports", s.unconnected_global_ports) +
         line("diameter, router to router", s.diameter) +
         line("average distance", fmt::format("{:.4f}", s.average_distance));
}

Json to_json(const Dragonfly& network, const TopologySummary& s) {
  return {{"p", network.p()},
          {"a", network.a()},
          {"h", network.h()},
          {"g", network.g()},
          {"arrangement", name_of(network.arrangement())},
          {"terminals", s.terminals},
          {"routers", s.routers},
          {"groups", s.groups},
          {"radix", s.radix},
          {"effective_radix", s.effective_radix},
          {"local_channels", s.local_channels},
          {"global_channels", s.global_channels},
          {"min_channels_per_group_pair", s.min_channels_per_group_pair},
          {"max_channels_per_group_pair", s.max_channels_per_group_pair},
          {"unconnected_global_ports", s.unconnected_global_ports},
          {"diameter", s.diameter},
          {"average_distance", s.average_distance}};
}

class Topology : public Subcommand {
 public:
  explicit Topology(CLI::App& root)
      : Subcommand(root, "topology", "tell what the network is"), key_options_(app()) {
    app().add_option("--json", json_path_, "save it as JSON")->type_name("FILE");
    app().add_flag("--check-deadlock", check_deadlock_,
                   "prove the routing on this network free of deadlock");
  }

  void execute() override {
    const Configuration config = key_options_.configuration();
    const Dragonfly network(config.topology);
    std::optional<AtomicFile> file;
    if (!json_path_.empty()) file.emplace(json_path_);
    const TopologySummary summary = summarize(network);
    Json json = to_json(network, summary);
    fmt::print("{}", to_table(network, summary));
    DeadlockReport report;
    if (check_deadlock_) {
      report = check(network, config);
      json["deadlock_free"] = report.deadlock_free();
      json["channel_dependencies"] = report.dependencies;
    }
    if (file) {
      file->stream() << dump(json);
      file->commit();
    }
    if (!report.deadlock_free()) throw Error(ExitCode::kDeadlockPossible, describe(report));
  }

 private:
  static DeadlockReport check(const Dragonfly& network, const Configuration& config) {
    const Routing routing = config.routing.algorithm;
    const VcPolicy policy = vc_policy(network, routing, config.router.vcs);
    const DeadlockReport report = check_deadlock(network, routing, policy, config.router.vcs);
    if (report.deadlock_free()) {
      fmt::print("\n{} with {} virtual channels: {}\n", name_of(routing), config.router.vcs,
                 describe(report));
    }
    return report;
  }

  KeyOptions key_options_;
  std::string json_path_;
  bool check_deadlock_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_topology(CLI::App& root) {
  return std::make_unique<Topology>(root);
}

}  // namespace dragonfly
