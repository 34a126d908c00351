// SPDX-License-Identifier: Apache-2.0
// Networks with routes by table, for tests.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"
#include "models/families/table/table_routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

inline Configuration table_configuration(const std::string& routing, int vcs) {
  Configuration config;
  config.routing.algorithm = routing;
  config.router.vcs = vcs;
  return config;
}

/// Routers of different shape, with parallel channels, a hub of no terminals, and a terminal that
/// injects at another router than it ejects: 0 - 1 = 2 in a row, all joined to 3, and 4 behind 3.
inline Wiring odd_network() {
  WiringBuilder builder("odd", {4, 6, 4, 4, 3});
  const int terminal = builder.add_class("terminal"), near = builder.add_class("near", 2),
            far = builder.add_class("far", 5);
  builder.attach({0, 2}, terminal);
  builder.attach({0, 3}, {4, 2}, terminal);
  builder.attach({1, 0}, terminal);
  builder.attach({2, 3}, {2, 3}, terminal, 3);
  builder.attach({4, 0}, {0, 3}, terminal);
  builder.connect({0, 0}, {1, 3}, near);
  builder.connect({1, 1}, {2, 0}, near);
  builder.connect({1, 2}, {2, 1}, near);
  builder.connect({0, 1}, {3, 0}, far);
  builder.connect({1, 5}, {3, 1}, far);
  builder.connect({2, 2}, {3, 2}, far);
  builder.connect({3, 3}, {4, 1}, near, 4);
  return builder.build();
}

/// A ring of routers in one direction, out of port 2 and into port 1, with `concentration`
/// terminals that send to ports from 3 on, and receive from the next router but one, on ports one
/// lower.
inline Wiring directed_ring(int routers, int concentration) {
  const int ports = 3 + concentration;
  WiringBuilder builder("ring", std::vector<int>(static_cast<std::size_t>(routers), ports));
  const int terminal = builder.add_class("terminal"), channel = builder.add_class("channel", 2);
  const auto out = [](int number) { return number == 0 ? 0 : number + 2; };
  for (int router = 0; router < routers; ++router) {
    for (int number = 0; number < concentration; ++number)
      builder.attach({router, 3 + number}, {(router + 2) % routers, out(number)}, terminal);
    builder.connect_one_way({router, 2}, {(router + 1) % routers, 1}, channel);
  }
  return builder.build();
}

/// Distances from a router to all, by one search of its own; -1: there is no way.
inline std::vector<int> distances_from(const Wiring& wiring, int start) {
  std::vector<int> distances(static_cast<std::size_t>(wiring.routers()), -1);
  distances[static_cast<std::size_t>(start)] = 0;
  std::vector<int> queue = {start};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (int port = 0; port < wiring.ports(queue[next]); ++port) {
      const Peer peer = wiring.output(queue[next], port);
      if (peer.kind != PeerKind::kRouter || distances[static_cast<std::size_t>(peer.router)] >= 0)
        continue;
      distances[static_cast<std::size_t>(peer.router)] =
          distances[static_cast<std::size_t>(queue[next])] + 1;
      queue.push_back(peer.router);
    }
  }
  return distances;
}

/// Networks of all kinds, small enough to try every packet.
inline std::vector<std::pair<std::string, Wiring>> small_wirings() {
  std::vector<std::pair<std::string, Wiring>> list;
  const auto add = [&](const std::string& family, const FamilyParameters& parameters) {
    list.emplace_back(family, build_network(family, parameters));
  };
  add("folded-clos", {{"radix", {4}}, {"levels", {2}}});
  add("folded-clos", {{"radix", {4}}, {"levels", {3}}, {"terminals", {14}}});
  add("butterfly", {{"k", {2}}, {"n", {3}}});
  add("flattened-butterfly", {{"sizes", {3, 3}}, {"concentration", {2}}});
  add("torus", {{"sizes", {3, 4}}});
  list.emplace_back("odd", odd_network());
  list.emplace_back("ring", directed_ring(4, 2));
  return list;
}

}  // namespace dragonfly
