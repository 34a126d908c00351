// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/table_deadlock.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/common/long_work.hpp"
#include "models/config/configuration.hpp"
#include "models/router/channel_dependencies.hpp"

namespace dragonfly {
namespace {

/// Packets to one node after the other. A router holds the VCs on which packets to the node leave
/// it, as bits, and what waits behind a channel is a set of ports, so a channel takes a few
/// operations on words for each node, however many ports lead on.
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
        words_((at(wiring.most_ports()) + 63) / 64),
        leaving_(at(wiring.routers())),
        onwards_(at(wiring.routers()) * words_),
        awaited_(next_routers_.size() * at(vcs.vcs) * words_),
        arriving_(next_routers_.size()) {}

  DeadlockReport run() {
    const LongWork work("deadlock check", nodes_.count());
    for (int node = 0; node < nodes_.count(); ++node) {
      set_onwards(node);
      if (valiant_) to_intermediate(node);
      to_destination(node);
      work.done(node + 1);
    }
    return report();
  }

 private:
  static_assert(kMostVcs <= 8);
  using VcSet = std::uint8_t;

  [[nodiscard]] static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  [[nodiscard]] static VcSet one_vc(int vc) { return static_cast<VcSet>(1U << vc); }

  /// The routers that lead to the node, the farthest first, and the ports from which they do.
  void set_onwards(int node) {
    std::vector<std::size_t> first;  // [distance]; then the next place of that distance
    for (int router = 0; router < wiring_.routers(); ++router) {
      if (!leads_on(router, node)) continue;
      const std::size_t distance = at(ways_.distance(router, node));
      if (first.size() <= distance) first.resize(distance + 1);
      ++first[distance];
      std::uint64_t* const ports = onwards_.data() + at(router) * words_;
      std::fill_n(ports, words_, 0);
      for (const std::uint16_t port : ways_.ports(router, node))
        ports[port / 64] |= std::uint64_t{1} << port % 64;
    }
    std::size_t routers = 0;
    for (auto count = first.rbegin(); count != first.rend(); ++count)
      routers += std::exchange(*count, routers);
    farthest_first_.resize(routers);
    for (int router = 0; router < wiring_.routers(); ++router)
      if (leads_on(router, node))
        farthest_first_[first[at(ways_.distance(router, node))]++] = router;
  }
  [[nodiscard]] bool leads_on(int router, int node) const {
    const int distance = ways_.distance(router, node);
    return distance != 0 && distance != ShortestWays::kUnreachable;
  }

  /// Whether packets from a router may go through an intermediate node: one that is neither the
  /// router nor the destination, nor is that.
  [[nodiscard]] bool goes_through(int router, int node) const {
    if (nodes_.node(router) == node) return false;
    return nodes_.count() > (nodes_.node(router) < 0 ? 1 : 2);
  }

  /// Packets of all sources to an intermediate node.
  void to_intermediate(int node) {
    for (int router = 0; router < wiring_.routers(); ++router) {
      const bool starts = wiring_.terminals_of(router) > 0 && goes_through(router, node);
      leaving_[at(router)] = starts ? one_vc(0) : VcSet{0};
    }
    const int target = nodes_.router(node);
    follow(target, [&](std::size_t channel, VcSet held) {
      arriving_[channel] |= static_cast<VcSet>(held);
    });
  }

  /// Packets of all sources to their destination, also on the second part of their path.
  void to_destination(int node) {
    for (int router = 0; router < wiring_.routers(); ++router) {
      const bool starts =
          wiring_.terminals_of(router) > 0 || (valiant_ && nodes_.node(router) >= 0);
      leaving_[at(router)] = starts ? one_vc(vcs_.split) : VcSet{0};
    }
    follow(nodes_.router(node), [](std::size_t, VcSet) {});
  }

  /// Follows the packets that leave all routers to the router `target`. arrived(channel, VCs): what
  /// holds one of these VCs has come there.
  template <class Arrived>
  void follow(int target, const Arrived& arrived) {
    for (const int router : farthest_first_) {
      const VcSet held = leaving_[at(router)];
      if (held == 0) continue;
      VcSet next_vcs = 0;
      for (unsigned rest = held; rest != 0; rest &= rest - 1)
        next_vcs |= one_vc(vcs_.onwards(std::countr_zero(rest)));
      for_each_port(onwards_.data() + at(router) * words_, [&](int port) {
        const auto channel = static_cast<std::size_t>(wiring_.index(router, port));
        const int next = next_routers_[channel];
        if (next == target) {
          arrived(channel, held);
          return;
        }
        leaving_[at(next)] |= next_vcs;
        const std::uint64_t* const ports = onwards_.data() + at(next) * words_;
        for (unsigned rest = held; rest != 0; rest &= rest - 1) {
          std::uint64_t* const waits = awaited(channel, std::countr_zero(rest));
          for (std::size_t word = 0; word < words_; ++word) waits[word] |= ports[word];
        }
      });
    }
  }

  /// Ports of the next router for which what holds a VC of a channel waits, on its next VC.
  [[nodiscard]] std::uint64_t* awaited(std::size_t channel, int vc) {
    return awaited_.data() + (channel * at(vcs_.vcs) + at(vc)) * words_;
  }
  template <class Visit>
  void for_each_port(const std::uint64_t* ports, Visit&& visit) const {
    for (std::size_t word = 0; word < words_; ++word)
      for (std::uint64_t rest = ports[word]; rest != 0; rest &= rest - 1)
        visit(static_cast<int>(64 * word) + std::countr_zero(rest));
  }

  [[nodiscard]] DeadlockReport report() {
    ChannelDependencies dependencies(wiring_, vcs_.vcs);
    for (std::size_t channel = 0; channel < next_routers_.size(); ++channel) {
      const int next = next_routers_[channel];
      if (next < 0) continue;
      for (int vc = 0; vc < vcs_.vcs; ++vc) {
        const std::size_t held = channel * at(vcs_.vcs) + at(vc);
        for_each_port(awaited(channel, vc), [&](int port) {
          dependencies.add(held, dependencies.vertex(next, port, vcs_.onwards(vc)));
        });
        if ((arriving_[channel] & one_vc(vc)) == 0) continue;
        // From an intermediate node to whatever node: all ports that lead to some.
        for (const std::uint16_t port : ways_.list(next))
          dependencies.add(held, dependencies.vertex(next, port, vcs_.split));
      }
    }
    return dependencies.report();
  }

  const Wiring& wiring_;
  const TableNodes& nodes_;
  const ShortestWays& ways_;
  TableVcs vcs_;
  bool valiant_;
  std::vector<int> next_routers_;
  std::size_t words_;  ///< of a set of ports
  // On the way to one node.
  std::vector<int> farthest_first_;     ///< routers
  std::vector<VcSet> leaving_;          ///< [router]: on which packets leave it
  std::vector<std::uint64_t> onwards_;  ///< [router][word]: ports from which they do
  // To all nodes.
  std::vector<std::uint64_t> awaited_;  ///< [channel][VC][word], see awaited()
  std::vector<VcSet> arriving_;  ///< [channel]: on which packets reach their intermediate node
};

}  // namespace

DeadlockReport check_table_deadlock(const Wiring& wiring, const TableNodes& nodes,
                                    const ShortestWays& ways, const TableVcs& vcs, bool valiant) {
  return DependencyFinder(wiring, nodes, ways, vcs, valiant).run();
}

}  // namespace dragonfly
