// SPDX-License-Identifier: Apache-2.0
// Bench of df_arrival_vcs (docs/microarchitecture.md, "Decisions on arrival", "The FIFO").
#include "tb/variants/arrival/df_arrival_vcs.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct ArrivalVcs : Bench<V> {
  static constexpr FlatSizes s = V::kSizes;

  ArrivalVcs() { quiet(); }

  void quiet() {
    clear((*this)->arrival_ivc_i);
    clear((*this)->head_ip_i);
  }
  void arrive(int port, int vc) { set_bit((*this)->arrival_ivc_i, port * s.stride() + vc, true); }
  void decide(int port, const Route& route) {
    set_bit((*this)->head_ip_i, port, true);
    put_route((*this)->route_ip_i, {s.port_w(), s.vc_w()}, port, route);
  }
};

}  // namespace

// Checks: AS-31, DA-3, DA-4, DA-5
TEMPLATE_LIST_TEST_CASE("Flits from terminals enter the FIFO of the VC on which they leave",
                        "[df_arrival_vcs]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(1);
  ArrivalVcs<TestType> bench;
  std::vector<int> latest(static_cast<std::size_t>(s.ports()));
  for (int cycle = 0; cycle < 1000; ++cycle) {
    bench.quiet();
    std::vector<bool> expected(static_cast<std::size_t>(s.nv()));
    for (int port = 0; port < s.ports(); ++port) {
      put_noise(bench->route_ip_i, {s.port_w(), s.vc_w()}, port, random);
      if (!random.chance(60)) continue;
      const bool from_terminal = port < s.terminals;
      int enters = from_terminal ? 0 : random.below(s.vcs);
      bench.arrive(port, enters);
      const Route route{random.below(s.ports()), random.below(s.vcs)};
      const bool head = random.chance(50);
      if (head) bench.decide(port, route);
      if (head && from_terminal) latest[static_cast<std::size_t>(port)] = route.vc;
      if (from_terminal) enters = latest[static_cast<std::size_t>(port)];
      expected[static_cast<std::size_t>(port * s.stride() + enters)] = true;
    }
    bench.settle();
    CAPTURE(cycle);
    for (int vc = 0; vc < s.nv(); ++vc)
      REQUIRE(bit(bench->enter_ivc_o, vc) == expected[static_cast<std::size_t>(vc)]);
    bench.edge();
    for (int port = 0; port < s.ports(); ++port)
      REQUIRE(static_cast<int>(get_word(bench->latest_vc_ip_o, port, s.vc_w())) ==
              latest[static_cast<std::size_t>(port)]);
  }
  bench.quiet();
  bench.reset(1);
  for (int port = 0; port < s.ports(); ++port)
    CHECK(get_word(bench->latest_vc_ip_o, port, s.vc_w()) == 0);
}

TEMPLATE_LIST_TEST_CASE("A VC that does not exist is noticed", "[df_arrival_vcs]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  if (s.stride() == s.vcs) return;
  ArrivalVcs<TestType> bench;
  bench.arrive(0, 0);
  bench.decide(0, {0, s.vcs - 1});
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  bench.decide(0, {0, s.vcs});
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "flits_enter_one_vc");
}
