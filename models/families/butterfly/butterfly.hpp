// SPDX-License-Identifier: Apache-2.0
// The conventional butterfly, k-ary n-fly (Kim, Dally, Abts 2007, Section 2.1, Figure 1).
#pragma once

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// n stages of k^(n-1) routers with k channels in and k out; N = k^n terminals inject at the first
/// stage and eject at the last. Directed. Router s k^(n-1) + i is router i of stage s; from stage s
/// to s + 1 the channels change digit n-2-s of i (radix k, digit 0 counts ones), so what is
/// numbered as dimension n-1-s in the flattened butterfly. Output port j leads to the router with j
/// in this digit, and arrives on the input port of the number that the digit had before; terminal t
/// injects at router t / k of the first stage and ejects at router t / k of the last, both on port
/// t mod k. Classes "terminal" and "rank-1" ... "rank-(n-1)"; groups are the stages.
/// Throws InputError unless k >= 2 and 1 <= n <= 31, or if it is too large.
[[nodiscard]] Wiring butterfly_wiring(int k, int n);

}  // namespace dragonfly
