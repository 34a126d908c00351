// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/content_hash.hpp"

namespace dragonfly {

void ContentHash::add(std::string_view piece) {
  add_bytes(std::to_string(piece.size()));
  add_bytes(":");
  add_bytes(piece);
}

void ContentHash::add_bytes(std::string_view bytes) {
  // The FNV prime for 128 bits is 2^88 + 0x13b.
  constexpr std::uint64_t kPrimeLow = 0x13b;
  for (const char byte : bytes) {
    low_ ^= static_cast<unsigned char>(byte);
    // (high, low) x prime modulo 2^128, from 32-bit halves of low.
    const std::uint64_t lower = (low_ & 0xffffffff) * kPrimeLow;
    const std::uint64_t upper = (low_ >> 32) * kPrimeLow + (lower >> 32);
    high_ = high_ * kPrimeLow + (low_ << 24) + (upper >> 32);
    low_ = (upper << 32) | (lower & 0xffffffff);
  }
}

std::string ContentHash::hex() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t word : {high_, low_})
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(word >> shift) & 15];
  return text;
}

}  // namespace dragonfly
