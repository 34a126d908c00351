// `dragonfly topology`: what the network is.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/config/keys.hpp"
#include "models/config/toml.hpp"
#include "models/paths/path_list.hpp"
#include "models/statistics/result_io.hpp"
#include "models/topology/deadlock.hpp"
#include "sim/command/network_options.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/plot.hpp"
#include "sim/command/scalability.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/command/topology_paths.hpp"
#include "sim/command/topology_report.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// A drawing of more channels shows nothing any more, and takes minutes.
constexpr std::size_t kMaxDrawnChannels = 200'000;

class Topology : public Subcommand {
 public:
  explicit Topology(CLI::App& root)
      : Subcommand(root, "topology", "tell what a network is: size, distances, paths, loads"),
        json_(app(), "--json", "save it as JSON"),
        csv_(app(), "--csv", "save it as CSV: a header and a line"),
        network_options_(app()) {
    app().add_flag("--metrics", metrics_,
                   "also path diversity, bisection, and channel loads of minimal routing under "
                   "uniform and worst-case traffic");
    paths_option_ =
        app()
            .add_option("--paths", paths_,
                        "also count the short Valiant paths of a dragonfly; with two routers, each "
                        "as group.index, list those between them")
            ->type_name("[FROM,TO]")
            ->expected(0, 1);
    app()
        .add_option("--export", export_,
                    "the graph, as graphml, dot, csv or json, in place of the "
                    "table")
        ->type_name("FORMAT");
    app().add_option("--out", out_path_, "where to write the graph")->type_name("FILE");
    app()
        .add_option("--plot", plot_, "draw the network as STEM.png and STEM.svg")
        ->type_name("STEM");
    app()
        .add_option("--emit-config", config_path_,
                    "write the configuration of the dragonfly for `dragonfly run --config`")
        ->type_name("FILE");
    app().add_flag("--scalability", scalability_,
                   "print instead how large networks of a router radix can be: one hop, balanced "
                   "dragonfly, flattened butterflies");
    app().add_flag("--check-deadlock", check_deadlock_,
                   "prove the routing on this network free of deadlock");
  }

  void execute() override {
    check_options();
    json_.open();
    csv_.open();
    if (scalability_) {
      print_scalability();
      return;
    }
    const NamedNetwork network = network_options_.network();
    const bool paths = paths_option_->count() > 0;
    if (paths || check_deadlock_ || !config_path_.empty()) require_plain_dragonfly(network);
    std::optional<Plotter> plotter;
    if (!plot_.empty()) plotter.emplace("plot_topology.py");
    if (!export_.empty()) static_cast<void>(graph_format(export_));
    std::optional<AtomicFile> out;
    if (!out_path_.empty()) out.emplace(out_path_);

    const NetworkGraph graph = graph_of(network);
    if (!config_path_.empty()) write_file(config_path_, to_toml(network.config));
    if (plotter) draw(*plotter, network, graph);
    if (!export_.empty()) {
      put(export_graph(graph, parameters_of(network), graph_format(export_)), out);
      if (!json_.given() && !csv_.given()) return;
    }
    report(network, graph, paths);
  }

 private:
  void check_options() const {
    OutputOption::check_different(json_, csv_);
    if (!out_path_.empty() && export_.empty())
      throw InputError("--out is where --export writes; add --export FORMAT, or use --json FILE");
    if (!export_.empty() && out_path_.empty() &&
        (json_.to_standard_output() || csv_.to_standard_output()))
      throw InputError(
          "--export, --json and --csv: only one of them can go to standard output; name a file "
          "for the others");
  }

  static void require_plain_dragonfly(const NamedNetwork& network) {
    if (!network.is_dragonfly())
      throw InputError(
          fmt::format("--paths, --check-deadlock and --emit-config are for dragonflies, not for {}",
                      network.family));
    if (!network.is_plain_dragonfly())
      throw InputError(fmt::format(
          "topology.g = {}: --paths, --check-deadlock and --emit-config need a channel between any "
          "two groups, so g can be at most a*h+1 = {}",
          network.config.topology.g,
          std::int64_t{network.config.topology.a} * network.config.topology.h + 1));
    if (!network.group_network.sizes.empty())
      throw InputError(
          "--group-sizes: --paths, --check-deadlock and --emit-config are for groups whose routers "
          "are all connected with one another");
  }

  void draw(const Plotter& plotter, const NamedNetwork& network, const NetworkGraph& graph) const {
    if (graph.channels.size() > kMaxDrawnChannels)
      throw InputError(
          fmt::format("--plot: the network has {} channels, and at most {} can be "
                      "drawn",
                      graph.channels.size(), kMaxDrawnChannels));
    plotter.draw(graph_json(graph, parameters_of(network)), plot_);
  }

  static void put(const std::string& text, std::optional<AtomicFile>& file) {
    if (!file) {
      fmt::print("{}", text);
      return;
    }
    file->stream() << text;
    file->commit();
  }

  void report(const NamedNetwork& network, const NetworkGraph& graph, bool paths) {
    const NetworkReport measured = measure(network, graph, metrics_);
    Json json = to_json(measured);
    std::string table = to_table(measured);
    DeadlockReport deadlock;
    if (paths || check_deadlock_) {
      const Dragonfly dragonfly(network.config.topology);
      if (paths) add_paths(dragonfly, json, table);
      if (check_deadlock_) deadlock = check(dragonfly, network.config, json, table);
    }
    const bool machines = json_.to_standard_output() || csv_.to_standard_output();
    if (!machines) fmt::print("{}", table);
    json_.put(dump(json));
    csv_.put(to_csv(json));
    if (!deadlock.deadlock_free()) throw Error(ExitCode::kDeadlockPossible, describe(deadlock));
  }

  void add_paths(const Dragonfly& network, Json& json, std::string& table) const {
    if (paths_.empty()) {
      const PathCounts counts = count_short_paths(network);
      json["paths"] = to_json(counts);
      table += to_table(network, counts);
      return;
    }
    const auto [from, to] = parse_routers(network, paths_);
    const PathList list = list_short_paths(network, from, to);
    table += "\n" + describe(network, list);
    const auto texts = [&](const std::vector<ListedPath>& listed) {
      Json array = Json::array();
      for (const ListedPath& path : listed)
        array.push_back({{"type", path.type}, {"path", describe(network, from, path)}});
      return array;
    };
    json["paths"] = {{"from", from},
                     {"to", to},
                     {"minimal", texts(list.minimal)},
                     {"shorter", texts(list.shorter)},
                     {"equal", texts(list.equal)}};
  }

  static DeadlockReport check(const Dragonfly& network, const Configuration& config, Json& json,
                              std::string& table) {
    const Routing routing = config.routing.algorithm;
    const VcPolicy policy = vc_policy(network, routing, config.router.vcs);
    const DeadlockReport report = check_deadlock(network, routing, policy, config.router.vcs);
    json["deadlock_free"] = report.deadlock_free();
    json["channel_dependencies"] = report.dependencies;
    if (report.deadlock_free())
      table += fmt::format("\n{} with {} virtual channels: {}\n", name_of(routing),
                           config.router.vcs, describe(report));
    return report;
  }

  void print_scalability() {
    const std::vector<ScalabilityRow> rows = scalability_rows();
    if (!json_.to_standard_output() && !csv_.to_standard_output()) fmt::print("{}", to_table(rows));
    json_.put(dump(to_json(rows)));
    csv_.put(to_csv(rows));
  }

  OutputOption json_, csv_;
  NetworkOptions network_options_;
  CLI::Option* paths_option_ = nullptr;
  std::string paths_, export_, out_path_, plot_, config_path_;
  bool metrics_ = false, scalability_ = false, check_deadlock_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_topology(CLI::App& root) {
  return std::make_unique<Topology>(root);
}

}  // namespace dragonfly
