// SPDX-License-Identifier: Apache-2.0
// The RTL of networks by table beside the model.
#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "sim/simulation/lockstep.hpp"
#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

// Checks: TB-1
TEST_CASE("RTL and model agree in every cycle on a network by table") {
  // One build of the router serves all: routers of 3 to 6 ports, on some of which channels come
  // where terminals do elsewhere.
  const std::string routing = GENERATE(as<std::string>(), "min", "val");
  const int size = GENERATE(1, 3);
  Configuration config = table_configuration(routing, 6);
  config.traffic.packet_size = size;
  config.traffic.load = 0.4;
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 60;
  config.router.buffer_depth = 4;
  const auto result = in_child([&] {
    const Fabric fabric = table_fabric(odd_network(), config);
    const LockstepOutcome outcome = simulate_lockstep(config, fabric, {}, {});
    return std::to_string(outcome.result.packets_delivered);
  });
  INFO(result.text);
  CHECK(result.exit_code == 0);
  CHECK(result.text == std::to_string(5 * 60));
}
