// SPDX-License-Identifier: Apache-2.0
// A family of networks that a program adds: everything else follows from the registry.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/families/fabric.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/documentation.hpp"
#include "models/keys/json.hpp"
#include "models/keys/toml.hpp"
#include "models/run/simulate_model.hpp"
#include "models/run/validate.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/lockstep/fuzz/coverage.hpp"
#include "sim/lockstep/fuzz/draw.hpp"
#include "sim/lockstep/fuzz/shrink.hpp"
#include "tests/catch.hpp"
#include "tests/own_family/ring/ring_family.hpp"

namespace dragonfly {
namespace {

/// Two complete groups of `routers` routers of a terminal each, with a channel between any router
/// and its twin: a small dragonfly, whose routes serve.
DragonflyParameters as_dragonfly(const FamilyParameters& values) {
  return {.p = 1, .a = int_of(values, "routers"), .h = 1, .g = 2};
}

Fabric twins_fabric(const Configuration& config) {
  Configuration as = config;
  as.topology = topology_of(as_dragonfly(config.topology.parameters));
  as.routing.algorithm = "min";
  return dragonfly_fabric(as);
}

FamilyDraw twins_draw() {
  return {.routers =
              [](RandomSource& source, FamilyParameters& values) {
                values["routers"] = {source.between(1, 8)};
                return 16;
              },
          .least_vcs = [](const FamilyParameters&) { return 2; },
          .network = [](RandomSource&, FamilyParameters&, int, int) {},
          .routing = [](RandomSource&, const Configuration&) { return "direct"; },
          .classes = {{"routers",
                       {"1", "more"},
                       [](const FamilyParameters& values) -> std::size_t {
                         return int_of(values, "routers") == 1 ? 0 : 1;
                       }}},
          .simplest = {{"routers", {1}}}};
}

Family twins_family() {
  FamilyParameter routers{"routers", "routers in each of the two groups"};
  routers.lowest = 1;
  routers.highest = 8;
  Family family{"twins",
                "two groups",
                {routers},
                [](const FamilyParameters& values) {
                  return dragonfly_wiring(Dragonfly(as_dragonfly(values)));
                },
                [](std::int64_t terminals, int) {
                  return FamilyParameters{{"routers", {(terminals + 1) / 2}}};
                }};
  family.routings = {{"direct", "the only path"}};
  family.fabric = twins_fabric;
  family.draw = twins_draw();
  return family;
}

const bool kAdded = [] {
  add_family(ring_family());
  add_family(twins_family());
  return true;
}();

Configuration twins(int routers) {
  Configuration config;
  config.topology = {"twins", {{"routers", {routers}}}};
  config.routing.algorithm = "direct";
  return config;
}

template <class Call>
std::string complaint(Call call) {
  try {
    call();
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_CASE("an added family is a choice, and its parameters and routings are keys") {
  REQUIRE(kAdded);
  CHECK(family_names().back() == "twins");
  CHECK(keys().front().choices.back() == "twins");
  const Key* routers = find_key("topology", "routers");
  REQUIRE(routers != nullptr);
  CHECK(routers->families == std::vector<std::string>{"twins"});
  CHECK(routers->highest == 8);
  CHECK(find_key("routing", "algorithm")->choices.back() == "direct");
  CHECK_THAT(key_reference(), ContainsSubstring("| `direct` | twins | the only path |"));
  Configuration config;
  apply_toml("[topology]\nrouters = 3\nfamily = 'twins'\n[routing]\nalgorithm = 'direct'\n",
             "net.toml", config);
  CHECK(to_json(config) == to_json(twins(3)));
  CHECK_THAT(complaint([&] { apply_toml("topology.routers = 9", "net.toml", config); }),
             ContainsSubstring("net.toml:1:20: topology.routers = 9: out of range"));
  CHECK_THROWS_AS(add_family(twins_family()), Error);
}

TEST_CASE("its networks are validated and simulated") {
  CHECK_NOTHROW(validate(twins(4)));
  CHECK(make_wiring(twins(4)).terminals() == 8);
  Configuration config = twins(4);
  config.routing.algorithm = "min";
  CHECK_THAT(
      complaint([&] { validate(config); }),
      ContainsSubstring("routing.algorithm = min: networks of the family twins have direct"));
  config = twins(4);
  config.topology.parameters.clear();
  CHECK_THAT(complaint([&] { validate(config); }),
             ContainsSubstring("twins: topology.routers is missing"));

  const RunResult result = simulate_model(twins(4), {});
  CHECK(result.packets_measured > 100);
  CHECK_FALSE(result.saturated);
  CHECK_THAT(to_table(result), ContainsSubstring("twins routers=4: 8 terminals, 8 routers of "
                                                 "radix 5\ndirect (greedy)"));
  CHECK_THAT(csv_header(result), ContainsSubstring(",topology.family,topology.routers,"));
  CHECK(to_json(result)["config"]["topology"].dump() == R"({"family":"twins","routers":4})");
}

TEST_CASE("random lockstep draws it beside the others, and keeps to it when it is given") {
  FuzzDraw draw(1, {}, {}, {});
  Coverage coverage;
  std::set<std::string> drawn;
  for (int number = 0; number < 400; ++number) {
    const FuzzRun run = draw.run(number);
    CHECK(complaint(run) == "");
    drawn.insert(run.config.topology.family);
    coverage.add(run);
  }
  CHECK(drawn.contains("twins"));
  CHECK(drawn.contains("dragonfly"));
  CHECK(draw.refused() == 0);
  CHECK_THAT(coverage.table(), ContainsSubstring("twins routers"));
  CHECK(coverage.json()["dimensions"]["twins routers"]["other family"] > 0);
  CHECK(coverage.json()["dimensions"]["family"]["twins"] > 0);

  FuzzDraw given(1, twins(3), {find_key("topology", "routers")}, {});
  for (int number = 0; number < 50; ++number)
    CHECK(given.run(number).config.topology == twins(3).topology);
  Configuration torus;
  torus.topology = {"file", {}};
  FuzzDraw none(1, torus, {&keys().front()}, {});
  CHECK_THAT(complaint([&] { static_cast<void>(none.run(0)); }),
             ContainsSubstring("no networks of the family file are drawn, only of: dragonfly"));
}

TEST_CASE("a failure in it is shrunk to a simpler one of the same family") {
  FuzzRun run;
  run.config = twins(7);
  const auto fails = [](const FuzzRun& candidate) -> std::optional<std::int64_t> {
    const TopologyConfig& topology = candidate.config.topology;
    if (topology.family != "twins" || topology.parameters.at("routers").number() < 3)
      return std::nullopt;
    return -1;
  };
  Shrinker shrinker({}, {}, fails, [](const std::string&) {});
  const Configuration simple = shrinker.shrink(run, -1).config;
  CHECK(simple.topology == twins(3).topology);
  CHECK(simple.routing.algorithm == "direct");
}

}  // namespace
}  // namespace dragonfly
