// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/table_deadlock.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/router/channel_dependencies.hpp"

namespace dragonfly {
namespace {

class DependencyFinder {
 public:
  DependencyFinder(const Wiring& wiring, const TableNodes& nodes, const ShortestWays& ways,
                   const TableVcs& vcs, bool valiant)
      : wiring_(wiring),
        nodes_(nodes),
        ways_(ways),
        vcs_(vcs),
        valiant_(valiant),
        next_routers_(next_routers(wiring)),
        followed_(static_cast<std::size_t>(wiring.routers()) * static_cast<std::size_t>(vcs.vcs)),
        dependencies_(wiring, vcs.vcs) {}

  DeadlockReport run() {
    for (int node = 0; node < nodes_.count(); ++node) {
      if (valiant_) to_intermediate(node);
      to_destination(node);
      // In a large network that deadlocks, few destinations show it.
      constexpr int kFew = 64;
      const int followed = node + 1;
      const bool all = followed == nodes_.count();
      const bool looks =
          all || (followed >= kFew && std::has_single_bit(static_cast<unsigned>(followed)));
      if (!looks) continue;
      DeadlockReport report = dependencies_.report();
      if (all || !report.deadlock_free()) return report;
    }
    return {};
  }

 private:
  struct Leaving {
    int router, vc;
  };

  /// Whether packets from a router may go through an intermediate node: one that is neither the
  /// router nor the destination, nor is that.
  [[nodiscard]] bool goes_through(int router, int node) const {
    if (nodes_.node(router) == node) return false;
    return nodes_.count() > (nodes_.node(router) < 0 ? 1 : 2);
  }

  /// Packets of all sources to an intermediate node, and from there on.
  void to_intermediate(int node) {
    begin();
    for (int router = 0; router < wiring_.routers(); ++router)
      if (wiring_.terminals_of(router) > 0 && goes_through(router, node)) leave({router, 0});
    const int here = nodes_.router(node);
    follow(node, [&](std::size_t held) {
      // To whatever node: all ports that lead to some.
      for (const std::uint16_t port : ways_.list(here))
        dependencies_.add(held, dependencies_.vertex(here, port, vcs_.split));
    });
  }

  /// Packets of all sources to their destination, also on the second part of their path.
  void to_destination(int node) {
    begin();
    for (int router = 0; router < wiring_.routers(); ++router)
      if (wiring_.terminals_of(router) > 0 || (valiant_ && nodes_.node(router) >= 0))
        leave({router, vcs_.split});
    follow(node, [](std::size_t) {});
  }

  void begin() { ++round_; }
  /// Packets leave a router, on the way to the node of this round.
  void leave(const Leaving& packets) {
    std::uint32_t& seen =
        followed_[static_cast<std::size_t>(packets.router) * static_cast<std::size_t>(vcs_.vcs) +
                  static_cast<std::size_t>(packets.vc)];
    if (seen == round_) return;
    seen = round_;
    pending_.push_back(packets);
  }
  /// Follows them to the node. arrived(vertex): what holds this virtual channel has come there.
  template <class Arrived>
  void follow(int node, const Arrived& arrived) {
    const int target = nodes_.router(node);
    while (!pending_.empty()) {
      const Leaving packets = pending_.back();
      pending_.pop_back();
      for (const std::uint16_t port : ways_.ports(packets.router, node)) {
        const std::size_t held = dependencies_.vertex(packets.router, port, packets.vc);
        const int next =
            next_routers_[static_cast<std::size_t>(wiring_.index(packets.router, port))];
        if (next == target) {
          arrived(held);
          continue;
        }
        const int vc = vcs_.onwards(packets.vc);
        for (const std::uint16_t onwards : ways_.ports(next, node))
          dependencies_.add(held, dependencies_.vertex(next, onwards, vc));
        leave({next, vc});
      }
    }
  }

  const Wiring& wiring_;
  const TableNodes& nodes_;
  const ShortestWays& ways_;
  TableVcs vcs_;
  bool valiant_;
  std::vector<int> next_routers_;
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> followed_;  ///< [router][VC]: the last round in which packets left
  std::vector<Leaving> pending_;
  ChannelDependencies dependencies_;
};

}  // namespace

DeadlockReport check_table_deadlock(const Wiring& wiring, const TableNodes& nodes,
                                    const ShortestWays& ways, const TableVcs& vcs, bool valiant) {
  return DependencyFinder(wiring, nodes, ways, vcs, valiant).run();
}

}  // namespace dragonfly
