// Plots, drawn by the scripts/plot_*.py.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace dragonfly {

/// Draws with Python and Matplotlib.
class Plotter {
 public:
  /// Finds the script ("plot_sweep.py") and a Python that has Matplotlib: $DRAGONFLY_PYTHON, or
  /// else python3 on the PATH or /usr/bin/python3. Throws InputError with the remedy if there is
  /// none.
  explicit Plotter(const std::string& script);

  /// Draws what the file `json` holds as `stem`.png and `stem`.svg. Throws Error if that fails.
  void draw(const std::string& json, const std::string& stem) const;
  /// The same for data in memory.
  void draw(const nlohmann::ordered_json& data, const std::string& stem) const;

 private:
  std::string script_, python_;
};

}  // namespace dragonfly
