// SPDX-License-Identifier: Apache-2.0
// The choices that keys have by name; names.hpp has the names.
#pragma once

namespace dragonfly {

enum class Allocator { kByRouting, kGreedy, kSequential };
enum class FlowControl { kVirtualCutThrough, kWormhole };
enum class HopMetric { kGlobal, kAll };
enum class Pattern {
  kUniform,
  kWorstCase,
  kBitComplement,
  kBitReverse,
  kTranspose,
  kShuffle,
  kTornado,
  kNeighbor,
  kPermutation,
  kWorstPermutation,
  kHotspot,
  kTrace
};
enum class Injection { kBernoulli, kBurst, kBatch };

}  // namespace dragonfly
