// `dragonfly run`: one point.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/config/validate.hpp"
#include "models/statistics/result_io.hpp"
#include "models/topology/dragonfly.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

class Run : public Subcommand {
 public:
  explicit Run(CLI::App& root)
      : Subcommand(root, "run", "simulate one point, and print and save what it measured"),
        key_options_(app()) {
    app().add_option("--engine", engine_, kEngineHelp)->type_name("NAME");
    app().add_option("--json", json_path_, "save the result as JSON")->type_name("FILE");
    app()
        .add_option("--csv", csv_path_, "save the result as CSV: a header and a line")
        ->type_name("FILE");
    app()
        .add_option("--packet-trace", trace_path_, "write a line for every delivered packet")
        ->type_name("FILE");
    app()
        .add_option("--threads", threads_,
                    "threads that the model may use; the result does not depend on it")
        ->type_name("INT=" + threads_);
    app().add_option("--stall-seconds", stall_, kStallHelp)->type_name("REAL=" + stall_);
    app().add_flag("--check-deadlock", check_deadlock_,
                   "prove the network free of deadlock first, also above 1,056 terminals");
  }

  void execute() override {
    const Engine engine = engine_named(engine_);
    const Configuration config = key_options_.configuration();
    validate(config);
    const Dragonfly network(config.topology);
    if (network.g() == 1 && config.routing.algorithm == Routing::kVal)
      fmt::print(stderr,
                 "routing val with one group: there is no other group to go through, so packets "
                 "take minimal paths\n");
    check_different_files(
        {{"--json", json_path_}, {"--csv", csv_path_}, {"--packet-trace", trace_path_}});
    // Opened before the run: hours of work must not end in a place that cannot be written.
    std::optional<AtomicFile> json, csv;
    if (!json_path_.empty()) json.emplace(json_path_);
    if (!csv_path_.empty()) csv.emplace(csv_path_);

    RunOptions options;
    options.packet_trace_path = trace_path_;
    options.force_deadlock_check = check_deadlock_;
    options.stall_seconds = parse_stall_seconds(stall_);
    constexpr int kMostThreads = 256;
    options.threads = parse_count("--threads", threads_, 1, kMostThreads);
    if (options.threads > 1 && engine != Engine::kModel)
      throw InputError("--threads: only the engine model has threads; add --engine model");
    const RunResult result = simulate(engine, config, options);

    if (json) {
      json->stream() << dump(to_json(result));
      json->commit();
    }
    if (csv) {
      csv->stream() << csv_header() << to_csv_row(result);
      csv->commit();
    }
    fmt::print("{}", to_table(result));
  }

 private:
  KeyOptions key_options_;
  std::string engine_ = "rtl", json_path_, csv_path_, trace_path_;
  std::string threads_ = "1", stall_ = kStallSeconds;
  bool check_deadlock_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_run(CLI::App& root) { return std::make_unique<Run>(root); }

}  // namespace dragonfly
