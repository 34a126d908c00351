// Finished points of sweeps, kept for later runs.
#pragma once

#include <optional>
#include <string>

#include "models/common/version.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

struct Configuration;

/// A directory of results, of networks of one family. The name of each file is a hash of all that
/// its result depends on: the configuration (with the content of the files that it names), the
/// engine, the version of this program (which names its sources), and the RTL if the engine runs
/// it. So a result of anything else is never taken for it.
class PointStore {
 public:
  /// Makes the directory if it is not there. Throws InputError if it cannot be made.
  /// `any`: the configuration of some point. `version`: that of the program which runs the points.
  PointStore(std::string directory, const std::string& engine, const Configuration& any,
             const std::string& version = kVersion);

  /// Path of the files of a point, without extension: .toml is its configuration, .json its
  /// result.
  [[nodiscard]] std::string stem(const Configuration& config) const;

  /// The result of a point, if it has been finished.
  [[nodiscard]] std::optional<RunResult> find(const Configuration& config) const;

 private:
  std::string directory_;
  std::string program_;  ///< hash of what all results depend on
};

}  // namespace dragonfly
