// SPDX-License-Identifier: Apache-2.0
// Configurations of random lockstep that reached something new of the RTL, and draws near them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/lockstep/fuzz/draw.hpp"
#include "sim/rtl/rtl_coverage.hpp"

namespace dragonfly {

/// A directory of configurations, a file each, which a later run begins with. A trace stands
/// beside its configuration.
class Corpus {
 public:
  /// Reads those that are there. Keys that are `given` take their values from `base`; what does not
  /// go with them is left out. Throws InputError for a directory or a file that cannot be read.
  Corpus(std::string directory, const Configuration& base, const std::vector<const Key*>& given);

  [[nodiscard]] const std::vector<FuzzRun>& read() const { return read_; }
  [[nodiscard]] int left_out() const { return left_out_; }

  /// Writes one more, under a name made of its content.
  void keep(const FuzzRun& run) const;

 private:
  std::string directory_;
  std::vector<FuzzRun> read_;
  int left_out_ = 0;
};

/// A sequence of configurations that goes where something new is found. Those of a corpus come
/// first; then half of the batches are drawn as FuzzDraw draws them, and half near a configuration
/// that was kept: most of its keys stay, the others are drawn.
///
/// A configuration is kept if it reaches a point of the RTL that none before it, in their order,
/// has reached in a network of the same family. It is drawn near from kLag batches later on, so the
/// sequence does not depend on how many run at a time and how long each takes.
class SteeredDraw final : public RunSource {
 public:
  static constexpr int kLag = 4;

  SteeredDraw(std::uint64_t seed, const Configuration& base, const std::vector<const Key*>& given,
              const ComparedRouters& compared, const Corpus& corpus);

  /// To be called for 0, 1, 2, ..., once for each, and for the first of a batch when it is ready.
  [[nodiscard]] FuzzRun run(int number) override;
  [[nodiscard]] int end_of_batch(int first) const override {
    return first < inherited() ? first + 1 : first + FuzzDraw::kBatch;
  }
  [[nodiscard]] const char* name() const override { return "fuzz"; }
  [[nodiscard]] bool ready(int first) const override { return judged_ >= known_at(first); }
  void ended(int number, const FuzzRun& run, const RtlCoverage* reached) override;

  [[nodiscard]] int inherited() const { return static_cast<int>(corpus_.read().size()); }
  [[nodiscard]] int added() const { return added_; }
  /// Points of the RTL, counted once for each family in which they were reached; by all, and those
  /// that the configurations read from the corpus reached.
  [[nodiscard]] std::size_t points() const { return points_; }
  [[nodiscard]] std::size_t inherited_points() const { return inherited_points_; }

 private:
  struct Kept {
    int number;
    FuzzRun run;
  };
  struct Ended {
    FuzzRun run;
    std::optional<RtlCoverage> reached;
  };

  /// How many configurations have to be judged before that one is drawn.
  [[nodiscard]] int known_at(int first) const {
    return std::max(0, first - kLag * FuzzDraw::kBatch);
  }
  void begin_batch(int first);
  void judge(int number, const Ended& ended);

  std::uint64_t seed_;
  std::vector<const Key*> given_;
  ComparedRouters compared_;
  const Corpus& corpus_;
  FuzzDraw anywhere_;
  std::optional<FuzzDraw> near_;  ///< of the present batch; none: it is drawn anywhere
  int batch_ = 0;                 ///< its first configuration
  std::map<int, Ended> ended_;    ///< by number, those that wait for one before them
  int judged_ = 0;                ///< all before this number
  std::vector<Kept> kept_;        ///< by number
  std::map<std::string, RtlCoverage> reached_;  ///< by family
  int added_ = 0;
  std::size_t points_ = 0, inherited_points_ = 0;
};

}  // namespace dragonfly
