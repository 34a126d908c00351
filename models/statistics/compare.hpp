// SPDX-License-Identifier: Apache-2.0
// Compares what two runs have left behind.
#pragma once

#include <optional>
#include <string>

namespace dragonfly {

/// The first difference between two packet traces, or the differences between two results (JSON),
/// in words; empty if there is none. Of results the figures that tell how fast a run was, on which
/// engine, which RTL and by which version are left out. Throws InputError for files that cannot be
/// read, or are of different kinds.
[[nodiscard]] std::optional<std::string> compare_files(const std::string& a, const std::string& b);

}  // namespace dragonfly
