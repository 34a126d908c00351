#include "models/network/network_engine.hpp"

#include "models/network/engines.hpp"

namespace dragonfly {

std::unique_ptr<NetworkEngine> make_network_engine(const Configuration& config,
                                                   const Fabric& fabric, Terminals& terminals,
                                                   int threads) {
  const int words = (router_sizes(config, fabric).vectors() + 63) / 64;
  const auto make = words <= 4 ? make_small_engine : make_large_engine;
  return make(words, config, fabric, terminals, threads);
}

}  // namespace dragonfly
