// SPDX-License-Identifier: Apache-2.0
#include "models/common/permutations.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "models/common/random.hpp"

namespace dragonfly {
namespace {

/// Bits that the numbers 0 .. n-1 need.
int bits_of(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); }

/// Rank of image(source) among all images, for every source.
template <class Image>
std::vector<int> ranks(int n, Image&& image) {
  std::vector<unsigned> images;
  images.reserve(static_cast<std::size_t>(n));
  for (int source = 0; source < n; ++source) {
    images.push_back(image(static_cast<unsigned>(source)));
  }
  std::vector<unsigned> sorted = images;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> result;
  result.reserve(images.size());
  for (const unsigned value : images) {
    result.push_back(
        static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin()));
  }
  return result;
}

}  // namespace

std::vector<int> bit_complement(int n) {
  const unsigned all = (1U << bits_of(n)) - 1;
  return ranks(n, [=](unsigned source) { return ~source & all; });
}

std::vector<int> bit_reverse(int n) {
  const int bits = bits_of(n);
  return ranks(n, [=](unsigned source) {
    unsigned image = 0;
    for (int bit = 0; bit < bits; ++bit) image |= (source >> bit & 1U) << (bits - 1 - bit);
    return image;
  });
}

std::vector<int> transpose(int n) {
  const int half = (bits_of(n) + 1) / 2;
  const unsigned low = (1U << half) - 1;
  return ranks(n, [=](unsigned source) { return source >> half | (source & low) << half; });
}

std::vector<int> shuffle(int n) {
  if (n == 1) return {0};
  const int bits = bits_of(n);
  const unsigned all = (1U << bits) - 1;
  return ranks(n, [=](unsigned source) { return (source << 1 & all) | source >> (bits - 1); });
}

std::vector<int> random_cycle(int n, std::uint64_t seed) {
  std::vector<int> result(static_cast<std::size_t>(n));
  std::iota(result.begin(), result.end(), 0);
  const std::uint64_t key = stream_key(seed, Stream::kPermutation, 0);
  for (int last = n - 1; last > 0; --last) {
    const int other = below(draw(key, static_cast<std::uint64_t>(last)), last);
    std::swap(result[static_cast<std::size_t>(last)], result[static_cast<std::size_t>(other)]);
  }
  return result;
}

}  // namespace dragonfly
