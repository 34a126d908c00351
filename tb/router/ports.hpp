// SPDX-License-Identifier: Apache-2.0
// What is on the ports of a whole router in a cycle.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tb/support/flit.hpp"
#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

/// What arrives in a cycle.
struct RouterInputs {
  explicit RouterInputs(const Parameters& p)
      : arrival(static_cast<std::size_t>(p.nv())),
        credit(static_cast<std::size_t>(p.nv())),
        oracle(static_cast<std::size_t>(p.channels())) {}
  std::vector<std::optional<Flit>> arrival;  ///< by input VC
  std::vector<bool> credit;                  ///< by output VC
  std::vector<int> oracle;                   ///< by global channel of the group
};

/// What leaves in a cycle.
struct RouterOutputs {
  explicit RouterOutputs(const Parameters& p)
      : departure(static_cast<std::size_t>(p.nv())),
        credit(static_cast<std::size_t>(p.nv())),
        occupancy(static_cast<std::size_t>(p.occupancies())) {}
  std::vector<std::optional<Flit>> departure;  ///< by output VC
  std::vector<bool> credit;                    ///< by input VC
  std::vector<int> occupancy;                  ///< by global port
  bool operator==(const RouterOutputs&) const = default;
};

}  // namespace dragonfly::tb
