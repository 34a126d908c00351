// SPDX-License-Identifier: Apache-2.0
// `dragonfly sweep`: many points.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/processors.hpp"
#include "models/common/streams.hpp"
#include "models/config/configuration.hpp"
#include "models/run/validate.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/command/child_processes.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/growing_plot.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/plot.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/command/sweep_report.hpp"
#include "sim/command/sweep_runner.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

class SweepCommand : public Subcommand {
 public:
  explicit SweepCommand(CLI::App& root)
      : Subcommand(root, "sweep",
                   "simulate loads x routings, and print, save and plot latency and throughput"),
        key_options_(app()) {
    app()
        .add_option(
            "--loads", loads_,
            "offered loads: a list 0.1,0.2 or first:last:step; --load is a list of one; the "
            "load of --config does not count")
        ->type_name("LIST=0.1:0.9:0.1");
    add_list("--routings", "routing", "algorithm");
    add_list("--allocators", "routing", "allocator");
    add_list("--buffer-depths", "router", "buffer_depth");
    add_list("--seeds", "measurement", "seed");
    app().add_option("--jobs", jobs_, "points that run at a time")->type_name("INT=" + jobs_);
    app()
        .add_option("--out", directory_,
                    "directory for results; finished points stay there, and "
                    "the same command goes on from them")
        ->type_name("DIR=sweep-results");
    app().add_option("--engine", run_options_.engine, kEngineHelp)->type_name("NAME");
    app().add_flag("--strict", run_options_.strict, kStrictHelp);
    app()
        .add_option("--assertions", run_options_.assertions, kAssertionsHelp)
        ->type_name("NAME=" + run_options_.assertions);
    app().add_flag("--plot", plot_, "draw latency and throughput against load (PNG and SVG)");
    app().add_flag("--stop-at-saturation", run_options_.stop_at_saturation,
                   "leave out loads above the first that saturates a curve");
    app().add_flag("--fresh", run_options_.fresh, "run finished points again");
    app()
        .add_option(
            "--lease", lease_,
            "several processes with the same --out, on any hosts, divide the points; one that "
            "gives no sign of life for so many seconds loses its points to the others")
        ->type_name("INT=" + lease_);
  }

  void execute() override {
    const Engine engine = engine_named(run_options_.engine);
    run_options_.engine = name_of(engine);
    RunOptions rtl;
    rtl.strict_rtl = run_options_.strict;
    rtl.assertions = assertions_named(run_options_.assertions, engine);
    run_options_.prepare = preparation(engine, rtl);
    run_options_.jobs = parse_count("--jobs", jobs_, 1, kMostJobs);
    run_options_.lease = std::chrono::seconds(parse_count("--lease", lease_, 1, kLongestLease));
    const Configuration base = key_options_.configuration();
    const std::vector<SweepPoint> points = sweep_points(base, axes(base));
    for (const SweepPoint& point : points) validate(point.config);
    std::optional<Plotter> plotter;
    if (plot_) plotter.emplace("plot_sweep.py");
    check_files(key_options_.inputs(base), {{"--out", path("sweep.json")},
                                            {"--out", path("sweep.csv")},
                                            {"--out", path("sweep.means.csv")},
                                            {"--plot", plot_ ? path("sweep.png") : ""},
                                            {"--plot", plot_ ? path("sweep.svg") : ""}});
    const PointStore store(path("points"), run_options_.engine);
    check_writable(path("sweep.json"));
    SweepOutcome outcome;
    {
      std::vector<std::optional<RunResult>> known(points.size());
      std::optional<GrowingPlot> growing;
      if (plotter) {
        growing.emplace(*plotter, path("sweep"));
        run_options_.on_result = [&](std::size_t point, const RunResult& result) {
          known[point] = result;
          growing->update([&] {
            write_file(path("sweep.json"), dump(sweep_to_json(results_of(points, store, known))));
            return path("sweep.json");
          });
        };
      }
      outcome = run_sweep(points, store, run_options_);
    }
    report(points, store, outcome, plotter);
  }

 private:
  struct List {
    std::string option;
    const Key* key;
    std::string text;
  };

  /// A list option; its values replace that of the key.
  void add_list(const std::string& option, const std::string& section, const std::string& name) {
    const Key* key = find_key(section, name);
    auto& list = lists_.emplace_back(List{option, key, ""});
    app()
        .add_option(
            option, list.text,
            "values of " + full_name(*key) + " to run, as in " +
                (key->type == ValueType::kInteger ? "1,4-6"
                                                  : to_text(key->get(Configuration{})) + ",..."))
        ->type_name("LIST");
  }

  /// Loads first, so that the first points of all curves come first; a list that is not given is
  /// no axis.
  std::vector<SweepAxis> axes(const Configuration& base) {
    std::vector<SweepAxis> axes = {loads(base)};
    for (const List& list : lists_) {
      if (list.text.empty()) continue;
      require_not_given(*list.key, list.option);
      axes.push_back({list.option, list.key, values_of(list)});
    }
    return axes;
  }

  /// The loads of --loads, or that of --load; a batch or a trace has none, and its point is one.
  SweepAxis loads(const Configuration& base) {
    SweepAxis axis{"--loads", find_key("traffic", "load"), {}};
    const bool given = app().count("--loads") > 0;
    if (given) require_not_given(*axis.key, axis.option);
    const bool trace = base.traffic.pattern == Pattern::kTrace;
    const bool endless = !trace && base.traffic.injection != Injection::kBatch;
    if (given_alone(*axis.key) || (!given && !endless)) {
      axis.values = {to_text(base.traffic.load)};
      return axis;
    }
    for (const double load : parse_loads("--loads", loads_)) axis.values.push_back(to_text(load));
    if (!endless && axis.values.size() > 1) {
      throw InputError(fmt::format(
          "--loads {}: a {} has no load, and all points would be the same; leave --loads out",
          loads_, trace ? "trace" : "batch"));
    }
    return axis;
  }

  /// Whether the option of the key itself is given on the command line.
  bool given_alone(const Key& key) {
    return std::any_of(key.options.begin(), key.options.end(),
                       [&](const std::string& name) { return app().count("--" + name) > 0; });
  }
  void require_not_given(const Key& key, const std::string& list) {
    if (given_alone(key))
      throw InputError(fmt::format("--{} and {}: give one of them", key.options.front(), list));
  }

  /// Values of a list, ranges of integers written out.
  static std::vector<std::string> values_of(const List& list) {
    if (list.key->type != ValueType::kInteger) return split_list(list.option, list.text);
    std::vector<std::string> values;
    for (const std::int64_t value :
         parse_integers(list.option, list.text, list.key->lowest, list.key->highest))
      values.push_back(to_text(value));
    return values;
  }

  /// Of the points that have a result.
  static std::vector<SweepResult> results_of(const std::vector<SweepPoint>& points,
                                             const PointStore& store,
                                             const std::vector<std::optional<RunResult>>& known) {
    std::vector<SweepResult> results;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!known[i]) continue;
      const std::string file = fs::path(store.stem(points[i].config)).filename().string();
      results.push_back({points[i].curve, *known[i], "points/" + file + ".json"});
    }
    return results;
  }

  void report(const std::vector<SweepPoint>& points, const PointStore& store,
              const SweepOutcome& outcome, const std::optional<Plotter>& plotter) const {
    const std::vector<SweepResult> results = results_of(points, store, outcome.results);
    if (!results.empty()) {
      write_file(path("sweep.json"), dump(sweep_to_json(results)));
      write_file(path("sweep.csv"), sweep_to_csv(results));
      write_file(path("sweep.means.csv"), sweep_means_to_csv(results));
      print_output("{}results: {}, {}, {}\n", sweep_to_table(results), path("sweep.json"),
                   path("sweep.csv"), path("sweep.means.csv"));
      if (plotter) {
        plotter->draw(path("sweep.json"), path("sweep"));
        print_output("plots: {}, {}\n", path("sweep.png"), path("sweep.svg"));
      }
    }
    if (outcome.failed > 0) {
      throw Error(outcome.first_code,
                  fmt::format("{} of {} points failed", outcome.failed, points.size()));
    }
  }

  std::string path(const std::string& name) const { return (fs::path(directory_) / name).string(); }

  KeyOptions key_options_;
  SweepRunOptions run_options_;
  static constexpr int kLongestLease = 86400;  ///< seconds: a day

  std::string jobs_ = std::to_string(processors()), lease_ = "60";
  std::string loads_ = "0.1:0.9:0.1", directory_ = "sweep-results";
  std::deque<List> lists_;  ///< a deque, as CLI11 keeps references
  bool plot_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_sweep(CLI::App& root) {
  return std::make_unique<SweepCommand>(root);
}

}  // namespace dragonfly
