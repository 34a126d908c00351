// SPDX-License-Identifier: Apache-2.0
// A router and its model side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "models/common/random.hpp"
#include "models/router/flit_format.hpp"
#include "models/router/router_model.hpp"
#include "models/router/state_difference.hpp"
#include "sim/lockstep/credit_audit.hpp"
#include "sim/lockstep/difference.hpp"
#include "sim/lockstep/fault.hpp"
#include "sim/lockstep/first_life.hpp"
#include "sim/lockstep/port_recording.hpp"
#include "sim/rtl/variant_abi.hpp"

namespace dragonfly {

/// What comparisons came to.
struct LockstepCount {
  std::int64_t router_cycles = 0;   ///< output ports compared
  std::int64_t state_compared = 0;  ///< of these, with the architectural state
  /// A bit that a fault holds at a value would have had the other one in some cycle.
  bool fault_changed = false;
};

/// The Verilated router as the network sees it; the model gets the same inputs, and every output
/// and the architectural state are compared in every cycle.
class LockstepRouter : public Router {
 public:
  struct Settings {
    int number = 0;  ///< of the router, for messages
    /// Of the run: decides in which order the RTL's registers are written.
    std::uint64_t seed = 1;
    int state_every = 1;  ///< cycles between comparisons of state; 0: never
    /// At a difference the router makes one more step, to see what followed. Not for runs that go
    /// on.
    bool look_ahead = false;
    /// What the RTL lives through before it is reset for the run; null: nothing. Must outlive the
    /// router.
    const FirstLife* first_life = nullptr;
    std::vector<int> terminal_ports = {};  ///< that terminals send to
    PortRange delayed = {};                ///< input ports whose credits the routing delays
    PortRange published = {};              ///< outputs whose occupancies the router publishes
    /// Is told what enters the router, and what leaves the model; or null. Must outlive the router.
    PortRecording* recording = nullptr;
    /// Is told of all that passes the ports, and looks at the state every kAuditEvery cycles in
    /// which that is compared; or null. Must outlive the router.
    CreditAudit* audit = nullptr;
  };
  /// What becomes of a difference. If it returns, the run goes on with the outputs of the RTL.
  using OnDifference = std::function<void(Difference)>;

  /// `layout` and `count` must outlive this object.
  LockstepRouter(std::unique_ptr<VariantRouter> rtl, std::unique_ptr<RouterModel> model,
                 const RouterShape& shape, const FlitFormat& format, const Settings& settings,
                 LockstepCount& count, OnDifference on_difference);

  /// The RTL gets the writes in another order, some of them twice, and others to addresses where no
  /// register is, as many as the edges allow, up to kMoreWrites; the model gets them as they are.
  /// If there is a first life, the RTL is configured, lives, and is reset and configured again.
  void configure(std::span<const RegisterWrite> writes, int edges) override;
  /// Writes that make no difference.
  static constexpr int kMoreWrites = 8;

  static constexpr int kAuditEvery = 16;

  /// Throws RouterFailure for what the audit finds, too.
  void step(const RouterInputs& inputs) override;
  [[nodiscard]] RouterOutputs outputs() const override { return rtl_->outputs(); }

  [[nodiscard]] VariantRouter& rtl() { return *rtl_; }
  /// Puts a fault into the RTL, in its cycle.
  void inject(const Fault& fault) { fault_ = fault; }
  /// From now on the wave of the RTL shows, in each cycle, the model's outputs and this value of
  /// both. The state must be compared in every cycle.
  void show(const DifferingValue& value) { shown_ = value; }

 private:
  /// Compares the state in force in this cycle: what the model holds before its step and the RTL,
  /// whose register stands at its inputs, after it.
  void compare_state();
  void audit_state() const;
  void compare_outputs();
  void step_model(const RouterInputs& inputs);
  void configure_rtl(std::span<const RegisterWrite> writes, int edges, Stream stream);
  /// What DifferingValue says beyond the value, from the state of the cycle if that is known.
  void explain(DifferingValue& value, const RouterInputs& inputs) const;
  void explain_credit(DifferingValue& value) const;
  void look_ahead();
  void show_expected();
  void force_fault();

  std::unique_ptr<VariantRouter> rtl_;
  std::unique_ptr<RouterModel> model_;
  RouterShape shape_;
  const FlitFormat& format_;
  Settings settings_;
  LockstepCount& count_;
  OnDifference on_difference_;
  std::int64_t cycle_ = 0;            ///< of the network, which the next step simulates
  bool differed_ = false;             ///< there has been a difference
  bool model_stopped_ = false;        ///< the model cannot go on after one
  int until_state_ = 0;               ///< cycles until the state is compared
  std::int64_t state_equal_in_ = -1;  ///< the latest cycle in which it was, and was equal
  Difference difference_;
  std::vector<std::uint32_t> expected_, actual_;
  std::optional<DifferingValue> shown_;
  std::optional<Fault> fault_;
};

}  // namespace dragonfly
