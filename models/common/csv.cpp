// SPDX-License-Identifier: Apache-2.0
#include "models/common/csv.hpp"

#include <cstddef>

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

std::vector<std::vector<std::string>> csv_lines(std::string_view text) {
  std::vector<std::vector<std::string>> lines;
  std::vector<std::string> line(1);
  bool quoted = false;
  const auto end_line = [&] {
    if (line.size() > 1 || !line.front().empty()) lines.push_back(line);
    line.assign(1, "");
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        line.back() += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        line.back() += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      line.emplace_back();
    } else if (c == '\n') {
      end_line();
    } else if (c != '\r') {
      line.back() += c;
    }
  }
  end_line();
  return lines;
}

}  // namespace dragonfly
