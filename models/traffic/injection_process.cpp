#include "models/traffic/injection_process.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/common/processor.hpp"
#include "models/traffic/random.hpp"

#ifdef DRAGONFLY_X86
#include <immintrin.h>
#endif

namespace dragonfly {
namespace {

void check(const TrafficConfig& config) {
  if (config.injection == Injection::kBatch) {
    if (config.batch_size >= 1) return;
    throw InputError(
        fmt::format("traffic.batch_size = {}: at least 1 packet is needed.", config.batch_size));
  }
  if (!(config.load >= 0 && config.load <= 1)) {
    throw InputError(fmt::format(
        "traffic.load = {}: 0 .. 1 flits per terminal and cycle are possible.", config.load));
  }
  if (config.injection != Injection::kBurst) return;
  if (!(config.burst_length >= 1)) {
    throw InputError(fmt::format("traffic.burst_length = {}: a burst has at least 1 packet.",
                                 config.burst_length));
  }
  if (!(config.burst_load > 0 && config.burst_load <= 1 && config.load <= config.burst_load)) {
    throw InputError(
        fmt::format("traffic.burst_load = {} with traffic.load = {}: the load during a burst must "
                    "be at least the "
                    "mean load, and at most 1.",
                    config.burst_load, config.load));
  }
}

std::vector<std::uint64_t> keys(std::uint64_t seed, Stream stream, int terminals) {
  std::vector<std::uint64_t> result;
  for (int terminal = 0; terminal < terminals; ++terminal) {
    result.push_back(stream_key(seed, stream, static_cast<std::uint64_t>(terminal)));
  }
  return result;
}

// Every terminal draws in every cycle, which is most of what an idle network does. Processors with
// long vectors draw for eight terminals at once.

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
DRAGONFLY_AVX2 std::uint64_t draw_with_avx2(const std::uint64_t* keys, int count,
                                            std::uint64_t counter, std::uint64_t threshold) {
  return draw_each(keys, count, counter, threshold);
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
  const __m512i step = _mm512_set1_epi64(static_cast<long long>(counter * kDrawStep));
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

/// Bit i, i < count <= 64: what has the probability that `threshold` stands for happens to the
/// sequence that starts at keys[i], at its number `counter`.
using WhichHappen = std::uint64_t (*)(const std::uint64_t* keys, int count, std::uint64_t counter,
                                      std::uint64_t threshold);

WhichHappen best_which_happen() {
#ifdef DRAGONFLY_X86
  if (processor::knows_avx512()) return draw_with_avx512;
  if (processor::knows_avx2()) return draw_with_avx2;
#endif
  return draw_anywhere;
}

}  // namespace

InjectionProcess::InjectionProcess(const TrafficConfig& config, std::uint64_t seed, int terminals)
    : kind_(config.injection), batch_size_(config.batch_size) {
  check(config);
  if (kind_ == Injection::kBatch) return;
  creation_key_ = keys(seed, Stream::kCreation, terminals);
  if (kind_ == Injection::kBernoulli) {
    create_probability_ = probability(config.load / config.packet_size);
    return;
  }

  const double create = config.burst_load / config.packet_size;
  const double end = create / config.burst_length;  // of the burst, in a cycle while it is on
  // On for 1 / end cycles and off for (1 - start) / start, so that on / (on + off) is
  // load / burst_load.
  const double start =
      config.load > 0 ? 1 / (1 + (config.burst_load - config.load) / (end * config.load)) : 0;
  create_probability_ = probability(create);
  burst_start_probability_ = probability(start);
  burst_end_probability_ = probability(1 / config.burst_length);
  burst_start_key_ = keys(seed, Stream::kBurstStart, terminals);
  burst_end_key_ = keys(seed, Stream::kBurstEnd, terminals);

  // Between cycles a burst is on with probability start (1 - end) / (start (1 - end) + end): in the
  // stationary state as many bursts begin and outlast the cycle as bursts end.
  const double begins = start * (1 - end);
  const std::uint64_t on = probability(begins > 0 ? begins / (begins + end) : 0);
  for (const std::uint64_t key : keys(seed, Stream::kBurstState, terminals)) {
    on_.push_back(happens(draw(key, 0), on) ? 1 : 0);
  }
}

std::uint64_t InjectionProcess::bernoulli(std::int64_t cycle, int base, int count) const {
  static const WhichHappen which_happen = best_which_happen();
  return which_happen(creation_key_.data() + base, count, static_cast<std::uint64_t>(cycle),
                      create_probability_);
}

std::uint64_t InjectionProcess::burst(std::int64_t cycle, int base, int count) {
  const auto counter = static_cast<std::uint64_t>(cycle);
  std::uint64_t mask = 0;
  for (int i = 0; i < count; ++i) {
    const auto terminal = static_cast<std::size_t>(base + i);
    const bool on = on_[terminal] != 0 ||
                    happens(draw(burst_start_key_[terminal], counter), burst_start_probability_);
    const bool create = on && happens(draw(creation_key_[terminal], counter), create_probability_);
    const bool end =
        create && happens(draw(burst_end_key_[terminal], counter), burst_end_probability_);
    on_[terminal] = on && !end ? 1 : 0;
    mask |= static_cast<std::uint64_t>(create) << i;
  }
  return mask;
}

}  // namespace dragonfly
