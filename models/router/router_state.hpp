// SPDX-License-Identifier: Apache-2.0
// The architectural state of a router as a stream of 32-bit words (docs/microarchitecture.md,
// "Architectural state"): what two implementations of the router compare after every edge, with a
// plain comparison of words.
//
// The parts are those of state_parts.hpp, in its order: a bit, 16 bits or a word for each of their
// entries. They begin at whole words; bits and halves fill words from the least significant end,
// unused ones are 0. So the layout is a function of the router's sizes up to the contents of FIFOs,
// which come last, a word each: by part, by VC, oldest first.
//
// Some registers mean something at times only; what counts is said there.
//
// What is written and read here depends on the standard library alone, so that a wrapper around
// Verilated RTL can be compiled with nothing else.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "models/router/register_map.hpp"
#include "models/router/state_parts.hpp"

namespace dragonfly {

static_assert(std::endian::native == std::endian::little);

/// A decision as a word of kDecision. Its output VC is in kRoute.
[[nodiscard]] constexpr std::uint32_t state_decision(bool nonmin, std::uint32_t mid,
                                                     std::uint32_t salt) {
  return (nonmin ? 1U : 0U) << kDecisionNonmin.shift | mid << kDecisionMid.shift |
         salt << kDecisionSalt.shift;
}

/// Where the parts are in the stream of routers of one size.
class StateLayout {
 public:
  /// VC `vc` of port `p` has number (p << vc_bits) + vc. `askers`: the input VCs that ask for
  /// decisions, ascending.
  StateLayout(int ports, int vc_bits, std::vector<int> askers)
      : vc_bits_(vc_bits), askers_(std::move(askers)) {
    const auto by_port = static_cast<std::size_t>(ports);
    const auto entries = [&](StateAxis axis) -> std::size_t {
      switch (axis) {
        case StateAxis::kRegister:
          return kControlRegisters;
        case StateAxis::kVc:
          return by_port << vc_bits;
        case StateAxis::kPort:
          return by_port;
        case StateAxis::kAsker:
          return askers_.size();
        default:
          return 1;
      }
    };
    std::size_t word = 0;
    for (const StatePartKind& kind : kStatePartKinds) {
      const auto part = static_cast<std::size_t>(kind.part);
      entries_[part] = entries(kind.axis);
      first_[part] = word;
      word += (entries_[part] * kind.bits + 31) / 32;
    }
    words_ = word;
  }

  [[nodiscard]] int vc_bits() const { return vc_bits_; }
  /// Input VCs by asker.
  [[nodiscard]] const std::vector<int>& askers() const { return askers_; }
  /// First word of a part.
  [[nodiscard]] std::size_t first(StatePart part) const {
    return first_[static_cast<std::size_t>(part)];
  }
  /// VCs, ports or askers that a part has values of.
  [[nodiscard]] std::size_t entries(StatePart part) const {
    return entries_[static_cast<std::size_t>(part)];
  }
  /// Words before the contents of FIFOs.
  [[nodiscard]] std::size_t words() const { return words_; }

 private:
  int vc_bits_;
  std::vector<int> askers_;
  std::size_t words_ = 0;
  std::array<std::size_t, kStateParts> first_{}, entries_{};
};

/// Writes one stream; to be made anew for each. Parts may be written in any order, except that
/// timestamps come by ascending output VC and before pending credits, these by ascending input VC.
/// What is not written is 0. No argument is checked.
class StateWriter {
 public:
  /// Begins `stream` anew; it must outlive this object, and keeps its memory from cycle to cycle.
  StateWriter(const StateLayout& layout, std::vector<std::uint32_t>& stream)
      : layout_(layout), stream_(stream) {
    stream_.assign(layout.words(), 0);
  }

  /// The whole of a bit vector: `bits` is little endian, has bytes up to a multiple of 4, and zeros
  /// behind its end.
  void bits(StatePart part, const void* bits) {
    std::memcpy(stream_.data() + layout_.first(part), bits, (layout_.entries(part) + 31) / 32 * 4);
  }
  /// A value of 16 bits.
  void half(StatePart part, std::size_t entry, std::uint32_t value) {
    const auto narrow = static_cast<std::uint16_t>(value);
    std::memcpy(reinterpret_cast<std::byte*>(stream_.data() + layout_.first(part)) + 2 * entry,
                &narrow, sizeof narrow);
  }
  /// All values of a part of 16 bits each.
  void halves(StatePart part, const std::uint16_t* values) {
    std::memcpy(stream_.data() + layout_.first(part), values, 2 * layout_.entries(part));
  }
  /// A value of 32 bits, or a bit vector's 32 bits from 32 x entry.
  void word(StatePart part, std::size_t entry, std::uint32_t value) {
    stream_[layout_.first(part) + entry] = value;
  }
  void set_bit(StatePart part, std::size_t entry) {
    stream_[layout_.first(part) + entry / 32] |= 1U << entry % 32;
  }
  void control(ControlRegister number, std::uint32_t value) {
    word(StatePart::kControl, static_cast<std::size_t>(number), value);
  }
  void now(std::uint16_t cycle) { word(StatePart::kNow, 0, cycle); }

  /// The next older-to-newer entry of the timestamp queue of an output VC.
  void timestamp(std::size_t output_vc, std::uint16_t time) {
    append(StatePart::kTimestampLength, output_vc, time);
  }
  /// The next older-to-newer pending credit of an input VC.
  void pending_credit(std::size_t input_vc, std::uint16_t release_time) {
    append(StatePart::kPendingLength, input_vc, release_time);
  }

 private:
  void append(StatePart length, std::size_t vc, std::uint16_t value) {
    std::byte* const place =
        reinterpret_cast<std::byte*>(stream_.data() + layout_.first(length)) + 2 * vc;
    std::uint16_t count = 0;
    std::memcpy(&count, place, sizeof count);
    ++count;
    std::memcpy(place, &count, sizeof count);
    stream_.push_back(value);
  }

  const StateLayout& layout_;
  std::vector<std::uint32_t>& stream_;
};

}  // namespace dragonfly
