#include "models/run/simulate_model.hpp"

#include <string>

#include "models/common/error.hpp"
#include "models/network/network_engine.hpp"
#include "models/run/idle_gaps.hpp"
#include "models/run/run.hpp"
#include "models/run/validate.hpp"

namespace dragonfly {

RunResult simulate_model(const Configuration& config, const RunOptions& options) {
  if (!options.wave.fst_path.empty())
    throw InputError("the model has no signals to write a wave of; use the engine rtl");
  const Fabric fabric = validated_fabric(config);
  Run run(config, options, fabric);
  check_deadlock_before_run(options, fabric);
  const auto engine =
      make_network_engine(config, fabric, run.terminals(), {options.threads, options.transport});
  if (engine->threads() < options.threads && options.on_message) {
    options.on_message("the run uses " + std::to_string(engine->threads()) + " of --threads " +
                       std::to_string(options.threads) + ": each simulates a router or more");
  }
  run.start();
  IdleGaps gaps(run.terminals(), *engine);
  std::int64_t cycle = 0;
  for (engine->cycle(cycle); run.end_of_cycle(cycle, *engine); engine->cycle(cycle))
    cycle = gaps.cycle_after(cycle);
  return run.finish(*engine, "model");
}

}  // namespace dragonfly
