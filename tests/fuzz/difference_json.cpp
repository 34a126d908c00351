// SPDX-License-Identifier: Apache-2.0
// Reports of differences that lockstep --replay reads.
#include <nlohmann/json.hpp>

#include "models/statistics/result_io.hpp"
#include "sim/lockstep/report.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  const std::string name = "difference.json";
  const auto read = [&](std::string_view text) {
    return difference_from_json(json_from_text(text, name), name);
  };
  const auto difference = accepted([&] { return read(input); }, name, Place::kFile);
  if (!difference) return;
  const std::string text = to_json(*difference).dump();
  require(to_json(read(text)).dump() == text, "what is written reads back to another difference",
          text);
  static_cast<void>(hints(*difference));
}

}  // namespace dragonfly::fuzz
