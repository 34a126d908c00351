// SPDX-License-Identifier: Apache-2.0
// Choosing flattened butterflies, against Section 5.1 of the 2007 paper and all designs tried.
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"

#include <algorithm>
#include <cmath>

#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("Table 4: designs of 4K terminals") {
  // The last row's k' is printed as 12, but n (k - 1) + 1 = 13.
  const std::vector<FlatDesign> expected{{64, 2, 127, 1, 4096},
                                         {16, 3, 46, 2, 4096},
                                         {8, 4, 29, 3, 4096},
                                         {4, 6, 19, 5, 4096},
                                         {2, 12, 13, 11, 4096}};
  REQUIRE(designs_of_size(4096) == expected);
  REQUIRE(designs_of_size(9).size() == 1);
  REQUIRE_THROWS_WITH(designs_of_size(4095), ContainsSubstring("3969 and 4096"));
  REQUIRE_THROWS_AS(designs_of_size(1), InputError);
  REQUIRE(designs_of_size(std::int64_t{1} << 62).back().k == 4);  // 2 would need 62 digits
}

TEST_CASE("fixed radix: the examples of Section 5.1.2") {
  REQUIRE(fixed_radix_as_printed(64, 1024) == FlatDesign{32, 2, 63, 1, 1024});
  REQUIRE(fixed_radix_as_printed(64, 65'536) == FlatDesign{16, 4, 61, 3, 65'536});
  REQUIRE(fixed_radix(64, 1024) == FlatDesign{32, 2, 63, 1, 1024});
  // Section 4.3: a dimension more from 1K to 2K terminals.
  REQUIRE(fixed_radix(64, 1025).dimensions == 2);
}

TEST_CASE("fixed radix: the printed formula is not tight") {
  // 61 ports make a 16-ary 4-flat, as Section 2.1 says; floor(61 / 4) = 15 does not find it.
  REQUIRE(fixed_radix(61, 65'536) == FlatDesign{16, 4, 61, 3, 65'536});
  REQUIRE(fixed_radix_as_printed(61, 65'536).dimensions == 4);
  // Against all k-ary n-flats.
  int looser = 0;
  for (int radix = 3; radix <= 64; ++radix) {
    for (const std::int64_t terminals : {2, 10, 100, 500, 1000, 4096, 60'000}) {
      int fewest = 0;
      double most = 0;
      for (int n = 2; n <= 20 && fewest == 0; ++n) {
        for (int k = 2; n * (k - 1) + 1 <= radix; ++k) {
          most = std::max(most, std::pow(k, n));
          if (std::pow(k, n) >= static_cast<double>(terminals)) fewest = n - 1;
        }
      }
      if (fewest == 0) {
        REQUIRE_THROWS_WITH(fixed_radix(radix, terminals),
                            ContainsSubstring(std::to_string(std::llround(most))));
        continue;
      }
      const FlatDesign design = fixed_radix(radix, terminals);
      REQUIRE(design.dimensions == fewest);
      REQUIRE(design.radix <= radix);
      REQUIRE(design.terminals >= terminals);
      // No larger k fits.
      REQUIRE(design.n * design.k + 1 > radix);
      const int printed_k = radix / design.n;
      if (std::pow(printed_k, design.n) < static_cast<double>(terminals)) ++looser;
    }
  }
  REQUIRE(looser > 0);
}

TEST_CASE("unused ports: Figure 14") {
  const FlattenedButterfly larger = expanded(4, 2, 8);
  REQUIRE(larger.sizes == std::vector<int>{5});
  REQUIRE(larger.concentration == 4);
  REQUIRE(router_radix(larger) == 8);
  const FlattenedButterfly redundant = with_redundant_channels(4, 2, 8);
  REQUIRE(redundant.paired);
  REQUIRE(redundant.parallel == std::vector<int>{1});
  REQUIRE(router_radix(redundant) == 8);

  // Radix 64 leaves a 16-ary 4-flat three ports: one more router in each dimension.
  REQUIRE(expanded(16, 4, 64).sizes == std::vector<int>{17, 17, 17});
  REQUIRE(expanded(16, 4, 62).sizes == std::vector<int>{16, 16, 17});
  REQUIRE(expanded(16, 4, 61).sizes == std::vector<int>{16, 16, 16});
  REQUIRE(with_redundant_channels(3, 3, 9).parallel == std::vector<int>{2, 1});
  for (int k = 2; k <= 6; ++k) {
    for (int n = 2; n <= 4; ++n) {
      for (int more = 0; more < 20; ++more) {
        const int radix = n * (k - 1) + 1 + more;
        REQUIRE(router_radix(expanded(k, n, radix)) == radix);
        const FlattenedButterfly doubled = with_redundant_channels(k, n, radix);
        REQUIRE(router_radix(doubled) <= radix);
        // No dimension could be doubled once more.
        REQUIRE(radix - router_radix(doubled) < k - 1);
      }
    }
  }
  REQUIRE_THROWS_WITH(expanded(16, 4, 60), ContainsSubstring("it needs 61, or k = 15"));
  REQUIRE_THROWS_AS(with_redundant_channels(16, 4, 60), InputError);
  REQUIRE_THROWS_AS(expanded(16, 1, 60), InputError);
}

TEST_CASE("the smallest flattened butterfly") {
  REQUIRE(smallest_flattened_butterfly(2048, 64).sizes == std::vector<int>{16, 8});
  REQUIRE(smallest_flattened_butterfly(4096, 64).sizes == std::vector<int>{16, 16});
  REQUIRE(smallest_flattened_butterfly(65'536, 64).sizes == std::vector<int>{16, 16, 16});
  REQUIRE(smallest_flattened_butterfly(40, 64).sizes.empty());
  REQUIRE(smallest_flattened_butterfly(40, 64).concentration == 40);
  for (int radix = 3; radix <= 30; ++radix) {
    for (std::int64_t terminals = 1; terminals <= 300; terminals += 7) {
      FlattenedButterfly network;
      try {
        network = smallest_flattened_butterfly(terminals, radix);
      } catch (const InputError&) {
        double most = 0;
        for (int n = 1; n <= 20; ++n) most = std::max(most, std::pow((radix - 1) / n + 1, n));
        REQUIRE(most < static_cast<double>(terminals));
        continue;
      }
      std::int64_t size = network.concentration;
      for (const int routers : network.sizes) {
        size *= routers;
        REQUIRE(routers <= network.concentration);
      }
      REQUIRE(size >= terminals);
      REQUIRE(router_radix(network) <= radix);
      // One router less in the last dimension would not do.
      if (!network.sizes.empty()) {
        REQUIRE(size - size / network.sizes.back() < terminals);
      }
    }
  }
}

TEST_CASE("designs that cannot be counted are refused") {
  REQUIRE(flat_design(1 << 20, 3).terminals == std::int64_t{1} << 60);
  REQUIRE_THROWS_AS(flat_design(1 << 21, 3), InputError);
  REQUIRE_THROWS_AS(fixed_radix(2, 4), InputError);
  REQUIRE_THROWS_AS(fixed_radix(64, 0), InputError);
  REQUIRE_THROWS_AS(fixed_radix(2'000'000'000, INT64_MAX), InputError);
}

}  // namespace
}  // namespace dragonfly
