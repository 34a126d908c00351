// SPDX-License-Identifier: Apache-2.0
#include "tb/reference/stimuli.hpp"

namespace dragonfly::tb {
namespace {

void draw_destination(Random& random, const Parameters& p, const Control& control, Flit& flit) {
  flit.dst_group = random.chance(40) ? control.my_group : random.below(control.groups);
  flit.dst_router = random.chance(40) ? control.my_router : random.below(p.routers);
  flit.dst_term = random.below(p.terminals);
}

}  // namespace

std::optional<Flit> random_head_in_transit(Random& random, const Parameters& p,
                                           const Control& control, int input_port, int input_vc) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    Flit flit = random_flit(random, p);
    flit.head = true;
    draw_destination(random, p, control, flit);
    flit.mid_group = random.below(control.groups);
    // The path through the destination group is the minimal one.
    if (flit.nonmin && flit.mid_group == flit.dst_group) continue;
    const bool towards_mid = flit.nonmin && input_vc == 0 && p.is_local(input_port);
    if (towards_mid && flit.mid_group == control.my_group) continue;
    if (route_function(p, control, flit, input_port, input_vc).vc < p.vcs) return flit;
  }
  return std::nullopt;
}

Flit random_head_of_terminal(Random& random, const Parameters& p, const Control& control) {
  Flit flit;
  flit.head = true;
  draw_destination(random, p, control, flit);
  flit.tag = random.bits(p.tag_w < 64 ? p.tag_w : 64);
  return flit;
}

}  // namespace dragonfly::tb
