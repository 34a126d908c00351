// SPDX-License-Identifier: Apache-2.0
#include "models/common/csv.hpp"

namespace dragonfly {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + "\"";
}

}  // namespace dragonfly
