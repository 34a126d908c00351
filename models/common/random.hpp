// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: each number is a function of (seed, stream, index, counter), so
// what a terminal draws depends on no other terminal and on no order of evaluation. Integer
// arithmetic only: equal on every compiler and library.
#pragma once

#include <cstdint>

namespace dragonfly {

/// What a number is used for. Numbers of different streams are independent.
enum class Stream : std::uint64_t {
  kCreation = 1,         ///< a packet in this cycle?
  kBurstStart = 2,       ///< does a burst begin in this cycle?
  kBurstEnd = 3,         ///< was this packet the last of its burst?
  kDestination = 4,      ///< where to
  kHotspot = 5,          ///< to a hotspot?
  kPermutation = 6,      ///< the random permutation
  kBurstState = 7,       ///< is a burst on at the start?
  kRouter = 8,           ///< start values of the routers' LFSRs
  kConsumption = 9,      ///< does the terminal consume a flit in this cycle?
  kFuzzHardware = 10,    ///< routers of random lockstep
  kFuzz = 11,            ///< its configurations
  kRegisterWrites = 12,  ///< the order in which lockstep writes registers
  kFirstLife = 13,       ///< traffic before the reset of routers in lockstep
  kFuzzCorpus = 14,      ///< what random lockstep draws near configurations that it has kept
};

inline constexpr std::uint64_t kMixFactor1 = 0xbf58476d1ce4e5b9U, kMixFactor2 = 0x94d049bb133111ebU;

/// The finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014): a bijection whose output bits each depend on all input bits.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * kMixFactor1;
  z = (z ^ (z >> 27)) * kMixFactor2;
  return z ^ (z >> 31);
}

/// Start of the sequence of numbers of one stream and index (a terminal, say).
[[nodiscard]] constexpr std::uint64_t stream_key(std::uint64_t seed, Stream stream,
                                                 std::uint64_t index) {
  const std::uint64_t of_stream = mix64(mix64(seed) + static_cast<std::uint64_t>(stream));
  return mix64(of_stream + index);
}

/// The step of SplitMix64, 2^64 / golden ratio, keeps the inputs of neighbouring counters apart.
inline constexpr std::uint64_t kDrawStep = 0x9e3779b97f4a7c15U;

/// Number `counter` of the sequence that starts at `key`: 64 bits, evenly distributed.
[[nodiscard]] constexpr std::uint64_t draw(std::uint64_t key, std::uint64_t counter) {
  return mix64(key + counter * kDrawStep);
}

/// A number 0 .. n-1 out of a draw, n < 2^31. The bias is at most n / 2^32.
[[nodiscard]] constexpr int below(std::uint64_t draw, int n) {
  return static_cast<int>(((draw >> 32) * static_cast<std::uint64_t>(n)) >> 32);
}

/// A probability as an integer, for happens(). `p` is clamped to 0 .. 1.
[[nodiscard]] constexpr std::uint64_t probability(double p) {
  constexpr double kOne = 9223372036854775808.0;  // 2^63: p = 1 must fit
  if (!(p > 0)) return 0;
  return p >= 1 ? std::uint64_t{1} << 63 : static_cast<std::uint64_t>(p * kOne);
}

/// True with the probability that `threshold` stands for.
[[nodiscard]] constexpr bool happens(std::uint64_t draw, std::uint64_t threshold) {
  return (draw >> 1) < threshold;
}

}  // namespace dragonfly
