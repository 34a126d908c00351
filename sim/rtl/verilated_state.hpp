// SPDX-License-Identifier: Apache-2.0
// The architectural state of a Verilated df_node with the ports of DF_STATE, as the stream of
// models/router/router_state.hpp. Compiled with the generated code of one variant.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "models/router/router_state.hpp"

namespace dragonfly {

/// Bits of a port of any type, packed or an array of numbers of `Lane`s.
class PortBits {
 public:
  template <typename Port>
  explicit PortBits(const Port& port) : bytes_(reinterpret_cast<const std::byte*>(&port)) {}

  /// `width` bits from bit `first`, width <= 32.
  [[nodiscard]] std::uint32_t field(std::size_t first, unsigned width) const {
    std::uint64_t word = 0;
    const std::size_t last_byte = (first + width - 1) / 8;
    std::memcpy(&word, bytes_ + first / 8, last_byte - first / 8 + 1);
    return static_cast<std::uint32_t>(word >> first % 8 & ((std::uint64_t{1} << width) - 1));
  }
  [[nodiscard]] bool bit(std::size_t index) const {
    return (bytes_[index / 8] >> index % 8 & std::byte{1}) != std::byte{0};
  }
  /// Field `index` of a vector of fields as wide as `Number`.
  template <typename Number>
  [[nodiscard]] Number number(std::size_t index) const {
    Number value{};
    std::memcpy(&value, bytes_ + index * sizeof value, sizeof value);
    return value;
  }
  /// Writes `count` bits from bit `first` as a bit vector.
  void write_bits(std::size_t first, std::size_t count, StatePart part, StateWriter& write) const {
    for (std::size_t word = 0; 32 * word < count; ++word)
      write.word(part, word,
                 field(first + 32 * word,
                       static_cast<unsigned>(std::min<std::size_t>(32, count - 32 * word))));
  }

 private:
  const std::byte* bytes_;
};

/// Adds 2^k to the values of the VCs whose bit is set in plane k. A plane is a vector over VCs.
template <std::size_t kVcs, typename Planes>
void add_planes(const Planes& planes, std::size_t count, std::array<std::uint16_t, kVcs>& values) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(&planes);
  const std::size_t plane_bytes = sizeof planes / count;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t first = 0; first < kVcs; first += 64) {
      std::uint64_t rest = 0;
      const std::size_t left = plane_bytes - first / 8;
      std::memcpy(&rest, bytes + k * plane_bytes + first / 8, left < 8 ? left : 8);
      for (; rest != 0; rest &= rest - 1)
        values[first + static_cast<std::size_t>(std::countr_zero(rest))] +=
            static_cast<std::uint16_t>(1U << k);
    }
}

/// Word `index` of a bundle (rtl/df_macros.svh) of words of `width` <= 32 bits, which is an
/// array or a flat vector.
template <typename Bundle>
std::uint32_t word_of(const Bundle& bundle, std::size_t index, [[maybe_unused]] unsigned width) {
#if DF_FLAT_BUNDLES
  return PortBits(bundle).field(index * width, width);
#else
  return bundle[index];
#endif
}

/// One more than the number of the highest set bit of mask `index` of `count`, 0 where none is. The
/// masks are of whole bytes, so that a bundle of them looks the same as array and as flat vector.
template <typename Masks>
std::size_t bits_up_to_highest(const Masks& masks, std::size_t index, std::size_t count) {
  const std::size_t mask_bytes = sizeof masks / count;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&masks) + index * mask_bytes;
  for (std::size_t byte = mask_bytes; byte-- > 0;)
    if (bytes[byte] != 0)
      return 8 * byte + static_cast<std::size_t>(std::bit_width(unsigned{bytes[byte]}));
  return 0;
}

/// Bits that hold 0 .. count-1, at least one, as in df_pkg.
constexpr unsigned bits_for(std::size_t count) {
  return count <= 2 ? 1 : static_cast<unsigned>(std::bit_width(count - 1));
}

/// Control registers, from df_pkg::control_t.
template <typename Port>
void write_control(const Port& port, StateWriter& write) {
  constexpr unsigned kCreditBits = static_cast<unsigned>(std::bit_width(unsigned{DF_DEPTH}));
  const PortBits bits(port);
  bits.write_bits(kConnectedLowest, DF_PORTS, StatePart::kConnected, write);
  std::array<std::uint32_t, kControlRegisters> registers{};
  for (const ControlMember& member : control_members(kCreditBits, DF_PORTS))
    registers[static_cast<std::size_t>(member.number)] |= bits.field(member.lowest, member.bits)
                                                          << member.shift;
  for (std::size_t number = 0; number < kControlRegisters; ++number)
    write.control(static_cast<ControlRegister>(number), registers[number]);
}

template <typename Model>
void write_state(const Model& model, std::vector<std::uint32_t>& stream) {
  constexpr std::size_t kPorts = DF_PORTS, kVcs = std::size_t{DF_PORTS} << DF_VC_BITS;
  constexpr std::uint32_t kPointerMask = 2 * DF_DEPTH - 1, kQueueMask = 2 * DF_OQ_DEPTH - 1;
  constexpr unsigned kVcBits = DF_VC_BITS == 0 ? 1 : DF_VC_BITS, kPortBits = bits_for(DF_PORTS);
  constexpr unsigned kCreditBits = static_cast<unsigned>(std::bit_width(unsigned{DF_DEPTH})),
                     kPointerBits = kCreditBits,  // DEPTH is a power of two
      kQueueBits = static_cast<unsigned>(std::bit_width(unsigned{DF_OQ_DEPTH}));
  constexpr unsigned kSlotBits = bits_for(DF_CTQ_DEPTH), kTdBits = 15,
                     kTimesBits = static_cast<unsigned>(std::bit_width(unsigned{DF_SPEEDUP}));
  constexpr bool kDecidesOnArrival = DF_DECIDES_ON_ARRIVAL != 0;
  static const StateLayout layout(DF_PORTS, DF_VC_BITS, {DF_ASKERS});
  static const std::array<bool, kVcs> asks = [] {
    std::array<bool, kVcs> all{};
    // Where decisions are taken on arrival askers are ports, and input VCs have routes at once.
    if (!kDecidesOnArrival)
      for (const int i : layout.askers()) all[static_cast<std::size_t>(i)] = true;
    return all;
  }();

  StateWriter write(layout, stream);
  write.now(model.state_now_o);
  write_control(model.state_control_o, write);
  write.word(StatePart::kLeastTd, 0, model.state_least_td_o);
  write.bits(StatePart::kPending, &model.state_pending_ivc_o);
  write.bits(StatePart::kMidPacket, &model.state_mid_ivc_o);
  write.bits(StatePart::kHeld, &model.state_held_ovc_o);
  write.bits(StatePart::kBatch, &model.state_batch_ivc_o);

  std::array<std::uint16_t, kVcs> values{};
  for (std::size_t i = 0; i < kVcs; ++i)
    values[i] = static_cast<std::uint16_t>((word_of(model.state_write_ivc_o, i, kPointerBits) -
                                            word_of(model.state_read_ivc_o, i, kPointerBits)) &
                                           kPointerMask);
  write.halves(StatePart::kOccupancy, values.data());
  const auto write_array = [&](StatePart part, const auto& array, unsigned width) {
    for (std::size_t i = 0; i < kVcs; ++i)
      values[i] = static_cast<std::uint16_t>(word_of(array, i, width));
    write.halves(part, values.data());
  };
  write_array(StatePart::kWritePointer, model.state_write_ivc_o, kPointerBits);
  write_array(StatePart::kReadPointer, model.state_read_ivc_o, kPointerBits);
  write_array(StatePart::kWriteSlot, model.state_write_slot_ivc_o, kPointerBits - 1);
  write_array(StatePart::kReadSlot, model.state_read_slot_ivc_o, kPointerBits - 1);

  values.fill(0);
  add_planes(model.state_credits_ovc_o, kCreditBits, values);
  write.halves(StatePart::kCredits, values.data());

  const PortBits mid(model.state_mid_ivc_o), decided(model.state_decided_ivc_o),
      stored(model.state_stored_ivc_o);
  for (std::size_t i = 0; i < kVcs; ++i) {
    const bool assigned = mid.bit(i) || decided.bit(i) || (!asks[i] && stored.bit(i));
    const unsigned route = word_of(model.state_route_ivc_o, i, kPortBits + kVcBits),
                   port = route >> kVcBits, vc = route - (port << kVcBits);
    values[i] = assigned ? static_cast<std::uint16_t>((port << DF_VC_BITS) + vc + 1) : 0;
  }
  write.halves(StatePart::kRoute, values.data());

  PortBits(model.state_ready_op_o).write_bits(0, kPorts, StatePart::kReady, write);
  const PortBits td(model.state_td_op_o), tcrt0(model.state_tcrt0_op_o),
      pause(model.state_pause_op_o);
  for (std::size_t o = 0; o < kPorts; ++o) {
    write.half(StatePart::kQueueLength, o,
               (word_of(model.state_queue_write_op_o, o, kQueueBits) -
                word_of(model.state_queue_read_op_o, o, kQueueBits)) &
                   kQueueMask);
    // A thermometer mask of the input VCs before the pointer, without those that do not exist.
    write.half(
        StatePart::kPointer, o,
        static_cast<std::uint32_t>(
            bits_up_to_highest(model.state_lower_op_o, o, std::size_t{1} << kPortBits) % kVcs));
    write.half(StatePart::kPause, o, pause.number<std::uint8_t>(o));
    write.half(StatePart::kTd, o, td.field(o * kTdBits, kTdBits));
    write.half(StatePart::kQueue, o, word_of(model.state_queue_op_o, o, 16));
    write.half(StatePart::kArrivalVc, o, word_of(model.state_arrival_vc_ip_o, o, kVcBits));
    write.half(StatePart::kTcrt0, o, tcrt0.number<std::uint16_t>(o));
  }

  const PortBits lfsr(model.state_lfsr_ask_o), nonmin(model.state_nonmin_ask_o),
      salt(model.state_salt_ask_o), mid_node(model.state_mid_ask_o), head(model.state_head_ivc_o),
      dst(model.state_header_ask_o);
  for (std::size_t n = 0; n < layout.askers().size(); ++n) {
    write.word(StatePart::kLfsr, n, lfsr.number<std::uint32_t>(n));
    if (kDecidesOnArrival) continue;
    const auto i = static_cast<std::size_t>(layout.askers()[n]);
    // The destination is in the lowest of the bits that a decision depends on.
    if (head.bit(i))
      write.word(StatePart::kDestination, n, dst.field(n * DF_ASKED_BITS, DF_DESTINATION_BITS));
    // A decision counts until the head has left; a register may keep it for longer.
    if (!decided.bit(i) || mid.bit(i)) continue;
    write.set_bit(StatePart::kDecided, n);
    write.word(StatePart::kDecision, n,
               state_decision(nonmin.bit(n), mid_node.field(n * DF_MID_BITS, DF_MID_BITS),
                              salt.number<std::uint8_t>(n)));
  }

  const PortBits taken(model.state_taken_ovc_o), returned(model.state_returned_ovc_o),
      time_read(model.state_time_read_ovc_o), time_write(model.state_time_write_ovc_o),
      time_removed(model.state_time_removed_ovc_o);
  constexpr std::uint32_t kTimeMask = (2U << kSlotBits) - 1, kSlots = 1U << kSlotBits;
  // Memories are [{slot, VC}], with VCs up to a power of two as in df_pkg::NVP.
  constexpr std::size_t kWordsOfSlot = std::max<std::size_t>(32, std::bit_ceil(kVcs));
  for (std::size_t i = 0; i < kVcs; ++i) {
    write.half(StatePart::kTaken, i, taken.number<std::uint8_t>(i));
    write.half(StatePart::kReturned, i, returned.number<std::uint8_t>(i));
    std::uint32_t entry = time_read.field(i * (kSlotBits + 1), kSlotBits + 1);
    const std::uint32_t end = time_write.field(i * (kSlotBits + 1), kSlotBits + 1);
    // An entry is how often a time is in the queue, and the time; some of the first may have been
    // removed.
    std::uint32_t removed = time_removed.field(i * kTimesBits, kTimesBits);
    for (; entry != end; entry = (entry + 1) & kTimeMask) {
      const std::uint32_t word =
          word_of(model.state_time_ovc_o, entry % kSlots * kWordsOfSlot + i, 16 + kTimesBits);
      for (std::uint32_t times = word >> 16; times > removed; --times)
        write.timestamp(i, static_cast<std::uint16_t>(word));
      removed = 0;
    }
  }
  for (std::size_t i = 0; i < kVcs; ++i) {
    std::uint32_t entry = word_of(model.state_credit_read_ivc_o, i, kPointerBits);
    const std::uint32_t end = word_of(model.state_credit_write_ivc_o, i, kPointerBits);
    for (; entry != end; entry = (entry + 1) & kPointerMask)
      write.pending_credit(
          i, static_cast<std::uint16_t>(
                 word_of(model.state_release_ivc_o, entry % DF_DEPTH * kWordsOfSlot + i, 16)));
  }
}

}  // namespace dragonfly
