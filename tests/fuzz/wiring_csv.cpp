// SPDX-License-Identifier: Apache-2.0
// Networks as CSV.
#include "tests/fuzz/wiring_round_trip.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) { look_at_wiring(input); }

}  // namespace dragonfly::fuzz
