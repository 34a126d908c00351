// SPDX-License-Identifier: Apache-2.0
// A configuration of random lockstep.
#pragma once

#include <string>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/traffic/traffic_trace.hpp"
#include "sim/rtl/variant_parameters.hpp"

namespace dragonfly {

/// What one run of random lockstep takes.
struct FuzzRun {
  /// Without traffic.trace_file: whoever runs it puts `trace` into a file first.
  Configuration config;
  std::vector<TracePacket> trace;  ///< with Pattern::kTrace: the packets
  std::vector<int> routers;        ///< that are compared, ascending; empty: all
  bool synthesis_bodies = false;   ///< the RTL as it is synthesized
  BuiltDepth built_depth = BuiltDepth::kAsked;
};

/// The lines of a trace file.
[[nodiscard]] std::string trace_text(const std::vector<TracePacket>& trace);

/// Whether both select the same Verilated variant.
[[nodiscard]] bool same_hardware(const Configuration& a, const Configuration& b);

/// What is wrong with the configuration of `run`; empty if it can run. (A trace is taken to be
/// sound.)
[[nodiscard]] std::string complaint(const FuzzRun& run);

/// The Verilated variant that `run` takes. Throws InputError if it cannot run.
[[nodiscard]] VariantParameters checked_hardware(const FuzzRun& run);

}  // namespace dragonfly
