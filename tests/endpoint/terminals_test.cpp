// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/terminals.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "tests/catch.hpp"
#include "tests/endpoint/ideal_network.hpp"

namespace dragonfly {
namespace {

using test::Flit;
using test::IdealNetwork;

/// 72 terminals.
Configuration small_network() {
  Configuration config;
  config.topology.parameters["p"] = {2};
  config.topology.parameters["a"] = {4};
  config.topology.parameters["h"] = {2};
  return config;
}

struct Recorder : DeliverySink {
  std::vector<Delivery> packets;
  void delivered(std::span<const Delivery> some) override {
    packets.insert(packets.end(), some.begin(), some.end());
  }
};

/// A flit on its way out of a terminal.
struct Sent {
  std::int64_t cycle;
  int terminal;
  Flit flit;
};

/// Runs only the sources, without ever returning a credit.
std::vector<Sent> flits_without_credits(const Configuration& config, std::int64_t cycles) {
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  std::vector<Sent> sent;
  for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
    terminals.generate(cycle, 0, network.wiring.terminals());
    terminals.inject(
        cycle, 0, network.wiring.terminals(), [&](int terminal, const std::uint64_t* flit) {
          sent.push_back(
              {cycle, terminal, {flit[0], terminals.format().flit_words() == 2 ? flit[1] : 0}});
        });
  }
  return sent;
}

Configuration batch(int packets, int size) {
  Configuration config = small_network();
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = packets;
  config.traffic.packet_size = size;
  return config;
}

TEST_CASE("A batch is delivered completely, each packet once, in order at each source") {
  for (const int size : {1, 3, 16}) {
    const Configuration config = batch(20, size);
    const Fabric network = make_fabric(config);
    Terminals terminals(config, network);
    Recorder recorder;
    terminals.add_sink(recorder);
    IdealNetwork ideal(network, terminals);
    std::int64_t cycle = 0;
    for (; !terminals.all_delivered(); ++cycle) {
      REQUIRE(cycle < 100000);
      ideal.cycle(cycle);
    }
    terminals.check_network_empty();
    CHECK(terminals.describe_network(10).empty());
    CHECK(terminals.total_packets() == 72 * 20);

    std::set<std::int64_t> ids;
    std::map<int, std::int64_t> last_injected;
    for (const Delivery& packet : recorder.packets) {
      ids.insert(packet.id);
      CHECK(packet.source == packet.id % 72);
      CHECK(packet.destination != packet.source);
      CHECK(packet.size == size);
      CHECK(packet.created == 0);
      // One flit a cycle; a packet is in the ideal network a cycle after its tail was sent.
      CHECK(packet.ejected >= packet.injected + size - 1 + 1 + size - 1);
      CHECK(packet.hops == 0);
      CHECK_FALSE(packet.nonminimal);
    }
    CHECK(ids.size() == 72 * 20);
    CHECK(*ids.begin() == 0);
    CHECK(*ids.rbegin() == 72 * 20 - 1);
    const TrafficCounters counters = terminals.counters();
    CHECK(counters.created_packets == 72 * 20);
    CHECK(counters.created_flits == 72 * 20 * size);
    CHECK(counters.injected_packets == 72 * 20);
    CHECK(counters.injected_flits == 72 * 20 * size);
    CHECK(counters.delivered_packets == 72 * 20);
    CHECK(counters.delivered_flits == 72 * 20 * size);
  }
}

TEST_CASE("An idle terminal sends a packet in the cycle of its creation") {
  Configuration config = small_network();
  config.traffic.load = 0.001;
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  Recorder recorder;
  terminals.add_sink(recorder);
  IdealNetwork ideal(network, terminals, 5);
  for (std::int64_t cycle = 0; cycle < 5000; ++cycle) ideal.cycle(cycle);
  REQUIRE(recorder.packets.size() > 200);
  for (const Delivery& packet : recorder.packets) CHECK(packet.injected == packet.created);
}

// Checks: OW-7
TEST_CASE("Sources keep to their credits") {
  SECTION("single flits") {
    Configuration config = batch(100, 1);
    config.router.buffer_depth = 7;
    const std::vector<Sent> sent = flits_without_credits(config, 50);
    CHECK(sent.size() == 72 * 7);
    for (const Sent& flit : sent) CHECK(flit.cycle < 7);  // one a cycle from the start
  }
  SECTION("under virtual cut-through no head leaves before there is room for the packet") {
    Configuration config = batch(100, 4);
    config.router.buffer_depth = 11;
    CHECK(flits_without_credits(config, 50).size() == 72 * 8);
  }
  SECTION("under wormhole flow control it does") {
    Configuration config = batch(100, 4);
    config.router.buffer_depth = 11;
    config.router.flow_control = FlowControl::kWormhole;
    CHECK(flits_without_credits(config, 50).size() == 72 * 11);
  }
}

// Checks: OW-7
TEST_CASE("A credit can be used in the cycle in which it arrives") {
  Configuration config = batch(100, 1);
  config.router.buffer_depth = 2;
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  const auto sends = [&](std::int64_t cycle) {
    int count = 0;
    terminals.inject(cycle, 0, 72, [&](int, const std::uint64_t*) { ++count; });
    return count;
  };
  terminals.generate(0, 0, 72);
  CHECK(sends(0) == 72);
  CHECK(sends(1) == 72);
  CHECK(sends(2) == 0);
  CHECK(terminals.credits(9) == 0);
  terminals.credit(9);
  CHECK(terminals.credits(9) == 1);
  CHECK(sends(3) == 1);
  CHECK(sends(4) == 0);
}

// Checks: OW-3
TEST_CASE("A surplus credit is an error") {
  const Configuration config = small_network();
  Terminals terminals(config, make_fabric(config));
  CHECK_THROWS_WITH(terminals.credit(5), ContainsSubstring("Terminal 5 received a credit"));
}

TEST_CASE("What a lane's terminals remember is written first by the one who visits the lane") {
  const Configuration config = batch(1, 1);
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  std::vector<std::size_t> lanes;
  terminals.divide({0, 16, 40, 72}, [&](const auto& visit) {
    for (const std::size_t lane : {2, 0, 1}) {
      const int first = lane == 0 ? 0 : lane == 1 ? 16 : 40;
      CHECK(terminals.credits(first) == 0);
      visit(lane);
      CHECK(terminals.credits(first) == config.router.buffer_depth);
      lanes.push_back(lane);
    }
  });
  CHECK(lanes.size() == 3);
  for (int terminal = 0; terminal < 72; ++terminal)
    CHECK(terminals.credits(terminal) == config.router.buffer_depth);
}

TEST_CASE("inject() serves exactly the terminals asked for") {
  const Configuration config = batch(1, 1);
  const Fabric network = make_fabric(config);
  for (const auto& [first, last] :
       {std::pair{0, 72}, {0, 64}, {64, 72}, {3, 5}, {60, 70}, {63, 65}, {10, 10}}) {
    Terminals terminals(config, network);
    terminals.generate(0, 0, 72);
    std::vector<int> served;
    terminals.inject(0, first, last,
                     [&](int terminal, const std::uint64_t*) { served.push_back(terminal); });
    std::vector<int> expected;
    for (int terminal = first; terminal < last; ++terminal) expected.push_back(terminal);
    CHECK(served == expected);
  }
}

TEST_CASE("Deliveries do not depend on the order within a cycle") {
  using Line = std::tuple<std::int64_t, int, std::int64_t, int, std::int64_t, std::int64_t>;
  for (const int size : {1, 4}) {
    Configuration config = small_network();
    config.traffic.load = 0.9;
    config.traffic.packet_size = size;
    config.router.buffer_depth = 4;
    const Fabric network = make_fabric(config);
    std::vector<std::set<Line>> runs;
    for (const IdealNetwork::Order& order :
         {IdealNetwork::Order{}, {8, false, false}, {8, true, true}, {7, true, false}}) {
      Terminals terminals(config, network);
      Recorder recorder;
      terminals.add_sink(recorder);
      IdealNetwork ideal(network, terminals);
      for (std::int64_t cycle = 0; cycle < 1000; ++cycle) ideal.cycle(cycle, order);
      auto& lines = runs.emplace_back();
      for (const Delivery& p : recorder.packets) {
        lines.emplace(p.ejected, p.destination, p.id, p.source, p.created, p.injected);
      }
      CHECK(lines.size() == recorder.packets.size());
    }
    CHECK(runs[0].size() > 10000U / static_cast<unsigned>(size));
    for (const auto& run : runs) CHECK(run == runs[0]);
  }
}

TEST_CASE("After stop() packets are completed, but none begins") {
  Configuration config = small_network();
  config.traffic.load = 1;
  config.traffic.packet_size = 8;
  config.topology.parameters["g"] = {2};
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  IdealNetwork ideal(network, terminals);
  std::int64_t cycle = 0;
  for (; cycle < 100; ++cycle) ideal.cycle(cycle);
  CHECK(terminals.counters().in_network() > 0);
  terminals.stop();
  const TrafficCounters at_stop = terminals.counters();
  for (; cycle < 1000; ++cycle) ideal.cycle(cycle);
  CHECK(terminals.counters().created_packets == at_stop.created_packets);
  CHECK(terminals.counters().injected_packets == at_stop.injected_packets);
  CHECK(terminals.counters().injected_flits == 8 * at_stop.injected_packets);
  CHECK(terminals.counters().delivered_packets == at_stop.injected_packets);
  CHECK_NOTHROW(terminals.check_network_empty());
}

TEST_CASE("A lost packet is found and named") {
  const Configuration config = batch(2, 1);
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  IdealNetwork ideal(network, terminals);
  int passed = 0;
  ideal.on_flit = [&](Flit&) { return ++passed != 100; };
  for (std::int64_t cycle = 0; cycle < 200; ++cycle) ideal.cycle(cycle);
  CHECK_FALSE(terminals.all_delivered());
  CHECK(terminals.counters().in_network() == 1);
  // 72 flits leave in cycle 0, one from each terminal: the 100th is the second of terminal 27.
  CHECK_THROWS_WITH(terminals.check_network_empty(),
                    ContainsSubstring("packet " + std::to_string(72 + 27) + " (terminal 27 to"));
}

/// Sends the flits of single packets by hand and offers them to eject().
class Courier {
 public:
  explicit Courier(int size) : config_(batch(3, size)), network_(make_fabric(config_)) {
    terminals_.emplace(config_, network_);
    terminals_->generate(0, 0, 72);
  }
  /// The next `count` flits of terminal 0, as after one router.
  std::vector<Flit> take(int count) {
    std::vector<Flit> flits;
    while (static_cast<int>(flits.size()) < count) {
      terminals_->inject(cycle_++, 0, 1, [&](int, const std::uint64_t* flit) {
        flits.push_back({flit[0] | (layout().head(flit) ? std::uint64_t{1} << 53 : 0), 0});
      });
    }
    return flits;
  }
  void give(const Flit& flit, int terminal, int vc = 0) {
    terminals_->eject(cycle_, terminal, vc, flit.data());
  }
  /// The message of the error that a delivery must cause.
  std::string error(const Flit& flit, int terminal, int vc = 0) {
    try {
      give(flit, terminal, vc);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kDelivery);
      CHECK_THAT(error.what(), ContainsSubstring("terminal " + std::to_string(terminal)));
      return error.what();
    }
    return "accepted";
  }
  [[nodiscard]] int destination(const Flit& head) const {
    const auto field = [&](std::size_t number) {
      return static_cast<int>(layout().field(layout().header(head.data()), number));
    };
    return field(1) * 8 + field(2) * 2 + field(3);
  }
  [[nodiscard]] const FlitFormat& layout() const { return terminals_->format(); }
  [[nodiscard]] TrafficCounters counters() const { return terminals_->counters(); }

 private:
  Configuration config_;
  Fabric network_;
  std::optional<Terminals> terminals_;
  std::int64_t cycle_ = 0;
};

// Checks: WD-2
TEST_CASE("Every wrong delivery is found") {
  Courier courier(3);
  const std::vector<Flit> flits = courier.take(6);  // two packets
  const int to = courier.destination(flits[0]);
  const int second_to = courier.destination(flits[3]);
  const auto bit = [](int shift) { return std::uint64_t{1} << shift; };

  SECTION("right ones are accepted") {
    for (int i = 0; i < 3; ++i) courier.give(flits[static_cast<std::size_t>(i)], to);
    for (int i = 3; i < 6; ++i) courier.give(flits[static_cast<std::size_t>(i)], second_to, 2);
    CHECK(courier.counters().delivered_packets == 2);
    CHECK(courier.counters().delivered_flits == 6);
  }
  SECTION("wrong terminal") {
    const std::string message = courier.error(flits[0], (to + 1) % 72);
    CHECK_THAT(message, ContainsSubstring("expected at terminal " + std::to_string(to)));
    CHECK_THAT(message, ContainsSubstring("packet 0 (terminal 0 to terminal"));
  }
  SECTION("no such VC") {
    CHECK_THAT(courier.error(flits[0], to, 3), ContainsSubstring("VC"));
    CHECK_THAT(courier.error(flits[0], to, -1), ContainsSubstring("VC"));
  }
  SECTION("handle never given out") {
    Flit flit = flits[0];
    flit[0] |= 0xfffff0;
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("never given out"));
  }
  SECTION("handle not in use") {
    Flit flit = flits[0];
    flit[0] ^= 0x2000;  // another of the first 1,024 handles
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("no packet in the network"));
  }
  SECTION("flits out of order, missing or double") {
    CHECK_THAT(courier.error(flits[1], to), ContainsSubstring("flit 1 of packet 0"));
    courier.give(flits[0], to);
    CHECK_THAT(courier.error(flits[0], to), ContainsSubstring("flit 1 was expected"));
    CHECK_THAT(courier.error(flits[2], to), ContainsSubstring("flit 1 was expected"));
  }
  SECTION("a packet twice") {
    for (int i = 0; i < 3; ++i) courier.give(flits[static_cast<std::size_t>(i)], to);
    CHECK_THAT(courier.error(flits[0], to), ContainsSubstring("duplicated"));
    CHECK_THAT(courier.error(flits[2], to), ContainsSubstring("duplicated"));
  }
  SECTION("wrong flags") {
    Flit flit = flits[0];
    flit[0] |= bit(62);
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("flags"));
    flit = flits[0];
    flit[0] &= ~bit(63);
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("flags"));
    courier.give(flits[0], to);
    flit = flits[1];
    flit[0] |= bit(63);
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("flags"));
    courier.give(flits[1], to);
    flit = flits[2];
    flit[0] &= ~bit(62);
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("flags"));
  }
  SECTION("wrong length") {
    Flit flit = flits[0];
    flit[0] ^= bit(57);
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("length"));
  }
  SECTION("no router visited") {
    Flit flit = flits[0];
    flit[0] &= ~bit(53);
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("hops = 0"));
  }
  SECTION("changed destination fields") {
    Flit flit = flits[0];
    flit[0] ^= bit(45 - 4 - 4);  // the lowest of dst_group, 4 bits wide as mid_group above it
    CHECK_THAT(courier.error(flit, to), ContainsSubstring("destination fields"));
  }
  SECTION("packets mixed on a VC") {
    courier.give(flits[0], to);
    if (second_to == to) {
      CHECK_THAT(courier.error(flits[3], to), ContainsSubstring("before the tail"));
    }
    CHECK_THAT(courier.error(flits[1], to, 1), ContainsSubstring("another VC"));
  }
}

TEST_CASE("Two packets may arrive at a terminal on different VCs, not mixed on one") {
  Configuration config = batch(2, 3);
  config.traffic.pattern = Pattern::kBitComplement;  // both to the same terminal
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  terminals.generate(0, 0, 72);
  std::vector<Flit> flits;
  for (std::int64_t cycle = 0; cycle < 6; ++cycle) {
    terminals.inject(cycle, 0, 1, [&](int, const std::uint64_t* flit) {
      flits.push_back({flit[0] | std::uint64_t{1} << 53, 0});
    });
  }
  REQUIRE(flits.size() == 6);
  for (const std::size_t i : {0U, 1U}) terminals.eject(10, 71, 1, flits[i].data());
  CHECK_THROWS_WITH(terminals.eject(10, 71, 1, flits[3].data()),
                    ContainsSubstring("before the tail of packet 0"));
  terminals.eject(10, 71, 2, flits[3].data());
  CHECK_THROWS_WITH(terminals.eject(10, 71, 2, flits[2].data()), ContainsSubstring("another VC"));
  for (const std::size_t i : {4U, 5U}) terminals.eject(11, 71, 2, flits[i].data());
  terminals.eject(12, 71, 1, flits[2].data());
  CHECK(terminals.counters().delivered_packets == 2);
}

TEST_CASE("Path and hops come from the head flit") {
  Configuration config = batch(1, 2);
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  Recorder recorder;
  terminals.add_sink(recorder);
  IdealNetwork ideal(network, terminals);
  ideal.on_flit = [&](Flit& flit) {
    // hops = 6, nonmin = 1; those bits of a body flit mean nothing
    flit[0] =
        (flit[0] & ~(std::uint64_t{15} << 53)) | std::uint64_t{6} << 53 | std::uint64_t{1} << 61;
    return true;
  };
  for (std::int64_t cycle = 0; !terminals.all_delivered(); ++cycle) ideal.cycle(cycle);
  REQUIRE(recorder.packets.size() == 72);
  for (const Delivery& packet : recorder.packets) {
    CHECK(packet.nonminimal);
    CHECK(packet.hops == 5);
  }
}

TEST_CASE("Flits of two words are delivered alike") {
  Configuration config = batch(2, 2);
  config.topology.parameters["p"] = {8};
  config.topology.parameters["a"] = {16};
  config.topology.parameters["h"] = {8};
  config.topology.parameters["g"] = {3};
  const Fabric network = make_fabric(config);
  Terminals terminals(config, network);
  REQUIRE(terminals.format().flit_words() == 2);
  IdealNetwork ideal(network, terminals);
  for (std::int64_t cycle = 0; !terminals.all_delivered(); ++cycle) {
    REQUIRE(cycle < 1000);
    ideal.cycle(cycle);
  }
  CHECK(terminals.counters().delivered_packets == network.wiring.terminals() * 2);
}

}  // namespace
}  // namespace dragonfly
