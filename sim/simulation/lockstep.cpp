// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation/lockstep.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "models/common/error.hpp"
#include "models/families/fabric.hpp"
#include "models/router/routes.hpp"
#include "models/run/run.hpp"
#include "models/run/validate.hpp"
#include "sim/harness/network_run.hpp"
#include "sim/rtl/variant_parameters.hpp"
#include "sim/simulation/lockstep_routers.hpp"

namespace dragonfly {

namespace {

/// `cycles`: that the run had.
void check_injected(const Fault& fault, std::int64_t cycles) {
  if (fault.cycle < cycles) return;
  throw InputError(fmt::format(
      "--inject-fault: the fault was never injected: the run ended in cycle {}, and the "
      "fault is for cycle {}; choose an earlier one, or a longer run",
      cycles - 1, fault.cycle));
}

}  // namespace

LockstepOutcome simulate_lockstep(const Configuration& config, const RunOptions& options,
                                  const LockstepOptions& lockstep) {
  return simulate_lockstep(config, validated_fabric(config), options, lockstep);
}

LockstepOutcome simulate_lockstep(const Configuration& config, const Fabric& fabric,
                                  const RunOptions& options, const LockstepOptions& lockstep) {
  VariantParameters parameters = variant_parameters(config, *fabric.routes, lockstep.built_depth);
  parameters.synthesis_bodies = options.synthesis_bodies;
  // Destroyed last: the code of the routers that `run` holds goes with it.
  std::optional<LockstepRouters> routers;
  NetworkRun run(config, options, fabric);
  check_deadlock_before_run(options, fabric);
  const LockstepVariants variants(parameters, LockstepPurpose::kRun, lockstep, options);
  if (const std::string note = depth_note(config, parameters); options.on_message && !note.empty())
    options.on_message(note);
  if (!variants.random_draws.empty()) run.use_one_thread(variants.random_draws);
  routers.emplace(config, fabric, parameters, variants, lockstep);
  try {
    run.elaborate(parameters.shape(),
                  [&](int router, std::size_t) { return routers->make(router); });
  } catch (const RouterFailure& failure) {
    refuse_configuration(failure);
  }
  LockstepOutcome outcome;
  outcome.result = run.simulate(nullptr, "lockstep", !lockstep.user);
  outcome.result.rtl = variants.origin.content;
  if (lockstep.fault) check_injected(*lockstep.fault, outcome.result.cycles);
  outcome.count = routers->count();
  // Each router has kept its books, so it would be lost between them.
  if (const std::string fault = routers->channel_fault(); !fault.empty())
    throw Error(ExitCode::kInternal, fault);
  if (lockstep.coverage) outcome.coverage = routers->coverage();
  return outcome;
}

void prepare_lockstep(const Configuration& config, LockstepPurpose purpose,
                      const LockstepOptions& lockstep, const RunOptions& options) {
  VariantParameters parameters =
      variant_parameters(config, *make_routes(config), lockstep.built_depth);
  parameters.synthesis_bodies = options.synthesis_bodies;
  const LockstepVariants variants(parameters, purpose, lockstep, options);
}

}  // namespace dragonfly
