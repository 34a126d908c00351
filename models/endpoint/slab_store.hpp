// SPDX-License-Identifier: Apache-2.0
// A growing array whose elements never move.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "models/common/archive.hpp"
#include "models/common/zeros.hpp"

namespace dragonfly {

/// Elements in slabs of 2^kLog2 each. Growing neither moves nor copies elements, so memory never
/// peaks at twice what is in use, and references stay valid. On large pages many slabs lie next to
/// each other, so that the processor keeps track of them where they are visited at random.
template <class T, unsigned kLog2, bool kLargePages = false>
class SlabStore {
 public:
  static constexpr std::uint32_t kSlab = std::uint32_t{1} << kLog2;

  [[nodiscard]] T& operator[](std::uint32_t index) {
    return slabs_[index >> kLog2][index & (kSlab - 1)];
  }
  [[nodiscard]] const T& operator[](std::uint32_t index) const {
    return slabs_[index >> kLog2][index & (kSlab - 1)];
  }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(slabs_.size()) << kLog2;
  }
  /// Adds a slab of value-initialised elements; returns the index of the first.
  std::uint32_t grow() {
    const std::uint32_t first = size();
    const std::size_t place = slabs_.size() % kSlabsOfBlock;
    if (place == 0) blocks_.emplace_back(kSlabsOfBlock * kSlab);
    T* const slab = &blocks_.back()[place * kSlab];
    if constexpr (kLargePages) std::uninitialized_value_construct_n(slab, kSlab);
    slabs_.push_back(slab);
    return first;
  }

  void serialize(Archive& archive) {
    std::size_t count = slabs_.size();
    archive(count);
    while (slabs_.size() < count) grow();
    static_assert(std::is_trivially_copyable_v<T>);
    for (T* const slab : slabs_) archive.block(slab, kSlab * sizeof(T));
  }

 private:
  static constexpr std::size_t kSlabsOfBlock =
      kLargePages ? (std::size_t{1} << 23) / (kSlab * sizeof(T)) : 1;

  std::vector<std::conditional_t<kLargePages, Zeros<T>, std::vector<T>>> blocks_;
  std::vector<T*> slabs_;
};

}  // namespace dragonfly
