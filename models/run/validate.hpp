// SPDX-License-Identifier: Apache-2.0
// Checks that the keys of a configuration fit together.
#pragma once

#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// Throws InputError for a network that cannot be built, too few virtual channels for the routing
/// (Figure 7), traffic that the network cannot have (a trace file is read for this), and values
/// that contradict each other. Each value alone is taken to be in the range that keys.hpp states.
void validate(const Configuration& config);

/// The same, for those who go on with the network.
[[nodiscard]] Fabric validated_fabric(const Configuration& config);

}  // namespace dragonfly
