// SPDX-License-Identifier: Apache-2.0
#include "tb/reference/candidates.hpp"

#include <algorithm>
#include <cstddef>

namespace dragonfly::tb {
namespace {

std::int64_t cost(const Candidate& candidate, const QueueEstimates& estimates) {
  const auto at = [](const auto& list, int index) {
    return list.at(static_cast<std::size_t>(index));
  };
  const auto [port, vc] = candidate.route;
  const int queue = candidate.queue == kQueueOfLane ? at(estimates.oracle, candidate.lane)
                    : candidate.queue == kQueueOfVc ? at(at(estimates.vc_queue, port), vc)
                                                    : estimates.of(port);
  return std::int64_t{queue} * candidate.weight + candidate.bias;
}

}  // namespace

Candidates candidates_of(const Parameters& p, const Control& control, const Paths& paths) {
  const bool both = paths.has_choice && control.algorithm != kVal;
  const bool one_output = paths.minimal.port == paths.nonminimal.port;
  const bool by_vc =
      control.algorithm == kUgalLVc ||
      ((control.algorithm == kUgalLVch || control.algorithm == kUgalLCr) && one_output);
  const auto local_first = [&](const Route& route) { return p.is_local(route.port) ? 1 : 0; };

  Candidate minimal;
  minimal.route = paths.minimal;
  minimal.weight = control.all_hops ? 2 + local_first(paths.minimal) : 1;
  Candidate nonminimal;
  nonminimal.route = paths.nonminimal;
  nonminimal.weight = control.all_hops ? 4 + local_first(paths.nonminimal) : 2;
  nonminimal.bias = control.threshold;
  nonminimal.nonmin = true;
  nonminimal.mid = paths.mid_group;
  for (Candidate* each : {&minimal, &nonminimal}) {
    const auto& channel = each->nonmin ? paths.nonminimal_channel : paths.minimal_channel;
    each->lane = channel.value_or(0);
    if (control.algorithm == kUgalG && channel)
      each->queue = kQueueOfLane;
    else if (both && by_vc)
      each->queue = kQueueOfVc;
  }

  Candidates candidates(2);
  if (both || !paths.has_choice) candidates[0] = minimal;
  if (paths.has_choice) candidates[1] = nonminimal;
  return candidates;
}

std::vector<std::optional<Decision>> take_candidates(bool sequential,
                                                     const std::vector<Candidates>& asking,
                                                     const std::vector<std::uint32_t>& x,
                                                     QueueEstimates estimates) {
  std::vector<std::optional<Decision>> decisions(asking.size());
  for (std::size_t n = 0; n < asking.size(); ++n) {
    std::vector<Candidate> valid;
    for (const auto& candidate : asking[n])
      if (candidate) valid.push_back(*candidate);
    if (valid.empty()) continue;
    const Candidate& taken =
        *std::min_element(valid.begin(), valid.end(), [&](const Candidate& a, const Candidate& b) {
          return cost(a, estimates) < cost(b, estimates);
        });
    decisions[n] = Decision{taken.nonmin, taken.route, static_cast<int>(x[n] & 0xFFU), taken.mid};
    if (!sequential) continue;
    ++estimates.vc_queue.at(static_cast<std::size_t>(taken.route.port))
          .at(static_cast<std::size_t>(taken.route.vc));
    if (taken.queue == kQueueOfLane) ++estimates.oracle.at(static_cast<std::size_t>(taken.lane));
  }
  return decisions;
}

}  // namespace dragonfly::tb
