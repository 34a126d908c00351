#include "models/families/dragonfly/arrangement.hpp"

#include <cstddef>

#include "models/common/error.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"

namespace dragonfly {
namespace {

std::vector<GroupPort> group_port_links(Arrangement arrangement, int a, int h, int g) {
  switch (arrangement) {
    case Arrangement::kRelative:
      return relative_links(a * h, g);
    case Arrangement::kAbsolute:
      return absolute_links(a * h, g);
    case Arrangement::kCirculant:
      return circulant_links(a, h, g);
    case Arrangement::kHelix:
      return helix_links(a, h, g);
    case Arrangement::kNautilus:
      return nautilus_links(a, h, g);
    case Arrangement::kGreedy:
      break;  // joins routers, not ports of groups
  }
  throw Error(ExitCode::kInternal, "an arrangement that no function lays");
}

}  // namespace

std::vector<GlobalEnd> global_links(Arrangement arrangement, int a, int h, int g) {
  const int ports = a * h;
  std::vector<GlobalEnd> links(static_cast<std::size_t>(g) * ports, kUnconnected);
  if (g == 1) return links;
  if (arrangement == Arrangement::kGreedy) return greedy_links(a, h, g);
  const std::vector<GroupPort> far = group_port_links(arrangement, a, h, g);
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (far[i].group >= 0) links[i] = {far[i].group, far[i].port / h, far[i].port % h};
  }
  return links;
}

}  // namespace dragonfly
