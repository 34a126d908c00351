// SPDX-License-Identifier: Apache-2.0
// Ports that carry routes: bundles with a word {output port, VC} for each input port or input VC
// (df_pkg::ROUTE_W).
#pragma once

#include <cstdint>

#include "tb/reference/routes.hpp"
#include "tb/support/parameters.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"

namespace dragonfly::tb {

/// Bits of the two parts of a route.
struct RouteBits {
  int port, vc;
};

[[nodiscard]] constexpr RouteBits route_bits(const Parameters& p) { return {p.port_w(), p.vc_w()}; }

template <class Signal>
void put_route(Signal& signal, const RouteBits& width, int index, const Route& route) {
  set_word(
      signal, index, width.port + width.vc,
      static_cast<std::uint64_t>(route.port) << width.vc | static_cast<std::uint64_t>(route.vc));
}

/// Something in the place of a route that means nothing.
template <class Signal>
void put_noise(Signal& signal, const RouteBits& width, int index, Random& random) {
  set_word(signal, index, width.port + width.vc, random.bits(width.port + width.vc));
}

template <class Signal>
[[nodiscard]] Route get_route(const Signal& signal, const RouteBits& width, int index) {
  const auto word = static_cast<int>(get_word(signal, index, width.port + width.vc));
  return {word >> width.vc, word & ((1 << width.vc) - 1)};
}

}  // namespace dragonfly::tb
