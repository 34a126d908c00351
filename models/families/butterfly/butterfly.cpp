// SPDX-License-Identifier: Apache-2.0
#include "models/families/butterfly/butterfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {

Wiring butterfly_wiring(int k, int n) {
  constexpr int kMaxStages = 31;
  if (k < 2 || n < 1 || n > kMaxStages) {
    throw InputError(fmt::format(
        "{}-ary {}-fly: k must be 2 or more, n 1 to {}; the nearest is the {}-ary {}-fly", k, n,
        kMaxStages, std::max(k, 2), std::clamp(n, 1, kMaxStages)));
  }
  const std::int64_t rows = power(k, n - 1);
  require_graph_fits(fmt::format("{}-ary {}-fly", k, n), product(rows, n),
                     product(product(rows, n - 1), k), product(rows, k));

  const int per_stage = static_cast<int>(rows), routers = per_stage * n;
  WiringBuilder builder("butterfly", std::vector<int>(static_cast<std::size_t>(routers), k));
  builder.set_directed();
  const int terminal = builder.add_class("terminal");
  for (int row = 0; row < per_stage; ++row)
    for (int port = 0; port < k; ++port)
      builder.attach({row, port}, {(n - 1) * per_stage + row, port}, terminal);
  int stride = per_stage;
  for (int stage = 0; stage + 1 < n; ++stage) {
    stride /= k;
    const int rank = builder.add_class(fmt::format("rank-{}", stage + 1));
    for (int row = 0; row < per_stage; ++row) {
      const int own = row / stride % k, base = row - own * stride;
      for (int digit = 0; digit < k; ++digit)
        builder.connect_one_way({stage * per_stage + row, digit},
                                {(stage + 1) * per_stage + base + digit * stride, own}, rank);
    }
  }
  std::vector<int> stages;
  stages.reserve(static_cast<std::size_t>(routers));
  for (int router = 0; router < routers; ++router) stages.push_back(router / per_stage);
  builder.set_groups(std::move(stages));
  builder.set_symmetry({{0, per_stage}}, true);  // digits can be renumbered in all stages at once
  return builder.build();
}

}  // namespace dragonfly
