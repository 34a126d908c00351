// SPDX-License-Identifier: Apache-2.0
// Text files to read, which may be pipes.
#pragma once

#include <istream>
#include <memory>
#include <string>

namespace dragonfly {

/// The file `path`, open for reading. A pipe can be read only once, so what it holds is kept as
/// long as the process lives, for all who ask for it. Throws InputError with the reason if it
/// cannot be opened, or is a directory.
[[nodiscard]] std::unique_ptr<std::istream> open_input(const std::string& path);

/// Whether `path` is there and no regular file: other processes cannot read it again.
[[nodiscard]] bool can_be_read_once_only(const std::string& path);

/// If `path` can be read once only: its content in the file `copy`, for other processes, and the
/// name of that; else `path`. Throws InputError.
[[nodiscard]] std::string readable_again(const std::string& path, const std::string& copy);

/// The content of a text file. Throws InputError with the reason if it cannot be read.
[[nodiscard]] std::string read_text_file(const std::string& path);

}  // namespace dragonfly
