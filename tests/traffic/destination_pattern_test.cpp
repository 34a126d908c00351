// SPDX-License-Identifier: Apache-2.0
#include "models/traffic/destination_pattern.hpp"

#include <cmath>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly.hpp"
#include "models/families/folded_clos/folded_clos.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

TrafficConfig traffic_of(Pattern pattern) {
  TrafficConfig config;
  config.pattern = pattern;
  return config;
}

/// How often `source` sends to each terminal, in `packets` packets.
std::vector<int> histogram(const DestinationPattern& pattern, int terminals, int source,
                           std::uint32_t packets) {
  std::vector<int> counts(static_cast<std::size_t>(terminals));
  for (std::uint32_t sequence = 0; sequence < packets; ++sequence) {
    ++counts.at(static_cast<std::size_t>(pattern.destination(source, sequence)));
  }
  return counts;
}

/// Chi square of counts first .. last-1, of which `expected` each were expected, without `except`.
double chi_square(const std::vector<int>& counts, int first, int last, double expected,
                  int except = -1) {
  double sum = 0;
  for (int i = first; i < last; ++i) {
    if (i == except) continue;
    sum += std::pow(counts[static_cast<std::size_t>(i)] - expected, 2) / expected;
  }
  return sum;
}

const Wiring kNetwork = make_wiring(2, 4, 2);  // 72 terminals, 9 groups of 8

TEST_CASE("Uniform traffic goes to every other terminal alike") {
  const DestinationPattern pattern(traffic_of(Pattern::kUniform), 1, kNetwork);
  for (const int source : {0, 35, 71}) {
    const std::vector<int> counts = histogram(pattern, 72, source, 71000);
    CHECK(counts[static_cast<std::size_t>(source)] == 0);
    CHECK(chi_square(counts, 0, 72, 1000, source) < 112.3);  // 70 degrees of freedom, 99.9%
  }
}

TEST_CASE("Worst-case traffic goes to all terminals of the group at the offset alike") {
  TrafficConfig config = traffic_of(Pattern::kWorstCase);
  for (const auto& [offset, group] : {std::pair{1, 0}, {4, 3}, {-1, 7}, {10, 0}}) {
    config.group_offset = offset;
    const DestinationPattern pattern(config, 1, kNetwork);
    const std::vector<int> counts = histogram(pattern, 72, 8 * 8 + 3, 8000);  // from group 8
    double inside = 0;
    for (int i = group * 8; i < group * 8 + 8; ++i) inside += counts[static_cast<std::size_t>(i)];
    CHECK(inside == 8000);
    CHECK(chi_square(counts, group * 8, group * 8 + 8, 1000) < 24.3);  // 7, 99.9%
  }
}

TEST_CASE("Groups without terminals take no part in worst-case traffic") {
  // Leaf routers 0 to 3 with two terminals each; those above them are a group without any.
  const Wiring clos = folded_clos_wiring({4, 2, 0});
  REQUIRE(clos.groups() == 5);
  const DestinationPattern pattern(traffic_of(Pattern::kWorstCase), 1, clos);
  for (int source = 0; source < 8; ++source)
    for (std::uint32_t packet = 0; packet < 50; ++packet)
      CHECK(pattern.destination(source, packet) / 2 == (source / 2 + 1) % 4);
}

// 3 x 4 routers with 2 terminals each; router x + 3 y stands at (x, y).
const Wiring kGrid = flattened_butterfly_wiring({{3, 4}, 2, {}, false});

TEST_CASE("Worst-case traffic in a grid goes from router to router") {
  const DestinationPattern pattern(traffic_of(Pattern::kWorstCase), 1, kGrid);
  for (int source = 0; source < 24; ++source) {
    const std::vector<int> counts = histogram(pattern, 24, source, 100);
    const auto next = static_cast<std::size_t>((source / 2 + 1) % 12 * 2);
    CHECK(counts[next] > 0);
    CHECK(counts[next] + counts[next + 1] == 100);
  }
}

TEST_CASE("Neighbours in a grid are one further along the dimensions that are named") {
  for (const auto& [dimensions, dx, dy] :
       {std::tuple{std::vector<int>{0}, 1, 1}, {{1}, 1, 0}, {{2}, 0, 1}, {{2, 1}, 1, 1}}) {
    TrafficConfig config = traffic_of(Pattern::kNeighbor);
    config.pattern_dimensions = dimensions;
    const DestinationPattern pattern(config, 1, kGrid);
    for (int source = 0; source < 24; ++source) {
      const int x = source / 2 % 3, y = source / 6;
      const int router = (x + dx) % 3 + (y + dy) % 4 * 3;
      const std::vector<int> counts = histogram(pattern, 24, source, 100);
      const auto first = static_cast<std::size_t>(2 * router);
      CHECK(counts[first] > 0);
      CHECK(counts[first] + counts[first + 1] == 100);
    }
  }
}

// Dally and Towles, 2004, Table 3.1: d_i = s_i + (ceil(k/2) - 1) mod k.
TEST_CASE("Tornado in a grid goes almost half way round each dimension that is named") {
  for (const auto& [dimensions, dx, dy] :
       {std::tuple{std::vector<int>{0}, 1, 1}, {{1}, 1, 0}, {{2}, 0, 1}}) {
    TrafficConfig config = traffic_of(Pattern::kTornado);
    config.pattern_dimensions = dimensions;
    const DestinationPattern pattern(config, 1, kGrid);
    for (int source = 0; source < 24; ++source) {
      const int x = source / 2 % 3, y = source / 6;
      CHECK(pattern.destination(source, 7) == 2 * ((x + dx) % 3 + (y + dy) % 4 * 3) + source % 2);
    }
  }
}

TEST_CASE("Groups can be of as many terminals as the traffic wants") {
  TrafficConfig config = traffic_of(Pattern::kWorstCase);
  config.group_size = 6;
  const DestinationPattern worst(config, 1, kGrid);
  for (int source = 0; source < 24; ++source)
    for (std::uint32_t packet = 0; packet < 20; ++packet)
      CHECK(worst.destination(source, packet) / 6 == (source / 6 + 1) % 4);
  config.pattern = Pattern::kTornado;
  const DestinationPattern tornado(config, 1, kGrid);
  for (int source = 0; source < 24; ++source)
    CHECK(tornado.destination(source, 0) == (source + 6) % 24);

  config.group_size = 5;  // does not divide 24
  CHECK_THROWS_WITH(DestinationPattern(config, 1, kGrid), ContainsSubstring("group_size = 5"));
  config.group_size = 24;
  CHECK_THROWS_WITH(DestinationPattern(config, 1, kGrid), ContainsSubstring("at least 2 groups"));
}

TEST_CASE("Groups of a butterfly are the terminals of its routers") {
  // The stages are groups, too, but only one of them has terminals that send.
  const Wiring fly = build_network("butterfly", {{"k", {3}}, {"n", {2}}});
  const DestinationPattern worst(traffic_of(Pattern::kWorstCase), 1, fly);
  const DestinationPattern tornado(traffic_of(Pattern::kTornado), 1, fly);
  for (int source = 0; source < 9; ++source) {
    CHECK(worst.destination(source, 5) / 3 == (source / 3 + 1) % 3);
    CHECK(tornado.destination(source, 5) == (source + 3) % 9);
  }
}

TEST_CASE("The worst permutation sends all of a dragonfly's group to one other") {
  const DestinationPattern pattern(traffic_of(Pattern::kWorstPermutation), 1, kNetwork);
  std::vector<int> senders(72);
  for (int source = 0; source < 72; ++source) {
    const int destination = pattern.destination(source, 3);
    ++senders[static_cast<std::size_t>(destination)];
    CHECK(destination / 8 == pattern.destination(source / 8 * 8, 9) / 8);
    CHECK(destination / 8 != source / 8);
  }
  CHECK(senders == std::vector<int>(72, 1));
}

TEST_CASE("Probabilities of destinations are those of the packets") {
  for (const Pattern kind : {Pattern::kUniform, Pattern::kWorstCase, Pattern::kHotspot,
                             Pattern::kTornado, Pattern::kTranspose}) {
    TrafficConfig config = traffic_of(kind);
    config.hotspots = {40, 3};
    config.hotspot_fraction = 0.29;
    const DestinationPattern pattern(config, 1, kNetwork);
    for (const int source : {3, 10}) {
      std::vector<double> probability(72, 0);
      pattern.for_each_destination(
          source, [&](int to, double part) { probability[static_cast<std::size_t>(to)] += part; });
      constexpr int kPackets = 20000;
      const std::vector<int> counts = histogram(pattern, 72, source, kPackets);
      double sum = 0;
      for (std::size_t to = 0; to < 72; ++to) {
        sum += probability[to];
        CHECK((probability[to] == 0) == (counts[to] == 0));
        CHECK(std::abs(counts[to] - probability[to] * kPackets) <
              5 * std::sqrt(kPackets * probability[to] + 1));
      }
      CHECK(sum == Approx(1));
    }
  }
}

TEST_CASE("Dimensions that are not there are refused") {
  TrafficConfig config = traffic_of(Pattern::kNeighbor);
  CHECK_THROWS_WITH(DestinationPattern(config, 1, kNetwork), ContainsSubstring("grid"));
  config.pattern_dimensions = {3};
  CHECK_THROWS_WITH(DestinationPattern(config, 1, kGrid), ContainsSubstring("has 1 to 2"));
  config.pattern = Pattern::kTornado;
  CHECK_THROWS_WITH(DestinationPattern(config, 1, kNetwork), ContainsSubstring("grid"));
  config.pattern_dimensions = {1};
  CHECK_THROWS_WITH(
      DestinationPattern(config, 1, flattened_butterfly_wiring({{1, 4}, 2, {}, false})),
      ContainsSubstring("at least 2 routers"));
}

TEST_CASE("Tornado goes one way round any ring, and between two to the other") {
  for (int routers = 2; routers <= 12; ++routers) {
    const DestinationPattern pattern(traffic_of(Pattern::kTornado), 1,
                                     flattened_butterfly_wiring({{routers}, 1, {}, false}));
    for (int source = 0; source < routers; ++source) {
      const int there = (pattern.destination(source, 0) - source + routers) % routers;
      CHECK(there > 0);
      if (routers > 2) CHECK(2 * there < routers);
      if (routers > 2) CHECK(2 * (there + 1) >= routers);
    }
  }
}

TEST_CASE("Tornado keeps the position and goes half way round") {
  const DestinationPattern pattern(traffic_of(Pattern::kTornado), 1, kNetwork);
  for (int source = 0; source < 72; ++source) {
    CHECK(pattern.destination(source, 7) == (source / 8 + 4) % 9 * 8 + source % 8);
  }
}

TEST_CASE("Permutations send every packet of a terminal to the same place") {
  for (const Pattern kind : {Pattern::kBitComplement, Pattern::kBitReverse, Pattern::kTranspose,
                             Pattern::kShuffle, Pattern::kTornado, Pattern::kPermutation}) {
    const DestinationPattern pattern(traffic_of(kind), 1, kNetwork);
    std::vector<int> senders(72);
    for (int source = 0; source < 72; ++source) {
      const int destination = pattern.destination(source, 0);
      CHECK(pattern.destination(source, 1000) == destination);
      ++senders[static_cast<std::size_t>(destination)];
    }
    CHECK(senders == std::vector<int>(72, 1));
  }
}

TEST_CASE("Hotspots get their share and their part of the rest") {
  TrafficConfig config = traffic_of(Pattern::kHotspot);
  config.hotspots = {40, 3};
  config.hotspot_fraction = 0.29;
  const DestinationPattern pattern(config, 1, kNetwork);
  constexpr double kPackets = 71000;
  // From elsewhere: 0.29 / 2 + 0.71 / 71 = 0.155 to each, 0.01 to each other terminal.
  std::vector<int> counts = histogram(pattern, 72, 10, kPackets);
  const auto deviation = [&](double p) { return std::sqrt(kPackets * p * (1 - p)); };
  CHECK(std::abs(counts[3] - 0.155 * kPackets) < 4 * deviation(0.155));
  CHECK(std::abs(counts[40] - 0.155 * kPackets) < 4 * deviation(0.155));
  CHECK(std::abs(counts[50] - 0.01 * kPackets) < 4 * deviation(0.01));
  CHECK(counts[10] == 0);
  // A hotspot sends its share to the other one: 0.29 + 0.01.
  counts = histogram(pattern, 72, 3, kPackets);
  CHECK(std::abs(counts[40] - 0.30 * kPackets) < 4 * deviation(0.30));
  CHECK(counts[3] == 0);

  config.hotspots = {5};
  const DestinationPattern single(config, 1, kNetwork);
  counts = histogram(single, 72, 5, 71000);  // nowhere else to go: uniform
  CHECK(chi_square(counts, 0, 72, 1000, 5) < 112.3);
}

TEST_CASE("Destinations follow from the seed") {
  const DestinationPattern a(traffic_of(Pattern::kUniform), 1, kNetwork);
  const DestinationPattern b(traffic_of(Pattern::kUniform), 1, kNetwork);
  const DestinationPattern c(traffic_of(Pattern::kUniform), 2, kNetwork);
  int equal = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    CHECK(a.destination(3, i) == b.destination(3, i));
    equal += a.destination(3, i) == c.destination(3, i) ? 1 : 0;
  }
  CHECK(equal < 40);  // 1 in 71 by chance
}

TEST_CASE("Patterns that the network cannot have are refused") {
  const Wiring one_group = make_wiring(2, 4, 0, 1);
  const Wiring one_terminal = make_wiring(1, 1, 0, 1);
  for (const Pattern pattern : {Pattern::kWorstCase, Pattern::kTornado}) {
    CHECK_THROWS_AS(DestinationPattern(traffic_of(pattern), 1, one_group), InputError);
  }
  for (const Pattern pattern : {Pattern::kUniform, Pattern::kPermutation, Pattern::kHotspot}) {
    CHECK_THROWS_AS(DestinationPattern(traffic_of(pattern), 1, one_terminal), InputError);
  }
  TrafficConfig config = traffic_of(Pattern::kWorstCase);
  for (const int offset : {0, 9, -9, 18}) {
    config.group_offset = offset;
    CHECK_THROWS_WITH(DestinationPattern(config, 1, kNetwork), ContainsSubstring("group_offset"));
  }
  config = traffic_of(Pattern::kHotspot);
  for (const std::vector<int>& hotspots : {std::vector<int>{}, std::vector<int>{72},
                                           std::vector<int>{-1}, std::vector<int>{4, 5, 4}}) {
    config.hotspots = hotspots;
    CHECK_THROWS_WITH(DestinationPattern(config, 1, kNetwork), ContainsSubstring("hotspots"));
  }
  config.hotspots = {0};
  config.hotspot_fraction = 1.1;
  CHECK_THROWS_WITH(DestinationPattern(config, 1, kNetwork), ContainsSubstring("hotspot_fraction"));
}

}  // namespace
}  // namespace dragonfly
