// SPDX-License-Identifier: Apache-2.0
// Butterflies, folded Clos networks and tori.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/wiring/distances.hpp"
#include "tests/catch.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {
namespace {

TEST_CASE("butterflies: k in, k out, every output from every input by exactly one path") {
  for (const auto& [k, n] : {std::pair{2, 4}, {4, 2}, {3, 3}, {5, 1}}) {
    const NetworkGraph fly = butterfly(k, n);
    const int rows = fly.routers / n;
    std::vector<int> in(fly.routers), out(fly.routers);
    for (const GraphChannel& channel : fly.channels) {
      ++out[channel.from];
      ++in[channel.to];
      REQUIRE(fly.group[channel.to] == fly.group[channel.from] + 1);
    }
    for (int router = 0; router < fly.routers; ++router) {
      REQUIRE(in[router] + fly.sources[router] == k);
      REQUIRE(out[router] + fly.sinks[router] == k);
    }
    // k^(n-1) rows are reached over n-1 channels with k ways each: so each by one path.
    for (int start = 0; start < rows; ++start) {
      std::map<int, int> paths{{start, 1}};
      for (int stage = 0; stage + 1 < n; ++stage) {
        std::map<int, int> next;
        for (const GraphChannel& channel : fly.channels) {
          if (const auto at = paths.find(channel.from); at != paths.end()) {
            next[channel.to] += at->second;
          }
        }
        paths = next;
      }
      REQUIRE(static_cast<int>(paths.size()) == rows);
      for (const auto& [router, count] : paths) REQUIRE(count == 1);
    }
  }
  REQUIRE(butterfly(64, 2).terminals() == 4096);  // Section 4.3: 4K with 2 stages of radix 64
  REQUIRE_THROWS_WITH(butterfly(1, 2), ContainsSubstring("2-ary 2-fly"));
  REQUIRE_THROWS_AS(butterfly(2, 0), InputError);
  REQUIRE_THROWS_AS(butterfly(2, 32), InputError);
  REQUIRE_THROWS_WITH(butterfly(2, 30), ContainsSubstring("GiB"));
}

TEST_CASE("the folded Clos of 1K terminals and radix 64 takes 2048 links") {
  const NetworkGraph clos = folded_clos({64, 2, 1024});
  REQUIRE(clos.routers == 32 + 16);
  REQUIRE(2 * clos.channels.size() == 2048);  // directions, as Section 4.3 counts
}

/// Ports, levels and connection of a folded Clos of any size.
void check_clos(const FoldedClos& parameters) {
  const NetworkGraph clos = folded_clos(parameters);
  INFO("radix " << parameters.radix << " levels " << parameters.levels << " terminals "
                << parameters.terminals);
  const int half = parameters.radix / 2;
  REQUIRE(clos.terminals() == parameters.terminals);
  const auto leaves =
      std::count_if(clos.sources.begin(), clos.sources.end(), [](int count) { return count > 0; });
  REQUIRE(leaves == (parameters.terminals + half - 1) / half);
  std::vector<int> up(clos.routers), down(clos.routers), level(clos.routers, 0);
  std::vector<std::int64_t> by_class(clos.classes.size());
  for (const GraphChannel& channel : clos.channels) {
    REQUIRE(channel.from < channel.to);
    ++up[channel.from];
    ++down[channel.to];
    ++by_class[channel.channel_class];
    level[channel.to] = channel.channel_class + 1;
  }
  for (const GraphChannel& channel : clos.channels) {
    REQUIRE(level[channel.from] == channel.channel_class);
  }
  for (const std::int64_t count : by_class) REQUIRE(count == leaves * half);
  std::int64_t top = 0;
  for (int router = 0; router < clos.routers; ++router) {
    if (level[router] == 0) {
      REQUIRE(up[router] == half);
      REQUIRE(clos.sources[router] >= 1);
      REQUIRE(clos.sources[router] <= half);
    } else if (level[router] == parameters.levels - 1) {
      REQUIRE(up[router] == 0);
      REQUIRE(down[router] <= parameters.radix);
      ++top;
    } else {
      REQUIRE(up[router] == down[router]);
      REQUIRE(down[router] <= half);
    }
  }
  REQUIRE(top * parameters.radix >= leaves * half);
  const DistanceMetrics distances = measure_distances(clos);
  REQUIRE(distances.connected);
  REQUIRE(distances.diameter == 2 * (parameters.levels - 1));
}

TEST_CASE("folded Clos networks of every size up to the full one") {
  for (const int radix : {4, 6, 8}) {
    for (int levels = 2; levels <= 4; ++levels) {
      int least = 1;
      for (int i = 1; i < levels; ++i) least *= radix / 2;
      const int most = 2 * least * radix / 2;
      REQUIRE(largest_folded_clos(radix, levels) == most);
      for (int terminals = least + 1; terminals <= most; terminals += std::max(1, most / 60)) {
        check_clos({radix, levels, terminals});
      }
      check_clos({radix, levels, most});
      const NetworkGraph full = folded_clos({radix, levels, 0});
      REQUIRE(full.terminals() == most);
      // All ports are used: (2 levels - 1) m^(levels-1) routers.
      REQUIRE(full.routers == (2 * levels - 1) * least);
    }
  }
}

TEST_CASE("a network of half the size needs half the top routers") {
  REQUIRE(folded_clos({8, 2, 16}).routers == 4 + 2);
  REQUIRE(folded_clos({8, 2, 17}).routers == 5 + 3);
  REQUIRE(folded_clos({8, 3, 64}).routers == 16 + 16 + 8);
}

TEST_CASE("folded Clos networks that cannot be are refused") {
  REQUIRE_THROWS_WITH(folded_clos({7, 2, 0}), ContainsSubstring("use 6 or 8"));
  REQUIRE_THROWS_WITH(folded_clos({2, 2, 0}), ContainsSubstring("use 4"));
  REQUIRE_THROWS_WITH(folded_clos({8, 1, 0}), ContainsSubstring("use 2"));
  REQUIRE_THROWS_WITH(folded_clos({8, 5, 0}), ContainsSubstring("use 4"));
  REQUIRE_THROWS_WITH(folded_clos({8, 3, 16}), ContainsSubstring("17 to 128"));
  REQUIRE_THROWS_WITH(folded_clos({8, 3, 129}), ContainsSubstring("17 to 128"));
  REQUIRE_THROWS_AS(folded_clos({8, 2, -1}), InputError);
  REQUIRE_THROWS_WITH(folded_clos({1024, 4, 0}), ContainsSubstring("GiB"));
  REQUIRE_THROWS_AS(folded_clos({2'000'000'000, 4, 0}), InputError);
}

TEST_CASE("tori: rings, single channels for 2, none for 1") {
  for (const std::vector<int>& sizes : {std::vector<int>{4, 3, 5}, {2, 2, 2}, {1, 6, 2}, {1}}) {
    const NetworkGraph graph = torus(sizes);
    std::set<std::pair<int, int>> pairs;
    for (const GraphChannel& channel : graph.channels) {
      // One step in one dimension, round the ring.
      const int size = sizes[channel.channel_class];
      int stride = 1;
      for (int d = 0; d < channel.channel_class; ++d) stride *= sizes[d];
      const int from = channel.from / stride % size;
      const int to = channel.to / stride % size;
      const int steps = std::abs(from - to);
      REQUIRE((steps == 1 || steps == size - 1));
      REQUIRE(channel.from - from * stride == channel.to - to * stride);
      REQUIRE(pairs.insert(std::minmax(channel.from, channel.to)).second);
    }
    std::size_t expected = 0;
    for (const int size : sizes) {
      if (size > 1) expected += size == 2 ? graph.routers / 2 : graph.routers;
    }
    REQUIRE(graph.channels.size() == expected);
  }
  REQUIRE(torus({4, 4, 4}, 2).terminals() == 128);
  REQUIRE_THROWS_AS(torus({4, 0}), InputError);
  REQUIRE_THROWS_AS(torus({4}, 0), InputError);
  REQUIRE_THROWS_WITH(torus({2000, 2000, 2000}), ContainsSubstring("GiB"));
}

}  // namespace
}  // namespace dragonfly
