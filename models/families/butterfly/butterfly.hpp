// The conventional butterfly, k-ary n-fly (Kim, Dally, Abts 2007, Section 2.1, Figure 1).
#pragma once

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// n stages of k^(n-1) routers with k channels in and k out; N = k^n terminals inject at the first
/// stage and eject at the last. Directed. Router s k^(n-1) + i is router i of stage s; from stage s
/// to s + 1 the channels change digit n-2-s of i (radix k, digit 0 counts ones), so what is
/// numbered as dimension n-1-s in the flattened butterfly. Classes "rank-1" ... "rank-(n-1)";
/// `group` is the stage. Throws InputError unless k >= 2 and 1 <= n <= 31, or if it is too large.
[[nodiscard]] NetworkGraph butterfly(int k, int n);

}  // namespace dragonfly
