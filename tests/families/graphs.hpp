// SPDX-License-Identifier: Apache-2.0
// Networks of all families as graphs, for the tests of what works on graphs.
#pragma once

#include <string>
#include <vector>

#include "models/families/butterfly/butterfly.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/families/family_registry.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly.hpp"
#include "models/families/folded_clos/folded_clos.hpp"
#include "models/families/torus/torus.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly {

inline NetworkGraph butterfly(int k, int n) { return graph_of(butterfly_wiring(k, n)); }
inline NetworkGraph flattened_butterfly(const FlattenedButterfly& network) {
  return graph_of(flattened_butterfly_wiring(network));
}
inline NetworkGraph generalized_hypercube(const std::vector<int>& sizes) {
  return graph_of(generalized_hypercube_wiring(sizes));
}
inline NetworkGraph hypercube(int dimensions, int concentration = 1) {
  return graph_of(hypercube_wiring(dimensions, concentration));
}
inline NetworkGraph folded_clos(const FoldedClos& network) {
  return graph_of(folded_clos_wiring(network));
}
inline NetworkGraph torus(const std::vector<int>& sizes, int concentration = 1) {
  return graph_of(torus_wiring(sizes, concentration));
}
inline NetworkGraph dragonfly_graph(const DragonflyLinks& links) {
  return graph_of(dragonfly_wiring(links));
}
inline NetworkGraph dragonfly_graph(const Dragonfly& network,
                                    const GroupNetwork& group_network = {}) {
  return graph_of(dragonfly_wiring(links_of(network, group_network)));
}
inline NetworkGraph network_graph(const std::string& family, const FamilyParameters& parameters) {
  return graph_of(build_network(family, parameters));
}

}  // namespace dragonfly
