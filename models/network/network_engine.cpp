#include "models/network/network_engine.hpp"

#include "models/network/engines.hpp"

namespace dragonfly {

std::unique_ptr<NetworkEngine> make_network_engine(const Configuration& config,
                                                   const Dragonfly& network, const VcPolicy& policy,
                                                   Terminals& terminals, int threads) {
  const int words = (sizes_of(config, network).vectors() + 63) / 64;
  const auto make = words <= 4 ? make_small_engine : make_large_engine;
  return make(words, config, network, policy, terminals, threads);
}

}  // namespace dragonfly
