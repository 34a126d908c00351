// SPDX-License-Identifier: Apache-2.0
// The routers of a lockstep run.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/network/terminal_places.hpp"
#include "models/router/flit_format.hpp"
#include "models/router/routes.hpp"
#include "sim/harness/wave_recorder.hpp"
#include "sim/lockstep/credit_audit.hpp"
#include "sim/lockstep/first_life.hpp"
#include "sim/lockstep/lockstep_router.hpp"
#include "sim/lockstep/port_recording.hpp"
#include "sim/rtl/rtl_origin.hpp"
#include "sim/rtl/variant.hpp"
#include "sim/rtl/variant_cache.hpp"
#include "sim/simulation/lockstep.hpp"

namespace dragonfly {

struct Configuration;

/// The shared objects of a lockstep run, or of its replay for a wave, built if need be.
struct LockstepVariants {
  /// Of our RTL or the user's, as `lockstep` says. Throws what VariantCache::get throws; InputError
  /// for a user's router that cannot be used, or a fault that the RTL cannot have.
  LockstepVariants(const VariantParameters& parameters, LockstepPurpose purpose,
                   const LockstepOptions& lockstep, const RunOptions& options);

  std::filesystem::path sound;   ///< of a replay: that of its only router, with a fault or not
  std::filesystem::path faulty;  ///< empty without a fault
  RtlOrigin origin;
  std::string random_draws;  ///< why one thread has to evaluate the RTL; or empty
};

/// Makes configured routers: RTL with a model beside it, or a model alone. Must outlive them.
class LockstepRouters {
 public:
  /// `variants`: made with the same options. References to the fabric and its
  /// configuration must outlive this object. Throws InputError for a router that the
  /// network does not have, or a fault in one that is not compared.
  LockstepRouters(const Configuration& config, const Fabric& fabric,
                  const VariantParameters& parameters, const LockstepVariants& variants,
                  const LockstepOptions& options);

  /// Before routers are made: differences end nothing, but are told to `on_difference`.
  void go_on(LockstepRouter::OnDifference on_difference) {
    on_difference_ = std::move(on_difference);
    look_ahead_ = false;
  }
  /// Before routers are made, for a traced variant: `recorder` records the checked routers, and
  /// their waves show the model's outputs and `value` beside the actual ones.
  void show(const DifferingValue& value, WaveRecorder& recorder) {
    shown_ = value;
    recorder_ = &recorder;
  }

  /// Router with a global number. Throws RouterFailure.
  [[nodiscard]] std::unique_ptr<Router> make(int router);

  /// Over all routers.
  [[nodiscard]] LockstepCount count() const;

  /// After a run: what is wrong with the credits of channels between routers that were compared, if
  /// their state was; empty if nothing.
  [[nodiscard]] std::string channel_fault() const {
    return dragonfly::channel_fault(fabric_.wiring, audits_);
  }

  /// What the routers have reached of the RTL, all of which must be there; without that with a
  /// fault.
  [[nodiscard]] RtlCoverage coverage();

 private:
  /// To which terminals send.
  [[nodiscard]] std::vector<int> terminal_ports(int router) const;

  const Configuration& config_;
  const Fabric& fabric_;
  RouterShape shape_;
  int depth_;  ///< of the buffers as built
  FlitFormat format_;
  int state_every_;
  bool look_ahead_ = true;
  std::vector<bool> checked_;  ///< [router]
  TerminalPlaces places_;
  FirstLife first_life_;
  LockstepRouter::OnDifference on_difference_;
  std::optional<DifferingValue> shown_;
  WaveRecorder* recorder_ = nullptr;
  int recorded_;
  std::optional<PortRecording> recording_;
  std::vector<LockstepCount> counts_;  ///< [router]: they may be evaluated by several threads
  std::vector<std::optional<CreditAudit>> audits_;  ///< [router], of those that are compared
  std::optional<Fault> fault_;
  Variant sound_;
  std::optional<Variant> faulty_;
};

}  // namespace dragonfly
