// SPDX-License-Identifier: Apache-2.0
// A 128-bit hash of contents, to name things that are cached.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dragonfly {

/// FNV-1a with 128 bits (Fowler, Noll, Vo). Good against accidents, not against an adversary.
class ContentHash {
 public:
  /// Adds a piece. Its length goes in too, so that "ab", "c" and "a", "bc" differ.
  void add(std::string_view piece);

  /// Adds bytes as they are.
  void add_bytes(std::string_view bytes);

  /// 32 hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t high_ = 0x6c62272e07bb0142;  // the offset basis of FNV-1a, 128 bits
  std::uint64_t low_ = 0x62b821756295c58d;
};

}  // namespace dragonfly
