// SPDX-License-Identifier: Apache-2.0
// Ports that carry the candidates of decisions on arrival (rtl/arrival/df_route_unit_ports.svh).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tb/reference/flat_network.hpp"
#include "tb/support/signal_bits.hpp"

namespace dragonfly::tb {

/// {weight, bias, VC, nonmin, mid}.
[[nodiscard]] inline std::uint64_t offer_bits(const FlatSizes& s, const FlatCandidate& candidate) {
  std::uint64_t offer = static_cast<std::uint64_t>(candidate.weight);
  offer = offer << 16 | (static_cast<std::uint64_t>(candidate.bias) & 0xFFFF);
  offer = offer << s.vc_w() | static_cast<std::uint64_t>(candidate.vc);
  offer = offer << 1 | (candidate.nonmin ? 1U : 0U);
  return offer << s.node_w() | static_cast<std::uint64_t>(candidate.mid);
}

/// Number of candidate `c` of a port in bundles over all of them.
[[nodiscard]] inline int candidate_number(const FlatSizes& s, int port, int c) {
  return port << s.candidate_w() | c;
}

template <class Signal>
void put_set(Signal& signal, const FlatSizes& s, int number, const std::vector<int>& set) {
  for (int port = 0; port < s.ports(); ++port) set_mask_bit(signal, number, s.ports(), port, false);
  for (const int port : set) set_mask_bit(signal, number, s.ports(), port, true);
}

template <class Signal>
[[nodiscard]] std::vector<int> get_set(const Signal& signal, const FlatSizes& s, int number) {
  std::vector<int> set;
  for (int port = 0; port < s.ports(); ++port)
    if (mask_bit(signal, number, s.ports(), port)) set.push_back(port);
  return set;
}

}  // namespace dragonfly::tb
