// SPDX-License-Identifier: Apache-2.0
// Credit round trips and the delay of credits, as the specification words them
// (docs/microarchitecture.md, section 6). Used under UGAL-L_CR only.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

inline constexpr int kTimeModulus = 1 << 16;
inline constexpr int kLargestTd = (1 << 15) - 1;

/// The timestamp queue of one output VC.
class TimestampQueue {
 public:
  /// A flit takes a credit in cycle `now`; one credit in `one_in` is tracked.
  void take(int now, int one_in) {
    if (taken_ == 0) times_.push_back(now);
    taken_ = (taken_ + 1) % one_in;
  }

  /// A credit is in A_credit in cycle `now`: t_crt if it is a tracked one.
  std::optional<int> give_back(int now, int one_in) {
    std::optional<int> trip;
    if (returned_ == 0) {
      trip = (now - times_.front() + kTimeModulus) % kTimeModulus;
      times_.pop_front();
    }
    returned_ = (returned_ + 1) % one_in;
    return trip;
  }

  [[nodiscard]] int entries() const { return static_cast<int>(times_.size()); }

 private:
  int taken_ = 0;
  int returned_ = 0;
  std::deque<int> times_;
};

/// t_d = min(max(t_crt - TCRT0, 0), 2^15 - 1)
[[nodiscard]] inline int td_of(int trip, int zero_load_trip) {
  const int excess = trip > zero_load_trip ? trip - zero_load_trip : 0;
  return excess > kLargestTd ? kLargestTd : excess;
}

/// The smallest t_d of all connected outputs; 0 if there is none.
[[nodiscard]] inline int least_td(const std::vector<int>& td, const std::vector<bool>& connected) {
  std::optional<int> least;
  for (std::size_t output = 0; output < td.size(); ++output) {
    if (connected[output] && (!least || td[output] < *least)) least = td[output];
  }
  return least.value_or(0);
}

/// Pending credits of one input VC of a local port.
class DelayedCredits {
 public:
  /// The front of the input VC leaves in cycle `now`.
  void append(int now, int delay) { releases_.push_back((now + delay) % kTimeModulus); }

  /// Does a credit return at the end of cycle `now`? To be asked once a cycle, after `append`.
  bool release(int now) {
    if (releases_.empty()) return false;
    const int late = (now - releases_.front() + kTimeModulus) % kTimeModulus;
    if (late >= kTimeModulus / 2) return false;
    releases_.pop_front();
    return true;
  }

  [[nodiscard]] bool empty() const { return releases_.empty(); }
  [[nodiscard]] int pending() const { return static_cast<int>(releases_.size()); }

 private:
  std::deque<int> releases_;
};

}  // namespace dragonfly::tb
