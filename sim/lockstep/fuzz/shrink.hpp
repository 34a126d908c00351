// SPDX-License-Identifier: Apache-2.0
// Makes a failing configuration as simple as it gets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/keys/keys.hpp"
#include "sim/lockstep/fuzz/fuzz_run.hpp"

namespace dragonfly {

/// Greedy: tries one simpler value after the other and keeps those with which the run still fails
/// in the same way, until none does. Values that need no new hardware come first.
class Shrinker {
 public:
  struct Limits {
    int tries = 300;
    int hardware =
        25;  ///< tries that need other hardware than the failing configuration at the time
  };
  /// Whether a run still fails, and if so in which cycle; -1 if that is not known.
  using Fails = std::function<std::optional<std::int64_t>(const FuzzRun&)>;
  /// A step that was kept: "topology.g 9 -> 2".
  using Kept = std::function<void(const std::string&)>;

  /// `given` keys stay as they are.
  Shrinker(std::vector<const Key*> given, Limits limits, Fails fails, Kept kept);

  /// The simplest run found. `run` fails in cycle `cycle` (-1: not known).
  [[nodiscard]] FuzzRun shrink(FuzzRun run, std::int64_t cycle);

  [[nodiscard]] int tries() const { return tries_; }

 private:
  struct Candidate {
    FuzzRun run;
    std::string what;
  };

  [[nodiscard]] std::vector<Candidate> candidates() const;
  [[nodiscard]] std::vector<Candidate> of_key(const Key& key) const;
  void add_trace(std::vector<Candidate>& list) const;
  void add_cut(std::vector<Candidate>& list) const;
  [[nodiscard]] bool keeps_given(const Configuration& config) const;
  [[nodiscard]] bool one_step(bool other_hardware);

  std::vector<const Key*> given_;
  Limits limits_;
  Fails fails_;
  Kept kept_;
  int tries_ = 0, hardware_ = 0;
  FuzzRun run_;
  std::int64_t cycle_ = -1;
  std::vector<std::string> seen_;  ///< runs that were tried
};

/// Makes what depends on a value that has changed fit it again: hotspots that are there, a packet
/// that fits a buffer, and so on. Exported for tests.
void repair(FuzzRun& run);

}  // namespace dragonfly
