// SPDX-License-Identifier: Apache-2.0
// Sizes of networks, in 64 bits, and what can be held in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Memory that a graph and the search of its distances may take; and as much the wiring's
/// terminals.
inline constexpr std::int64_t kMaxGraphBytes = std::int64_t{4} << 30;

/// One more than can be counted: what the functions below give for anything larger.
inline constexpr std::int64_t kTooMany = INT64_MAX;

/// The product and the sum of numbers >= 0, or kTooMany.
[[nodiscard]] std::int64_t product(std::int64_t one, std::int64_t other);
[[nodiscard]] std::int64_t sum(std::int64_t one, std::int64_t other);
/// base^exponent, or kTooMany. Requires base >= 0 and exponent >= 0.
[[nodiscard]] std::int64_t power(std::int64_t base, int exponent);

/// The numbers with the separator between them, for messages: "4 x 4 x 2".
[[nodiscard]] std::string listed(const std::vector<int>& numbers, const std::string& separator);

/// Memory for a graph of so many routers and channels and the search of its distances, in bytes.
[[nodiscard]] std::int64_t graph_bytes(std::int64_t routers, std::int64_t channels);

/// Throws InputError if a graph of this size would be larger than kMaxGraphBytes, or has more
/// routers or terminals than can be numbered or held. `network` names it for the message.
void require_graph_fits(const std::string& network, std::int64_t routers, std::int64_t channels,
                        std::int64_t terminals);

}  // namespace dragonfly
