// SPDX-License-Identifier: Apache-2.0
// The engines of all kinds, compiled in two parts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "models/endpoint/packet_pool.hpp"
#include "models/network/flit_region.hpp"
#include "models/network/packet_region.hpp"
#include "models/network/region_engine.hpp"

namespace dragonfly {

/// For packets of one flit whose credits are not delayed.
template <int kWords, class Flit>
using PacketEngine = RegionEngine<PacketRegion<kWords, Flit>>;
/// For packets of any length, and credits that may be delayed.
template <class Kind>
using FlitEngine = RegionEngine<FlitRegion<Kind>>;

/// Whether packets decide at their first router only, and so know the rest of their way from there
/// on: no port that asks has a channel of another router.
[[nodiscard]] bool decide_once(const RouterSizes& sizes, const Wiring& wiring);

/// Whether the packet engine can simulate the network, if the paths are not too long for it: it
/// knows neither longer packets, nor delayed credits, nor terminals that keep flits for a while,
/// nor slow channels.
[[nodiscard]] bool packets_suffice(const Configuration& config, const Fabric& fabric,
                                   const RoutingNeeds& needs);

/// Packets of one flit that a network of this configuration can hold: each has a credit of an
/// output VC. Terminals send on VC 0.
[[nodiscard]] std::uint64_t most_packets(const Configuration& config, const Fabric& fabric);

/// Makes the engine for routers with `words` mask words, at most 4, or 5 to 32.
[[nodiscard]] std::unique_ptr<NetworkEngine> make_small_engine(int words,
                                                               const Configuration& config,
                                                               const Fabric& fabric,
                                                               Terminals& terminals,
                                                               const Workers& workers);
[[nodiscard]] std::unique_ptr<NetworkEngine> make_large_engine(int words,
                                                               const Configuration& config,
                                                               const Fabric& fabric,
                                                               Terminals& terminals,
                                                               const Workers& workers);

/// Makes the engine for routers that decide on arrival, with `words` mask words.
[[nodiscard]] std::unique_ptr<NetworkEngine> make_arrival_engine(int words,
                                                                 const Configuration& config,
                                                                 const Fabric& fabric,
                                                                 Terminals& terminals,
                                                                 const Workers& workers);

/// Makes the engine for routers with kWords mask words.
template <int kWords>
std::unique_ptr<NetworkEngine> make_engine(const Configuration& config, const Fabric& fabric,
                                           Terminals& terminals, const Workers& workers) {
  std::unique_ptr<RouteUnit> unit = configured_unit(config, fabric);
  const bool packets = packets_suffice(config, fabric, unit->needs());
  const int hops = fabric.routes->most_hops();
  // Networks of larger routers have short paths.
  if constexpr (kWords <= 4) {
    if (packets && hops > kMostPathHops && hops <= kMostLongPathHops)
      return std::make_unique<PacketEngine<kWords, LongFlit>>(config, fabric, std::move(unit),
                                                              terminals, workers);
  }
  if (packets && hops <= kMostPathHops) {
    if constexpr (kWords <= 4) {
      const auto lanes = static_cast<std::uint64_t>(std::max(1, workers.threads));
      const auto senders = static_cast<std::uint64_t>(fabric.wiring.terminals());
      const std::uint64_t most = most_packets(config, fabric);
      const auto make = [&](auto flit) -> std::unique_ptr<NetworkEngine> {
        return std::make_unique<PacketEngine<kWords, decltype(flit)>>(
            config, fabric, std::move(unit), terminals, workers);
      };
      static_assert(PackedFlit::kHandles == PortableFlit::kHandles);
      if (PacketPool::most_handles(most, senders, lanes) <= PackedFlit::kHandles)
        return workers.transport == nullptr ? make(PackedFlit()) : make(PortableFlit());
    }
    return std::make_unique<PacketEngine<kWords, WideFlit>>(config, fabric, std::move(unit),
                                                            terminals, workers);
  }
  const auto make = [&](auto kind) -> std::unique_ptr<NetworkEngine> {
    return std::make_unique<FlitEngine<decltype(kind)>>(config, fabric, std::move(unit), terminals,
                                                        workers);
  };
  if (FlitFormat(fabric.routes->design().header).flit_words() == 1)
    return make(RouterKind<kWords, 1>());
  return make(RouterKind<kWords, 2>());
}

}  // namespace dragonfly
