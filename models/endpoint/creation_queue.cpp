// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/creation_queue.hpp"

namespace dragonfly {

void CreationStore::refill() {
  const std::uint32_t first = chunks_.grow();
  for (std::uint32_t index = chunks_.size(); index-- > first;) give_back(index);
}

}  // namespace dragonfly
