// SPDX-License-Identifier: Apache-2.0
// Rings of routers (ring/), whose route unit is their own, in all engines.
#include <string>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/run/simulate_model.hpp"
#include "models/run/validate.hpp"
#include "sim/simulation/lockstep.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"
#include "tests/sim/in_child.hpp"

namespace dragonfly {
namespace {

constexpr int kLength = 5, kTerminals = 2;

Configuration ring() {
  Configuration config;
  config.topology = {"ring", {{"length", {kLength}}, {"terminals", {kTerminals}}}};
  config.routing.algorithm = "onward";
  config.router.vcs = 3;
  config.router.buffer_depth = 4;
  config.traffic.packet_size = 3;
  config.traffic.load = 0.5;  // more than the ring takes
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 60;
  return config;
}

RunResult run(const Configuration& config, const std::string& engine, const std::string& trace) {
  RunOptions options;
  options.packet_trace_path = trace;
  if (engine == "model") return simulate_model(config, options);
  if (engine == "rtl") return simulate_rtl(config, options);
  return simulate_lockstep(config, options, {}).result;
}

}  // namespace

TEST_CASE("a ring runs as RTL, as a model and in lockstep, with the same packets") {
  const ScratchDirectory scratch;
  for (const std::string engine : {"model", "rtl", "lockstep"}) {
    const auto result = in_child(
        [&] { return std::to_string(run(ring(), engine, scratch / engine).packets_delivered); });
    INFO(engine << ": " << result.text);
    REQUIRE(result.exit_code == 0);
    CHECK(result.text == std::to_string(kLength * kTerminals * 60));
  }
  const std::string trace = content_of(scratch / "model");
  CHECK(content_of(scratch / "rtl") == trace);
  CHECK(content_of(scratch / "lockstep") == trace);
  for (const TraceLine& line : parse_trace(trace)) {
    const int way = (line.destination / kTerminals - line.source / kTerminals + kLength) % kLength;
    REQUIRE(line.hops == way);
    REQUIRE(line.ejected - line.injected >= way + 2 + line.size - 1);
  }
}

TEST_CASE("a ring of one VC is refused") {
  Configuration config = ring();
  config.router.vcs = 1;
  CHECK_THROWS_WITH(validate(config), ContainsSubstring("a ring needs 2"));
}

}  // namespace dragonfly
