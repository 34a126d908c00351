// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/worst_permutation.hpp"

#include <cstddef>

#include "models/common/error.hpp"
#include "models/metrics/minimal_routing.hpp"
#include "models/metrics/worst_case.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly {
namespace {

/// Hands out the terminals of each router, in ascending order.
class TerminalsOf {
 public:
  explicit TerminalsOf(int routers)
      : terminals_(static_cast<std::size_t>(routers)), next_(terminals_.size()) {}

  void add(int router, int terminal) {
    terminals_[static_cast<std::size_t>(router)].push_back(terminal);
  }
  int take(int router) {
    const auto number = static_cast<std::size_t>(router);
    return terminals_[number].at(next_[number]++);
  }

 private:
  std::vector<std::vector<int>> terminals_;  ///< [router]
  std::vector<std::size_t> next_;            ///< [router]
};

}  // namespace

std::vector<int> worst_permutation(const Wiring& wiring) {
  const NetworkGraph graph = graph_of(wiring);
  const auto routing = minimal_routing(graph);
  if (!routing) {
    throw InputError(
        "traffic.pattern = \"worst-permutation\": some groups of this dragonfly have no channel "
        "between them, so its minimal routing is not defined");
  }
  TerminalsOf senders(wiring.routers()), receivers(wiring.routers());
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
    senders.add(wiring.injection(terminal).router, terminal);
    receivers.add(wiring.ejection(terminal).router, terminal);
  }
  std::vector<int> to(static_cast<std::size_t>(wiring.terminals()));
  for (const RouterFlow& flow : worst_flows(graph, *routing, worst_case(graph, *routing))) {
    for (std::int64_t i = 0; i < flow.terminals; ++i)
      to[static_cast<std::size_t>(senders.take(flow.from))] = receivers.take(flow.to);
  }
  return to;
}

}  // namespace dragonfly
