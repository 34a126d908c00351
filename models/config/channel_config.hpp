// SPDX-License-Identifier: Apache-2.0
// What channels take.
#pragma once

namespace dragonfly {

/// Section [channels]. Latencies: cycles from an output register to the next input register, >= 1.
/// Intervals: cycles from the departure of a flit to that of the next at the earliest, 1 .. 255.
struct ChannelConfig {
  int terminal_latency = 1;
  int local_latency = 1;
  int global_latency = 1;
  int terminal_interval = 1;
  int local_interval = 1;
  int global_interval = 1;

  /// Whether channels of some class do not take a flit in each cycle.
  [[nodiscard]] bool slow() const {
    return terminal_interval > 1 || local_interval > 1 || global_interval > 1;
  }
};

}  // namespace dragonfly
