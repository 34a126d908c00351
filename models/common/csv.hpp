// SPDX-License-Identifier: Apache-2.0
// Fields of CSV files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragonfly {

/// The text as a field of a line: in quotation marks where it needs them (RFC 4180).
[[nodiscard]] std::string csv_field(const std::string& text);

/// The fields of each line of a text, quotation marks taken away. Lines without text are left out.
[[nodiscard]] std::vector<std::vector<std::string>> csv_lines(std::string_view text);

}  // namespace dragonfly
