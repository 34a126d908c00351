// SPDX-License-Identifier: Apache-2.0
#include "models/families/torus/torus_deadlock.hpp"

#include "models/router/channel_dependencies.hpp"

namespace dragonfly {
namespace {

/// Follows packets through each ring, from every router to all that they go to from there, and on
/// to the rings of higher dimensions.
class DependencyFinder {
 public:
  DependencyFinder(const Wiring& wiring, const TorusGrid& grid, int vcs)
      : wiring_(wiring), grid_(grid), vcs_(vcs), dependencies_(wiring, vcs) {}

  DeadlockReport run() {
    for (int router = 0; router < wiring_.routers(); ++router)
      for (int d = 0; d < grid_.dimensions(); ++d)
        for (const bool up : {true, false}) follow(router, d, up);
    return dependencies_.report();
  }

 private:
  /// The virtual channel that packets take that go on in a ring.
  [[nodiscard]] int vc(int router, int d, bool up, int before) const {
    const int digit = static_cast<int>(grid_.dimension(d).digit(grid_.node(router)));
    return dateline_vc(grid_.dimension(d).size, digit, up, before, vcs_);
  }

  /// Packets that enter a ring at a router.
  void follow(int router, int d, bool up) {
    const int most = grid_.dimension(d).size / 2, port = grid_.port(d, up);
    int before = vc(router, d, up, 0);
    for (int hop = 1; hop <= most; ++hop) {
      const std::size_t held = dependencies_.vertex(router, port, before);
      router = wiring_.output(router, port).router;
      for (int e = d + 1; e < grid_.dimensions(); ++e)
        for (const bool rises : {true, false})
          wait(held, router, grid_.port(e, rises), vc(router, e, rises, 0));
      if (hop == most) break;
      before = vc(router, d, up, before);
      wait(held, router, port, before);
    }
  }
  void wait(std::size_t held, int router, int port, int vc) {
    dependencies_.add(held, dependencies_.vertex(router, port, vc));
  }

  const Wiring& wiring_;
  const TorusGrid& grid_;
  int vcs_;
  ChannelDependencies dependencies_;
};

}  // namespace

DeadlockReport check_torus_deadlock(const Wiring& wiring, const TorusGrid& grid, int vcs) {
  return DependencyFinder(wiring, grid, vcs).run();
}

}  // namespace dragonfly
