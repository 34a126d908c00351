// SPDX-License-Identifier: Apache-2.0
// Items of Kim, Dally, Abts: Flattened Butterfly, a Cost-Efficient Topology for High-Radix
// Networks, ISCA 2007.
#pragma once

#include "models/papers/paper.hpp"

namespace dragonfly::kim2007 {

// Topologies and packaging (kim2007_topology.cpp).
[[nodiscard]] Figure figure1(Runs&, Extent);
[[nodiscard]] Figure figure2(Runs&, Extent);
[[nodiscard]] Figure figure8(Runs&, Extent);
[[nodiscard]] Figure figure9(Runs&, Extent);
[[nodiscard]] Figure figure14(Runs&, Extent);
[[nodiscard]] Figure table4(Runs&, Extent);

// Networks under load (kim2007_routing.cpp).
[[nodiscard]] Figure figure4(Runs&, Extent);
[[nodiscard]] Figure figure5(Runs&, Extent);
[[nodiscard]] Figure figure6(Runs&, Extent);
[[nodiscard]] Figure figure12(Runs&, Extent);
[[nodiscard]] Figure table1(Runs&, Extent);

// Cost and power (kim2007_cost.cpp).
[[nodiscard]] Figure figure7(Runs&, Extent);
[[nodiscard]] Figure figure10(Runs&, Extent);
[[nodiscard]] Figure figure11(Runs&, Extent);
[[nodiscard]] Figure figure13(Runs&, Extent);
[[nodiscard]] Figure figure15(Runs&, Extent);
[[nodiscard]] Figure table2(Runs&, Extent);
[[nodiscard]] Figure table3(Runs&, Extent);
[[nodiscard]] Figure table5(Runs&, Extent);

// Beside the figures (kim2007_text.cpp).
[[nodiscard]] Figure text(Runs&, Extent);

/// (k, n) of the networks of 4,096 terminals (Table 4).
struct Shape {
  int k, n;
};
inline constexpr Shape kShapes[] = {{64, 2}, {16, 3}, {8, 4}, {4, 6}, {2, 12}};

}  // namespace dragonfly::kim2007
