// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/variant_parameters.hpp"

#include <map>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

VariantParameters parameters_of(const Configuration& config,
                                BuiltDepth depth = BuiltDepth::kShared) {
  return variant_parameters(config, *make_fabric(config).routes, depth);
}

}  // namespace

// Checks: FM-6, FM-8, FM-10, FM-13, SP-7, WD-1
TEST_CASE("the default network takes a radix-15 router with 64-bit flits") {
  const auto parameters = parameters_of({});
  const auto defines = parameters.defines();
  const std::map<std::string, std::string> values(defines.begin(), defines.end());
  CHECK(values == std::map<std::string, std::string>{{"DF_TERMINALS", "4"},
                                                     {"DF_ROUTERS", "8"},
                                                     {"DF_GLOBALS", "4"},
                                                     {"DF_LOCALS", "7"},
                                                     {"DF_LOCAL_DRAW", "0"},
                                                     {"DF_SLOW_CHANNELS", "0"},
                                                     {"DF_VCS", "3"},
                                                     {"DF_DEPTH", "16"},
                                                     {"DF_SPEEDUP", "4"},
                                                     {"DF_OQ_DEPTH", "64"},   // >= 3 x 16 + 4
                                                     {"DF_CTQ_DEPTH", "16"},  // all credits tracked
                                                     // 64 - (19 + 2 x 6 + 3 + 2): 33 groups, 8, 4
                                                     {"DF_TAG_W", "28"}});
  // What the wrapper of the Verilated code knows: VC 0 of the terminals' ports asks, with a
  // destination of 6 + 3 + 2 bits.
  const auto macros = parameters.macros();
  const std::map<std::string, std::string> known(macros.begin(), macros.end());
  CHECK(known.at("DF_ASKERS") == "0,4,8,12");
  CHECK(known.at("DF_MID_BITS") == "6");
  CHECK(known.at("DF_DESTINATION_BITS") == "11");
  CHECK(known.at("DF_ASKED_BITS") == "11");
  const auto shape = parameters.shape();
  CHECK(shape.ports == 15);
  CHECK(shape.stride() == 4);
  CHECK(shape.vector_bits() == 60);
  CHECK(shape.mask_words() == 1);
  CHECK(shape.flit_words == 1);
  CHECK(shape.oracle_lanes == 32);
  CHECK(shape.occupancy_lanes == 4);
  CHECK_THAT(parameters.describe(), ContainsSubstring("radix 15 (p=4 a=8 h=4), 3 VCs of 16 flits"));
}

// Checks: SP-2
TEST_CASE("buffers of different depth share a variant up to the built depth") {
  Configuration config;
  for (const auto& [depth, built] : std::map<int, int>{{1, 16}, {16, 16}, {17, 32}, {256, 256}}) {
    config.router.buffer_depth = depth;
    CHECK(parameters_of(config).depth == built);
  }
}

// Checks: SP-2, SP-5
TEST_CASE("buffers can be built as deep as asked, in powers of two from 2 on") {
  Configuration config;
  for (const auto& [depth, built] :
       std::map<int, int>{{1, 2}, {2, 2}, {3, 4}, {4, 4}, {5, 8}, {9, 16}, {17, 32}, {256, 256}}) {
    config.router.buffer_depth = depth;
    const VariantParameters parameters = parameters_of(config, BuiltDepth::kAsked);
    CHECK(parameters.depth == built);
    // Whatever the credits allow to be on the way to an output: VCs x depth, and a cycle's grants.
    CHECK(parameters.oq_depth >= config.router.vcs * built + config.router.speedup);
    CHECK(depth_note(config, parameters).empty() == (depth == built));
  }
  config.router.buffer_depth = 2;
  CHECK(depth_note(config, parameters_of(config)) ==
        "the buffers are built for 16 flits and limited to 2 by a control register");
}

TEST_CASE("control registers do not select a variant") {
  Configuration config, other;
  other.routing.algorithm = "ugal-l-cr";
  other.routing.allocator = Allocator::kSequential;
  other.router.flow_control = FlowControl::kWormhole;
  other.router.output_queue_depth = 8;
  other.router.buffer_depth = 3;
  other.topology.parameters["g"] = {5};
  other.channels.global_latency = 40;
  CHECK(parameters_of(config) == parameters_of(other));
}

// Checks: CT-4, SP-6
TEST_CASE("credit timestamp queues hold what can be under way") {
  Configuration config;
  config.router.buffer_depth = 64;
  config.router.ctq_one_in = 3;
  CHECK(parameters_of(config).ctq_depth == 32);  // 64 / 3 rounded up is 22
  config.router.ctq_depth = 22;
  CHECK(parameters_of(config).ctq_depth == 32);
  config.router.ctq_depth = 21;  // 21 x 3 < 64
  CHECK_THROWS_AS(parameters_of(config), InputError);
  CHECK_THROWS_WITH(parameters_of(config), ContainsSubstring("at least 22"));
}

// Checks: SP-1, SP-3, SP-4
TEST_CASE("values that no router can have are refused by name") {
  Configuration config;
  config.router.vcs = 9;
  CHECK_THROWS_WITH(parameters_of(config), ContainsSubstring("router.vcs"));
  config = {};
  config.router.speedup = 0;
  CHECK_THROWS_WITH(parameters_of(config), ContainsSubstring("router.speedup"));
  config = {};
  config.router.buffer_depth = 1025;
  CHECK_THROWS_WITH(parameters_of(config), ContainsSubstring("router.buffer_depth"));
}

TEST_CASE("a wide router has vectors of several words") {
  Configuration config;
  config.topology.parameters["p"] = {8};
  config.topology.parameters["a"] = {16};
  config.topology.parameters["h"] = {8};
  config.topology.parameters["g"] = {3};
  const auto shape = parameters_of(config).shape();
  CHECK(shape.ports == 31);
  CHECK(shape.mask_words() == 2);  // 124 bits
}
