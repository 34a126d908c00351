#include "models/router/router_parameters.hpp"

#include <algorithm>
#include <bit>

namespace dragonfly {

namespace {

/// Bits that hold 0 .. count-1, at least one.
int width_of(int count) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(count - 1))));
}

unsigned mask_of(int width) { return (1U << width) - 1; }

}  // namespace

int RouterSizes::vc_bits() const {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(vcs - 1)));
}

FlitFields::FlitFields(const RouterSizes& sizes) {
  const int group_width = width_of(sizes.routers * sizes.globals + 1);
  const int router_width = width_of(sizes.routers);
  const int terminal_width = width_of(sizes.terminals);
  mid_group_shift = kSaltShift - group_width;
  dst_group_shift = mid_group_shift - group_width;
  dst_router_shift = dst_group_shift - router_width;
  dst_term_shift = dst_router_shift - terminal_width;
  group_mask = mask_of(group_width);
  router_mask = mask_of(router_width);
  terminal_mask = mask_of(terminal_width);
}

RouterParameters::RouterParameters(const RouterSizes& router_sizes,
                                   const RouterRegisters& registers)
    : sizes(router_sizes),
      fields(router_sizes),
      vc_bits(router_sizes.vc_bits()),
      vc_mask((1 << vc_bits) - 1),
      ports(router_sizes.ports()),
      vectors(router_sizes.vectors()),
      first_local(router_sizes.terminals),
      first_global(router_sizes.terminals + router_sizes.routers - 1),
      algorithm(static_cast<Routing>(registers.algorithm)),
      sequential(registers.sequential),
      cut_through(registers.cut_through),
      all_hops(registers.all_hops),
      delays_credits(algorithm == Routing::kUgalLCr),
      threshold(registers.threshold),
      depth(registers.buffer_depth),
      ring_log(static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(1, depth) - 1)))),
      room_limit(registers.oq_limit - router_sizes.speedup),
      groups(static_cast<unsigned>(registers.groups)),
      min_start_vc(registers.min_start_vc),
      ctq_one_in(std::max(1, registers.ctq_one_in)) {
  for (unsigned vc = 0; vc < static_cast<unsigned>(first_local) << vc_bits; ++vc)
    terminal_vcs[vc / 64] |= std::uint64_t{1} << (vc % 64);
}

RouteTable::RouteTable(const RouterSizes& sizes, const RouterRegisters& registers)
    : my_group_(static_cast<unsigned>(registers.my_group)),
      my_router_(static_cast<unsigned>(registers.my_router)),
      local_port_(registers.local_port) {
  const FlitFields fields(sizes);
  const int first_global = sizes.terminals + sizes.routers - 1;
  local_port_.resize(std::size_t{fields.router_mask} + 1, kNowhere);
  std::vector<Step> all;
  for (const RouterRegisters::Way& way : registers.way) {
    const bool mine = way.router == my_router_;
    const int port = mine ? first_global + way.global_port : local_port_.at(way.router);
    all.push_back({static_cast<std::uint16_t>(way.router * sizes.globals + way.global_port),
                   static_cast<std::uint8_t>(port)});
  }
  const auto single = [](const Step& step) {
    return kSingle | std::uint32_t{step.port} << 16 | step.channel;
  };
  groups_.assign(std::size_t{fields.group_mask} + 1, single({0, kNowhere}));
  bool several = false;
  for (std::size_t group = 0; group < registers.group.size(); ++group) {
    const RouterRegisters::Range& range = registers.group[group];
    if (range.count == 1) groups_.at(group) = single(all.at(range.first));
    if (range.count <= 1) continue;
    groups_.at(group) = std::uint32_t{range.count} << kFieldBits | range.first;
    several = true;
  }
  if (several) steps_ = std::move(all);
}

}  // namespace dragonfly
