// SPDX-License-Identifier: Apache-2.0
// What the processor knows that the program runs on.
//
// A few functions exist in several versions, for processors of different ages. All versions do the
// same, and the best one that the processor knows is chosen when the program runs.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define DRAGONFLY_X86
// Before a function: it may use what knows_avx2() and so on stand for.
#define DRAGONFLY_AVX2 [[gnu::target("arch=x86-64-v3")]]
#define DRAGONFLY_AVX512 [[gnu::target("arch=x86-64-v4")]]
#define DRAGONFLY_COMPRESS [[gnu::target("arch=x86-64-v4,avx512vbmi2")]]
#endif

namespace dragonfly::processor {

#ifdef DRAGONFLY_X86
/// Vectors of 256 bits, and instructions for bits: x86-64-v3.
[[nodiscard]] inline bool knows_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
/// Vectors of 512 bits: x86-64-v4.
[[nodiscard]] inline bool knows_avx512() {
  return knows_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
/// These, and VBMI2, which moves the chosen bytes of a vector together.
[[nodiscard]] inline bool knows_compress() {
  return knows_avx512() && __builtin_cpu_supports("avx512vbmi2");
}
#endif

}  // namespace dragonfly::processor
