// SPDX-License-Identifier: Apache-2.0
#include "sim/waves/wave_scope.hpp"

namespace dragonfly {

std::string wave_scope(const Wiring& wiring, int router) {
  std::string name = "router_" + std::to_string(wiring.index_in_group(router));
  if (wiring.groups() == 0) return name;
  return "group_" + std::to_string(wiring.group(router)) + "_" + name;
}

}  // namespace dragonfly
