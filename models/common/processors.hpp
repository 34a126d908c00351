// How many threads or processes are worth having.
#pragma once

#include <filesystem>
#include <string>

namespace dragonfly {

/// Processors that this process may use, at least 1: of the machine those that its affinity allows
/// (taskset), or fewer if its control group has a quota (containers).
[[nodiscard]] int processors();

/// Whole processors that the quotas of control group `group` ("/a/b") and those above it add up to,
/// rounded up; `most` if there are no quotas, or more. `root`: where version 2 of the groups is
/// mounted.
[[nodiscard]] int processors_of_group(const std::filesystem::path& root, const std::string& group,
                                      int most);

}  // namespace dragonfly
