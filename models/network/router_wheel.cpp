// SPDX-License-Identifier: Apache-2.0
#include "models/network/router_wheel.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <stdexcept>

#include "models/network/message_queue.hpp"

namespace dragonfly {

namespace {

constexpr std::align_val_t kCacheLine{64};

/// Numbers in an outlet are short. The largest router and group that can be configured fit.
std::uint16_t narrow(std::uint32_t value) {
  if (value > std::numeric_limits<std::uint16_t>::max())
    throw std::length_error("a channel has too many ports");
  return static_cast<std::uint16_t>(value);
}

}  // namespace

WheelLayout::WheelLayout(int ports, int vc_bits, int flit_words, int longest)
    : vc_bits(static_cast<std::uint32_t>(vc_bits)),
      flit_words(static_cast<std::uint32_t>(flit_words)),
      mask_words(static_cast<std::uint32_t>(((ports << vc_bits) + 63) / 64)),
      slot_mask(std::bit_ceil(static_cast<std::uint32_t>(longest) + 1) - 1) {
  constexpr std::uint32_t kLineWords = 8;
  const std::uint32_t used = 2 * mask_words + static_cast<std::uint32_t>(ports * flit_words);
  slot_words = (used + kLineWords - 1) / kLineWords * kLineWords;
}

void RouterWheel::Free::operator()(std::uint64_t* words) const {
  ::operator delete[](words, kCacheLine);
}

RouterWheel::RouterWheel(const WheelLayout& layout)
    : layout_(layout), words_(new (kCacheLine) std::uint64_t[layout.words()]) {
  std::fill_n(words_.get(), layout.words(), 0);
}

Outlet RouterWheel::outlet(int port, DelayClass delay_class) const {
  const auto number = static_cast<std::uint32_t>(port);
  Outlet outlet;
  outlet.end_ = words_.get();
  const std::uint32_t first_vc = number << layout_.vc_bits;
  outlet.valid_ = narrow(first_vc / 64);
  outlet.credit_ = narrow(layout_.mask_words + first_vc / 64);
  outlet.flit_ = narrow(2 * layout_.mask_words + number * layout_.flit_words);
  outlet.first_vc_ = static_cast<std::uint8_t>(first_vc % 64);
  outlet.delay_class_ = delay_class;
  return outlet;
}

RouterMessage& Outlet::new_message(SendingSlots slots, unsigned vc) const {
  const FarEnd& far = *static_cast<const FarEnd*>(end_);
  RouterMessage& message = far.queue->write();
  message.outlet = &far.there;
  message.slot = far.there.slot_of(slots);
  message.vc = static_cast<std::uint8_t>(vc);
  return message;
}

void Outlet::post_flit(SendingSlots slots, unsigned vc, const void* flit, int words) const {
  RouterMessage& message = new_message(slots, vc);
  message.words = static_cast<std::uint8_t>(words);
  std::memcpy(message.flit.data(), flit, static_cast<std::size_t>(words) * 8);
}

void Outlet::post_credit(SendingSlots slots, unsigned vc) const {
  static_cast<void>(new_message(slots, vc));
}

}  // namespace dragonfly
