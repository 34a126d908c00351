// SPDX-License-Identifier: Apache-2.0
// The contents of the control registers of every router (docs/microarchitecture.md, "Control
// registers").
#pragma once

#include <cstdint>
#include <vector>

#include "models/router/router.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// Writes of the control registers of a router. Throws InputError if router.output_queue_depth is
/// neither 0 nor at least router.speedup; the registers hold all other values that the keys allow.
[[nodiscard]] std::vector<RegisterWrite> control_registers(const Configuration& config,
                                                           const Fabric& fabric, int router);

/// Of these the ones that are not the family's, which RouterRegisters hold.
[[nodiscard]] std::vector<RegisterWrite> common_registers(const Configuration& config,
                                                          const Fabric& fabric, int router);

/// Edges that are enough to configure any router of a network, for Router::configure.
[[nodiscard]] int configuration_edges(const Configuration& config, const Fabric& fabric);

/// Start value of an asker's random number register, never 0: 32 bits drawn from the run's seed,
/// the router's number and the asker's.
[[nodiscard]] std::uint32_t lfsr_seed(std::uint64_t seed, int router, int asker);

}  // namespace dragonfly
