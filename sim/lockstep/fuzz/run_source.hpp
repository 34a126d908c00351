// SPDX-License-Identifier: Apache-2.0
// Where the configurations come from that are compared one after the other.
#pragma once

#include "sim/lockstep/fuzz/fuzz_run.hpp"
#include "sim/rtl/rtl_coverage.hpp"

namespace dragonfly {

/// A sequence of configurations, in batches that share a Verilated variant.
class RunSource {
 public:
  RunSource() = default;
  RunSource(const RunSource&) = delete;
  RunSource& operator=(const RunSource&) = delete;
  virtual ~RunSource() = default;

  /// Configuration `number` >= 0, always the same.
  [[nodiscard]] virtual FuzzRun run(int number) = 0;
  /// One past the last of the batch that `first` begins.
  [[nodiscard]] virtual int end_of_batch(int first) const = 0;
  /// Whether the batch that `first` begins can be asked for; if not, it can when all before have
  /// ended.
  [[nodiscard]] virtual bool ready(int first) const {
    static_cast<void>(first);
    return true;
  }
  /// A configuration has ended. `reached`: of the RTL; null if that is not known.
  virtual void ended(int number, const FuzzRun& run, const RtlCoverage* reached) {
    static_cast<void>(number), static_cast<void>(run), static_cast<void>(reached);
  }
  /// What progress is shown of.
  [[nodiscard]] virtual const char* name() const = 0;
};

}  // namespace dragonfly
