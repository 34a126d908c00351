// SPDX-License-Identifier: Apache-2.0
// The names of routers in waves.
#pragma once

#include <string>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Name of a router's scope in the wave, and in messages of its assertions: "group_3_router_5".
[[nodiscard]] std::string wave_scope(const Wiring& wiring, int router);

}  // namespace dragonfly
