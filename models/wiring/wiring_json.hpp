// SPDX-License-Identifier: Apache-2.0
// Wirings as JSON.
#pragma once

#include <string>
#include <string_view>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// See wiring_from_text().
[[nodiscard]] Wiring wiring_from_json(std::string_view text, const std::string& name);

}  // namespace dragonfly
