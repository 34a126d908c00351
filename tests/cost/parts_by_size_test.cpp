// SPDX-License-Identifier: Apache-2.0
// Parameters chosen for a number of terminals, against what the papers say of their networks.
#include "models/cost/parts_by_size.hpp"

#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

const Packaging kPackaging;

NetworkParts parts(std::string_view topology, std::int64_t terminals) {
  return parts_for_terminals(topology, terminals, {}, kPackaging);
}

TEST_CASE("at least as many terminals as asked for, from routers with enough ports") {
  for (const std::string& topology : cost_topologies()) {
    for (const std::int64_t n : {2, 3, 100, 1000, 1024, 1025, 1056, 1057, 4096, 5000, 8192, 10000,
                                 16384, 30000, 65536, 100000, 262656}) {
      CAPTURE(topology, n);
      const NetworkParts p = parts(topology, n);
      CHECK(p.terminals >= n);
      if (n >= 1024) CHECK(p.terminals < 2 * n);
      CHECK(p.radix() <= 64);
      CHECK(p.topology == topology);
    }
  }
}

TEST_CASE("the flattened butterflies of the 2007 paper") {
  CHECK(parts("flattened-butterfly", 1024).radix() == 63);  // 32-ary 2-flat
  CHECK(parts("flattened-butterfly", 1024).router_count() == 32);
  CHECK(parts("flattened-butterfly", 4096).radix() == 46);   // 16-ary 3-flat, Table 4
  CHECK(parts("flattened-butterfly", 65536).radix() == 61);  // 16-ary 4-flat, Figure 8
  CHECK(parts("flattened-butterfly", 65536).router_count() == 4096);
  // One dimension up to 1K, two up to 8K, three beyond (Section 5.3).
  CHECK(parts("flattened-butterfly", 1024).links.size() == 2);
  CHECK(parts("flattened-butterfly", 2048).links.size() == 3);
  CHECK(parts("flattened-butterfly", 8192).links.size() == 3);
  CHECK(parts("flattened-butterfly", 16384).links.size() == 4);
}

TEST_CASE("a dimension that is not full keeps its bisection by parallel channels") {
  // 2,048 = 16 x (16 x 8): 8 routers in dimension 2, two channels for each pair.
  const NetworkParts wide = parts("flattened-butterfly", 2048);
  CHECK(wide.link_class("dimension 2").links == 16 * 28 * 2);
  Packaging thin = kPackaging;
  thin.constant_bisection = 0;
  const NetworkParts narrow = parts_for_terminals("flattened-butterfly", 2048, {}, thin);
  CHECK(narrow.link_class("dimension 2").links == 16 * 28);
  // 8,192 is more than 16^3: 21 terminals a router (Section 5.1.2). Two channels for each of the 19
  // routers' pairs would need 21 + 20 + 36 ports.
  CHECK(parts("flattened-butterfly", 8192).parameters == "concentration = 21, sizes = 21 x 19");
  // 15 routers would need two channels for each pair and 16 + 15 + 28 = 59 ports: there are 64.
  CHECK(parts("flattened-butterfly", 16 * 16 * 15).radix() == 59);
}

TEST_CASE("stages, levels and groups as the papers count them") {
  CHECK(parts("butterfly", 4096).links.size() == 2);  // 2 stages up to 4K
  CHECK(parts("butterfly", 4097).links.size() == 3);
  CHECK(parts("folded-clos", 1024).routers.size() == 2);
  CHECK(parts("folded-clos", 1025).routers.size() == 3);
  Sizing full;
  full.clos_full = true;
  CHECK(parts_for_terminals("folded-clos", 2048, full, kPackaging).routers.size() == 2);
  CHECK(parts_for_terminals("folded-clos", 65536, full, kPackaging).routers.size() == 3);
  // Dragonfly: the 1-D flattened butterfly up to 1K, groups of 512 beyond.
  const NetworkParts small = parts("dragonfly", 1024);
  CHECK(small.link_class("local").links == 496);
  CHECK(small.links.size() == 2);
  const NetworkParts large = parts("dragonfly", 16384);
  CHECK(large.parameters == "p = 16, a = 32, h = 16, g = 32");
  CHECK(large.radix() == 63);
  CHECK(parts("generalized-hypercube", 1024).parameters == "sizes = 8 x 8 x 16");
  CHECK(parts("torus", 1000).parameters == "sizes = 10 x 10 x 10");
  CHECK(parts("torus", 65536).terminals == 41 * 41 * 39);
  CHECK(parts("hypercube", 1024).link_class("dimension 10").links == 512);
}

TEST_CASE("sizes and names that cannot be had") {
  CHECK_THROWS_WITH(parts("dragonfy", 1024), ContainsSubstring("did you mean dragonfly?"));
  CHECK_THROWS_WITH(parts("dragonfly", 262'657),
                    ContainsSubstring("at most 262656") && ContainsSubstring("radix of 68"));
  Sizing larger;
  larger.radix = 68;
  CHECK(parts_for_terminals("dragonfly", 262'657, larger, kPackaging).radix() <= 68);
  CHECK_THROWS_WITH(parts("folded-clos", 1'048'577), ContainsSubstring("at most 1048576"));
  CHECK_THROWS_AS(parts("torus", 1), InputError);
  CHECK_THROWS_AS(parts("torus", kMaxTerminals + 1), InputError);
  Sizing odd;
  odd.radix = 63;
  CHECK_THROWS_WITH(parts_for_terminals("torus", 100, odd, kPackaging),
                    ContainsSubstring("even number"));
  for (const char* topology : {"hypercube", "torus", "generalized-hypercube", "butterfly"}) {
    CHECK(parts(topology, kMaxTerminals).terminals >= kMaxTerminals);
  }
  Sizing tiny;
  tiny.radix = 8;
  CHECK_THROWS_AS(parts_for_terminals("flattened-butterfly", kMaxTerminals, tiny, kPackaging),
                  InputError);
}

}  // namespace
}  // namespace dragonfly
