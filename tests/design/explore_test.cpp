// SPDX-License-Identifier: Apache-2.0
// The design space against a literal search that measures every network by plain breadth-first
// search, and what Teh et al. 2017 say of theirs.
#include "models/design/explore.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "models/common/error.hpp"
#include "models/design/design_metrics.hpp"
#include "models/design/terminals.hpp"
#include "tests/catch.hpp"
#include "tests/design/naive.hpp"
#include "tests/design/router_price.hpp"

namespace dragonfly {
namespace {

ExploreOptions options_for(std::int64_t terminals, double step, std::vector<int> radices) {
  ExploreOptions options;
  options.request.terminals = terminals;
  options.request.radices = std::move(radices);
  options.step = step;
  options.prices.router = router_price;
  return options;
}

/// Section 3 word by word: p upwards until the utilisation exceeds 1, the one closest to 1 is kept.
std::optional<std::int64_t> literal_p(const DesignPoint& point, const DesignRequest& request) {
  const int largest = *std::max_element(request.radices.begin(), request.radices.end());
  std::optional<std::int64_t> best;
  double highest = -1;
  for (std::int64_t p = 1; p <= std::min<std::int64_t>(request.terminals, largest); ++p) {
    const auto [a, g, h] = dragonfly_shape(point, (request.terminals + p - 1) / p);
    if (p + a - 1 + request.redundancy * h > largest) continue;
    const NaiveMetrics metrics =
        naive_greedy_metrics(static_cast<int>(a), static_cast<int>(h), static_cast<int>(g));
    if (!metrics.connected) continue;
    const auto channels = static_cast<double>(a - 1 + request.redundancy * h);
    const double load = channels == 0 ? 0 : static_cast<double>(p) * metrics.average / channels;
    if (load > 1 + 1e-9) break;
    if (request.bottleneck &&
        static_cast<double>(p) * busiest_load({a, g, h}, request.redundancy) > 1 + 1e-9) {
      continue;
    }
    if (load > highest) {
      highest = load;
      best = p;
    }
  }
  return best;
}

void check_against_literal(const ExploreOptions& options) {
  const DesignSpace space = explore(options);
  for (const ExploredDesign& design : space.designs) {
    INFO("b = " << design.point.b << ", d = " << design.point.d);
    const std::optional<std::int64_t> p = literal_p(design.point, options.request);
    REQUIRE(design.feasible() == p.has_value());
    if (p) CHECK(design.p == *p);
  }
}

TEST_CASE("designs of a number of routers have the most terminals that Equation 7 allows") {
  for (const bool bottleneck : {false, true}) {
    ExploreOptions options = options_for(1, 0.25, {});
    options.request.routers = 120;
    options.request.redundancy = 2;
    options.request.bottleneck = bottleneck;
    const DesignSpace space = explore(options);
    REQUIRE(space.designs.size() == 9 * 5);
    for (const ExploredDesign& design : space.designs) {
      INFO("b = " << design.point.b << ", d = " << design.point.d);
      const DragonflyShape shape = dragonfly_shape(design.point, 120);
      const auto [a, g, h] = shape;
      REQUIRE(design.shape == shape);
      const NaiveMetrics metrics =
          naive_greedy_metrics(static_cast<int>(a), static_cast<int>(h), static_cast<int>(g));
      REQUIRE(design.connected == metrics.connected);
      if (!metrics.connected) {
        REQUIRE(design.infeasible == Infeasible::kNotConnected);
        continue;
      }
      double limit = static_cast<double>(a - 1 + 2 * h) / metrics.average;
      if (bottleneck) limit = std::min(limit, 1 / busiest_load(shape, 2));
      const auto most = static_cast<std::int64_t>(std::floor(limit + 1e-9));
      REQUIRE(design.feasible() == (most >= 1));
      if (most < 1) continue;
      REQUIRE(design.p == most);
      REQUIRE(design.router_radix == most + a - 1 + 2 * h);
      REQUIRE(design.average_distance == Approx(metrics.average));
      REQUIRE(design.diameter == metrics.diameter);
    }
  }
}

TEST_CASE("designs of a number of routers from routers on offer") {
  ExploreOptions options = options_for(1, 0.5, {24, 48});
  options.request.routers = 100;
  for (const ExploredDesign& design : explore(options).designs) {
    const auto [a, g, h] = dragonfly_shape(design.point, 100);
    if (1 + a - 1 + h > 48) {
      REQUIRE(design.infeasible == Infeasible::kRadix);
    } else if (design.feasible()) {
      REQUIRE(design.radix <= 48);
      REQUIRE(design.router_radix == (design.radix <= 24 ? 24 : 48));
    }
  }
  options.request.routers = 1'000'000;
  CHECK_THROWS_AS(explore(options), InputError);
}

}  // namespace

TEST_CASE("The search over p finds what the literal search finds") {
  ExploreOptions options = options_for(2000, 0.25, {12, 20, 26});
  check_against_literal(options);
  options.request.redundancy = 2;
  check_against_literal(options);
  options.request.redundancy = 1;
  options.request.terminals = 500;
  options.request.bottleneck = true;
  check_against_literal(options);
}

TEST_CASE("What is reported of a design belongs together") {
  const ExploreOptions options = options_for(1000, 0.2, {16, 24, 36});
  const DesignSpace space = explore(options);
  CHECK(space.designs.size() == 11 * 6);
  std::int64_t feasible = 0;
  for (const ExploredDesign& d : space.designs) {
    INFO("b = " << d.point.b << ", d = " << d.point.d);
    CHECK(d.shape == dragonfly_shape(d.point, (1000 + d.p - 1) / d.p));
    CHECK(d.routers == d.shape.a * d.shape.g);
    CHECK(d.terminals == d.routers * d.p);
    CHECK(d.terminals >= 1000);
    CHECK(d.radix == d.p + d.shape.a - 1 + d.shape.h);
    if (!d.feasible()) {
      CHECK(d.cost_per_terminal == 0);
      if (d.infeasible == Infeasible::kRadix) CHECK(d.router_radix == 0);
      continue;
    }
    ++feasible;
    CHECK(d.connected);
    const NaiveMetrics metrics = naive_greedy_metrics(
        static_cast<int>(d.shape.a), static_cast<int>(d.shape.h), static_cast<int>(d.shape.g));
    CHECK(d.average_distance == Approx(metrics.average).epsilon(1e-12));
    CHECK(d.diameter == metrics.diameter);
    CHECK(d.router_radix == (d.radix <= 16 ? 16 : d.radix <= 24 ? 24 : 36));
    const std::int64_t local = d.routers * (d.shape.a - 1) / 2, global = d.routers * d.shape.h / 2;
    const auto links = static_cast<double>(local * 80 + global * 400);
    CHECK(d.cost_per_terminal ==
          Approx((static_cast<double>(d.routers) * router_price(d.router_radix) + links) /
                 static_cast<double>(d.terminals)));
  }
  CHECK(feasible > 0);
  std::int64_t counted = feasible;
  for (const auto& [reason, count] : space.points) counted += count;
  CHECK(counted == 66);
  CHECK(space.why_none(options.request).empty());
}

TEST_CASE("Cheapest designs and Pareto front") {
  const DesignSpace space = explore(options_for(1000, 0.1, {16, 24, 36, 48}));
  const auto& all = space.designs;
  std::set<std::size_t> cheapest, front;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].feasible()) continue;
    bool least = true;
    bool surpassed = false;
    for (const ExploredDesign& other : all) {
      if (!other.feasible()) continue;
      least = least && all[i].cost_per_terminal <= other.cost_per_terminal * (1 + 1e-9);
      surpassed =
          surpassed ||
          (other.cost_per_terminal <= all[i].cost_per_terminal &&
           other.average_distance <= all[i].average_distance && other.diameter <= all[i].diameter &&
           (other.cost_per_terminal < all[i].cost_per_terminal ||
            other.average_distance < all[i].average_distance || other.diameter < all[i].diameter));
    }
    if (least) cheapest.insert(i);
    if (!surpassed) front.insert(i);
  }
  CHECK(cheapest.size() >= 1);
  CHECK(std::set(space.cheapest.begin(), space.cheapest.end()) == cheapest);
  CHECK(std::set(space.pareto.begin(), space.pareto.end()) == front);
  for (const std::size_t i : space.cheapest) CHECK(all[i].feasible());
}

TEST_CASE("The result does not depend on the number of threads") {
  ExploreOptions options = options_for(1500, 0.2, {24, 36});
  options.threads = 1;
  const DesignSpace one = explore(options);
  options.threads = 3;
  std::vector<std::int64_t> progress;
  bool all_known = true;
  options.progress = [&](std::int64_t done, std::int64_t all) {
    progress.push_back(done);
    all_known = all_known && all == 66;
  };
  const DesignSpace three = explore(options);
  CHECK(all_known);
  REQUIRE(progress.size() == 66);
  CHECK(std::is_sorted(progress.begin(), progress.end()));
  CHECK(progress.front() == 1);
  CHECK(progress.back() == 66);
  REQUIRE(one.designs.size() == three.designs.size());
  for (std::size_t i = 0; i < one.designs.size(); ++i) {
    CHECK(one.designs[i].p == three.designs[i].p);
    CHECK(one.designs[i].shape == three.designs[i].shape);
    CHECK(one.designs[i].average_distance == three.designs[i].average_distance);
    CHECK(one.designs[i].cost_per_terminal == three.designs[i].cost_per_terminal);
    CHECK(one.designs[i].infeasible == three.designs[i].infeasible);
  }
  CHECK(one.cheapest == three.cheapest);
  CHECK(one.pareto == three.pareto);
}

TEST_CASE("An exploration can be cancelled") {
  ExploreOptions options = options_for(1500, 0.2, {24, 36});
  options.threads = 2;
  std::atomic<int> asked{0};
  options.cancelled = [&] { return ++asked > 5; };
  try {
    (void)explore(options);
    FAIL("not cancelled");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInterrupted);
    CHECK_THAT(error.what(), ContainsSubstring("cancelled after 5 of 66"));
  }
}

TEST_CASE("A design space without a design says why") {
  const ExploreOptions options = options_for(10000, 0.5, {8});
  const DesignSpace space = explore(options);
  CHECK(space.cheapest.empty());
  CHECK(space.pareto.empty());
  const std::string why = space.why_none(options.request);
  CHECK_THAT(why, ContainsSubstring("none of 15 designs for 10000 terminals is possible"));
  CHECK_THAT(why, ContainsSubstring("need more ports a router than the 8 on offer (the fewest: "));
  // b = 1, d = 0 is a perfect matching, whatever p.
  const ExploredDesign& matching = space.designs[12];
  CHECK(matching.point == DesignPoint{1, 0});
  CHECK(matching.infeasible == Infeasible::kNotConnected);
  CHECK_FALSE(matching.connected);
  CHECK_THAT(why, ContainsSubstring("1 are not connected"));
}

TEST_CASE("A network too large to be measured does not end the exploration") {
  // 5000 groups of one router: 4499 global ports each are 22 million; with 2499, or 4999, where
  // all are joined with each other, it can be measured.
  DesignRequest request;
  request.routers = 5000;
  request.radices.clear();
  MetricsCache cache;
  const SelectedDesign large = select_terminals({1, 0.9}, request, cache);
  CHECK(large.infeasible == Infeasible::kTooLarge);
  CHECK(large.shape == DragonflyShape{1, 5000, 4499});
  CHECK_THAT(too_large(large.shape), ContainsSubstring("2.25e+07 global ports"));
  CHECK(too_large({1, 5000, 2499}).empty());
  CHECK(select_terminals({1, 1}, request, cache).infeasible == Infeasible::kNo);
  // The loads need the redundant channels in the graph.
  CHECK(too_large({32, 100, 50}, 1).empty());
  CHECK_THAT(too_large({32, 100, 50}, 1024), ContainsSubstring("channels"));
}

TEST_CASE("A step that is no part of 1 is refused") {
  for (const double step : {0.3, 0.7, 0.15, 0.333}) {
    ExploreOptions options = options_for(100, step, {24});
    CHECK_THROWS_WITH(explore(options), ContainsSubstring("would not end at 1"));
  }
  const DesignSpace thirds = explore(options_for(20, 0.3333, {24}));
  CHECK(thirds.designs.size() == 7 * 4);
  CHECK(thirds.designs.back().point == DesignPoint{1, 1});
}

TEST_CASE("Global ports without a partner are told") {
  // 71 groups of 71 routers with one port each: 5041 ports.
  CHECK(design_links({71, 71, 1}, 1).unconnected_ports == 1);
  CHECK(design_links({71, 71, 1}, 3).unconnected_ports == 3);
  CHECK(design_links({71, 72, 1}, 1).unconnected_ports == 0);
  CHECK(design_links({71, 1, 0}, 1).unconnected_ports == 0);
}

TEST_CASE("One router is enough for a few terminals") {
  const DesignSpace space = explore(options_for(20, 1, {24}));
  // b = -1, one group: 24 ports hold p terminals and ceil(20 / p) - 1 channels.
  const ExploredDesign& group = space.designs[0];
  CHECK(group.feasible());
  // p = 4: 5 routers, 4 channels, fully used; p = 5 would need 5 of 3 channels.
  CHECK(group.p == 4);
  CHECK(group.routers == 5);
  CHECK(group.utilisation == 1);
}

// What the equations give for the cases of Section 4; docs/papers/teh2017.md sets it beside what is
// printed there.
TEST_CASE("Equally expensive links: the cheapest designs cost $733.86, as in Section 4") {
  ExploreOptions options = options_for(10000, 0.1, {36, 48, 60, 72});
  options.prices.optical = 80;
  const DesignSpace space = explore(options);
  REQUIRE(space.cheapest.size() > 1);
  for (const std::size_t i : space.cheapest) {
    const ExploredDesign& design = space.designs[i];
    CHECK(std::round(design.cost_per_terminal * 100) == 73386);
    CHECK(design.p == 20);
    CHECK(design.router_radix == 60);
    CHECK(design.shape.a - 1 + design.shape.h == 40);
  }
}

TEST_CASE("Values of a grid are those that are meant") {
  const std::vector<double> values = grid_values(-1, 1, 0.1);
  REQUIRE(values.size() == 21);
  CHECK(values[0] == -1);
  CHECK(values[3] == -0.7);
  CHECK(values[10] == 0);
  CHECK_FALSE(std::signbit(values[10]));
  CHECK(values[13] == 0.3);
  CHECK(values[20] == 1);
  CHECK(grid_values(0, 1, 0.3).size() == 4);  // 0, 0.3, 0.6, 0.9
}

TEST_CASE("Options that make no sense are refused") {
  const auto refused = [](auto change) {
    ExploreOptions options = options_for(100, 0.5, {24});
    change(options);
    CHECK_THROWS_AS(explore(options), InputError);
  };
  refused([](ExploreOptions& o) { o.request.terminals = 0; });
  refused([](ExploreOptions& o) { o.request.terminals = std::int64_t{1} << 62; });
  refused([](ExploreOptions& o) { o.request.radices = {}; });
  refused([](ExploreOptions& o) { o.request.radices = {0}; });
  refused([](ExploreOptions& o) { o.request.radices = {1 << 30}; });
  refused([](ExploreOptions& o) { o.request.redundancy = 0; });
  refused([](ExploreOptions& o) { o.step = 0; });
  refused([](ExploreOptions& o) { o.step = std::nan(""); });
  refused([](ExploreOptions& o) { o.step = 1e-9; });
  refused([](ExploreOptions& o) { o.threads = -1; });
  refused([](ExploreOptions& o) { o.prices.router = nullptr; });
  refused([](ExploreOptions& o) { o.prices.optical = -400; });
}

}  // namespace dragonfly
