#include "sim/harness/channel.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace dragonfly {

namespace {

constexpr std::align_val_t kCacheLine{64};

}  // namespace

void Channel::Free::operator()(std::uint64_t* words) const { ::operator delete[](words, kCacheLine); }

Channel::Channel(const sc_core::sc_module_name& name, int ports, int vc_bits, int flit_words,
                 int longest)
    : sc_module(name),
      vc_bits_(vc_bits),
      flit_words_(flit_words),
      mask_words_(((ports << vc_bits) + 63) / 64) {
  constexpr int kLineWords = 8;
  const int used = 2 * mask_words_ + ports * flit_words;
  slot_words_ = static_cast<std::uint32_t>((used + kLineWords - 1) / kLineWords * kLineWords);
  const auto slots = std::bit_ceil(static_cast<std::uint32_t>(longest) + 1);
  slot_mask_ = slots - 1;
  const std::size_t size = std::size_t{slots} * slot_words_;
  words_.reset(new (kCacheLine) std::uint64_t[size]);
  std::fill_n(words_.get(), size, 0);
}

Outlet Channel::outlet(int port, int latency) const {
  Outlet outlet;
  outlet.words_ = words_.get();
  outlet.slot_mask_ = slot_mask_;
  outlet.latency_ = static_cast<std::uint32_t>(latency);
  outlet.slot_words_ = static_cast<std::uint16_t>(slot_words_);
  outlet.first_flit_ = static_cast<std::uint16_t>(2 * mask_words_);
  outlet.port_ = static_cast<std::uint16_t>(port);
  return outlet;
}

}  // namespace dragonfly
