// SPDX-License-Identifier: Apache-2.0
// When terminals create packets.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "models/common/archive.hpp"
#include "models/config/choices.hpp"

namespace dragonfly {

struct TrafficConfig;

/// The injection processes. What a terminal does depends on the seed, its number and the cycle
/// only.
///
/// - Bernoulli: a packet in each cycle with probability load / packet_size.
/// - On-off bursts: while a burst is on, a packet in each cycle with probability
///   burst_load / packet_size; each packet is the last of its burst with probability
///   1 / burst_length. The pause after it lasts k >= 0 cycles with probability r (1-r)^k, where r
///   makes the mean load `load`. Both states are memoryless, so this is a two-state Markov process;
///   it starts in its stationary distribution.
/// - Batch: batch_size packets of every terminal in cycle 0.
class InjectionProcess {
 public:
  /// Throws InputError for values out of the ranges that TrafficConfig states.
  InjectionProcess(const TrafficConfig& config, std::uint64_t seed, int terminals);

  /// Calls created(terminal, packets) for each of terminals first .. last-1 that creates packets in
  /// `cycle`. To be called once for every terminal and cycle, in the order of cycles for each
  /// terminal.
  template <class Created>
  void create(std::int64_t cycle, int first, int last, Created&& created) {
    if (kind_ == Injection::kBatch) {
      if (cycle != 0) return;
      for (int terminal = first; terminal < last; ++terminal)
        created(terminal, static_cast<std::uint32_t>(batch_size_));
      return;
    }
    for (int base = first; base < last; base += 64)
      for (std::uint64_t mask = creators(cycle, base, last); mask != 0; mask &= mask - 1)
        created(base + std::countr_zero(mask), 1U);
  }

  /// For processes that are one_at_a_time(), instead of create(): bit i says whether terminal
  /// base + i, < last, creates a packet in `cycle`. Nobody can predict which do, a branch predictor
  /// neither: the decisions of 64 terminals are taken without branches.
  [[nodiscard]] std::uint64_t creators(std::int64_t cycle, int base, int last) {
    const int count = last - base < 64 ? last - base : 64;
    return kind_ == Injection::kBurst ? burst(cycle, base, count) : bernoulli(cycle, base, count);
  }
  /// Whether no terminal creates more than one packet in a cycle.
  [[nodiscard]] bool one_at_a_time() const { return kind_ != Injection::kBatch; }

  void serialize(Archive& archive) { archive(on_); }

 private:
  /// Bit i: terminal base + i creates a packet.
  [[nodiscard]] std::uint64_t bernoulli(std::int64_t cycle, int base, int count) const;
  [[nodiscard]] std::uint64_t burst(std::int64_t cycle, int base, int count);

  Injection kind_;
  int batch_size_;
  std::uint64_t create_probability_ = 0;       ///< of a packet in a cycle (while a burst is on)
  std::uint64_t burst_start_probability_ = 0;  ///< r
  std::uint64_t burst_end_probability_ = 0;
  std::vector<std::uint64_t> creation_key_;  ///< [terminal], as the following
  std::vector<std::uint64_t> burst_start_key_;
  std::vector<std::uint64_t> burst_end_key_;
  std::vector<std::uint8_t> on_;
};

}  // namespace dragonfly
