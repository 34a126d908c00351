// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/shortest_ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>

#include "models/common/error.hpp"
#include "models/common/long_work.hpp"

namespace dragonfly {
namespace {

constexpr int kMostPorts = 256, kMostWays = 16384;

/// Ports as bits.
struct PortSet {
  std::array<std::uint64_t, kMostPorts / 64> words{};
  bool operator==(const PortSet&) const = default;
};
struct PortSetHash {
  std::size_t operator()(const PortSet& set) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : set.words)
      hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL ^ (hash >> 29);
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }
};

/// Neighbours of all routers, one after the other.
struct Neighbours {
  std::vector<std::size_t> first;  ///< [router]; the last element counts all
  std::vector<int> routers;
};

/// The routers that lead to each router, each once.
Neighbours predecessors(const Wiring& wiring) {
  Neighbours before;
  before.first.push_back(0);
  std::vector<int> own;
  for (int router = 0; router < wiring.routers(); ++router) {
    own.clear();
    for (int port = 0; port < wiring.ports(router); ++port)
      if (const Peer peer = wiring.input(router, port); peer.kind == PeerKind::kRouter)
        own.push_back(peer.router);
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    before.routers.insert(before.routers.end(), own.begin(), own.end());
    before.first.push_back(before.routers.size());
  }
  return before;
}

/// The distances of all routers to one, by breadth-first search against the channels.
void search(const Neighbours& before, int target, std::span<std::uint16_t> distances) {
  std::fill(distances.begin(), distances.end(), ShortestWays::kUnreachable);
  distances[static_cast<std::size_t>(target)] = 0;
  std::vector<int> front = {target}, next;
  for (std::uint16_t distance = 1; !front.empty(); ++distance, front.swap(next)) {
    next.clear();
    for (const int router : front) {
      const auto number = static_cast<std::size_t>(router);
      for (std::size_t i = before.first[number]; i < before.first[number + 1]; ++i) {
        std::uint16_t& its = distances[static_cast<std::size_t>(before.routers[i])];
        if (its != ShortestWays::kUnreachable) continue;
        its = distance;
        next.push_back(before.routers[i]);
      }
    }
  }
}

}  // namespace

std::vector<int> next_routers(const Wiring& wiring) {
  std::vector<int> routers;
  routers.reserve(static_cast<std::size_t>(wiring.all_ports()));
  for (int router = 0; router < wiring.routers(); ++router)
    for (int port = 0; port < wiring.ports(router); ++port)
      routers.push_back(wiring.output(router, port).router);
  return routers;
}

ShortestWays::ShortestWays(const Wiring& wiring, const TableNodes& nodes)
    : sets_(static_cast<std::size_t>(wiring.routers()), {Set{}}),
      lists_(static_cast<std::size_t>(wiring.routers())) {
  if (wiring.most_ports() > kMostPorts) {
    throw InputError(
        fmt::format("a router of the network has {} ports; a router that is simulated can have {}",
                    wiring.most_ports(), kMostPorts));
  }
  const std::size_t routers = sets_.size(),
                    entries = routers * static_cast<std::size_t>(nodes.count());
  distances_.resize(entries);
  set_numbers_.assign(entries, 0);

  const std::vector<int> successors = next_routers(wiring);
  const Neighbours before = predecessors(wiring);
  std::vector<std::unordered_map<PortSet, std::uint16_t, PortSetHash>> numbers(routers);
  const LongWork work("routing tables", nodes.count());
  for (int node = 0; node < nodes.count(); ++node) {
    work.done(node);
    const std::span<std::uint16_t> distances(distances_.data() + at(0, node), routers);
    search(before, nodes.router(node), distances);
    const int* successor = successors.data();
    for (int router = 0; router < wiring.routers(); ++router) {
      const auto here = static_cast<std::size_t>(router);
      const int ports = wiring.ports(router);
      const int* const own = successor;
      successor += ports;
      if (distances[here] == 0 || distances[here] == kUnreachable) continue;
      PortSet set;
      for (int port = 0; port < ports; ++port)
        if (own[port] >= 0 && distances[static_cast<std::size_t>(own[port])] + 1 == distances[here])
          set.words[static_cast<std::size_t>(port) / 64] |= std::uint64_t{1} << (port % 64);
      const auto [known, is_new] =
          numbers[here].try_emplace(set, static_cast<std::uint16_t>(sets_[here].size()));
      set_numbers_[at(router, node)] = known->second;
      if (!is_new) continue;
      std::vector<std::uint16_t>& list = lists_[here];
      const auto first = static_cast<std::uint32_t>(list.size());
      for (std::size_t word = 0; word < set.words.size(); ++word) {
        for (std::uint64_t rest = set.words[word]; rest != 0; rest &= rest - 1)
          list.push_back(static_cast<std::uint16_t>(64 * word) +
                         static_cast<std::uint16_t>(std::countr_zero(rest)));
      }
      sets_[here].push_back({first, static_cast<std::uint32_t>(list.size()) - first});
      if (list.size() > kMostWays) {
        throw InputError(
            fmt::format("router {} has more than {} different ways to the nodes of the network; a "
                        "routing table has no room for more",
                        router, kMostWays));
      }
    }
  }
}

int ShortestWays::longest_list() const {
  std::size_t longest = 0;
  for (const auto& list : lists_) longest = std::max(longest, list.size());
  return static_cast<int>(longest);
}

}  // namespace dragonfly
