// SPDX-License-Identifier: Apache-2.0
// `dragonfly waves`: a run that writes a wave of chosen routers and cycles, and a view of it.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <tuple>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/shell.hpp"
#include "models/common/streams.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/run/validate.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/waves/gtkwave_save.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

class WavesCommand : public Subcommand {
 public:
  explicit WavesCommand(CLI::App& root)
      : Subcommand(root, "waves", "write a wave (FST) of some routers, and a GTKWave view of it"),
        key_options_(app()) {
    app()
        .add_option("--routers", routers_, "numbers of the routers, as in 0,5-7")
        ->type_name("LIST=0");
    app().add_option("--cycles", cycles_, "first and last cycle")->type_name("A:B=0:500");
    app().add_option("--out", directory_, "directory for wave and view")->type_name("DIR=waves");
    app().add_option("--engine", engine_, kEngineHelp)->type_name("NAME");
    app().add_option("--rtl-body", rtl_body_, kRtlBodyHelp)->type_name("NAME=" + rtl_body_);
    app().add_flag("--strict", strict_, kStrictHelp);
  }

  void execute() override {
    if (engine_named(engine_) != Engine::kRtl)
      throw InputError(fmt::format(
          "--engine {}: only the RTL has signals to write a wave of; use --engine rtl", engine_));
    const bool synthesis_bodies = synthesis_bodies_named(rtl_body_);
    const Configuration config = key_options_.configuration();
    validate(config);
    const WaveRequest wave = request(config);
    const std::string view = (fs::path(directory_) / "dragonfly.gtkw").string();
    check_files(key_options_.inputs(config), {{"--out", wave.fst_path}, {"--out", view}});
    make_directory(directory_);
    check_writable(wave.fst_path);
    check_writable(view);
    const FileTime before = written_at(wave.fst_path);
    try {
      RunOptions options;
      options.wave = wave;
      options.strict_rtl = strict_;
      options.synthesis_bodies = synthesis_bodies;
      static_cast<void>(simulate(Engine::kRtl, config, options));
    } catch (const Error&) {
      // A run that failed is the one whose wave is wanted most. It may have ended before the wave
      // began, though, and left one of an earlier run.
      if (written_at(wave.fst_path) != before) show(config, wave, view);
      throw;
    }
    show(config, wave, view);
  }

 private:
  using FileTime = std::optional<fs::file_time_type>;

  static FileTime written_at(const std::string& path) {
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    return error ? FileTime() : FileTime(time);
  }

  WaveRequest request(const Configuration& config) const {
    WaveRequest wave;
    wave.fst_path = (fs::path(directory_) / "dragonfly.fst").string();
    wave.routers =
        parse_indices("--routers", routers_, "router", make_fabric(config).wiring.routers());
    std::tie(wave.first_cycle, wave.last_cycle) = parse_cycles("--cycles", cycles_);
    return wave;
  }

  static void show(const Configuration& config, const WaveRequest& wave, const std::string& view) {
    write_gtkwave_save(config, wave, view);
    print_output("wave of {} router{}, cycles {} to {}: {}\nopen it with: gtkwave {}\n",
                 wave.routers.size(), wave.routers.size() == 1 ? "" : "s", wave.first_cycle,
                 wave.last_cycle, wave.fst_path, shell_quoted(view));
  }

  KeyOptions key_options_;
  std::string engine_ = "rtl", rtl_body_ = "simulation", routers_ = "0", cycles_ = "0:500",
              directory_ = "waves";
  bool strict_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_waves(CLI::App& root) {
  return std::make_unique<WavesCommand>(root);
}

}  // namespace dragonfly
