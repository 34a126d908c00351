// The architectural state of a router as a stream of 32-bit words (docs/microarchitecture.md,
// "Architectural state"): what two implementations of the router compare after every edge, with a
// plain comparison of words.
//
// The layout is a function of the router's sizes up to the contents of FIFOs, which come last:
//
//     now, control registers, least t_d     a word each
//     mid-packet, held, batch, pending      a bit for each input VC, output VC, input VC, input VC
//     connected, queue-ready                a bit for each port
//     decided                               a bit for each asker
//     occupancy, buffer pointers, route,    16 bits for each input VC or output VC
//       credits, taken, returned, length
//       of each timestamp queue, length
//       of each queue of pending credits
//     output queue length, pointer, t_d,    16 bits for each port
//       TCRT0
//     LFSR, decision, destination           32 bits for each asker
//     timestamps                            a word each: by output VC, oldest first
//     pending credits                       a word each, the release time: by input VC, oldest
//     first
//
// Each line's parts begin at a whole word; bits and halves fill words from the least significant
// end, unused ones are 0. What is written and read here depends on the standard library alone, so
// that a wrapper around Verilated RTL can be compiled with nothing else.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace dragonfly {

static_assert(std::endian::native == std::endian::little);

/// Parts of the state, in the order of the stream.
///
/// Some registers mean something at times only. What counts is
/// - kDecided: askers whose front has been decided in an earlier cycle and has not left; kDecision
///   is 0 for others. A packet whose head has left is mid-packet, not decided;
/// - kRoute: output VC + 1 of an input VC that is mid-packet, of a decided asker, and of another
///   input VC with a FIFO that is not empty; 0 for others;
/// - kTaken .. kPendingLength, kPending, kTd and kLeastTd: 0 unless the algorithm is UGAL-L_CR;
/// - kDestination: of the head at the front of an asker's FIFO; 0 where there is none.
enum class StatePart : std::size_t {
  kNow,              ///< cycle counter, 16 bits
  kControl,          ///< control registers, by their address
  kLeastTd,          ///< least t_d of the connected outputs, cycles
  kMidPacket,        ///< by input VC
  kHeld,             ///< by output VC
  kBatch,            ///< by input VC
  kPending,          ///< there are delayed credits, by input VC
  kConnected,        ///< control register CONNECTED, by port
  kReady,            ///< the output queue has room for the flits of a cycle, by port
  kDecided,          ///< by asker
  kOccupancy,        ///< flits in the FIFO, by input VC
  kWritePointer,     ///< flits that have been stored so far, modulo 2 x DEPTH, by input VC
  kReadPointer,      ///< of these, those that have left, modulo 2 x DEPTH, by input VC
  kWriteSlot,        ///< slot of the buffer that is written next, by input VC
  kReadSlot,         ///< slot of the oldest flit, by input VC
  kRoute,            ///< by input VC
  kCredits,          ///< by output VC
  kTaken,            ///< counter modulo CTQ_ONE_IN, by output VC
  kReturned,         ///< counter modulo CTQ_ONE_IN, by output VC
  kTimestampLength,  ///< entries of the credit timestamp queue, by output VC
  kPendingLength,    ///< delayed credits, by input VC
  kQueueLength,      ///< flits in the output queue, by port
  kPointer,          ///< an input VC, by port
  kTd,               ///< cycles, by port
  kTcrt0,            ///< control register TCRT0, cycles, by port
  kLfsr,             ///< by asker
  kDecision,         ///< state_decision(), by asker
  kDestination,      ///< the destination fields together, by asker
};
inline constexpr std::size_t kStateParts = 28;

/// Control registers of kControl, by address (docs/microarchitecture.md, "Control registers").
enum class ControlRegister : std::size_t {
  kAlgorithm,
  kFlags,
  kThreshold,
  kBufferDepth,
  kOqLimit,
  kRoute0,
  kRoute1,
  kRoute2,
  kRoute3,
  kCtqOneIn,
};
inline constexpr std::size_t kControlRegisters = 10;

/// A decision as a word of kDecision. Its output VC is in kRoute.
[[nodiscard]] constexpr std::uint32_t state_decision(bool nonmin, std::uint32_t mid,
                                                     std::uint32_t salt) {
  return mid | salt << 16 | (nonmin ? 1U << 31 : 0U);
}

/// Where the parts are in the stream of routers of one size.
class StateLayout {
 public:
  /// VC `vc` of port `p` has number (p << vc_bits) + vc. `askers`: the input VCs that ask for
  /// decisions, ascending.
  StateLayout(int ports, int vc_bits, std::vector<int> askers)
      : vc_bits_(vc_bits), askers_(std::move(askers)) {
    const auto by_port = static_cast<std::size_t>(ports);
    const std::size_t by_vc = by_port << vc_bits;
    const std::size_t by_asker = askers_.size();
    std::size_t word = 0;
    const auto place = [&](StatePart part, std::size_t entries, std::size_t bits) {
      entries_[static_cast<std::size_t>(part)] = entries;
      first_[static_cast<std::size_t>(part)] = word;
      word += (entries * bits + 31) / 32;
    };
    place(StatePart::kNow, 1, 32);
    place(StatePart::kControl, kControlRegisters, 32);
    place(StatePart::kLeastTd, 1, 32);
    for (const auto part :
         {StatePart::kMidPacket, StatePart::kHeld, StatePart::kBatch, StatePart::kPending})
      place(part, by_vc, 1);
    for (const auto part : {StatePart::kConnected, StatePart::kReady}) place(part, by_port, 1);
    place(StatePart::kDecided, by_asker, 1);
    for (const auto part :
         {StatePart::kOccupancy, StatePart::kWritePointer, StatePart::kReadPointer,
          StatePart::kWriteSlot, StatePart::kReadSlot, StatePart::kRoute, StatePart::kCredits,
          StatePart::kTaken, StatePart::kReturned, StatePart::kTimestampLength,
          StatePart::kPendingLength})
      place(part, by_vc, 16);
    for (const auto part :
         {StatePart::kQueueLength, StatePart::kPointer, StatePart::kTd, StatePart::kTcrt0})
      place(part, by_port, 16);
    for (const auto part : {StatePart::kLfsr, StatePart::kDecision, StatePart::kDestination})
      place(part, by_asker, 32);
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
