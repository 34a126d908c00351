// Plots of sweeps, drawn by scripts/plot_sweep.py.
#pragma once

#include <string>

namespace dragonfly {

/// Draws with Python and Matplotlib.
class Plotter {
 public:
  /// Finds the script and a Python that has Matplotlib: $DRAGONFLY_PYTHON, or else python3 on the
  /// PATH or /usr/bin/python3. Throws InputError with the remedy if there is none.
  Plotter();

  /// Draws the sweep in the file `sweep_json` as `stem`.png and `stem`.svg. Throws Error if that
  /// fails.
  void draw(const std::string& sweep_json, const std::string& stem) const;

 private:
  std::string script_, python_;
};

}  // namespace dragonfly
