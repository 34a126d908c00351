// SPDX-License-Identifier: Apache-2.0
// The route unit of networks by table that adapt at every router (docs/microarchitecture.md,
// "Networks by table, adaptive").
#pragma once

#include <bit>
#include <memory>

#include "models/router/flit_format.hpp"
#include "models/router/route_unit.hpp"

namespace dragonfly {

/// A set of ports in the registers: words of 32 ports, in number a power of two.
inline constexpr unsigned kSetWordBits = 32;
[[nodiscard]] constexpr unsigned set_words(int ports) {
  return std::bit_ceil((static_cast<unsigned>(ports) + kSetWordBits - 1) / kSetWordBits);
}

/// An empty route unit of routers with these header fields, ports and VCs.
[[nodiscard]] std::unique_ptr<RouteUnit> make_adaptive_table_unit(const HeaderFields& header,
                                                                  int ports, int vcs);

}  // namespace dragonfly
