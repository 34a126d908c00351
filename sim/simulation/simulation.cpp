// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation/simulation.hpp"

#include <optional>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/families/fabric.hpp"
#include "models/router/routes.hpp"
#include "models/run/run.hpp"
#include "models/run/validate.hpp"
#include "sim/harness/network_run.hpp"
#include "sim/harness/rtl_routers.hpp"
#include "sim/harness/wave_recorder.hpp"
#include "sim/rtl/random_draws.hpp"
#include "sim/rtl/rtl_origin.hpp"
#include "sim/rtl/variant_cache.hpp"
#include "sim/rtl/variant_parameters.hpp"

namespace dragonfly {

namespace {

/// The object of the variant that a run needs, and of the traced one for a wave; built if need be.
std::vector<std::filesystem::path> variants(const Configuration& config,
                                            std::vector<SourceFile> sources,
                                            const VariantParameters& parameters,
                                            const RunOptions& options) {
  const bool assertions = options.assertions == Assertions::kOn ||
                          (options.assertions == Assertions::kAuto && !is_shipped(sources));
  std::vector<VariantKind> kinds = {{.assertions = assertions}};
  if (!options.wave.fst_path.empty()) kinds.push_back(VariantKind::kTraced);
  VariantCache cache(cache_directory(), std::move(sources));
  if (options.strict_rtl) cache.be_strict();
  std::vector<std::filesystem::path> objects = cache.get(parameters, kinds, options.on_message);
  if (const std::string note = depth_note(config, parameters); options.on_message && !note.empty())
    options.on_message(note + " (lockstep builds them as asked)");
  return objects;
}

}  // namespace

RunResult simulate_rtl(const Configuration& config, const RunOptions& options) {
  const Fabric fabric = validated_fabric(config);
  VariantParameters parameters = variant_parameters(config, *fabric.routes, BuiltDepth::kShared);
  parameters.synthesis_bodies = options.synthesis_bodies;
  // Destroyed last: the code of the routers that `run` holds goes with it.
  std::optional<RtlRouters> routers;
  // What the user may have got wrong comes before anything that takes long.
  NetworkRun run(config, options, fabric);
  std::optional<WaveRecorder> wave;
  if (!options.wave.fst_path.empty()) wave.emplace(options.wave);
  check_deadlock_before_run(options, fabric);

  const std::vector<SourceFile> sources = variant_sources(parameters.family);
  if (const std::string reason = random_draws(sources, {}); !reason.empty())
    run.use_one_thread(reason);
  const auto objects = variants(config, sources, parameters, options);
  const auto traced = wave ? objects.back() : std::filesystem::path();
  WaveRecorder* const recorder = wave ? &*wave : nullptr;
  routers.emplace(config, fabric, objects.front(), traced, options.wave, recorder);
  try {
    run.elaborate(parameters.shape(),
                  [&](int router, std::size_t place) { return routers->make(router, place); });
  } catch (const RouterFailure& failure) {
    refuse_configuration(failure);
  }
  if (wave) wave->open();
  RunResult result = run.simulate(recorder);
  result.rtl = rtl_origin(sources).content;
  return result;
}

void prepare_variant(const Configuration& config, const RunOptions& options) {
  const auto parameters = variant_parameters(config, *make_routes(config), BuiltDepth::kShared);
  const auto objects = variants(config, variant_sources(parameters.family), parameters, options);
  // Loading it finds one that cannot run before a run does.
  const Variant variant(objects.front());
}

}  // namespace dragonfly
