// What the engines of both kinds are made with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/routing_tables.hpp"
#include "models/router/control_registers.hpp"
#include "models/router/router_parameters.hpp"
#include "models/statistics/channel_utilisation.hpp"

namespace dragonfly {

inline RouterSizes sizes_of(const Configuration& config, const Dragonfly& network) {
  return {network.p(), network.a(), network.h(), config.router.vcs, config.router.speedup};
}

inline RouterRegisters registers_of(const Configuration& config, const Dragonfly& network,
                                    const VcPolicy& policy, int router) {
  return RouterRegisters::from(control_registers(config, network, policy, router));
}

/// Places and words are numbered with 32 bits.
inline std::uint32_t narrow(std::size_t number) {
  if (number > std::numeric_limits<std::uint32_t>::max())
    throw InputError("the buffers of the network have more than 2^32 flits");
  return static_cast<std::uint32_t>(number);
}

/// Bytes that are sure to stay in a processor's second cache. What a cycle touches beyond that is
/// fetched ahead.
inline constexpr std::size_t kSecondCache = std::size_t{1} << 20;

/// Flits sent on each global channel by the end of cycle `now`, by global_channel_index().
/// port_of(router, port): an output that knows how many flits it has `granted` and when it is
/// `next_free`.
template <class PortOf>
[[nodiscard]] std::vector<std::int64_t> sent_on_global_channels(const Dragonfly& network,
                                                                std::int64_t now,
                                                                const PortOf& port_of) {
  std::vector<std::int64_t> flits(static_cast<std::size_t>(network.routers()) *
                                  static_cast<std::size_t>(network.h()));
  for (int router = 0; router < network.routers(); ++router)
    for (int index = 0; index < network.h(); ++index) {
      const auto& port = port_of(router, network.global_port(index));
      // What is in the output queue has been granted, and has not been sent.
      const std::int64_t waiting = std::max<std::int64_t>(0, port.next_free - (now + 1));
      flits[global_channel_index(network, router, index)] =
          static_cast<std::int64_t>(port.granted) - waiting;
    }
  return flits;
}

}  // namespace dragonfly
