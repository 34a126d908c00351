// SPDX-License-Identifier: Apache-2.0
// The same run by the network engine and by the harness, packet by packet.
#pragma once

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/router/control_registers.hpp"
#include "models/router/router_model.hpp"
#include "models/run/run.hpp"
#include "models/run/simulate_model.hpp"
#include "models/statistics/result_io.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

namespace dragonfly {

/// The packet trace of a run of the network engine, whose result goes into `result`.
inline std::string trace_of_engine(const Configuration& config, int threads = 1,
                                   RunResult* result = nullptr) {
  const ScratchDirectory scratch;
  RunOptions options;
  options.threads = threads;
  options.packet_trace_path = scratch / "trace";
  RunResult found = simulate_model(config, options);
  if (result != nullptr) *result = std::move(found);
  return content_of(options.packet_trace_path);
}

/// Checks that the packet trace and the result are the same for several numbers of threads.
inline void check_threads(const Configuration& config) {
  const auto all_of_run = [&](int threads) {
    RunResult result;
    const std::string trace = trace_of_engine(config, threads, &result);
    result.wall_seconds = result.cycles_per_second = 0;
    return trace + to_json(result).dump();
  };
  const std::string alone = all_of_run(1);
  CHECK(std::count(alone.begin(), alone.end(), '\n') > 300);
  for (const int threads : {2, 3, 7}) {
    INFO(threads << " threads");
    CHECK((all_of_run(threads) == alone));
  }
}

/// The packet trace of a run of the harness, with a router model in each router's place, on the
/// network of `make`.
inline std::string trace_of_harness(const Configuration& config,
                                    const std::function<Fabric()>& make) {
  const ScratchDirectory scratch;
  RunOptions options;
  options.packet_trace_path = scratch / "trace";
  const auto result = in_child([&] {
    const Fabric fabric = make();
    const RouterSizes sizes = router_sizes(config, fabric);
    NetworkRun run(config, options, fabric);
    run.elaborate(router_shape(sizes), [&](int number, std::size_t) {
      auto router = make_router_model(sizes, [&] { return fabric.routes->make_unit(); });
      router->configure(control_registers(config, fabric, number),
                        configuration_edges(config, fabric));
      return router;
    });
    return std::to_string(run.simulate(nullptr).cycles);
  });
  INFO(result.text);
  REQUIRE(result.exit_code == 0);
  return content_of(options.packet_trace_path);
}
/// On that of the configuration.
inline std::string trace_of_harness(const Configuration& config) {
  return trace_of_harness(config, [&] { return make_fabric(config); });
}

}  // namespace dragonfly
