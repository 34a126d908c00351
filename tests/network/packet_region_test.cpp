// SPDX-License-Identifier: Apache-2.0
// Regions of the packet engine: packets alone in a ring, whose way and time can be counted.
#include "models/network/packet_region.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "models/common/temporary_files.hpp"
#include "models/config/configuration.hpp"
#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"

using namespace dragonfly;

namespace {

constexpr int kRouters = 6, kAtEach = 64, kVcs = 5;
// 67 ports of 8 numbers of VCs.
using Region = PacketRegion<9, LongFlit>;

constexpr int kChannelLatency = 2;

/// Of both channels of a terminal.
int terminal_latency(int terminal) { return 1 + terminal % 3; }

/// A ring of routers in one direction, out of port 65 and into port 64. The terminals of a router
/// receive from the next but one.
Wiring ring() {
  WiringBuilder builder("ring", std::vector<int>(kRouters, kAtEach + 3));
  const int terminal = builder.add_class("terminal");
  const int channel = builder.add_class("channel", kChannelLatency);
  for (int router = 0; router < kRouters; ++router) {
    for (int port = 0; port < kAtEach; ++port)
      builder.attach({router, port}, {(router + 2) % kRouters, port}, terminal,
                     terminal_latency(router * kAtEach + port));
    builder.connect_one_way({router, kAtEach + 1}, {(router + 1) % kRouters, kAtEach}, channel);
  }
  return builder.build();
}

struct Packet {
  std::int64_t cycle;
  int source, destination;
};

/// Channels between routers on the way of a packet.
int channels_of(const Packet& packet) {
  return (packet.destination / kAtEach + 2 - packet.source / kAtEach + kRouters) % kRouters;
}
int latency_of(const Packet& packet) {
  return terminal_latency(packet.source) + channels_of(packet) * kChannelLatency +
         terminal_latency(packet.destination);
}

struct Observed : DeliverySink {
  std::vector<Delivery> packets;
  std::set<std::int64_t> moving;  ///< cycles in which a flit left a router
  void delivered(std::span<const Delivery> some) override {
    packets.insert(packets.end(), some.begin(), some.end());
  }
};

/// The first routers of regions and the number of routers.
using Firsts = std::vector<int>;

Observed simulate(const std::vector<Packet>& packets, const Firsts& firsts, int depth,
                  std::int64_t cycles) {
  const TemporaryFile trace(std::filesystem::temp_directory_path() /
                            ("packet_region_test." + std::to_string(::getpid())));
  Configuration config = table_configuration("min", kVcs);
  config.router.buffer_depth = depth;
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = trace.path();
  std::ofstream file(config.traffic.trace_file);
  for (const auto& [cycle, source, destination] : packets)
    file << cycle << " " << source << " " << destination << " 1\n";
  file.close();

  const Fabric fabric = table_fabric(ring(), config);
  Terminals terminals(config, fabric);
  Observed outcome;
  terminals.add_sink(outcome);
  EngineNetwork network(config, fabric, configured_unit(config, fabric));
  Region::prepare(network);
  std::vector<int> first_terminals;
  for (const int router : firsts) first_terminals.push_back(router * kAtEach);
  terminals.divide(first_terminals);
  Letters<Region::Letter> letters(firsts.size() - 1);
  std::vector<std::unique_ptr<Region>> regions;
  for (unsigned number = 0; number + 1 < firsts.size(); ++number)
    regions.push_back(std::make_unique<Region>(network, terminals, letters, firsts, number,
                                               static_cast<int>(number)));
  for (std::int64_t now = 0; now < cycles; ++now) {
    for (const auto& region : regions)
      if (region->cycle(now)) outcome.moving.insert(now);
    letters.exchange();
    terminals.report_deliveries();
  }
  terminals.check_network_empty();
  return outcome;
}

Firsts some_regions() {
  return GENERATE(Firsts{0, 6}, Firsts{0, 1, 6}, Firsts{0, 2, 4, 6}, Firsts{0, 1, 2, 3, 4, 5, 6});
}

}  // namespace

TEST_CASE("a packet alone takes the latencies of its channels, whatever the regions") {
  const Firsts firsts = some_regions();
  std::vector<Packet> packets;
  std::set<std::int64_t> moving;
  std::int64_t cycle = 5;
  for (int source = 0; source < kRouters; ++source) {
    for (int destination = 0; destination < kRouters; ++destination) {
      const Packet packet{cycle, source * kAtEach + destination,
                          destination * kAtEach + 63 - source};
      packets.push_back(packet);
      // It leaves each router in the cycle in which it arrives.
      for (int channel = 0; channel <= channels_of(packet); ++channel)
        moving.insert(cycle + terminal_latency(packet.source) +
                      std::int64_t{channel} * kChannelLatency);
      cycle += 20;
    }
  }
  const Observed outcome = simulate(packets, firsts, 4, cycle);
  REQUIRE(outcome.packets.size() == packets.size());
  for (std::size_t number = 0; number < packets.size(); ++number) {
    const Packet& packet = packets[number];
    const Delivery& delivery = outcome.packets[number];
    CAPTURE(packet.source, packet.destination);
    CHECK(delivery.source == packet.source);
    CHECK(delivery.destination == packet.destination);
    CHECK(delivery.created == packet.cycle);
    CHECK(delivery.injected == packet.cycle);
    CHECK(delivery.ejected == packet.cycle + latency_of(packet));
    CHECK(delivery.hops == channels_of(packet));
    CHECK_FALSE(delivery.nonminimal);
  }
  CHECK((outcome.moving == moving));
}

TEST_CASE("packets for one terminal arrive one a cycle") {
  const Firsts firsts = some_regions();
  // From all terminals of a router to one that receives from router 4, or, in the second case, from
  // the same router, whose output queue soon holds them all. The buffers have room.
  const int router = GENERATE(1, 4);
  std::vector<Packet> packets;
  packets.reserve(kAtEach);
  for (int terminal = 0; terminal < kAtEach; ++terminal)
    packets.push_back({10, router * kAtEach + terminal, 2 * kAtEach + 7});
  int nearest = latency_of(packets.front());
  for (const Packet& packet : packets) nearest = std::min(nearest, latency_of(packet));
  const Observed outcome = simulate(packets, firsts, 1024, 200);
  REQUIRE(outcome.packets.size() == packets.size());
  std::set<int> sources;
  for (std::size_t number = 0; number < packets.size(); ++number) {
    CHECK(outcome.packets[number].ejected == 10 + nearest + static_cast<std::int64_t>(number));
    sources.insert(outcome.packets[number].source);
  }
  CHECK(sources.size() == packets.size());
  // Some flit moves in every cycle, be it out of a queue: a terminal channel of 1 cycle at each
  // end.
  std::set<std::int64_t> moving;
  for (std::int64_t cycle = 10 + 1; cycle <= 10 + nearest + 63 - 1; ++cycle) moving.insert(cycle);
  CHECK((outcome.moving == moving));
}

// Checks: CT-8
TEST_CASE("a VC passes as many packets in its credit round trip as its buffer holds") {
  const Firsts firsts = some_regions();
  // A terminal's packets all take VC 0 of the first channel.
  const int depth = GENERATE(1, 2, 3, 4);
  const std::vector<Packet> packets(40, Packet{0, 9, 0});
  const Observed outcome = simulate(packets, firsts, depth, 400);
  REQUIRE(outcome.packets.size() == packets.size());
  // A credit taken in cycle n is back in cycle n + 2L and can be used in the one after.
  std::map<std::int64_t, int> all;
  for (const Delivery& packet : outcome.packets) ++all[packet.ejected];
  CAPTURE(firsts, depth);
  constexpr int kRoundTrip = 2 * kChannelLatency + 1;
  for (std::size_t number = 20; number + static_cast<std::size_t>(depth) < 40; ++number)
    CHECK(outcome.packets[number + static_cast<std::size_t>(depth)].ejected ==
          outcome.packets[number].ejected + kRoundTrip);
}
