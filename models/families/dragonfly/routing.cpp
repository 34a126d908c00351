#include "models/families/dragonfly/routing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/common/error.hpp"

namespace dragonfly {

const std::vector<std::string>& names(Routing) {
  static const std::vector<std::string> list = [] {
    std::vector<std::string> all;
    for (const FamilyRouting& routing : dragonfly_routings()) all.push_back(routing.name);
    return all;
  }();
  return list;
}

Routing routing_named(const std::string& name) {
  const std::vector<std::string>& all = names(Routing{});
  const auto found = std::find(all.begin(), all.end(), name);
  if (found == all.end())
    throw InputError(
        fmt::format("routing.algorithm = {}: a dragonfly has {}", name, fmt::join(all, ", ")));
  return static_cast<Routing>(found - all.begin());
}

std::vector<FamilyRouting> dragonfly_routings() {
  return {{"min", "minimal: at most one global channel"},
          {"val", "Valiant: through a random intermediate group"},
          {"ugal-l", "minimal or Valiant, by the local output queues"},
          {"ugal-g", "minimal or Valiant, by the queues of all global channels of the group"},
          {"ugal-l-vc", "UGAL-L with queues told apart by virtual channel"},
          {"ugal-l-vch", "as ugal-l-vc, only where both paths share the output port"},
          {"ugal-l-cr", "ugal-l-vch with delayed credits"}};
}

}  // namespace dragonfly
