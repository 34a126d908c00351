// SPDX-License-Identifier: Apache-2.0
// The order in which an output visits its requests (docs/microarchitecture.md, "Switch
// allocation").
#pragma once

#include <cstdint>

#include "models/router/bits.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Moves an output's pointer behind input VC i.
inline void point_behind(const RouterParameters& parameters, unsigned i, std::uint16_t& pointer) {
  pointer =
      static_cast<std::uint16_t>(i + 1 == static_cast<unsigned>(parameters.vectors) ? 0 : i + 1);
}

/// Visits two or more eligible requests until S of them are granted: those in `batch` first, each
/// class in circular order from the pointer on. grant(i) says whether input VC i is granted.
/// Returns those that are, at least one, and moves the pointer.
template <int kWords, class Grant>
[[gnu::always_inline]] inline Bits<kWords> grant_in_order(const RouterParameters& parameters,
                                                          const Bits<kWords>& eligible,
                                                          const Bits<kWords>& batch,
                                                          std::uint16_t& pointer, Grant&& grant) {
  Bits<kWords> granted{};
  int left = parameters.speedup;
  unsigned last = 0;
  const Bits<kWords> above = eligible.from(pointer);
  // One loop: four, one for each class, would end where nobody can foresee it four times.
  for (Bits<kWords> rest = eligible; left > 0 && rest.any();) {
    const Bits<kWords> candidates = (rest & batch).or_if_none(rest);
    const unsigned i = (candidates & above).or_if_none(candidates).lowest();
    rest.clear(i);
    const unsigned taken = grant(i) ? 1 : 0;
    granted.word[Bits<kWords>::index(i)] |= std::uint64_t{taken} << (i & 63);
    last = taken != 0 ? i : last;
    left -= static_cast<int>(taken);
  }
  point_behind(parameters, last, pointer);
  return granted;
}

}  // namespace dragonfly
