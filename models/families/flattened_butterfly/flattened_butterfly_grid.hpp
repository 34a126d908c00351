// SPDX-License-Identifier: Apache-2.0
// A flattened butterfly as its routers see it (docs/microarchitecture.md, "Flattened butterflies"):
// digits of nodes, and ports.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/families/flattened_butterfly/flattened_butterfly.hpp"
#include "models/router/port_set.hpp"

namespace dragonfly {

/// Dimensions of one router are none: they are left out, and the others numbered anew.
class FlattenedButterflyGrid {
 public:
  /// A dimension of 2 routers or more.
  struct Dimension {
    int size = 2;
    int parallel = 1;
    int first_port = 0;
    int shift = 0;            ///< of its digit in the number of a node
    unsigned mask = 1;        ///< of its digit
    std::int64_t stride = 1;  ///< between numbers of routers

    /// Ports without the one more that pairs have.
    [[nodiscard]] int ports() const { return (size - 1) * parallel; }
    [[nodiscard]] unsigned digit(std::uint32_t node) const { return node >> shift & mask; }
  };

  explicit FlattenedButterflyGrid(const FlattenedButterfly& network);

  [[nodiscard]] int dimensions() const { return static_cast<int>(dimensions_.size()); }
  [[nodiscard]] const Dimension& dimension(int number) const {
    return dimensions_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] int terminals() const { return terminals_; }  ///< of a router
  [[nodiscard]] bool paired() const { return paired_; }
  [[nodiscard]] std::int64_t routers() const { return routers_; }
  [[nodiscard]] int ports() const { return ports_; }
  [[nodiscard]] int node_width() const { return node_width_; }  ///< bits
  /// Bits of each digit of a node, the lowest first.
  [[nodiscard]] std::vector<int> digit_widths() const {
    std::vector<int> widths;
    for (const Dimension& dimension : dimensions_) widths.push_back(std::popcount(dimension.mask));
    return widths;
  }
  /// The digits of a router.
  [[nodiscard]] std::uint32_t node(std::int64_t router) const;
  /// Dimension of a port; -1 of a terminal port.
  [[nodiscard]] int dimension_of(int port) const;

  /// CHANNELS(d, y) of a router with these digits, of which y must not be one: added to `ports`.
  /// None where no router has y.
  [[gnu::always_inline]] void add_channels(std::uint32_t node, int d, unsigned y,
                                           PortSet& ports) const {
    const Dimension& dimension = dimensions_[static_cast<std::size_t>(d)];
    if (y >= static_cast<unsigned>(dimension.size)) return;
    const unsigned own = dimension.digit(node),
                   parallel = static_cast<unsigned>(dimension.parallel);
    const unsigned first =
        static_cast<unsigned>(dimension.first_port) + (y < own ? y : y - 1) * parallel;
    if (parallel == 1)
      ports.add(first);
    else
      ports.add(first, parallel);
    if (paired_ && d == 0 && y == (own ^ 1)) ports.add(static_cast<unsigned>(ports_ - 1));
  }
  /// ROW(d): added to `ports`.
  void add_row(int d, PortSet& ports) const {
    const Dimension& dimension = dimensions_[static_cast<std::size_t>(d)];
    ports.add(static_cast<unsigned>(dimension.first_port),
              static_cast<unsigned>(dimension.ports()));
    if (paired_ && d == 0) ports.add(static_cast<unsigned>(ports_ - 1));
  }

 private:
  std::vector<Dimension> dimensions_;
  int terminals_;
  bool paired_;
  std::int64_t routers_ = 1;
  int ports_ = 0, node_width_ = 1;
};

}  // namespace dragonfly
