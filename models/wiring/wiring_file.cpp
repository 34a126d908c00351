// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/wiring_file.hpp"

#include "models/common/input_file.hpp"
#include "models/wiring/wiring_csv.hpp"
#include "models/wiring/wiring_json.hpp"

namespace dragonfly {

Wiring wiring_from_text(std::string_view text, const std::string& name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool json = first != std::string_view::npos && text[first] == '{';
  return json ? wiring_from_json(text, name) : wiring_from_csv(text, name);
}

Wiring read_wiring(const std::string& path) { return wiring_from_text(read_text_file(path), path); }

}  // namespace dragonfly
