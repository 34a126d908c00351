// Routers on a grid, each joined to all others of its row in every dimension: the channels of
// flattened butterflies and generalized hypercubes (Kim, Dally, Abts 2007, Section 2.1, equation
// 1), and of the groups of dragonflies (Kim et al. 2008, Figure 6).
#pragma once

#include <cstddef>
#include <vector>

namespace dragonfly {

/// One end of a channel in a grid: the number of the router, the digits of its coordinates in a
/// mixed radix, the first dimension counting ones, and the number of the port among those that
/// lead to other routers.
struct GridEnd {
  int router = 0, port = 0;
};

/// Calls visit(GridEnd from, GridEnd to, dimension) for each bidirectional channel, from.router <
/// to.router, as often as the dimension has channels side by side. A router's ports go dimension by
/// dimension, in each to the other routers of the row in ascending order, those side by side
/// together. `parallel` is empty (one channel each) or has one entry a dimension.
template <class Visit>
void for_each_dimension_channel(const std::vector<int>& sizes, const std::vector<int>& parallel,
                                Visit&& visit) {
  int routers = 1;
  for (const int size : sizes) routers *= size;
  for (int router = 0; router < routers; ++router) {
    int stride = 1, first_port = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const int digit = router / stride % sizes[d];
      const int times = parallel.empty() ? 1 : parallel[d];
      for (int other = digit + 1; other < sizes[d]; ++other) {
        // Seen from either end, the router itself is left out.
        for (int i = 0; i < times; ++i) {
          visit(GridEnd{router, first_port + (other - 1) * times + i},
                GridEnd{router + (other - digit) * stride, first_port + digit * times + i}, d);
        }
      }
      first_port += (sizes[d] - 1) * times;
      stride *= sizes[d];
    }
  }
}

}  // namespace dragonfly
