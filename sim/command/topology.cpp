// SPDX-License-Identifier: Apache-2.0
// `dragonfly topology`: what the network is.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "models/common/atomic_file.hpp"
#include "models/common/counted.hpp"
#include "models/common/error.hpp"
#include "models/common/streams.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/deadlock.hpp"
#include "models/families/dragonfly/dragonfly_family.hpp"
#include "models/families/dragonfly/routing.hpp"
#include "models/families/fabric.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/toml.hpp"
#include "models/paths/path_list.hpp"
#include "models/run/validate.hpp"
#include "models/statistics/result_io.hpp"
#include "models/wiring/graph_export.hpp"
#include "sim/command/network_options.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/plot.hpp"
#include "sim/command/progress_line.hpp"
#include "sim/command/scalability.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/command/topology_paths.hpp"
#include "sim/command/topology_report.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// A drawing of more channels shows nothing any more, and takes minutes.
constexpr std::size_t kMaxDrawnChannels = 200'000;

class TopologyCommand : public Subcommand {
 public:
  explicit TopologyCommand(CLI::App& root)
      : Subcommand(root, "topology", "tell what a network is: size, distances, paths, loads"),
        json_(app(), "--json", "save the results as JSON"),
        csv_(app(), "--csv",
             "save the results as CSV: a header and a line; with --paths a line for each router or "
             "path"),
        network_options_(app()),
        plot_(app(), "plot_topology.py", "draw the network") {
    const auto add = [&](Option* option) { of_a_network_.push_back(option); };
    add(app().add_flag("--metrics", metrics_,
                       "also tell path diversity, bisection, and the channel loads of minimal "
                       "routing under uniform and the worst traffic"));
    paths_option_ = app().add_option(
        "--paths", paths_,
        "also count the short Valiant paths of a dragonfly; with two routers, as --paths 0.0,1.1 "
        "(group.router), list the paths between them");
    add(paths_option_->type_name("[FROM,TO]")->expected(0, 1));
    export_option_ = app().add_option("--export", export_,
                                      "write the network as graphml or dot, or its whole "
                                      "wiring, for --wiring, as csv or json: to standard "
                                      "output, in place of the table, or to --out");
    add(export_option_->type_name("FORMAT"));
    out_option_ = app().add_option("--out", out_path_, "file for the network of --export");
    add(out_option_->type_name("FILE"));
    config_option_ = app().add_option(
        "--emit-config", config_path_,
        "write the configuration of the network, for `dragonfly run --config FILE`");
    add(config_option_->type_name("FILE"));
    add(app().add_flag("--check-deadlock", check_deadlock_,
                       "prove that the routing on this network is free of deadlock"));
    add(app().find("--plot"));
    app().add_flag("--scalability", scalability_,
                   "instead of one network, tell how large the largest of a router radix are: one "
                   "hop, balanced dragonfly, flattened butterflies");
  }

  void execute() override {
    check_options();
    json_.open();
    csv_.open();
    if (scalability_) {
      print_scalability();
      return;
    }
    const Configuration config = network_options_.configuration();
    const TopologyConfig& network = config.topology;
    if (asks_for_paths() || is_dragonfly(network)) require_plain_dragonfly(network);
    if (emits_config()) validate(config);
    plot_.open();
    std::optional<AtomicFile> out, config_file;
    if (exports()) out.emplace(graph_to_standard_output() ? kStandardOutput : out_path_);
    if (emits_config()) config_file.emplace(config_path_);

    const SeenNetwork seen = built(config, out, exports() ? graph_format(export_) : GraphFormat{});
    if (plot_.given()) require_drawable(seen.graph);
    if (config_file) put(to_toml(config), *config_file);
    if (wants_report()) report(network, config, seen);
    if (plot_.given()) plot_.draw(graph_json(seen.graph, shown_parameters(network)));
  }

 private:
  /// Builds the network and exports it. Its wiring is not kept, which is as large as the graph.
  [[nodiscard]] static SeenNetwork built(const Configuration& config,
                                         std::optional<AtomicFile>& out, GraphFormat format) {
    const Wiring wiring = make_wiring(config);
    if (out) put(export_network(wiring, shown_parameters(config.topology), format), *out);
    return SeenNetwork(wiring);
  }

  [[nodiscard]] bool exports() const { return export_option_->count() > 0; }
  [[nodiscard]] bool emits_config() const { return config_option_->count() > 0; }
  [[nodiscard]] bool asks_for_paths() const { return paths_option_->count() > 0; }
  [[nodiscard]] bool graph_to_standard_output() const {
    return exports() && (out_option_->count() == 0 || out_path_ == kStandardOutput);
  }
  [[nodiscard]] bool table_to_standard_output() const {
    return !json_.to_standard_output() && !csv_.to_standard_output() &&
           !graph_to_standard_output() && config_path_ != kStandardOutput;
  }
  [[nodiscard]] bool wants_report() const {
    return table_to_standard_output() || json_.given() || csv_.given();
  }

  void check_options() const {
    std::vector<NamedFile> outputs = plot_.files();
    outputs.insert(outputs.end(), {json_.named(),
                                   csv_.named(),
                                   {"--export", graph_to_standard_output() ? "-" : out_path_},
                                   {"--emit-config", config_path_}});
    check_files(network_options_.inputs(), outputs);
    if (scalability_) require_no_network();
    if (exports()) static_cast<void>(graph_format(export_));
    if (out_option_->count() > 0 && !exports())
      throw InputError("--out is where --export writes; add --export FORMAT, or use --json FILE");
    if (!graph_to_standard_output()) return;
    for (const auto& [name, given] :
         {std::pair{"--metrics", metrics_}, std::pair{"--paths", asks_for_paths()},
          std::pair{"--check-deadlock", check_deadlock_}}) {
      if (given && !wants_report()) {
        throw InputError(fmt::format(
            "{} has nowhere to go: --export takes standard output; add --out FILE for the graph, "
            "or --json FILE for the results",
            name));
      }
    }
  }

  void require_no_network() const {
    for (const Option* option : of_a_network_) {
      if (option->count() > 0) {
        throw InputError(
            fmt::format("{} is about one network, and --scalability about the largest "
                        "of many radices; give one of the two",
                        option->name()));
      }
    }
    if (network_options_.names_family() || network_options_.names_size())
      throw InputError(
          "--scalability is about the largest networks of many radices; give no network beside it");
  }

  [[nodiscard]] static bool is_dragonfly(const TopologyConfig& network) {
    return network.family == "dragonfly";
  }

  /// If it is asked for something that needs one.
  void require_plain_dragonfly(const TopologyConfig& network) const {
    if (!asks_for_paths() && !check_deadlock_ && !emits_config()) return;
    if (!is_dragonfly(network))
      throw InputError(fmt::format("--paths is for dragonflies, not for {}", network.family));
    const DragonflyParameters topology = dragonfly_parameters(network.parameters);
    if (!joins_all_groups(topology)) {
      throw InputError(fmt::format(
          "topology.g = {}: --paths, --check-deadlock and --emit-config need a channel between any "
          "two groups, so g can be at most a*h+1 = {}",
          topology.g, topology.largest_g()));
    }
    if (has_group_network(network.parameters)) {
      throw InputError(
          "--group-sizes and --group-parallel: --paths, --check-deadlock and --emit-config are for "
          "groups with one channel between any two routers");
    }
  }

  static void require_drawable(const NetworkGraph& graph) {
    if (graph.channels.size() > kMaxDrawnChannels) {
      throw InputError(
          fmt::format("--plot: the network has {} channels, and at most {} can be drawn",
                      graph.channels.size(), kMaxDrawnChannels));
    }
  }

  static void put(const std::string& text, AtomicFile& file) {
    file.stream() << text;
    file.commit();
  }

  void report(const TopologyConfig& network, const Configuration& config, const SeenNetwork& seen) {
    const NetworkReport measured = measured_with_progress(network, seen);
    Json json = to_json(measured);
    std::string table = to_table(measured), csv;
    std::string deadlock;  // that is possible; empty: none
    if (check_deadlock_) deadlock = check(config, json, table);
    if (asks_for_paths())
      csv = add_paths(Dragonfly(dragonfly_parameters(network.parameters)), json, table);
    if (table_to_standard_output()) write_output(table);
    json_.put(dump(json));
    csv_.put(asks_for_paths() ? csv : to_csv(json));
    if (!deadlock.empty()) throw Error(ExitCode::kDeadlockPossible, deadlock);
  }

  [[nodiscard]] NetworkReport measured_with_progress(const TopologyConfig& network,
                                                     const SeenNetwork& seen) const {
    constexpr double kLong = 10;  // seconds
    ProgressLine line;
    return measure(network, seen, metrics_, [&](const std::string& what, double seconds) {
      const std::string text = fmt::format("{} of {}", what, counted(seen.graph.routers, "router"));
      if (seconds < kLong)
        line.show(text);
      else
        line.message(fmt::format("{}: this will take about {}", text, duration(seconds)));
    });
  }

  /// Returns the CSV.
  [[nodiscard]] std::string add_paths(const Dragonfly& network, Json& json,
                                      std::string& table) const {
    if (paths_.empty()) {
      WorkLine line("short Valiant paths");
      const PathCounts counts = count_short_paths(
          network, [&](std::int64_t done, std::int64_t all) { line.show(done, all); });
      json["paths"] = to_json(counts);
      table += to_table(network, counts);
      return to_csv(counts);
    }
    const auto [from, to] = parse_routers(network, paths_);
    const PathList list = list_short_paths(network, from, to);
    json["paths"] = to_json(network, list);
    table += "\n" + describe(network, list);
    return to_csv(network, list);
  }

  /// Of dragonflies also those that are too large to be simulated.
  [[nodiscard]] static DeadlockReport deadlock_report(const Configuration& config) {
    if (!is_dragonfly(config.topology)) return make_routes(config)->check_deadlock();
    const Dragonfly network(dragonfly_parameters(config.topology));
    const Routing routing = routing_named(routing_name(config));
    return check_deadlock(network, routing, vc_policy(network, routing, config.router.vcs),
                          config.router.vcs);
  }

  /// Returns the deadlock that is possible; empty: none.
  static std::string check(const Configuration& config, Json& json, std::string& table) {
    const DeadlockReport report = deadlock_report(config);
    json["deadlock_free"] = report.deadlock_free();
    json["channel_dependencies"] = report.dependencies;
    std::string found = describe(make_wiring(config), report);
    if (!report.deadlock_free()) return found;
    table += fmt::format("\n{} with {} virtual channels: {}\n", routing_name(config),
                         config.router.vcs, found);
    return {};
  }

  void print_scalability() {
    const std::vector<ScalabilityRow> rows = scalability_rows();
    if (!json_.to_standard_output() && !csv_.to_standard_output()) write_output(to_table(rows));
    json_.put(dump(to_json(rows)));
    csv_.put(to_csv(rows));
  }

  OutputOption json_, csv_;
  NetworkOptions network_options_;
  PlotOption plot_;
  std::vector<Option*> of_a_network_;  ///< what --scalability leaves no sense
  Option *paths_option_, *export_option_, *out_option_, *config_option_;
  std::string paths_, export_, out_path_, config_path_;
  bool metrics_ = false, scalability_ = false, check_deadlock_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_topology(CLI::App& root) {
  return std::make_unique<TopologyCommand>(root);
}

}  // namespace dragonfly
