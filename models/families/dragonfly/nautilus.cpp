// SPDX-License-Identifier: Apache-2.0
// The nautilus arrangement (Curtsinger and Bunde, Section VII) for any number of groups.
//
// Routers are visited in order of group, then index, and each makes channels to later groups until
// it has h. Routers of even index take the next groups clockwise (ascending numbers from the own
// group on), those of odd index counterclockwise (from the last group down). The channel ends at
// router i mod a of the other group, i being the group visited.
//
// With g = ah + 1 a group is served once. With fewer groups, group i goes through the later groups
// in rounds: each of them gets its next channel before any gets one more, the last round being for
// the pairs that in_last_round() names (channel_share.hpp). So every pair has its even share.
// Channel t of a pair ends at router i + t (mod a), or at the next router that has a port left:
// earlier groups have brought up to one round more to some routers than to others.
#include <cstddef>
#include <numeric>
#include <vector>

#include "models/families/dragonfly/arrangement.hpp"
#include "models/families/dragonfly/channel_share.hpp"
#include "models/families/dragonfly/ring_slots.hpp"

namespace dragonfly {
namespace {

/// Which ports of which routers are taken. Ports of a router are taken in ascending order.
class FreePorts {
 public:
  FreePorts(int a, int h, int groups)
      : a_(a),
        h_(h),
        taken_(static_cast<std::size_t>(groups) * a, 0),
        next_(static_cast<std::size_t>(groups) * (a + 1)) {
    for (int group = 0; group < groups; ++group) {
      int* const next = next_of(group);
      std::iota(next, next + a + 1, 0);
    }
  }

  [[nodiscard]] bool full(int group, int router) const { return taken(group, router) == h_; }

  /// Takes a port of the router; returns its number in the group.
  int take(int group, int router) {
    int& count = taken_[static_cast<std::size_t>(group) * a_ + router];
    const int port = router * h_ + count++;
    if (count == h_) next_of(group)[router] = router + 1;
    return port;
  }

  /// Takes a port of the first router from `router` on, around the group, that has one left.
  int take_from(int group, int router) {
    int found = first_free(group, router);
    if (found == a_) found = first_free(group, 0);
    return take(group, found);
  }

 private:
  [[nodiscard]] int taken(int group, int router) const {
    return taken_[static_cast<std::size_t>(group) * a_ + router];
  }
  [[nodiscard]] int* next_of(int group) {
    return next_.data() + static_cast<std::size_t>(group) * (a_ + 1);
  }
  /// First router from `router` on with a free port; a if there is none. Steps over full routers
  /// by pointers that are shortened on the way.
  int first_free(int group, int router) {
    int* const next = next_of(group);
    while (next[router] != router) {
      next[router] = next[next[router]];
      router = next[router];
    }
    return router;
  }

  int a_, h_;
  std::vector<int> taken_;  ///< [group][router]: ports in use
  std::vector<int> next_;   ///< [group][router]: itself if it has a free port, else a later one
};

/// The later groups that one group has still to serve, in rounds.
class Rounds {
 public:
  Rounds(int group, int groups, int ports)
      // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there are two groups or more
      : group_(group), groups_(groups), ports_(ports), rounds_(ports / (groups - 1)) {
    refill();
  }

  [[nodiscard]] bool empty() const { return first_ == pending_.size() - back_; }
  [[nodiscard]] int round() const { return round_; }

  /// The next group clockwise or counterclockwise that has not been served in this round.
  int next(bool clockwise) { return clockwise ? pending_[first_++] : pending_[last_index()]; }

  /// Starts the next round if this one is done.
  void advance() {
    if (!empty() || round_ >= rounds_) return;
    ++round_;
    refill();
  }

 private:
  std::size_t last_index() { return pending_.size() - ++back_; }

  void refill() {
    const int remainder = ports_ % (groups_ - 1);
    pending_.clear();
    first_ = back_ = 0;
    for (int other = group_ + 1; other < groups_; ++other) {
      if (round_ < rounds_ || in_last_round(group_, other, groups_, remainder)) {
        pending_.push_back(other);
      }
    }
  }

  int group_, groups_, ports_;
  int rounds_;  ///< complete rounds, in which every group is served
  int round_ = 0;
  std::vector<int> pending_;          ///< groups of this round, ascending
  std::size_t first_ = 0, back_ = 0;  ///< served from the start, from the end
};

}  // namespace

std::vector<GroupPort> nautilus_links(int a, int h, int groups) {
  PortTable table(a * h, groups);
  FreePorts free(a, h, groups);
  for (int group = 0; group < groups; ++group) {
    Rounds rounds(group, groups, a * h);
    for (int router = 0; router < a; ++router) {
      while (!free.full(group, router) && !rounds.empty()) {
        const int other = rounds.next(router % 2 == 0);
        const int far_router = (group + rounds.round()) % a;
        table.join({group, free.take(group, router)}, {other, free.take_from(other, far_router)});
        rounds.advance();
      }
    }
  }
  return table.take();
}

}  // namespace dragonfly
