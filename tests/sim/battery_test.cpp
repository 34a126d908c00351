// SPDX-License-Identifier: Apache-2.0
// The battery of lockstep, without simulation.
#include "sim/lockstep/battery/battery.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/families/family_registry.hpp"
#include "models/router/flit_fields.hpp"
#include "models/router/routes.hpp"
#include "sim/lockstep/fuzz/coverage.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

Battery battery(BatteryLength length = BatteryLength::kShort) {
  return Battery(length, Configuration{}, {}, false);
}

std::set<std::pair<std::string, std::string>> routings_in(Battery& battery) {
  std::set<std::pair<std::string, std::string>> found;
  for (int number = 0; number < battery.size(); ++number) {
    const Configuration config = battery.run(number).config;
    found.emplace(config.topology.family, config.routing.algorithm);
  }
  return found;
}

}  // namespace

TEST_CASE("The battery begins with what finds most, and before that with what has changed") {
  const auto quick = [](const std::string& stress) {
    for (const BatteryEntry& entry : battery_entries())
      if (entry.stress == stress) return entry.quick;
    FAIL("no entry " + stress);
    return false;
  };
  Battery all = battery();
  CHECK(all.near() == all.size());
  int first_slow = 0;
  while (quick(all.stress(first_slow))) ++first_slow;
  CHECK(first_slow > 10);
  for (int number = first_slow; number < all.size(); ++number)
    CHECK_FALSE(quick(all.stress(number)));

  Battery torus(BatteryLength::kShort, {}, {}, false, {},
                [](const Configuration& config) { return config.topology.family == "torus"; });
  CHECK(torus.size() == all.size());
  CHECK(torus.near() > 5);
  for (int number = 0; number < torus.size(); ++number)
    CHECK((torus.run(number).config.topology.family == "torus") == (number < torus.near()));
  CHECK(quick(torus.stress(0)));
}

TEST_CASE("All configurations of the battery are valid, and those of a batch share a variant") {
  for (const BatteryLength length : {BatteryLength::kShort, BatteryLength::kLong}) {
    Battery all = battery(length);
    CHECK(all.left_out() == 0);
    CHECK(all.size() > 40);
    std::vector<VariantParameters> variants;
    Coverage coverage;
    for (int first = 0; first < all.size(); first = all.end_of_batch(first)) {
      const VariantParameters variant = checked_hardware(all.run(first));
      // Those that come first take variants that others take again.
      CHECK(std::count(variants.begin(), variants.end(), variant) <= 1);
      variants.push_back(variant);
      REQUIRE(all.end_of_batch(first) > first);
      for (int number = first; number < all.end_of_batch(first); ++number) {
        INFO(all.stress(number));
        coverage.add(all.run(number));
        CHECK(complaint(all.run(number)).empty());
        CHECK(checked_hardware(all.run(number)) == variant);
      }
    }
    CHECK(variants.size() > 12);
    CHECK_THAT(coverage.table(), ContainsSubstring("ugal-l-cr: "));
  }
}

TEST_CASE("The battery has every kind of router with each of its routings") {
  Battery all = battery();
  const auto found = routings_in(all);
  // Families beside each other have the same routers, of which one stands for all.
  const auto has = [&](const std::string& name, const std::string& routing) {
    INFO(name << " " << routing);
    CHECK(found.contains({name, routing}));
  };
  for (const std::string name : {"dragonfly", "k-ary-n-flat"})
    for (const FamilyRouting& routing : routings(family(name))) has(name, routing.name);
  for (const char* routing : {"min", "val", "adaptive"}) has("folded-clos", routing);
  has("torus", "dor");
  has("butterfly", "destination");
  has("hypercube", "e-cube");
}

TEST_CASE("The battery has the ends of what routers can be") {
  Battery all = battery();
  std::set<int> vcs, depths, speedups;
  std::set<bool> wormhole, slow, sequential, mixed;
  int most_ports = 0, longest = 0, most_hops = 0;
  for (int number = 0; number < all.size(); ++number) {
    const FuzzRun run = all.run(number);
    const Configuration& config = run.config;
    vcs.insert(config.router.vcs);
    depths.insert(config.router.buffer_depth);
    speedups.insert(config.router.speedup);
    wormhole.insert(config.router.flow_control == FlowControl::kWormhole);
    slow.insert(config.channels.slow());
    sequential.insert(config.routing.allocator == Allocator::kSequential);
    mixed.insert(!run.trace.empty());
    longest = std::max(longest, static_cast<int>(config.measurement.window));
    most_ports = std::max(most_ports, static_cast<int>(network_shape(config.topology).radix));
    most_hops = std::max(most_hops, make_fabric(config).routes->most_hops());
  }
  for (const int end : {1, 8}) {
    CHECK(vcs.contains(end));
    CHECK(speedups.contains(end));
  }
  for (const int depth : {1, 2, 6, 16}) CHECK(depths.contains(depth));
  for (const auto& both : {wormhole, slow, sequential, mixed}) CHECK(both.size() == 2);
  CHECK(longest > 65536);  // cycle counters have 16 bits
  CHECK(most_ports > 32);
  CHECK(most_hops > (1 << flit_fields::kHops.bits));  // a head does not count that far
}

TEST_CASE("The battery has the RTL of each kind of router as it is synthesized") {
  Battery all = battery();
  std::set<std::string> lists;
  std::set<bool> sequential;
  for (int number = 0; number < all.size(); ++number) {
    const FuzzRun run = all.run(number);
    CHECK(checked_hardware(run).synthesis_bodies == run.synthesis_bodies);
    if (!run.synthesis_bodies) continue;
    lists.insert(checked_hardware(run).family.file_list);
    sequential.insert(run.config.routing.allocator == Allocator::kSequential);
  }
  CHECK(lists == std::set<std::string>{"rtl/adaptive_table.f", "rtl/dragonfly.f",
                                       "rtl/flattened_butterfly.f", "rtl/table.f", "rtl/torus.f"});
  CHECK(sequential.size() == 2);

  // What a user brings has one text.
  Battery own(BatteryLength::kShort, Configuration{}, {}, true);
  for (int number = 0; number < own.size(); ++number) CHECK_FALSE(own.run(number).synthesis_bodies);
}

TEST_CASE(
    "The battery has each kind of router with the buffers that run builds, of which a part is "
    "used") {
  Battery all = battery();
  std::set<std::string> lists;
  std::vector<VariantParameters> others, of_run;
  for (int number = 0; number < all.size(); ++number) {
    const FuzzRun run = all.run(number);
    const VariantParameters variant = checked_hardware(run);
    (run.built_depth == BuiltDepth::kShared ? of_run : others).push_back(variant);
    if (run.built_depth != BuiltDepth::kShared) continue;
    INFO(all.stress(number));
    CHECK(variant ==
          variant_parameters(run.config, *make_fabric(run.config).routes, BuiltDepth::kShared));
    CHECK(variant.depth >= 4 * run.config.router.buffer_depth);
    lists.insert(variant.family.file_list);
  }
  CHECK(lists == std::set<std::string>{"rtl/adaptive_table.f", "rtl/dragonfly.f",
                                       "rtl/flattened_butterfly.f", "rtl/table.f", "rtl/torus.f"});
  // They cost no build of their own.
  for (const VariantParameters& variant : of_run) {
    INFO(variant.describe());
    CHECK(std::find(others.begin(), others.end(), variant) != others.end());
  }
}

TEST_CASE("Keys that are given stay in the battery, and what does not go with them is left out") {
  Configuration base;
  base.routing.algorithm = "ugal-l-cr";
  base.measurement.seed = 7;
  Battery some(BatteryLength::kShort, base, {find_key("routing", "algorithm")}, false);
  CHECK(some.size() > 10);
  CHECK(some.left_out() > 10);
  CHECK(some.size() + some.left_out() == battery().size());
  for (int number = 0; number < some.size(); ++number) {
    CHECK(some.run(number).config.routing.algorithm == "ugal-l-cr");
    CHECK(some.run(number).config.measurement.seed == 7);
  }

  base = {};
  base.topology = {"torus", {}};
  Battery tori(BatteryLength::kShort, base, {find_key("topology", "family")}, false);
  for (int number = 0; number < tori.size(); ++number)
    CHECK(tori.run(number).config.topology.family == "torus");

  Battery own(BatteryLength::kShort, Configuration{}, {}, true);
  for (const auto& [family, routing] : routings_in(own)) CHECK(family == "dragonfly");

  base.topology = {"generalized-hypercube", {}};
  CHECK_THROWS_WITH(Battery(BatteryLength::kShort, base, {find_key("topology", "family")}, false),
                    ContainsSubstring("no network of the family generalized-hypercube"));
}

TEST_CASE("The quick battery has each kind of router, as it is synthesized, and slow channels") {
  Battery quick = battery(BatteryLength::kQuick), brief = battery();
  CHECK(quick.size() < brief.size() / 2);
  std::set<std::string> lists;
  bool slow = false, as_simulated = false;
  for (int number = 0; number < quick.size(); ++number) {
    const FuzzRun run = quick.run(number);
    if (run.synthesis_bodies)
      lists.insert(checked_hardware(run).family.file_list);
    else
      as_simulated = true;
    slow = slow || run.config.channels.slow();
  }
  CHECK(lists.size() == 5);
  CHECK(slow);
  CHECK(as_simulated);
}

TEST_CASE("An entry of the battery can be taken alone, by its name") {
  const std::vector<BatteryEntry> entries = battery_entries();
  CHECK(entries.size() == static_cast<std::size_t>(battery().size()));
  Battery alone(BatteryLength::kShort, Configuration{}, {}, false, entries.back().stress);
  REQUIRE(alone.size() == 1);
  CHECK(alone.stress(0) == entries.back().stress);
}

TEST_CASE("The long battery repeats each configuration with other seeds, and longer") {
  Battery brief = battery(), all = battery(BatteryLength::kLong);
  REQUIRE(all.size() % brief.size() == 0);
  CHECK(all.size() > brief.size());
  std::map<std::string, std::set<std::uint64_t>> seeds;
  for (int number = 0; number < all.size(); ++number)
    seeds[all.stress(number)].insert(all.run(number).config.measurement.seed);
  CHECK(seeds.size() == static_cast<std::size_t>(brief.size()));
  for (const auto& [stress, some] : seeds)
    CHECK(some.size() == static_cast<std::size_t>(all.size() / brief.size()));
  CHECK(all.run(0).config.measurement.window > brief.run(0).config.measurement.window);
}
