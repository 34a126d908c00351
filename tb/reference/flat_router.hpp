// SPDX-License-Identifier: Apache-2.0
// A router that decides on arrival, of a flattened butterfly, as the specification words it
// (docs/microarchitecture.md), cycle by cycle: queues are queues, counters are integers, and q(o)
// is counted anew in each cycle.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tb/reference/flat_network.hpp"
#include "tb/reference/switch_scheduler.hpp"

namespace dragonfly::tb {

/// What arrives in a cycle.
struct FlatInputs {
  explicit FlatInputs(const FlatSizes& s)
      : arrival(static_cast<std::size_t>(s.nv())), credit(static_cast<std::size_t>(s.nv())) {}
  std::vector<std::optional<FlatFlit>> arrival;  ///< by VC of the channel
  std::vector<bool> credit;                      ///< by output VC
};

/// What leaves in a cycle.
struct FlatOutputs {
  explicit FlatOutputs(const FlatSizes& s)
      : departure(static_cast<std::size_t>(s.nv())), credit(static_cast<std::size_t>(s.nv())) {}
  std::vector<std::optional<FlatFlit>> departure;  ///< by output VC
  std::vector<bool> credit;                        ///< by input VC
};

class FlatRouter {
 public:
  /// An idle router whose control registers are loaded already.
  FlatRouter(const FlatSizes& s, const FlatControl& control);

  FlatOutputs cycle(const FlatInputs& arriving);

  /// q(o) and the arrival VC as registers have them after the latest cycle, by port.
  [[nodiscard]] std::vector<int> queues() const;
  [[nodiscard]] const std::vector<int>& arrival_vcs() const { return arrival_vc_; }
  [[nodiscard]] const std::vector<std::uint32_t>& lfsr() const { return lfsr_; }
  [[nodiscard]] bool is_empty() const;
  [[nodiscard]] int decisions() const { return decisions_; }
  [[nodiscard]] int nonminimal_decisions() const { return nonminimal_decisions_; }

 private:
  struct Stored {
    FlatFlit flit;
    Route route;  // of the packet
  };
  struct InputVc {
    std::deque<Stored> fifo;
    bool mid = false;
    Route latest;  // of the latest head that entered
  };
  struct Queued {
    FlatFlit flit;
    int vc = 0;
  };

  void arrive(const FlatInputs& arriving);

  FlatSizes s_;
  FlatControl control_;
  FlatRoutes routes_;
  std::vector<InputVc> inputs_;
  std::vector<int> credits_;  // by output VC
  std::vector<int> packets_;  // by output: packets decided whose tail has not been granted
  std::vector<int> arrival_vc_;
  std::vector<std::deque<Queued>> queues_;  // by output
  std::vector<std::uint32_t> lfsr_;
  SwitchScheduler scheduler_;
  int decisions_ = 0;
  int nonminimal_decisions_ = 0;
};

}  // namespace dragonfly::tb
