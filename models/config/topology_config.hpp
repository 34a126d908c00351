// SPDX-License-Identifier: Apache-2.0
// Which network.
#pragma once

#include <string>

#include "models/config/parameters.hpp"

namespace dragonfly {

/// Section [topology].
struct TopologyConfig {
  std::string family = "dragonfly";  ///< name in the registry of families
  FamilyParameters parameters;       ///< those given; the others have their standard values

  bool operator==(const TopologyConfig&) const = default;
};

}  // namespace dragonfly
