#include "sim/harness/simulation.hpp"

#include <optional>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/validate.hpp"
#include "models/run/run.hpp"
#include "models/topology/routing_tables.hpp"
#include "sim/harness/network_run.hpp"
#include "sim/harness/rtl_routers.hpp"
#include "sim/harness/wave_recorder.hpp"
#include "sim/rtl/rtl_origin.hpp"
#include "sim/rtl/variant_cache.hpp"
#include "sim/rtl/variant_parameters.hpp"

namespace dragonfly {

namespace {

VariantCache variant_cache(std::vector<SourceFile> sources = variant_sources()) {
  return {cache_directory(), std::move(sources)};
}

}  // namespace

RunResult simulate_rtl(const Configuration& config, const RunOptions& options) {
  validate(config);
  const Dragonfly network(config.topology);
  const VcPolicy policy = vc_policy(network, config.routing.algorithm, config.router.vcs);
  const VariantParameters parameters = variant_parameters(config, network);
  // Destroyed last: the code of the routers that `run` holds goes with it.
  std::optional<RtlRouters> routers;
  // What the user may have got wrong comes before anything that takes long.
  NetworkRun run(config, options, network);
  std::optional<WaveRecorder> wave;
  if (!options.wave.fst_path.empty()) wave.emplace(options.wave);
  check_deadlock_before_run(config, options, network);

  const std::vector<SourceFile> sources = variant_sources();
  const VariantCache cache = variant_cache(sources);
  const auto plain = cache.get(parameters, VariantKind::kPlain, options.on_message);
  const auto traced = wave ? cache.get(parameters, VariantKind::kTraced, options.on_message)
                           : std::filesystem::path();
  WaveRecorder* const recorder = wave ? &*wave : nullptr;
  routers.emplace(config, network, policy, plain, traced, options.wave, recorder);
  try {
    run.elaborate(parameters.shape(), [&](int router) { return routers->make(router); });
  } catch (const RouterFailure& failure) {
    refuse_configuration(failure);
  }
  if (wave) wave->open();
  RunResult result = run.simulate(recorder);
  result.rtl = rtl_origin(sources).content;
  return result;
}

void prepare_variant(const Configuration& config, bool traced,
                     const std::function<void(const std::string&)>& on_message) {
  const Dragonfly network(config.topology);
  const auto object =
      variant_cache().get(variant_parameters(config, network),
                          traced ? VariantKind::kTraced : VariantKind::kPlain, on_message);
  // Loading it finds a damaged cache before a run does.
  const Variant variant(object);
}

}  // namespace dragonfly
