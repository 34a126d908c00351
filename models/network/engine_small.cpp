// The network engine for routers of up to 4 mask words.
#include "models/network/engines.hpp"

namespace dragonfly {

std::unique_ptr<NetworkEngine> make_small_engine(int words, const Configuration& config,
                                                 const Dragonfly& network, const VcPolicy& policy,
                                                 Terminals& terminals, int threads) {
  if (words <= 1) return make_engine<1>(config, network, policy, terminals, threads);
  if (words <= 2) return make_engine<2>(config, network, policy, terminals, threads);
  if (words <= 3) return make_engine<3>(config, network, policy, terminals, threads);
  return make_engine<4>(config, network, policy, terminals, threads);
}

}  // namespace dragonfly
