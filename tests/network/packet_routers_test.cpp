// SPDX-License-Identifier: Apache-2.0
// The routers of the packet engine beside routers written plainly from docs/microarchitecture.md:
// single flits, credits that are not delayed, greedy decisions.
#include "models/network/packet_routers.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "models/network/packet_flit.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

struct Sizes {
  int ports, vcs, depth, speedup, queue;  ///< queue: flits that an output queue takes, at least
  [[nodiscard]] int vc_bits() const { return vcs > 2 ? 2 : vcs - 1; }
  [[nodiscard]] int vectors() const { return ports << vc_bits(); }
};

/// A flit in a FIFO: its number, and the output VC that it goes to.
struct Queued {
  std::uint32_t handle;
  int output_vc;
};

/// One router. Flits on VC 0 of port 0 ask, the others bring their route along.
class PlainRouter {
 public:
  explicit PlainRouter(const Sizes& sizes)
      : at_(sizes),
        fifos(static_cast<std::size_t>(sizes.vectors())),
        batch(fifos.size()),
        credits(fifos.size(), sizes.depth),
        pointers(static_cast<std::size_t>(sizes.ports)),
        queues(pointers.size()) {}

  struct Sent {
    int input_vc;
    Queued flit;
    int behind;  ///< cycles that it waits in the output queue
  };

  /// q(o, v) before the decision of this cycle.
  [[nodiscard]] int queue(int output_vc) const {
    int flits = at_.depth - credits[index(output_vc)];
    for (std::size_t i = 0; i < fifos.size(); ++i)
      flits += !fifos[i].empty() && (i != 0 || decided) && fifos[i].front().output_vc == output_vc;
    return flits;
  }

  /// Sections 4 and 5, when all that arrives is in its FIFO.
  std::vector<Sent> allocate() {
    std::vector<Sent> sent;
    std::vector<bool> granted(fifos.size());
    for (int port = 0; port < at_.ports; ++port) allocate(port, granted);
    for (std::size_t i = 0; i < fifos.size(); ++i) {
      if (!granted[i]) continue;
      const Queued flit = fifos[i].front();
      const auto output = index(flit.output_vc >> at_.vc_bits());
      sent.push_back({static_cast<int>(i), flit, queues[output]});
      ++queues[output];
      --credits[index(flit.output_vc)];
      fifos[i].pop_front();
      if (i == 0) decided = false;
    }
    for (int& queue : queues) queue = std::max(0, queue - 1);
    return sent;
  }

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  void allocate(int port, std::vector<bool>& granted) {
    std::vector<std::size_t> requests, eligible;
    for (std::size_t i = 0; i < fifos.size(); ++i) {
      if (fifos[i].empty() || fifos[i].front().output_vc >> at_.vc_bits() != port) continue;
      requests.push_back(i);
      if (queues[index(port)] <= at_.queue - at_.speedup &&
          credits[index(fifos[i].front().output_vc)] >= 1)
        eligible.push_back(i);
    }
    // Those of the batch first, each class from the pointer on.
    const auto vectors = fifos.size();
    const auto place = [&](std::size_t i) {
      return std::pair(!batch[i], (i + vectors - pointers[index(port)]) % vectors);
    };
    std::sort(eligible.begin(), eligible.end(),
              [&](std::size_t i, std::size_t j) { return place(i) < place(j); });
    std::map<int, int> taken;
    int count = 0;
    std::size_t last = 0;
    for (const std::size_t i : eligible) {
      const int output_vc = fifos[i].front().output_vc;
      if (count == at_.speedup || credits[index(output_vc)] <= taken[output_vc]) continue;
      ++taken[output_vc];
      ++count;
      granted[i] = true;
      last = i;
    }
    if (eligible.size() >= 2) pointers[index(port)] = (last + 1) % vectors;

    std::vector<std::size_t> waiting;
    for (const std::size_t i : requests) {
      if (granted[i])
        batch[i] = false;
      else
        waiting.push_back(i);
    }
    if (std::none_of(waiting.begin(), waiting.end(), [&](std::size_t i) { return batch[i]; }))
      for (const std::size_t i : waiting) batch[i] = true;
  }

  Sizes at_;

 public:
  std::vector<std::deque<Queued>> fifos;  ///< [input VC]
  std::vector<bool> batch;                ///< [input VC]
  std::vector<int> credits;               ///< [output VC]
  std::vector<std::size_t> pointers;      ///< [output]
  std::vector<int> queues;                ///< [output]: flits that wait there
  bool decided = false;                   ///< the front of input VC 0
};

RouterParameters parameters(const Sizes& sizes) {
  RouterSizes all;
  all.design.ports = sizes.ports;
  all.design.asking_vcs = {1};
  all.vcs = sizes.vcs;
  all.speedup = sizes.speedup;
  RouterRegisters registers;
  registers.buffer_depth = sizes.depth;
  registers.oq_limit = sizes.queue;
  RoutingNeeds needs;
  needs.vc_queues = true;
  return {all, registers, needs};
}

constexpr int kLatency = 2;

/// Routers of the engine, each beside a plain one. Their neighbours are this class: it sends flits
/// when they have room, and gives credits back when it likes.
template <int kWords>
class Comparison {
 public:
  using Routers = PacketRouters<kWords, PackedFlit>;
  static constexpr std::size_t kVcs = Routers::kVcs;

  Comparison(const Sizes& sizes, std::size_t count, unsigned seed)
      : sizes_(sizes),
        at_(parameters(sizes)),
        count_(count),
        random_(seed),
        plain_(count, PlainRouter(sizes)),
        owed_(count, std::vector<int>(static_cast<std::size_t>(sizes.vectors()))),
        room_(count, std::vector<int>(static_cast<std::size_t>(sizes.vectors()), sizes.depth)),
        routers_(at_, count, false),
        channels_(0, letters_, 2 * count * kVcs, at_.vc_bits, kLatency,
                  at_.room_limit + at_.speedup + kLatency) {
    for (std::size_t router = 0; router < count; ++router) {
      for (int port = 0; port < sizes.ports; ++port) {
        routers_.connect(
            router, port,
            {static_cast<std::uint32_t>(outside(router, port << at_.vc_bits)), kLatency, 0});
      }
    }
  }

  void cycle(std::int64_t now) {
    channels_.begin(now);
    take_what_left(now);
    arrive(now);
    const std::size_t together = routers_.together();
    REQUIRE(together >= 1);
    for (std::size_t first = 0; first < count_; first += together) {
      const std::size_t last = std::min(count_, first + together);
      routers_.arrive(first, last, channels_.arrivals());
      decide(first, last);
      const bool granted = routers_.finish(first, last, now, channels_.arrivals(), channels_);
      bool expected = false;
      for (std::size_t router = first; router < last; ++router)
        expected = allocate(router, now) || expected;
      REQUIRE(granted == expected);
    }
    give(now);
    for (std::size_t router = 0; router < count_; ++router) compare(router, now);
  }

  [[nodiscard]] std::int64_t delivered() const { return delivered_; }

 private:
  using Place = std::tuple<std::int64_t, std::size_t, int>;  // cycle, router, VC

  /// A VC of what a router sends to.
  [[nodiscard]] std::size_t outside(std::size_t router, int vc) const {
    return (count_ + router) * kVcs + static_cast<std::size_t>(vc);
  }
  [[nodiscard]] bool used(int vc) const { return (vc & at_.vc_mask) < sizes_.vcs; }
  [[nodiscard]] unsigned draw(unsigned count) { return static_cast<unsigned>(random_() % count); }

  void take_what_left(std::int64_t now) {
    const auto& slot = channels_.arrivals();
    for (std::size_t router = 0; router < count_; ++router) {
      for (int vc = 0; vc < sizes_.vectors(); ++vc) {
        CAPTURE(now, router, vc);
        const std::size_t number = outside(router, vc);
        const std::uint64_t bit = std::uint64_t{1} << number % 64;
        const auto flit = flits_.find({now, router, vc});
        REQUIRE(((slot.flits[number / 64] & bit) != 0) == (flit != flits_.end()));
        const bool credit = credits_.erase({now, router, vc}) != 0;
        REQUIRE(((slot.credits[number / 64] & bit) != 0) == credit);
        slot.flits[number / 64] &= ~bit;
        slot.credits[number / 64] &= ~bit;
        room_[router][static_cast<std::size_t>(vc)] += credit ? 1 : 0;
        if (flit == flits_.end()) continue;
        REQUIRE(slot.lanes[number >> at_.vc_bits].arrived_handle() == flit->second);
        ++owed_[router][static_cast<std::size_t>(vc)];
        ++delivered_;
      }
    }
  }

  /// What was sent to the routers is in their FIFOs.
  void arrive(std::int64_t now) {
    for (auto sent = sent_.begin(); sent != sent_.end() && std::get<0>(sent->first) == now;
         sent = sent_.erase(sent)) {
      const auto& [cycle, router, vc] = sent->first;
      plain_[router].fifos[static_cast<std::size_t>(vc)].push_back(sent->second);
    }
    for (auto credit = returned_.begin(); credit != returned_.end() && std::get<0>(*credit) == now;
         credit = returned_.erase(credit))
      back_.emplace_back(std::get<1>(*credit), std::get<2>(*credit));
  }

  void decide(std::size_t first, std::size_t last) {
    for (std::size_t router = first; router < last; ++router) {
      for (int port = 0; port < sizes_.ports; ++port) {
        int sum = 0;
        for (int vc = 0; vc < sizes_.vcs; ++vc) {
          const int q = plain_[router].queue((port << at_.vc_bits) + vc);
          REQUIRE(routers_.queue(router, static_cast<unsigned>(port), static_cast<unsigned>(vc)) ==
                  q);
          sum += q;
        }
        REQUIRE(routers_.queue(router, static_cast<unsigned>(port)) == sum);
      }
    }
    std::vector<std::size_t> undecided, expected;
    for (const std::uint32_t vc : routers_.undecided()) undecided.push_back(vc);
    for (std::size_t router = first; router < last; ++router)
      if (!plain_[router].fifos[0].empty() && !plain_[router].decided)
        expected.push_back(router * kVcs);
    REQUIRE(undecided == expected);
    for (const std::size_t vc : undecided) {
      // The way is in the destination, for this test.
      PackedFlit& front = routers_.undecided_front(vc);
      PlainRouter& plain = plain_[vc / kVcs];
      REQUIRE(front.handle() == plain.fifos[0].front().handle);
      const auto output_vc = static_cast<unsigned>(front.destination());
      front = PackedFlit::decided(front.handle(), 0, 0);
      routers_.claim(static_cast<std::uint32_t>(vc), output_vc);
      plain.decided = true;
    }
  }

  bool allocate(std::size_t router, std::int64_t now) {
    // Credits that arrive can be used in the next cycle.
    const auto sent = plain_[router].allocate();
    for (const auto& [input_vc, flit, behind] : sent) {
      flits_[{now + behind + kLatency, router, flit.output_vc}] = flit.handle;
      credits_.insert({now + kLatency, router, input_vc});
    }
    for (const auto& [its_router, vc] : back_)
      if (its_router == router) ++plain_[router].credits[static_cast<std::size_t>(vc)];
    std::erase_if(back_, [&](const auto& credit) { return credit.first == router; });
    return !sent.empty();
  }

  /// Sends a flit to some ports and gives some credits back, to arrive in kLatency cycles.
  void give(std::int64_t now) {
    // Times of little traffic, of much to one output, and of few credits.
    const unsigned rarity = 1 + static_cast<unsigned>(now / 50 % 4);
    const bool hot = now / 100 % 2 == 1;
    for (std::size_t router = 0; router < count_; ++router) {
      for (int port = 0; port < sizes_.ports; ++port) {
        const int vc = (port << at_.vc_bits) +
                       (port == 0 ? 0 : static_cast<int>(draw(static_cast<unsigned>(sizes_.vcs))));
        int& room = room_[router][static_cast<std::size_t>(vc)];
        if (room == 0 || draw(rarity) != 0) continue;
        --room;
        const int to =
            hot && draw(2) == 0 ? 1 : static_cast<int>(draw(static_cast<unsigned>(sizes_.ports)));
        const int output_vc =
            (to << at_.vc_bits) + static_cast<int>(draw(static_cast<unsigned>(sizes_.vcs)));
        const std::uint32_t handle = next_handle_++ & 0xffffff;
        const auto hop = static_cast<std::uint64_t>(output_vc);
        channels_.inject(
            kLatency, static_cast<std::uint32_t>(router * kVcs) + static_cast<std::uint32_t>(vc),
            port == 0 ? PackedFlit::undecided(handle, hop) : PackedFlit::decided(handle, hop, 1));
        sent_[{now + kLatency, router, vc}] = {handle, output_vc};
      }
      for (int vc = 0; vc < sizes_.vectors(); ++vc) {
        int& owed = owed_[router][static_cast<std::size_t>(vc)];
        if (owed == 0 || draw(1 + rarity) != 0) continue;
        --owed;
        const std::size_t number = router * kVcs + static_cast<std::size_t>(vc);
        channels_.slot(kLatency).credits[number / 64] |= std::uint64_t{1} << number % 64;
        returned_.insert({now + kLatency, router, vc});
      }
    }
  }

  void compare(std::size_t router, std::int64_t now) {
    const PlainRouter& plain = plain_[router];
    for (int port = 0; port < sizes_.ports; ++port) {
      CAPTURE(now, router, port);
      const auto& output = routers_.port(router, port);
      REQUIRE(output.pointer == plain.pointers[static_cast<std::size_t>(port)]);
      REQUIRE(std::max<std::int64_t>(0, output.next_free - (now + 1)) ==
              plain.queues[static_cast<std::size_t>(port)]);
    }
    const auto front = routers_.front(router);
    for (int vc = 0; vc < sizes_.vectors(); ++vc) {
      if (!used(vc)) continue;
      CAPTURE(now, router, vc);
      const std::size_t number = router * kVcs + static_cast<std::size_t>(vc);
      const auto& fifo = plain.fifos[static_cast<std::size_t>(vc)];
      REQUIRE(routers_.credits(number) == plain.credits[static_cast<std::size_t>(vc)]);
      REQUIRE(routers_.occupancy(number) == static_cast<int>(fifo.size()));
      REQUIRE(front.test(static_cast<unsigned>(vc)) == !fifo.empty());
      if (!fifo.empty() && !routers_.fresh(router).test(static_cast<unsigned>(vc)))
        REQUIRE(routers_.route(number) ==
                router * kVcs + static_cast<std::size_t>(fifo.front().output_vc));
    }
  }

  Sizes sizes_;
  RouterParameters at_;
  std::size_t count_;
  std::mt19937 random_;
  std::vector<PlainRouter> plain_;
  std::vector<std::vector<int>> owed_;  ///< [router][output VC]: credits that are to go back
  std::vector<std::vector<int>> room_;  ///< [router][input VC]
  Routers routers_;
  Letters<typename Routers::Channels::Letter> letters_{1};
  typename Routers::Channels channels_;
  std::map<Place, Queued> sent_;                   ///< on the way to the routers
  std::set<Place> returned_;                       ///< credits on the way to them
  std::vector<std::pair<std::size_t, int>> back_;  ///< of this cycle
  std::map<Place, std::uint32_t> flits_;           ///< on the way from the routers
  std::set<Place> credits_;                        ///< on the way from them
  std::uint32_t next_handle_ = 0;
  std::int64_t delivered_ = 0;
};

template <int kWords>
void check(const Sizes& sizes, std::size_t routers) {
  Comparison<kWords> bench(sizes, routers, static_cast<unsigned>(sizes.ports * sizes.depth));
  for (std::int64_t now = 0; now < 400; ++now) bench.cycle(now);
  CHECK(bench.delivered() > 400);
}

}  // namespace

TEST_CASE("routers of the packet engine do what the specification says, in every cycle") {
  SECTION("three VCs, short queues") { check<1>({5, 3, 4, 2, 5}, 20); }
  SECTION("short queues and many credits") { check<1>({6, 2, 30, 2, 4}, 3); }
  SECTION("one credit") { check<1>({6, 2, 1, 4, 100}, 3); }
  SECTION("one VC, one flit a cycle") { check<1>({7, 1, 6, 1, 3}, 3); }
  SECTION("queues that never fill") { check<1>({5, 4, 16, 3, 200}, 3); }
  SECTION("more VCs than a word has bits") { check<2>({20, 4, 3, 2, 9}, 3); }
}
