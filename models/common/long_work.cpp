// SPDX-License-Identifier: Apache-2.0
#include "models/common/long_work.hpp"

namespace dragonfly {
namespace {

WorkListener& listener() {
  static WorkListener one;
  return one;
}

}  // namespace

void listen_to_work(WorkListener told) { listener() = std::move(told); }

void LongWork::done(std::int64_t parts) const {
  if (listener()) listener()(what_, parts, all_);
}

}  // namespace dragonfly
