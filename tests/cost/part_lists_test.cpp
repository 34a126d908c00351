// SPDX-License-Identifier: Apache-2.0
// Counts of the part lists against networks that are enumerated channel by channel.
#include "models/cost/part_lists.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

const Packaging kPackaging;

std::int64_t span_sum(const LinkClass& links) {
  std::int64_t sum = 0;
  for (const Span& span : links.spans) sum += span.links;
  return sum;
}

void check_spans(const NetworkParts& parts) {
  for (const LinkClass& links : parts.links) {
    CAPTURE(parts.topology, parts.parameters, links.name);
    CHECK(span_sum(links) == links.links);
  }
}

/// Coordinates of a router in a network of these sizes, lowest dimension first.
std::vector<std::int64_t> coordinates(std::int64_t router, const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> result;
  for (const std::int64_t size : sizes) {
    result.push_back(router % size);
    router /= size;
  }
  return result;
}

/// [dimension]: pairs of routers that differ in this coordinate only.
std::vector<std::int64_t> count_rows(const std::vector<std::int64_t>& sizes) {
  std::int64_t routers = 1;
  for (const std::int64_t size : sizes) routers *= size;
  std::vector<std::int64_t> counts(sizes.size(), 0);
  for (std::int64_t i = 0; i < routers; ++i) {
    for (std::int64_t j = i + 1; j < routers; ++j) {
      const auto a = coordinates(i, sizes), b = coordinates(j, sizes);
      int different = 0;
      std::size_t last = 0;
      for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (a[d] != b[d]) ++different, last = d;
      }
      if (different == 1) ++counts[last];
    }
  }
  return counts;
}

TEST_CASE("dragonfly: counts are those of the network itself") {
  for (int a = 1; a <= 6; ++a) {
    for (int h = 1; h <= 3; ++h) {
      for (int g = 1; g <= a * h + 1; ++g) {
        CAPTURE(a, h, g);
        const Dragonfly network = make_network(2, a, h, g);
        std::int64_t local_ends = 0, global_ends = 0, terminals = 0;
        for (int r = 0; r < network.routers(); ++r) {
          for (int port = 0; port < network.radix(); ++port) {
            const Link link = network.link(r, port);
            if (!link.connected) continue;
            if (link.port_class == PortClass::kTerminal) ++terminals;
            if (link.port_class == PortClass::kLocal) ++local_ends;
            if (link.port_class == PortClass::kGlobal) ++global_ends;
          }
        }
        const NetworkParts parts = dragonfly_parts(2, a, h, g, kPackaging);
        CHECK(parts.terminals == terminals);
        CHECK(parts.router_count() == network.routers());
        CHECK(parts.radix() == network.radix());
        CHECK(parts.link_class("terminal").links == terminals);
        CHECK(2 * parts.link_class("local").links == local_ends);
        CHECK(2 * parts.link_class("global").links == global_ends);
        check_spans(parts);
      }
    }
  }
}

TEST_CASE("dragonfly: the largest of radix-64 routers has 262,656 terminals (2008)") {
  const NetworkParts parts = dragonfly_parts(16, 32, 16, 513, kPackaging);
  CHECK(parts.terminals == 262'656);
  CHECK(parts.radix() == 63);
  CHECK(parts.link_class("global").links == 513 * 512 / 2);  // one channel for each pair
}

TEST_CASE("flattened butterfly and generalized hypercube: channels by dimension") {
  const std::vector<std::vector<std::int64_t>> shapes{{5}, {4, 4}, {3, 1, 4}, {2, 3, 4}, {2, 2, 2}};
  for (const auto& sizes : shapes) {
    const std::vector<std::int64_t> rows = count_rows(sizes);
    const NetworkParts flat = flattened_butterfly_parts(3, sizes, {}, kPackaging);
    const NetworkParts cube = generalized_hypercube_parts(sizes, kPackaging);
    std::int64_t routers = 1, ports = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      CAPTURE(sizes, d);
      CHECK(flat.links[d + 1].links == rows[d]);
      CHECK(cube.links[d + 1].links == rows[d]);
      routers *= sizes[d];
      ports += sizes[d] - 1;
    }
    CHECK(flat.router_count() == routers);
    CHECK(flat.terminals == 3 * routers);
    CHECK(flat.radix() == 3 + ports);
    CHECK(cube.terminals == routers);
    CHECK(cube.radix() == 1 + ports);
    check_spans(flat);
    check_spans(cube);
  }
  // Parallel channels multiply links and ports of their dimension.
  const NetworkParts wide = flattened_butterfly_parts(4, {4, 2}, {1, 2}, kPackaging);
  CHECK(wide.link_class("dimension 2").links == 8);
  CHECK(wide.radix() == 4 + 3 + 2);
}

TEST_CASE("flattened butterfly: Table 4 of the 2007 paper, its last row corrected to k' = 13") {
  struct Row {
    std::int64_t k, n, radix;
  };
  for (const Row& row : {Row{64, 2, 127}, {16, 3, 46}, {8, 4, 29}, {4, 6, 19}, {2, 12, 13}}) {
    const std::vector<std::int64_t> sizes(static_cast<std::size_t>(row.n - 1), row.k);
    const NetworkParts parts = flattened_butterfly_parts(row.k, sizes, {}, kPackaging);
    CHECK(parts.terminals == 4096);
    CHECK(parts.radix() == row.radix);
  }
}

TEST_CASE("1K: 992 one-way links against 2,048 (2007, Section 4.3)") {
  const NetworkParts flat = flattened_butterfly_parts(32, {32}, {}, kPackaging);
  CHECK(2 * flat.link_class("dimension 1").links == 992);
  const NetworkParts clos = folded_clos_parts(64, 2, 1024, kPackaging);
  CHECK(2 * clos.link_class("level 1 to 2").links == 2048);
}

TEST_CASE("butterfly: channels of k-ary n-flies") {
  // Channel between stages s and s+1: each output of each router, router by router.
  for (std::int64_t k = 2; k <= 4; ++k) {
    std::int64_t terminals = k;
    for (std::int64_t n = 1; n <= 4; ++n, terminals *= k) {
      std::int64_t channels = 0;
      for (std::int64_t stage = 0; stage + 1 < n; ++stage) {
        for (std::int64_t router = 0; router < terminals / k; ++router) {
          for (std::int64_t output = 0; output < k; ++output) ++channels;
        }
      }
      const NetworkParts parts = butterfly_parts(k, n, terminals, kPackaging);
      std::int64_t listed = 0;
      for (const LinkClass& links : parts.links) {
        if (links.role != LinkRole::kGlobal) continue;
        CHECK(links.directions == 1);
        listed += links.links;
      }
      CHECK(listed == channels);
      CHECK(parts.router_count() == n * terminals / k);
      CHECK(parts.terminals == terminals);
      check_spans(parts);
    }
  }
  CHECK_THROWS_WITH(butterfly_parts(4, 2, 17, kPackaging), ContainsSubstring("16 terminals"));
}

TEST_CASE("folded Clos: every port of full networks is used") {
  for (std::int64_t radix : {4, 6, 8}) {
    for (std::int64_t levels = 2; levels <= 4; ++levels) {
      std::int64_t terminals = 2;
      for (std::int64_t l = 0; l < levels; ++l) terminals *= radix / 2;
      const NetworkParts parts = folded_clos_parts(radix, levels, terminals, kPackaging);
      std::int64_t ends = 0;
      for (const LinkClass& links : parts.links) {
        ends += links.role == LinkRole::kTerminal ? links.links : 2 * links.links;
      }
      CHECK(ends == parts.router_count() * radix);
      CHECK(parts.terminals == terminals);
      // Routers of a fat tree of n levels: (2n - 1) (r/2)^(n-1).
      CHECK(parts.router_count() == (2 * levels - 1) * terminals / radix);
      check_spans(parts);
    }
  }
}

TEST_CASE("hypercube: pairs that differ in one bit") {
  for (int dimensions = 1; dimensions <= 9; ++dimensions) {
    std::int64_t pairs = 0;
    for (int i = 0; i < 1 << dimensions; ++i) {
      for (int bit = 0; bit < dimensions; ++bit) pairs += (i ^ (1 << bit)) > i ? 1 : 0;
    }
    const NetworkParts parts = hypercube_parts(dimensions, kPackaging);
    std::int64_t links = 0;
    for (const LinkClass& l : parts.links) links += l.role == LinkRole::kTerminal ? 0 : l.links;
    CHECK(links == pairs);
    CHECK(parts.terminals == 1 << dimensions);
    CHECK(parts.radix() == dimensions + 1);
    check_spans(parts);
  }
}

TEST_CASE("torus: distinct pairs of neighbours") {
  const std::vector<std::vector<std::int64_t>> shapes{{4, 4, 4}, {3, 4, 5}, {2, 3, 4},
                                                      {1, 2, 5}, {8, 8, 8}, {9, 7, 6}};
  for (const auto& sizes : shapes) {
    const std::int64_t routers = sizes[0] * sizes[1] * sizes[2];
    const NetworkParts parts = torus_parts(sizes, kPackaging);
    CHECK(parts.terminals == routers);
    std::int64_t step = 1;
    std::int64_t ports = 1;
    for (std::size_t d = 0; d < 3; ++d) {
      std::set<std::pair<std::int64_t, std::int64_t>> pairs;
      for (std::int64_t r = 0; r < routers; ++r) {
        const std::int64_t x = r / step % sizes[d];
        const std::int64_t other = r + ((x + 1) % sizes[d] - x) * step;
        if (other != r) pairs.insert(std::minmax(r, other));
      }
      CAPTURE(sizes, d);
      CHECK(parts.links[d + 1].links == static_cast<std::int64_t>(pairs.size()));
      step *= sizes[d];
      ports += std::min<std::int64_t>(2, sizes[d] - 1);
    }
    CHECK(parts.radix() == ports);
    check_spans(parts);
  }
}

TEST_CASE("torus and generalized hypercube: channel widths are the loads of uniform traffic") {
  // All pairs, minimal routing in dimension order, half each way round at equal distance.
  for (const std::int64_t k : {2, 3, 4, 5, 6, 9}) {
    double channel = 0;  // load of the channel from 0 to 1 of a ring, for one unit from each router
    for (std::int64_t from = 0; from < k; ++from) {
      for (std::int64_t to = 0; to < k; ++to) {
        const std::int64_t up = (to - from + k) % k;
        double share = 2 * up < k ? 1.0 : 0.0;
        if (2 * up == k) share = 0.5;
        if (k == 2) share = 1;  // both ways round are the same channel
        for (std::int64_t i = 0; i < up; ++i) {
          if ((from + i) % k == 0) channel += share / static_cast<double>(k);
        }
      }
    }
    CAPTURE(k);
    CHECK(torus_parts({k, k, k}, kPackaging).links[1].width == Approx(channel));
  }
  CHECK(generalized_hypercube_parts({8, 8, 16}, kPackaging).links[3].width == Approx(1.0 / 16));
  CHECK(hypercube_parts(10, kPackaging).links[5].width == 0.5);
  Packaging full = kPackaging;
  full.constant_bisection = 0;
  CHECK(hypercube_parts(10, full).links[5].width == 1);
  CHECK(hypercube_parts(10, full).routers[0].ports == 11);
}

TEST_CASE("part lists refuse what makes no network, and what cannot be counted") {
  CHECK_THROWS_WITH(dragonfly_parts(1, 4, 0, 2, kPackaging), ContainsSubstring("h = 1"));
  CHECK_THROWS_AS(dragonfly_parts(0, 4, 1, 2, kPackaging), InputError);
  CHECK_THROWS_WITH(dragonfly_parts(1, 5'000'000'000, 1, 5'000'000'000, kPackaging),
                    ContainsSubstring("2.50e+19 routers"));
  CHECK_THROWS_WITH(
      flattened_butterfly_parts(2, {1'000'000'000, 1'000'000'000, 10}, {}, kPackaging),
      ContainsSubstring("counted"));
  CHECK_THROWS_AS(flattened_butterfly_parts(2, {4, 4}, {1}, kPackaging), InputError);
  CHECK_THROWS_AS(flattened_butterfly_parts(2, {}, {}, kPackaging), InputError);
  CHECK_THROWS_WITH(folded_clos_parts(7, 2, 10, kPackaging), ContainsSubstring("6 or 8"));
  CHECK_THROWS_WITH(folded_clos_parts(-1, 2, 10, kPackaging), ContainsSubstring("2 or 4"));
  CHECK_THROWS_AS(folded_clos_parts(std::numeric_limits<std::int64_t>::max(), 2, 10, kPackaging),
                  InputError);
  CHECK_THROWS_WITH(butterfly_parts(2, 1'000'000'000'000, 10, kPackaging),
                    ContainsSubstring("62 or less"));
  CHECK_THROWS_WITH(folded_clos_parts(8, 5, 10, kPackaging), ContainsSubstring("2 to 4"));
  CHECK_THROWS_WITH(folded_clos_parts(8, 2, 33, kPackaging), ContainsSubstring("at most 32"));
  CHECK_THROWS_WITH(hypercube_parts(63, kPackaging), ContainsSubstring("62"));
  CHECK_THROWS_AS(torus_parts({4, 4}, kPackaging), InputError);
  CHECK_THROWS_AS(torus_parts({4, 0, 4}, kPackaging), InputError);
  CHECK_THROWS_AS(torus_parts({3'000'000, 3'000'000, 3'000'000}, kPackaging), InputError);
}

}  // namespace
}  // namespace dragonfly
