// SPDX-License-Identifier: Apache-2.0
// `dragonfly lockstep`: RTL and model side by side, until they differ.
#include "sim/simulation/lockstep.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/printable.hpp"
#include "models/common/shell.hpp"
#include "models/common/streams.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/keys/toml.hpp"
#include "models/run/validate.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/command/child_processes.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/fuzz.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/lockstep_command.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/command/threads_option.hpp"
#include "sim/lockstep/port_recording.hpp"
#include "sim/lockstep/report.hpp"
#include "sim/rtl/rtl_coverage.hpp"
#include "sim/rtl/variant_sources.hpp"
#include "sim/simulation/replay.hpp"
#include "sim/waves/gtkwave_save.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// Cycles between comparisons of the state.
int parse_state(const std::string& text) {
  if (text == "every") return 1;
  if (text == "off") return 0;
  int cycles = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cycles);
  if (error != std::errc() || end != text.data() + text.size() || cycles < 1)
    throw InputError(
        fmt::format("--state {}: allowed: every, off, or a number of cycles from 1 on", text));
  return cycles;
}

/// Of --built-depth. Throws InputError.
BuiltDepth built_depth_named(const std::string& name) {
  if (name == "asked") return BuiltDepth::kAsked;
  if (name == "run") return BuiltDepth::kShared;
  throw InputError(fmt::format("--built-depth {}: allowed: asked, run", name));
}

class LockstepCommand : public Subcommand {
 public:
  explicit LockstepCommand(CLI::App& root)
      : Subcommand(root, "lockstep", "compare the RTL with the model in every cycle"),
        key_options_(app()),
        threads_(app()),
        coverage_(app(), "--coverage",
                  "count which lines, branches and cover points of the RTL are reached, and write "
                  "a report of that, by file "
                  "and line"),
        fuzz_(app()) {
    app().footer(
        "Of a changed copy of rtl/, more than can be delivered, so that credits run out and "
        "buffers "
        "fill:\n  DRAGONFLY_RTL_DIR=my_rtl dragonfly lockstep --p 2 --a 4 --h 2 --routing "
        "ugal-l-cr "
        "\\\n      --pattern worst-case --load 0.6");
    app()
        .add_option("--routers", routers_,
                    "numbers of the routers that are compared, as in 3,17-20; the others are "
                    "models only")
        ->type_name("LIST=all");
    app()
        .add_option("--state", state_,
                    "when the architectural state is compared as well: every (cycle), off, or "
                    "once in so many cycles; that of a router of yours is not known")
        ->type_name("every|N|off");
    app()
        .add_option("--router-files", user_.file_list,
                    "file list of a router of yours in SystemVerilog, compared in the place of "
                    "ours (docs/bring-your-own-router.md); with --router-top")
        ->type_name("FILE");
    app()
        .add_option("--router-top", user_.top, "its top module; with --router-files")
        ->type_name("MODULE");
    app()
        .add_option("--packet-trace", options_.packet_trace_path,
                    "write a line for every delivered packet")
        ->type_name("FILE");
    app()
        .add_option("--inject-fault", fault_,
                    "put a fault into the RTL of a router: ROUTER:MODULE.SIGNAL[BIT]@CYCLE=flip "
                    "(in that cycle), stuck0 or stuck1 (from it on)")
        ->type_name("FAULT");
    app()
        .add_option("--record-ports", record_path_,
                    "write what enters a router and what leaves its model, edge by edge, for other "
                    "simulators (docs/verification.md)")
        ->type_name("FILE");
    app()
        .add_option("--record-router", record_router_,
                    "which router that is; if none is given, the first of those that are compared")
        ->type_name("INT");
    app()
        .add_option("--out", directory_, "directory for report and wave of a difference")
        ->type_name("DIR=lockstep");
    app()
        .add_option(
            "--json", json_path_,
            "save as JSON what was compared, or the difference; with --fuzz and --battery the "
            "report")
        ->type_name("FILE");
    app()
        .add_option("--coverage-data", coverage_data_,
                    "count likewise, and write the counts in Verilator's format")
        ->type_name("FILE");
    app().add_flag(
        "--coverage-bits", lockstep_.coverage_bits,
        "with --coverage or --coverage-data: count also which bits toggle, of signals of "
        "up to 256 bits");
    app().add_option("--rtl-body", rtl_body_, kRtlBodyHelp)->type_name("NAME=" + rtl_body_);
    app()
        .add_option(
            "--built-depth", built_depth_,
            "for how many flits buffers are built; one of: asked (router.buffer_depth, "
            "rounded up to a power of two), run (16 or more, as run, sweep and waves do, and "
            "limited to what is asked by a register)")
        ->type_name("NAME=" + built_depth_);
    app().add_flag("--strict", options_.strict_rtl, kStrictHelp);
    app().add_option("--stall-seconds", stall_, kStallHelp)->type_name("REAL=" + stall_);
    app().add_flag("--no-report", no_report_, "leave no report and wave of a difference");
    // The second half of the work after a difference, in a process of its own.
    app().add_option("--replay", replay_)->group("");
    app().add_flag("--locate", lockstep_.locate, "name the process of an endless loop")->group("");
    // A part of --fuzz, in a process of its own.
    app().add_flag("--prepare", prepare_, "build what the run needs, and end")->group("");
  }

  void execute() override {
    const Configuration config = key_options_.configuration();
    take_user_router();
    options_.stall_seconds = parse_stall_seconds(stall_);
    options_.synthesis_bodies = synthesis_bodies_named(rtl_body_);
    lockstep_.built_depth = built_depth_named(built_depth_);
    lockstep_.coverage = coverage_.given() || !coverage_data_.empty();
    if (lockstep_.coverage_bits && (!lockstep_.coverage || fuzz_.wanted())) {
      throw InputError(
          "--coverage-bits goes with --coverage or --coverage-data, and with neither --battery nor "
          "--fuzz");
    }
    if (fuzz_.wanted()) {
      open_coverage();
      FuzzOptions::Request request = fuzz_request(config);
      request.count_coverage = lockstep_.coverage;
      request.on_coverage = [this](const std::string& what, const RtlCoverage& coverage) {
        put_coverage(what, coverage, variant_sources());
      };
      fuzz_.run(request);
      return;
    }
    validate(config);
    const int routers = make_fabric(config).wiring.routers();
    if (!fault_.empty()) lockstep_.fault = parse_fault(fault_, routers);
    if (!replay_.empty()) {
      show(config);
      return;
    }
    options_.on_stall = [this, &config](const std::string& message, int router) {
      end_in_stall(config, message, router);
    };
    if (prepare_) {
      prepare(config, LockstepPurpose::kRun, options_, lockstep_);
      return;
    }
    lockstep_.state_every = parse_state(state_);
    options_.threads = threads_.threads();
    if (routers_ != "all")
      lockstep_.routers = parse_indices("--routers", routers_, "router", routers);
    take_recorded_router(routers);
    check_files(key_options_.inputs(config), {{"--json", json_path_},
                                              {"--packet-trace", options_.packet_trace_path},
                                              {"--record-ports", record_path_},
                                              coverage_.named(),
                                              {"--coverage-data", coverage_data_}});
    // Before the run: hours of work must not end in a place that cannot be written.
    std::optional<AtomicFile> json;
    if (!json_path_.empty()) json.emplace(json_path_);
    std::optional<AtomicFile> recording;
    if (!record_path_.empty()) recording.emplace(record_path_);
    open_coverage();
    if (!no_report_) check_directory_writable(directory_);
    try {
      compare_and_record(config, routers, json, recording);
    } catch (const DifferenceFound& found) {
      // What cannot be written now changes nothing about the difference.
      or_complain([&] { save(json, {{"difference", to_json(found.difference())}}); });
      if (!no_report_) explain(config, found.difference());
      throw;
    }
  }

 private:
  void take_user_router() {
    const bool with_files = app().count("--router-files") != 0;
    const bool with_top = app().count("--router-top") != 0;
    if (!with_files && !with_top) return;
    if (!with_files || !with_top) {
      throw InputError(
          fmt::format("{} is missing: a router of yours needs --router-files, the list of its "
                      "files, and --router-top, the name of its top module",
                      with_files ? "--router-top" : "--router-files"));
    }
    if (app().count("--state") != 0 && parse_state(state_) != 0) {
      throw InputError(
          fmt::format("--state {}: the registers of the router of --router-files are not known, "
                      "only its outputs are compared; leave --state out",
                      state_));
    }
    lockstep_.user = user_;
  }

  /// Runs it, and says how much was compared. Throws DifferenceFound.
  void compare(const Configuration& config, int routers, std::optional<AtomicFile>& json) {
    const LockstepOutcome outcome = simulate(config, options_, lockstep_);
    const std::size_t compared =
        lockstep_.routers.empty() ? static_cast<std::size_t>(routers) : lockstep_.routers.size();
    print_output("{} cycles, no difference: {} router{}{}, {} router-cycles compared, {}\n",
                 outcome.result.cycles, compared, compared == 1 ? "" : "s",
                 lockstep_.user ? fmt::format(" ({})", lockstep_.user->top) : "",
                 outcome.count.router_cycles,
                 lockstep_.user ? "at the output ports only, as its state is not known"
                                : fmt::format("the state in {}", outcome.count.state_compared));
    nlohmann::ordered_json counts = {{"cycles", outcome.result.cycles},
                                     {"saturated", outcome.result.saturated},
                                     {"routers", compared},
                                     {"router_cycles", outcome.count.router_cycles},
                                     {"state_compared", outcome.count.state_compared}};
    if (const std::optional<Fault>& fault = lockstep_.fault;
        fault && fault->value != ForcedValue::kInverted) {
      counts["fault_changed"] = outcome.count.fault_changed;
      if (!outcome.count.fault_changed) {
        print_output(
            "The fault changed nothing: the bit was {} in every cycle from {} on without it. "
            "Choose "
            "another bit, an earlier cycle, or {}.\n",
            fault->value == ForcedValue::kOne ? 1 : 0, fault->cycle,
            fault->value == ForcedValue::kOne ? "stuck0" : "stuck1");
      }
    }
    save(json, counts);
    put_coverage("this run", outcome.coverage, variant_sources(make_routes(config)->rtl()));
  }

  /// Which router is recorded: one of those that are compared.
  void take_recorded_router(int routers) {
    if (record_router_.empty()) {
      if (!lockstep_.routers.empty()) lockstep_.recorded_router = lockstep_.routers.front();
      return;
    }
    if (record_path_.empty()) {
      throw InputError(
          fmt::format("--record-router {}: no router is recorded; name the file with "
                      "--record-ports",
                      record_router_));
    }
    lockstep_.recorded_router = parse_count("--record-router", record_router_, 0, routers - 1);
    if (!lockstep_.routers.empty() &&
        std::find(lockstep_.routers.begin(), lockstep_.routers.end(), lockstep_.recorded_router) ==
            lockstep_.routers.end()) {
      throw InputError(
          fmt::format("--record-router {}: the router is not among those that are compared "
                      "(--routers {})",
                      record_router_, routers_));
    }
  }

  /// The same as compare(). However it ends, what has been recorded is kept: up to a difference it
  /// is of use.
  void compare_and_record(const Configuration& config, int routers, std::optional<AtomicFile>& json,
                          std::optional<AtomicFile>& recording) {
    if (!recording) {
      compare(config, routers, json);
      return;
    }
    lockstep_.recording = &recording->stream();
    const auto keep = [&] {
      PortRecording::end(recording->stream());
      recording->commit();
    };
    try {
      compare(config, routers, json);
    } catch (const Error&) {
      or_complain(keep);
      throw;
    }
    keep();
  }

  void open_coverage() {
    coverage_.open();
    if (!coverage_data_.empty()) check_writable(coverage_data_);
  }

  /// Writes what was asked for. `what`: reached it; `sources`: ours.
  void put_coverage(const std::string& what, const RtlCoverage& coverage,
                    const std::vector<SourceFile>& sources) {
    if (!coverage_data_.empty()) write_file(coverage_data_, coverage.data());
    if (!coverage_.given()) return;
    coverage_.put(coverage.report(what, [&](const std::string& name) {
      for (const SourceFile& source : sources)
        if (source.name == name) return source.content;
      return fs::path(name).is_absolute() ? read_text_file(name) : std::string();
    }));
  }

  /// The options besides the configuration that say what a router is made of.
  [[nodiscard]] std::vector<std::string> options_of_routers() const {
    std::vector<std::string> words;
    if (lockstep_.user) words = {"--router-files", user_.file_list, "--router-top", user_.top};
    if (!fault_.empty()) words.insert(words.end(), {"--inject-fault", fault_});
    if (options_.synthesis_bodies) words.insert(words.end(), {"--rtl-body", "synthesis"});
    if (lockstep_.built_depth == BuiltDepth::kShared)
      words.insert(words.end(), {"--built-depth", "run"});
    if (options_.strict_rtl) words.emplace_back("--strict");
    return words;
  }
  /// Those that say what is compared, and when.
  [[nodiscard]] std::vector<std::string> options_of_comparison() const {
    std::vector<std::string> words;
    if (routers_ != "all") words.insert(words.end(), {"--routers", routers_});
    if (state_ != "every") words.insert(words.end(), {"--state", state_});
    return words;
  }
  /// The command that finds a difference again whose configuration is in the directory.
  [[nodiscard]] std::string again(const std::string& config) const {
    std::vector<std::string> words = {"--config", config};
    for (const auto& more : {options_of_comparison(), options_of_routers()})
      words.insert(words.end(), more.begin(), more.end());
    return lockstep_command(words);
  }

  [[nodiscard]] std::string file(const char* name) const {
    return (fs::path(directory_) / name).string();
  }

  static void save(std::optional<AtomicFile>& file, const nlohmann::ordered_json& json) {
    if (!file) return;
    file->stream() << json.dump(2) << "\n";
    file->commit();
  }

  /// Does `work`; if it cannot be done, says so. Whether it could be done.
  template <typename Work>
  static bool or_complain(Work&& work) {
    try {
      work();
      return true;
    } catch (const std::exception& error) {
      print_message("dragonfly: {}\n", printable(error.what()));
      return false;
    }
  }

  /// What --fuzz or --battery is to do; options that are given go to every configuration.
  [[nodiscard]] FuzzOptions::Request fuzz_request(const Configuration& base) const {
    if (!options_.packet_trace_path.empty()) {
      throw InputError(
          "--packet-trace: there is one for each configuration of --fuzz and --battery; repeat the "
          "one of interest alone");
    }
    if (!record_path_.empty() || !record_router_.empty()) {
      throw InputError(
          "--record-ports: a router is recorded in one configuration, not in those of --fuzz and "
          "--battery; repeat the one of interest alone");
    }
    if (threads_.given()) {
      throw InputError(
          "--threads: --fuzz and --battery keep all processors busy with one configuration each; "
          "leave --threads out");
    }
    static_cast<void>(parse_state(state_));
    FuzzOptions::Request request{base, key_options_.given(), {}, directory_, json_path_};
    request.report = !no_report_;
    request.routers_given = routers_ != "all";
    request.user_router = lockstep_.user.has_value();
    for (const auto& words : {options_of_comparison(), options_of_routers()})
      request.options.insert(request.options.end(), words.begin(), words.end());
    if (!fault_.empty())
      request.fault_router = parse_fault(fault_, std::numeric_limits<int>::max()).router;
    return request;
  }

  /// In a thread of its own, while the loop goes on.
  [[noreturn]] void end_in_stall(const Configuration& config, const std::string& message,
                                 int router) const {
    print_message("\ndragonfly: {}\n", message);
    if (!no_report_) {
      or_complain([&] {
        make_directory(directory_);
        write_file(file("config.toml"), to_toml(repeatable(config)));
        print_message("Looking for the process that it is in ...\n");
        print_message("{}\nagain:  {}\n", located(router), again(file("config.toml")));
      });
    }
    end_process(static_cast<int>(interrupted() ? ExitCode::kInterrupted : ExitCode::kBadInput));
  }

  /// Repeats the run up to an endless loop, with the router concerned in a form that says where it
  /// is.
  [[nodiscard]] std::string located(int router) const {
    const std::string log = file("locate.log");
    std::string routers = fmt::format("{}", router);
    if (lockstep_.fault && lockstep_.fault->router != router)
      routers += fmt::format(",{}", lockstep_.fault->router);
    std::vector<std::string> command =
        own_command({"--config", file("config.toml"), "--locate", "--no-report", "--routers",
                     routers, "--stall-seconds", stall_});
    const std::vector<std::string> more = options_of_routers();
    command.insert(command.end(), more.begin(), more.end());
    static_cast<void>(run_to_end(command, log));
    const std::string said = read_text_file(log), mark = "It is in the process";
    fs::remove(log);
    const std::size_t begin = said.find(mark);
    return begin == std::string::npos ? "It could not be found out."
                                      : said.substr(begin, said.find('\n', begin) - begin);
  }

  /// This program with other arguments.
  [[nodiscard]] static std::vector<std::string> own_command(
      const std::vector<std::string>& arguments) {
    std::vector<std::string> command = {kOwnProgram, "lockstep"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
  }

  /// The exit code. Throws Error(kInterrupted).
  [[nodiscard]] static int run_to_end(const std::vector<std::string>& command,
                                      const std::string& log) {
    ChildProcesses children;
    constexpr std::size_t kOnly = 0;
    const InterruptWatch watch;
    children.start(kOnly, command, log);
    while (!interrupted())
      if (const auto ended = children.wait(std::chrono::milliseconds(100))) return ended->exit_code;
    take_time_to_stop();
    throw Error(ExitCode::kInterrupted, "interrupted while the run was repeated for a report");
  }

  /// Leaves behind all that is known of a difference: in the directory, or if that has become
  /// impossible, among the temporary files.
  void explain(const Configuration& config, const Difference& difference) {
    print_message("router {} differs in cycle {}; report and wave follow\n", difference.router,
                  difference.cycle);
    // What the other process runs. Here its messages are seen, and Ctrl-C ends it.
    if (!or_complain([&] { prepare(config, LockstepPurpose::kReplay, options_, lockstep_); }))
      return;
    if (or_complain([&] { write_report(config, difference); }) || interrupted()) return;
    directory_ =
        (fs::temp_directory_path() / fmt::format("dragonfly-lockstep-{}", ::getpid())).string();
    print_message("dragonfly: the report goes to {} instead\n", directory_);
    or_complain([&] { write_report(config, difference); });
  }

  /// With files that another process can read.
  [[nodiscard]] Configuration repeatable(Configuration config) const {
    std::string& trace = config.traffic.trace_file;
    if (!trace.empty()) trace = readable_again(trace, file("packets.trace"));
    for (const Key& key : keys()) {
      if (!key.is_file || key.families.empty()) continue;
      const std::string path = to_text(key.get(config));
      if (!path.empty()) key.set(config, readable_again(path, file(key.name.c_str())));
    }
    return config;
  }

  /// SystemC cannot simulate a second time in one process, so another one repeats the run.
  void write_report(const Configuration& config, const Difference& difference) const {
    make_directory(directory_);
    write_file(file("config.toml"), to_toml(repeatable(config)));
    write_file(file("difference.json"), to_json(difference).dump(2) + "\n");
    const std::string log = file("replay.log");
    std::vector<std::string> command =
        own_command({"--config", file("config.toml"), "--out", directory_, "--replay",
                     file("difference.json")});
    for (const auto& words : {options_of_comparison(), options_of_routers()})
      command.insert(command.end(), words.begin(), words.end());
    const int exit_code = run_to_end(command, log);
    if (exit_code != 0) {
      throw Error(
          documented(exit_code),
          fmt::format("the run could not be repeated for a wave:\n{}", read_text_file(log)));
    }
    fs::remove(log);
    // Whether or not it can be shown, it is there.
    or_complain([&] {
      print_output("{}report: {}\nwave:   gtkwave {}\n", read_text_file(file("report.txt")),
                   shell_quoted(file("report.txt")), shell_quoted(file("difference.gtkw")));
      flush_output();
    });
  }

  /// Repeats the run up to a difference, and writes report, wave and view.
  void show(const Configuration& config) const {
    const Difference difference = difference_from_json(read_json_file(replay_), replay_);
    const WaveRequest wave = wave_of(difference, file("difference.fst"));
    const Replay repeated = replay(config, options_, difference, wave, lockstep_);
    const std::string command = again(file("config.toml"));
    write_file(file("report.txt"), report_text(config, difference, repeated, command));
    write_file(file("difference.json"),
               report_json(config, difference, repeated, command).dump(2) + "\n");
    write_difference_save(config, wave, difference, lockstep_.built_depth,
                          lockstep_.user.has_value(), file("difference.gtkw"));
  }

  KeyOptions key_options_;
  ThreadsOption threads_;
  OutputOption coverage_;
  FuzzOptions fuzz_;
  RunOptions options_;
  LockstepOptions lockstep_;
  UserRouter user_;
  std::string fault_;
  std::string routers_ = "all", state_ = "every", directory_ = "lockstep", replay_;
  std::string record_path_, record_router_, json_path_, coverage_data_;
  std::string rtl_body_ = "simulation", built_depth_ = "asked", stall_ = kStallSeconds;
  bool prepare_ = false, no_report_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_lockstep(CLI::App& root) {
  return std::make_unique<LockstepCommand>(root);
}

}  // namespace dragonfly
