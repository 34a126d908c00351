// What the engines of both kinds are made with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/router/control_registers.hpp"
#include "models/router/router_parameters.hpp"
#include "models/topology/dragonfly.hpp"
#include "models/topology/routing_tables.hpp"

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

}  // namespace dragonfly
