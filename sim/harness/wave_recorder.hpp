// SPDX-License-Identifier: Apache-2.0
// The waveform of some routers of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/router_network.hpp"
#include "models/run/run_options.hpp"
#include "sim/rtl/variant_abi.hpp"

namespace dragonfly {

/// Edge n is at n ns. Inputs change half a nanosecond before the edge that takes them, outputs at
/// the edge. The file appears under its name when the recording is finished.
class WaveRecorder {
 public:
  /// Throws InputError for cycles that make no range, or a file that cannot be written.
  explicit WaveRecorder(const WaveRequest& request);
  WaveRecorder(const WaveRecorder&) = delete;
  WaveRecorder& operator=(const WaveRecorder&) = delete;
  /// Removes what is unfinished.
  ~WaveRecorder();

  /// Adds a router that `session` made; all must come from the same one, which must outlive this
  /// object.
  void add(int number, VariantSession& session, VariantRouter& router);
  /// Whether a cycle is to be recorded.
  [[nodiscard]] bool covers(std::int64_t cycle) const {
    return request_.first_cycle <= cycle && cycle <= request_.last_cycle;
  }
  /// Starts the recording; all routers have been added.
  void open();
  /// If the run ends before the last cycle that is wanted, its last values are to stand for the
  /// rest: a viewer shows a window only if the wave fills it.
  void fill_up() { fill_up_ = true; }
  /// To be called before the edge of each cycle.
  void before_edge(std::int64_t cycle, const RouterNetwork& network);
  /// Records the last cycle and puts the file in place. Throws InputError if no cycle was recorded.
  void finish(std::int64_t last_cycle);

 private:
  struct Traced {
    int number;
    VariantRouter* router;
  };

  const WaveRequest& request_;
  std::string unfinished_;  ///< name of the file while it is written
  bool fill_up_ = false;
  VariantSession* session_ = nullptr;
  std::vector<Traced> routers_;
};

}  // namespace dragonfly
