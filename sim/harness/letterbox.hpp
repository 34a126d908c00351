// SPDX-License-Identifier: Apache-2.0
// What one thread's routers and terminals send to another's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/harness/channel.hpp"

namespace dragonfly {

/// A flit or a credit on its way into a wheel.
struct Letter {
  const Outlet* outlet = nullptr;  ///< at the wheel
  std::uint64_t* slot = nullptr;   ///< of the wheel
  std::uint8_t vc = 0;
  std::uint8_t words = 0;  ///< of the flit; 0: a credit
  std::array<std::uint64_t, 2> flit{};
};

/// Letters from one region to another. They are written in one cycle and read at the beginning of
/// the next, which is soon enough as every channel takes a cycle or more. In each cycle one thread
/// writes while another reads what was written in the cycle before.
class Letterbox {
 public:
  /// The writer begins a cycle.
  void begin(std::int64_t cycle) {
    writing_ = &of(cycle);
    writing_->letters.clear();
  }
  [[nodiscard]] Letter& write() { return writing_->letters.emplace_back(); }
  /// For the reader.
  [[nodiscard]] const std::vector<Letter>& sent_in(std::int64_t cycle) const {
    return letters_[cycle & 1].letters;
  }

 private:
  /// On cache lines of their own.
  struct alignas(64) Letters {
    std::vector<Letter> letters;
  };
  [[nodiscard]] Letters& of(std::int64_t cycle) { return letters_[cycle & 1]; }

  std::array<Letters, 2> letters_;  ///< [cycle modulo 2]
  alignas(64) Letters* writing_ = nullptr;
};

/// A channel from one region into another, as its sender sees it.
struct FarEnd {
  Outlet there;
  Letterbox* box;
};

/// Puts a letter into the wheel that it is for.
inline void deliver(const Letter& letter) {
  if (letter.words == 0)
    letter.outlet->put_credit(letter.slot, letter.vc);
  else if (letter.words == 1)
    letter.outlet->put_flit<1>(letter.slot, letter.vc, letter.flit.data());
  else
    letter.outlet->put_flit<2>(letter.slot, letter.vc, letter.flit.data());
}

}  // namespace dragonfly
