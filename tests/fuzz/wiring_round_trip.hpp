// SPDX-License-Identifier: Apache-2.0
// Networks in files, whatever the format.
#pragma once

#include "models/wiring/wiring_file.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

/// What is accepted is the same network when it is written in either format and read again. What is
/// wrong with a network as a whole has no line.
inline void look_at_wiring(std::string_view input) {
  if (names_large_sizes(input)) return;
  const auto wiring = accepted([&] { return wiring_from_text(input, "net"); }, "net", Place::kFile);
  if (!wiring) return;
  for (const std::string& text : {wiring_csv(*wiring), wiring_json(*wiring)})
    require(wiring_from_text(text, "again") == *wiring,
            "what is written reads back to another network", text);
}

}  // namespace dragonfly::fuzz
