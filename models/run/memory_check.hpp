// SPDX-License-Identifier: Apache-2.0
// Whether a run has the memory that it needs, before it takes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/network_engine.hpp"
#include "models/run/run_options.hpp"

namespace dragonfly {

/// What a process needs and has.
struct ProcessMemory {
  std::string host;
  std::uint64_t in_use = 0;  ///< bytes it has already
  EngineMemory engine;       ///< that it will take
  std::uint64_t left = 0;    ///< that it could take at most
  /// Addresses that its limits leave. Buffers take them whether they are used or not.
  std::uint64_t addresses = ~std::uint64_t{0};
};

/// What is to be told of a run's memory; empty if it is little. Throws InputError if it is sure
/// that a host has less than its processes need, or a process fewer addresses. `processes`: at
/// least one; `terminals`: of the network.
[[nodiscard]] std::string memory_remark(const std::vector<ProcessMemory>& processes, int terminals);

/// Tells it of this run: of all processes, of which each calls this. Throws what memory_remark()
/// throws, in each of them.
void check_memory(const EngineMemory& engine, int terminals, const RunOptions& options);

}  // namespace dragonfly
