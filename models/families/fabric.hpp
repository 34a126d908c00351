// SPDX-License-Identifier: Apache-2.0
// The network of a configuration, ready to be simulated.
#pragma once

#include <memory>

#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// The wiring alone, also of networks that cannot be simulated. Throws InputError for a
/// configuration that describes no network.
[[nodiscard]] Wiring make_wiring(const Configuration& config);

/// Both throw InputError for a configuration that describes no network, or one that cannot be
/// simulated. The routes are enough where nobody asks what leads where, and much sooner made.
[[nodiscard]] std::unique_ptr<const Routes> make_routes(const Configuration& config);
[[nodiscard]] Fabric make_fabric(const Configuration& config);

}  // namespace dragonfly
