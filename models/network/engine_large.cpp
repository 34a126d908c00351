// SPDX-License-Identifier: Apache-2.0
// The network engine for routers of 5 to 32 mask words.
#include "models/network/engines.hpp"

namespace dragonfly {

std::unique_ptr<NetworkEngine> make_large_engine(int words, const Configuration& config,
                                                 const Fabric& fabric, Terminals& terminals,
                                                 const Workers& workers) {
  if (words <= 6) return make_engine<6>(config, fabric, terminals, workers);
  if (words <= 8) return make_engine<8>(config, fabric, terminals, workers);
  if (words <= 16) return make_engine<16>(config, fabric, terminals, workers);
  if (words > 32) throw InputError("a router has more than 2048 virtual channels");
  return make_engine<32>(config, fabric, terminals, workers);
}

}  // namespace dragonfly
