// SPDX-License-Identifier: Apache-2.0
// `dragonfly run`: one point.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/common/error.hpp"
#include "models/common/long_work.hpp"
#include "models/common/streams.hpp"
#include "models/common/version.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/keys/toml.hpp"
#include "models/ranks/ranks.hpp"
#include "models/run/checkpoints.hpp"
#include "models/run/expectations.hpp"
#include "models/run/validate.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/command/threads_option.hpp"
#include "sim/command/together.hpp"

namespace dragonfly {
namespace {

class RunCommand : public Subcommand {
 public:
  explicit RunCommand(CLI::App& root)
      : Subcommand(root, "run", "simulate one point, and print and save what it measured"),
        key_options_(app()),
        json_(app(), "--json", "save the result as JSON"),
        csv_(app(), "--csv", "save the result as CSV: a header and a line"),
        packet_trace_(app(), "--packet-trace", "write a line for every delivered packet"),
        threads_(app()) {
    app().add_option("--engine", engine_, kEngineHelp)->type_name("NAME");
    app().add_option("--rtl-body", rtl_body_, kRtlBodyHelp)->type_name("NAME=" + rtl_body_);
    app().add_flag("--strict", strict_, kStrictHelp);
    app()
        .add_option("--assertions", assertions_, kAssertionsHelp)
        ->type_name("NAME=" + assertions_);
    app().add_option("--stall-seconds", stall_, kStallHelp)->type_name("REAL=" + stall_);
    app()
        .add_option(
            "--checkpoint", checkpoint_,
            "with --engine model: save the run in this file now and then and on Ctrl-C, and "
            "go on from it if it is there; the file goes when the run is done")
        ->type_name("FILE");
    app()
        .add_option("--checkpoint-minutes", checkpoint_minutes_, "how often the run is saved")
        ->type_name("REAL=" + checkpoint_minutes_);
    app().add_flag("--check-deadlock", check_deadlock_,
                   "prove the network free of deadlock first, also above 1,056 terminals");
  }

  void execute() override {
    carry_out_together([&](Ranks* ranks) { execute(ranks); });
  }

 private:
  /// Of several processes all simulate, and the first one writes what is found.
  void execute(Ranks* ranks) {
    if (ranks != nullptr && ranks->rank() != 0) listen_to_work({});  // the first one tells
    const Engine engine = engine_named(engine_);
    const Configuration config = key_options_.configuration();
    validate(config);
    const bool writes = ranks == nullptr || ranks->rank() == 0;
    if (ranks != nullptr) {
      if (engine != Engine::kModel) {
        throw InputError(
            fmt::format("--engine {}: several processes can simulate with --engine model only",
                        name_of(engine)));
      }
      require_same(*ranks, "version", kVersion);
      require_same(*ranks, "configuration",
                   fmt::format("{} {} {} {} {}", threads_.text(), checkpoint_, checkpoint_minutes_,
                               packet_trace_.named().path, to_toml(config)));
    }
    RunOptions options;
    options.transport = ranks;
    set_checkpoint(engine, options);
    if (writes) {
      check_files(
          key_options_.inputs(config),
          {json_.named(), csv_.named(), packet_trace_.named(), {"--checkpoint", checkpoint_}});
      // Opened before the run: hours of work must not end in a place that cannot be written.
      json_.open();
      csv_.open();
    }
    options.packet_trace_path = packet_trace_.named().path;
    options.force_deadlock_check = check_deadlock_;
    options.strict_rtl = strict_;
    options.assertions = assertions_named(assertions_, engine);
    options.synthesis_bodies = synthesis_bodies_named(rtl_body_);
    if (engine == Engine::kModel && options.synthesis_bodies)
      throw InputError("--rtl-body synthesis: the engine model has no RTL; use --engine rtl");
    options.stall_seconds = parse_stall_seconds(stall_);
    options.threads = threads_.threads(writes);
    // Processes may be bound to different numbers of processors, and have equally many regions.
    if (ranks != nullptr) options.threads = least(*ranks, options.threads);
    const RunResult result = simulate(engine, config, options);
    if (writes) write(result, ranks);
    remove_checkpoint(options);
  }

  void set_checkpoint(Engine engine, RunOptions& options) {
    options.checkpoint_path = checkpoint_;
    options.checkpoint_seconds =
        60 * parse_real("--checkpoint-minutes", checkpoint_minutes_, 0.001, 1e6);
    if (checkpoint_.empty()) {
      if (app().count("--checkpoint-minutes") > 0)
        throw InputError("--checkpoint-minutes: the run is saved with --checkpoint FILE only");
    } else if (engine != Engine::kModel) {
      throw InputError(fmt::format(
          "--checkpoint: the engine {} cannot be saved; allowed: --engine model", name_of(engine)));
    }
  }

  void write(const RunResult& result, const Ranks* ranks) {
    if (ranks != nullptr) {
      print_message(
          "{} processes; this one was in exchange with the others for {:.1f} s of {:.1f} s\n",
          ranks->ranks(), ranks->seconds(), result.wall_seconds);
    }
    // Of a large network the text is long.
    if (json_.given()) json_.put(dump(to_json(result)));
    if (csv_.given()) csv_.put(csv_header(result) + to_csv_row(result));
    const bool taken = json_.to_standard_output() || csv_.to_standard_output() ||
                       packet_trace_.to_standard_output();
    if (!taken) write_output(to_table(result) + expected_lines(*result.config));
  }

  /// What the calculators say, to lay what was measured beside.
  [[nodiscard]] static std::string expected_lines(const Configuration& config) {
    const auto expected = expectations(config, make_wiring(config));
    if (!expected) return {};
    std::string text = "\nby calculation, on minimal paths\n";
    if (expected->zero_load_latency)
      text +=
          fmt::format("{:<28}{:>10.2f}\n", "latency at zero load", *expected->zero_load_latency);
    return text +
           fmt::format("{:<28}{:>10.4f}\n", "load at saturation, at most", expected->throughput);
  }

  KeyOptions key_options_;
  OutputOption json_, csv_, packet_trace_;
  ThreadsOption threads_;
  std::string checkpoint_, checkpoint_minutes_ = "10";
  std::string engine_ = "rtl", rtl_body_ = "simulation", assertions_ = "auto",
              stall_ = kStallSeconds;
  bool check_deadlock_ = false, strict_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_run(CLI::App& root) { return std::make_unique<RunCommand>(root); }

}  // namespace dragonfly
