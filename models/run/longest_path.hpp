// SPDX-License-Identifier: Apache-2.0
// How long the longest path of a network keeps a packet that never waits.
#pragma once

#include <cstdint>

namespace dragonfly {

struct Fabric;

/// Cycles from the creation of a packet of `packet_size` flits to the arrival of its tail, at most,
/// if it never waits: Routes::most_hops() channels of the longest latency, both terminal channels
/// and the rest of the packet (docs/microarchitecture.md, PT-10 and PT-11).
[[nodiscard]] std::int64_t longest_path_cycles(const Fabric& fabric, int packet_size);

}  // namespace dragonfly
