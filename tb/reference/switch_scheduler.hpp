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
        held_(static_cast<std::size_t>(p.nv())) {}

  /// Is the request of a front eligible, apart from the state of the output queue?
  /// `credits` are by output VC.
  [[nodiscard]] bool eligible(const Front& front, const std::vector<int>& credits,
                              bool cut_through) const;

  /// Grants of one cycle, by input VC. `ready` tells by output whether its queue takes flits.
  [[nodiscard]] std::vector<bool> grants(const std::vector<Front>& fronts,
                                         const std::vector<int>& credits,
                                         const std::vector<bool>& ready, bool cut_through);

  /// The clock edge: pointers and held output VCs after the latest `grants`.
  void edge(const std::vector<Front>& fronts, const std::vector<bool>& granted);

  [[nodiscard]] bool held(int output_vc) const {
    return held_[static_cast<std::size_t>(output_vc)];
  }
  [[nodiscard]] int pointer(int output) const {
    return pointer_[static_cast<std::size_t>(output)];
  }
  [[nodiscard]] std::size_t output_vc(const Route& route) const {
    return static_cast<std::size_t>(route.port * p_.stride() + route.vc);
  }

 private:
  Parameters p_;
  std::vector<int> pointer_;       // by output
  std::vector<int> next_pointer_;  // after the edge
  std::vector<bool> held_;         // by output VC
};

}  // namespace dragonfly::tb
