// SPDX-License-Identifier: Apache-2.0
#include "models/router/control_registers.hpp"

#include <algorithm>
#include <string>

#include "models/common/error.hpp"
#include "models/common/random.hpp"
#include "models/config/configuration.hpp"
#include "models/router/register_map.hpp"

namespace dragonfly {

namespace {

using namespace register_addresses;

class Writer {
 public:
  void operator()(unsigned address, std::uint32_t data) {
    writes_.push_back({static_cast<std::uint16_t>(address), data});
  }
  std::vector<RegisterWrite> take() { return std::move(writes_); }

 private:
  std::vector<RegisterWrite> writes_;
};

std::uint32_t flags(const RoutingConfig& routing, FlowControl flow_control,
                    bool usually_sequential) {
  const bool sequential = routing.allocator == Allocator::kByRouting
                              ? usually_sequential
                              : routing.allocator == Allocator::kSequential;
  return kFlagsSequential.in_place(sequential) |
         kFlagsCutThrough.in_place(flow_control == FlowControl::kVirtualCutThrough) |
         kFlagsAllHops.in_place(routing.hop_metric == HopMetric::kAll);
}

/// Flits at which an output queue refuses more. Unlimited means room for all that credits allow,
/// and for the flits of one more cycle, as the rule asks for that room before it looks at credits.
std::uint32_t oq_limit(const RouterConfig& router) {
  const int unlimited = router.vcs * router.buffer_depth + router.speedup;
  if (router.output_queue_depth == 0) return static_cast<std::uint32_t>(unlimited);
  if (router.output_queue_depth < router.speedup) {
    throw InputError("router.output_queue_depth = " + std::to_string(router.output_queue_depth) +
                     " must be at least router.speedup = " + std::to_string(router.speedup) +
                     " (the flits that may enter in one cycle), or 0 for as deep as credits allow");
  }
  return static_cast<std::uint32_t>(std::min(router.output_queue_depth, unlimited));
}

void write_ports(Writer& write, const Configuration& config, const Fabric& fabric, int router) {
  constexpr int kWordBits = 32;
  const Wiring& wiring = fabric.wiring;
  const int ports = fabric.routes->design().ports, own_ports = wiring.ports(router);
  for (int first = 0; first < ports; first += kWordBits) {
    std::uint32_t connected = 0;
    for (int port = first; port < std::min(first + kWordBits, own_ports); ++port)
      if (wiring.output(router, port).connected()) connected |= 1U << (port - first);
    write(kConnected + first / kWordBits, connected);
  }
  const int askers = fabric.routes->design().random_registers(config.router.vcs);
  for (int asker = 0; asker < askers; ++asker)
    write(kLfsr + asker, lfsr_seed(config.measurement.seed, router, asker));
  for (int port = 0; port < ports; ++port) {
    // A credit taken in cycle n is back in cycle n + 2L if nothing waits.
    const int latency = port < own_ports ? wiring.output_latency(router, port) : 0;
    const int given = config.router.credit_round_trip;
    write(kTcrt0 + port, static_cast<std::uint32_t>(given > 0 ? given : 2 * latency));
  }
  if (!wiring.has_slow_channels()) return;
  for (int port = 0; port < own_ports; ++port)
    write(kInterval + port, static_cast<std::uint32_t>(wiring.output_interval(router, port)));
}

}  // namespace

std::vector<RegisterWrite> common_registers(const Configuration& config, const Fabric& fabric,
                                            int router) {
  Writer write;
  write(kFlags, flags(config.routing, config.router.flow_control, fabric.routes->sequential()));
  write(kBufferDepth, static_cast<std::uint32_t>(config.router.buffer_depth));
  write(kOqLimit, oq_limit(config.router));
  write(kCtqOneIn, static_cast<std::uint32_t>(config.router.ctq_one_in));
  write_ports(write, config, fabric, router);
  return write.take();
}

std::vector<RegisterWrite> control_registers(const Configuration& config, const Fabric& fabric,
                                             int router) {
  std::vector<RegisterWrite> writes = common_registers(config, fabric, router);
  const std::vector<RegisterWrite> of_family = fabric.routes->registers(router);
  writes.insert(writes.end(), of_family.begin(), of_family.end());
  return writes;
}

int configuration_edges(const Configuration& config, const Fabric& fabric) {
  // The plain registers; those of the ports, of which CONNECTED has a bit only; of the askers,
  // mostly fewer than ports.
  constexpr int kPlain = 10;
  const RouterDesign& design = fabric.routes->design();
  const int by_port = fabric.wiring.has_slow_channels() ? 3 : 2;
  return kPlain + by_port * design.ports +
         std::max(design.ports, design.random_registers(config.router.vcs)) +
         fabric.routes->most_registers();
}

std::uint32_t lfsr_seed(std::uint64_t seed, int router, int asker) {
  const std::uint64_t number =
      draw(stream_key(seed, Stream::kRouter, static_cast<std::uint64_t>(router)),
           static_cast<std::uint64_t>(asker));
  const auto value = static_cast<std::uint32_t>(number >> 32);
  return value == 0 ? 1 : value;
}

}  // namespace dragonfly
