// SPDX-License-Identifier: Apache-2.0
// Text of others in messages and tables.
#include "models/common/csv.hpp"
#include "models/common/printable.hpp"
#include "models/common/spelling.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  const std::string shown = printable(input);
  for (const char c : shown)
    require(static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t',
            "a terminal would obey this", shown);
  require(printable(shown) == shown, "what can be shown is changed", shown);
  require(shortened(input, 60).size() <= 63, "what is shortened is long", input);
  const std::string field = csv_field(std::string(input));
  require(field == input || (field.front() == '"' && field.back() == '"'), "a field is not quoted",
          field);
  static_cast<void>(did_you_mean(input, {"buffer_depth", "vcs", "threshold"}));
}

}  // namespace dragonfly::fuzz
