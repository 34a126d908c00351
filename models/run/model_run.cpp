// SPDX-License-Identifier: Apache-2.0
#include "models/run/model_run.hpp"

#include <string>

#include "models/run/memory_check.hpp"

namespace dragonfly {
namespace {

std::unique_ptr<NetworkEngine> checked_engine(const Configuration& config,
                                              const RunOptions& options, const Fabric& fabric,
                                              Terminals& terminals) {
  check_deadlock_before_run(options, fabric);
  Workers workers(options.threads, options.transport);
  workers.before_memory = [&](const EngineMemory& memory) {
    check_memory(memory, fabric.wiring.terminals(), options);
  };
  auto engine = make_network_engine(config, fabric, terminals, workers);
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
