// SPDX-License-Identifier: Apache-2.0
// Leaves out the cycles of a trace in which nothing happens.
#pragma once

#include <cstdint>

#include "models/common/archive.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/network_engine.hpp"

namespace dragonfly {

/// Tells which cycle follows. Where a trace has a gap, and the network has come to rest, that is
/// the last one before the next packet: results are those of a run that simulates every cycle.
class IdleGaps {
 public:
  IdleGaps(const Terminals& terminals, const NetworkEngine& engine)
      : terminals_(terminals), trace_(terminals.traffic().trace()), engine_(engine) {}

  [[nodiscard]] std::int64_t cycle_after(std::int64_t cycle);

  void serialize(Archive& archive) { archive(busy_); }

 private:
  const Terminals& terminals_;
  const TrafficTrace* trace_;  ///< null: packets are created all the time
  const NetworkEngine& engine_;
  std::int64_t busy_ = 0;  ///< the last cycle in which there was a packet
};

}  // namespace dragonfly
