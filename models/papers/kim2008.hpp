// SPDX-License-Identifier: Apache-2.0
// Items of Kim, Dally, Scott, Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA
// 2008.
#pragma once

#include "models/papers/paper.hpp"

namespace dragonfly::kim2008 {

// Cables and cost (kim2008_cost.cpp).
[[nodiscard]] Figure table1(Runs&, Extent);
[[nodiscard]] Figure figure2(Runs&, Extent);
[[nodiscard]] Figure figure19(Runs&, Extent);

// Topologies (kim2008_topology.cpp).
[[nodiscard]] Figure figure1(Runs&, Extent);
[[nodiscard]] Figure figure4(Runs&, Extent);
[[nodiscard]] Figure figure5(Runs&, Extent);
[[nodiscard]] Figure figure6(Runs&, Extent);
[[nodiscard]] Figure figure7(Runs&, Extent);
[[nodiscard]] Figure figure18(Runs&, Extent);
[[nodiscard]] Figure table2(Runs&, Extent);

// Routing under load (kim2008_routing.cpp).
[[nodiscard]] Figure figure8(Runs&, Extent);
[[nodiscard]] Figure figure9(Runs&, Extent);
[[nodiscard]] Figure figure10(Runs&, Extent);
[[nodiscard]] Figure figure11(Runs&, Extent);
[[nodiscard]] Figure figure12(Runs&, Extent);
[[nodiscard]] Figure figure14(Runs&, Extent);
[[nodiscard]] Figure figure16(Runs&, Extent);

// Beside the figures (kim2008_text.cpp).
[[nodiscard]] Figure text(Runs&, Extent);

}  // namespace dragonfly::kim2008
