// SPDX-License-Identifier: Apache-2.0
#include "models/families/size_search.hpp"

#include <cmath>

#include "models/common/rounding.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {

std::int64_t smallest_root(std::int64_t value, int exponent) {
  if (exponent == 1) return value;  // may be beyond what a double tells apart
  auto root =
      static_cast<std::int64_t>(std::llround(std::pow(static_cast<double>(value), 1.0 / exponent)));
  while (root > 1 && power(root - 1, exponent) >= value) --root;
  while (power(root, exponent) < value) ++root;
  return root;
}

std::vector<int> nearly_equal_sizes(std::int64_t value, int count) {
  std::vector<int> sizes;
  for (int left = count; left > 0; --left) {
    const std::int64_t size = smallest_root(value, left);
    sizes.push_back(static_cast<int>(size));
    value = rounded_up(value, size);
  }
  return sizes;
}

}  // namespace dragonfly
