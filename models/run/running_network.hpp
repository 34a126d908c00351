// A network that runs, as run control sees it, whatever its routers are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"

namespace dragonfly {

class RunningNetwork {
 public:
  virtual ~RunningNetwork() = default;

  [[nodiscard]] virtual const Dragonfly& topology() const = 0;
  /// Flits sent so far on every global channel, by global_channel_index().
  [[nodiscard]] virtual std::vector<std::int64_t> global_flits() = 0;
  /// A count that changes in every cycle in which a flit leaves a router.
  [[nodiscard]] virtual std::uint64_t moved() const = 0;
  /// For people: the blocked routers of a network that stands still, as BlockedInputs::describe()
  /// has it. The network may be of no use after it.
  [[nodiscard]] virtual std::string describe_blocked() = 0;
};

}  // namespace dragonfly
