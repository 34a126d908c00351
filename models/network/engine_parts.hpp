// SPDX-License-Identifier: Apache-2.0
// What the engines of both kinds are made with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/network/published_occupancies.hpp"
#include "models/router/control_registers.hpp"
#include "models/router/router_parameters.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// The route unit of all routers.
[[nodiscard]] std::unique_ptr<RouteUnit> configured_unit(const Configuration& config,
                                                         const Fabric& fabric);

/// What all regions of a network look at, and none changes; but for the occupancies that routers
/// publish, of which each writes its own for the next cycle. The configuration and the fabric must
/// outlive it.
struct EngineNetwork {
  EngineNetwork(const Configuration& config, const Fabric& fabric, std::unique_ptr<RouteUnit> unit)
      : config_(config),
        fabric_(fabric),
        wiring(fabric.wiring),
        route_unit(std::move(unit)),
        at(router_sizes(config, fabric), registers(0), route_unit->needs()),
        occupancies(at, wiring) {}
  EngineNetwork(const EngineNetwork&) = delete;
  EngineNetwork& operator=(const EngineNetwork&) = delete;

  /// What the registers of a router hold that are not its route unit's.
  [[nodiscard]] RouterRegisters registers(std::size_t router) const;

 private:
  const Configuration& config_;
  const Fabric& fabric_;

 public:
  const Wiring& wiring;
  std::unique_ptr<RouteUnit> route_unit;
  RouterParameters at;
  PublishedOccupancies occupancies;
};

/// Places and words are numbered with 32 bits.
inline std::uint32_t narrow(std::size_t number) {
  if (number > std::numeric_limits<std::uint32_t>::max())
    throw InputError("the buffers of the network have more than 2^32 flits");
  return static_cast<std::uint32_t>(number);
}

/// Bytes that are sure to stay in a processor's second cache. What a cycle touches beyond that is
/// fetched ahead.
inline constexpr std::size_t kSecondCache = std::size_t{1} << 20;

/// Flits sent by the end of cycle `now` on each port of routers `first` to `last`-1, in the order
/// of Wiring::index(). port_of(router, port): an output that knows how many flits it has `granted`
/// and how many are waiting().
template <class PortOf>
[[nodiscard]] std::vector<std::int64_t> sent_flits(const Wiring& wiring, int first, int last,
                                                   std::int64_t now, const PortOf& port_of) {
  std::vector<std::int64_t> flits;
  for (int router = first; router < last; ++router) {
    for (int number = 0; number < wiring.ports(router); ++number) {
      const auto& port = port_of(router, number);
      // What is in the output queue has been granted, and has not been sent.
      flits.push_back(static_cast<std::int64_t>(port.granted) - port.waiting(now + 1));
    }
  }
  return flits;
}

}  // namespace dragonfly
