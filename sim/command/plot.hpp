// SPDX-License-Identifier: Apache-2.0
// Plots, drawn by the scripts/plot_*.py.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/command/named_files.hpp"
#include "sim/command/options.hpp"

namespace dragonfly {

/// Draws with Python and Matplotlib.
class Plotter {
 public:
  /// Finds the script ("plot_sweep.py") and a Python that has Matplotlib: $DRAGONFLY_PYTHON, or
  /// else python3 on the PATH or /usr/bin/python3. Throws InputError with the remedy if there is
  /// none.
  explicit Plotter(const std::string& script);

  /// The command that draws what the file `json` holds as `stem`.png and `stem`.svg.
  [[nodiscard]] std::vector<std::string> command(const std::string& json,
                                                 const std::string& stem) const;
  /// Draws what the file `json` holds as `stem`.png and `stem`.svg. Throws Error if that fails.
  void draw(const std::string& json, const std::string& stem) const;
  /// The same for data in memory.
  void draw(const nlohmann::ordered_json& data, const std::string& stem) const;

 private:
  std::string script_, python_;
};

/// --plot STEM: a drawing of the result as STEM.png and STEM.svg.
class PlotOption {
 public:
  /// `script` draws; `what` is for the help. The option is part of `app`, which must outlive this
  /// object.
  PlotOption(OptionList& app, std::string script, const std::string& what);
  PlotOption(const PlotOption&) = delete;
  PlotOption& operator=(const PlotOption&) = delete;

  [[nodiscard]] bool given() const { return option_->count() > 0; }
  /// What will be written, for check_files().
  [[nodiscard]] std::vector<NamedFile> files() const;
  /// Makes sure, before the work, that there will be a drawing. Throws InputError.
  void open();
  /// Does nothing if the option was not given.
  void draw(const nlohmann::ordered_json& data) const;

 private:
  std::string script_, stem_;
  Option* option_;
  std::optional<Plotter> plotter_;
};

}  // namespace dragonfly
