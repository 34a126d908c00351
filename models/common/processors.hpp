// SPDX-License-Identifier: Apache-2.0
// How many threads or processes are worth having.
#pragma once

#include <filesystem>
#include <span>

namespace dragonfly {

/// Processors that this process may use, at least 1: of the machine those that its affinity allows
/// (taskset), or fewer if its control group has a quota (containers).
[[nodiscard]] int processors();

/// Whole processors that the least quota of these control groups adds up to, rounded up; `most` if
/// there are no quotas, or more.
[[nodiscard]] int processors_of_groups(std::span<const std::filesystem::path> groups, int most);

}  // namespace dragonfly
