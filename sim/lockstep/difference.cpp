// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace dragonfly {

namespace {

using Kind = DifferingValue::Kind;

std::string summary(const Difference& difference) {
  std::string text = fmt::format("router {} and its model differ in cycle {}:", difference.router,
                                 difference.cycle);
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < difference.values.size() && i < kShown; ++i)
    text += "\n  " + to_string(difference.values[i]);
  if (difference.values.size() > kShown)
    text += fmt::format("\n  and {} more", difference.values.size() - kShown);
  for (const std::string& hint : hints(difference)) text += "\n" + hint;
  return text;
}

/// Compares two vectors over VCs.
void compare_masks(const RouterShape& shape, const char* name, const std::uint64_t* expected,
                   const std::uint64_t* actual, std::vector<DifferingValue>& values) {
  for (int word = 0; word < shape.mask_words(); ++word) {
    for (std::uint64_t rest = expected[word] ^ actual[word]; rest != 0; rest &= rest - 1) {
      const int number = word * 64 + std::countr_zero(rest);
      const bool wanted = (expected[word] & (rest & -rest)) != 0;
      values.push_back({Kind::kOutput, name, number >> shape.vc_bits, number & (shape.stride() - 1),
                        -1, wanted ? 1 : 0, wanted ? 0 : 1});
    }
  }
}

/// Output VCs of which one side has taken a credit more than the other, or fewer, in words; those
/// on which only one side sends, if the next cycle is not known.
std::string outputs_in_question(const Difference& difference, bool extra) {
  std::vector<std::string> outputs;
  const auto add = [&](const std::vector<DifferingValue>& values, const char* name, bool more) {
    for (const DifferingValue& value : values)
      if (value.name == name && (value.actual > value.expected) == more)
        outputs.push_back(fmt::format("port {} VC{}", value.port, value.vc));
  };
  add(difference.next, state_name(StatePart::kCredits), !extra);
  if (difference.next.empty()) add(difference.values, "valid", extra);
  return fmt::format("{}", fmt::join(outputs, " or "));
}

const DifferingValue* find_value(const std::vector<DifferingValue>& values, StatePart part,
                                 const DifferingValue& at) {
  const auto found = std::find_if(values.begin(), values.end(), [&](const DifferingValue& value) {
    return value.kind == Kind::kState && value.name == state_name(part) && value.port == at.port &&
           value.vc == at.vc;
  });
  return found == values.end() ? nullptr : &*found;
}

/// The front of an input VC was granted on one side only: by the RTL if `extra`. Its output is
/// known by its route; if it had none yet, by the credits of the next cycle.
std::string grant_hint(const Difference& difference, const DifferingValue& credit, bool extra) {
  const std::string outputs =
      credit.route.empty() ? outputs_in_question(difference, extra) : credit.route;
  const std::string to = outputs.empty() ? "" : fmt::format(" to output {}", outputs);
  return fmt::format("The front of input port {} VC{} {}.", credit.port, credit.vc,
                     extra ? fmt::format("was granted{} and should not have been", to)
                           : fmt::format("should have been granted{} and was not", to));
}

/// A credit goes back in the cycle of the grant, or later if the routing delays credits.
std::string credit_hint(const Difference& difference, const DifferingValue& credit) {
  const bool extra = credit.actual > credit.expected;
  if (credit.held_by.empty() && !difference.next_known)
    return grant_hint(difference, credit, extra);
  const std::string of = fmt::format("input port {} VC{}", credit.port, credit.vc);
  if (find_value(difference.values, StatePart::kPending, credit) != nullptr ||
      find_value(difference.values, StatePart::kPendingLength, credit) != nullptr) {
    return fmt::format("The credit of {} differs because its held credits do.", of);
  }
  if (!difference.next_known) {
    return fmt::format(
        "Either the front of {} {}, or its credit {} ({}).", of,
        extra ? "was granted and should not have been" : "should have been granted and was not",
        extra ? "should have been held back" : "should not have been held back", credit.held_by);
  }
  // A flit that leaves has left the buffer in the next cycle.
  if (const auto* left = find_value(difference.next, StatePart::kOccupancy, credit))
    return grant_hint(difference, credit, left->actual < left->expected);
  return fmt::format("The grants of {} agree, but its credit {}{}.", of,
                     extra ? "went back and should not have" : "should have gone back and did not",
                     credit.held_by.empty() ? "" : fmt::format(" ({})", credit.held_by));
}

std::string state_hint(const Difference& difference) {
  const std::string& name = difference.values.front().name;
  if (name.starts_with("control register")) {
    return fmt::format(
        "{} is written before the run: look at reset and at the writes "
        "(docs/microarchitecture.md, \"Control registers\").",
        name);
  }
  if (difference.cycle == 0) return "The state after reset is wrong.";
  if (difference.state_equal_in < 0)
    return "The state went wrong in this cycle or before: it was not compared until now.";
  if (difference.state_equal_in == difference.cycle - 1) {
    return fmt::format("The state went wrong at the clock edge that ends cycle {}.",
                       difference.state_equal_in);
  }
  return fmt::format("The state went wrong after cycle {}, when it was last compared.",
                     difference.state_equal_in);
}

using Flit = std::array<std::uint64_t, 2>;

Flit flit_of(const RouterShape& shape, const RouterOutputs& outputs, int port) {
  Flit flit{};
  const std::size_t bytes = static_cast<std::size_t>(shape.flit_words) * 8;
  std::memcpy(flit.data(), outputs.flit_op + static_cast<std::size_t>(port) * bytes, bytes);
  return flit;
}

void compare_flits(const RouterShape& shape, const FlitFormat& format, int port, int vc,
                   const Flit& expected, const Flit& actual, std::vector<DifferingValue>& values) {
  const std::size_t before = values.size();
  const auto field = [&](const char* name, std::int64_t wanted, std::int64_t found) {
    if (wanted != found)
      values.push_back({Kind::kOutput, std::string("flit: ") + name, port, vc, -1, wanted, found});
  };
  const auto word = [&](const char* name, std::uint64_t wanted, std::uint64_t found) {
    field(name, static_cast<std::int64_t>(wanted), static_cast<std::int64_t>(found));
    if (wanted == found) return;
    values.back().expected_text = fmt::format("{:#x}", wanted);
    values.back().actual_text = fmt::format("{:#x}", found);
  };
  const std::uint64_t *e = expected.data(), *a = actual.data();
  const std::uint64_t wanted = format.header(e), found = format.header(a);
  const bool heads = format.head(e) && format.head(a);
  const auto in_all_flits = [](const flit_fields::Field& fixed) {
    return fixed.mask() == FlitFormat::kHead || fixed.mask() == FlitFormat::kTail;
  };
  for (const flit_fields::Field& fixed : flit_fields::kFields)
    if (heads || in_all_flits(fixed)) field(fixed.name, fixed.of(wanted), fixed.of(found));
  if (heads) {
    for (std::size_t number = 0; number < format.fields().size(); ++number)
      field(format.fields()[number].name.c_str(), format.field(wanted, number),
            format.field(found, number));
  }
  word("tag", format.tag(e), format.tag(a));
  if (values.size() != before) return;
  // Bits that no field of this flit has.
  for (int number = 0; number < shape.flit_words; ++number)
    word(number == 0 ? "low word" : "high word", e[number], a[number]);
}

}  // namespace

std::string to_string(const DifferingValue& value) {
  std::string place;
  if (value.port >= 0) place += fmt::format(" of port {}", value.port);
  if (value.vc >= 0) place += fmt::format(" VC{}", value.vc);
  if (value.entry >= 0) place += fmt::format(" entry {}", value.entry);
  return fmt::format("{} {}{}: expected {}, actual {}",
                     value.kind == Kind::kOutput ? "output" : "state", value.name, place,
                     expected_text(value), actual_text(value));
}

bool is_of_input_vc(const DifferingValue& value) {
  using enum StatePart;
  if (value.kind == Kind::kOutput) return value.name == "credit";
  if (value.name.starts_with("decision:")) return true;
  constexpr StatePart kParts[] = {
      kMidPacket, kBatch,    kDecided, kDestination, kOccupancy, kWritePointer, kReadPointer,
      kWriteSlot, kReadSlot, kRoute,   kPending,     kLfsr,      kDecision,     kPendingLength};
  return std::any_of(std::begin(kParts), std::end(kParts),
                     [&](StatePart part) { return value.name == state_name(part); });
}

std::string expected_text(const DifferingValue& value) {
  return value.expected_text.empty() ? fmt::format("{}", value.expected) : value.expected_text;
}
std::string actual_text(const DifferingValue& value) {
  return value.actual_text.empty() ? fmt::format("{}", value.actual) : value.actual_text;
}

std::vector<std::string> hints(const Difference& difference) {
  std::vector<std::string> list;
  if (!difference.values.empty() && difference.values.front().kind == Kind::kState)
    list.push_back(state_hint(difference));
  for (const DifferingValue& value : difference.values)
    if (value.kind == Kind::kOutput && value.name == "credit")
      list.push_back(credit_hint(difference, value));
  return list;
}

DifferenceFound::DifferenceFound(Difference difference)
    : Error(ExitCode::kDifference, summary(difference)), difference_(std::move(difference)) {}

std::vector<DifferingValue> output_differences(const RouterShape& shape, const FlitFormat& format,
                                               const RouterOutputs& expected,
                                               const RouterOutputs& actual) {
  std::vector<DifferingValue> values;
  // Checks: PT-11, SE-7
  compare_masks(shape, "valid", expected.valid_ovc, actual.valid_ovc, values);
  for (DifferingValue& value : values) {
    const Flit flit = flit_of(shape, value.expected != 0 ? expected : actual, value.port);
    value.handle = format.handle(flit.data());
  }
  for (int word = 0; word < shape.mask_words(); ++word) {
    for (std::uint64_t rest = expected.valid_ovc[word] & actual.valid_ovc[word]; rest != 0;
         rest &= rest - 1) {
      const int number = word * 64 + std::countr_zero(rest), port = number >> shape.vc_bits;
      // Checks: DA-16, FL-1, FL-4, FL-5, FR-1, FR-5, PT-16, PT-18, RT-9, SE-2, SE-6
      const Flit wanted = flit_of(shape, expected, port), found = flit_of(shape, actual, port);
      if (wanted != found)
        compare_flits(shape, format, port, number & (shape.stride() - 1), wanted, found, values);
    }
  }
  // Checks: CT-12, CT-13, CT-14, DA-6, PT-17, SE-13
  compare_masks(shape, "credit", expected.credit_ivc, actual.credit_ivc, values);
  for (int lane = 0; lane < shape.occupancy_lanes; ++lane) {
    // Checks: DF-13, PT-21, QE-10, QE-11, TO-4
    if (expected.occupancy[lane] != actual.occupancy[lane])
      values.push_back({Kind::kOutput, kPublishedOccupancy, -1, -1, lane, expected.occupancy[lane],
                        actual.occupancy[lane]});
  }
  return values;
}

std::vector<DifferingValue> differing_state(const StateLayout& layout, const FlitFormat& format,
                                            const std::vector<std::uint32_t>& expected,
                                            const std::vector<std::uint32_t>& actual) {
  std::vector<DifferingValue> values;
  const auto text = [&](const StateDifference& item, std::int64_t value) {
    return item.name == state_name(StatePart::kDestination)
               ? format.destination_text(static_cast<std::uint32_t>(value))
               : state_value_text(layout, item.name, value);
  };
  for (const StateDifference& item : state_differences(layout, expected, actual))
    values.push_back({Kind::kState, item.name, item.port, item.vc, item.entry, item.expected,
                      item.actual, text(item, item.expected), text(item, item.actual)});
  return values;
}

WaveRequest wave_of(const Difference& difference, const std::string& fst_path) {
  // Long enough for the life of a packet in most networks, and for what the difference leads to.
  constexpr std::int64_t kBefore = 200, kAfter = 20;
  WaveRequest wave;
  wave.fst_path = fst_path;
  wave.routers = {difference.router};
  wave.first_cycle = std::max<std::int64_t>(0, difference.cycle - kBefore);
  wave.last_cycle = difference.cycle + kAfter;
  return wave;
}

}  // namespace dragonfly
