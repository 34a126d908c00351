// SPDX-License-Identifier: Apache-2.0
// Permutations that traffic patterns use.
#pragma once

#include <cstdint>
#include <vector>

namespace dragonfly {

/// The bit permutations are defined in the literature for powers of two only, and dragonflies
/// seldom have so many terminals. For any n >= 1 terminals they are taken to mean: permute the bits
/// of the terminal numbers as usual, with as many bits as n-1 needs, and let each terminal send to
/// the terminal whose number is the *rank* of its image among the images of all n terminals.
///
/// Permuting bits maps different numbers to different numbers, so the ranks are 0 .. n-1, each
/// once: the result is a permutation for every n. For a power of two the images are all
/// of 0 .. n-1, each its own rank: the result is the usual permutation. And every terminal takes
/// part, in a pattern as far-reaching as the usual one. (Digits in mixed radix, the other way to
/// do it, degenerate to the identity where n is a prime.)
///
/// Each function returns the destination of every source.
/// @{

/// All bits inverted. For any n this is source -> n - 1 - source.
[[nodiscard]] std::vector<int> bit_complement(int n);
/// The bits in reverse order.
[[nodiscard]] std::vector<int> bit_reverse(int n);
/// Upper and lower half of the bits exchanged: a square matrix of terminals transposed. The number
/// of bits is rounded up to an even one.
[[nodiscard]] std::vector<int> transpose(int n);
/// The bits rotated left by one: a perfect shuffle.
[[nodiscard]] std::vector<int> shuffle(int n);
/// @}

/// A random permutation without fixed points, for n >= 2, a function of the seed: one cycle through
/// all terminals, each such cycle equally likely (Sattolo's algorithm).
[[nodiscard]] std::vector<int> random_cycle(int n, std::uint64_t seed);

/// How far tornado traffic goes around `size` >= 1 routers or groups: almost halfway, ceil(size/2)
/// - 1, so that on a ring all of it goes one way round (Dally and Towles, Principles and Practices
/// of Interconnection Networks, 2004, Table 3.1). Of two, where that is 0, to the other.
[[nodiscard]] constexpr int tornado_step(int size) { return size == 2 ? 1 : (size + 1) / 2 - 1; }

}  // namespace dragonfly
