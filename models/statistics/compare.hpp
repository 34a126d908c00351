// SPDX-License-Identifier: Apache-2.0
// Compares what two runs have left behind.
#pragma once

#include <optional>
#include <string>

namespace dragonfly {

/// The first difference between two packet traces, or the differences between two results (JSON or
/// CSV, of runs or sweeps), in words; empty if there is none. Of results the figures that tell how
/// fast a run was, on which engine, which RTL and by which version are left out. A result in JSON
/// and one in CSV are compared by what CSV holds. Throws InputError for files that cannot be read,
/// and for a packet trace and a result.
[[nodiscard]] std::optional<std::string> compare_files(const std::string& a, const std::string& b);

}  // namespace dragonfly
