// SPDX-License-Identifier: Apache-2.0
// Bench of df_route_decoder: the input VCs that go to each output, and to each VC.
#include "tb/variants/df_route_decoder.hpp"

#include <vector>

#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

TEMPLATE_LIST_TEST_CASE("Routes become masks", "[df_route_decoder]", Variants) {
  const Parameters p = TestType::kParameters;
  Bench<TestType> bench;
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    clear(bench->routed_ivc_i);
    std::vector<bool> routed;
    std::vector<Route> routes;
    const int percent = random.below(101);
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      routed.push_back(random.chance(percent));
      routes.push_back({random.below(p.ports()), random.below(p.vcs)});
      set_bit(bench->routed_ivc_i, ivc, routed.back());
      put_route(bench->route_ivc_i, route_bits(p), ivc, routes.back());
    }
    bench.settle();
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      const auto i = static_cast<std::size_t>(ivc);
      for (int o = 0; o < p.ports(); ++o)
        REQUIRE(mask_bit(bench->for_op_o, o, p.nvp(), ivc) == (routed[i] && routes[i].port == o));
      for (int vc = 0; vc < p.vcs; ++vc)
        REQUIRE(mask_bit(bench->for_vc_o, vc, p.nvp(), ivc) == (routed[i] && routes[i].vc == vc));
    }
    for (int o = 0; o < p.ports(); ++o) {
      bool some = false;
      for (std::size_t i = 0; i < routes.size(); ++i)
        some = some || (routed[i] && routes[i].port == o);
      REQUIRE(bit(bench->some_op_o, o) == some);
    }
  }
}
