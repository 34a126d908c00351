// SPDX-License-Identifier: Apache-2.0
// Bench of df_input_unit (docs/microarchitecture.md, sections 1 and 3): one deque for each input
// VC.
#include "tb/variants/df_input_unit.hpp"

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

// A flit with the route that df_route_unit found for it, if it is a head on a local or global port.
struct Routed {
  Flit flit;
  Route route;
};

struct InputVc {
  std::deque<Routed> fifo;
  std::optional<Routed> arrival;
  bool mid = false;
  bool decided = false;
  Route route;  // while mid-packet or decided

  [[nodiscard]] const Routed* front() const {
    if (!fifo.empty()) return &fifo.front();
    return arrival ? &*arrival : nullptr;
  }
};

template <class V>
struct InputUnit : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  explicit InputUnit(int depth = p.depth) {
    set_bits((*this)->depth_i, 0, bits_for(p.depth), static_cast<std::uint64_t>(depth));
    quiet();
  }

  void quiet() {
    auto& dut = *this;
    clear(dut->arrival_ivc_i);
    clear(dut->grant_ivc_i);
    for (int port = 0; port < p.ports(); ++port) {
      put_noise(dut->route_ip_i, route_bits(p), port, noise);
    }
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      put_noise(dut->route_ivc_i, route_bits(p), ivc, noise);
    }
    for (InputVc& vc : vcs) vc.arrival.reset();
  }

  // A flit arrives, with its route if it is a head that does not ask.
  void arrive(int ivc, const Flit& flit, const Route& route) {
    auto& dut = *this;
    set_bit(dut->arrival_ivc_i, ivc, true);
    put_flit(dut->flit_ip_i, p, ivc / p.stride(), flit);
    if (flit.head && !is_terminal(ivc)) {
      put_route(dut->route_ip_i, route_bits(p), ivc / p.stride(), route);
    }
    at(ivc).arrival = Routed{flit, route};
  }

  // Checks the fronts and passes routes on, with random decisions for terminal ports. To be called
  // after all arrivals and before any grant.
  void check_fronts(Random& random) {
    auto& dut = *this;
    this->settle();
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      InputVc& vc = at(ivc);
      const Routed* front = vc.front();
      CAPTURE(ivc, vc.fifo.size(), vc.mid, vc.decided);
      REQUIRE(bit(dut->front_ivc_o, ivc) == (front != nullptr));
      REQUIRE(bit(dut->head_ivc_o, ivc) == (front != nullptr && front->flit.head));
      REQUIRE(bit(dut->tail_ivc_o, ivc) == (front != nullptr && front->flit.tail));
      const bool multi = front != nullptr && front->flit.head && !front->flit.tail;
      REQUIRE(planes(dut->len_ivc_o, ivc, 4, p.nvp()) == (multi ? front->flit.len : 0));
      REQUIRE(bit(dut->mid_ivc_o, ivc) == vc.mid);
      REQUIRE(bit(dut->bypass_ivc_o, ivc) == (vc.fifo.empty() && vc.arrival.has_value()));

      const bool assigned = vc.mid || vc.decided || (!is_terminal(ivc) && front != nullptr);
      REQUIRE(bit(dut->assigned_ivc_o, ivc) == assigned);
      std::optional<Route> route;
      if (assigned) {
        route = vc.mid || vc.decided ? vc.route : front->route;
        REQUIRE(get_route(dut->held_ivc_o, route_bits(p), ivc) == *route);
      }

      if (is_terminal(ivc) && ivc % p.stride() == 0) {
        const bool decides = front != nullptr && front->flit.head && !vc.decided;
        REQUIRE(bit(dut->decide_ask_o, ivc / p.stride()) == decides);
        if (decides) {
          check_destination(ivc / p.stride(), front->flit);
          vc.decided = true;
          vc.route = {random.below(p.ports()), random.below(p.vcs)};
          route = vc.route;
        }
      }
      if (route) put_route(dut->route_ivc_i, route_bits(p), ivc, *route);
    }
  }

  void grant(int ivc) { set_bit((*this)->grant_ivc_i, ivc, true); }

  // The rest of the cycle and its edge.
  void edge_and_check() {
    auto& dut = *this;
    this->settle();
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      InputVc& vc = at(ivc);
      const bool leaves = bit(dut->grant_ivc_i, ivc);
      const bool stored = vc.arrival && !(leaves && vc.fifo.empty());
      CAPTURE(ivc, leaves, vc.fifo.size());
      REQUIRE(bit(dut->store_ivc_o, ivc) == stored);
      if (leaves && !vc.fifo.empty() && vc.arrival) ++replaced;
      if (leaves && vc.fifo.empty()) ++bypassed;

      if (leaves) {
        const Routed front = *vc.front();
        if (!vc.mid && !vc.decided) vc.route = front.route;
        vc.decided = false;
        vc.mid = !front.flit.tail;
        if (!vc.fifo.empty()) vc.fifo.pop_front();
      }
      if (stored) {
        vc.fifo.push_back(*vc.arrival);
        if (static_cast<int>(vc.fifo.size()) == p.depth) ++filled;
      }
    }
    this->edge();
    quiet();
  }

  [[nodiscard]] static bool is_terminal(int ivc) { return p.is_terminal(ivc / p.stride()); }
  InputVc& at(int ivc) { return vcs[static_cast<std::size_t>(ivc)]; }

  std::vector<InputVc> vcs = std::vector<InputVc>(static_cast<std::size_t>(p.nv()));
  Random noise{1};   // in the place of routes that mean nothing
  int bypassed = 0;  // flits that left as they arrived
  int replaced = 0;  // flits that arrived as another left their FIFO
  int filled = 0;    // arrivals that filled a FIFO

 private:
  void check_destination(int t, const Flit& flit) {
    const int position = t * p.dst_w();
    const auto& shown = (*this)->header_ask_o;
    REQUIRE(bits(shown, position, p.term_w()) == static_cast<unsigned>(flit.dst_term));
    REQUIRE(bits(shown, position + p.term_w(), p.router_w()) ==
            static_cast<unsigned>(flit.dst_router));
    REQUIRE(bits(shown, position + p.term_w() + p.router_w(), p.group_w()) ==
            static_cast<unsigned>(flit.dst_group));
  }
};

// Sends packets on every input VC, flit by flit.
template <class V>
struct Sources {
  static constexpr Parameters p = V::kParameters;

  Sources(InputUnit<V>& unit, Random& numbers) : bench(unit), random(numbers) {}

  void send(int percent, int single_flit_percent) {
    for (int port = 0; port < p.ports(); ++port) {
      if (!random.chance(percent)) continue;
      const int vc = p.is_terminal(port) ? 0 : random.below(p.vcs);
      const int ivc = port * p.stride() + vc;
      if (static_cast<int>(bench.at(ivc).fifo.size()) == p.depth) continue;
      int& left = to_go[static_cast<std::size_t>(ivc)];
      Flit flit = random_flit(random, p);
      flit.head = left == 0;
      if (flit.head) {
        left = random.chance(single_flit_percent) ? 1 : random.between(1, 16);
        flit.len = left - 1;
      }
      --left;
      flit.tail = left == 0;
      bench.arrive(ivc, flit, {random.below(p.ports()), random.below(p.vcs)});
    }
  }

  // Grants some of the fronts.
  void grant(int percent) {
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      if (bench.at(ivc).front() != nullptr && random.chance(percent)) bench.grant(ivc);
    }
  }

  InputUnit<V>& bench;
  Random& random;
  std::vector<int> to_go = std::vector<int>(static_cast<std::size_t>(p.nv()));
};

Flit head_of(int size) {
  Flit flit;
  flit.head = true;
  flit.tail = size == 1;
  flit.len = size - 1;
  return flit;
}

Flit body(bool tail) {
  Flit flit;
  flit.tail = tail;
  return flit;
}

}  // namespace

// Checks: AS-3, AS-9, AS-12, AS-13, AS-14, AS-19, FL-6, FL-7, FL-9, FM-8, FM-10, FM-15, FM-16,
// FM-17, FR-1, FR-2, FR-3, FR-4, QE-1, RT-1, RT-2, SA-5, SE-1, SE-4, SE-5
TEMPLATE_LIST_TEST_CASE("Fronts, routes and places of random packets", "[df_input_unit]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  InputUnit<TestType> bench;
  Random random(1);
  Sources<TestType> sources(bench, random);
  bench.check_fronts(random);
  bench.edge_and_check();
  for (int cycle = 0; cycle < 6000; ++cycle) {
    // FIFOs run full, run empty, or stay in between.
    const int phase = cycle / 150 % 3;
    const int grant_percent = phase == 0 ? 3 : phase == 1 ? 100 : 40;
    sources.send(phase == 1 ? 40 : 95, cycle / 450 % 2 == 0 ? 100 : 20);
    bench.check_fronts(random);
    sources.grant(grant_percent);
    bench.edge_and_check();
  }
  REQUIRE(bench.filled > 0);
  REQUIRE(bench.bypassed > 0);
  REQUIRE(bench.replaced > 0);

  // Drain: nothing is left over but packets whose tails were never sent.
  for (int cycle = 0; cycle <= p.depth; ++cycle) {
    bench.check_fronts(random);
    sources.grant(100);
    bench.edge_and_check();
  }
  for (int ivc = 0; ivc < p.nv(); ++ivc) {
    REQUIRE(bench.at(ivc).fifo.empty());
    REQUIRE(bench.at(ivc).mid == (sources.to_go[static_cast<std::size_t>(ivc)] > 0));
  }
  bench.check_fronts(random);
}

// Checks: PT-1
TEMPLATE_LIST_TEST_CASE("Reset empties every FIFO", "[df_input_unit]", Variants) {
  InputUnit<TestType> bench;
  Random random(2);
  for (int round = 0; round < 3; ++round) {
    Sources<TestType> sources(bench, random);
    for (int cycle = 0; cycle < 100; ++cycle) {
      sources.send(90, 30);
      bench.check_fronts(random);
      sources.grant(50);
      bench.edge_and_check();
    }
    bench.reset();
    for (InputVc& vc : bench.vcs) vc = {};
    bench.check_fronts(random);
    bench.edge_and_check();
  }
}

// Checks: OW-2, OW-4, SE-1
TEMPLATE_LIST_TEST_CASE("Broken rules of packets and buffers are noticed", "[df_input_unit]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  const int ivc = (p.ports() - 1) * p.stride();
  Random random(3);
  const auto edge_fires = [](auto& bench) { return assertions_fired_by([&] { bench.edge(); }); };

  SECTION("one flit too many") {
    InputUnit<TestType> bench;
    for (int flits = 0; flits < p.depth; ++flits) {
      bench.arrive(ivc, head_of(1), {});
      REQUIRE(edge_fires(bench).empty());
    }
    REQUIRE(edge_fires(bench) == "buffer_has_room");
  }
  SECTION("one flit more than BUFFER_DEPTH, which is less than what is built") {
    const int depth = p.depth - 1;
    InputUnit<TestType> bench(depth);
    for (int flits = 0; flits < depth; ++flits) {
      bench.arrive(ivc, head_of(1), {});
      REQUIRE(edge_fires(bench).empty());
    }
    REQUIRE(edge_fires(bench) == "buffer_has_room");
  }
  SECTION("a grant for nothing") {
    InputUnit<TestType> bench;
    bench.grant(ivc);
    REQUIRE(edge_fires(bench) == "grant_has_front");
  }
  SECTION("a head inside a packet") {
    InputUnit<TestType> bench;
    bench.arrive(ivc, head_of(2), {});
    bench.check_fronts(random);
    bench.grant(ivc);
    bench.edge_and_check();
    bench.arrive(ivc, head_of(1), {});
    REQUIRE(edge_fires(bench) == "heads_come_between_packets");
  }
  SECTION("a body without a head") {
    InputUnit<TestType> bench;
    bench.arrive(ivc, body(true), {});
    REQUIRE(edge_fires(bench) == "bodies_follow_heads");
  }
}
