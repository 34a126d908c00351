// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly_deadlock.hpp"

#include <algorithm>

#include "models/router/channel_dependencies.hpp"

namespace dragonfly {
namespace {

using Algorithm = FlattenedButterflyRouting;

/// Where a packet can be, as far as its next hops depend on it: the dimension of its last hop and
/// what is still to come. A dependency leads from a channel that it can hold to each that it can
/// wait for at the end of it.
class DependencyFinder {
 public:
  DependencyFinder(const Wiring& wiring, const FlattenedButterflyGrid& grid, Algorithm routing,
                   int vcs)
      : wiring_(wiring),
        grid_(grid),
        routing_(routing),
        dimensions_(grid.dimensions()),
        vcs_(vcs),
        dependencies_(wiring, vcs) {}

  DeadlockReport run() {
    for (int router = 0; router < wiring_.routers(); ++router) {
      for (int port = grid_.terminals(); port < grid_.ports(); ++port) {
        const Peer next = wiring_.output(router, port);
        if (next.kind == PeerKind::kRouter)
          follow({router, port, grid_.dimension_of(port), next.router});
      }
    }
    return dependencies_.report();
  }

 private:
  /// A channel in dimension d.
  struct Hop {
    int router, port, d, next;
  };

  [[nodiscard]] int existing(int vc) const { return std::min(vc, vcs_ - 1); }
  [[nodiscard]] int phase1() const {
    return existing(routing_ == Algorithm::kVal ? 1 : dimensions_);
  }
  /// On which a packet is that differs from its destination in h dimensions.
  [[nodiscard]] int minimal_vc(int h) const { return existing(h - 1); }

  /// What packets hold on this channel may wait for.
  void follow(const Hop& hop) {
    switch (routing_) {
      case Algorithm::kMinAd:
        return minimal_adaptive(hop);
      case Algorithm::kDor:
        return ascending(hop, 0);
      case Algorithm::kVal:
        ascending(hop, phase1());
        ascending(hop, 0);
        return from_intermediate(hop, 1);
      case Algorithm::kUgal:
      case Algorithm::kUgalS:
        ascending(hop, phase1());
        minimal_adaptive(hop);
        for (int h = 1; h <= dimensions_; ++h) from_intermediate(hop, h);
        return;
      case Algorithm::kClosAd:
        ascending(hop, phase1());
        minimal_adaptive(hop);
        return from_ancestor(hop);
    }
  }

  /// On to a higher dimension, on the same VC.
  void ascending(const Hop& hop, int vc) {
    each_port(hop, [&](int port, int d) {
      if (d > hop.d) add(hop, vc, port, vc);
    });
  }

  /// With this hop of a packet under MIN AD one of the h dimensions that differ comes right.
  void minimal_adaptive(const Hop& hop) {
    for (int h = 2; h <= dimensions_; ++h) {
      each_port(hop, [&](int port, int d) {
        if (d != hop.d) add(hop, minimal_vc(h), port, minimal_vc(h - 1));
      });
    }
  }

  /// The hop leads to the intermediate node, from which the destination differs in h dimensions
  /// (under VAL in any number, which is all the same).
  void from_intermediate(const Hop& hop, int h) {
    const bool valiant = routing_ == Algorithm::kVal;
    each_port(hop, [&](int port, int) {
      // Where no other digit is free, what goes back goes to its source; and no packet does that.
      const bool back = wiring_.output(hop.next, port).router == hop.router;
      const bool others_free = valiant ? dimensions_ > 1 : h > 1 || hop.d > 0;
      if (!back || others_free) add(hop, phase1(), port, minimal_vc(h));
    });
  }

  /// A hop of phase 1 under CLOS AD, in a dimension that differed, from which the packet goes on
  /// minimally.
  void from_ancestor(const Hop& hop) {
    const int size = grid_.dimension(hop.d).size;
    // With two routers in the dimension the other digit is the right one.
    const int most = size == 2 ? dimensions_ - 1 : dimensions_;
    each_port(hop, [&](int port, int d) {
      const bool back = wiring_.output(hop.next, port).router == hop.router;
      if (d == hop.d && (size == 2 || back)) return;
      for (int h = 1; h <= most; ++h) add(hop, phase1(), port, minimal_vc(h));
    });
  }

  /// Calls visit(port, dimension) for the channels that leave the router to which the hop leads.
  template <class Visit>
  void each_port(const Hop& hop, const Visit& visit) const {
    for (int port = grid_.terminals(); port < grid_.ports(); ++port)
      if (wiring_.output(hop.next, port).connected()) visit(port, grid_.dimension_of(port));
  }
  void add(const Hop& hop, int vc, int port, int next_vc) {
    dependencies_.add(dependencies_.vertex(hop.router, hop.port, vc),
                      dependencies_.vertex(hop.next, port, next_vc));
  }

  const Wiring& wiring_;
  const FlattenedButterflyGrid& grid_;
  Algorithm routing_;
  int dimensions_, vcs_;
  ChannelDependencies dependencies_;
};

}  // namespace

DeadlockReport check_flattened_butterfly_deadlock(const Wiring& wiring,
                                                  const FlattenedButterflyGrid& grid,
                                                  FlattenedButterflyRouting routing, int vcs) {
  return DependencyFinder(wiring, grid, routing, vcs).run();
}

}  // namespace dragonfly
