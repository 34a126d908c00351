// SPDX-License-Identifier: Apache-2.0
// The bits that are set in many words, as a list of their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragonfly {

/// Numbers of bits, bit b of word w having number 64 w + b.
class BitList {
 public:
  /// `most`: numbers that it must have room for.
  explicit BitList(std::size_t most) : numbers_(most + kReserve) {}

  void clear() { size_ = 0; }
  /// Becomes the list of the bits that are set in words first .. last-1, in ascending order.
  void assign(const std::uint64_t* words, std::size_t first, std::size_t last) {
    size_ = write_(words, first, last, numbers_.data());
  }
  /// Adds a number if `condition` is 1, not 0: without a branch.
  [[gnu::always_inline]] void add_if(unsigned condition, std::uint32_t number) {
    numbers_[size_] = number;
    size_ += condition;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::uint32_t* begin() const { return numbers_.data(); }
  /// Up to kReserve numbers behind the end may be looked at. They are of earlier lists, or 0 to 63
  /// above the number of the first bit of a word.
  [[nodiscard]] const std::uint32_t* end() const { return numbers_.data() + size_; }

  static constexpr std::size_t kReserve = 64;

  /// Writes the list, and up to kReserve numbers that mean nothing behind it; returns how long it
  /// is.
  using Write = std::size_t (*)(const std::uint64_t* words, std::size_t first, std::size_t last,
                                std::uint32_t* numbers);
  /// All ways to write it that this processor knows, the best one first; all write the same.
  [[nodiscard]] static std::vector<Write> ways();

 private:
  Write write_ = ways().front();
  std::size_t size_ = 0;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace dragonfly
