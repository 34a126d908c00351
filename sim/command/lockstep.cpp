// `dragonfly lockstep`: RTL and model side by side, until they differ.
#include "sim/lockstep/lockstep.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/config/toml.hpp"
#include "models/config/validate.hpp"
#include "models/topology/dragonfly.hpp"
#include "sim/command/child_processes.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/fuzz.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/lockstep/report.hpp"
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

class Lockstep : public Subcommand {
 public:
  explicit Lockstep(CLI::App& root)
      : Subcommand(root, "lockstep", "compare the RTL with the model in every cycle"),
        key_options_(app()),
        fuzz_(app()) {
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
        .add_option("--out", directory_, "directory for report and wave of a difference")
        ->type_name("DIR=lockstep");
    app()
        .add_option("--json", json_path_,
                    "save as JSON what was compared, or the difference; with --fuzz the report")
        ->type_name("FILE");
    app().add_flag("--strict", options_.strict_rtl, kStrictHelp);
    app().add_flag("--no-report", no_report_, "leave no report and wave of a difference");
    // The second half of the work after a difference, in a process of its own.
    app().add_option("--replay", replay_)->group("");
    // A part of --fuzz, in a process of its own.
    app().add_flag("--prepare", prepare_, "build what the run needs, and end")->group("");
  }

  void execute() override {
    const Configuration config = key_options_.configuration();
    take_user_router();
    if (fuzz_.wanted()) {
      fuzz_.run(fuzz_request(config));
      return;
    }
    validate(config);
    const int routers = Dragonfly(config.topology).routers();
    if (!fault_.empty()) lockstep_.fault = parse_fault(fault_, routers);
    if (!replay_.empty()) {
      show(config);
      return;
    }
    if (prepare_) {
      prepare(config, LockstepPurpose::kRun, options_, lockstep_);
      return;
    }
    LockstepOptions& lockstep = lockstep_;
    lockstep.state_every = parse_state(state_);
    if (routers_ != "all")
      lockstep.routers = parse_indices("--routers", routers_, "router", routers);
    try {
      const LockstepOutcome outcome = simulate(config, options_, lockstep);
      const std::size_t compared =
          lockstep.routers.empty() ? static_cast<std::size_t>(routers) : lockstep.routers.size();
      fmt::print("{} cycles, no difference: {} router{}{}, {} router-cycles compared, {}\n",
                 outcome.result.cycles, compared, compared == 1 ? "" : "s",
                 lockstep.user ? fmt::format(" ({})", lockstep.user->top) : "",
                 outcome.count.router_cycles,
                 lockstep.user ? "at the output ports only, as its state is not known"
                               : fmt::format("the state in {}", outcome.count.state_compared));
      save({{"cycles", outcome.result.cycles},
            {"saturated", outcome.result.saturated},
            {"routers", compared},
            {"router_cycles", outcome.count.router_cycles},
            {"state_compared", outcome.count.state_compared}});
    } catch (const DifferenceFound& found) {
      save({{"difference", to_json(found.difference())}});
      if (!no_report_) explain(config, found.difference());
      throw;
    }
  }

 private:
  void take_user_router() {
    const bool with_files = app().count("--router-files") != 0;
    const bool with_top = app().count("--router-top") != 0;
    if (!with_files && !with_top) return;
    if (!with_files || !with_top)
      throw InputError(
          fmt::format("{} is missing: a router of yours needs --router-files, the list of its "
                      "files, and --router-top, the name of its top module",
                      with_files ? "--router-top" : "--router-files"));
    if (app().count("--state") != 0 && parse_state(state_) != 0)
      throw InputError(
          fmt::format("--state {}: the registers of the router of --router-files are not known, "
                      "only its outputs are compared; leave --state out",
                      state_));
    lockstep_.user = user_;
  }

  /// The options besides the configuration that a run needs to be the same again.
  [[nodiscard]] std::vector<std::string> options_of_routers() const {
    std::vector<std::string> words;
    if (lockstep_.user) words = {"--router-files", user_.file_list, "--router-top", user_.top};
    if (!fault_.empty()) words.insert(words.end(), {"--inject-fault", fault_});
    if (options_.strict_rtl) words.emplace_back("--strict");
    return words;
  }

  [[nodiscard]] std::string file(const char* name) const {
    return (fs::path(directory_) / name).string();
  }

  void save(const nlohmann::ordered_json& json) const {
    if (!json_path_.empty()) write_file(json_path_, json.dump(2) + "\n");
  }

  /// What --fuzz is to do; options that are given go to every configuration.
  [[nodiscard]] FuzzOptions::Request fuzz_request(const Configuration& base) const {
    if (!options_.packet_trace_path.empty())
      throw InputError(
          "--packet-trace: there is one for each configuration of --fuzz; repeat the "
          "one of interest without --fuzz");
    static_cast<void>(parse_state(state_));
    FuzzOptions::Request request{base, key_options_.given(), {}, directory_, json_path_};
    request.report = !no_report_;
    request.routers_given = routers_ != "all";
    if (request.routers_given)
      request.options.insert(request.options.end(), {"--routers", routers_});
    if (state_ != "every") request.options.insert(request.options.end(), {"--state", state_});
    const std::vector<std::string> routers = options_of_routers();
    request.options.insert(request.options.end(), routers.begin(), routers.end());
    if (!fault_.empty())
      request.fault_router = parse_fault(fault_, std::numeric_limits<int>::max()).router;
    return request;
  }

  /// Leaves behind all that is known of a difference. SystemC cannot simulate a second time in one
  /// process, so another one repeats the run.
  void explain(const Configuration& config, const Difference& difference) const {
    fmt::print(stderr, "router {} differs in cycle {}; report and wave follow\n", difference.router,
               difference.cycle);
    try {
      // What the other process runs. Here its messages are seen, and Ctrl-C ends it.
      prepare(config, LockstepPurpose::kReplay, options_, lockstep_);
    } catch (const Error& error) {
      fmt::print(stderr, "no report and wave: {}\n", error.what());
      return;
    }
    make_directory(directory_);
    write_file(file("config.toml"), to_toml(config));
    write_file(file("difference.json"), to_json(difference).dump(2) + "\n");
    ChildProcesses children;
    constexpr std::size_t kOnly = 0;
    const std::string log = file("replay.log");
    std::vector<std::string> command = {
        kOwnProgram, "lockstep", "--config", file("config.toml"),
        "--out",     directory_, "--replay", file("difference.json")};
    const std::vector<std::string> routers = options_of_routers();
    command.insert(command.end(), routers.begin(), routers.end());
    children.start(kOnly, command, log);
    std::optional<ChildProcesses::Ended> ended;
    while (!ended) ended = children.wait(std::chrono::milliseconds(100));
    if (ended->exit_code != 0) {
      fmt::print(stderr, "the run could not be repeated for a wave; see {}\n", log);
      return;
    }
    fs::remove(log);
    std::string again;
    for (const std::string& word : routers)
      again += word.starts_with("--") ? " " + word : " '" + word + "'";
    fmt::print("{}\nreport: {}\nwave:   gtkwave {}\nagain:  dragonfly lockstep --config {}{}\n",
               read_text_file(file("report.txt")), file("report.txt"), file("difference.gtkw"),
               file("config.toml"), again);
  }

  /// Repeats the run up to a difference, and writes report, wave and view.
  void show(const Configuration& config) const {
    const Difference difference =
        difference_from_json(nlohmann::ordered_json::parse(read_text_file(replay_)), replay_);
    const WaveRequest wave = wave_of(difference, file("difference.fst"));
    const Replay again = replay(config, options_, difference, wave, lockstep_);
    write_file(file("report.txt"), report_text(config, difference, again));
    write_file(file("difference.json"), report_json(config, difference, again).dump(2) + "\n");
    write_difference_save(config, wave, difference, lockstep_.user.has_value(),
                          file("difference.gtkw"));
  }

  KeyOptions key_options_;
  FuzzOptions fuzz_;
  RunOptions options_;
  LockstepOptions lockstep_;
  UserRouter user_;
  std::string fault_;
  std::string routers_ = "all", state_ = "every", directory_ = "lockstep", replay_;
  std::string json_path_;
  bool prepare_ = false, no_report_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_lockstep(CLI::App& root) {
  return std::make_unique<Lockstep>(root);
}

}  // namespace dragonfly
