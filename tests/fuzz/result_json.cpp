// SPDX-License-Identifier: Apache-2.0
// Saved results.
#include <nlohmann/json.hpp>

#include "models/config/configuration.hpp"
#include "models/statistics/result_io.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  const std::string name = "result.json";
  const auto read = [&](std::string_view text) {
    return result_from_json(json_from_text(text, name), name);
  };
  const auto result = accepted([&] { return read(input); }, name, Place::kFile);
  if (!result) return;
  const std::string text = dump(to_json(*result));
  require(dump(to_json(read(text))) == text, "what is written reads back to another result", text);
  require(!to_csv_row(*result).empty() && !to_table(*result).empty(), "a result is not shown",
          text);
}

}  // namespace dragonfly::fuzz
