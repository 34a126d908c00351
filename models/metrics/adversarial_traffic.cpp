// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/adversarial_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "models/common/permutations.hpp"

namespace dragonfly {
namespace {

/// The i-th router that injects sends to the one that ejects at place target[i].
TrafficMatrix permutation_traffic(const NetworkGraph& graph, const std::vector<int>& target) {
  const std::vector<int> from = routers_with_terminals(graph.sources);
  const std::vector<int> to = routers_with_terminals(graph.ejecting());
  std::vector<int> next(static_cast<std::size_t>(graph.routers), -1);
  for (std::size_t i = 0; i < from.size(); ++i) next[from[i]] = to[target[i]];
  return [&graph, next = std::move(next)](int source, std::vector<Share>& shares) {
    const int router = next[source];
    if (router < 0) return;
    const int amount = std::min(graph.sources[source], graph.ejecting()[router]);
    shares.push_back({router, static_cast<double>(amount)});
  };
}

/// Every router to the one `shift` further on in a dimension.
std::vector<int> along(const std::vector<int>& dimensions, std::size_t dimension, int shift,
                       int routers) {
  int stride = 1;
  for (std::size_t d = 0; d < dimension; ++d) stride *= dimensions[d];
  const int size = dimensions[dimension];
  std::vector<int> target;
  for (int router = 0; router < routers; ++router) {
    const int digit = router / stride % size;
    target.push_back(router + ((digit + shift) % size - digit) * stride);
  }
  return target;
}

}  // namespace

std::vector<NamedTraffic> adversarial_traffic(const NetworkGraph& graph) {
  std::vector<NamedTraffic> list;
  const auto routers = static_cast<int>(routers_with_terminals(graph.sources).size());
  if (routers == 0 ||
      routers_with_terminals(graph.ejecting()).size() != static_cast<std::size_t>(routers)) {
    return list;
  }
  const auto add = [&](std::string name, const std::vector<int>& target, bool near) {
    list.push_back({std::move(name), permutation_traffic(graph, target), near});
  };
  const bool groups =
      std::any_of(graph.group.begin(), graph.group.end(), [](int g) { return g > 0; });
  if (graph.family == "dragonfly" && groups) {
    list.push_back({"next-group", next_group_traffic(graph), false});
  }
  std::vector<int> next;
  next.reserve(static_cast<std::size_t>(routers));
  for (int i = 0; i < routers; ++i) next.push_back((i + 1) % routers);
  add("next-router", next, true);
  for (std::size_t d = 0; d < graph.dimensions.size(); ++d) {
    const int size = graph.dimensions[d];
    const auto first = std::find(graph.dimensions.begin(), graph.dimensions.end(), size);
    const bool tried = first - graph.dimensions.begin() < static_cast<std::ptrdiff_t>(d);
    if (size <= 2 || tried) continue;
    add(fmt::format("tornado-{}", d + 1), along(graph.dimensions, d, tornado_step(size), routers),
        true);
  }
  add("complement", bit_complement(routers), false);
  add("bit-reverse", bit_reverse(routers), false);
  add("transpose", transpose(routers), false);
  add("shuffle", shuffle(routers), false);
  return list;
}

}  // namespace dragonfly
