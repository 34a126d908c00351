// SPDX-License-Identifier: Apache-2.0
// The network engine for routers of up to 4 mask words.
#include "models/network/engines.hpp"

namespace dragonfly {

std::unique_ptr<NetworkEngine> make_small_engine(int words, const Configuration& config,
                                                 const Fabric& fabric, Terminals& terminals,
                                                 const Workers& workers) {
  if (words <= 1) return make_engine<1>(config, fabric, terminals, workers);
  if (words <= 2) return make_engine<2>(config, fabric, terminals, workers);
  if (words <= 3) return make_engine<3>(config, fabric, terminals, workers);
  return make_engine<4>(config, fabric, terminals, workers);
}

}  // namespace dragonfly
