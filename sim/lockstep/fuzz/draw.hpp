// SPDX-License-Identifier: Apache-2.0
// Draws configurations for random lockstep.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/keys/keys.hpp"
#include "sim/lockstep/fuzz/run_source.hpp"

namespace dragonfly {

/// What the configurations of a batch share.
struct FuzzHardware {
  Configuration config;      ///< the keys that size hardware
  int depth = 16, ctq = 16;  ///< DEPTH and CTQ_DEPTH as built (docs/microarchitecture.md)
  int most_terminals = 128;  ///< of its networks
  bool slow_channels = false;
  std::optional<VariantParameters> variant = {};  ///< its Verilated variant
};

class RandomSource;

/// Which routers of a large network are compared.
struct ComparedRouters {
  bool choose = true;  ///< some are drawn; else it is left to the user
  int always = -1;     ///< one that is among them; -1: none
};

/// Those of a network, ascending; empty: all, or what the user says.
[[nodiscard]] std::vector<int> compared_routers(RandomSource& source, const Configuration& config,
                                                const ComparedRouters& compared);

/// A sequence of configurations. Number i is a function of the seed, the keys that are given, and i
/// only, so it is the same however fast the machine is and in whatever order it is asked for.
///
/// Configurations come in batches that share the hardware, as its variant takes as long to build as
/// a batch takes to run; all that needs no other hardware is drawn anew for each. Bounds, powers of
/// two and their neighbours come often. Every configuration is made such that it is valid, but keys
/// that are given may leave few such: then those that are not are drawn again.
class FuzzDraw final : public RunSource {
 public:
  /// Building a checked variant of a small router takes 20 to 60 s, a run 1 to 10 s.
  static constexpr int kBatch = 8;

  /// `given` are the keys that keep the values that they have in `base`; all others are drawn.
  FuzzDraw(std::uint64_t seed, const Configuration& base, std::vector<const Key*> given,
           const ComparedRouters& compared);

  /// Configuration `number` >= 0. Throws InputError if the given keys leave none.
  [[nodiscard]] FuzzRun run(int number) override;
  [[nodiscard]] int end_of_batch(int first) const override { return first + kBatch; }
  [[nodiscard]] const char* name() const override { return "fuzz"; }

  /// Configurations that were not valid and have been drawn again. None as long as no key is given.
  [[nodiscard]] std::int64_t refused() const { return refused_; }

 private:
  void find_hardware(int batch);

  std::uint64_t seed_;
  Configuration base_;
  std::vector<const Key*> given_;
  ComparedRouters compared_;
  std::int64_t refused_ = 0;
  int batch_ = -1;
  FuzzHardware hardware_;  ///< of batch_
};

}  // namespace dragonfly
