#include "models/router/state_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dragonfly {

namespace {

using Stream = std::vector<std::uint32_t>;

/// What the numbers of a part's entries stand for.
enum class Axis { kNone, kVc, kPort, kAsker };

struct PartKind {
  StatePart part;
  const char* name;
  Axis axis;
  unsigned bits;
};

// The lengths of FIFOs need no line of their own: where they differ, an entry is missing.
constexpr std::array<PartKind, 24> kKinds{{
    {StatePart::kNow, "now", Axis::kNone, 32},
    {StatePart::kConnected, "control register CONNECTED", Axis::kPort, 1},
    {StatePart::kTcrt0, "control register TCRT0", Axis::kPort, 16},
    {StatePart::kMidPacket, "mid-packet", Axis::kVc, 1},
    {StatePart::kHeld, "held", Axis::kVc, 1},
    {StatePart::kBatch, "batch", Axis::kVc, 1},
    {StatePart::kDecided, "decided", Axis::kAsker, 1},
    {StatePart::kDestination, "destination", Axis::kAsker, 32},
    {StatePart::kOccupancy, "occupancy", Axis::kVc, 16},
    {StatePart::kWritePointer, "buffer write pointer", Axis::kVc, 16},
    {StatePart::kReadPointer, "buffer read pointer", Axis::kVc, 16},
    {StatePart::kWriteSlot, "buffer write slot", Axis::kVc, 16},
    {StatePart::kReadSlot, "buffer read slot", Axis::kVc, 16},
    {StatePart::kRoute, "route", Axis::kVc, 16},
    {StatePart::kCredits, "credits", Axis::kVc, 16},
    {StatePart::kTaken, "taken", Axis::kVc, 16},
    {StatePart::kReturned, "returned", Axis::kVc, 16},
    {StatePart::kQueueLength, "output queue length", Axis::kPort, 16},
    {StatePart::kReady, "queue-ready", Axis::kPort, 1},
    {StatePart::kPointer, "pointer", Axis::kPort, 16},
    {StatePart::kTd, "t_d", Axis::kPort, 16},
    {StatePart::kLeastTd, "least t_d", Axis::kNone, 32},
    {StatePart::kPending, "pending", Axis::kVc, 1},
    {StatePart::kLfsr, "LFSR", Axis::kAsker, 32},
}};

/// By address.
constexpr std::array<const char*, kControlRegisters> kControlNames{
    "control register ALGORITHM",    "control register FLAGS",    "control register THRESHOLD",
    "control register BUFFER_DEPTH", "control register OQ_LIMIT", "control register ROUTE(0)",
    "control register ROUTE(1)",     "control register ROUTE(2)", "control register ROUTE(3)",
    "control register CTQ_ONE_IN"};

std::uint32_t part_value(const StateLayout& layout, const Stream& stream, StatePart part,
                         std::size_t entry, unsigned bits) {
  const std::size_t bit = entry * bits;
  const std::uint32_t word = stream.at(layout.first(part) + bit / 32) >> (bit % 32);
  return bits == 32 ? word : word & ((1U << bits) - 1);
}

/// How many VCs of a port ask.
std::ptrdiff_t askers_of_port(const StateLayout& layout, int port) {
  return std::count_if(layout.askers().begin(), layout.askers().end(),
                       [&](int vc) { return vc >> layout.vc_bits() == port; });
}

/// Fields of a word of StatePart::kDecision.
struct DecisionField {
  const char* name;
  unsigned shift;
  std::uint32_t mask;
};
constexpr std::array<DecisionField, 3> kDecisionFields{{
    {"decision: nonmin", 31, 1},
    {"decision: mid", 0, 0xffff},
    {"decision: salt", 16, 0xff},
}};

/// FIFOs whose contents end the stream, in this order.
struct FifoKind {
  StatePart length;
  const char* name;
};
constexpr std::array<FifoKind, 2> kFifos{{
    {StatePart::kTimestampLength, "timestamp queue"},
    {StatePart::kPendingLength, "pending credit's release time"},
}};

class Comparison {
 public:
  Comparison(const StateLayout& layout, const Stream& expected, const Stream& actual)
      : layout_(layout), expected_(expected), actual_(actual) {}

  std::vector<StateDifference> run() {
    for (std::size_t number = 0; number < kControlRegisters; ++number) {
      add(kControlNames[number], Axis::kNone, 0, -1,
          value(expected_, StatePart::kControl, number, 32),
          value(actual_, StatePart::kControl, number, 32));
    }
    for (const PartKind& kind : kKinds) {
      for (std::size_t entry = 0; entry < layout_.entries(kind.part); ++entry) {
        compare(kind, entry);
      }
    }
    compare_decisions();
    std::size_t expected_word = layout_.words(), actual_word = layout_.words();
    for (const FifoKind& fifo : kFifos)
      compare_fifos(fifo.length, fifo.name, expected_word, actual_word);
    return std::move(differences_);
  }

 private:
  [[nodiscard]] std::uint32_t value(const Stream& stream, StatePart part, std::size_t entry,
                                    unsigned bits) const {
    return part_value(layout_, stream, part, entry, bits);
  }

  void add(const char* name, Axis axis, std::size_t number, int entry, std::int64_t expected,
           std::int64_t actual) {
    if (expected == actual) return;
    const int bits = layout_.vc_bits();
    StateDifference difference{name, -1, -1, entry, expected, actual};
    if (axis == Axis::kPort) difference.port = static_cast<int>(number);
    if (axis == Axis::kVc || axis == Axis::kAsker) {
      const int vc = axis == Axis::kVc ? static_cast<int>(number) : layout_.askers()[number];
      difference.port = vc >> bits;
      // Where one VC of a port asks, the port is name enough.
      if (axis == Axis::kVc || askers_of_port(layout_, difference.port) > 1)
        difference.vc = vc & ((1 << bits) - 1);
    }
    differences_.push_back(std::move(difference));
  }

  void compare(const PartKind& kind, std::size_t entry) {
    add(kind.name, kind.axis, entry, -1, value(expected_, kind.part, entry, kind.bits),
        value(actual_, kind.part, entry, kind.bits));
  }

  void compare_decisions() {
    for (std::size_t asker = 0; asker < layout_.entries(StatePart::kDecision); ++asker) {
      const std::uint32_t expected = value(expected_, StatePart::kDecision, asker, 32);
      const std::uint32_t actual = value(actual_, StatePart::kDecision, asker, 32);
      for (const DecisionField& field : kDecisionFields)
        add(field.name, Axis::kAsker, asker, -1, expected >> field.shift & field.mask,
            actual >> field.shift & field.mask);
    }
  }

  /// The FIFOs of one kind, whose entries begin at the given words, which move behind them.
  void compare_fifos(StatePart length, const char* name, std::size_t& expected_word,
                     std::size_t& actual_word) {
    for (std::size_t vc = 0; vc < layout_.entries(length); ++vc) {
      const std::size_t expected_count = value(expected_, length, vc, 16);
      const std::size_t actual_count = value(actual_, length, vc, 16);
      for (std::size_t entry = 0; entry < std::max(expected_count, actual_count); ++entry) {
        const auto of = [entry](const Stream& stream, std::size_t first, std::size_t count) {
          return entry < count ? std::int64_t{stream.at(first + entry)} : std::int64_t{-1};
        };
        add(name, Axis::kVc, vc, static_cast<int>(entry),
            of(expected_, expected_word, expected_count), of(actual_, actual_word, actual_count));
      }
      expected_word += expected_count;
      actual_word += actual_count;
    }
  }

  const StateLayout& layout_;
  const Stream& expected_;
  const Stream& actual_;
  std::vector<StateDifference> differences_;
};

std::string vc_name(const StateLayout& layout, std::int64_t vc) {
  return fmt::format("port {} VC{}", vc >> layout.vc_bits(),
                     vc & ((std::int64_t{1} << layout.vc_bits()) - 1));
}

}  // namespace

std::string state_value_text(const StateLayout& layout, const std::string& name,
                             std::int64_t value) {
  if (name == "route") return value == 0 ? "none" : vc_name(layout, value - 1);
  if (name == "pointer") return vc_name(layout, value);
  if (name == "LFSR" || name == "destination") return fmt::format("{:#010x}", value);
  return value < 0 ? "no entry" : fmt::format("{}", value);
}

std::vector<StateDifference> state_differences(const StateLayout& layout, const Stream& expected,
                                               const Stream& actual) {
  return Comparison(layout, expected, actual).run();
}

std::int64_t state_value(const StateLayout& layout, const Stream& stream,
                         const StateDifference& item) {
  const int number = item.vc < 0 ? item.port : (item.port << layout.vc_bits()) + item.vc;
  const auto entry = static_cast<std::size_t>(std::max(0, number));
  const auto asker = [&] {
    const auto is_it = [&](int vc) {
      return item.vc < 0 ? vc >> layout.vc_bits() == item.port : vc == number;
    };
    const std::vector<int>& askers = layout.askers();
    return static_cast<std::size_t>(std::find_if(askers.begin(), askers.end(), is_it) -
                                    askers.begin());
  };
  for (const PartKind& kind : kKinds) {
    if (item.name == kind.name)
      return part_value(layout, stream, kind.part, kind.axis == Axis::kAsker ? asker() : entry,
                        kind.bits);
  }
  for (std::size_t number = 0; number < kControlRegisters; ++number)
    if (item.name == kControlNames[number])
      return part_value(layout, stream, StatePart::kControl, number, 32);
  for (const DecisionField& field : kDecisionFields) {
    if (item.name == field.name)
      return part_value(layout, stream, StatePart::kDecision, asker(), 32) >> field.shift &
             field.mask;
  }
  std::size_t word = layout.words();
  for (const FifoKind& fifo : kFifos) {
    for (std::size_t vc = 0; vc < layout.entries(fifo.length); ++vc) {
      const std::size_t count = part_value(layout, stream, fifo.length, vc, 16);
      if (item.name == fifo.name && vc == entry) {
        return item.entry >= 0 && static_cast<std::size_t>(item.entry) < count
                   ? std::int64_t{stream.at(word + static_cast<std::size_t>(item.entry))}
                   : -1;
      }
      word += count;
    }
  }
  return -1;
}

std::string to_string(const StateLayout& layout, const StateDifference& difference) {
  std::string text = difference.name;
  if (difference.port >= 0) text += fmt::format(" of port {}", difference.port);
  if (difference.vc >= 0) text += fmt::format(" VC{}", difference.vc);
  if (difference.entry >= 0) text += fmt::format(", entry {}", difference.entry);
  return text + fmt::format(": expected {}, actual {}",
                            state_value_text(layout, difference.name, difference.expected),
                            state_value_text(layout, difference.name, difference.actual));
}

}  // namespace dragonfly
