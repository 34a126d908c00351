// SPDX-License-Identifier: Apache-2.0
// df_arrival_vcs in routers of adaptive tables (docs/microarchitecture.md, "Networks by table,
// adaptive"), where ports with a terminal are no others than those with a channel.
#include "tb/variants/adaptive_table/df_arrival_vcs.hpp"

#include <vector>

#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

// Checks: AT-3
TEMPLATE_LIST_TEST_CASE("Flits enter the FIFO of the VC on which they come, on every port",
                        "[df_arrival_vcs]", Variants) {
  constexpr int ports = TestType::value(0), vcs = TestType::value(4);
  constexpr int vc_bits = bits_for(vcs - 1), port_bits = bits_for(ports - 1);
  constexpr int stride = vcs == 1 ? 1 : 1 << vc_bits;
  Random random(1);
  Bench<TestType> bench;
  for (int cycle = 0; cycle < 1000; ++cycle) {
    clear(bench->arrival_ivc_i);
    clear(bench->head_ip_i);
    std::vector<bool> expected(ports * stride);
    for (int port = 0; port < ports; ++port) {
      if (!random.chance(60)) continue;
      // A terminal sends on VC 0. The VC on which the packet will leave means nothing here.
      const int vc = random.chance(50) ? 0 : random.below(vcs);
      set_bit(bench->arrival_ivc_i, port * stride + vc, true);
      set_bit(bench->head_ip_i, port, random.chance(50));
      put_route(bench->route_ip_i, {port_bits, vc_bits}, port,
                {random.below(ports), random.below(vcs)});
      expected[static_cast<std::size_t>(port * stride + vc)] = true;
    }
    bench.settle();
    CAPTURE(cycle);
    for (int vc = 0; vc < ports * stride; ++vc)
      REQUIRE(bit(bench->enter_ivc_o, vc) == expected[static_cast<std::size_t>(vc)]);
    bench.edge();
    for (int port = 0; port < ports; ++port)
      REQUIRE(get_word(bench->latest_vc_ip_o, port, vc_bits) == 0);
  }
}
