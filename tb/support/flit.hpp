// SPDX-License-Identifier: Apache-2.0
// A flit (docs/microarchitecture.md, "The flit") and its place in a Verilated signal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>

#include "tb/support/parameters.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"

namespace dragonfly::tb {

struct Flit {
  bool head = false;
  bool tail = false;
  bool nonmin = false;
  int len = 0;   // flits of the packet, minus one
  int hops = 0;  // routers visited
  int salt = 0;
  int mid_group = 0;
  int dst_group = 0;
  int dst_router = 0;
  int dst_term = 0;
  std::uint64_t tag = 0;       // low 64 bits of the payload
  std::uint64_t tag_high = 0;  // what lies above
  bool operator==(const Flit&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Flit& flit) {
  return out << "{head " << flit.head << " tail " << flit.tail << " nonmin " << flit.nonmin
             << " len " << flit.len << " hops " << flit.hops << " salt " << flit.salt << " mid "
             << flit.mid_group << " dst " << flit.dst_group << "." << flit.dst_router << "."
             << flit.dst_term << " tag " << flit.tag_high << ":" << flit.tag << "}";
}

namespace detail {

// Calls visit(width, member) for the fields of a flit from the least significant on.
template <class AnyFlit, class Visit>
void for_each_field(const Parameters& p, AnyFlit& flit, Visit&& visit) {
  visit(std::min(p.tag_w, 64), flit.tag);
  visit(std::max(p.tag_w - 64, 0), flit.tag_high);
  visit(p.term_w(), flit.dst_term);
  visit(p.router_w(), flit.dst_router);
  visit(p.group_w(), flit.dst_group);
  visit(p.group_w(), flit.mid_group);
  visit(8, flit.salt);
  visit(4, flit.hops);
  visit(4, flit.len);
  visit(1, flit.nonmin);
  visit(1, flit.tail);
  visit(1, flit.head);
}

}  // namespace detail

/// Writes the flit of `port`.
template <class Signal>
void put_flit(Signal& signal, const Parameters& p, int port, const Flit& flit) {
  int position = port * word_distance(signal, p.flit_w());
  detail::for_each_field(p, flit, [&](int width, const auto& value) {
    set_bits(signal, position, width, static_cast<std::uint64_t>(value));
    position += width;
  });
}

/// Reads the flit of `port`.
template <class Signal>
[[nodiscard]] Flit get_flit(const Signal& signal, const Parameters& p, int port) {
  Flit flit;
  int position = port * word_distance(signal, p.flit_w());
  detail::for_each_field(p, flit, [&](int width, auto& value) {
    value = static_cast<std::decay_t<decltype(value)>>(bits(signal, position, width));
    position += width;
  });
  return flit;
}

/// A flit of random bits.
[[nodiscard]] inline Flit random_flit(Random& random, const Parameters& p) {
  Flit flit;
  detail::for_each_field(p, flit, [&](int width, auto& value) {
    value = static_cast<std::decay_t<decltype(value)>>(random.bits(width));
  });
  return flit;
}

}  // namespace dragonfly::tb
