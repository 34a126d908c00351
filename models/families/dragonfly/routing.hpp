// The routings of the dragonfly.
#pragma once

#include <string>
#include <vector>

#include "models/config/names.hpp"
#include "models/families/family.hpp"

namespace dragonfly {

/// Routing algorithms (Kim et al. 2008, Section 4). The values are those of the router's control
/// register ALGORITHM (docs/microarchitecture.md).
enum class Routing : int {
  kMin = 0,       ///< minimal
  kVal = 1,       ///< Valiant: through a random intermediate group
  kUgalL = 2,     ///< UGAL by the local output queues
  kUgalG = 3,     ///< UGAL by the queues of all global channels of the group
  kUgalLVc = 4,   ///< UGAL-L with queues told apart by virtual channel
  kUgalLVch = 5,  ///< as kUgalLVc, only where both paths share the output port
  kUgalLCr = 6,   ///< kUgalLVch with delayed credits
};

/// In the order of the values.
[[nodiscard]] const std::vector<std::string>& names(Routing);

/// Throws InputError for a name that none has.
[[nodiscard]] Routing routing_named(const std::string& name);

/// All of them with a description.
[[nodiscard]] std::vector<FamilyRouting> dragonfly_routings();

}  // namespace dragonfly
