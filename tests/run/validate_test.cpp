// SPDX-License-Identifier: Apache-2.0
#include "models/run/validate.hpp"

#include <functional>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

using Change = std::function<void(Configuration&)>;

/// What is said of the default configuration with one change; empty if it is accepted.
std::string complaint(const Change& change) {
  Configuration config;
  change(config);
  try {
    validate(config);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_CASE("the default configuration is valid") {
  CHECK(complaint([](Configuration&) {}).empty());
}

TEST_CASE("keys that contradict each other are refused by name, with a remedy") {
  struct Case {
    Change change;
    std::vector<std::string> expected;
  };
  const std::vector<Case> cases = {
      {[](Configuration& c) { c.topology.parameters["g"] = {34}; }, {"topology.g = 34", "g = 33"}},
      {[](Configuration& c) { c.topology.parameters["h"] = {0}, c.topology.parameters["g"] = {2}; },
       {"topology.h = 0", "g = 1"}},
      {[](Configuration& c) { c.router.vcs = 2, c.routing.algorithm = "val"; },
       {"router.vcs = 2", "router.vcs = 3"}},
      {[](Configuration& c) { c.router.vcs = 1; }, {"router.vcs = 1", "router.vcs = 2"}},
      {[](Configuration& c) { c.topology.parameters["p"] = {65}; },
       {"topology.p = 65", "1 to 64", "flits"}},
      {[](Configuration& c) { c.topology.parameters["a"] = {129}; },
       {"topology.a = 129", "1 to 128", "flits"}},
      {[](Configuration& c) { c.topology.parameters["h"] = {65}; },
       {"topology.h = 65", "0 to 64", "flits"}},
      {[](Configuration& c) { c.traffic.packet_size = 5, c.router.buffer_depth = 4; },
       {"traffic.packet_size = 5", "router.buffer_depth = 4", "wormhole"}},
      {[](Configuration& c) { c.router.output_queue_depth = 3; },
       {"router.output_queue_depth = 3", "use 4 or more, or 0"}},
      {[](Configuration& c) { c.router.ctq_depth = 15; },
       {"router.ctq_depth = 15", "ctq_depth = 16 or more, or 0"}},
      {[](Configuration& c) { c.router.ctq_depth = 5, c.router.ctq_one_in = 3; },
       {"router.ctq_depth = 5", "router.ctq_one_in = 3", "ctq_depth = 6 or more"}},
      {[](Configuration& c) { c.measurement.warmup_min = 2, c.measurement.warmup_max = 1; },
       {"measurement.warmup_min = 2", "measurement.warmup_max = 1"}},
      {[](Configuration& c) {
         c.measurement.until_precision = 0.02;
         c.measurement.window_max = 4999;
       },
       {"measurement.until_precision = 0.02", "measurement.window = 5000",
        "measurement.window_max = 4999"}},
      {[](Configuration& c) {
         c.measurement.until_precision = 0.02;
         c.traffic.injection = Injection::kBatch;
       },
       {"measurement.until_precision = 0.02", "batch", "leave it out"}},
      {[](Configuration& c) { c.measurement.until_precision = 0.02, c.traffic.load = 0; },
       {"measurement.until_precision = 0.02", "traffic.load = 0"}},
      {[](Configuration& c) { c.traffic.sink_rate = 0; }, {"traffic.sink_rate = 0", "0.001 to 1"}},
      {[](Configuration& c) { c.traffic.trace_file = "x"; },
       {"traffic.trace_file", "--pattern trace"}},
      {[](Configuration& c) { c.traffic.pattern = Pattern::kTrace; }, {"traffic.trace_file"}},
      {[](Configuration& c) {
         c.traffic.pattern = Pattern::kHotspot;
         c.traffic.hotspots = {1056};
       },
       {"traffic.hotspots", "1056", "1055"}},
      {[](Configuration& c) {
         c.traffic.pattern = Pattern::kWorstCase;
         c.traffic.group_offset = 66;  // 2 x 33 groups
       },
       {"traffic.group_offset = 66"}},
      {[](Configuration& c) {
         c.traffic.injection = Injection::kBurst;
         c.traffic.load = 0.6;
         c.traffic.burst_load = 0.5;
       },
       {"traffic.burst_load = 0.5", "traffic.load = 0.6"}},
  };
  // 15 ports: 16 x 8 x 512 = 65,536 flits.
  const auto flat = [](Configuration& c, int depth) {
    c.topology.family = "k-ary-n-flat";
    c.topology.parameters = {{"k", {8}}, {"n", {2}}};
    c.router.vcs = 8, c.router.buffer_depth = depth;
  };
  CHECK_THAT(complaint([&](Configuration& c) { flat(c, 512); }),
             ContainsSubstring("router.buffer_depth = 512") && ContainsSubstring("256 or less"));
  CHECK(complaint([&](Configuration& c) { flat(c, 256); }).empty());
  for (const Case& c : cases) {
    const std::string message = complaint(c.change);
    INFO(c.expected.front());
    for (const std::string& part : c.expected) CHECK_THAT(message, ContainsSubstring(part));
  }
}

TEST_CASE("the limits themselves are accepted") {
  const std::vector<Change> changes = {
      [](Configuration& c) { c.topology.parameters["g"] = {33}; },
      [](Configuration& c) {
        c.topology.parameters["h"] = {0}, c.topology.parameters["g"] = {1}, c.router.vcs = 1;
      },
      [](Configuration& c) { c.router.vcs = 2; },
      [](Configuration& c) { c.traffic.packet_size = 4, c.router.buffer_depth = 4; },
      [](Configuration& c) {
        c.traffic.packet_size = 16, c.router.buffer_depth = 1;
        c.router.flow_control = FlowControl::kWormhole;
      },
      [](Configuration& c) { c.router.output_queue_depth = 4; },
      [](Configuration& c) { c.router.ctq_depth = 16; },
      [](Configuration& c) { c.router.ctq_depth = 6, c.router.ctq_one_in = 3; },
      [](Configuration& c) { c.measurement.warmup_min = c.measurement.warmup_max; },
      [](Configuration& c) { c.traffic.group_offset = 66; },  // only worst-case looks at it
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO(i);
    CHECK(complaint(changes[i]).empty());
  }
}

}  // namespace
}  // namespace dragonfly
