// SPDX-License-Identifier: Apache-2.0
// The network engine for routers that decide on arrival.
#include "models/network/engines.hpp"
#include "models/router/mask_words.hpp"

namespace dragonfly {

std::unique_ptr<NetworkEngine> make_arrival_engine(int words, const Configuration& config,
                                                   const Fabric& fabric, Terminals& terminals,
                                                   const Workers& workers) {
  std::unique_ptr<RouteUnit> unit = configured_unit(config, fabric);
  const bool one_word = FlitFormat(fabric.routes->design().header).flit_words() == 1;
  return with_few_mask_words(words, [&](auto size) -> std::unique_ptr<NetworkEngine> {
    const auto make = [&](auto kind) {
      return std::make_unique<FlitEngine<decltype(kind)>>(config, fabric, std::move(unit),
                                                          terminals, workers);
    };
    if (one_word) return make(RouterKind<size.value, 1, true>());
    return make(RouterKind<size.value, 2, true>());
  });
}

}  // namespace dragonfly
