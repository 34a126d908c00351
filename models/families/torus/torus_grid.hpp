// SPDX-License-Identifier: Apache-2.0
// A torus as its routers see it (docs/microarchitecture.md, "Tori"): digits of nodes, and ports.
#pragma once

#include <cstdint>
#include <vector>

#include "models/families/flattened_butterfly/flattened_butterfly_grid.hpp"

namespace dragonfly {

/// Dimensions of one router are none: they are left out, and the others numbered anew.
class TorusGrid {
 public:
  TorusGrid(const std::vector<int>& sizes, int concentration);

  using Dimension = FlattenedButterflyGrid::Dimension;
  [[nodiscard]] int dimensions() const { return digits_.dimensions(); }
  [[nodiscard]] const Dimension& dimension(int number) const { return digits_.dimension(number); }
  [[nodiscard]] int terminals() const { return digits_.terminals(); }  ///< of a router
  [[nodiscard]] std::int64_t routers() const { return digits_.routers(); }
  [[nodiscard]] int ports() const { return ports_; }
  [[nodiscard]] int node_width() const { return digits_.node_width(); }  ///< bits
  /// Bits of each digit, the lowest first.
  [[nodiscard]] std::vector<int> digit_widths() const { return digits_.digit_widths(); }
  /// The digits of a router.
  [[nodiscard]] std::uint32_t node(std::int64_t router) const { return digits_.node(router); }

  /// The port of a dimension in which the digit rises, or falls.
  [[nodiscard]] int port(int d, bool up) const {
    const bool one_port = dimension(d).size == 2;
    return first_ports_[static_cast<std::size_t>(d)] + (up || one_port ? 0 : 1);
  }
  /// Dimension of a port; -1 of a terminal port.
  [[nodiscard]] int dimension_of(int port) const;

 private:
  FlattenedButterflyGrid digits_;
  std::vector<int> first_ports_;  ///< [dimension]
  int ports_;
};

/// The VC of a packet on a channel of a ring of `size` routers that leaves digit x, having come
/// through this ring on VC `before` (0 if it enters the ring): two VCs, divided by a dateline
/// between the last digit and the first.
[[nodiscard]] constexpr int dateline_vc(int size, int x, bool up, int before, int vcs) {
  if (size == 2 || vcs == 1) return 0;
  return x == (up ? size - 1 : 0) ? 1 : before;
}

/// VCs that packets in the order of the dimensions need.
[[nodiscard]] int torus_vcs(const TorusGrid& grid);

}  // namespace dragonfly
