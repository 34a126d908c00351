// SPDX-License-Identifier: Apache-2.0
#include "models/router/state_difference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dragonfly {

namespace {

using Stream = std::vector<std::uint32_t>;

std::string register_name(std::size_t number) {
  return fmt::format("control register {}", kControlRegisterKinds[number].name);
}

/// How many VCs of a port ask.
std::ptrdiff_t askers_of_port(const StateLayout& layout, int port) {
  return std::count_if(layout.askers().begin(), layout.askers().end(),
                       [&](int vc) { return vc >> layout.vc_bits() == port; });
}

/// The parts of a value that are reported one by one.
std::vector<StateField> fields_of(StatePart part) {
  std::vector<StateField> fields;
  for (const StateField& field : kStateFields)
    if (field.part == part) fields.push_back(field);
  return fields;
}

std::uint32_t field_value(const StateField& field, std::uint32_t value) {
  return value >> field.shift & ((1U << field.bits) - 1);
}

class Comparison {
 public:
  Comparison(const StateLayout& layout, const Stream& expected, const Stream& actual)
      : layout_(layout), expected_(expected), actual_(actual) {}

  std::vector<StateDifference> run() {
    // The FIFOs are the last parts, and their contents end the stream.
    std::size_t expected_word = layout_.words(), actual_word = layout_.words();
    for (const StatePartKind& kind : kStatePartKinds) {
      if (kind.fifo) {
        compare_fifos(kind, expected_word, actual_word);
        continue;
      }
      for (std::size_t entry = 0; entry < layout_.entries(kind.part); ++entry) compare(kind, entry);
    }
    return std::move(differences_);
  }

 private:
  [[nodiscard]] std::uint32_t value(const Stream& stream, StatePart part, std::size_t entry) const {
    return state_entry(layout_, stream, part, entry);
  }

  void add(const std::string& name, StateAxis axis, std::size_t number, int entry,
           std::int64_t expected, std::int64_t actual) {
    if (expected == actual) return;
    const int bits = layout_.vc_bits();
    StateDifference difference{name, -1, -1, entry, expected, actual};
    if (axis == StateAxis::kPort) difference.port = static_cast<int>(number);
    if (axis == StateAxis::kVc || axis == StateAxis::kAsker) {
      const int vc = axis == StateAxis::kVc ? static_cast<int>(number) : layout_.askers()[number];
      difference.port = vc >> bits;
      // Where one VC of a port asks, the port is name enough.
      if (axis == StateAxis::kVc || askers_of_port(layout_, difference.port) > 1)
        difference.vc = vc & ((1 << bits) - 1);
    }
    differences_.push_back(std::move(difference));
  }

  void compare(const StatePartKind& kind, std::size_t entry) {
    const std::uint32_t expected = value(expected_, kind.part, entry),
                        actual = value(actual_, kind.part, entry);
    if (expected == actual) return;
    if (kind.axis == StateAxis::kRegister)
      return add(register_name(entry), StateAxis::kNone, 0, -1, expected, actual);
    const std::vector<StateField> fields = fields_of(kind.part);
    if (fields.empty()) add(kind.name, kind.axis, entry, -1, expected, actual);
    for (const StateField& field : fields)
      add(field.name, kind.axis, entry, -1, field_value(field, expected),
          field_value(field, actual));
  }

  /// The FIFOs of one kind, whose entries begin at the given words, which move behind them.
  void compare_fifos(const StatePartKind& fifo, std::size_t& expected_word,
                     std::size_t& actual_word) {
    for (std::size_t vc = 0; vc < layout_.entries(fifo.part); ++vc) {
      const std::size_t expected_count = value(expected_, fifo.part, vc);
      const std::size_t actual_count = value(actual_, fifo.part, vc);
      for (std::size_t entry = 0; entry < std::max(expected_count, actual_count); ++entry) {
        const auto of = [entry](const Stream& stream, std::size_t first, std::size_t count) {
          return entry < count ? std::int64_t{stream.at(first + entry)} : std::int64_t{-1};
        };
        add(fifo.name, fifo.axis, vc, static_cast<int>(entry),
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

std::uint32_t state_entry(const StateLayout& layout, const Stream& stream, StatePart part,
                          std::size_t entry) {
  const unsigned bits = kStatePartKinds[static_cast<std::size_t>(part)].bits;
  const std::size_t bit = entry * bits;
  const std::uint32_t word = stream.at(layout.first(part) + bit / 32) >> (bit % 32);
  return bits == 32 ? word : word & ((1U << bits) - 1);
}

std::string state_value_text(const StateLayout& layout, const std::string& name,
                             std::int64_t value) {
  const auto is = [&](StatePart part) { return name == state_name(part); };
  if (is(StatePart::kRoute)) return value == 0 ? "none" : vc_name(layout, value - 1);
  if (is(StatePart::kPointer)) return vc_name(layout, value);
  if (is(StatePart::kLfsr) || is(StatePart::kDestination)) return fmt::format("{:#010x}", value);
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
  const auto value = [&](const StatePartKind& kind, std::size_t number) {
    return state_entry(layout, stream, kind.part, number);
  };
  std::size_t word = layout.words();
  for (const StatePartKind& kind : kStatePartKinds) {
    if (kind.fifo) {
      for (std::size_t vc = 0; vc < layout.entries(kind.part); ++vc) {
        const std::size_t count = value(kind, vc);
        if (item.name == kind.name && vc == entry) {
          return item.entry >= 0 && static_cast<std::size_t>(item.entry) < count
                     ? std::int64_t{stream.at(word + static_cast<std::size_t>(item.entry))}
                     : -1;
        }
        word += count;
      }
    } else if (kind.axis == StateAxis::kRegister) {
      for (std::size_t register_number = 0; register_number < kControlRegisters; ++register_number)
        if (item.name == register_name(register_number)) return value(kind, register_number);
    } else {
      const auto place = [&] { return kind.axis == StateAxis::kAsker ? asker() : entry; };
      if (item.name == kind.name) return value(kind, place());
      for (const StateField& field : fields_of(kind.part))
        if (item.name == field.name) return field_value(field, value(kind, place()));
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
