// SPDX-License-Identifier: Apache-2.0
#include "models/router/route_unit.hpp"

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

[[noreturn]] void fail_on_arrival() {
  throw Error(ExitCode::kInternal, "this family decides on arrival");
}

}  // namespace

void RouteUnit::repeat(int) {
  throw Error(ExitCode::kInternal, "this family has no groups that look alike");
}

void RouteUnit::long_paths(std::span<const Ask>, const Candidate*, const std::uint8_t*,
                           LongPath*) const {
  throw Error(ExitCode::kInternal, "this family has no long paths");
}

void RouteUnit::set_candidates(std::span<const ArrivingHead>, SetCandidate*, std::uint8_t*) const {
  throw Error(ExitCode::kInternal, "this family does not decide on arrival");
}

void ArrivalRouteUnit::route(std::span<const Arrival>, NextHop*) const { fail_on_arrival(); }
void ArrivalRouteUnit::candidates(std::span<const Ask>, Candidate*, std::uint8_t*) const {
  fail_on_arrival();
}
void ArrivalRouteUnit::prepare_paths(const Wiring&, int) { fail_on_arrival(); }
void ArrivalRouteUnit::paths(std::span<const Ask>, const Candidate*, const std::uint8_t*,
                             Path*) const {
  fail_on_arrival();
}

}  // namespace dragonfly
