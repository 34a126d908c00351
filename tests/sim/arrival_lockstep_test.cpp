// SPDX-License-Identifier: Apache-2.0
// The RTL of routers that decide on arrival beside the model.
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "sim/simulation/lockstep.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

TEST_CASE("RTL and model agree in every cycle on a flattened butterfly") {
  // One build of the router serves all: two dimensions, channels side by side, pairs.
  const std::string routing =
      GENERATE(as<std::string>(), "min-ad", "dor", "val", "ugal", "ugal-s", "clos-ad");
  const int size = GENERATE(1, 3);
  Configuration config;
  config.topology = {
      "flattened-butterfly",
      {{"sizes", {4, 3}}, {"concentration", {2}}, {"parallel", {2, 1}}, {"paired", {1}}}};
  config.routing.algorithm = routing;
  config.routing.hop_metric = size == 1 ? HopMetric::kGlobal : HopMetric::kAll;
  config.traffic.packet_size = size;
  config.traffic.pattern = size == 1 ? Pattern::kUniform : Pattern::kBitComplement;
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 60;
  config.router.buffer_depth = 4;
  const auto result = in_child([&] {
    const LockstepOutcome outcome = simulate_lockstep(config, make_fabric(config), {}, {});
    return std::to_string(outcome.result.packets_delivered);
  });
  INFO(result.text);
  CHECK(result.exit_code == 0);
  CHECK(result.text == std::to_string(24 * 60));
}
