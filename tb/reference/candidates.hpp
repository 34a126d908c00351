// SPDX-License-Identifier: Apache-2.0
// Candidates of a decision, and which of them is taken (docs/microarchitecture.md, section 2,
// "Decision").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/support/control.hpp"
#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

/// The queue that a candidate is judged by, with its number in the RTL.
enum QueueKind : std::uint8_t { kQueueOfOutput, kQueueOfVc, kQueueOfLane };

struct Candidate {
  Route route;
  QueueKind queue = kQueueOfOutput;
  int lane = 0;  ///< of the oracle
  int weight = 1;
  int bias = 0;
  bool nonmin = false;
  int mid = 0;
};

/// Those of one asker, in the order of preference; empty where one is not valid.
using Candidates = std::vector<std::optional<Candidate>>;

/// The dragonfly's for a packet with these paths: minimal, non-minimal.
[[nodiscard]] Candidates candidates_of(const Parameters& p, const Control& control,
                                       const Paths& paths);

/// Decisions of one cycle by the rule that all families share. `asking` and `x` are by asker,
/// `asking` empty where nothing is decided; `estimates` are those at the start of the cycle,
/// `oracle` by lane.
[[nodiscard]] std::vector<std::optional<Decision>> take_candidates(
    bool sequential, const std::vector<Candidates>& asking, const std::vector<std::uint32_t>& x,
    QueueEstimates estimates);

}  // namespace dragonfly::tb
