// SPDX-License-Identifier: Apache-2.0
// Traffic for a router on its own, before the reset that makes the router of a network of it.
#pragma once

#include <cstdint>
#include <vector>

#include "models/router/flit_format.hpp"
#include "models/router/router.hpp"

namespace dragonfly {

/// What terminals and neighbours do to a router for some cycles: each terminal sends as fast as
/// credits come back, packets to anywhere, and what leaves is credited sooner or later. When that
/// ends packets are half sent, buffers and queues hold flits, counters and pointers stand anywhere.
/// A reset has to make that as if it had never been.
class FirstLife {
 public:
  struct Traffic {
    std::vector<std::uint32_t> destinations;  ///< any of them, as headers have them; not empty
    int packet_size = 1;
    int credits = 1;             ///< of an input VC
    bool whole_packets = false;  ///< one begins only if there are credits for all of it
    bool with_oracle = false;
  };

  FirstLife(const RouterShape& shape, const FlitFormat& format, Traffic traffic);

  /// Some tens of cycles of a router that has just been configured. `ports`: those that a terminal
  /// sends to. Throws RouterFailure.
  void live(Router& router, const std::vector<int>& ports, std::uint64_t key) const;

 private:
  RouterShape shape_;
  FlitFormat format_;
  Traffic traffic_;
};

}  // namespace dragonfly
