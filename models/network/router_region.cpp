// SPDX-License-Identifier: Apache-2.0
#include "models/network/router_region.hpp"

namespace dragonfly {

RouterRegion::RouterRegion(const NetworkClock& clock, SimulationPlace& place, std::size_t number,
                           std::size_t count)
    : clock_(clock), place_(place), number_(number), queues_(count) {}

void RouterRegion::add(NetworkRouter& router) {
  if (turns_.empty()) turns_.push_back({nullptr, {}});
  turns_.back().routers.push_back(&router);
}

Outlet RouterRegion::outlet(const Outlet& there, const RouterRegion& to) {
  if (&to == this) return there;
  return Outlet(far_ends_.emplace_back(FarEnd{there, &queues_[to.number_]}));
}

void RouterRegion::take_turns(const std::vector<std::unique_ptr<RouterRegion>>& regions) noexcept {
  int router = -1;
  place_.begin_cycle(clock_.cycle);
  try {
    read_messages(regions);
    for (const Turns& turns : turns_) {
      router = -1;
      if (turns.bank != nullptr) turns.bank->edge();
      for (NetworkRouter* const one : turns.routers) {
        router = one->number();
        place_.enter(router);
        moved_ += one->edge() ? 1 : 0;
      }
      place_.leave();
    }
  } catch (...) {
    failure_ = std::current_exception();
    failed_router_ = router;
    place_.leave();
  }
}

void RouterRegion::read_messages(const std::vector<std::unique_ptr<RouterRegion>>& regions) {
  for (MessageQueue& queue : queues_) queue.begin(clock_.cycle);
  for (const auto& from : regions) {
    if (from.get() == this) continue;
    for (const RouterMessage& message : from->queues_[number_].sent_in(clock_.cycle - 1))
      deliver(message);
  }
}

}  // namespace dragonfly
