// SPDX-License-Identifier: Apache-2.0
// What runs of a whole router between random neighbours have in common, whatever its family.
#pragma once

#include <cstddef>
#include <vector>

#include "tb/router/neighbours.hpp"
#include "tests/catch.hpp"

namespace dragonfly::tb {

/// Requires the same departures and credits on all VCs. `Sizes`: of the router.
template <class Sizes, class Outputs>
void require_same_vcs(const Sizes& sizes, const Outputs& shown, const Outputs& expected) {
  for (int vc = 0; vc < sizes.nv(); ++vc) {
    const auto index = static_cast<std::size_t>(vc);
    if (shown.departure[index] == expected.departure[index] &&
        shown.credit[index] == expected.credit[index]) {
      continue;
    }
    CAPTURE(vc / sizes.stride(), vc % sizes.stride());
    REQUIRE(shown.departure[index].has_value() == expected.departure[index].has_value());
    if (shown.departure[index]) REQUIRE(*shown.departure[index] == *expected.departure[index]);
    REQUIRE(shown.credit[index] == expected.credit[index]);
  }
}

/// Runs `cycles` cycles of traffic in phases, then until the neighbours are idle.
/// step(behaviour, cycle) does one of them.
template <class Neighbours, class Step>
void run_phases(const Neighbours& neighbours, int cycles, const Step& step) {
  const std::vector<Behaviour> phases = {
      {.send = 20, .start = 20, .single_flit = 100, .return_credit = 100, .favourite = 0},
      {.send = 100, .start = 100, .single_flit = 100, .return_credit = 100, .favourite = 0},
      {.send = 100, .start = 80, .single_flit = 20, .return_credit = 60, .favourite = 30},
      {.send = 90, .start = 90, .single_flit = 50, .return_credit = 5, .favourite = 0},
      {.send = 30, .start = 50, .single_flit = 50, .return_credit = 90, .favourite = 80},
      {.send = 70, .start = 70, .single_flit = 0, .return_credit = 0, .favourite = 0},
      {.send = 60, .start = 40, .single_flit = 40, .return_credit = 40, .favourite = 10},
  };
  int cycle = 0;
  const int phase_length = 60;
  for (; cycle < cycles; ++cycle) {
    step(phases[static_cast<std::size_t>(cycle / phase_length) % phases.size()], cycle);
  }
  // Nothing new; whatever was delayed comes back in the end.
  const Behaviour drain = {.send = 100, .start = 0, .return_credit = 100};
  const int patience = cycles + 20000;
  while (!neighbours.is_idle() && cycle < patience) step(drain, cycle++);
  REQUIRE(neighbours.is_idle());
}

}  // namespace dragonfly::tb
