// SPDX-License-Identifier: Apache-2.0
// Bench of df_datapath (docs/microarchitecture.md, section 5): where flits are, what leaves, and
// what is written into headers. The bench chooses grants and routes.
#include "tb/variants/df_datapath.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

struct Queued {
  Flit flit;
  int vc = 0;
};

template <class V>
struct Datapath : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  explicit Datapath(int limit) : oq_limit(limit) {
    (*this)->oq_limit_i = static_cast<SData>(limit);
    for (int t = 0; t < p.terminals; ++t) decide(t, {});
    quiet();
  }

  void quiet() {
    clear((*this)->store_ivc_i);
    clear((*this)->grant_ivc_i);
    clear((*this)->bypass_ivc_i);
    clear((*this)->grants_op_i);
    for (int o = 0; o < p.ports(); ++o) pause(o, false);
    // What is said of outputs without a grant means nothing.
    clear((*this)->grant_for_op_i);
    for (int o = 0; o < p.ports(); ++o)
      set_mask((*this)->grant_for_op_i, o, p.nvp(), p.nv(), [&](int) { return noise.chance(20); });
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      put_noise((*this)->route_ivc_i, route_bits(p), ivc, noise);
    }
    arrivals.assign(arrivals.size(), std::nullopt);
    granted.assign(granted.size(), std::nullopt);
  }

  void arrive(int ivc, const Flit& flit) {
    put_flit((*this)->flit_ip_i, p, ivc / p.stride(), flit);
    at(arrivals, ivc) = flit;
  }

  // The arriving flit is stored.
  void store(int ivc) {
    set_bit((*this)->store_ivc_i, ivc, true);
    stored.push_back(ivc);
  }

  // The oldest flit of the buffer leaves its input VC, or the arriving one if there is none.
  void grant(int ivc, const Route& route) {
    auto& fifo = at(buffer, ivc);
    const bool bypasses = fifo.empty();
    set_bit((*this)->grant_ivc_i, ivc, true);
    set_bit((*this)->bypass_ivc_i, ivc, bypasses);
    if (!bit((*this)->grants_op_i, route.port))
      set_mask((*this)->grant_for_op_i, route.port, p.nvp(), p.nv(), [](int) { return false; });
    set_bit((*this)->grants_op_i, route.port, true);
    set_mask_bit((*this)->grant_for_op_i, route.port, p.nvp(), ivc, true);
    put_route((*this)->route_ivc_i, route_bits(p), ivc, route);
    at(granted, ivc) = Queued{bypasses ? *at(arrivals, ivc) : fifo.front(), route.vc};
    at(granted_port, ivc) = route.port;
    if (!bypasses) fifo.pop_front();
  }

  // As many flits as an output takes in a cycle arrive, and go to output 0.
  void grant_all(Random& random) {
    for (int k = 0; k < p.speedup; ++k) {
      arrive(k * p.stride(), random_flit(random, p));
      grant(k * p.stride(), {0, random.below(p.vcs)});
    }
  }

  // With slow channels: the output sends nothing in this cycle. Without them it does all the same.
  void pause(int output, bool pauses) {
    set_bit((*this)->paused_op_i, output, pauses);
    at(paused, output) = pauses && p.slow_channels != 0;
  }

  // What the head flits of terminal port t are told.
  void decide(int t, const Decision& decision) {
    set_bit((*this)->nonmin_ask_i, t, decision.nonmin);
    set_field((*this)->salt_ask_i, t, 8, static_cast<std::uint64_t>(decision.salt));
    set_field((*this)->mid_ask_i, t, p.group_w(), static_cast<std::uint64_t>(decision.mid_group));
    at(decisions, t) = decision;
  }

  [[nodiscard]] bool ready(int output) const {
    return static_cast<int>(queues[static_cast<std::size_t>(output)].size()) <=
           oq_limit - p.speedup;
  }

  void cycle() {
    this->settle();
    for (int o = 0; o < p.ports(); ++o) REQUIRE(bit((*this)->queue_ready_op_o, o) == ready(o));

    std::vector<std::optional<Queued>> leaving(queues.size());
    for (std::size_t o = 0; o < queues.size(); ++o) {
      if (queues[o].empty() || paused[o]) continue;
      leaving[o] = queues[o].front();
      queues[o].pop_front();
    }
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      if (!at(granted, ivc)) continue;
      const Queued flit = {rewritten(ivc, at(granted, ivc)->flit), at(granted, ivc)->vc};
      const auto output = static_cast<std::size_t>(at(granted_port, ivc));
      if (leaving[output] || paused[output]) {
        queues[output].push_back(flit);
        longest = std::max(longest, static_cast<int>(queues[output].size()));
      } else {
        leaving[output] = flit;
      }
    }
    for (int ovc = 0; ovc < p.nv(); ++ovc) {
      const auto& flit = leaving[static_cast<std::size_t>(ovc / p.stride())];
      const bool leaves = flit && flit->vc == ovc % p.stride();
      REQUIRE(bit((*this)->valid_ovc_o, ovc) == leaves);
      if (leaves) {
        REQUIRE(get_flit((*this)->flit_op_o, p, ovc / p.stride()) == flit->flit);
        ++flits_out;
      }
    }
    for (std::size_t o = 0; o < queues.size(); ++o)
      REQUIRE(bit((*this)->sends_op_o, static_cast<int>(o)) == leaving[o].has_value());
    for (const int ivc : stored) at(buffer, ivc).push_back(*at(arrivals, ivc));
    stored.clear();
    this->edge();
    quiet();
  }

  template <class Table>
  static decltype(auto) at(Table& table, int index) {
    return table[static_cast<std::size_t>(index)];
  }

  int oq_limit;
  Random noise{1};  // routes of flits that stay
  int longest = 0;  // output queue so far
  int flits_out = 0;
  std::vector<std::deque<Flit>> buffer =
      std::vector<std::deque<Flit>>(static_cast<std::size_t>(p.nv()));
  std::vector<std::optional<Flit>> arrivals =
      std::vector<std::optional<Flit>>(static_cast<std::size_t>(p.nv()));
  std::vector<std::deque<Queued>> queues =
      std::vector<std::deque<Queued>>(static_cast<std::size_t>(p.ports()));

 private:
  [[nodiscard]] Flit rewritten(int ivc, Flit flit) const {
    if (!flit.head) return flit;
    flit.hops = std::min(flit.hops + 1, 15);
    const int port = ivc / p.stride();
    if (p.is_terminal(port)) {
      const Decision& decision = at(decisions, port);
      flit.nonmin = decision.nonmin;
      flit.salt = decision.salt;
      flit.mid_group = decision.mid_group;
    }
    return flit;
  }

  std::vector<std::optional<Queued>> granted =
      std::vector<std::optional<Queued>>(static_cast<std::size_t>(p.nv()));
  std::vector<bool> paused = std::vector<bool>(static_cast<std::size_t>(p.ports()));
  std::vector<int> granted_port = std::vector<int>(static_cast<std::size_t>(p.nv()));
  std::vector<int> stored;  // input VCs
  std::vector<Decision> decisions = std::vector<Decision>(static_cast<std::size_t>(p.terminals));
};

// Grants as the switch allocator may give them: to outputs that are ready, at most SPEEDUP each.
template <class V>
struct Grants {
  static constexpr Parameters p = V::kParameters;

  Grants(Datapath<V>& datapath, Random& numbers, int output)
      : bench(datapath), random(numbers), favourite(output) {}

  std::optional<Route> next() {
    const int port = random.chance(60) ? favourite : random.below(p.ports());
    int& count = counts[static_cast<std::size_t>(port)];
    if (!bench.ready(port) || count == p.speedup) return std::nullopt;
    ++count;
    return Route{port, random.below(p.vcs)};
  }

  Datapath<V>& bench;
  Random& random;
  int favourite;
  std::vector<int> counts = std::vector<int>(static_cast<std::size_t>(p.ports()));
};

}  // namespace

// Checks: CR-11, FL-1, FL-4, FL-8, FL-11, FL-12, FL-15, FM-11, FR-1, PT-3, RT-9, SA-3, SE-2, SE-3,
// SE-5, SE-6, SE-7, SE-8, SP-8
TEMPLATE_LIST_TEST_CASE("Flits leave once, in order, with the right header", "[df_datapath]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  for (const int limit : {p.speedup, p.oq_depth / 2 + 1, p.oq_depth}) {
    Datapath<TestType> bench(std::max(limit, p.speedup));
    Random random(static_cast<std::uint64_t>(limit));
    int flits_in = 0;
    bench.cycle();
    for (int cycle = 0; cycle < 1500; ++cycle) {
      const bool drains = cycle % 300 >= 250;
      const int favourite = cycle / 100 % p.ports();
      Grants<TestType> grants(bench, random, favourite);
      for (int o = 0; o < p.ports(); ++o) bench.pause(o, random.chance(cycle / 50 % 2 * 60));
      for (int t = 0; t < p.terminals; ++t) {
        bench.decide(t, {random.chance(50),
                         {},
                         static_cast<int>(random.bits(8)),
                         static_cast<int>(random.bits(p.group_w()))});
      }
      for (int port = 0; port < p.ports(); ++port) {
        const int arrival_vc = drains || random.chance(20) ? -1
                               : p.is_terminal(port)       ? 0
                                                           : random.below(p.vcs);
        for (int vc = 0; vc < p.vcs; ++vc) {
          const int ivc = port * p.stride() + vc;
          const auto& fifo = bench.buffer[static_cast<std::size_t>(ivc)];
          const bool waits = !fifo.empty();
          const bool arrives = vc == arrival_vc && static_cast<int>(fifo.size()) < p.depth;
          if (arrives) {
            bench.arrive(ivc, random_flit(random, p));
            ++flits_in;
          }
          const bool wants = random.chance(drains ? 100 : 50) && (waits || arrives);
          const std::optional<Route> route = wants ? grants.next() : std::nullopt;
          if (route) bench.grant(ivc, *route);
          const bool bypasses = route && !waits;
          if (arrives && !bypasses) bench.store(ivc);
        }
      }
      bench.cycle();
    }
    // As long as it may get: the limit, and never more.
    REQUIRE(bench.longest <= bench.oq_limit);
    if (p.speedup > 1) REQUIRE(bench.longest > 0);

    // Drain everything.
    const auto buffers_hold_flits = [&] {
      return std::any_of(bench.buffer.begin(), bench.buffer.end(),
                         [](const auto& fifo) { return !fifo.empty(); });
    };
    int patience = 100 * p.nv() * p.depth;
    while (buffers_hold_flits() && patience-- > 0) {
      Grants<TestType> grants(bench, random, patience % p.ports());
      for (int ivc = 0; ivc < p.nv(); ++ivc) {
        if (bench.buffer[static_cast<std::size_t>(ivc)].empty()) continue;
        if (const auto route = grants.next()) bench.grant(ivc, *route);
      }
      bench.cycle();
    }
    for (int cycle = 0; cycle < p.oq_depth; ++cycle) bench.cycle();
    for (const auto& queue : bench.queues) REQUIRE(queue.empty());
    REQUIRE(bench.flits_out == flits_in);
  }
}

// Checks: FL-5, FL-10, SE-2
TEMPLATE_LIST_TEST_CASE("Hops saturate, bodies pass unchanged", "[df_datapath]", Variants) {
  const Parameters p = TestType::kParameters;
  Random random(2);
  for (const int hops : {0, 1, 14, 15}) {
    for (const bool head : {false, true}) {
      for (const int ivc : {0, p.nv() - p.stride()}) {
        Datapath<TestType> bench(p.oq_depth);
        Flit flit = random_flit(random, p);
        flit.head = head;
        flit.hops = hops;
        bench.decide(0, {!flit.nonmin, {}, flit.salt ^ 0xFF, flit.mid_group ^ 1});
        bench.arrive(ivc, flit);
        bench.grant(ivc, {0, p.vcs - 1});
        bench.cycle();
        REQUIRE(bench.flits_out == 1);
        bench.cycle();
      }
    }
  }
}

// Checks: AS-23, AS-25, SA-3, SE-6
TEMPLATE_LIST_TEST_CASE("A queue fills up to the last entry and empties in order", "[df_datapath]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  if (p.speedup < 2 || p.ports() < p.speedup) return;
  Datapath<TestType> bench(p.oq_depth);
  Random random(3);
  int flits_in = 0;
  for (int round = 0; round < 3; ++round) {  // over the wrap of the pointers
    while (bench.ready(0)) {
      bench.grant_all(random);
      flits_in += p.speedup;
      bench.cycle();
    }
    REQUIRE(bench.longest > p.oq_depth - p.speedup);
    for (int cycle = 0; cycle < p.oq_depth / 2; ++cycle) bench.cycle();
  }
  for (int cycle = 0; cycle < p.oq_depth; ++cycle) bench.cycle();
  REQUIRE(bench.flits_out == flits_in);
}

// Checks: PT-1
TEMPLATE_LIST_TEST_CASE("Reset empties the output queues", "[df_datapath]", Variants) {
  const Parameters p = TestType::kParameters;
  if (p.speedup < 2 || p.ports() < 2) return;
  Datapath<TestType> bench(p.oq_depth);
  Random random(4);
  for (const int ivc : {0, p.stride()}) {
    bench.arrive(ivc, random_flit(random, p));
    bench.grant(ivc, {0, 0});
  }
  bench.cycle();
  bench.reset();
  for (auto& queue : bench.queues) queue.clear();
  bench.cycle();
}

// Checks: SA-3
TEMPLATE_LIST_TEST_CASE("A queue that takes more than it holds is noticed", "[df_datapath]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  if (p.speedup < 2 || p.ports() < p.speedup) return;
  Datapath<TestType> bench(p.oq_depth);
  Random random(6);
  // As long as the queue is not empty a flit leaves it in each cycle.
  for (int flits = 0; flits <= p.oq_depth; flits += p.speedup - 1) {
    bench.grant_all(random);
    CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  }
  bench.quiet();
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "queues_have_room");
}

// Checks: SE-5
TEMPLATE_LIST_TEST_CASE("A flit in two places is noticed", "[df_datapath]", Variants) {
  const Parameters p = TestType::kParameters;
  Datapath<TestType> bench(p.oq_depth);
  Random random(5);
  bench.arrive(0, random_flit(random, p));
  bench.grant(0, {0, 0});
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  bench.store(0);
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "leaves_or_stays");
}
