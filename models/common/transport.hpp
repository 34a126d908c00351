// SPDX-License-Identifier: Apache-2.0
// Processes that simulate one network together.
#pragma once

#include <cstddef>
#include <vector>

#include "models/common/bytes.hpp"

namespace dragonfly {

/// The processes that simulate one network, each some regions of it: the ranks. Each runs the whole
/// program; they meet at the end of every cycle.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// The number of this one, and how many there are.
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;

  /// Sends sent[r] to each rank r, and returns what those have sent to this one, by rank. All ranks
  /// must call it equally often. The bytes returned stay until the next call.
  virtual const std::vector<Bytes>& exchange(const std::vector<Bytes>& sent) = 0;

  /// What each rank has sent to all, by rank.
  const std::vector<Bytes>& gather(const Bytes& sent) {
    return exchange(std::vector<Bytes>(static_cast<std::size_t>(ranks()), sent));
  }
};

}  // namespace dragonfly
