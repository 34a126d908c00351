// SPDX-License-Identifier: Apache-2.0
// Text of others in messages of ours.
#pragma once

#include <string>
#include <string_view>

namespace dragonfly {

/// The text with control characters, which a terminal would obey, and bytes that are no UTF-8
/// written as \\x1b; blanks, tabs and ends of lines stay.
[[nodiscard]] std::string printable(std::string_view text);

/// At most `most` bytes of it, with three points if that is not all.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most = 60);

}  // namespace dragonfly
