#include "models/router/control_registers.hpp"

#include <algorithm>
#include <string>

#include "models/common/error.hpp"
#include "models/traffic/random.hpp"

namespace dragonfly {

namespace {

enum Address : int {
  kAlgorithm = 0x0000,
  kFlags = 0x0001,
  kThreshold = 0x0002,
  kBufferDepth = 0x0003,
  kOqLimit = 0x0004,
  kGroups = 0x0005,
  kMyGroup = 0x0006,
  kMyRouter = 0x0007,
  kMinStartVc = 0x0008,
  kCtqOneIn = 0x0009,
  kConnected = 0x0010,
  kLfsr = 0x0100,
  kTcrt0 = 0x0200,
  kLocalPort = 0x1000,
  kGroup = 0x2000,
  kWay = 0x4000,
};

class Writer {
 public:
  void operator()(int address, std::uint32_t data) {
    writes_.push_back({static_cast<std::uint16_t>(address), data});
  }
  std::vector<RegisterWrite> take() { return std::move(writes_); }

 private:
  std::vector<RegisterWrite> writes_;
};

std::uint32_t flags(const RoutingConfig& routing, FlowControl flow_control) {
  return (routing.allocator == Allocator::kSequential ? 1U : 0U) |
         (flow_control == FlowControl::kVirtualCutThrough ? 2U : 0U) |
         (routing.hop_metric == HopMetric::kAll ? 4U : 0U);
}

/// Flits at which an output queue refuses more. Unlimited means room for all that credits allow,
/// and for the flits of one more cycle, as the rule asks for that room before it looks at credits.
std::uint32_t oq_limit(const RouterConfig& router) {
  const int unlimited = router.vcs * router.buffer_depth + router.speedup;
  if (router.output_queue_depth == 0) return static_cast<std::uint32_t>(unlimited);
  if (router.output_queue_depth < router.speedup)
    throw InputError("router.output_queue_depth = " + std::to_string(router.output_queue_depth) +
                     " must be at least router.speedup = " + std::to_string(router.speedup) +
                     " (the flits that may enter in one cycle), or 0 for as deep as credits allow");
  return static_cast<std::uint32_t>(std::min(router.output_queue_depth, unlimited));
}

void write_ports(Writer& write, const Configuration& config, const Dragonfly& network, int router) {
  constexpr int kWordBits = 32;
  for (int first = 0; first < network.radix(); first += kWordBits) {
    std::uint32_t connected = 0;
    for (int port = first; port < std::min(first + kWordBits, network.radix()); ++port)
      if (network.link(router, port).connected) connected |= 1U << (port - first);
    write(kConnected + first / kWordBits, connected);
  }
  for (int port = 0; port < network.p(); ++port)
    write(kLfsr + port, lfsr_seed(config.measurement.seed, router, port));
  for (int port = 0; port < network.radix(); ++port) {
    // A credit taken in cycle n is back in cycle n + 2L if nothing waits.
    const int latency = channel_latency(config.channels, network.port_class(port));
    const int given = config.router.credit_round_trip;
    write(kTcrt0 + port, static_cast<std::uint32_t>(given > 0 ? given : 2 * latency));
  }
}

void write_tables(Writer& write, const Dragonfly& network, int router) {
  const RoutingTables tables = routing_tables(network, router);
  for (std::size_t r = 0; r < tables.local_port.size(); ++r)
    if (tables.local_port[r] >= 0)
      write(kLocalPort + static_cast<int>(r), static_cast<std::uint32_t>(tables.local_port[r]));
  for (std::size_t group = 0; group < tables.groups.size(); ++group)
    write(kGroup + static_cast<int>(group),
          static_cast<std::uint32_t>(tables.groups[group].first) |
              static_cast<std::uint32_t>(tables.groups[group].count) << 16);
  for (std::size_t way = 0; way < tables.ways.size(); ++way)
    write(kWay + static_cast<int>(way), static_cast<std::uint32_t>(tables.ways[way].router) |
                                            static_cast<std::uint32_t>(tables.ways[way].global_port)
                                                << 16);
}

}  // namespace

std::vector<RegisterWrite> control_registers(const Configuration& config, const Dragonfly& network,
                                             const VcPolicy& policy, int router) {
  Writer write;
  write(kAlgorithm, static_cast<std::uint32_t>(config.routing.algorithm));
  write(kFlags, flags(config.routing, config.router.flow_control));
  write(kThreshold, static_cast<std::uint16_t>(config.routing.threshold));
  write(kBufferDepth, static_cast<std::uint32_t>(config.router.buffer_depth));
  write(kOqLimit, oq_limit(config.router));
  write(kGroups, static_cast<std::uint32_t>(network.g()));
  write(kMyGroup, static_cast<std::uint32_t>(network.group_of_router(router)));
  write(kMyRouter, static_cast<std::uint32_t>(network.local_index(router)));
  write(kMinStartVc, static_cast<std::uint32_t>(policy.minimal_start));
  write(kCtqOneIn, static_cast<std::uint32_t>(config.router.ctq_one_in));
  write_ports(write, config, network, router);
  write_tables(write, network, router);
  return write.take();
}

int configuration_edges(const Dragonfly& network) {
  // Registers, ports, and tables of full size.
  constexpr int kRegisters = 16;
  return kRegisters + 3 * network.radix() + network.a() + network.g() + network.a() * network.h();
}

std::uint32_t lfsr_seed(std::uint64_t seed, int router, int port) {
  const std::uint64_t number =
      draw(stream_key(seed, Stream::kRouter, static_cast<std::uint64_t>(router)),
           static_cast<std::uint64_t>(port));
  const auto value = static_cast<std::uint32_t>(number >> 32);
  return value == 0 ? 1 : value;
}

int channel_latency(const ChannelConfig& channels, PortClass port_class) {
  switch (port_class) {
    case PortClass::kTerminal:
      return channels.terminal_latency;
    case PortClass::kLocal:
      return channels.local_latency;
    case PortClass::kGlobal:
      return channels.global_latency;
  }
  throw Error(ExitCode::kInternal, "unknown port class");
}

int longest_delay(const ChannelConfig& channels) {
  return std::max({channels.terminal_latency, channels.local_latency, channels.global_latency});
}

}  // namespace dragonfly
