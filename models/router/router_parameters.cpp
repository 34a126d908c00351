#include "models/router/router_parameters.hpp"

#include <algorithm>
#include <bit>

namespace dragonfly {

int RouterSizes::vc_bits() const {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(vcs - 1)));
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
      terminals(sizes.design.terminals),
      published(sizes.design.published),
      oracle_lanes(sizes.design.oracle_lanes),
      first_delayed(static_cast<unsigned>(sizes.design.delayed.first)),
      end_delayed(first_delayed + static_cast<unsigned>(sizes.design.delayed.count)),
      sequential(registers.sequential),
      cut_through(registers.cut_through),
      depth(registers.buffer_depth),
      ring_log(static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(1, depth) - 1)))),
      room_limit(registers.oq_limit - sizes.speedup),
      ctq_one_in(std::max(1, registers.ctq_one_in)) {
  for (unsigned vc = 0; vc < static_cast<unsigned>(terminals) << vc_bits; ++vc)
    terminal_vcs[vc / 64] |= std::uint64_t{1} << (vc % 64);
}

}  // namespace dragonfly
