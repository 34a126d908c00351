// SPDX-License-Identifier: Apache-2.0
// Networks that stand still.
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

/// Three groups of one router each, a channel between each two, one VC, room for one flit.
Configuration ring() {
  Configuration config = small_network();
  config.topology = topology_of({1, 1, 2, 3, Arrangement::kRelative});
  config.router.vcs = 3;
  config.router.buffer_depth = 1;
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 4;
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.group_offset = 2;
  return config;
}

int port_towards(const Dragonfly& network, int router, int neighbour) {
  for (int port = 0; port < network.radix(); ++port)
    if (network.link(router, port).router == neighbour) return port;
  return -1;
}

}  // namespace

TEST_CASE("a deadlock is reported with its cycle") {
  // Every packet goes to the router after the next, the long way round on a single VC: the first
  // packet of each router takes the only slot of the next one, and waits there for the slot that
  // the next router's own packet holds.
  const Configuration config = ring();
  const Dragonfly network(dragonfly_parameters(config.topology));
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, [&](const Dragonfly& topology, int number) {
                            auto router = std::make_unique<IdealRouter>(topology, number, 3, 1);
                            const DragonflyFlits layout(topology);
                            const int onward = port_towards(topology, number, (number + 1) % 3);
                            router->route_by([=](const std::uint64_t* flit, int, int) {
                              return layout.dst_group(flit) == number
                                         ? IdealRouter::Route{0, 0}
                                         : IdealRouter::Route{onward, 0};
                            });
                            return router;
                          }).cycles);
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kNoProgress));
  CHECK_THAT(result.text, ContainsSubstring("measurement.watchdog = 500"));
  CHECK_THAT(result.text, ContainsSubstring("3 routers are blocked"));
  CHECK_THAT(result.text, ContainsSubstring("a deadlock"));
  CHECK_THAT(result.text, ContainsSubstring("dragonfly waves"));
  for (int router = 0; router < 3; ++router) {
    const int from = port_towards(network, router, (router + 2) % 3);
    const int to = port_towards(network, router, (router + 1) % 3);
    const std::string input = "router " + std::to_string(router) + " (group " +
                              std::to_string(router) + ", router 0) input port " +
                              std::to_string(from) + " VC0";
    CHECK_THAT(result.text,
               ContainsSubstring(input + " holds 1 flit, waits for a credit of output port " +
                                 std::to_string(to) + " VC0"));
    CHECK_THAT(result.text, ContainsSubstring("-> " + input));
  }
}

TEST_CASE("a router that holds on to its flits is named") {
  class Stopped : public FaultyRouter {
   public:
    using FaultyRouter::FaultyRouter;

   private:
    void spoil(std::int64_t cycle, Mask& valid_ovc, Mask& credit_ivc) override {
      if (number_ != 7 || cycle < 100) return;
      valid_ovc.assign(valid_ovc.size(), 0);
      credit_ivc.assign(credit_ivc.size(), 0);
    }
  };
  Configuration config = small_network();
  config.traffic.load = 0.8;
  const auto result = in_child([&] {
    return std::to_string(run_with(config, {}, [&](const Dragonfly& network, int number) {
                            return std::make_unique<Stopped>(network, number, 3, 16);
                          }).cycles);
  });
  CHECK(result.exit_code == static_cast<int>(ExitCode::kNoProgress));
  CHECK_THAT(result.text, ContainsSubstring("router 7 (group 1, router 3) input port"));
  CHECK_THAT(result.text, ContainsSubstring("would not send one for a credit"));
}
