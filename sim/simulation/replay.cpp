// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "models/router/routes.hpp"
#include "models/run/validate.hpp"
#include "sim/harness/network_run.hpp"
#include "sim/harness/wave_recorder.hpp"
#include "sim/rtl/variant_parameters.hpp"
#include "sim/simulation/lockstep_routers.hpp"

namespace dragonfly {

Replay replay(const Configuration& config, const RunOptions& options, const Difference& difference,
              const WaveRequest& wave, const LockstepOptions& lockstep) {
  const Fabric fabric = validated_fabric(config);
  VariantParameters parameters = variant_parameters(config, *fabric.routes, lockstep.built_depth);
  parameters.synthesis_bodies = options.synthesis_bodies;
  RunOptions with_wave = options;
  with_wave.wave = wave;

  std::optional<LockstepRouters> routers;
  FlightRecorder recorder(parameters.shape(), wave.first_cycle, difference.cycle,
                          difference.router);
  NetworkRun run(config, with_wave, fabric);
  WaveRecorder waves(with_wave.wave);
  waves.fill_up();
  LockstepOptions again;
  again.routers = {difference.router};
  again.user = lockstep.user;
  if (lockstep.fault && lockstep.fault->router == difference.router) again.fault = lockstep.fault;
  const LockstepVariants variants(parameters, LockstepPurpose::kReplay, again, options);
  routers.emplace(config, fabric, parameters, variants, again);
  bool seen = false;
  routers->go_on([&](const Difference& now) {
    if (now.cycle == difference.cycle) seen = true;
  });
  routers->show(difference.values.front(), waves);
  run.elaborate(parameters.shape(), [&](int router, std::size_t) {
    return recorder.record(routers->make(router), router);
  });
  waves.open();
  try {
    static_cast<void>(run.simulate(&waves, "lockstep"));
  } catch (const Error&) {
    // After the difference anything may happen, a lost packet for one. The wave has been finished.
    if (!seen) throw;
  }
  if (!seen) {
    throw Error(ExitCode::kInternal,
                fmt::format("the run was repeated, but the difference in cycle {} did not come "
                            "again. It may depend on what registers hold before reset, which is "
                            "something else in a router with waves: look for one that is not reset",
                            difference.cycle));
  }
  return {recorder.events(), wave.first_cycle, variants.origin};
}

}  // namespace dragonfly
