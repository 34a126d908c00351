// Files under temporary names, which nobody removes if the process has to end at once.
#pragma once

#include <filesystem>

namespace dragonfly {

/// From now on remove_unfinished_files() removes `path`; until forget_unfinished_file().
void note_unfinished_file(const std::filesystem::path& path);
void forget_unfinished_file(const std::filesystem::path& path);

/// To be called just before the process is ended in the middle of its work. From any thread.
void remove_unfinished_files() noexcept;

}  // namespace dragonfly
