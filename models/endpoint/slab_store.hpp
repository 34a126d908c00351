// A growing array whose elements never move.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "models/common/archive.hpp"

namespace dragonfly {

/// Elements in slabs of 2^kLog2 each. Growing neither moves nor copies elements, so memory never
/// peaks at twice what is in use, and references stay valid.
template <class T, unsigned kLog2>
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
    slabs_.push_back(std::make_unique<T[]>(kSlab));
    return first;
  }

  void serialize(Archive& archive) {
    std::size_t count = slabs_.size();
    archive(count);
    while (slabs_.size() < count) grow();
    static_assert(std::is_trivially_copyable_v<T>);
    for (const auto& slab : slabs_) archive.block(slab.get(), kSlab * sizeof(T));
  }

 private:
  std::vector<std::unique_ptr<T[]>> slabs_;
};

}  // namespace dragonfly
