// SPDX-License-Identifier: Apache-2.0
#include "models/network/bit_list.hpp"

#include <bit>

#include "models/common/processor.hpp"

#ifdef DRAGONFLY_X86
#include <immintrin.h>
#endif

namespace dragonfly {
namespace {

/// Writes a few numbers at a time, whether there are as many or not: how many bits a word has is
/// what no processor can foresee. The next word overwrites those that mean nothing.
[[gnu::always_inline]] inline std::size_t write(const std::uint64_t* words, std::size_t first,
                                                std::size_t last, std::uint32_t* numbers) {
  constexpr int kAtATime = 8;
  // With it no word is 0, which the processor would have to be asked about.
  constexpr std::uint64_t kAny = std::uint64_t{1} << 63;
  std::size_t size = 0;
  for (std::size_t w = first; w < last; ++w) {
    std::uint64_t word = words[w];
    const auto base = static_cast<std::uint32_t>(64 * w);
    std::uint32_t* next = numbers + size;
    size += static_cast<std::size_t>(std::popcount(word));
    do {
      for (int k = 0; k < kAtATime; ++k) {
        next[k] = base + static_cast<std::uint32_t>(std::countr_zero(word | kAny));
        word &= word - 1;
      }
      next += kAtATime;
    } while (word != 0);
  }
  return size;
}

std::size_t write_anywhere(const std::uint64_t* words, std::size_t first, std::size_t last,
                           std::uint32_t* numbers) {
  return write(words, first, last, numbers);
}

#ifdef DRAGONFLY_X86
/// The numbers of the bits that are set in a byte, in ascending order.
struct ByteLists {
  alignas(64) std::uint8_t bits[256][8] = {};

  constexpr ByteLists() {
    for (unsigned byte = 0; byte < 256; ++byte) {
      unsigned size = 0;
      for (unsigned bit = 0; bit < 8; ++bit)
        if ((byte >> bit & 1) != 0) bits[byte][size++] = static_cast<std::uint8_t>(bit);
    }
  }
};
constexpr ByteLists kByteLists;

/// Which bytes of four words are 0.
DRAGONFLY_AVX2 inline std::uint32_t empty_bytes(const std::uint64_t* words) {
  const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  return static_cast<std::uint32_t>(
      _mm256_movemask_epi8(_mm256_cmpeq_epi8(four, _mm256_setzero_si256())));
}

/// Goes through the bytes that are not 0 of eight words at a time: in most of them one bit is set,
/// and what nobody can foresee is only how many they are.
DRAGONFLY_AVX2 std::size_t write_with_avx2(const std::uint64_t* words, std::size_t first,
                                           std::size_t last, std::uint32_t* numbers) {
  constexpr std::size_t kAtATime = 8;
  std::size_t size = 0, w = first;
  for (; w + kAtATime <= last; w += kAtATime) {
    std::uint64_t present =
        ~(empty_bytes(words + w) | std::uint64_t{empty_bytes(words + w + 4)} << 32);
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(words + w);
    for (; present != 0; present &= present - 1) {
      const auto place = static_cast<std::uint32_t>(std::countr_zero(present));
      const std::uint8_t byte = bytes[place];
      const __m256i base = _mm256_set1_epi32(static_cast<int>(64 * w + std::size_t{8} * place));
      const __m128i bits = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kByteLists.bits[byte]));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + size),
                          _mm256_add_epi32(base, _mm256_cvtepu8_epi32(bits)));
      size += static_cast<std::size_t>(std::popcount(byte));
    }
  }
  return size + write(words, w, last, numbers + size);
}

// (Masks with all bits set: GCC warns of the plain functions, which leave undefined what they do
// not write.)
DRAGONFLY_COMPRESS inline void put_sixteen(std::uint32_t* numbers, __m512i base, __m128i bits) {
  _mm512_storeu_si512(numbers, _mm512_add_epi32(base, _mm512_maskz_cvtepu8_epi32(0xffff, bits)));
}

/// Takes the numbers 0 to 63 whose bits are set out of a vector of `all` of them at once, and
/// writes the list of a word; returns how long it is.
DRAGONFLY_COMPRESS inline std::size_t write_word(std::uint64_t word, std::size_t w, __m512i all,
                                                 std::uint32_t* numbers) {
  const __m512i bits = _mm512_maskz_compress_epi8(word, all);
  const __m512i base = _mm512_set1_epi32(static_cast<int>(64 * w));
  const auto ones = static_cast<std::size_t>(std::popcount(word));
  put_sixteen(numbers, base, _mm512_maskz_extracti32x4_epi32(0xf, bits, 0));
  if (ones > 16) [[unlikely]] {
    put_sixteen(numbers + 16, base, _mm512_maskz_extracti32x4_epi32(0xf, bits, 1));
    put_sixteen(numbers + 32, base, _mm512_maskz_extracti32x4_epi32(0xf, bits, 2));
    put_sixteen(numbers + 48, base, _mm512_maskz_extracti32x4_epi32(0xf, bits, 3));
  }
  return ones;
}

DRAGONFLY_COMPRESS std::size_t write_with_compress(const std::uint64_t* words, std::size_t first,
                                                   std::size_t last, std::uint32_t* numbers) {
  alignas(64) std::uint8_t each[64];
  for (unsigned i = 0; i < 64; ++i) each[i] = static_cast<std::uint8_t>(i);
  const __m512i all = _mm512_load_si512(each);
  std::size_t size = 0;
  for (std::size_t base = first; base < last; base += 64) {
    const std::size_t count = last - base < 64 ? last - base : 64;
    std::uint64_t present = 0;  // words that have any, counted from `base`
    for (std::size_t w = 0; w < count; w += 8) {
      const std::size_t left = count - w;
      const auto there = static_cast<__mmask8>(left >= 8 ? 255 : (1U << left) - 1);
      const __m512i eight = _mm512_maskz_loadu_epi64(there, words + base + w);
      present |= std::uint64_t{_mm512_test_epi64_mask(eight, eight)} << w;
    }
    // How many words have any nobody can foresee, so it must be worth it to skip the others.
    if (static_cast<std::size_t>(std::popcount(present)) * 2 > count) {
      for (std::size_t w = base; w < base + count; ++w)
        size += write_word(words[w], w, all, numbers + size);
    } else {
      for (; present != 0; present &= present - 1) {
        const std::size_t w = base + static_cast<std::size_t>(std::countr_zero(present));
        size += write_word(words[w], w, all, numbers + size);
      }
    }
  }
  return size;
}
#endif

}  // namespace

std::vector<BitList::Write> BitList::ways() {
  std::vector<Write> ways;
#ifdef DRAGONFLY_X86
  if (processor::knows_compress()) ways.push_back(write_with_compress);
  if (processor::knows_avx2()) ways.push_back(write_with_avx2);
#endif
  ways.push_back(write_anywhere);
  return ways;
}

}  // namespace dragonfly
