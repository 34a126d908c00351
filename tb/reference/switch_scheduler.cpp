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

std::vector<bool> SwitchScheduler::grants(const std::vector<Front>& fronts,
                                          const std::vector<int>& credits,
                                          const std::vector<bool>& ready, bool cut_through) {
  const int nv = p_.nv();
  std::vector<bool> granted(fronts.size());
  next_pointer_ = pointer_;
  for (int output = 0; output < p_.ports(); ++output) {
    if (!ready[static_cast<std::size_t>(output)]) continue;
    int grants_made = 0;
    bool refused = false;
    int last = 0;
    std::vector<int> grants_on(static_cast<std::size_t>(nv));       // by output VC
    std::vector<bool> multi_head_on(static_cast<std::size_t>(nv));  // by output VC
    for (int step = 0; step < nv; ++step) {
      const int i = (pointer_[static_cast<std::size_t>(output)] + step) % nv;
      const Front& front = fronts[static_cast<std::size_t>(i)];
      if (!front.present || front.route.port != output || !eligible(front, credits, cut_through)) {
        continue;
      }
      const std::size_t ovc = output_vc(front.route);
      const bool enough = credits[ovc] - grants_on[ovc] >= need_of(front, cut_through);
      const bool alone = !front.multi_flit_head() || grants_on[ovc] == 0;
      if (grants_made < p_.speedup && enough && alone && !multi_head_on[ovc]) {
        granted[static_cast<std::size_t>(i)] = true;
        last = i;
        ++grants_made;
        ++grants_on[ovc];
        if (front.multi_flit_head()) multi_head_on[ovc] = true;
      } else {
        refused = true;
      }
    }
    if (refused) next_pointer_[static_cast<std::size_t>(output)] = (last + 1) % nv;
  }
  return granted;
}

void SwitchScheduler::edge(const std::vector<Front>& fronts, const std::vector<bool>& granted) {
  pointer_ = next_pointer_;
  for (std::size_t i = 0; i < fronts.size(); ++i) {
    if (!granted[i]) continue;
    if (fronts[i].head != fronts[i].tail) held_[output_vc(fronts[i].route)] = fronts[i].head;
  }
}

}  // namespace dragonfly::tb
