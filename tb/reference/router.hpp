// SPDX-License-Identifier: Apache-2.0
// The router as the specification words it (docs/microarchitecture.md), cycle by cycle, in the most
// direct form: queues are queues and counters are integers.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tb/reference/credit_trips.hpp"
#include "tb/reference/routes.hpp"
#include "tb/reference/switch_scheduler.hpp"
#include "tb/support/control.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

/// What arrives in a cycle.
struct RouterInputs {
  explicit RouterInputs(const Parameters& p);
  std::vector<std::optional<Flit>> arrival;  ///< by input VC
  std::vector<bool> credit;                  ///< by output VC
  std::vector<int> oracle;                   ///< by global channel of the group
};

/// What leaves in a cycle.
struct RouterOutputs {
  explicit RouterOutputs(const Parameters& p);
  std::vector<std::optional<Flit>> departure;  ///< by output VC
  std::vector<bool> credit;                    ///< by input VC
  std::vector<int> occupancy;                  ///< by global port
  bool operator==(const RouterOutputs&) const = default;
};

class ReferenceRouter {
 public:
  /// An idle router whose control registers are loaded already.
  ReferenceRouter(const Parameters& p, const Control& control);

  /// One cycle: what leaves, given what arrives.
  RouterOutputs cycle(const RouterInputs& arriving);

  /// No flit and no pending credit is inside, and no output VC is held.
  [[nodiscard]] bool is_empty() const;
  [[nodiscard]] int credits(int output_vc) const;
  /// Non-minimal decisions so far, of all.
  [[nodiscard]] int nonminimal_decisions() const { return nonminimal_decisions_; }
  [[nodiscard]] int decisions() const { return decisions_; }
  /// Of all connected outputs.
  [[nodiscard]] int least_td() const;

 private:
  struct InputVc {
    std::deque<Flit> fifo;
    bool mid = false;
    std::optional<Decision> decision;  // of the packet at the front of a terminal port
    Route route;                       // of the packet that is mid-packet
    DelayedCredits delayed;
  };
  struct OutputVc {
    int credits = 0;
    TimestampQueue trips;
  };
  struct Queued {
    Flit flit;
    int vc = 0;
  };

  [[nodiscard]] int port_of(std::size_t vc) const { return static_cast<int>(vc) / p_.stride(); }
  [[nodiscard]] const Flit* front_of(std::size_t i) const;
  [[nodiscard]] bool is_assigned(std::size_t i) const;
  [[nodiscard]] Route route_of(std::size_t i) const;
  [[nodiscard]] QueueEstimates estimates() const;
  void make_decisions(const QueueEstimates& estimates);
  [[nodiscard]] std::vector<Front> fronts() const;
  void move_flits(const std::vector<bool>& granted, RouterOutputs& outputs);
  void count_credits(const std::vector<bool>& granted, const std::vector<Front>& fronts);
  void return_credits(const std::vector<bool>& granted, const std::vector<Front>& fronts,
                      RouterOutputs& outputs);

  Parameters p_;
  Control control_;
  RouterInputs arriving_;  // in this cycle
  std::vector<InputVc> inputs_;
  std::vector<OutputVc> output_vcs_;
  std::vector<std::deque<Queued>> queues_;  // by output
  std::vector<std::uint32_t> lfsr_;
  SwitchScheduler scheduler_;
  std::vector<int> td_;
  std::vector<std::optional<int>> measured_;  // t_crt measured in the cycle before, by output
  int now_ = 0;
  int decisions_ = 0;
  int nonminimal_decisions_ = 0;
};

}  // namespace dragonfly::tb
