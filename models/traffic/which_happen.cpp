// SPDX-License-Identifier: Apache-2.0
// Every terminal draws in every cycle, which is most of what an idle network does. Processors with
// long vectors draw for four or eight terminals at once.
#include "models/traffic/which_happen.hpp"

#include <bit>

#include "models/common/processor.hpp"
#include "models/common/random.hpp"

#ifdef DRAGONFLY_X86
#include <immintrin.h>
#endif

namespace dragonfly {
namespace {

[[gnu::always_inline]] inline std::uint64_t draw_each(const std::uint64_t* keys, int count,
                                                      std::uint64_t counter,
                                                      std::uint64_t threshold) {
  std::uint64_t mask = 0;
  for (int i = 0; i < count; ++i)
    mask |= static_cast<std::uint64_t>(happens(draw(keys[i], counter), threshold)) << i;
  return mask;
}

std::uint64_t draw_anywhere(const std::uint64_t* keys, int count, std::uint64_t counter,
                            std::uint64_t threshold) {
  return draw_each(keys, count, counter, threshold);
}

#ifdef DRAGONFLY_X86
/// The lower 64 bits of products with a constant, of which `swapped` has the halves exchanged: only
/// products of 32 bits are there.
DRAGONFLY_AVX2 inline __m256i multiply(__m256i x, __m256i factor, __m256i swapped) {
  const __m256i crossed = _mm256_mullo_epi32(x, swapped);
  const __m256i sums = _mm256_add_epi32(crossed, _mm256_srli_epi64(crossed, 32));
  return _mm256_add_epi64(_mm256_mul_epu32(x, factor), _mm256_slli_epi64(sums, 32));
}
DRAGONFLY_AVX2 inline __m256i everywhere(std::uint64_t number) {
  return _mm256_set1_epi64x(static_cast<long long>(number));
}

/// draw() and happens() of four sequences.
DRAGONFLY_AVX2 inline unsigned draw_four(__m256i keys, __m256i step, __m256i threshold) {
  __m256i z = _mm256_add_epi64(keys, step);
  z = _mm256_xor_si256(z, _mm256_srli_epi64(z, 30));
  z = multiply(z, everywhere(kMixFactor1), everywhere(std::rotl(kMixFactor1, 32)));
  z = _mm256_xor_si256(z, _mm256_srli_epi64(z, 27));
  z = multiply(z, everywhere(kMixFactor2), everywhere(std::rotl(kMixFactor2, 32)));
  z = _mm256_xor_si256(z, _mm256_srli_epi64(z, 31));
  // Neither has the uppermost bit, so it does not matter that they are compared with a sign.
  const __m256i less = _mm256_cmpgt_epi64(threshold, _mm256_srli_epi64(z, 1));
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(less)));
}

DRAGONFLY_AVX2 std::uint64_t draw_with_avx2(const std::uint64_t* keys, int count,
                                            std::uint64_t counter, std::uint64_t threshold) {
  // A probability of 1 is 2^63.
  if (threshold >> 63 != 0) return draw_each(keys, count, counter, threshold);
  const __m256i step = everywhere(counter * kDrawStep), below = everywhere(threshold);
  std::uint64_t mask = 0;
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(keys + i));
    mask |= std::uint64_t{draw_four(four, step, below)} << i;
  }
  if (i == count) return mask;
  return mask | draw_each(keys + i, count - i, counter, threshold) << i;
}

/// draw() and happens() of eight sequences.
DRAGONFLY_AVX512 inline unsigned draw_eight(__m512i keys, __m512i step, __m512i threshold) {
  // (Masks with all bits set: GCC warns of the plain functions, which leave undefined what they do
  // not write.)
  constexpr __mmask8 kAll = 255;
  const auto factor = [](std::uint64_t c) { return static_cast<long long>(c); };
  __m512i z = _mm512_add_epi64(keys, step);
  z = _mm512_xor_si512(z, _mm512_maskz_srli_epi64(kAll, z, 30));
  z = _mm512_mullo_epi64(z, _mm512_set1_epi64(factor(kMixFactor1)));
  z = _mm512_xor_si512(z, _mm512_maskz_srli_epi64(kAll, z, 27));
  z = _mm512_mullo_epi64(z, _mm512_set1_epi64(factor(kMixFactor2)));
  z = _mm512_xor_si512(z, _mm512_maskz_srli_epi64(kAll, z, 31));
  return _mm512_cmplt_epu64_mask(_mm512_maskz_srli_epi64(kAll, z, 1), threshold);
}

DRAGONFLY_AVX512 std::uint64_t draw_with_avx512(const std::uint64_t* keys, int count,
                                                std::uint64_t counter, std::uint64_t threshold) {
  const std::uint64_t first = counter * kDrawStep;
  const __m512i step = _mm512_set1_epi64(static_cast<long long>(first));
  const __m512i below = _mm512_set1_epi64(static_cast<long long>(threshold));
  std::uint64_t mask = 0;
  for (int i = 0; i < count; i += 8) {
    const int left = count - i;
    const auto there = static_cast<__mmask8>(left >= 8 ? 255 : (1U << left) - 1);
    const unsigned eight = draw_eight(_mm512_maskz_loadu_epi64(there, keys + i), step, below);
    mask |= std::uint64_t{eight & there} << i;
  }
  return mask;
}
#endif

}  // namespace

std::vector<WhichHappen> which_happen_versions() {
  std::vector<WhichHappen> versions;
#ifdef DRAGONFLY_X86
  if (processor::knows_avx512()) versions.push_back(draw_with_avx512);
  if (processor::knows_avx2()) versions.push_back(draw_with_avx2);
#endif
  versions.push_back(draw_anywhere);
  return versions;
}

}  // namespace dragonfly
