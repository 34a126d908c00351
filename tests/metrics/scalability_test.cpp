// SPDX-License-Identifier: Apache-2.0
// The curves of Figures 1 and 4 of the 2008 paper and Figure 2 of the 2007 paper.
#include "models/metrics/scalability.hpp"

#include <algorithm>

#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("one global hop: radix about twice the root of N") {
  for (int radix = 1; radix <= 60; ++radix) {
    std::int64_t most = 0;
    for (int p = 1; p <= radix; ++p) most = std::max<std::int64_t>(most, p * (radix - p + 1));
    REQUIRE(one_hop_terminals(radix) == most);
  }
  for (std::int64_t terminals = 1; terminals <= 2000; ++terminals) {
    int least = 1;
    while (one_hop_terminals(least) < terminals) ++least;
    REQUIRE(one_hop_radix(terminals) == least);
  }
  const auto curve = one_hop_curve({100, 10'000, 160'000, 1'000'000});
  REQUIRE(curve == std::vector<ScalabilityPoint>{
                       {19, 100}, {199, 10'000}, {799, 160'000}, {1999, 1'000'000}});
  REQUIRE_THROWS_AS(one_hop_radix(0), InputError);
  REQUIRE_THROWS_AS(one_hop_radix(INT64_MAX), InputError);
}

TEST_CASE("the balanced dragonfly: 262,656 terminals from 63 of 64 ports") {
  REQUIRE(balanced_dragonfly(64) == ScalabilityPoint{63, 262'656});
  REQUIRE(balanced_dragonfly(7) == ScalabilityPoint{7, 72});      // Figure 5
  REQUIRE(balanced_dragonfly(15) == ScalabilityPoint{15, 1056});  // Section 4.2
  REQUIRE(balanced_dragonfly(14) == ScalabilityPoint{11, 18 * 19});
  const auto curve = balanced_dragonfly_curve(64);
  REQUIRE(curve.size() == 16);
  REQUIRE(curve.front() == ScalabilityPoint{3, 6});
  REQUIRE(curve.back().terminals == 262'656);
  REQUIRE_THROWS_AS(balanced_dragonfly(2), InputError);
  REQUIRE_THROWS_AS(balanced_dragonfly(2'000'000'000), InputError);
}

TEST_CASE("the flattened butterfly: 64K terminals from 61 ports in three dimensions") {
  REQUIRE(flattened_butterfly_size(61, 3) == ScalabilityPoint{61, 65'536});
  REQUIRE(flattened_butterfly_size(64, 3) == ScalabilityPoint{61, 65'536});
  REQUIRE(flattened_butterfly_size(63, 1) == ScalabilityPoint{63, 1024});
  // Less than 16 ports: very limited. With 32, many dimensions for large networks (Section 2.1).
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    REQUIRE(flattened_butterfly_size(15, dimensions).terminals <= 256);
  }
  REQUIRE(flattened_butterfly_size(32, 3).terminals == 4096);
  REQUIRE(flattened_butterfly_size(32, 5).terminals == 46'656);
  const auto line = flattened_butterfly_curve(2, 12);
  REQUIRE(line == std::vector<ScalabilityPoint>{{4, 8}, {7, 27}, {10, 64}});
  REQUIRE_THROWS_AS(flattened_butterfly_size(4, 3), InputError);
  REQUIRE_THROWS_AS(flattened_butterfly_size(64, 0), InputError);
}

}  // namespace
}  // namespace dragonfly
