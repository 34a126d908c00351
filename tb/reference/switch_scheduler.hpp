// SPDX-License-Identifier: Apache-2.0
// Switch allocation as the specification words it (docs/microarchitecture.md, section 4).
#pragma once

#include <cstddef>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

/// The front of an input VC.
struct Front {
  bool present = false;
  bool head = false;
  bool tail = false;
  int len = 0;       ///< flits of the packet minus one; of heads
  bool mid = false;  ///< the input VC is mid-packet
  Route route;

  [[nodiscard]] bool multi_flit_head() const { return head && !tail; }
};

class SwitchScheduler {
 public:
  explicit SwitchScheduler(const Parameters& p)
      : p_(p),
        pointer_(static_cast<std::size_t>(p.ports())),
        batch_(static_cast<std::size_t>(p.nv())),
        held_(static_cast<std::size_t>(p.nv())) {}

  /// Is the request of a front eligible, apart from the state of the output queue?
  /// `credits` are by output VC.
  [[nodiscard]] bool eligible(const Front& front, const std::vector<int>& credits,
                              bool cut_through) const;

  /// One cycle and its edge: grants by input VC. `ready` tells by output whether its queue takes
  /// flits.
  std::vector<bool> cycle(const std::vector<Front>& fronts, const std::vector<int>& credits,
                          const std::vector<bool>& ready, bool cut_through);

  [[nodiscard]] bool held(int output_vc) const {
    return held_[static_cast<std::size_t>(output_vc)];
  }
  [[nodiscard]] std::size_t output_vc(const Route& route) const {
    return static_cast<std::size_t>(route.port * p_.stride() + route.vc);
  }

 private:
  // Requests for an output in the order in which they are visited.
  [[nodiscard]] std::vector<std::size_t> visit_order(int output,
                                                     const std::vector<Front>& fronts) const;
  void update_batch(int output, const std::vector<Front>& fronts, const std::vector<bool>& granted);

  Parameters p_;
  std::vector<int> pointer_;  // by output
  std::vector<bool> batch_;   // by input VC
  std::vector<bool> held_;    // by output VC
};

}  // namespace dragonfly::tb
