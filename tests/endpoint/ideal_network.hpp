// SPDX-License-Identifier: Apache-2.0
// A network without contention, for tests of what surrounds it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "models/endpoint/terminals.hpp"
#include "models/families/fabric.hpp"

namespace dragonfly::test {

using Flit = std::array<std::uint64_t, 2>;

/// An ideal output-queued switch: a packet that a source has sent completely is `latency` >= 1
/// cycles later in a queue at its destination, which takes in any number of packets and gives out
/// one flit a cycle, on VC 0. Packets that arrive in the same cycle queue up by source. The credit
/// of a flit is back at its source two cycles after it was sent.
class IdealNetwork {
 public:
  IdealNetwork(const Fabric& network, Terminals& terminals, int latency = 1)
      : count_(network.wiring.terminals()),
        p_(network.wiring.terminals_of(0)),
        per_group_(network.wiring.terminals() / network.wiring.groups()),
        latency_(latency),
        terminals_(terminals),
        queues_(static_cast<std::size_t>(count_)),
        sent_(static_cast<std::size_t>(count_)) {}

  /// Sees every flit on its way; may change it, or lose it (return false).
  std::function<bool(Flit&)> on_flit;

  /// How the terminals take their turns within a cycle; nothing may depend on it.
  struct Order {
    int group = 1 << 30;  ///< terminals at a time
    bool backwards = false;
    bool eject_first = false;
  };
  void cycle(std::int64_t cycle, const Order& order) {
    std::vector<int> firsts;
    for (int first = 0; first < count_; first += order.group) firsts.push_back(first);
    if (order.backwards) std::reverse(firsts.begin(), firsts.end());
    for (const int first : firsts) {
      const int last = std::min(count_, first + std::min(order.group, count_));
      if (order.eject_first) eject(cycle, first, last);
      terminals_.generate(cycle, first, last);
      for (; !credits_.empty() && credits_.front().first <= cycle; credits_.pop_front()) {
        terminals_.credit(credits_.front().second);
      }
      terminals_.inject(cycle, first, last, [&](int terminal, const std::uint64_t* flit) {
        send(cycle, terminal, flit);
      });
      if (!order.eject_first) eject(cycle, first, last);
    }
    terminals_.report_deliveries();
  }
  void cycle(std::int64_t cycle) { this->cycle(cycle, Order()); }

 private:
  using Arrival = std::pair<std::int64_t, int>;  ///< cycle, source

  void send(std::int64_t cycle, int terminal, const std::uint64_t* words) {
    const FlitFormat& layout = terminals_.format();
    credits_.emplace_back(cycle + 2, terminal);
    std::vector<Flit>& packet = sent_[static_cast<std::size_t>(terminal)];
    packet.push_back({words[0], layout.flit_words() == 2 ? words[1] : 0});
    if (!layout.tail(words)) return;

    const std::uint64_t* head = packet.front().data();
    const auto field = [&](std::size_t number) {
      return static_cast<int>(layout.field(layout.header(head), number));
    };
    const int destination = field(1) * per_group_ + field(2) * p_ + field(3);
    std::deque<Flit>& arriving =
        queues_[static_cast<std::size_t>(destination)][{cycle + latency_, terminal}];
    for (Flit& flit : packet) {
      if (layout.head(flit.data())) visit_router(flit);
      if (!on_flit || on_flit(flit)) arriving.push_back(flit);
    }
    if (arriving.empty()) {
      queues_[static_cast<std::size_t>(destination)].erase({cycle + latency_, terminal});
    }
    packet.clear();
  }

  /// Sets the field `hops` of a head flit to 1.
  void visit_router(Flit& flit) const {
    constexpr int kHopsShift = 64 - 1 - 1 - 1 - 4 - 4;  // after head, tail, nonmin, len
    flit[static_cast<std::size_t>(terminals_.format().flit_words() - 1)] |= std::uint64_t{1}
                                                                            << kHopsShift;
  }

  void eject(std::int64_t cycle, int first, int last) {
    for (int terminal = first; terminal < last; ++terminal) {
      auto& queue = queues_[static_cast<std::size_t>(terminal)];
      if (queue.empty() || queue.begin()->first.first > cycle) continue;
      std::deque<Flit>& packet = queue.begin()->second;
      const Flit flit = packet.front();
      packet.pop_front();
      if (packet.empty()) queue.erase(queue.begin());
      terminals_.eject(cycle, terminal, 0, flit.data());
    }
  }

  int count_, p_, per_group_, latency_;
  Terminals& terminals_;
  std::vector<std::map<Arrival, std::deque<Flit>>> queues_;  ///< [destination]
  std::vector<std::vector<Flit>> sent_;                      ///< [source]: of its current packet
  std::deque<std::pair<std::int64_t, int>> credits_;         ///< cycle of arrival, source
};

}  // namespace dragonfly::test
