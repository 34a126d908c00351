// SPDX-License-Identifier: Apache-2.0
// Places in a grid, for tests.
#pragma once

#include <vector>

namespace dragonfly {

/// The coordinates of a number in a grid, by their definition: the first dimension counts ones.
inline std::vector<int> digits(int number, const std::vector<int>& sizes) {
  std::vector<int> list;
  for (const int size : sizes) {
    list.push_back(number % size);
    number /= size;
  }
  return list;
}

}  // namespace dragonfly
