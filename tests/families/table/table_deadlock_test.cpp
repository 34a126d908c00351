// SPDX-License-Identifier: Apache-2.0
// The channel dependencies of small networks, against those of every packet on every path.
#include "models/families/table/table_deadlock.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "models/families/family_registry.hpp"
#include "tests/catch.hpp"
#include "tests/families/acyclic.hpp"
#include "tests/families/table/tables.hpp"

namespace dragonfly {
namespace {

using Vc = std::pair<std::int64_t, int>;  ///< a channel's index and a VC of it
using Dependencies = std::set<std::pair<Vc, Vc>>;

/// Follows every packet over every shortest path, one after the other.
class EveryPacket {
 public:
  EveryPacket(const Wiring& wiring, const TableNodes& nodes, const TableVcs& vcs, bool valiant)
      : wiring_(wiring), nodes_(nodes), vcs_(vcs) {
    for (int router = 0; router < wiring.routers(); ++router)
      distances_.push_back(distances_from(wiring, router));
    for (int router = 0; router < wiring.routers(); ++router) {
      if (wiring.terminals_of(router) == 0) continue;
      for (int node = 0; node < nodes.count(); ++node) {
        const int target = nodes.router(node);
        walk(router, target, vcs.split, vcs.vcs, {});
        if (!valiant || target == router) continue;
        // To any destination that is neither the source nor the intermediate node.
        const bool others = nodes.count() > (nodes.node(router) < 0 ? 1 : 2);
        if (others) detour(router, target);
      }
    }
  }

  [[nodiscard]] const Dependencies& found() const { return found_; }

 private:
  void detour(int source, int mid) {
    std::set<Vc> arriving;
    walk(source, mid, 0, vcs_.split, [&](const Vc& last) { arriving.insert(last); });
    for (int node = 0; node < nodes_.count(); ++node) {
      const int target = nodes_.router(node);
      if (target == mid) continue;
      for (int port = 0; port < wiring_.ports(mid); ++port) {
        if (!nearer(mid, port, target)) continue;
        for (const Vc& held : arriving)
          found_.insert({held, {wiring_.index(mid, port), vcs_.split}});
      }
      walk(mid, target, vcs_.split, vcs_.vcs, {});
    }
  }

  /// All paths from a router to a target, on VCs from `vc` to below `end`.
  void walk(int router, int target, int vc, int end, const std::function<void(const Vc&)>& arrived,
            const Vc* held = nullptr) {
    if (router == target) {
      if (held != nullptr && arrived) arrived(*held);
      return;
    }
    for (int port = 0; port < wiring_.ports(router); ++port) {
      if (!nearer(router, port, target)) continue;
      const Vc taken{wiring_.index(router, port), vc};
      if (held != nullptr) found_.insert({*held, taken});
      const int next_vc = vc + 1 < end ? vc + 1 : vc;
      walk(wiring_.output(router, port).router, target, next_vc, end, arrived, &taken);
    }
  }

  [[nodiscard]] bool nearer(int router, int port, int target) const {
    const Peer peer = wiring_.output(router, port);
    if (peer.kind != PeerKind::kRouter) return false;
    const int now = distances_[static_cast<std::size_t>(router)][static_cast<std::size_t>(target)];
    const int then =
        distances_[static_cast<std::size_t>(peer.router)][static_cast<std::size_t>(target)];
    return then >= 0 && then == now - 1;
  }

  const Wiring& wiring_;
  const TableNodes& nodes_;
  TableVcs vcs_;
  std::vector<std::vector<int>> distances_;  ///< [from][to]
  Dependencies found_;
};

/// Up to nine routers, joined at random over a ring, with terminals at some of them.
Wiring random_wiring(std::mt19937& random) {
  const auto number = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  const int routers = number(3, 9);
  const bool directed = number(0, 2) == 0;
  constexpr int kTerminalPorts = 2, kPorts = 12;
  WiringBuilder builder("random", std::vector<int>(static_cast<std::size_t>(routers), kPorts));
  const int terminal = builder.add_class("terminal"), channel = builder.add_class("channel");
  std::vector<int> in(static_cast<std::size_t>(routers), kTerminalPorts), out = in;
  const auto join = [&](int from, int to) {
    int& leaves = out[static_cast<std::size_t>(from)];
    int& enters = (directed ? in : out)[static_cast<std::size_t>(to)];
    if (from == to || leaves == kPorts || enters == kPorts) return;
    if (directed)
      builder.connect_one_way({from, leaves++}, {to, enters++}, channel);
    else
      builder.connect({from, leaves++}, {to, enters++}, channel);
  };
  for (int router = 0; router < routers; ++router) join(router, (router + 1) % routers);
  for (int more = number(0, 2 * routers); more > 0; --more)
    join(number(0, routers - 1), number(0, routers - 1));
  for (int router = 0; router < routers; ++router)
    for (int port = number(0, kTerminalPorts); port > (router == 0 ? -1 : 0); --port)
      if (port < kTerminalPorts) builder.attach({router, port}, terminal);
  return builder.build();
}

// Checks: TB-25
TEST_CASE("dependencies of random networks are those of every packet, and so is the verdict") {
  std::mt19937 random(7);
  int checked = 0, deadlocks = 0;
  for (int i = 0; i < 400; ++i) {
    const Wiring wiring = random_wiring(random);
    const TableNodes nodes(wiring);
    const ShortestWays ways(wiring, nodes);
    int farthest = 0;
    for (int router = 0; router < wiring.routers(); ++router)
      for (int node = 0; node < nodes.count(); ++node)
        farthest = std::max(farthest, ways.distance(router, node));
    REQUIRE(farthest < ShortestWays::kUnreachable);
    for (const bool valiant : {false, true}) {
      for (int vcs = valiant ? 2 : 1; vcs <= 5; ++vcs) {
        if (valiant && farthest == 0) continue;
        const TableVcs policy = table_vcs(valiant, vcs, farthest);
        const EveryPacket packets(wiring, nodes, policy, valiant);
        const DeadlockReport report = check_table_deadlock(wiring, nodes, ways, policy, valiant);
        INFO("network " << i << ", valiant " << valiant << ", " << vcs << " VCs");
        REQUIRE(report.dependencies == static_cast<std::int64_t>(packets.found().size()));
        REQUIRE(report.deadlock_free() == acyclic(packets.found()));
        for (std::size_t at = 0; at < report.cycle.size(); ++at) {
          const VirtualChannel& here = report.cycle[at];
          const VirtualChannel& next = report.cycle[(at + 1) % report.cycle.size()];
          REQUIRE(packets.found().contains({{wiring.index(here.router, here.port), here.vc},
                                            {wiring.index(next.router, next.port), next.vc}}));
        }
        ++checked;
        deadlocks += report.deadlock_free() ? 0 : 1;
      }
    }
  }
  REQUIRE(checked > 3000);
  REQUIRE(deadlocks > 300);
}

TEST_CASE("time to check 30,000 channels is that of seconds, not of minutes") {
  // Before, each node took each port times each port that leads on: half a minute.
  const Wiring clos = build_network("folded-clos", {{"radix", {32}}, {"levels", {3}}});
  const TableNodes nodes(clos);
  const ShortestWays ways(clos, nodes);
  std::int64_t channels = 0;
  for (const int next : next_routers(clos)) channels += next >= 0 ? 1 : 0;
  REQUIRE(channels > 30000);
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(check_table_deadlock(clos, nodes, ways, table_vcs(false, 3, 4), false).deadlock_free());
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  REQUIRE(time.count() < 10);
}

}  // namespace
}  // namespace dragonfly
