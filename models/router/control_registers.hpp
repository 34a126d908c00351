// The contents of the control registers of every router (docs/microarchitecture.md, "Control
// registers").
#pragma once

#include <cstdint>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/routing_tables.hpp"
#include "models/router/router.hpp"

namespace dragonfly {

/// Writes of the control registers of router `router` (global number), for a network whose packets
/// start on the VCs of `policy`. Throws InputError if router.output_queue_depth is neither 0 nor at
/// least router.speedup; the registers hold all other values that the keys allow.
[[nodiscard]] std::vector<RegisterWrite> control_registers(const Configuration& config,
                                                           const Dragonfly& network,
                                                           const VcPolicy& policy, int router);

/// Edges that are enough to configure any router of a network, for Router::configure.
[[nodiscard]] int configuration_edges(const Dragonfly& network);

/// Start value of a terminal port's random number register, never 0: 32 bits drawn from the run's
/// seed, the router's number and the port.
[[nodiscard]] std::uint32_t lfsr_seed(std::uint64_t seed, int router, int port);

/// Latency of a channel, in cycles.
[[nodiscard]] int channel_latency(const ChannelConfig& channels, PortClass port_class);

/// Largest latency of a channel of the network, in cycles.
[[nodiscard]] int longest_delay(const ChannelConfig& channels);

}  // namespace dragonfly
