// SPDX-License-Identifier: Apache-2.0
// Fields of CSV files.
#pragma once

#include <string>

namespace dragonfly {

/// The text as a field of a line: in quotation marks where it needs them (RFC 4180).
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace dragonfly
