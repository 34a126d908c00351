// SPDX-License-Identifier: Apache-2.0
// The first difference between a router and its model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/router/flit_format.hpp"
#include "models/router/router.hpp"
#include "models/router/state_difference.hpp"
#include "models/run/run_options.hpp"

namespace dragonfly {

/// A value in which the router and the model differ. Numbers that make no sense for it are -1.
struct DifferingValue {
  enum class Kind { kOutput, kState };

  Kind kind = Kind::kOutput;
  std::string name;  ///< of a state item or of an output: "valid", "flit: salt", "credit", ...
  int port = -1;
  int vc = -1;
  int entry = -1;                         ///< of a FIFO, 0 the oldest
  std::int64_t expected = 0, actual = 0;  ///< of the model, of the router
  /// As people want to read them where they are more than numbers; else empty.
  std::string expected_text = {}, actual_text = {};
  /// Of a credit: the output VC that the front of its input VC waited for, "port 5 VC1"; empty if
  /// that is not known.
  std::string route = {};
  /// Of a credit that the routing may hold back after the grant: what decides for how long, in
  /// words, as far as the state is known. Empty of other values.
  std::string held_by = {};
  /// The packet concerned, if something beyond the port tells it: its handle, of an output VC that
  /// only one side sends on; else -1.
  std::int64_t handle = -1;
  /// The same of an input VC: its flit is the last to have arrived there before this cycle (1), the
  /// one before that (2), and so on; 0: the flit that arrives in this cycle; -1: not known.
  int arrivals_back = -1;
};

/// Name of a value: how full an output is, as the router publishes it. Its entry is the number of
/// the output among the published ones, until its port is known.
inline constexpr const char* kPublishedOccupancy = "published occupancy";

/// Whether it is a credit given back, or of the state of an input VC.
[[nodiscard]] bool is_of_input_vc(const DifferingValue& value);

/// The two values for people.
[[nodiscard]] std::string expected_text(const DifferingValue& value);
[[nodiscard]] std::string actual_text(const DifferingValue& value);

/// "flit: salt of port 5 VC1: expected 3, actual 4".
[[nodiscard]] std::string to_string(const DifferingValue& value);

/// All that differs in the first cycle in which anything does.
struct Difference {
  int router = -1;          ///< global number
  std::int64_t cycle = -1;  ///< in which the values were seen
  /// State first: it was wrong before the outputs of this cycle were.
  std::vector<DifferingValue> values;
  bool state_known = false;  ///< the state was compared in this cycle
  /// The latest cycle before in which the state was compared, and was equal; -1: none.
  std::int64_t state_equal_in = -1;
  /// What differs in the state of the next cycle, which follows from what happened in this one.
  /// Empty if the state is not known.
  std::vector<DifferingValue> next = {};
  bool next_known = false;  ///< it was compared
};

/// What follows from the values of a difference, a sentence each: when state went wrong, to which
/// output a flit was granted on one side only, which credit was held back on one side only.
[[nodiscard]] std::vector<std::string> hints(const Difference& difference);

/// Ends a lockstep run.
class DifferenceFound : public Error {
 public:
  explicit DifferenceFound(Difference difference);
  [[nodiscard]] const Difference& difference() const { return difference_; }

 private:
  Difference difference_;
};

/// What differs between the outputs of two routers in a cycle; empty if nothing does. Flits are
/// compared where both have one.
[[nodiscard]] std::vector<DifferingValue> output_differences(const RouterShape& shape,
                                                             const FlitFormat& format,
                                                             const RouterOutputs& expected,
                                                             const RouterOutputs& actual);

/// The same of two streams of architectural state.
[[nodiscard]] std::vector<DifferingValue> differing_state(
    const StateLayout& layout, const FlitFormat& format, const std::vector<std::uint32_t>& expected,
    const std::vector<std::uint32_t>& actual);

/// The window of a wave around a difference.
[[nodiscard]] WaveRequest wave_of(const Difference& difference, const std::string& fst_path);

}  // namespace dragonfly
