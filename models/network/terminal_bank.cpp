// SPDX-License-Identifier: Apache-2.0
#include "models/network/terminal_bank.hpp"

#include <bit>

namespace dragonfly {

TerminalBank::TerminalBank(const NetworkClock& clock, Terminals& terminals, int lane, int first,
                           int count, const WheelLayout& layout)
    : clock_(clock),
      terminals_(terminals),
      lane_(lane),
      first_(first),
      count_(count),
      vc_bits_(static_cast<int>(layout.vc_bits)),
      flit_words_(static_cast<int>(layout.flit_words)),
      mask_words_(static_cast<int>(layout.mask_words)),
      single_flits_(terminals.single_flits()),
      outlets_(static_cast<std::size_t>(count)),
      credit_outlets_(static_cast<std::size_t>(count)),
      wheel_(layout) {}

void TerminalBank::edge() {
  const RouterWheel::Slot arrivals = wheel_.arrivals(clock_.cycle);
  if (single_flits_) {
    take_credits(arrivals);
    send_single_flits();
  } else {
    terminals_.generate(clock_.cycle, first_, first_ + count_, lane_);
    take_credits(arrivals);
    send();
  }
  take_flits(arrivals);
  arrivals.clear();
}

void TerminalBank::take_credits(const RouterWheel::Slot& arrivals) {
  for (int word = 0; word < mask_words_; ++word)
    for (std::uint64_t rest = arrivals.credit()[word]; rest != 0; rest &= rest - 1)
      terminals_.credit(first_ + ((word * 64 + std::countr_zero(rest)) >> vc_bits_));
}

void TerminalBank::send() {
  terminals_.inject(
      clock_.cycle, first_, first_ + count_,
      [this](int terminal, const std::uint64_t* flit) { send_flit(terminal, flit); }, lane_);
}

/// The same as to generate and send: most packets leave as they are created, and need no queue.
void TerminalBank::send_single_flits() {
  const FlitFormat& format = terminals_.format();
  const auto send = [&](int terminal, std::uint32_t handle, int destination) {
    std::uint64_t flit[2];
    format.encode_head(flit, terminals_.destination_of(destination), 1, handle);
    send_flit(terminal, flit);
  };
  terminals_.send_packets(clock_.cycle, first_, first_ + count_, lane_, send);
}

void TerminalBank::send_flit(int terminal, const std::uint64_t* flit) const {
  constexpr unsigned kVc = 0;  // the only one that terminals use
  const Outlet& outlet = outlets_[static_cast<std::size_t>(terminal - first_)];
  if (flit_words_ == 1)
    outlet.send_flit<1>(clock_.sending.data(), kVc, flit);
  else
    outlet.send_flit<2>(clock_.sending.data(), kVc, flit);
}

void TerminalBank::take_flits(const RouterWheel::Slot& arrivals) {
  const auto return_credit = [this](int terminal, int vc) {
    credit_outlets_[static_cast<std::size_t>(terminal - first_)].send_credit(
        clock_.sending.data(), static_cast<unsigned>(vc));
  };
  for (int word = 0; word < mask_words_; ++word) {
    for (std::uint64_t rest = arrivals.valid()[word]; rest != 0; rest &= rest - 1) {
      const int bit = word * 64 + std::countr_zero(rest);
      const int index = bit >> vc_bits_;
      const int vc = bit & ((1 << vc_bits_) - 1);
      terminals_.receive(clock_.cycle, first_ + index, vc,
                         arrivals.flits() + std::ptrdiff_t{index} * flit_words_, return_credit,
                         lane_);
    }
  }
  terminals_.consume(clock_.cycle, return_credit, lane_);
}

}  // namespace dragonfly
