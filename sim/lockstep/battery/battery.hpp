// SPDX-License-Identifier: Apache-2.0
// Configurations chosen for what they put under stress, for `dragonfly lockstep --battery`.
#pragma once

#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "models/keys/keys.hpp"
#include "sim/lockstep/fuzz/run_source.hpp"

namespace dragonfly {

enum class BatteryLength {
  kQuick,  ///< the configurations that find most in a minute, of each kind of router
  kShort,  ///< minutes on two processors
  kLong,   ///< each configuration several times, with other traffic and longer: an hour
};

/// An entry of the battery, as `dragonfly lockstep --battery list` shows it.
struct BatteryEntry {
  std::string stress;   ///< what it puts under stress: its name
  std::string options;  ///< of `dragonfly lockstep`
  bool quick;           ///< whether BatteryLength::kQuick has it
};
[[nodiscard]] std::vector<BatteryEntry> battery_entries();

/// The battery, as a sequence of configurations: first those of BatteryLength::kQuick, which find
/// most for their time, then the others; of either, all that take the same Verilated variant stand
/// together. Before all come those `near` what has changed.
class Battery final : public RunSource {
 public:
  /// Whether a change of the RTL can show in a configuration; null: in each.
  using Near = std::function<bool(const Configuration&)>;

  /// `given` are the keys that keep the values that they have in `base`; what does not go with them
  /// is left out. The seed of `base` is the first of those of the traffic. `user_router`: it is
  /// compared, in networks of the family of `base` only. `only` names the one entry to take; empty:
  /// all of this length. Throws InputError if nothing is left.
  Battery(BatteryLength length, const Configuration& base, const std::vector<const Key*>& given,
          bool user_router, const std::string& only = {}, const Near& near = nullptr);

  [[nodiscard]] FuzzRun run(int number) override { return member(number).run; }
  [[nodiscard]] int end_of_batch(int first) const override;
  [[nodiscard]] const char* name() const override { return "battery"; }

  [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
  /// Configurations that do not go with the keys that are given.
  [[nodiscard]] int left_out() const { return left_out_; }
  /// What configuration `number` puts under stress.
  [[nodiscard]] const std::string& stress(int number) const { return member(number).stress; }
  /// How many stand before those that are not near what has changed.
  [[nodiscard]] int near() const;

 private:
  struct Member {
    std::string stress;
    FuzzRun run;
    std::size_t batch;
    bool quick, near;

    /// Where it stands in the sequence.
    [[nodiscard]] auto place() const { return std::tuple(!near, !quick, batch); }
  };

  [[nodiscard]] const Member& member(int number) const {
    return members_.at(static_cast<std::size_t>(number));
  }

  std::vector<Member> members_;  ///< by batch
  int left_out_ = 0;
};

}  // namespace dragonfly
