// SPDX-License-Identifier: Apache-2.0
// What a control register may have held before it gets its value.
#pragma once

#include <cstdint>
#include <span>

#include "models/router/router.hpp"

namespace dragonfly {

/// A value that the register of `write` can have beside the others of `writes`, in a router of any
/// family and size, and that makes no assertion of the RTL fail: another one, if one is known,
/// else that of `write`. An entry of a table gets that of another entry. `drawn`: a random number.
[[nodiscard]] std::uint32_t earlier_value(const RegisterWrite& write,
                                          std::span<const RegisterWrite> writes,
                                          std::uint64_t drawn);

}  // namespace dragonfly
