// SPDX-License-Identifier: Apache-2.0
// A family of networks as a program may bring its own: rings, in which all packets go the same way
// round. All there is to know of it is in this folder.
#pragma once

#include "models/families/family.hpp"

namespace dragonfly {

/// Parameters `length` (routers, 3 or more) and `terminals` (of a router); routing `onward`.
[[nodiscard]] Family ring_family();

}  // namespace dragonfly
