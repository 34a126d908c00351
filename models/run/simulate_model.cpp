// SPDX-License-Identifier: Apache-2.0
#include "models/run/simulate_model.hpp"

#include <optional>

#include "models/common/error.hpp"
#include "models/run/checkpoints.hpp"
#include "models/run/model_run.hpp"
#include "models/run/validate.hpp"

namespace dragonfly {

RunResult simulate_model(const Configuration& config, const RunOptions& options) {
  if (!options.wave.fst_path.empty())
    throw InputError("the model has no signals to write a wave of; use the engine rtl");
  const Fabric fabric = validated_fabric(config);
  std::optional<Checkpoints> checkpoints;
  if (!options.checkpoint_path.empty()) checkpoints.emplace(config, options, fabric);
  ModelRun run(config, options, fabric);
  if (checkpoints) checkpoints->resume(run);
  while (run.cycle())
    if (checkpoints) checkpoints->end_of_cycle(run);
  return run.finish();
}

}  // namespace dragonfly
