// SPDX-License-Identifier: Apache-2.0
// Routers on a grid, each joined to all others of its row in every dimension: the channels of
// flattened butterflies and generalized hypercubes (Kim, Dally, Abts 2007, Section 2.1, equation
// 1), and of the groups of dragonflies (Kim et al. 2008, Figure 6).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dragonfly {

/// One end of a channel in a grid: the number of the router, the digits of its coordinates in a
/// mixed radix, the first dimension counting ones, and the number of the port among those that
/// lead to other routers.
struct GridEnd {
  int router = 0, port = 0;
};

/// Calls visit(one, other) for all 0 <= one < other < size, in squares: what stands at either in
/// memory is near to what comes before.
template <class Visit>
void for_each_pair_in_squares(int size, Visit&& visit) {
  constexpr int kSide = 64;
  for (int first = 0; first < size; first += kSide) {
    for (int second = first; second < size; second += kSide) {
      for (int one = first; one < std::min(first + kSide, size); ++one)
        for (int other = std::max(second, one + 1); other < std::min(second + kSide, size); ++other)
          visit(one, other);
    }
  }
}

/// Calls visit(GridEnd from, GridEnd to, dimension) for each bidirectional channel, from.router <
/// to.router, as often as the dimension has channels side by side. A router's ports go dimension by
/// dimension, in each to the other routers of the row in ascending order, those side by side
/// together. `parallel` is empty (one channel each) or has one entry a dimension.
template <class Visit>
void for_each_dimension_channel(const std::vector<int>& sizes, const std::vector<int>& parallel,
                                Visit&& visit) {
  int routers = 1;
  for (const int size : sizes) routers *= size;
  int stride = 1, first_port = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const int size = sizes[d], times = parallel.empty() ? 1 : parallel[d];
    for (int router = 0; router < routers; ++router) {
      if (router / stride % size != 0) continue;  // the first one of its row
      for_each_pair_in_squares(size, [&](int one, int other) {
        // Seen from either end, the router itself is left out.
        for (int i = 0; i < times; ++i)
          visit(GridEnd{router + one * stride, first_port + (other - 1) * times + i},
                GridEnd{router + other * stride, first_port + one * times + i}, d);
      });
    }
    first_port += (size - 1) * times;
    stride *= size;
  }
}

}  // namespace dragonfly
