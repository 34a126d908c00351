#include "models/endpoint/packet_pool.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"

namespace dragonfly {

void PacketPool::refill() {
  if (records_.size() >= capacity_) {
    throw Error(
        ExitCode::kInternal,
        fmt::format("More than {} packets are in the network at once, as many as the tag of a "
                    "flit can tell apart. Reduce router.buffer_depth or router.vcs.",
                    capacity_));
  }
  const std::uint32_t first = records_.grow();
  for (std::uint32_t handle = first; handle < records_.size(); ++handle) give_back(handle);
}

}  // namespace dragonfly
