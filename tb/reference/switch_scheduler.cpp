// SPDX-License-Identifier: Apache-2.0
#include "tb/reference/switch_scheduler.hpp"

#include <algorithm>

namespace dragonfly::tb {
namespace {

int need_of(const Front& front, bool cut_through) {
  return cut_through && front.multi_flit_head() ? front.len + 1 : 1;
}

}  // namespace

bool SwitchScheduler::eligible(const Front& front, const std::vector<int>& credits,
                               bool cut_through) const {
  if (!front.present) return false;
  const std::size_t ovc = output_vc(front.route);
  if (front.mid) return credits[ovc] >= 1;
  return !held_[ovc] && credits[ovc] >= need_of(front, cut_through);
}

std::vector<std::size_t> SwitchScheduler::visit_order(int output,
                                                      const std::vector<Front>& fronts) const {
  std::vector<std::size_t> order;
  for (const bool batch : {true, false}) {
    for (int step = 0; step < p_.nv(); ++step) {
      const int i = (pointer_[static_cast<std::size_t>(output)] + step) % p_.nv();
      const auto index = static_cast<std::size_t>(i);
      const Front& front = fronts[index];
      if (front.present && front.route.port == output && batch_[index] == batch) {
        order.push_back(index);
      }
    }
  }
  return order;
}

std::vector<bool> SwitchScheduler::cycle(const std::vector<Front>& fronts,
                                         const std::vector<int>& credits,
                                         const std::vector<bool>& ready, bool cut_through) {
  std::vector<bool> granted(fronts.size());
  for (int output = 0; output < p_.ports(); ++output) {
    int eligible_requests = 0;
    int grants_made = 0;
    std::size_t last = 0;
    std::vector<int> grants_on(fronts.size());       // by output VC
    std::vector<bool> multi_head_on(fronts.size());  // by output VC
    for (const std::size_t i : visit_order(output, fronts)) {
      const Front& front = fronts[i];
      if (!ready[static_cast<std::size_t>(output)] || !eligible(front, credits, cut_through)) {
        continue;
      }
      ++eligible_requests;
      const std::size_t ovc = output_vc(front.route);
      const bool enough = credits[ovc] - grants_on[ovc] >= need_of(front, cut_through);
      const bool alone = !front.multi_flit_head() || grants_on[ovc] == 0;
      if (grants_made < p_.speedup && enough && alone && !multi_head_on[ovc]) {
        granted[i] = true;
        last = i;
        ++grants_made;
        ++grants_on[ovc];
        if (front.multi_flit_head()) multi_head_on[ovc] = true;
      }
    }
    if (eligible_requests >= 2) {
      pointer_[static_cast<std::size_t>(output)] = (static_cast<int>(last) + 1) % p_.nv();
    }
  }
  for (int output = 0; output < p_.ports(); ++output) update_batch(output, fronts, granted);
  for (std::size_t i = 0; i < fronts.size(); ++i) {
    if (!fronts[i].present || granted[i]) batch_[i] = false;
    if (granted[i] && fronts[i].head != fronts[i].tail) {
      held_[output_vc(fronts[i].route)] = fronts[i].head;
    }
  }
  return granted;
}

void SwitchScheduler::update_batch(int output, const std::vector<Front>& fronts,
                                   const std::vector<bool>& granted) {
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < fronts.size(); ++i) {
    if (fronts[i].present && fronts[i].route.port == output && !granted[i]) waiting.push_back(i);
  }
  const bool batch_goes_on =
      std::any_of(waiting.begin(), waiting.end(), [&](std::size_t i) { return batch_[i]; });
  if (batch_goes_on) return;
  for (const std::size_t i : waiting) batch_[i] = true;
}

}  // namespace dragonfly::tb
