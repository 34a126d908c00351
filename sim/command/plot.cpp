// SPDX-License-Identifier: Apache-2.0
#include "sim/command/plot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/subprocess.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// In an installed tree, or else in the sources that this program was built from.
std::string find_script(const std::string& name) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const std::vector<fs::path> places = {
      program.parent_path().parent_path() / "share" / "dragonfly" / name,
      fs::path(DRAGONFLY_SOURCE_ROOT) / "scripts" / name};
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, error)) return place.string();
  }
  throw InputError(
      fmt::format("--plot: {} is neither at {} nor at {}; install dragonfly again, or run it from "
                  "its build tree",
                  name, places[0].string(), places[1].string()));
}

bool has_matplotlib(const std::string& python) {
  try {
    return run_tool({python, "-c", "import matplotlib"}, ".").exit_code == 0;
  } catch (const InputError&) {
    return false;  // there is no such program
  }
}

std::string find_python() {
  std::vector<std::string> candidates = {"python3", "/usr/bin/python3"};
  const char* chosen = std::getenv("DRAGONFLY_PYTHON");
  if (chosen != nullptr && *chosen != '\0') candidates = {chosen};
  for (const std::string& candidate : candidates) {
    if (has_matplotlib(candidate)) return candidate;
  }
  throw InputError(
      fmt::format("--plot: no Matplotlib for {}; install it (on Debian: apt install "
                  "python3-matplotlib), or set DRAGONFLY_PYTHON to a Python that has it",
                  fmt::join(candidates, " or ")));
}

}  // namespace

Plotter::Plotter(const std::string& script)
    : script_(find_script(script)), python_(find_python()) {}

std::vector<std::string> Plotter::command(const std::string& json, const std::string& stem) const {
  return {python_, script_, json, stem};
}

void Plotter::draw(const std::string& json, const std::string& stem) const {
  const ToolResult result = run_tool(command(json, stem), ".");
  if (result.exit_code == 0) return;
  throw Error(ExitCode::kInternal, fmt::format("{} failed:\n{}", script_, result.output));
}

void Plotter::draw(const nlohmann::ordered_json& data, const std::string& stem) const {
  // Beside the pictures: if they can be written, so can this.
  const std::string path = fmt::format("{}.part-{}.json", stem, ::getpid());
  struct Remove {
    const std::string& path;
    ~Remove() {
      std::error_code ignored;
      fs::remove(path, ignored);
    }
  } remove{path};
  write_file(path, data.dump());
  draw(path, stem);
}

PlotOption::PlotOption(OptionList& app, std::string script, const std::string& what)
    : script_(std::move(script)),
      option_(app.add_option("--plot", stem_, what + " as STEM.png and STEM.svg (needs Matplotlib)")
                  ->type_name("STEM")) {}

std::vector<NamedFile> PlotOption::files() const {
  if (!given()) return {};
  return {{"--plot", stem_ + ".png"}, {"--plot", stem_ + ".svg"}};
}

void PlotOption::open() {
  if (!given()) return;
  if (stem_.empty() || stem_.ends_with('/')) {
    throw InputError(
        fmt::format("--plot '{}': name a file without its extension, as --plot net for net.png and "
                    "net.svg",
                    stem_));
  }
  check_writable(stem_ + ".png");
  check_writable(stem_ + ".svg");
  plotter_.emplace(script_);
}

void PlotOption::draw(const nlohmann::ordered_json& data) const {
  if (plotter_) plotter_->draw(data, stem_);
}

}  // namespace dragonfly
