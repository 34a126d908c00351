// SPDX-License-Identifier: Apache-2.0
// Chooses, when the program runs, code that was compiled for a number of mask words.
#pragma once

#include <stdexcept>
#include <type_traits>

namespace dragonfly {

/// Calls work(std::integral_constant<int, n>) with the least n that there is code for that is not
/// less than `words`, and returns its result.
template <class Work>
auto with_mask_words(int words, Work&& work) {
  if (words <= 1) return work(std::integral_constant<int, 1>());
  if (words <= 2) return work(std::integral_constant<int, 2>());
  if (words <= 3) return work(std::integral_constant<int, 3>());
  if (words <= 4) return work(std::integral_constant<int, 4>());
  if (words <= 8) return work(std::integral_constant<int, 8>());
  if (words <= 16) return work(std::integral_constant<int, 16>());
  if (words <= 32) return work(std::integral_constant<int, 32>());
  throw std::length_error("a router has more than 2048 virtual channels");
}

/// The same of fewer sizes, which compile sooner.
template <class Work>
auto with_few_mask_words(int words, Work&& work) {
  if (words <= 1) return work(std::integral_constant<int, 1>());
  if (words <= 2) return work(std::integral_constant<int, 2>());
  if (words <= 4) return work(std::integral_constant<int, 4>());
  if (words <= 8) return work(std::integral_constant<int, 8>());
  if (words <= 32) return work(std::integral_constant<int, 32>());
  throw std::length_error("a router has more than 2048 virtual channels");
}

}  // namespace dragonfly
