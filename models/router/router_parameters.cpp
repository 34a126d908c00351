// SPDX-License-Identifier: Apache-2.0
#include "models/router/router_parameters.hpp"

#include <algorithm>
#include <bit>

#include "models/config/configuration.hpp"

namespace dragonfly {

int RouterSizes::vc_bits() const {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(vcs - 1)));
}

std::vector<int> RouterSizes::askers() const {
  std::vector<int> list;
  for (int port = 0; port < ports(); ++port) {
    if (design.decides_on_arrival) {
      list.push_back(port << vc_bits());
      continue;
    }
    const auto number = static_cast<std::size_t>(port);
    const int asking = number < design.asking_vcs.size() ? design.asking_vcs[number] : 0;
    for (int vc = 0; vc < std::min(asking, vcs); ++vc) list.push_back((port << vc_bits()) + vc);
  }
  return list;
}

RouterSizes router_sizes(const Configuration& config, const Fabric& fabric) {
  return {.design = fabric.routes->design(),
          .vcs = config.router.vcs,
          .speedup = config.router.speedup};
}

RouterParameters::RouterParameters(const RouterSizes& sizes, const RouterRegisters& registers,
                                   const RoutingNeeds& routing_needs)
    : format(sizes.design.header),
      needs(routing_needs),
      vcs(sizes.vcs),
      speedup(sizes.speedup),
      vc_bits(sizes.vc_bits()),
      vc_mask((1 << vc_bits) - 1),
      ports(sizes.ports()),
      vectors(sizes.vectors()),
      published(sizes.design.published),
      oracle_lanes(sizes.design.oracle_lanes),
      first_delayed(static_cast<unsigned>(sizes.design.delayed.first)),
      end_delayed(first_delayed + static_cast<unsigned>(sizes.design.delayed.count)),
      sequential(registers.sequential),
      cut_through(registers.cut_through),
      on_arrival(sizes.design.decides_on_arrival),
      depth(registers.buffer_depth),
      ring_log(static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(1, depth) - 1)))),
      room_limit(registers.oq_limit - sizes.speedup),
      ctq_one_in(std::max(1, registers.ctq_one_in)),
      lfsrs(static_cast<std::size_t>(sizes.design.random_registers(vcs))),
      askers(sizes.askers()),
      asker_of(static_cast<std::size_t>(vectors)) {
  for (std::size_t number = 0; number < askers.size(); ++number) {
    const auto vc = static_cast<std::size_t>(askers[number]);
    asker_of[vc] = static_cast<std::uint16_t>(number);
    if (number < lfsrs) asking[vc / 64] |= std::uint64_t{1} << (vc % 64);
  }
}

}  // namespace dragonfly
