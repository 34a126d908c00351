// SPDX-License-Identifier: Apache-2.0
// RTL that asks the simulator for random numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/rtl/user_router.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// Why routers have to be evaluated by one thread: the first file in which our RTL, or that of a
/// user, has $random or the like. In Verilated code every thread draws from a sequence of its own,
/// so what a router gets would depend on the threads. Empty if no file has it.
[[nodiscard]] std::string random_draws(const std::vector<SourceFile>& sources,
                                       const std::optional<UserRtl>& user);

}  // namespace dragonfly
