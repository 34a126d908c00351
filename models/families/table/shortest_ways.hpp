// SPDX-License-Identifier: Apache-2.0
// All shortest ways from the routers of a network to its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/families/table/table_nodes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The router that each port leads to, by Wiring::index(); -1 where it leads to none.
[[nodiscard]] std::vector<int> next_routers(const Wiring& wiring);

/// For each router and node the ports from which a shortest path leads to the node. Nodes with the
/// same ports share a set of them. Takes 4 bytes for each router and node.
class ShortestWays {
 public:
  /// Throws InputError for routers of more than 256 ports, or whose sets have more than 16,384
  /// ports together.
  ShortestWays(const Wiring& wiring, const TableNodes& nodes);

  static constexpr int kUnreachable = 0xffff;
  /// Channels between routers on the way; kUnreachable if there is no way.
  [[nodiscard]] int distance(int router, int node) const { return distances_[at(router, node)]; }

  /// Ports, ascending: entries `first` and following of the router's list of all its sets.
  struct Set {
    std::uint32_t first = 0, count = 0;
  };
  /// The set of a node. Empty for a node on the router itself, and for one that it does not lead
  /// to.
  [[nodiscard]] Set set(int router, int node) const {
    return sets_[static_cast<std::size_t>(router)][set_numbers_[at(router, node)]];
  }
  /// The number of that set among sets(router); -1 where it is empty.
  [[nodiscard]] int set_number(int router, int node) const {
    return set_numbers_[at(router, node)] - 1;
  }
  /// Sets of a router, the empty one left out.
  [[nodiscard]] int sets(int router) const {
    return static_cast<int>(sets_[static_cast<std::size_t>(router)].size()) - 1;
  }
  /// The ports of all sets of a router.
  [[nodiscard]] const std::vector<std::uint16_t>& list(int router) const {
    return lists_[static_cast<std::size_t>(router)];
  }
  [[nodiscard]] std::span<const std::uint16_t> ports(int router, int node) const {
    const Set ways = set(router, node);
    return {list(router).data() + ways.first, ways.count};
  }
  /// Ports in the sets of the router that has most.
  [[nodiscard]] int longest_list() const;

 private:
  [[nodiscard]] std::size_t at(int router, int node) const {
    return static_cast<std::size_t>(node) * sets_.size() + static_cast<std::size_t>(router);
  }

  std::vector<std::uint16_t> distances_, set_numbers_;  ///< [node][router]
  std::vector<std::vector<Set>> sets_;                  ///< [router]; the first one is empty
  std::vector<std::vector<std::uint16_t>> lists_;       ///< [router]
};

}  // namespace dragonfly
