// SPDX-License-Identifier: Apache-2.0
// Dragonflies for tests.
#pragma once

#include <fmt/format.h>

#include <string>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {

inline constexpr Arrangement kArrangements[] = {Arrangement::kRelative,  Arrangement::kAbsolute,
                                                Arrangement::kCirculant, Arrangement::kHelix,
                                                Arrangement::kNautilus,  Arrangement::kGreedy};

/// The circulant arrangement needs an even h.
inline bool exists(Arrangement arrangement, int h) {
  return arrangement != Arrangement::kCirculant || h % 2 == 0;
}

inline Dragonfly make_network(int p, int a, int h, int g = 0,
                              Arrangement arrangement = Arrangement::kRelative) {
  DragonflyParameters config;
  config.p = p;
  config.a = a;
  config.h = h;
  config.g = g;
  config.arrangement = arrangement;
  return Dragonfly(config);
}

inline Wiring make_wiring(int p, int a, int h, int g = 0,
                          Arrangement arrangement = Arrangement::kRelative) {
  return dragonfly_wiring(make_network(p, a, h, g, arrangement), {});
}

inline std::string name_of(const Dragonfly& network) {
  return fmt::format("p={} a={} h={} g={} {}", network.p(), network.a(), network.h(), network.g(),
                     name_of(network.arrangement()));
}

}  // namespace dragonfly
