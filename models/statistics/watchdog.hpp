// SPDX-License-Identifier: Apache-2.0
// Notices that nothing moves any more.
#pragma once

#include <cstdint>

namespace dragonfly {

/// Tells when no flit has moved for `limit` cycles although packets are in the network. If routers
/// and channels hold no flit then, packets were lost (Terminals::check_network_empty says which);
/// otherwise the network is deadlocked.
class Watchdog {
 public:
  explicit Watchdog(std::int64_t limit) : limit_(limit) {}

  /// To be called at the end of every cycle, or every few. `moved` is a count that changes
  /// whenever any flit moves (leaves a source or a router's buffer, or arrives at a terminal).
  /// `waits_for_network`: packets are in the network, and no terminal holds a flit that it is going
  /// to consume.
  [[nodiscard]] bool stuck(std::int64_t cycle, std::uint64_t moved, bool waits_for_network) {
    if (moved != moved_ || !waits_for_network) {
      moved_ = moved;
      since_ = cycle;
    }
    return cycle - since_ >= limit_;
  }
  /// The last cycle in which a flit was seen to move.
  [[nodiscard]] std::int64_t last_movement() const { return since_; }

 private:
  std::int64_t limit_;
  std::uint64_t moved_ = 0;
  std::int64_t since_ = 0;
};

}  // namespace dragonfly
