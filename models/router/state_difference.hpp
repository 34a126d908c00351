// SPDX-License-Identifier: Apache-2.0
// What differs between two streams of architectural state (router_state.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/router/router_state.hpp"

namespace dragonfly {

/// A value that differs. Numbers that make no sense for it are -1.
struct StateDifference {
  std::string name;  ///< as docs/microarchitecture.md has it: "credits", "decision: salt", ...
  int port = -1;
  int vc = -1;
  int entry = -1;                         ///< of a FIFO, 0 the oldest
  std::int64_t expected = 0, actual = 0;  ///< -1: a FIFO has no such entry
};

/// The name of a part in reports.
[[nodiscard]] constexpr const char* state_name(StatePart part) {
  return kStatePartKinds[static_cast<std::size_t>(part)].name;
}

/// What an entry of a part holds, of its bits; of a FIFO its length. The stream must have been
/// written with `layout`.
[[nodiscard]] std::uint32_t state_entry(const StateLayout& layout,
                                        const std::vector<std::uint32_t>& stream, StatePart part,
                                        std::size_t entry);

/// All that differs, in the order of the streams. Both must have been written with `layout`.
[[nodiscard]] std::vector<StateDifference> state_differences(
    const StateLayout& layout, const std::vector<std::uint32_t>& expected,
    const std::vector<std::uint32_t>& actual);

/// The present value, in a stream, of what `item` names; -1 if a FIFO has no such entry.
[[nodiscard]] std::int64_t state_value(const StateLayout& layout,
                                       const std::vector<std::uint32_t>& stream,
                                       const StateDifference& item);

/// A value of the item of this name for people: routes and pointers as "port 5 VC1" or "none",
/// random numbers and destinations in hexadecimal, "no entry" of a FIFO.
[[nodiscard]] std::string state_value_text(const StateLayout& layout, const std::string& name,
                                           std::int64_t value);

/// For people, e.g. "credits of port 5 VC1: expected 3, actual 4". Routes and pointers are named as
/// port and VC.
[[nodiscard]] std::string to_string(const StateLayout& layout, const StateDifference& difference);

}  // namespace dragonfly
