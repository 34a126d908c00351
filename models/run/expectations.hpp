// SPDX-License-Identifier: Apache-2.0
// What the calculators say of a run before it is simulated.
#pragma once

#include <optional>

namespace dragonfly {

struct Configuration;
class Wiring;

/// Of minimal routing, which splits the traffic of each pair of routers evenly over its shortest
/// paths; in a dragonfly, over the channels that join the two groups.
struct Expectations {
  /// Mean packet latency, in cycles, of packets that never wait (docs/microarchitecture.md, PT-10).
  /// None for packets of several flits on slow channels.
  std::optional<double> zero_load_latency;
  /// The load up to which all can be accepted in the long run, in flits per terminal and cycle:
  /// that at which the busiest channel, terminal channels and consumption included, is always in
  /// use.
  double throughput = 1;
};

/// For the traffic of a configuration on its network. None for traces, and for networks of which
/// this would take more than a second or so, or whose minimal routing is not defined. `config` must
/// be valid.
[[nodiscard]] std::optional<Expectations> expectations(const Configuration& config,
                                                       const Wiring& wiring);

}  // namespace dragonfly
