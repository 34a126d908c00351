// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/run_result.hpp"

#include "models/config/configuration.hpp"

namespace dragonfly {

RunResult::RunResult() : config(std::make_shared<const Configuration>()) {}

}  // namespace dragonfly
