// SPDX-License-Identifier: Apache-2.0
// Random lockstep without simulation: drawing, coverage, shrinking.
#include <nlohmann/json.hpp>
#include <set>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/fabric.hpp"
#include "models/families/family_registry.hpp"
#include "models/wiring/wiring_file.hpp"
#include "sim/lockstep/fuzz/coverage.hpp"
#include "sim/lockstep/fuzz/draw.hpp"
#include "sim/lockstep/fuzz/shrink.hpp"
#include "sim/rtl/variant_parameters.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

std::vector<const Key*> keys_named(
    std::initializer_list<std::pair<const char*, const char*>> names) {
  std::vector<const Key*> list;
  for (const auto& [section, name] : names) list.push_back(find_key(section, name));
  return list;
}

std::string text_of(const FuzzRun& run) {
  std::string text = trace_text(run.trace);
  for (const Key& key : keys()) text += to_text(key.get(run.config)) + " ";
  for (const int router : run.routers) text += std::to_string(router) + ",";
  return text;
}

VariantParameters hardware_of(const FuzzRun& run) {
  return variant_parameters(run.config, *make_fabric(run.config).routes, BuiltDepth::kAsked);
}

/// Shrinks with a failure that `fails` decides; -1: the cycle is not known.
FuzzRun shrunk(const FuzzRun& run, std::int64_t cycle,
               const std::function<bool(const FuzzRun&)>& fails, std::vector<const Key*> given = {},
               Shrinker::Limits limits = {}) {
  int tries = 0;
  Shrinker shrinker(
      std::move(given), limits,
      [&](const FuzzRun& candidate) -> std::optional<std::int64_t> {
        ++tries;
        CHECK(complaint(candidate).empty());
        if (!fails(candidate)) return std::nullopt;
        return cycle;
      },
      [](const std::string&) {});
  REQUIRE(fails(run));
  FuzzRun result = shrinker.shrink(run, cycle);
  CHECK(fails(result));
  CHECK(shrinker.tries() == tries);
  CHECK(tries <= limits.tries);
  return result;
}

}  // namespace

TEST_CASE("10,000 configurations are valid as they are drawn, their traces too") {
  const ScratchDirectory scratch;
  FuzzDraw draw(7, {}, {}, {});
  int with_trace = 0;
  for (int number = 0; number < 10000; ++number) {
    const FuzzRun run = draw.run(number);
    INFO(number);
    CHECK(complaint(run) == "");
    const Fabric fabric = make_fabric(run.config);
    const Wiring& network = fabric.wiring;
    CHECK(network.terminals() <= 1056);
    for (const int router : run.routers) CHECK(router < network.routers());
    CHECK(std::all_of(run.trace.begin(), run.trace.end(), [](const TracePacket& packet) {
      return packet.source != packet.destination;
    }));
    if (run.config.traffic.pattern != Pattern::kTrace) {
      CHECK(run.trace.empty());
      continue;
    }
    ++with_trace;
    Configuration config = run.config;
    config.traffic.trace_file = scratch / "trace";
    std::ofstream(config.traffic.trace_file) << trace_text(run.trace);
    CHECK_NOTHROW(Traffic(config, network));
    CHECK(Traffic(config, network).total_packets() == static_cast<std::int64_t>(run.trace.size()));
  }
  CHECK(with_trace > 300);
  // They need not be drawn again to be valid.
  CHECK(draw.refused() == 0);
}

TEST_CASE("Networks of each family are drawn, and routings for which they have the VCs") {
  for (const Family& family : families()) {
    if (!family.draw) continue;
    Configuration base;
    base.topology = {family.name, {}};
    FuzzDraw draw(5, base, keys_named({{"topology", "family"}}), {});
    std::set<std::string> networks, drawn_routings;
    for (int number = 0; number < 25 * FuzzDraw::kBatch; number += FuzzDraw::kBatch / 2) {
      const FuzzRun run = draw.run(number);
      INFO(family.name << " " << number);
      CHECK(run.config.topology.family == family.name);
      const Fabric fabric = make_fabric(run.config);
      CHECK(fabric.routes->check_deadlock().deadlock_free());
      networks.insert(wiring_json(fabric.wiring));
      drawn_routings.insert(run.config.routing.algorithm);
    }
    CHECK(draw.refused() == 0);
    INFO(family.name);
    CHECK(networks.size() > 8);
    // A butterfly leads one way only, so no detours are possible.
    for (const FamilyRouting& routing : routings(family))
      CHECK((drawn_routings.contains(routing.name) || family.name == "butterfly"));
  }
}

TEST_CASE("Only families that have a given routing are drawn") {
  Configuration base;
  base.routing.algorithm = "ugal-l";
  FuzzDraw draw(1, base, keys_named({{"routing", "algorithm"}}), {});
  for (int batch = 0; batch < 20; ++batch)
    CHECK(draw.run(batch * FuzzDraw::kBatch).config.topology.family == "dragonfly");
}

TEST_CASE("A network too large for tables is refused at once, or has the routing that needs none") {
  Configuration base;
  base.topology = {"folded-clos", {{"radix", {24}}, {"levels", {3}}, {"terminals", {0}}}};
  FuzzDraw large(1, base,
                 keys_named({{"topology", "family"},
                             {"topology", "radix"},
                             {"topology", "levels"},
                             {"topology", "terminals"}}),
                 {});
  CHECK_THROWS_WITH(large.run(0), ContainsSubstring("a network of 720 routers"));
  base.topology = {"torus", {{"sizes", {20}}}};
  for (const auto& sizes : {std::vector<std::int64_t>{40, 40}, {20}}) {
    base.topology.parameters["sizes"] = sizes;
    FuzzDraw torus(1, base, keys_named({{"topology", "family"}, {"topology", "sizes"}}), {});
    CHECK(torus.run(0).config.routing.algorithm == "dor");
  }
}

TEST_CASE("Networks by table are shrunk, and parameters that depend on others with them") {
  FuzzRun run;
  run.config.topology = {
      "flattened-butterfly",
      {{"sizes", {4, 3}}, {"concentration", {3}}, {"parallel", {2, 3}}, {"paired", {1}}}};
  const auto fails = [](const FuzzRun& candidate) {
    return network_shape(candidate.config.topology).routers >= 3;
  };
  const FamilyParameters small = shrunk(run, -1, fails).config.topology.parameters;
  CHECK(ints_of(small, "sizes") == std::vector<int>{3});
  CHECK(int_of(small, "concentration") == 1);
  CHECK(small.at("parallel").numbers().size() <= 1);
  CHECK(int_of(small, "paired") == 0);

  run.config.topology = {"folded-clos", {{"radix", {8}}, {"levels", {3}}, {"terminals", {60}}}};
  const FamilyParameters clos =
      shrunk(run, -1, [](const FuzzRun&) { return true; }).config.topology.parameters;
  CHECK(int_of(clos, "radix") == 4);
  CHECK(int_of(clos, "levels") == 2);
  CHECK(int_of(clos, "terminals") == 3);
}

TEST_CASE("A seed draws the same sequence, in whatever order, and another seed another") {
  FuzzDraw forwards(3, {}, {}, {}), backwards(3, {}, {}, {}), other(4, {}, {}, {});
  std::vector<std::string> texts;
  for (int number = 0; number < 100; ++number) texts.push_back(text_of(forwards.run(number)));
  CHECK(std::set<std::string>(texts.begin(), texts.end()).size() == 100);
  int same = 0;
  for (int number = 99; number >= 0; --number) {
    CHECK(text_of(backwards.run(number)) == texts[static_cast<std::size_t>(number)]);
    same += text_of(other.run(number)) == texts[static_cast<std::size_t>(number)] ? 1 : 0;
  }
  CHECK(same == 0);
}

TEST_CASE("A batch runs on one variant, and batches on different ones") {
  FuzzDraw draw(1, {}, {}, {});
  std::set<std::string> variants;
  for (int batch = 0; batch < 50; ++batch) {
    const VariantParameters first = hardware_of(draw.run(batch * FuzzDraw::kBatch));
    variants.insert(first.describe());
    for (int i = 1; i < FuzzDraw::kBatch; ++i)
      CHECK(hardware_of(draw.run(batch * FuzzDraw::kBatch + i)) == first);
  }
  CHECK(variants.size() > 40);
}

TEST_CASE("Keys that are given stay, and all else is drawn around them") {
  Configuration base;
  base.routing.algorithm = "ugal-l-cr";
  base.router.buffer_depth = 5;
  base.topology.parameters["p"] = {3};
  base.measurement.seed = 99;
  const auto given = keys_named({{"routing", "algorithm"},
                                 {"router", "buffer_depth"},
                                 {"topology", "p"},
                                 {"measurement", "seed"}});
  FuzzDraw draw(99, base, given, {});
  std::set<std::uint64_t> seeds;
  std::set<int> sizes;
  for (int number = 0; number < 200; ++number) {
    const Configuration config = draw.run(number).config;
    CHECK(config.routing.algorithm == "ugal-l-cr");
    CHECK(config.router.buffer_depth == 5);
    CHECK(dragonfly_parameters(config.topology).p == 3);
    seeds.insert(config.measurement.seed);
    sizes.insert(dragonfly_parameters(config.topology).a * 100 +
                 dragonfly_parameters(config.topology).h);
  }
  CHECK(seeds.size() > 100);  // the seed is that of the drawing
  CHECK(sizes.size() > 10);
}

TEST_CASE("Given keys that leave nothing are refused with the reason") {
  Configuration base;
  base.router.vcs = 1;
  base.topology.parameters["g"] = {5};
  FuzzDraw draw(1, base, keys_named({{"router", "vcs"}, {"topology", "g"}}), {});
  CHECK_THROWS_WITH(draw.run(0), ContainsSubstring("no valid configuration was found in 2000"));
}

TEST_CASE("Large networks are compared in some routers, that with the fault among them") {
  Configuration base;
  base.topology = topology_of({4, 8, 4, 33, Arrangement::kRelative});
  const auto given =
      keys_named({{"topology", "p"}, {"topology", "a"}, {"topology", "h"}, {"topology", "g"}});
  FuzzDraw free(1, base, given, {}), with_fault(1, base, given, {.choose = true, .always = 17}),
      as_user_says(1, base, given, {.choose = false, .always = -1});
  for (int number = 0; number < 20; ++number) {
    const std::vector<int> routers = free.run(number).routers;
    CHECK(routers.size() == 6);
    CHECK(std::is_sorted(routers.begin(), routers.end()));
    const std::vector<int> faulty = with_fault.run(number).routers;
    CHECK(std::count(faulty.begin(), faulty.end(), 17) == 1);
    CHECK(as_user_says.run(number).routers.empty());
  }
}

TEST_CASE("The drawing reaches every class of every dimension") {
  FuzzDraw draw(1, {}, {}, {});
  Coverage coverage;
  for (int number = 0; number < 8000; ++number) coverage.add(draw.run(number));
  for (std::size_t i = 0; i < fuzz_dimensions().size(); ++i) {
    const FuzzDimension& dimension = fuzz_dimensions()[i];
    std::int64_t sum = 0;
    for (std::size_t number = 0; number < dimension.classes.size(); ++number) {
      INFO(dimension.name << " " << dimension.classes[number]);
      CHECK(coverage.runs(i, number) > 0);
      sum += coverage.runs(i, number);
    }
    CHECK(sum == 8000);
  }
}

TEST_CASE("Coverage counts runs by class and pairs of classes") {
  Coverage coverage;
  CHECK(coverage.pairs() == 0);
  FuzzRun run;  // the default configuration
  coverage.add(run);
  const auto dimensions = static_cast<std::int64_t>(fuzz_dimensions().size());
  CHECK(coverage.pairs() == dimensions * (dimensions - 1) / 2);
  run.config.routing.allocator = Allocator::kSequential;
  coverage.add(run);
  CHECK(coverage.pairs() == dimensions * (dimensions - 1) / 2 + dimensions - 1);
  CHECK(coverage.possible_pairs() == coverage.pairs());
  CHECK_THAT(coverage.table(), ContainsSubstring("greedy: 1, sequential: 1"));
  CHECK_THAT(coverage.table(), ContainsSubstring("min: 2, val: 0"));

  Coverage possible;
  run.config.routing.algorithm = "val";
  possible.add(run);
  coverage.add_possible(possible);
  CHECK(coverage.possible_pairs() == coverage.pairs() + dimensions - 1);
  const auto json = coverage.json();
  CHECK(json["dimensions"]["algorithm"]["val"] == 0);
  CHECK(json["dimensions"]["algorithm"]["min"] == 2);
  CHECK(json["pairs"] == coverage.pairs());
}

TEST_CASE("A failure is shrunk to what it takes") {
  // Fails under UGAL-L_CR with packets of 3 flits or more in networks of 3 groups or more.
  const auto fails = [](const FuzzRun& run) {
    const Configuration& c = run.config;
    return c.routing.algorithm == "ugal-l-cr" && c.traffic.packet_size >= 3 &&
           dragonfly_parameters(c.topology).g >= 3;
  };
  Configuration base;
  base.routing.algorithm = "ugal-l-cr";
  FuzzDraw draw(5, base, keys_named({{"routing", "algorithm"}}), {});
  int shrunk_runs = 0;
  for (int number = 0; number < 200 && shrunk_runs < 5; ++number) {
    const FuzzRun run = draw.run(number);
    if (!fails(run)) continue;
    ++shrunk_runs;
    const Configuration c = shrunk(run, 40, fails).config;
    INFO(text_of(run));
    CHECK(dragonfly_parameters(c.topology).p == 1);
    CHECK(dragonfly_parameters(c.topology).a * dragonfly_parameters(c.topology).h == 2);
    CHECK(dragonfly_parameters(c.topology).g == 3);
    CHECK(c.traffic.packet_size == 3);
    CHECK(c.traffic.pattern == Pattern::kUniform);
    CHECK(c.traffic.sink_rate == 1);
    CHECK(c.routing.algorithm == "ugal-l-cr");
    CHECK(c.routing.threshold == 0);
    CHECK(c.channels.global_latency == 1);
    CHECK(c.router.buffer_depth == 16);
    CHECK(c.router.vcs == 3);
    CHECK(c.router.output_queue_depth == 0);
    CHECK(c.measurement.warmup_max == 0);
    CHECK(c.measurement.window == 42);
    CHECK(c.measurement.drain_max == 0);
    CHECK(c.measurement.seed == 1);
  }
  CHECK(shrunk_runs == 5);
}

TEST_CASE("A trace is shrunk to the packets that it takes") {
  FuzzRun run;
  run.config.traffic.pattern = Pattern::kTrace;
  for (int i = 0; i < 100; ++i) run.trace.push_back({i, i, i + 1, 1 + i % 3});
  const FuzzRun minimal = shrunk(run, -1, [](const FuzzRun& candidate) {
    return std::any_of(candidate.trace.begin(), candidate.trace.end(),
                       [](const TracePacket& packet) { return packet.cycle == 2; });
  });
  REQUIRE(minimal.trace.size() == 1);
  CHECK(minimal.trace[0].size == 3);
  CHECK(dragonfly_parameters(minimal.config.topology).p *
            dragonfly_parameters(minimal.config.topology).a *
            dragonfly_parameters(minimal.config.topology).g <=
        5);
}

TEST_CASE(
    "Shrinking keeps given keys, prefers the hardware that is there, and ends at its limits") {
  FuzzRun run;
  run.config.routing.algorithm = "val";
  run.config.traffic.packet_size = 8;
  const auto always = [](const FuzzRun&) { return true; };
  const auto given = keys_named({{"traffic", "packet_size"}, {"topology", "a"}});
  const Configuration kept = shrunk(run, -1, always, given).config;
  CHECK(kept.traffic.packet_size == 8);
  CHECK(dragonfly_parameters(kept.topology).a == 8);
  CHECK(dragonfly_parameters(kept.topology).p == 1);
  CHECK(kept.routing.algorithm == "min");

  const FuzzRun same = shrunk(run, -1, always, {}, {.tries = 300, .hardware = 0});
  CHECK(same_hardware(same.config, run.config));
  CHECK(same.config.traffic.packet_size == 1);
  CHECK(dragonfly_parameters(same.config.topology).g == 1);

  const FuzzRun soon = shrunk(run, -1, always, {}, {.tries = 1, .hardware = 1});
  CHECK(dragonfly_parameters(soon.config.topology).g == 1);
  CHECK(soon.config.traffic.packet_size == 8);

  run.config.routing.algorithm = "ugal-l-cr";
  const FuzzRun detour =
      shrunk(run, -1, [](const FuzzRun& tried) { return tried.config.routing.algorithm != "min"; });
  CHECK(detour.config.routing.algorithm == "val");
}

TEST_CASE("What depends on a value that has become smaller is made to fit") {
  FuzzRun run;
  run.config.topology = topology_of({1, 2, 0, 9, Arrangement::kRelative});
  run.config.router.buffer_depth = 4;
  run.config.router.ctq_depth = 3;
  run.config.router.speedup = 8;
  run.config.router.output_queue_depth = 3;
  run.config.traffic.packet_size = 9;
  run.config.traffic.pattern = Pattern::kWorstCase;
  run.config.traffic.load = 0.9;
  run.config.traffic.burst_load = 0.5;
  run.routers = {1, 2, 3};
  run.trace.push_back({0, 0, 1, 1});
  CHECK_FALSE(complaint(run).empty());
  repair(run);
  CHECK(complaint(run) == "");
  CHECK(dragonfly_parameters(run.config.topology).g == 1);
  CHECK(run.config.traffic.packet_size == 4);
  CHECK(run.routers == std::vector<int>{1});
  CHECK(run.trace.empty());

  run.config.traffic.pattern = Pattern::kTrace;
  run.trace = {{0, 0, 1, 16}, {3, 7, 1, 1}, {4, 1, 8, 1}};
  repair(run);
  REQUIRE(run.trace.size() == 1);
  CHECK(run.trace[0].size == 4);
}
