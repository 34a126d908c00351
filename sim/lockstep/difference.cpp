#include "sim/lockstep/difference.hpp"

#include <fmt/format.h>

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
  return text;
}

/// Compares two vectors over VCs.
void compare_masks(const RouterShape& shape, const char* name, const std::uint64_t* expected,
                   const std::uint64_t* actual, std::vector<DifferingValue>& values) {
  for (int word = 0; word < shape.mask_words(); ++word)
    for (std::uint64_t rest = expected[word] ^ actual[word]; rest != 0; rest &= rest - 1) {
      const int number = word * 64 + std::countr_zero(rest);
      const bool wanted = (expected[word] & (rest & -rest)) != 0;
      values.push_back({Kind::kOutput, name, number >> shape.vc_bits, number & (shape.stride() - 1),
                        -1, wanted ? 1 : 0, wanted ? 0 : 1});
    }
}

using Flit = std::array<std::uint64_t, 2>;

Flit flit_of(const RouterShape& shape, const RouterOutputs& outputs, int port) {
  Flit flit{};
  const std::size_t bytes = static_cast<std::size_t>(shape.flit_words) * 8;
  std::memcpy(flit.data(), outputs.flit_op + static_cast<std::size_t>(port) * bytes, bytes);
  return flit;
}

void compare_flits(const RouterShape& shape, const FlitLayout& layout, int port, int vc,
                   const Flit& expected, const Flit& actual, std::vector<DifferingValue>& values) {
  const std::size_t before = values.size();
  const auto field = [&](const char* name, std::int64_t wanted, std::int64_t found) {
    if (wanted != found)
      values.push_back({Kind::kOutput, std::string("flit: ") + name, port, vc, -1, wanted, found});
  };
  const std::uint64_t *e = expected.data(), *a = actual.data();
  field("head", layout.head(e) ? 1 : 0, layout.head(a) ? 1 : 0);
  field("tail", layout.tail(e) ? 1 : 0, layout.tail(a) ? 1 : 0);
  if (layout.head(e) && layout.head(a)) {
    field("nonmin", layout.nonmin(e) ? 1 : 0, layout.nonmin(a) ? 1 : 0);
    field("len", layout.length(e) - 1, layout.length(a) - 1);
    field("hops", layout.hops(e), layout.hops(a));
    field("salt", layout.salt(e), layout.salt(a));
    field("mid_group", layout.mid_group(e), layout.mid_group(a));
    field("dst_group", layout.dst_group(e), layout.dst_group(a));
    field("dst_router", layout.dst_router(e), layout.dst_router(a));
    field("dst_term", layout.dst_term(e), layout.dst_term(a));
  }
  field("tag", static_cast<std::int64_t>(layout.tag(e)), static_cast<std::int64_t>(layout.tag(a)));
  if (values.size() != before) return;
  // Bits that no field of this flit has.
  for (int word = 0; word < shape.flit_words; ++word)
    field(word == 0 ? "low word" : "high word", static_cast<std::int64_t>(e[word]),
          static_cast<std::int64_t>(a[word]));
}

}  // namespace

std::string to_string(const DifferingValue& value) {
  std::string place;
  if (value.port >= 0) place += fmt::format(" of port {}", value.port);
  if (value.vc >= 0) place += fmt::format(" VC{}", value.vc);
  if (value.entry >= 0) place += fmt::format(" entry {}", value.entry);
  return fmt::format("{} {}{}: expected {}, actual {}",
                     value.kind == Kind::kOutput ? "output" : "state", value.name, place,
                     value.expected, value.actual);
}

DifferenceFound::DifferenceFound(Difference difference)
    : Error(ExitCode::kDifference, summary(difference)), difference_(std::move(difference)) {}

std::vector<DifferingValue> output_differences(const RouterShape& shape, const FlitLayout& layout,
                                               const RouterOutputs& expected,
                                               const RouterOutputs& actual) {
  std::vector<DifferingValue> values;
  compare_masks(shape, "valid", expected.valid_ovc, actual.valid_ovc, values);
  for (int word = 0; word < shape.mask_words(); ++word)
    for (std::uint64_t rest = expected.valid_ovc[word] & actual.valid_ovc[word]; rest != 0;
         rest &= rest - 1) {
      const int number = word * 64 + std::countr_zero(rest), port = number >> shape.vc_bits;
      const Flit wanted = flit_of(shape, expected, port), found = flit_of(shape, actual, port);
      if (wanted != found)
        compare_flits(shape, layout, port, number & (shape.stride() - 1), wanted, found, values);
    }
  compare_masks(shape, "credit", expected.credit_ivc, actual.credit_ivc, values);
  for (int lane = 0; lane < shape.occupancy_lanes; ++lane)
    if (expected.occupancy[lane] != actual.occupancy[lane])
      values.push_back({Kind::kOutput, fmt::format("occupancy of global port {}", lane), -1, -1, -1,
                        expected.occupancy[lane], actual.occupancy[lane]});
  return values;
}

std::vector<DifferingValue> differing_state(const StateLayout& layout,
                                            const std::vector<std::uint32_t>& expected,
                                            const std::vector<std::uint32_t>& actual) {
  std::vector<DifferingValue> values;
  for (const StateDifference& item : state_differences(layout, expected, actual))
    values.push_back(
        {Kind::kState, item.name, item.port, item.vc, item.entry, item.expected, item.actual});
  return values;
}

WaveRequest wave_of(const Difference& difference, const std::string& fst_path) {
  // Long enough for the life of a packet in most networks, and for what the difference leads to.
  constexpr std::int64_t kBefore = 200, kAfter = 5;
  WaveRequest wave;
  wave.fst_path = fst_path;
  wave.routers = {difference.router};
  wave.first_cycle = std::max<std::int64_t>(0, difference.cycle - kBefore);
  wave.last_cycle = difference.cycle + kAfter;
  return wave;
}

}  // namespace dragonfly
