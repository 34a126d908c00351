#include "sim/harness/router_module.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace dragonfly {

RouterModule::RouterModule(const sc_core::sc_module_name& name, NetworkClock& clock, int number,
                           std::unique_ptr<Router> router, const RouterShape& shape, int longest)
    : sc_module(name),
      clock_(clock),
      number_(number),
      router_(std::move(router)),
      shape_(shape),
      outputs_(router_->outputs()),
      outlets_(static_cast<std::size_t>(shape.ports)),
      sent_(static_cast<std::size_t>(shape.vector_bits())),
      returned_(static_cast<std::size_t>(shape.vector_bits())),
      channel_("channel", shape.ports, shape.vc_bits, shape.flit_words, longest) {
  SC_METHOD(edge);
  sensitive << clock_.edge;
  dont_initialize();
}

RouterInputs RouterModule::inputs() const {
  const Channel::Slot slot = channel_.arrivals(clock_.cycle);
  return {slot.valid(), slot.credit(), slot.flits(), oracle_[(clock_.cycle + 1) & 1]};
}

void RouterModule::edge() {
  if (clock_.failure) return;
  try {
    router_->step(inputs());
    channel_.arrivals(clock_.cycle).clear();
    send_flits();
    send_credits();
    if (std::uint16_t* const lanes = oracle_[clock_.cycle & 1]; lanes != nullptr)
      std::copy_n(outputs_.occupancy, shape_.occupancy_lanes, lanes + first_lane_);
  } catch (...) {
    clock_.fail(number_);
  }
}

void RouterModule::send_flits() {
  const int vcs = shape_.stride() - 1;
  const int flit_bytes = shape_.flit_words * 8;
  for (int word = 0; word < shape_.mask_words(); ++word) {
    std::uint64_t rest = outputs_.valid_ovc[word];
    clock_.moved += rest != 0;
    for (; rest != 0; rest &= rest - 1) {
      const int output_vc = word * 64 + std::countr_zero(rest);
      const int port = output_vc >> shape_.vc_bits;
      const Outlet& outlet = outlets_[static_cast<std::size_t>(port)];
      if (!outlet.connected()) throw_unconnected(port);
      outlet.send_flit(clock_.cycle, output_vc & vcs, outputs_.flit_op + port * flit_bytes,
                       shape_.vc_bits, shape_.flit_words);
      ++sent_[static_cast<std::size_t>(output_vc)];
    }
  }
}

void RouterModule::send_credits() {
  const int vcs = shape_.stride() - 1;
  for (int word = 0; word < shape_.mask_words(); ++word)
    for (std::uint64_t rest = outputs_.credit_ivc[word]; rest != 0; rest &= rest - 1) {
      const int input_vc = word * 64 + std::countr_zero(rest);
      outlets_[static_cast<std::size_t>(input_vc >> shape_.vc_bits)].send_credit(
          clock_.cycle, input_vc & vcs, shape_.vc_bits);
      ++returned_[static_cast<std::size_t>(input_vc)];
    }
}

void RouterModule::throw_unconnected(int port) const {
  throw RouterFailure("a flit left on port " + std::to_string(port) + ", which leads nowhere");
}

}  // namespace dragonfly
