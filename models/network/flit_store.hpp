// SPDX-License-Identifier: Apache-2.0
// The flits that are in the network.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/zeros.hpp"

namespace dragonfly {

/// Flits by number. A number given back is the next one to be given out, so that the flits of a
/// network lie close together however many it could hold.
template <int kWords>
class FlitStore {
 public:
  /// `capacity`: flits that there can be at most.
  explicit FlitStore(std::size_t capacity) : words_(capacity * kWords) {}

  [[nodiscard]] std::uint64_t* data() const { return words_.get(); }
  [[nodiscard]] std::uint64_t* operator[](std::uint32_t flit) const {
    return words_.get() + std::size_t{flit} * kWords;
  }

  /// The number of a copy of `flit`. There must be room for it.
  std::uint32_t put(const std::uint64_t* flit) {
    std::uint32_t number = used_;
    if (free_.empty()) {
      ++used_;
    } else {
      number = free_.back();
      free_.pop_back();
    }
    for (int w = 0; w < kWords; ++w) (*this)[number][w] = flit[w];
    return number;
  }
  void give_back(std::uint32_t flit) { free_.push_back(flit); }

  void serialize(Archive& archive) {
    archive(used_, free_);
    archive.block(words_.get(), std::size_t{used_} * kWords * sizeof(std::uint64_t));
  }

 private:
  Zeros<std::uint64_t> words_;
  std::uint32_t used_ = 0;
  std::vector<std::uint32_t> free_;
};

}  // namespace dragonfly
