// The network of a configuration, ready to be simulated.
#pragma once

#include "models/config/configuration.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

/// Throws InputError for a configuration that describes no network, or one that cannot be simulated.
[[nodiscard]] Fabric make_fabric(const Configuration& config);

}  // namespace dragonfly
