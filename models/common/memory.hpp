// SPDX-License-Identifier: Apache-2.0
// How much memory there is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace dragonfly {

/// Bytes of memory that this process has now. 0 if that is not known.
[[nodiscard]] std::uint64_t memory_in_use();

/// Bytes that it can have besides, without others having to give up theirs and without swapping: of
/// the machine, and of its control groups (containers, batch systems).
[[nodiscard]] std::uint64_t memory_left();

/// Bytes of addresses that it can have besides, used or not, by its own limits (ulimit -v, -d).
[[nodiscard]] std::uint64_t addresses_left();

/// Bytes that these control groups leave, at most `most`. What they keep of files only because
/// nobody else needs the memory counts as free.
[[nodiscard]] std::uint64_t memory_left_in(std::span<const std::filesystem::path> groups,
                                           std::uint64_t most);

/// "3.2 GiB", "40 MiB".
[[nodiscard]] std::string memory_text(std::uint64_t bytes);

}  // namespace dragonfly
