// SPDX-License-Identifier: Apache-2.0
#include "models/network/router_words.hpp"

#include <limits>
#include <type_traits>

#include "models/common/processor.hpp"

#ifdef DRAGONFLY_X86
#include <immintrin.h>
#endif

namespace dragonfly {

/// The functions of all versions. They are written once, and compiled as parts of each version.
struct WordLogic {
  [[gnu::always_inline]] static void sort_arrivals(RouterWords& words, std::size_t begin,
                                                   std::size_t end, std::uint64_t* arriving) {
    std::uint64_t* const all_front = words.front;
    std::uint64_t* const all_hard = words.hard;
    std::uint64_t* const all_heads = words.heads;
    std::uint64_t* const all_undecided = words.undecided;
    std::uint64_t* const all_joining = words.joining;
    std::uint64_t* const all_waiting = words.waiting;
    const std::uint64_t* const all_fresh = words.fresh;
    const std::uint64_t* const all_network = words.network;
    const std::uint64_t* const all_poor = words.poor;
    DRAGONFLY_SIDE_BY_SIDE
    for (std::size_t w = begin; w < end; ++w) {
      const std::uint64_t valid = arriving[w], front = all_front[w], network = all_network[w];
      arriving[w] = 0;
      all_hard[w] = all_poor[w] | all_waiting[w];
      all_waiting[w] = 0;
      all_joining[w] = valid & front;
      all_front[w] = valid | front;
      const std::uint64_t alone = valid & ~front;
      all_heads[w] = alone & network;
      all_undecided[w] = (alone | all_fresh[w]) & ~network;
    }
  }

  /// What was granted leaves. Returns whether there was anything.
  [[gnu::always_inline]] static bool leave(RouterWords& words, std::size_t begin, std::size_t end) {
    std::uint64_t* const all_front = words.front;
    std::uint64_t* const all_fresh = words.fresh;
    std::uint64_t* const all_batch = words.batch;
    const std::uint64_t* const all_granted = words.granted;
    const std::uint64_t* const all_queued = words.queued;
    std::uint64_t any_granted = 0;
    DRAGONFLY_SIDE_BY_SIDE
    for (std::size_t w = begin; w < end; ++w) {
      const std::uint64_t granted = all_granted[w], queued = all_queued[w];
      any_granted |= granted;
      all_batch[w] &= ~granted;
      all_fresh[w] = granted & queued;
      all_front[w] &= ~(granted & ~queued);
    }
    return any_granted != 0;
  }
  /// Of the output VCs in `poor` to their ports.
  [[gnu::always_inline]] static void find_poor_ports(RouterWords& words, std::size_t begin,
                                                     std::size_t end) {
    std::uint64_t* const poor = words.poor;
    const std::uint64_t* const bases = words.bases_;
    // Three steps for 8 numbers a port, and so on; a step of 0 changes nothing.
    const unsigned one = words.vc_bits_ > 0 ? 1 : 0, two = words.vc_bits_ > 1 ? 2 : 0,
                   four = words.vc_bits_ > 2 ? 4 : 0;
    DRAGONFLY_SIDE_BY_SIDE
    for (std::size_t w = begin; w < end; ++w) {
      std::uint64_t lacking = poor[w];
      lacking |= lacking >> one;
      lacking |= lacking >> two;
      lacking |= lacking >> four;
      poor[w] = lacking & bases[w];
    }
  }

  /// Counts credits; leaves the output VCs with fewer than a cycle can take in `poor`.
  template <class Credits>
  [[gnu::always_inline]] static void count(RouterWords& words, std::size_t begin, std::size_t end,
                                           std::uint64_t* credited, Credits* all_credits) {
    using Number = std::underlying_type_t<Credits>;
    const auto speedup = static_cast<Number>(words.speedup_);
    for (std::size_t w = begin; w < end; ++w) {
      Credits* const credits = all_credits + 64 * w;
      std::uint64_t lacking = 0;
      for (unsigned i = 0; i < 64; ++i) {
        const auto number =
            static_cast<Number>(static_cast<Number>(credits[i]) + (credited[w] >> i & 1));
        credits[i] = static_cast<Credits>(number);
        lacking |= std::uint64_t{number < speedup} << i;
      }
      credited[w] = 0;
      words.poor[w] = lacking & words.outputs_[w];
    }
  }
  [[gnu::always_inline]] static void count_bytes(RouterWords& words, std::size_t begin,
                                                 std::size_t end, std::uint64_t* credited) {
    count(words, begin, end, credited, words.credits_.get());
  }
  /// kCountBytes: count() of a version, for credits that a byte can count.
  template <auto kCountBytes>
  [[gnu::always_inline]] static bool settle(RouterWords& words, std::size_t begin, std::size_t end,
                                            std::uint64_t* credited) {
    if (words.many_)
      count(words, begin, end, credited, words.many_credits_.get());
    else
      kCountBytes(words, begin, end, credited);
    find_poor_ports(words, begin, end);
    return leave(words, begin, end);
  }

#ifdef DRAGONFLY_X86
  /// count() for 32 output VCs; returns those that do not lack credits.
  DRAGONFLY_AVX2 static std::uint32_t count_half(__m256i* credits, std::uint32_t credited,
                                                 __m256i speedup) {
    // Byte i gets the byte of `credited` that has its bit, and then -1 if the bit is set.
    const __m256i place = _mm256_setr_epi64x(0x0000000000000000, 0x0101010101010101,
                                             0x0202020202020202, 0x0303030303030303);
    const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201U));
    const __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(credited)), place);
    const __m256i minus_one = _mm256_cmpeq_epi8(_mm256_and_si256(all, bits), bits);
    const __m256i now = _mm256_sub_epi8(_mm256_load_si256(credits), minus_one);
    _mm256_store_si256(credits, now);
    return static_cast<std::uint32_t>(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(now, speedup), now)));
  }
  DRAGONFLY_AVX2 static void count_with_avx2(RouterWords& words, std::size_t begin, std::size_t end,
                                             std::uint64_t* credited) {
    const __m256i speedup = _mm256_set1_epi8(static_cast<char>(words.speedup_));
    for (std::size_t w = begin; w < end; ++w) {
      auto* const credits = reinterpret_cast<__m256i*>(words.credits_.get() + 64 * w);
      const std::uint64_t come = credited[w];
      const std::uint64_t low = count_half(credits, static_cast<std::uint32_t>(come), speedup);
      const std::uint64_t high =
          count_half(credits + 1, static_cast<std::uint32_t>(come >> 32), speedup);
      credited[w] = 0;
      words.poor[w] = words.outputs_[w] & ~(low | high << 32);
    }
  }
  DRAGONFLY_AVX512 static void count_with_avx512(RouterWords& words, std::size_t begin,
                                                 std::size_t end, std::uint64_t* credited) {
    const __m512i speedup = _mm512_set1_epi8(static_cast<char>(words.speedup_));
    const __m512i one = _mm512_set1_epi8(1);
    for (std::size_t w = begin; w < end; ++w) {
      RouterWords::Count* const credits = words.credits_.get() + 64 * w;
      const __m512i rest = _mm512_load_si512(credits);
      const __m512i now = _mm512_mask_add_epi8(rest, credited[w], rest, one);
      _mm512_store_si512(credits, now);
      credited[w] = 0;
      words.poor[w] = _mm512_mask_cmplt_epu8_mask(words.outputs_[w], now, speedup);
    }
  }
#endif
};

namespace {

void sort_arrivals_anywhere(RouterWords& words, std::size_t begin, std::size_t end,
                            std::uint64_t* arriving) {
  WordLogic::sort_arrivals(words, begin, end, arriving);
}
bool settle_anywhere(RouterWords& words, std::size_t begin, std::size_t end,
                     std::uint64_t* credited) {
  return WordLogic::settle<&WordLogic::count_bytes>(words, begin, end, credited);
}
#ifdef DRAGONFLY_X86
DRAGONFLY_AVX2 void sort_arrivals_with_avx2(RouterWords& words, std::size_t begin, std::size_t end,
                                            std::uint64_t* arriving) {
  WordLogic::sort_arrivals(words, begin, end, arriving);
}
DRAGONFLY_AVX2 bool settle_with_avx2(RouterWords& words, std::size_t begin, std::size_t end,
                                     std::uint64_t* credited) {
  return WordLogic::settle<&WordLogic::count_with_avx2>(words, begin, end, credited);
}
DRAGONFLY_AVX512 void sort_arrivals_with_avx512(RouterWords& words, std::size_t begin,
                                                std::size_t end, std::uint64_t* arriving) {
  WordLogic::sort_arrivals(words, begin, end, arriving);
}
DRAGONFLY_AVX512 bool settle_with_avx512(RouterWords& words, std::size_t begin, std::size_t end,
                                         std::uint64_t* credited) {
  return WordLogic::settle<&WordLogic::count_with_avx512>(words, begin, end, credited);
}
#endif

}  // namespace

RouterWords::RouterWords(std::size_t words, unsigned vc_bits, int depth, int speedup,
                         bool counts_claims, Version version)
    : words_(kArrays, words),
      vc_bits_(vc_bits),
      depth_(depth),
      speedup_(speedup),
      many_(depth > std::numeric_limits<std::uint8_t>::max()),
      counts_claims_(counts_claims),
      credits_(many_ ? 0 : 64 * words),
      many_credits_(many_ ? 64 * words : 0),
      claims_(counts_claims ? 64 * words : 0),
      version_(version) {}

void RouterWords::set_up(std::size_t word, std::uint64_t outputs, std::uint64_t bases,
                         std::uint64_t network_inputs) {
  outputs_[word] = outputs;
  bases_[word] = bases;
  network[word] = network_inputs;
  for (unsigned i = 0; i < 64; ++i) {
    if ((outputs >> i & 1) == 0) continue;
    if (many_)
      many_credits_[64 * word + i] = static_cast<ManyCount>(depth_);
    else
      credits_[64 * word + i] = static_cast<Count>(depth_);
  }
  if (depth_ < speedup_) poor[word] = bases;
}

std::vector<RouterWords::Version> RouterWords::versions() {
  std::vector<Version> versions;
#ifdef DRAGONFLY_X86
  if (processor::knows_avx512())
    versions.push_back({sort_arrivals_with_avx512, settle_with_avx512});
  if (processor::knows_avx2()) versions.push_back({sort_arrivals_with_avx2, settle_with_avx2});
#endif
  versions.push_back({sort_arrivals_anywhere, settle_anywhere});
  return versions;
}

}  // namespace dragonfly
