// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/packet_pool.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"

namespace dragonfly {

void HandleQueue::grow() {
  std::vector<std::uint32_t> ring(2 * ring_.size());
  const std::uint32_t count = size();
  for (std::uint32_t k = 0; k < count; ++k) ring[k] = after(k);
  ring_ = std::move(ring);
  mask_ = 2 * mask_ + 1;
  read_ = 0;
  written_ = count;
}

void PacketPool::divide(std::size_t count) {
  lanes_.assign(count, {});
  spare_ = {};
}

void PacketPool::grow(HandleQueue& free) {
  if (records_.size() >= capacity_) {
    throw Error(
        ExitCode::kInternal,
        fmt::format("More than {} packets are in the network at once, as many as the tag of a "
                    "flit can tell apart. Reduce router.buffer_depth or router.vcs.",
                    capacity_));
  }
  const std::uint32_t first = records_.grow();
  for (std::uint32_t handle = first; handle < records_.size(); ++handle) {
    records_[handle].next_flit = PacketRecord::kFree;
    free.push(handle);
  }
}

void PacketPool::supply(std::span<const std::uint32_t> needed) {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    HandleQueue& free = lanes_[lane].free;
    const std::uint32_t enough = needed[lane] + kLot;
    if (free.size() > enough + kMany)
      while (free.size() > enough) spare_.push(free.pop());
    if (free.size() >= needed[lane]) continue;
    while (free.size() < enough && (!spare_.empty() || records_.size() < capacity_)) {
      if (spare_.empty()) grow(spare_);
      free.push(spare_.pop());
    }
    // A lane for which there are too few all the same says so when it takes one.
    if (free.size() < needed[lane]) collect(needed);
    while (free.size() < needed[lane] && !spare_.empty()) free.push(spare_.pop());
  }
}

void PacketPool::collect(std::span<const std::uint32_t> needed) {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
    while (lanes_[lane].free.size() > needed[lane]) spare_.push(lanes_[lane].free.pop());
}

}  // namespace dragonfly
