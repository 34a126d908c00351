#include "models/topology/arrangement.hpp"

#include <cstddef>

namespace dragonfly {

std::vector<GlobalEnd> global_links(Arrangement arrangement, int a, int h, int g) {
  const int ports = a * h;
  std::vector<GlobalEnd> links(static_cast<std::size_t>(g) * ports, kUnconnected);
  if (g == 1) return links;
  const std::vector<GroupPort> far =
      arrangement == Arrangement::kAbsolute ? absolute_links(ports, g) : relative_links(ports, g);
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (far[i].group >= 0) links[i] = {far[i].group, far[i].port / h, far[i].port % h};
  }
  return links;
}

}  // namespace dragonfly
