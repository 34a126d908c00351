// SPDX-License-Identifier: Apache-2.0
// Bench of df_switch_allocator (docs/microarchitecture.md, section 4): the contract of the arbiter,
// each claim on its own, and the exact grants of the specification.
#include "tb/variants/df_switch_allocator.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tb/reference/switch_scheduler.hpp"
#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct SwitchAllocator : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  explicit SwitchAllocator(bool cut_through_on) : scheduler(p), cut_through(cut_through_on) {
    (*this)->cut_through_i = cut_through;
    for (int o = 0; o < p.ports(); ++o) {
      set_bit((*this)->connected_op_i, o, true);
      set_ready(o, true);
    }
    for (int ovc = 0; ovc < p.nv(); ++ovc) set_credits(ovc, 0);
    for (int ivc = 0; ivc < p.nvp(); ++ivc) set_front(ivc, {});
  }

  void set_ready(int output, bool value) {
    ready[static_cast<std::size_t>(output)] = value;
    set_bit((*this)->queue_ready_op_i, output, value);
  }

  void set_credits(int ovc, int value) {
    credits[static_cast<std::size_t>(ovc)] = value;
    set_planes((*this)->credits_ovc_i, ovc, p.credit_w(), p.nvp(), value);
    for (int s = 0; s < p.speedup; ++s) set_bit((*this)->more_ovc_i, s * p.nvp() + ovc, value > s);
  }

  void set_front(int ivc, const Front& front) {
    if (ivc < p.nv()) fronts[static_cast<std::size_t>(ivc)] = front;
    set_bit((*this)->front_ivc_i, ivc, front.present);
    set_bit((*this)->head_ivc_i, ivc, front.present && front.head);
    set_bit((*this)->tail_ivc_i, ivc, front.present && front.tail);
    set_bit((*this)->mid_ivc_i, ivc, front.mid);
    set_planes((*this)->len_ivc_i, ivc, 4, p.nvp(),
               front.present && front.multi_flit_head() ? front.len : 0);
    if (front.present) {
      put_route((*this)->route_ivc_i, route_bits(p), ivc, front.route);
    } else {
      put_noise((*this)->route_ivc_i, route_bits(p), ivc, noise);
    }
  }

  [[nodiscard]] bool eligible(int ivc) const {
    const Front& front = fronts[static_cast<std::size_t>(ivc)];
    return ready[static_cast<std::size_t>(front.route.port)] &&
           scheduler.eligible(front, credits, cut_through);
  }

  [[nodiscard]] int ovc_of(int ivc) const {
    return static_cast<int>(scheduler.output_vc(fronts[static_cast<std::size_t>(ivc)].route));
  }

  // One cycle; returns the grants, checked.
  std::vector<bool> cycle() {
    this->settle();
    std::vector<bool> granted;
    for (int ivc = 0; ivc < p.nv(); ++ivc) granted.push_back(bit((*this)->grant_ivc_o, ivc));
    check_contract(granted);
    REQUIRE(granted == scheduler.cycle(fronts, credits, ready, cut_through));
    this->edge();
    for (int ovc = 0; ovc < p.nv(); ++ovc) {
      REQUIRE(bit((*this)->held_ovc_o, ovc) == scheduler.held(ovc));
    }
    return granted;
  }

  SwitchScheduler scheduler;
  bool cut_through;
  Random noise{1};  // routes of input VCs without a front
  std::vector<Front> fronts = std::vector<Front>(static_cast<std::size_t>(p.nv()));
  std::vector<int> credits = std::vector<int>(static_cast<std::size_t>(p.nv()));
  std::vector<bool> ready = std::vector<bool>(static_cast<std::size_t>(p.ports()));

 private:
  // Each grant stands at the output of its route, and there is no other.
  void check_grants_by_output(const std::vector<bool>& granted, const std::vector<int>& grants_of) {
    int grants = 0;
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      if (!granted[static_cast<std::size_t>(ivc)]) continue;
      ++grants;
      const int output = fronts[static_cast<std::size_t>(ivc)].route.port;
      CAPTURE(ivc, output);
      REQUIRE(mask_bit((*this)->grant_for_op_o, output, p.nvp(), ivc));
    }
    REQUIRE(count_ones((*this)->grant_ivc_o) == grants);
    for (int o = 0; o < p.ports(); ++o) {
      const int expected = grants_of[static_cast<std::size_t>(o)];
      REQUIRE(bit((*this)->grants_op_o, o) == (expected > 0));
      if (expected == 0) continue;  // what is said of other outputs means nothing
      int shown = 0;
      for (int ivc = 0; ivc < p.nv(); ++ivc)
        shown += mask_bit((*this)->grant_for_op_o, o, p.nvp(), ivc) ? 1 : 0;
      REQUIRE(shown == expected);
    }
  }

  // What must hold whatever the order of the grants is.
  void check_contract(const std::vector<bool>& granted) {
    std::vector<int> grants_of(static_cast<std::size_t>(p.ports()));  // by output
    std::vector<int> grants_on(static_cast<std::size_t>(p.nv()));     // by output VC
    std::vector<int> multi_heads_on(static_cast<std::size_t>(p.nv()));
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      if (!granted[static_cast<std::size_t>(ivc)]) continue;
      REQUIRE(eligible(ivc));
      const Front& front = fronts[static_cast<std::size_t>(ivc)];
      ++grants_of[static_cast<std::size_t>(front.route.port)];
      ++grants_on[static_cast<std::size_t>(ovc_of(ivc))];
      if (front.multi_flit_head()) ++multi_heads_on[static_cast<std::size_t>(ovc_of(ivc))];
    }
    for (const int grants : grants_of) REQUIRE(grants <= p.speedup);
    check_grants_by_output(granted, grants_of);
    for (int ovc = 0; ovc < p.nv(); ++ovc) {
      const auto index = static_cast<std::size_t>(ovc);
      REQUIRE(grants_on[index] <= credits[index]);
      // The first flit of a packet that will hold the VC is alone on it.
      if (multi_heads_on[index] > 0) REQUIRE(grants_on[index] == 1);
      for (int s = 0; s < p.speedup; ++s) {
        REQUIRE(bit((*this)->take_ovc_o, s * p.nvp() + ovc) == (grants_on[index] > s));
      }
    }
    // Work-conserving: who is refused would break one of the rules.
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      if (granted[static_cast<std::size_t>(ivc)] || !eligible(ivc)) continue;
      const Front& front = fronts[static_cast<std::size_t>(ivc)];
      const auto ovc = static_cast<std::size_t>(ovc_of(ivc));
      const bool output_is_full =
          grants_of[static_cast<std::size_t>(front.route.port)] == p.speedup;
      const bool credits_are_used = grants_on[ovc] == credits[ovc];
      const bool head_must_be_alone = front.multi_flit_head() && grants_on[ovc] > 0;
      const bool vc_is_taken = multi_heads_on[ovc] > 0;
      REQUIRE((output_is_full || credits_are_used || head_must_be_alone || vc_is_taken));
    }
  }
};

// A source at each input VC that sends packets, and a sink at each output VC that returns credits.
template <class V>
struct PacketSources {
  static constexpr Parameters p = V::kParameters;

  PacketSources(SwitchAllocator<V>& switch_bench, std::uint64_t seed, int buffer_depth)
      : bench(switch_bench), random(seed), depth(buffer_depth) {
    for (int ovc = 0; ovc < p.nv(); ++ovc) {
      if (ovc % p.stride() < p.vcs) bench.set_credits(ovc, depth);
    }
  }

  // The longest packet that may be sent.
  [[nodiscard]] int longest() const { return bench.cut_through ? std::min(depth, 16) : 16; }

  // Presents flits: a front stays until it leaves. A favourite output makes contention.
  void offer(int percent, int favourite, int single_flit_percent) {
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      const auto i = static_cast<std::size_t>(ivc);
      Front front = bench.fronts[i];
      if (front.present || ivc % p.stride() >= p.vcs || !random.chance(percent)) continue;
      front.present = true;
      if (!front.mid) {
        const int size = random.chance(single_flit_percent) ? 1 : random.between(1, longest());
        front.head = true;
        front.len = size - 1;
        front.route.port = random.chance(50) ? favourite : random.below(p.ports());
        front.route.vc = random.below(p.vcs);
        to_go[i] = size;
      } else {
        front.head = false;
      }
      front.tail = to_go[i] == 1;
      bench.set_front(ivc, front);
    }
  }

  void take(const std::vector<bool>& granted) {
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      const auto i = static_cast<std::size_t>(ivc);
      if (!granted[i]) continue;
      Front front = bench.fronts[i];
      const int ovc = bench.ovc_of(ivc);
      bench.set_credits(ovc, bench.credits[static_cast<std::size_t>(ovc)] - 1);
      --to_go[i];
      ++flits;
      front.present = false;
      front.mid = !front.tail;
      bench.set_front(ivc, front);
    }
  }

  void return_credits(int percent) {
    for (int ovc = 0; ovc < p.nv(); ++ovc) {
      const int credits = bench.credits[static_cast<std::size_t>(ovc)];
      if (ovc % p.stride() < p.vcs && credits < depth && random.chance(percent)) {
        bench.set_credits(ovc, credits + 1);
      }
    }
  }

  [[nodiscard]] bool is_idle() const {
    return std::none_of(bench.fronts.begin(), bench.fronts.end(),
                        [](const Front& front) { return front.present || front.mid; });
  }

  SwitchAllocator<V>& bench;
  Random random;
  int depth;
  int flits = 0;
  std::vector<int> to_go = std::vector<int>(static_cast<std::size_t>(p.nv()));
};

// The input VCs that exist, in ascending order.
std::vector<int> input_vcs(const Parameters& p) {
  std::vector<int> existing;
  for (int ivc = 0; ivc < p.nv(); ++ivc) {
    if (ivc % p.stride() < p.vcs) existing.push_back(ivc);
  }
  return existing;
}

Front single_flit(const Route& route) { return {true, true, true, 0, false, route}; }
Front multi_flit_head(const Route& route, int size) {
  return {true, true, false, size - 1, false, route};
}

}  // namespace

// Checks: SA-2
TEMPLATE_LIST_TEST_CASE("Without requests nothing is granted", "[df_switch_allocator]", Variants) {
  SwitchAllocator<TestType> bench(false);
  const Parameters p = TestType::kParameters;
  for (int ovc = 0; ovc < p.nv(); ++ovc) bench.set_credits(ovc, p.depth);
  for (int cycle = 0; cycle < 3; ++cycle) {
    const std::vector<bool> granted = bench.cycle();
    REQUIRE(std::count(granted.begin(), granted.end(), true) == 0);
  }
}

// Checks: AS-10, AS-11, AS-26, CR-8, FL-9, FR-4, SA-1, SA-3, SA-4, SA-5, SA-6, SA-7, SA-8, SA-9,
// SA-10, SA-11, SA-12, SA-13, SA-14, SE-4
TEMPLATE_LIST_TEST_CASE("Random packets, stalls and credits", "[df_switch_allocator]", Variants) {
  const Parameters p = TestType::kParameters;
  for (const bool cut_through : {false, true}) {
    for (const int depth : {1, p.depth / 2, p.depth}) {
      SwitchAllocator<TestType> bench(cut_through);
      PacketSources<TestType> traffic(bench, static_cast<std::uint64_t>(depth), depth);
      int favourite = 0;
      for (int cycle = 0; cycle < 2000; ++cycle) {
        if (cycle % 50 == 0) favourite = traffic.random.below(p.ports());
        const int phase = cycle / 250 % 3;
        traffic.offer(phase == 0 ? 20 : 90, favourite, cycle / 100 % 2 == 0 ? 100 : 30);
        traffic.return_credits(phase == 2 ? 10 : 70);
        for (int o = 0; o < p.ports(); ++o) bench.set_ready(o, traffic.random.chance(85));
        traffic.take(bench.cycle());
      }
      REQUIRE(traffic.flits > 100 * p.ports());
      // Nothing is left over: every packet ends, every output VC is given back.
      for (int o = 0; o < p.ports(); ++o) bench.set_ready(o, true);
      int patience = 200 * p.nv();
      while (!traffic.is_idle() && patience-- > 0) {
        for (int ivc = 0; ivc < p.nv(); ++ivc) {
          Front front = bench.fronts[static_cast<std::size_t>(ivc)];
          if (!front.mid || front.present) continue;
          front.present = true;
          front.head = false;
          front.tail = traffic.to_go[static_cast<std::size_t>(ivc)] == 1;
          bench.set_front(ivc, front);
        }
        traffic.return_credits(100);
        traffic.take(bench.cycle());
      }
      REQUIRE(traffic.is_idle());
      for (int ovc = 0; ovc < p.nv(); ++ovc) REQUIRE_FALSE(bit(bench->held_ovc_o, ovc));
    }
  }
}

// Checks: AS-26, SA-1, SA-11
TEMPLATE_LIST_TEST_CASE("Pointers go round", "[df_switch_allocator]", Variants) {
  // All input VCs want the same output VC for ever: each is served once a round, in order.
  const Parameters p = TestType::kParameters;
  SwitchAllocator<TestType> bench(false);
  const Route route = {p.ports() - 1, p.vcs - 1};
  const int per_cycle = std::min(p.speedup, p.depth);
  bench.set_credits(static_cast<int>(bench.scheduler.output_vc(route)), p.depth);
  const std::vector<int> all = input_vcs(p);
  for (const int ivc : all) bench.set_front(ivc, single_flit(route));
  std::size_t next = 0;
  const std::size_t expected = std::min(static_cast<std::size_t>(per_cycle), all.size());
  for (std::size_t cycle = 0; cycle < 2 * all.size(); ++cycle) {
    const std::vector<bool> granted = bench.cycle();
    REQUIRE(std::count(granted.begin(), granted.end(), true) == static_cast<int>(expected));
    for (std::size_t k = 0; k < expected; ++k) {
      REQUIRE(granted[static_cast<std::size_t>(all[next])]);
      next = (next + 1) % all.size();
    }
    if (expected == all.size()) next = 0;  // nobody was refused
  }
}

// Checks: FR-4, SA-5, SE-4
TEMPLATE_LIST_TEST_CASE("A packet keeps its output VC from head to tail", "[df_switch_allocator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  if (p.nv() < 2) return;
  for (const bool cut_through : {false, true}) {
    SwitchAllocator<TestType> bench(cut_through);
    const Route route = {0, 0};
    const int owner = p.nv() - p.stride();
    bench.set_credits(0, 2);
    bench.set_front(owner, multi_flit_head(route, 2));
    REQUIRE(bench.cycle()[static_cast<std::size_t>(owner)]);
    // The body does not come for a while; nobody else gets in between.
    bench.set_front(0, single_flit(route));
    bench.set_front(owner, {false, false, false, 1, true, route});
    for (int cycle = 0; cycle < 5; ++cycle) REQUIRE_FALSE(bench.cycle()[0]);
    bench.set_front(owner, {true, false, true, 1, true, route});
    const std::vector<bool> granted = bench.cycle();
    REQUIRE(granted[static_cast<std::size_t>(owner)]);
    REQUIRE_FALSE(granted[0]);  // the VC is free from the next cycle on
    bench.set_front(owner, {});
    REQUIRE(bench.cycle()[0]);
  }
}

// Checks: SA-5
TEMPLATE_LIST_TEST_CASE("Cut-through waits for room for the packet", "[df_switch_allocator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  for (int size = 2; size <= std::min(p.depth, 16); ++size) {
    for (const bool cut_through : {false, true}) {
      for (int credits = 0; credits <= p.depth; ++credits) {
        SwitchAllocator<TestType> bench(cut_through);
        bench.set_credits(0, credits);
        bench.set_front(0, multi_flit_head({0, 0}, size));
        REQUIRE(bench.cycle()[0] == (credits >= (cut_through ? size : 1)));
      }
    }
  }
}

// Checks: SA-14
TEMPLATE_LIST_TEST_CASE("Whoever stays eligible is served within a round", "[df_switch_allocator]",
                        Variants) {
  // Single-flit packets of all input VCs to all VCs of one output, credits without end.
  const Parameters p = TestType::kParameters;
  SwitchAllocator<TestType> bench(false);
  Random random(7);
  for (int vc = 0; vc < p.vcs; ++vc) bench.set_credits(vc, p.depth);
  const int per_cycle = std::min(p.speedup, p.depth);
  const std::vector<int> all = input_vcs(p);
  const int bound = (static_cast<int>(all.size()) + per_cycle - 1) / per_cycle;
  std::vector<int> waited(static_cast<std::size_t>(p.nv()));
  for (const int ivc : all) bench.set_front(ivc, single_flit({0, random.below(p.vcs)}));
  for (int cycle = 0; cycle < 20 * bound; ++cycle) {
    const std::vector<bool> granted = bench.cycle();
    for (const int ivc : all) {
      int& cycles = waited[static_cast<std::size_t>(ivc)];
      cycles = granted[static_cast<std::size_t>(ivc)] ? 0 : cycles + 1;
      REQUIRE(cycles < p.vcs * bound);
      if (granted[static_cast<std::size_t>(ivc)])
        bench.set_front(ivc, single_flit({0, random.below(p.vcs)}));
    }
  }
}

// One pointer serves all VCs of an output, so what is granted on one VC decides who comes first on
// another: against the two patterns below the order of the specification protects nobody. They may
// fail.

TEMPLATE_LIST_TEST_CASE("Heads of packets are not starved by single flits",
                        "[df_switch_allocator][fairness][!mayfail]", Variants) {
  const Parameters p = TestType::kParameters;
  if (p.vcs < 2 || p.speedup < 2) return;
  SwitchAllocator<TestType> bench(false);
  for (int vc = 0; vc < p.vcs; ++vc) bench.set_credits(vc, p.depth);
  bench.set_front(0, single_flit({0, 0}));
  bench.set_front(1, multi_flit_head({0, 0}, 2));
  bench.set_front(2, single_flit({0, 1}));
  int cycles = 0;
  while (!bench.cycle()[1]) REQUIRE(++cycles < p.nv());
}

TEMPLATE_LIST_TEST_CASE("Credits that return on two VCs in turn starve nobody",
                        "[df_switch_allocator][fairness][!mayfail]", Variants) {
  const Parameters p = TestType::kParameters;
  const std::vector<int> all = input_vcs(p);
  if (p.vcs < 2 || all.size() < 4) return;
  SwitchAllocator<TestType> bench(false);
  // The first two input VCs want VC 0, the next two VC 1; as many credits return as flits leave.
  std::vector<int> grants(4);
  for (int k = 0; k < 4; ++k) {
    bench.set_front(all[static_cast<std::size_t>(k)], single_flit({0, k / 2}));
  }
  for (int cycle = 0; cycle < 100; ++cycle) {
    bench.set_credits(cycle % 2, 1);
    bench.set_credits(1 - cycle % 2, 0);
    const std::vector<bool> granted = bench.cycle();
    for (std::size_t k = 0; k < 4; ++k) {
      grants[k] += granted[static_cast<std::size_t>(all[k])] ? 1 : 0;
    }
  }
  for (const int count : grants) REQUIRE(count > 0);
}

// Checks: OW-5, SA-12, SE-4
TEMPLATE_LIST_TEST_CASE("Requests against the rules are noticed", "[df_switch_allocator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  const auto fired_after = [&](auto&& action) {
    SwitchAllocator<TestType> bench(false);
    for (int ovc = 0; ovc < p.nv(); ++ovc) bench.set_credits(ovc, p.depth);
    action(bench);
    return assertions_fired_by([&] { bench.edge(); });
  };
  CHECK(fired_after([](auto& bench) { bench.set_front(0, single_flit({0, 0})); }).empty());
  CHECK(fired_after([](auto& bench) {
          set_bit(bench->connected_op_i, 0, false);
          bench.set_front(0, single_flit({0, 0}));
        }) == "routes_are_connected");
  CHECK(fired_after([](auto& bench) {
          bench.set_front(0, {true, false, true, 0, true, {0, 0}});  // nobody holds (0, 0)
        }) == "owner_is_known");
  CHECK(fired_after([](auto& bench) {
          bench.set_front(0, multi_flit_head({0, 0}, 2));
          bench.edge();
          bench.set_front(0, {true, true, false, 1, true, {0, 0}});  // a head inside a packet
        }) == "one_packet_per_vc");
  // A front that goes away although it was not granted.
  CHECK(fired_after([](auto& bench) {
          bench.set_ready(0, false);
          bench.set_front(0, single_flit({0, 0}));
          bench.edge();
          bench.set_front(0, {});
        }) == "batches_wait");
  if (p.stride() > p.vcs) {
    CHECK(fired_after([&](auto& bench) {
            bench.set_front(0, single_flit({0, p.vcs}));
          }) == "routes_have_vcs");
  }
}
