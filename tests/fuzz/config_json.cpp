// SPDX-License-Identifier: Apache-2.0
// Configurations as JSON, which are part of results.
#include <nlohmann/json.hpp>

#include "models/config/configuration.hpp"
#include "models/keys/json.hpp"
#include "models/statistics/result_io.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  const std::string name = "net.json";
  const auto read = [&](std::string_view text) {
    return configuration_from_json(json_from_text(text, name), name);
  };
  const auto config = accepted([&] { return read(input); }, name, Place::kFile);
  if (!config) return;
  const std::string text = dump(to_json(*config));
  require(dump(to_json(read(text))) == text, "what is written reads back to another configuration",
          text);
}

}  // namespace dragonfly::fuzz
