// SPDX-License-Identifier: Apache-2.0
// Standard output and standard error, which may be closed, full, or a pipe that nobody reads.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace dragonfly {

/// To be called once, first of all. A standard stream that is closed is taken, so that no file of
/// ours gets its number and is written in its place; it cannot be written or read all the same.
/// From then on a pipe that nobody reads, and a file beyond the limit of its size, are errors of
/// writing and no signals.
void prepare_streams();

/// Writes to standard error at once. What cannot be written is lost: no message is worth a result.
void write_message(std::string_view text) noexcept;

/// Writes to standard output, which holds it back until flush_output() or until it is much. Throws
/// InputError with the reason if it cannot be written.
void write_output(std::string_view text);
/// Throws InputError with the reason if it could not be written.
void flush_output();

template <class... Arguments>
void print_message(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  write_message(fmt::format(format, std::forward<Arguments>(arguments)...));
}
template <class... Arguments>
void print_output(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  write_output(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace dragonfly
