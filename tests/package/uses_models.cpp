// SPDX-License-Identifier: Apache-2.0
// The models as a library: the network of Kim et al. (2008), Section 3.2, and a run of a small one.
#include <cstdlib>

#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"
#include "models/run/simulate_model.hpp"

int main() {
  dragonfly::Configuration config;
  config.topology = {"dragonfly", {{"p", {4}}, {"a", {8}}, {"h", {4}}}};
  const dragonfly::NetworkShape shape = dragonfly::network_shape(config.topology);
  if (shape.terminals != 1056 || shape.routers != 264 || shape.radix != 15) return EXIT_FAILURE;

  config.topology = {"dragonfly", {{"p", {1}}, {"a", {2}}, {"h", {1}}}};
  config.measurement.warmup_min = config.measurement.warmup_max = 0;
  config.measurement.window = 200;
  const dragonfly::RunResult result = dragonfly::simulate_model(config, {});
  return result.accepted_throughput > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
