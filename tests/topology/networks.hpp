// Networks for the tests of this folder.
#pragma once

#include <fmt/format.h>

#include <string>

#include "models/topology/dragonfly.hpp"

namespace dragonfly {

inline Dragonfly make_network(int p, int a, int h, int g = 0,
                              Arrangement arrangement = Arrangement::kRelative) {
  TopologyConfig config;
  config.p = p;
  config.a = a;
  config.h = h;
  config.g = g;
  config.arrangement = arrangement;
  return Dragonfly(config);
}

inline std::string name_of(const Dragonfly& network) {
  return fmt::format("p={} a={} h={} g={} {}", network.p(), network.a(), network.h(), network.g(),
                     network.arrangement() == Arrangement::kRelative ? "relative" : "absolute");
}

}  // namespace dragonfly
