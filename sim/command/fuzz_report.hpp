// SPDX-License-Identifier: Apache-2.0
// What lockstep of many configurations tells at its end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/command/fuzz_runner.hpp"
#include "sim/lockstep/battery/battery.hpp"

namespace dragonfly {

/// The command line that repeats a run, to be pasted into a shell: every key that is not at its
/// default, and `options`. A trace stands in `stem`.trace.
[[nodiscard]] std::string repeating_command(const FuzzRun& run, const std::string& stem,
                                            const std::vector<std::string>& options);

/// A failure made simple, with where it is to be found again.
struct FuzzFinding {
  FuzzMinimum minimum;
  std::string original;  ///< file of the configuration before it was made simple
  std::string config;    ///< file of the simple one
  std::string command;
};

/// Counts and coverage.
[[nodiscard]] std::string fuzz_table(const FuzzOutcome& outcome);
/// The same, and first how each configuration ended.
[[nodiscard]] std::string battery_table(const FuzzOutcome& outcome, const Battery& battery);
[[nodiscard]] std::string finding_text(const FuzzFinding& finding);

/// `battery`: where the configurations are from; null: they were drawn.
[[nodiscard]] nlohmann::ordered_json fuzz_json(std::uint64_t seed, const FuzzOutcome& outcome,
                                               const std::vector<FuzzFinding>& findings,
                                               const Battery* battery);

}  // namespace dragonfly
