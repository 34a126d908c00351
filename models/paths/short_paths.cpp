// SPDX-License-Identifier: Apache-2.0
#include "models/paths/short_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "models/common/error.hpp"
#include "models/families/dragonfly/dragonfly_links.hpp"

namespace dragonfly {
namespace {

/// Far routers of the global channels of every router, h entries each; kNowhere if unconnected.
constexpr int kNowhere = -1;

std::vector<int> global_neighbours(const Dragonfly& network) {
  std::vector<int> far;
  far.reserve(static_cast<std::size_t>(network.routers()) * network.h());
  for (int router = 0; router < network.routers(); ++router) {
    for (int port = 0; port < network.h(); ++port) {
      const GlobalEnd end =
          network.far_end(network.group_of_router(router), network.local_index(router), port);
      far.push_back(end == kUnconnected ? kNowhere : end.group * network.a() + end.router);
    }
  }
  return far;
}

void require_direct_channels(const Dragonfly& network) {
  std::vector<int> reached_by(network.g(), -1);
  for (int group = 0; group < network.g(); ++group) {
    for (int router = 0; router < network.a(); ++router) {
      for (int port = 0; port < network.h(); ++port) {
        const int far = network.far_end(group, router, port).group;
        if (far >= 0) reached_by[far] = group;
      }
    }
    for (int other = 0; other < network.g(); ++other) {
      if (other == group || reached_by[other] == group) continue;
      throw InputError(fmt::format(
          "groups {} and {} have no channel, so there is no hierarchically minimal path "
          "that short Valiant paths could be compared with; use a wiring with channels "
          "between all groups (g at most a*h+1 = {})",
          group, other, std::int64_t{network.a()} * network.h() + 1));
    }
  }
}

/// What is known of a destination, one bit each.
enum Mark : std::uint16_t {
  kReachedGg = 1,
  kReachedGgl = 2,
  kReachedLgg = 4,
  kReachedGlg = 8,
  kHmOneHop = 16,   ///< g
  kHmTwoHops = 32,  ///< gl or lg
};

/// Counts from one router after the other. Marks are kept by destination and wiped where they were
/// set, so a router costs no more than the paths from it.
class Counter {
 public:
  explicit Counter(const Dragonfly& network)
      : a_(network.a()),
        h_(network.h()),
        far_(global_neighbours(network)),
        marks_(network.routers(), 0) {}

  RouterPaths count(int source) {
    first_own_ = source / a_ * a_;
    mark_minimal(source);
    for_each_gg(source, [&](int end) {
      mark(end, kReachedGg);
      mark_others_of_group(end, kReachedGgl);
    });
    for_each_other(
        source, [&](int first) { for_each_gg(first, [&](int end) { mark(end, kReachedLgg); }); });
    for_each_far(source, [&](int middle) {
      for_each_other(
          middle, [&](int next) { for_each_far(next, [&](int end) { mark(end, kReachedGlg); }); });
    });
    return evaluate();
  }

 private:
  template <class Action>
  void for_each_far(int router, const Action& action) const {
    const std::size_t first = static_cast<std::size_t>(router) * h_;
    for (std::size_t i = first; i < first + h_; ++i) {
      if (far_[i] != kNowhere) action(far_[i]);
    }
  }
  template <class Action>
  void for_each_gg(int router, const Action& action) const {
    for_each_far(router, [&](int middle) { for_each_far(middle, action); });
  }
  /// The other routers of the router's group: where a local hop leads.
  template <class Action>
  void for_each_other(int router, const Action& action) const {
    const int first = router / a_ * a_;
    for (int other = first; other < first + a_; ++other) {
      if (other != router) action(other);
    }
  }

  void mark(int destination, Mark bit) {
    if (destination >= first_own_ && destination < first_own_ + a_) return;
    if (marks_[destination] == 0) touched_.push_back(destination);
    marks_[destination] = static_cast<std::uint16_t>(marks_[destination] | bit);
  }
  void mark_others_of_group(int router, Mark bit) {
    for_each_other(router, [&](int other) { mark(other, bit); });
  }
  void mark_minimal(int source) {
    for_each_far(source, [&](int end) {
      mark(end, kHmOneHop);
      mark_others_of_group(end, kHmTwoHops);
    });
    for_each_other(source,
                   [&](int near) { for_each_far(near, [&](int end) { mark(end, kHmTwoHops); }); });
  }

  RouterPaths evaluate() {
    RouterPaths paths;
    for (const int destination : touched_) {
      const std::uint16_t marks = marks_[destination];
      marks_[destination] = 0;
      const bool gg = (marks & kReachedGg) != 0, ggl = (marks & kReachedGgl) != 0;
      const bool lgg = (marks & kReachedLgg) != 0, glg = (marks & kReachedGlg) != 0;
      paths.gg += gg;
      paths.ggl += ggl;
      paths.lgg += lgg;
      paths.glg += glg;
      if ((marks & kHmOneHop) != 0) continue;
      if ((marks & kHmTwoHops) != 0) {
        paths.equal_gg += gg;
        paths.equal += gg;
        paths.shorter_or_equal += gg;
        continue;
      }
      paths.shorter += gg;
      paths.equal_ggl += ggl;
      paths.equal_lgg += lgg;
      paths.equal_glg += glg;
      paths.equal_glg_ggl += glg || ggl;
      paths.equal += ggl || lgg || glg;
      paths.shorter_or_equal += gg || ggl || lgg || glg;
    }
    touched_.clear();
    return paths;
  }

  int a_, h_;
  int first_own_ = 0;  ///< first router of the source's group
  std::vector<int> far_;
  std::vector<std::uint16_t> marks_;  ///< [router]
  std::vector<int> touched_;          ///< destinations with marks
};

}  // namespace

std::string to_string(ShortPathType type) {
  switch (type) {
    case ShortPathType::kGg:
      return "gg";
    case ShortPathType::kGgl:
      return "ggl";
    case ShortPathType::kLgg:
      return "lgg";
    case ShortPathType::kGlg:
      return "glg";
  }
  throw Error(ExitCode::kInternal, "a path type without a name");
}

bool groups_symmetric(const Dragonfly& network) { return groups_alike(links_of(network)); }

PathCounts count_short_paths(const Dragonfly& network, const WorkProgress& progress) {
  require_direct_channels(network);
  PathCounts counts;
  counts.groups_symmetric = groups_symmetric(network);
  Counter counter(network);
  const int groups = counts.groups_symmetric ? 1 : network.g();
  const int sources = groups * network.a();
  for (int group = 0; group < groups; ++group) {
    std::vector<RouterPaths>& row = counts.groups.emplace_back();
    for (int router = 0; router < network.a(); ++router) {
      const int source = group * network.a() + router;
      row.push_back(counter.count(source));
      if (progress) progress(source + 1, sources);
    }
  }
  return counts;
}

}  // namespace dragonfly
