// SPDX-License-Identifier: Apache-2.0
#include "models/run/longest_path.hpp"

#include <algorithm>

#include "models/router/routes.hpp"

namespace dragonfly {

std::int64_t longest_path_cycles(const Fabric& fabric, int packet_size) {
  const Wiring& wiring = fabric.wiring;
  std::int64_t injection = 0, between = 0, ejection = 0;
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      if (wiring.input(router, port).kind == PeerKind::kTerminal)
        injection = std::max<std::int64_t>(injection, wiring.input_latency(router, port));
      const PeerKind to = wiring.output(router, port).kind;
      std::int64_t& longest = to == PeerKind::kTerminal ? ejection : between;
      if (to != PeerKind::kNothing)
        longest = std::max<std::int64_t>(longest, wiring.output_latency(router, port));
    }
  }
  return injection + fabric.routes->most_hops() * between + ejection +
         std::int64_t{packet_size - 1} * wiring.longest_interval();
}

}  // namespace dragonfly
