// SPDX-License-Identifier: Apache-2.0
// Families by name, and the smallest network of each for a size and a radix.
#include "models/families/family_registry.hpp"

#include <algorithm>
#include <cstdint>

#include "models/common/error.hpp"
#include "models/families/size_search.hpp"
#include "models/metrics/network_size.hpp"
#include "models/wiring/distances.hpp"
#include "tests/catch.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {
namespace {

TEST_CASE("networks by name") {
  const NetworkGraph dragonfly = network_graph("dragonfly", {{"p", {4}}, {"a", {8}}, {"h", {4}}});
  REQUIRE(dragonfly.terminals() == 1056);
  const NetworkGraph grouped =
      network_graph("dragonfly", {{"p", {2}}, {"a", {8}}, {"h", {2}}, {"group-sizes", {2, 2, 2}}});
  REQUIRE(measure_size(grouped).radix == 7);
  REQUIRE(network_graph("Flattened_Butterfly", {{"sizes", {16, 8}}, {"concentration", {16}}})
              .terminals() == 2048);
  REQUIRE(network_graph("k-ary-n-flat", {{"k", {16}}, {"n", {4}}}).terminals() == 65'536);
  REQUIRE(network_graph("butterfly", {{"k", {4}}, {"n", {3}}}).terminals() == 64);
  REQUIRE(network_graph("folded-clos", {{"radix", {8}}, {"levels", {3}}}).terminals() == 128);
  REQUIRE(network_graph("hypercube", {{"dimensions", {6}}}).terminals() == 64);
  REQUIRE(network_graph("generalized-hypercube", {{"sizes", {8, 8, 16}}}).terminals() == 1024);
  REQUIRE(network_graph("torus", {{"sizes", {4, 4, 4}}}).terminals() == 64);
}

TEST_CASE("names and values that do not fit are refused") {
  REQUIRE_THROWS_WITH(network_graph("dragonfli", {}), ContainsSubstring("did you mean dragonfly?"));
  REQUIRE_THROWS_WITH(network_graph("torus", {}), ContainsSubstring("sizes is missing"));
  REQUIRE_THROWS_WITH(network_graph("torus", {{"sizes", {2}}, {"size", {3}}}),
                      ContainsSubstring("no parameter size"));
  REQUIRE_THROWS_WITH(network_graph("hypercube", {{"dimensions", {2, 3}}}),
                      ContainsSubstring("one value, not 2"));
  REQUIRE_THROWS_AS(network_graph("hypercube", {{"dimensions", {}}}), InputError);
  REQUIRE_THROWS_AS(network_graph("hypercube", {{"dimensions", {std::int64_t{1} << 32}}}),
                    InputError);
  REQUIRE_THROWS_AS(network_graph("hypercube", {{"dimensions", {-1}}}), InputError);
}

TEST_CASE("the smallest network holds the terminals, fits the routers and is connected") {
  int built = 0;
  for (const Family& family : families()) {
    for (const int radix : {3, 4, 7, 8, 16, 33, 64}) {
      for (const std::int64_t terminals : {1, 2, 5, 64, 100, 1000, 1025, 2500}) {
        INFO(family.name << ", " << terminals << " terminals, radix " << radix);
        FamilyParameters parameters;
        try {
          parameters = smallest_network(family.name, terminals, radix);
        } catch (const InputError&) {
          continue;  // which sizes are possible is tested below
        }
        const NetworkGraph graph = network_graph(family.name, parameters);
        ++built;
        REQUIRE(graph.terminals() >= terminals);
        REQUIRE(measure_size(graph).radix <= radix);
        REQUIRE(measure_distances(graph).connected);
      }
    }
  }
  REQUIRE(built > 300);
}

TEST_CASE("smallest networks: sizes that follow from the definitions") {
  using P = FamilyParameters;
  REQUIRE(smallest_network("dragonfly", 262'656, 64) ==
          P{{"p", {16}}, {"a", {32}}, {"h", {16}}, {"g", {513}}});
  REQUIRE(smallest_network("dragonfly", 65'536, 64) ==
          P{{"p", {16}}, {"a", {32}}, {"h", {16}}, {"g", {128}}});
  REQUIRE(smallest_network("dragonfly", 72, 7) ==
          P{{"p", {2}}, {"a", {4}}, {"h", {2}}, {"g", {9}}});
  REQUIRE(smallest_network("dragonfly", 5, 7) == P{{"p", {5}}, {"a", {1}}, {"h", {0}}, {"g", {1}}});
  // Up to 1K terminals all routers are joined, as in a flattened butterfly of one dimension
  // (Section 5 of the 2008 paper).
  REQUIRE(smallest_network("dragonfly", 1024, 64) ==
          P{{"p", {32}}, {"a", {32}}, {"h", {0}}, {"g", {1}}});
  REQUIRE(smallest_network("dragonfly", 1025, 64) ==
          P{{"p", {16}}, {"a", {32}}, {"h", {16}}, {"g", {3}}});
  REQUIRE_THROWS_WITH(smallest_network("dragonfly", 262'657, 64),
                      ContainsSubstring("at most 262656 terminals"));
  REQUIRE_THROWS_WITH(smallest_network("dragonfly", 73, 7), ContainsSubstring("at most 72"));
  REQUIRE(smallest_network("butterfly", 4096, 64) == P{{"k", {64}}, {"n", {2}}});
  REQUIRE(smallest_network("butterfly", 1000, 64) == P{{"k", {32}}, {"n", {2}}});
  REQUIRE(smallest_network("butterfly", 4097, 64) == P{{"k", {17}}, {"n", {3}}});
  REQUIRE(smallest_network("folded-clos", 1024, 64) ==
          P{{"radix", {64}}, {"levels", {2}}, {"terminals", {1024}}});
  REQUIRE(smallest_network("folded-clos", 2048, 64).at("levels").number() == 2);
  REQUIRE(smallest_network("folded-clos", 2049, 64).at("levels").number() == 3);
  REQUIRE(smallest_network("folded-clos", 5, 65) ==
          P{{"radix", {64}}, {"levels", {2}}, {"terminals", {33}}});
  REQUIRE(smallest_network("hypercube", 1024, 11) == P{{"dimensions", {10}}});
  REQUIRE_THROWS_WITH(smallest_network("hypercube", 1025, 11), ContainsSubstring("at most 1024"));
  REQUIRE(smallest_network("torus", 1000, 7) == P{{"sizes", {10, 10, 10}}});
  REQUIRE_THROWS_AS(smallest_network("torus", 1000, 6), InputError);
  REQUIRE(smallest_network("generalized-hypercube", 64, 64) == P{{"sizes", {64}}});
  REQUIRE(smallest_network("generalized-hypercube", 65, 64) == P{{"sizes", {9, 8}}});
  REQUIRE(smallest_network("k-ary-n-flat", 4096, 64) == P{{"k", {16}}, {"n", {3}}});
  for (const Family& family : families()) {
    REQUIRE_THROWS_AS(smallest_network(family.name, 0, 64), InputError);
    REQUIRE_THROWS_AS(smallest_network(family.name, 100, 1), InputError);
    REQUIRE_THROWS_AS(smallest_network(family.name, 100, -5), InputError);
  }
}

TEST_CASE("roots and nearly equal sizes") {
  for (std::int64_t value = 1; value <= 3000; ++value) {
    for (int exponent = 1; exponent <= 5; ++exponent) {
      std::int64_t root = 1;
      const auto to_the = [&](std::int64_t base) {
        std::int64_t result = 1;
        for (int i = 0; i < exponent; ++i) result *= base;
        return result;
      };
      while (to_the(root) < value) ++root;
      REQUIRE(smallest_root(value, exponent) == root);
    }
    const std::vector<int> sizes = nearly_equal_sizes(value, 3);
    REQUIRE(sizes[0] * sizes[1] * sizes[2] >= value);
    REQUIRE(sizes[0] - sizes[2] <= 1);
  }
  REQUIRE(nearly_equal_sizes(600, 3) == std::vector<int>{9, 9, 8});
  REQUIRE(smallest_root(INT64_MAX, 1) == INT64_MAX);
  REQUIRE(smallest_root(INT64_MAX, 2) == 3'037'000'500);
  REQUIRE(smallest_root(INT64_MAX, 62) == 3);
}

}  // namespace
}  // namespace dragonfly
