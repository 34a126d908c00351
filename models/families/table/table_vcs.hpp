// SPDX-License-Identifier: Apache-2.0
// The virtual channels of packets that find their way by table.
#pragma once

#include <algorithm>

namespace dragonfly {

/// The VC rises with every hop, on each of the two legs of a path.
struct TableVcs {
  int vcs = 1;
  int split = 0;  ///< the first VC of packets that go to their destination; below: to `mid`

  /// The VC on which a packet leaves a router that came on `vc` and keeps its target.
  [[nodiscard]] int onwards(int vc) const {
    return std::min(vc + 1, (vc < split ? split : vcs) - 1);
  }
};

/// Those of routers with `vcs` VCs. `distance`: the greatest from a source to a node or between
/// nodes.
[[nodiscard]] constexpr TableVcs table_vcs(bool valiant, int vcs, int distance) {
  return {vcs, valiant ? std::min(distance, vcs / 2) : 0};
}

}  // namespace dragonfly
