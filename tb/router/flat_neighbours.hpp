// SPDX-License-Identifier: Apache-2.0
// Senders and receivers around one router of a flattened butterfly, which respect its credits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "tb/reference/flat_router.hpp"
#include "tb/router/neighbours.hpp"
#include "tests/catch.hpp"

namespace dragonfly::tb {

class FlatNeighbours {
 public:
  FlatNeighbours(const FlatSizes& s, const FlatControl& control, std::uint64_t seed)
      : s_(s),
        control_(control),
        routes_(s, control),
        random_(seed),
        senders_(static_cast<std::size_t>(s.nv())),
        credits_(static_cast<std::size_t>(s.nv()), control.buffer_depth),
        stored_(static_cast<std::size_t>(s.nv())) {}

  /// What arrives at the router in this cycle.
  [[nodiscard]] FlatInputs send(const Behaviour& behaviour) {
    FlatInputs inputs(s_);
    for (int port = 0; port < s_.ports(); ++port) {
      std::vector<std::size_t> ready;
      for (int vc = 0; vc < (port < s_.terminals ? 1 : s_.vcs); ++vc) {
        const auto i = static_cast<std::size_t>(port * s_.stride() + vc);
        if (senders_[i].empty() && random_.chance(behaviour.start)) start(i, behaviour);
        if (senders_[i].empty()) continue;
        const FlatFlit& next = senders_[i].front();
        if (credits_[i] >= (next.head && control_.cut_through ? next.len + 1 : 1))
          ready.push_back(i);
      }
      if (ready.empty() || !random_.chance(behaviour.send)) continue;
      const std::size_t i =
          ready[static_cast<std::size_t>(random_.below(static_cast<int>(ready.size())))];
      inputs.arrival[i] = senders_[i].front();
      senders_[i].pop_front();
      --credits_[i];
      ++flits_under_way_;
    }
    for (std::size_t vc = 0; vc < stored_.size(); ++vc) {
      if (stored_[vc] == 0 || !random_.chance(behaviour.return_credit)) continue;
      --stored_[vc];
      inputs.credit[vc] = true;
    }
    return inputs;
  }

  /// What has left the router in this cycle.
  void receive(const FlatOutputs& outputs) {
    for (std::size_t vc = 0; vc < stored_.size(); ++vc) {
      if (outputs.departure[vc]) {
        --flits_under_way_;
        REQUIRE(++stored_[vc] <= control_.buffer_depth);
      }
      if (!outputs.credit[vc]) continue;
      // The credits of a terminal are of its port, on whatever VC they come back.
      const int port = static_cast<int>(vc) / s_.stride();
      int& credits =
          credits_[port < s_.terminals ? static_cast<std::size_t>(port * s_.stride()) : vc];
      REQUIRE(++credits <= control_.buffer_depth);
    }
  }

  [[nodiscard]] bool is_idle() const {
    return flits_under_way_ == 0 &&
           std::all_of(senders_.begin(), senders_.end(), [](const auto& s) { return s.empty(); }) &&
           std::all_of(stored_.begin(), stored_.end(), [](int stored) { return stored == 0; });
  }

 private:
  void start(std::size_t input_vc, const Behaviour& behaviour) {
    FlatFlit head;
    head.head = true;
    const int port = static_cast<int>(input_vc) / s_.stride();
    head.dst = random_.chance(behaviour.favourite) ? control_.my_node : random_node(random_, s_);
    head.dst_term = random_.below(s_.terminals);
    if (port >= s_.terminals) {
      head.nonmin = random_.chance(50);
      head.mid = random_node(random_, s_);
      head.salt = random_.below(256);
      head.hops = random_.below(16);
      routes_.bring_near(head, static_cast<int>(input_vc) % s_.stride());
    }
    const int longest = control_.cut_through ? std::min(control_.buffer_depth, 16) : 16;
    head.len = random_.chance(behaviour.single_flit) ? 0 : random_.between(0, longest - 1);
    for (int k = 0; k <= head.len; ++k) {
      FlatFlit flit = k == 0 ? head : FlatFlit::of(s_, random_.bits(64));
      flit.head = k == 0;
      flit.tail = k == head.len;
      flit.tag = random_.bits(s_.tag_w);
      senders_[input_vc].push_back(flit);
    }
  }

  FlatSizes s_;
  FlatControl control_;
  FlatRoutes routes_;
  Random random_;
  std::vector<std::deque<FlatFlit>> senders_;  // what is still to send of a packet, by VC
  std::vector<int> credits_;                   // of senders
  std::vector<int> stored_;                    // by output VC
  int flits_under_way_ = 0;
};

}  // namespace dragonfly::tb
