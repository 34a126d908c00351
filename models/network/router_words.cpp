#include "models/network/router_words.hpp"

#include "models/common/processor.hpp"

#ifdef DRAGONFLY_X86
#include <immintrin.h>
#endif

namespace dragonfly {
namespace {

/// Words that are settled at a time.
constexpr std::size_t kChunk = 64;
/// Bits of RouterWords::kMostTaken.
constexpr int kTakenPlanes = 4;
using TakenPlanes = std::uint64_t[kTakenPlanes][kChunk];

/// Writes the bits of counts, a byte each, to planes, and clears the counts. `words`: 64 counts
/// each.
void take_planes(std::uint8_t* counts, std::size_t words, TakenPlanes& planes) {
  for (std::size_t w = 0; w < words; ++w) {
    std::uint8_t* const bytes = counts + 64 * w;
    for (int k = 0; k < kTakenPlanes; ++k) {
      std::uint64_t plane = 0;
      for (unsigned i = 0; i < 64; ++i) plane |= std::uint64_t{bytes[i] >> k & 1U} << i;
      planes[k][w] = plane;
    }
    std::fill(bytes, bytes + 64, std::uint8_t{0});
  }
}

#ifdef DRAGONFLY_X86
#define DRAGONFLY_AVX2 [[gnu::target("arch=x86-64-v3")]]
#define DRAGONFLY_AVX512 [[gnu::target("arch=x86-64-v4")]]

/// Bits k of 32 bytes.
template <int k>
DRAGONFLY_AVX2 inline std::uint64_t plane_of(__m256i bytes) {
  // A byte's bit 7 is what counts; bits that come from its neighbour are below.
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(bytes, 7 - k)));
}

DRAGONFLY_AVX2 void take_planes_with_avx2(std::uint8_t* counts, std::size_t words,
                                          TakenPlanes& planes) {
  for (std::size_t w = 0; w < words; ++w) {
    auto* const bytes = reinterpret_cast<__m256i*>(counts + 64 * w);
    const __m256i low = _mm256_load_si256(bytes), high = _mm256_load_si256(bytes + 1);
    planes[0][w] = plane_of<0>(low) | plane_of<0>(high) << 32;
    planes[1][w] = plane_of<1>(low) | plane_of<1>(high) << 32;
    planes[2][w] = plane_of<2>(low) | plane_of<2>(high) << 32;
    planes[3][w] = plane_of<3>(low) | plane_of<3>(high) << 32;
    _mm256_store_si256(bytes, _mm256_setzero_si256());
    _mm256_store_si256(bytes + 1, _mm256_setzero_si256());
  }
}

DRAGONFLY_AVX512 void take_planes_with_avx512(std::uint8_t* counts, std::size_t words,
                                              TakenPlanes& planes) {
  for (std::size_t w = 0; w < words; ++w) {
    const __m512i bytes = _mm512_load_si512(counts + 64 * w);
    for (int k = 0; k < kTakenPlanes; ++k)
      planes[k][w] = _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(static_cast<char>(1 << k)));
    _mm512_store_si512(counts + 64 * w, _mm512_setzero_si512());
  }
}
#endif

}  // namespace

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

  /// kPlanes: of the credits, at least as many as they have.
  template <int kPlanes>
  [[gnu::always_inline]] static bool settle_chunk(RouterWords& words, std::size_t begin,
                                                  std::size_t end, std::uint64_t* credited,
                                                  const TakenPlanes& taken) {
    std::uint64_t* plane[kPlanes];
    for (int k = 0; k < kPlanes; ++k) plane[k] = words.credits.plane(k);
    std::uint64_t* const all_front = words.front;
    std::uint64_t* const all_fresh = words.fresh;
    std::uint64_t* const all_batch = words.batch;
    std::uint64_t* const all_poor = words.poor;
    const std::uint64_t* const all_granted = words.granted;
    const std::uint64_t* const all_queued = words.queued;
    const std::uint64_t* const all_outputs = words.outputs_;
    const int plenty_from = words.plenty_from_;
    std::uint64_t any_granted = 0, any_lacking = 0;
    DRAGONFLY_SIDE_BY_SIDE
    for (std::size_t w = begin; w < end; ++w) {
      const std::uint64_t granted = all_granted[w], queued = all_queued[w];
      any_granted |= granted;
      all_batch[w] &= ~granted;
      all_fresh[w] = granted & queued;
      all_front[w] &= ~(granted & ~queued);
      std::uint64_t borrow = 0, carry = credited[w], plenty = 0;
      credited[w] = 0;
#pragma GCC unroll 16
      for (int k = 0; k < kPlanes; ++k) {
        const std::uint64_t old = plane[k][w];
        const std::uint64_t minus = k < kTakenPlanes ? taken[k][w - begin] : 0;
        const std::uint64_t rest = old ^ minus ^ borrow;
        borrow = (~old & (minus | borrow)) | (minus & borrow);
        const std::uint64_t now = rest ^ carry;
        carry &= rest;
        plane[k][w] = now;
        plenty |= k >= plenty_from ? now : 0;
      }
      const std::uint64_t lacking = all_outputs[w] & ~plenty;
      all_poor[w] = lacking;
      any_lacking |= lacking;
    }
    if (any_lacking != 0) find_poor_ports(words, begin, end);
    return any_granted != 0;
  }

  /// Of output VCs that lack credits to their ports.
  [[gnu::always_inline]] static void find_poor_ports(RouterWords& words, std::size_t begin,
                                                     std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) {
      std::uint64_t lacking = words.poor[w];
      for (unsigned step = 0; step < words.vc_bits_; ++step) lacking |= lacking >> (1U << step);
      words.poor[w] = lacking & words.bases_[w];
    }
  }

  template <auto kTakePlanes>
  [[gnu::always_inline]] static bool settle(RouterWords& words, std::size_t begin, std::size_t end,
                                            std::uint64_t* credited) {
    // With a number of planes that is known to the compiler most of the work is gone.
    constexpr int kFew = 5;
    TakenPlanes taken;
    bool granted = false;
    for (std::size_t first = begin; first < end; first += kChunk) {
      const std::size_t last = std::min(first + kChunk, end);
      kTakePlanes(reinterpret_cast<std::uint8_t*>(words.taken_.get() + 64 * first), last - first,
                  taken);
      granted |=
          words.credits.planes() <= kFew
              ? settle_chunk<kFew>(words, first, last, credited, taken)
              : settle_chunk<PlaneCounters::kMostPlanes>(words, first, last, credited, taken);
    }
    return granted;
  }
};

namespace {

void sort_arrivals_anywhere(RouterWords& words, std::size_t begin, std::size_t end,
                            std::uint64_t* arriving) {
  WordLogic::sort_arrivals(words, begin, end, arriving);
}
bool settle_anywhere(RouterWords& words, std::size_t begin, std::size_t end,
                     std::uint64_t* credited) {
  return WordLogic::settle<take_planes>(words, begin, end, credited);
}
#ifdef DRAGONFLY_X86
DRAGONFLY_AVX2 void sort_arrivals_with_avx2(RouterWords& words, std::size_t begin, std::size_t end,
                                            std::uint64_t* arriving) {
  WordLogic::sort_arrivals(words, begin, end, arriving);
}
DRAGONFLY_AVX2 bool settle_with_avx2(RouterWords& words, std::size_t begin, std::size_t end,
                                     std::uint64_t* credited) {
  return WordLogic::settle<take_planes_with_avx2>(words, begin, end, credited);
}
DRAGONFLY_AVX512 void sort_arrivals_with_avx512(RouterWords& words, std::size_t begin,
                                                std::size_t end, std::uint64_t* arriving) {
  WordLogic::sort_arrivals(words, begin, end, arriving);
}
DRAGONFLY_AVX512 bool settle_with_avx512(RouterWords& words, std::size_t begin, std::size_t end,
                                         std::uint64_t* credited) {
  return WordLogic::settle<take_planes_with_avx512>(words, begin, end, credited);
}
#endif

}  // namespace

RouterWords::RouterWords(std::size_t words, unsigned vc_bits, int depth, int speedup,
                         Version version)
    : words_(kArrays, words),
      credits(words, depth),
      taken_(64 * words),
      vc_bits_(vc_bits),
      depth_(depth),
      plenty_from_(PlaneCounters::planes_for(speedup - 1)),
      version_(version) {}

void RouterWords::set_up(std::size_t word, std::uint64_t outputs, std::uint64_t bases,
                         std::uint64_t network_inputs) {
  outputs_[word] = outputs;
  bases_[word] = bases;
  network[word] = network_inputs;
  credits.set(word, outputs, depth_);
  if (depth_ >> plenty_from_ != 0) return;
  poor[word] = outputs;
  WordLogic::find_poor_ports(*this, word, word + 1);
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
