// SPDX-License-Identifier: Apache-2.0
// A network that runs, as run control sees it, whatever its routers are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

class RunningNetwork {
 public:
  virtual ~RunningNetwork() = default;

  [[nodiscard]] virtual const Wiring& wiring() const = 0;
  /// Flits sent so far on every port, by Wiring::index().
  [[nodiscard]] virtual std::vector<std::int64_t> flits_sent() = 0;
  /// A count that changes in every cycle in which a flit leaves a router.
  [[nodiscard]] virtual std::uint64_t moved() const = 0;
  /// For people: the blocked routers of a network that stands still, as BlockedInputs::describe()
  /// has it. The network may be of no use after it.
  [[nodiscard]] virtual std::string describe_blocked() = 0;
};

}  // namespace dragonfly
