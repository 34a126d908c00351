// SPDX-License-Identifier: Apache-2.0
// `dragonfly paper`: figures and tables of the papers.
#include "models/papers/paper.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/processors.hpp"
#include "models/common/spelling.hpp"
#include "models/common/streams.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/paper_files.hpp"
#include "sim/command/paper_runs.hpp"
#include "sim/command/plot.hpp"
#include "sim/command/progress_line.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/command/sweep_runner.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// An item that is asked for.
struct Chosen {
  const Paper* paper;
  const PaperItem* item;
};

std::vector<Chosen> all_of(const Paper& paper) {
  std::vector<Chosen> items;
  for (const PaperItem& item : paper.items) items.push_back({&paper, &item});
  return items;
}

/// What "all", "PAPER", "PAPER all" or "PAPER ITEM..." names, each item once.
std::vector<Chosen> chosen_items(const std::vector<std::string>& words) {
  std::vector<Chosen> items;
  if (folded(words.front()) == "all") {
    if (words.size() > 1)
      throw InputError(fmt::format("'all' is everything; leave '{}' out", words[1]));
    for (const Paper& paper : papers())
      for (const Chosen& item : all_of(paper)) items.push_back(item);
    return items;
  }
  const Paper& paper = paper_named(words.front());
  if (words.size() == 1) {
    throw InputError(
        fmt::format("which figures of {}? `dragonfly paper {} all`, or names as "
                    "`dragonfly paper list` shows them",
                    paper.name, paper.name));
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (folded(words[i]) == "all") return all_of(paper);
    const PaperItem& item = item_named(paper, words[i]);
    bool is_new = true;
    for (const Chosen& other : items) is_new = is_new && other.item != &item;
    if (is_new) items.push_back({&paper, &item});
  }
  return items;
}

class PaperCommand : public Subcommand {
 public:
  explicit PaperCommand(CLI::App& root)
      : Subcommand(root, "paper",
                   "draw figures and tables of the papers, and hold what they say against what is "
                   "measured") {
    app()
        .add_option("ITEM", words_,
                    "`list`: what there is; `PAPER ITEM...`, as kim2008 fig8 fig16; `PAPER all`; "
                    "`all`")
        ->type_name("");
    app().add_flag("--quick", quick_, "fewer points, for a first look");
    app().add_flag("--data-only", data_only_, "data and tables, no plots");
    app()
        .add_option("--engine", engine_,
                    "what simulates the routers; one of: model, rtl (hours instead of minutes)")
        ->type_name("NAME=model");
    app()
        .add_option("--out", directory_,
                    "directory for results; finished points stay there, and the same command goes "
                    "on from them")
        ->type_name("DIR=" + directory_);
    app().add_option("--jobs", jobs_, "points that run at a time")->type_name("INT=" + jobs_);
    app().add_flag("--fresh", options_.fresh, "run finished points again");
  }

  void execute() override {
    if (words_.empty()) {
      throw InputError(
          "which figure? `dragonfly paper list` shows all, `dragonfly paper kim2008 fig8` draws "
          "one");
    }
    options_.jobs = parse_count("--jobs", jobs_, 1, kMostJobs);
    if (folded(words_.front()) == "list") {
      list();
      return;
    }
    const std::vector<Chosen> items = chosen_items(words_);
    const Engine engine = chosen_engine();
    options_.engine = name_of(engine);
    options_.prepare = preparation(engine, {});
    options_.title = "paper";
    make_directory(directory_);
    const PaperFiles files(directory_, options_.engine, data_only_ ? std::nullopt : plotter());
    make(items, files);
  }

 private:
  [[nodiscard]] Engine chosen_engine() const {
    const Engine engine = engine_named(engine_);
    if (engine == Engine::kLockstep)
      throw InputError("--engine lockstep: figures are drawn from runs of model or rtl");
    return engine;
  }

  /// None without Matplotlib: then there are data and tables only.
  static std::optional<Plotter> plotter() {
    try {
      return Plotter("plot_paper.py");
    } catch (const InputError& error) {
      print_message("{}\nno plots are drawn\n", error.what());
      return std::nullopt;
    }
  }

  [[nodiscard]] Extent extent() const { return quick_ ? Extent::kQuick : Extent::kAll; }

  void make(const std::vector<Chosen>& items, const PaperFiles& files) {
    const PointStore store((fs::path(directory_) / "points").string(), options_.engine);
    PaperPlan plan(store, extent());
    for (const Chosen& chosen : items) {
      plan.add(*chosen.paper, *chosen.item);
      PaperPlan::Item& item = plan.items().back();
      if (item.points.empty()) put(item, item.figure, {}, files);
    }
    FinishedRuns runs(store);
    options_.on_result = [&](std::size_t point, const RunResult& result) {
      runs.add(plan.points()[point].config, result);
      for (const PaperPlan::Item* item : plan.note(point)) finish(*item, plan, runs, files);
    };
    const SweepOutcome outcome = run_sweep(plan.points(), store, options_);
    if (outcome.failed == 0) return;
    throw Error(outcome.first_code,
                fmt::format("{} of {} points failed, and what needs them is not drawn",
                            outcome.failed, plan.points().size()));
  }

  void finish(const PaperPlan::Item& item, const PaperPlan& plan, FinishedRuns& runs,
              const PaperFiles& files) const {
    std::vector<const RunResult*> results;
    results.reserve(item.points.size());
    for (const std::size_t point : item.points)
      results.push_back(&runs(plan.points()[point].config));
    put(item, item.item->make(runs, extent()), results, files);
  }

  void put(const PaperPlan::Item& item, const Figure& figure,
           const std::vector<const RunResult*>& runs, const PaperFiles& files) const {
    files.write(*item.paper, *item.item, figure, extent(), runs);
    print_output("{}\nfiles: {}.*\n\n", report(*item.paper, *item.item, figure),
                 files.stem(*item.paper, *item.item));
    flush_output();
  }

  /// The time of `seconds` of one core, with so many jobs as run at a time.
  [[nodiscard]] std::string time(double seconds) const {
    return duration(std::max(1.0, seconds / options_.jobs));
  }

  void list() const {
    if (words_.size() > 2) throw InputError("`list` takes one paper at most");
    const PaperFiles files(directory_, engine_, std::nullopt);
    for (const Paper& paper : papers()) {
      if (words_.size() == 2 && &paper != &paper_named(words_[1])) continue;
      print_output("{}: {}\n\n{:10}{:>12}{:>14}  {:10}{}\n", paper.name, paper.title, "item",
                   "--quick", "all points", "status", "what it shows");
      for (const PaperItem& item : paper.items)
        print_output("{:10}{:>12}{:>14}  {:10}{}\n", item.name, time(item.quick_seconds),
                     time(item.seconds), files.status(paper, item), item.shows);
      print_output("\n");
    }
  }

  std::vector<std::string> words_;
  SweepRunOptions options_;
  std::string engine_ = "model", directory_ = "paper-results";
  std::string jobs_ = std::to_string(processors());
  bool quick_ = false, data_only_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_paper(CLI::App& root) {
  return std::make_unique<PaperCommand>(root);
}

}  // namespace dragonfly
