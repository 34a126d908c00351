// SPDX-License-Identifier: Apache-2.0
// Wirings in files (docs/wiring-files.md), and read from them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// What a network was built from, as comments for people: "p" "4", ...
using WiringComments = std::vector<std::pair<std::string, std::string>>;

/// The whole wiring, but for what is known of its symmetries: what was read could not be trusted.
/// Reading it gives an equal wiring. Ends with a newline.
[[nodiscard]] std::string wiring_csv(const Wiring& wiring, const WiringComments& comments = {});
[[nodiscard]] std::string wiring_json(const Wiring& wiring, const WiringComments& comments = {});

/// The wiring in a text of either format: JSON begins with a brace. `name` is that of the file, for
/// messages. A million channels take half a second as CSV, three as JSON. Throws InputError with
/// the place (line and column, or the path in JSON) of what is wrong, and what is allowed.
[[nodiscard]] Wiring wiring_from_text(std::string_view text, const std::string& name);

/// The wiring in a file. Throws InputError as wiring_from_text() does, or if it cannot be read.
[[nodiscard]] Wiring read_wiring(const std::string& path);

}  // namespace dragonfly
