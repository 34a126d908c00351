#include "models/run/model_run.hpp"

#include <string>

namespace dragonfly {
namespace {

std::unique_ptr<NetworkEngine> checked_engine(const Configuration& config,
                                              const RunOptions& options, const Fabric& fabric,
                                              Terminals& terminals) {
  check_deadlock_before_run(options, fabric);
  auto engine =
      make_network_engine(config, fabric, terminals, {options.threads, options.transport});
  if (engine->threads() < options.threads && options.on_message) {
    options.on_message("the run uses " + std::to_string(engine->threads()) + " of --threads " +
                       std::to_string(options.threads) + ": each simulates a router or more");
  }
  return engine;
}

}  // namespace

ModelRun::ModelRun(const Configuration& config, const RunOptions& options, const Fabric& fabric)
    : run_(config, options, fabric),
      engine_(checked_engine(config, options, fabric, run_.terminals())),
      gaps_(run_.terminals(), *engine_) {
  run_.start();
}

bool ModelRun::cycle() {
  engine_->cycle(next_cycle_);
  if (!run_.end_of_cycle(next_cycle_, *engine_)) return false;
  next_cycle_ = gaps_.cycle_after(next_cycle_);
  return true;
}

}  // namespace dragonfly
