// SPDX-License-Identifier: Apache-2.0
// Networks as JSON: a text that does not begin with a brace is given one.
#include <string>

#include "tests/fuzz/wiring_round_trip.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  const std::size_t first = input.find_first_not_of(" \t\r\n");
  const bool json = first != std::string_view::npos && input[first] == '{';
  look_at_wiring(json ? std::string(input) : "{" + std::string(input));
}

}  // namespace dragonfly::fuzz
