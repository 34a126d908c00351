// The engines of all kinds, compiled in two parts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "models/endpoint/packet_pool.hpp"
#include "models/network/flit_engine.hpp"
#include "models/network/packet_engine.hpp"

namespace dragonfly {

/// Whether all packets have one flit.
inline bool single_flits(const Configuration& config) {
  return config.traffic.packet_size == 1 && config.traffic.pattern != Pattern::kTrace;
}

/// Whether packets decide at their first router only, and so know the rest of their way from there
/// on: no port that asks has a channel of another router.
inline bool decide_once(const RouterSizes& sizes, const Wiring& wiring) {
  for (const int vc : sizes.askers()) {
    const int port = vc >> sizes.vc_bits();
    for (int router = 0; router < wiring.routers(); ++router) {
      if (port < wiring.ports(router) && wiring.input(router, port).kind == PeerKind::kRouter)
        return false;
    }
  }
  return true;
}

/// Makes the engine for routers with `words` mask words, at most 4, or 5 to 32.
[[nodiscard]] std::unique_ptr<NetworkEngine> make_small_engine(int words,
                                                               const Configuration& config,
                                                               const Fabric& fabric,
                                                               Terminals& terminals, int threads);
[[nodiscard]] std::unique_ptr<NetworkEngine> make_large_engine(int words,
                                                               const Configuration& config,
                                                               const Fabric& fabric,
                                                               Terminals& terminals, int threads);

/// Makes the engine for routers with kWords mask words.
template <int kWords>
std::unique_ptr<NetworkEngine> make_engine(const Configuration& config, const Fabric& fabric,
                                           Terminals& terminals, int threads) {
  ConfiguredRouters routers(config, fabric);
  // The packet engine knows neither delayed credits nor terminals that keep flits for a while.
  const bool packets = single_flits(config) && !routers.unit->needs().delays_credits &&
                       config.traffic.sink_rate == 1 &&
                       decide_once(router_sizes(config, fabric), fabric.wiring);
  const int hops = fabric.routes->most_hops();
  // Networks of larger routers have short paths.
  if constexpr (kWords <= 4) {
    if (packets && hops > kMostPathHops && hops <= kMostLongPathHops)
      return std::make_unique<PacketEngine<kWords, LongFlit>>(config, fabric, std::move(routers),
                                                              terminals, threads);
  }
  if (packets && hops <= kMostPathHops) {
    using Packed = PacketEngine<kWords, PackedFlit>;
    if constexpr (kWords <= 4) {
      const auto lanes = static_cast<std::uint64_t>(std::max(1, threads));
      const std::uint64_t most = Packed::most_packets(config, fabric);
      if (PacketPool::most_handles(most, lanes) <= PackedFlit::kHandles)
        return std::make_unique<Packed>(config, fabric, std::move(routers), terminals, threads);
    }
    return std::make_unique<PacketEngine<kWords, WideFlit>>(config, fabric, std::move(routers),
                                                            terminals, threads);
  }
  const auto make = [&](auto kind) -> std::unique_ptr<NetworkEngine> {
    return std::make_unique<FlitEngine<decltype(kind)>>(config, fabric, std::move(routers),
                                                        terminals);
  };
  if (FlitFormat(fabric.routes->design().header).flit_words() == 1)
    return make(RouterKind<kWords, 1>());
  return make(RouterKind<kWords, 2>());
}

}  // namespace dragonfly
