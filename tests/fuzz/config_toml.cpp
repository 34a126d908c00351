// SPDX-License-Identifier: Apache-2.0
// Configurations as TOML.
#include <nlohmann/json.hpp>

#include "models/config/configuration.hpp"
#include "models/keys/json.hpp"
#include "models/keys/toml.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  Configuration config, again;
  if (!accepted([&] { return apply_toml(input, "net.toml", config).size(); }, "net.toml",
                Place::kColumn))
    return;
  const std::string text = to_toml(config);
  static_cast<void>(apply_toml(text, "again.toml", again));
  require(to_json(again) == to_json(config), "what is written reads back to another configuration",
          text);
}

}  // namespace dragonfly::fuzz
