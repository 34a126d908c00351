// SPDX-License-Identifier: Apache-2.0
#include "sim/harness/region.hpp"

namespace dragonfly {

Region::Region(const NetworkClock& clock, SimulationPlace& place, std::size_t number,
               std::size_t count)
    : clock_(clock), place_(place), number_(number), boxes_(count) {}

void Region::add(RouterModule& router) {
  if (turns_.empty()) turns_.push_back({nullptr, {}});
  turns_.back().routers.push_back(&router);
}

Outlet Region::outlet(const Outlet& there, const Region& to) {
  if (&to == this) return there;
  return Outlet(far_ends_.emplace_back(FarEnd{there, &boxes_[to.number_]}));
}

void Region::take_turns(const std::vector<std::unique_ptr<Region>>& regions) noexcept {
  int router = -1;
  place_.begin_cycle(clock_.cycle);
  try {
    open_letters(regions);
    for (const Turns& turns : turns_) {
      router = -1;
      if (turns.bank != nullptr) turns.bank->edge();
      for (RouterModule* const module : turns.routers) {
        router = module->number();
        place_.enter(router);
        moved_ += module->edge() ? 1 : 0;
      }
      place_.leave();
    }
  } catch (...) {
    // SystemC itself would reduce it to its text.
    failure_ = std::current_exception();
    failed_router_ = router;
    place_.leave();
  }
}

void Region::open_letters(const std::vector<std::unique_ptr<Region>>& regions) {
  for (Letterbox& box : boxes_) box.begin(clock_.cycle);
  for (const auto& from : regions)
    if (from.get() != this)
      for (const Letter& letter : from->boxes_[number_].sent_in(clock_.cycle - 1)) deliver(letter);
}

}  // namespace dragonfly
