// SPDX-License-Identifier: Apache-2.0
// The control groups of Linux that limit this process, as containers and batch systems use them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dragonfly {

/// Directories of the groups that this process belongs to, and of those above them, for one
/// controller ("cpu", "memory"), of both versions. Some may not be there, or not have the
/// controller's files.
[[nodiscard]] std::vector<std::filesystem::path> own_groups(const std::string& controller);

/// The same of the text of /proc/self/cgroup. `root`: where the groups are mounted; those of
/// version 1 in a directory for each controller.
[[nodiscard]] std::vector<std::filesystem::path> groups_named_in(const std::filesystem::path& root,
                                                                 const std::string& text,
                                                                 const std::string& controller);

}  // namespace dragonfly
