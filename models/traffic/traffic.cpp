// SPDX-License-Identifier: Apache-2.0
#include "models/traffic/traffic.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"

namespace dragonfly {

Traffic::Traffic(const Configuration& config, const Wiring& wiring)
    : packet_size_(config.traffic.packet_size) {
  const int longest = longest_packet(config.router);
  if (packet_size_ < 1 || packet_size_ > kLongestPacket) {
    throw InputError(fmt::format("traffic.packet_size = {}: 1 .. {} flits are possible.",
                                 packet_size_, kLongestPacket));
  }
  if (packet_size_ > longest && config.traffic.pattern != Pattern::kTrace) {
    throw InputError(
        fmt::format("traffic.packet_size = {} is more than router.buffer_depth = {}: under virtual "
                    "cut-through a "
                    "packet must fit a buffer. Use shorter packets, deeper buffers or "
                    "router.flow_control = \"wormhole\".",
                    packet_size_, config.router.buffer_depth));
  }

  const int terminals = wiring.terminals();
  if (config.traffic.pattern == Pattern::kTrace) {
    trace_.emplace(config.traffic.trace_file, terminals, packet_size_, longest);
    total_packets_ = trace_->size();
    return;
  }
  pattern_.emplace(config.traffic, config.measurement.seed, wiring);
  injection_.emplace(config.traffic, config.measurement.seed, terminals);
  if (config.traffic.injection == Injection::kBatch) {
    total_packets_ = static_cast<std::int64_t>(config.traffic.batch_size) * terminals;
  }
}

}  // namespace dragonfly
