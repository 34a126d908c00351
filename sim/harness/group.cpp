// SPDX-License-Identifier: Apache-2.0
#include "sim/harness/group.hpp"

#include <string>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

Group::Group(const sc_core::sc_module_name& name, const NetworkClock& clock, const Wiring& wiring,
             int first, int last, const RouterShape& shape, const WheelLayout& router_layout,
             const WheelLayout& bank_layout, std::optional<int> published,
             const RouterFactory& make_router, Terminals& terminals, int lane)
    : sc_module(name),
      terminals_("terminals", clock, terminals, lane, wiring.first_terminal(first),
                 wiring.first_terminal(last) - wiring.first_terminal(first), bank_layout) {
  for (int router = first; router < last; ++router) {
    routers_.push_back(
        std::make_unique<RouterModule>(("router_" + std::to_string(router - first)).c_str(), clock,
                                       router, make_router(router), shape, router_layout));
  }
  if (published) connect_oracle(*published, shape);
}

void Group::connect_oracle(int published, const RouterShape& shape) {
  // Routers read whole 64-bit words; the lanes that fill the last one stay 0.
  constexpr std::size_t kLanesInWord = 4;
  const std::size_t lanes = (static_cast<std::size_t>(shape.oracle_lanes) + kLanesInWord - 1) /
                            kLanesInWord * kLanesInWord;
  oracle_.assign(2 * lanes, 0);
  for (std::size_t index = 0; index < routers_.size(); ++index)
    routers_[index]->connect_oracle(oracle_.data(), oracle_.data() + lanes,
                                    static_cast<int>(index) * published);
}

}  // namespace dragonfly
