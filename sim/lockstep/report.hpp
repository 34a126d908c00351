// SPDX-License-Identifier: Apache-2.0
// The report of a difference, for people and for programs.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/lockstep/difference.hpp"
#include "sim/lockstep/flight_recorder.hpp"
#include "sim/rtl/rtl_origin.hpp"

namespace dragonfly {

struct Configuration;

/// What a run up to a difference showed.
struct Replay {
  std::vector<FlightEvent> events;  ///< of the cycles in the wave, up to that of the difference
  std::int64_t first_cycle = 0;     ///< of the wave
  RtlOrigin rtl = {};               ///< that the router was built from
};

/// What is needed to find a difference again.
[[nodiscard]] nlohmann::ordered_json to_json(const Difference& difference);
/// Throws InputError if `json` is none that to_json made; `name` is that of the file.
[[nodiscard]] Difference difference_from_json(const nlohmann::ordered_json& json,
                                              const std::string& name);

/// Where and what, the last events of the port, the way of the packet concerned, the RTL, and
/// `command`, which repeats the run.
[[nodiscard]] std::string report_text(const Configuration& config, const Difference& difference,
                                      const Replay& replay, const std::string& command);
[[nodiscard]] nlohmann::ordered_json report_json(const Configuration& config,
                                                 const Difference& difference, const Replay& replay,
                                                 const std::string& command);

}  // namespace dragonfly
