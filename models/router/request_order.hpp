// The order in which an output visits its requests (docs/microarchitecture.md, "Switch
// allocation").
#pragma once

#include <bit>
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
  int left = parameters.sizes.speedup;
  unsigned last = 0;
  const auto visit = [&](const Bits<kWords>& requests) {
    for (int w = 0; w < kWords; ++w)
      for (std::uint64_t rest = requests.word[w]; rest != 0 && left > 0; rest &= rest - 1) {
        const auto i = static_cast<unsigned>(64 * w + std::countr_zero(rest));
        if (!grant(i)) continue;
        granted.set(i);
        last = i;
        --left;
      }
  };
  const Bits<kWords> above = eligible.from(pointer), below = without(eligible, above);
  visit(above & batch);
  visit(below & batch);
  visit(without(above, batch));
  visit(without(below, batch));
  point_behind(parameters, last, pointer);
  return granted;
}

}  // namespace dragonfly
