// Routers on a grid, each joined to all others of its row in every dimension: the channels of
// flattened butterflies and generalized hypercubes (Kim, Dally, Abts 2007, Section 2.1, equation
// 1), and of the groups of dragonflies (Kim et al. 2008, Figure 6).
#pragma once

#include <cstddef>
#include <vector>

namespace dragonfly {

/// Calls visit(from, to, dimension) for each bidirectional channel, from < to, as often as the
/// dimension has channels side by side. Router numbers are the digits of their coordinates in a
/// mixed radix, the first dimension counting ones. `parallel` is empty (one channel each) or has
/// one entry a dimension.
template <class Visit>
void for_each_dimension_channel(const std::vector<int>& sizes, const std::vector<int>& parallel,
                                Visit&& visit) {
  int routers = 1;
  for (const int size : sizes) routers *= size;
  for (int router = 0; router < routers; ++router) {
    int stride = 1;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const int digit = router / stride % sizes[d];
      const int times = parallel.empty() ? 1 : parallel[d];
      for (int other = digit + 1; other < sizes[d]; ++other) {
        for (int i = 0; i < times; ++i) visit(router, router + (other - digit) * stride, d);
      }
      stride *= sizes[d];
    }
  }
}

}  // namespace dragonfly
