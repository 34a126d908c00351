#include "models/router/route_unit.hpp"

#include "models/common/error.hpp"

namespace dragonfly {

void RouteUnit::long_paths(std::span<const Ask>, const Candidate*, const std::uint8_t*,
                           LongPath*) const {
  throw Error(ExitCode::kInternal, "this family has no long paths");
}

}  // namespace dragonfly
