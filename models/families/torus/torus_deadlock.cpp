#include "models/families/torus/torus_deadlock.hpp"

#include <cstddef>
#include <vector>

#include "models/wiring/dependency_graph.hpp"

namespace dragonfly {
namespace {

/// Follows packets through each ring, from every router to all that they go to from there, and on
/// to the rings of higher dimensions.
class DependencyFinder {
 public:
  DependencyFinder(const TorusGrid& grid, int vcs)
      : grid_(grid),
        vcs_(vcs),
        graph_(first_targets(), static_cast<std::size_t>(vcs),
               static_cast<std::size_t>(grid.ports()) * static_cast<std::size_t>(vcs)) {}

  DeadlockReport run() {
    for (int router = 0; router < static_cast<int>(grid_.routers()); ++router)
      for (int d = 0; d < grid_.dimensions(); ++d)
        for (const bool up : {true, false}) follow(router, d, up);
    DeadlockReport report;
    report.dependencies = graph_.edges();
    for (const std::size_t vertex : graph_.cycle()) {
      const std::size_t channel = vertex / static_cast<std::size_t>(vcs_),
                        ports = static_cast<std::size_t>(grid_.ports());
      report.cycle.push_back({static_cast<int>(channel / ports), static_cast<int>(channel % ports),
                              static_cast<int>(vertex % static_cast<std::size_t>(vcs_))});
    }
    return report;
  }

 private:
  [[nodiscard]] std::size_t vertex(int router, int port, int vc) const {
    return (static_cast<std::size_t>(router) * static_cast<std::size_t>(grid_.ports()) +
            static_cast<std::size_t>(port)) *
               static_cast<std::size_t>(vcs_) +
           static_cast<std::size_t>(vc);
  }
  [[nodiscard]] std::vector<std::size_t> first_targets() const {
    std::vector<std::size_t> targets;
    for (int router = 0; router < static_cast<int>(grid_.routers()); ++router)
      for (int port = 0; port < grid_.ports(); ++port) {
        const int d = grid_.dimension_of(port);
        targets.push_back(
            d < 0 ? 0 : vertex(grid_.neighbour(router, d, port == grid_.port(d, true)), 0, 0));
      }
    return targets;
  }
  /// The virtual channel that packets take that go on in a ring.
  [[nodiscard]] int vc(int router, int d, bool up, int before) const {
    const int digit = static_cast<int>(grid_.dimension(d).digit(grid_.node(router)));
    return dateline_vc(grid_.dimension(d).size, digit, up, before, vcs_);
  }

  /// Packets that enter a ring at a router.
  void follow(int router, int d, bool up) {
    const int most = grid_.dimension(d).size / 2;
    int before = vc(router, d, up, 0);
    for (int hop = 1; hop <= most; ++hop) {
      const std::size_t held = vertex(router, grid_.port(d, up), before);
      router = grid_.neighbour(router, d, up);
      for (int e = d + 1; e < grid_.dimensions(); ++e)
        for (const bool rises : {true, false})
          graph_.add(held, vertex(router, grid_.port(e, rises), vc(router, e, rises, 0)));
      if (hop == most) break;
      before = vc(router, d, up, before);
      graph_.add(held, vertex(router, grid_.port(d, up), before));
    }
  }

  const TorusGrid& grid_;
  int vcs_;
  DependencyGraph graph_;
};

}  // namespace

DeadlockReport check_torus_deadlock(const TorusGrid& grid, int vcs) {
  return DependencyFinder(grid, vcs).run();
}

}  // namespace dragonfly
