// SPDX-License-Identifier: Apache-2.0
// The plain router beside the model: 72 terminals, radix 7.
#include "sim/simulation/lockstep.hpp"

#include <fmt/format.h>

#include "models/config/configuration.hpp"
#include "models/keys/keys.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

UserRouter plain_router() {
  return {DRAGONFLY_TEST_ROOT "/tests/user_router/plain_router.f", "plain_router"};
}

Configuration short_run() {
  Configuration config = small_network();
  config.measurement.warmup_min = config.measurement.warmup_max = 100;
  config.measurement.window = 150;
  config.measurement.drain_max = 300;
  return config;
}

/// What a run says: "same", or the first difference.
std::string compared(const Configuration& config, const std::vector<int>& routers, int expected) {
  LockstepOptions lockstep;
  lockstep.routers = routers;
  lockstep.user = plain_router();
  const auto child = in_child([&]() -> std::string {
    const LockstepOutcome outcome = simulate_lockstep(config, {}, lockstep);
    if (outcome.count.router_cycles != expected * outcome.result.cycles)
      return "not all router-cycles were compared";
    if (outcome.count.state_compared != 0) return "there is no state to compare";
    if (outcome.result.packets_measured < 100) return "hardly any packets";
    return "same";
  });
  return child.text;
}

constexpr const char* kRoutings[] = {"min",       "val",        "ugal-l",   "ugal-g",
                                     "ugal-l-vc", "ugal-l-vch", "ugal-l-cr"};
constexpr int kKinds = 8;  // of runs with a routing

/// One of two allocators, two patterns and two lengths of packets.
void check_kind(const char* routing, int kind) {
  Configuration config = short_run();
  config.routing.algorithm = routing;
  config.routing.allocator = kind % 2 == 0 ? Allocator::kGreedy : Allocator::kSequential;
  config.traffic.pattern = kind / 2 % 2 == 0 ? Pattern::kUniform : Pattern::kWorstCase;
  config.traffic.packet_size = kind / 4 == 0 ? 1 : 4;
  config.traffic.load = 0.4;
  INFO(fmt::format("{}, kind {}", routing, kind));
  CHECK(compared(config, {}, 36) == "same");
}

void check_small_buffers(const char* routing) {
  Configuration config = short_run();
  config.routing.algorithm = routing;
  config.routing.hop_metric = HopMetric::kAll;
  config.routing.threshold = -2;
  config.traffic.load = 0.6;
  INFO(routing);

  config.topology.parameters["g"] = {5};
  config.router.buffer_depth = 4;
  config.router.output_queue_depth = 6;
  config.traffic.packet_size = 3;
  CHECK(compared(config, {}, 20) == "same");

  config.topology.parameters["arrangement"] = name_of(Arrangement::kAbsolute);
  config.router.flow_control = FlowControl::kWormhole;
  config.router.buffer_depth = 3;
  config.channels = {2, 3, 7};
  CHECK(compared(config, {}, 20) == "same");
}

}  // namespace

TEST_CASE("a router written from the specification alone agrees with the model") {
  int kind = 0;  // each routing has others
  for (const char* const routing : kRoutings)
    for (int run = 0; run < 2; ++run, kind += 3) check_kind(routing, kind % kKinds);
}

TEST_CASE("it agrees under all routings, with all allocators, patterns and lengths", "[.long]") {
  for (const char* const routing : kRoutings)
    for (int kind = 0; kind < kKinds; ++kind) check_kind(routing, kind);
  for (const char* const routing : kRoutings) check_small_buffers(routing);
}

TEST_CASE("it agrees with small buffers, several channels between groups, and long ones") {
  for (const char* const routing : {"val", "ugal-g", "ugal-l-cr"}) check_small_buffers(routing);
}

TEST_CASE("it is compared in one position, with models in the others") {
  Configuration config = short_run();
  config.routing.algorithm = "ugal-l-cr";
  config.traffic.load = 0.4;
  CHECK(compared(config, {17}, 1) == "same");
  CHECK(compared(config, {0, 35}, 2) == "same");
}
