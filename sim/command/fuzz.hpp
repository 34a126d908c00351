// SPDX-License-Identifier: Apache-2.0
// `dragonfly lockstep --fuzz` and `--battery`: lockstep of many configurations, drawn at random or
// chosen.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/common/processors.hpp"
#include "models/config/configuration.hpp"
#include "sim/command/child_processes.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/options.hpp"
#include "sim/rtl/rtl_coverage.hpp"

namespace dragonfly {

class FuzzOptions {
 public:
  /// Adds the options to `app`, which must outlive this object.
  explicit FuzzOptions(OptionList& app);

  [[nodiscard]] bool wanted() const {
    return !battery_.empty() || !count_.empty() || !seconds_.empty() || !corpus_.empty();
  }

  struct Request {
    Configuration base;
    std::vector<const Key*> given;     ///< keys that stay as in `base`; the seed is of the drawing
    std::vector<std::string> options;  ///< of `dragonfly lockstep`, for every configuration
    std::string directory;             ///< for what is found
    std::string json_path;             ///< empty: none
    bool report = true;                ///< leave report and wave of a difference
    bool routers_given = false;        ///< `options` say which routers are compared
    int fault_router = -1;             ///< that must be compared, as it has a fault; -1: none
    bool count_coverage =
        false;  ///< of the RTL; what all configurations have reached goes to `on_coverage`
    std::function<void(const std::string& what, const RtlCoverage&)> on_coverage = {};
    bool user_router = false;  ///< `options` name one: it is of the family of `base`
  };

  /// Takes configurations, compares, shrinks what fails, and reports. Throws Error(kDifference) if
  /// there is a difference, Error with the code of the first failure if there is another failure.
  void run(const Request& request) const;

 private:
  std::string battery_, count_, seconds_, corpus_, jobs_ = std::to_string(processors());
};

}  // namespace dragonfly
