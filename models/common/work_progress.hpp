// SPDX-License-Identifier: Apache-2.0
// How far a long computation is.
#pragma once

#include <cstdint>
#include <functional>

namespace dragonfly {

/// Called after each part of the work, of equal parts `all` in number, by the thread that works.
/// May be empty.
using WorkProgress = std::function<void(std::int64_t done, std::int64_t all)>;

}  // namespace dragonfly
