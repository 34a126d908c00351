// SPDX-License-Identifier: Apache-2.0
#include "models/network/network_router.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace dragonfly {

NetworkRouter::NetworkRouter(const NetworkClock& clock, int number, std::unique_ptr<Router> router,
                             const RouterShape& shape, const WheelLayout& layout)
    : clock_(clock),
      number_(number),
      router_(std::move(router)),
      shape_(shape),
      mask_words_(shape.mask_words()),
      outputs_(router_->outputs()),
      outlets_(static_cast<std::size_t>(shape.ports)),
      counts_(static_cast<std::size_t>(shape.vector_bits())),
      wheel_(layout) {}

bool NetworkRouter::edge() {
  router_->step(inputs(clock_.cycle));
  wheel_.arrivals(clock_.cycle).clear();
  const bool moved = shape_.flit_words == 1 ? send_flits<1>() : send_flits<2>();
  send_credits();
  if (std::uint16_t* const lanes = oracle_[clock_.cycle & 1]; lanes != nullptr)
    std::copy_n(outputs_.occupancy, shape_.occupancy_lanes, lanes + first_lane_);
  return moved;
}

// The loops below are most of the harness's work. What they use is in local variables, as the
// compiler cannot know that the stores into channels leave it alone.
template <int kFlitWords>
bool NetworkRouter::send_flits() {
  const int vc_bits = shape_.vc_bits;
  const unsigned vcs = static_cast<unsigned>(shape_.stride() - 1);
  const SendingSlots slots = clock_.sending.data();
  const std::byte* const flits = outputs_.flit_op;
  const Outlet* const outlets = outlets_.data();
  Counts* const counts = counts_.data();
  std::uint64_t any = 0;
  for (int word = 0; word < mask_words_; ++word) {
    std::uint64_t rest = outputs_.valid_ovc[word];
    const std::size_t first_vc = static_cast<std::size_t>(word) * 64;
    any |= rest;
    for (; rest != 0; rest &= rest - 1) {
      const std::size_t output_vc = first_vc + static_cast<std::size_t>(std::countr_zero(rest));
      const std::size_t port = output_vc >> vc_bits;
      const Outlet& outlet = outlets[port];
      if (!outlet.connected()) throw_unconnected(static_cast<int>(port));
      outlet.send_flit<kFlitWords>(slots, static_cast<unsigned>(output_vc) & vcs,
                                   flits + port * kFlitWords * 8);
      ++counts[output_vc].sent;
    }
  }
  return any != 0;
}

void NetworkRouter::send_credits() {
  const int vc_bits = shape_.vc_bits;
  const unsigned vcs = static_cast<unsigned>(shape_.stride() - 1);
  const SendingSlots slots = clock_.sending.data();
  const Outlet* const outlets = credit_outlets_.empty() ? outlets_.data() : credit_outlets_.data();
  Counts* const counts = counts_.data();
  for (int word = 0; word < mask_words_; ++word) {
    const std::size_t first_vc = static_cast<std::size_t>(word) * 64;
    for (std::uint64_t rest = outputs_.credit_ivc[word]; rest != 0; rest &= rest - 1) {
      const std::size_t input_vc = first_vc + static_cast<std::size_t>(std::countr_zero(rest));
      outlets[input_vc >> vc_bits].send_credit(slots, static_cast<unsigned>(input_vc) & vcs);
      ++counts[input_vc].returned;
    }
  }
}

void NetworkRouter::throw_unconnected(int port) const {
  throw RouterFailure("a flit left on port " + std::to_string(port) + ", which leads nowhere");
}

}  // namespace dragonfly
