// SPDX-License-Identifier: Apache-2.0
#include "models/router/control_registers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/random.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/families/fabric.hpp"
#include "models/router/earlier_value.hpp"
#include "models/router/unused_address.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

using Registers = std::map<int, std::uint32_t>;

/// Addresses from docs/microarchitecture.md, "Control registers".
Registers registers_of(const Configuration& config, int router) {
  const Fabric fabric = make_fabric(config);
  Registers registers;
  for (const auto& write : control_registers(config, fabric, router)) {
    INFO("address " << write.address);
    CHECK(registers.emplace(write.address, write.data).second);  // none is written twice
  }
  return registers;
}

Configuration small() {
  Configuration config;
  config.topology = topology_of({2, 4, 2, 9, Arrangement::kRelative});
  return config;
}

}  // namespace

// Checks: CR-4, CR-7, CR-8, CR-9, CR-10, CR-12, CR-13, DF-12, DF-39, DF-40, DF-41, DF-42, DF-43
TEST_CASE("plain values go to the registers of the specification") {
  Configuration config = small();
  config.routing.algorithm = "ugal-l-vch";
  config.routing.allocator = Allocator::kSequential;
  config.routing.hop_metric = HopMetric::kAll;
  config.routing.threshold = -3;
  config.router.flow_control = FlowControl::kWormhole;
  config.router.ctq_one_in = 2;
  const auto registers = registers_of(config, 4 * 5 + 3);  // group 5, router 3
  CHECK(registers.at(0x0000) == 5);
  CHECK(registers.at(0x0001) == 0b101);
  CHECK(registers.at(0x0002) == 0xfffd);
  CHECK(registers.at(0x0003) == 16);
  CHECK(registers.at(0x0005) == 9);
  CHECK(registers.at(0x0006) == 5);
  CHECK(registers.at(0x0007) == 3);
  CHECK(registers.at(0x0008) == 1);  // Figure 7: minimal packets start on VC1
  CHECK(registers.at(0x0009) == 2);
}

// Checks: DF-39
TEST_CASE("each algorithm of a dragonfly has its code") {
  Configuration config = small();
  const std::vector<std::pair<std::string, std::uint32_t>> codes = {
      {"min", 0},       {"val", 1},        {"ugal-l", 2},   {"ugal-g", 3},
      {"ugal-l-vc", 4}, {"ugal-l-vch", 5}, {"ugal-l-cr", 6}};
  for (const auto& [name, code] : codes) {
    config.routing.algorithm = name;
    CHECK(registers_of(config, 0).at(0x0000) == code);
  }
}

// Checks: CR-4, CR-11
TEST_CASE("an output queue is limited on request only") {
  Configuration config = small();
  CHECK(registers_of(config, 0).at(0x0004) == 3 * 16 + 4);
  config.router.output_queue_depth = 10;
  CHECK(registers_of(config, 0).at(0x0004) == 10);
  config.router.output_queue_depth = 3;  // less than may enter in a cycle
  CHECK_THROWS_AS(registers_of(config, 0), InputError);
  CHECK_THROWS_WITH(registers_of(config, 0), ContainsSubstring("output_queue_depth"));
}

// Checks: CR-16, CT-8
TEST_CASE("zero-load round trips follow the latency of the port's channel") {
  Configuration config = small();
  config.channels = {1, 3, 10};  // terminal, local, global
  auto registers = registers_of(config, 0);
  CHECK(registers.at(0x0200) == 2);       // terminal ports 0, 1
  CHECK(registers.at(0x0200 + 2) == 6);   // local ports 2 .. 4
  CHECK(registers.at(0x0200 + 5) == 20);  // global ports 5, 6
  config.router.credit_round_trip = 7;
  registers = registers_of(config, 0);
  for (int port = 0; port < 7; ++port) CHECK(registers.at(0x0200 + port) == 7);
}

// Checks: CR-4, CR-14
TEST_CASE("connected ports are marked, others not") {
  Configuration config = small();
  CHECK(registers_of(config, 0).at(0x0010) == 0x7f);
  config.topology.parameters["g"] = {1};  // one group: global ports lead nowhere
  config.routing.algorithm = "min";
  CHECK(registers_of(config, 0).at(0x0010) == 0x1f);
  CHECK(registers_of(config, 0).count(0x0011) == 0);

  config.topology = topology_of({30, 4, 2, 9, Arrangement::kRelative});  // 35 ports: a second word
  CHECK(registers_of(config, 0).at(0x0010) == 0xffffffff);
  CHECK(registers_of(config, 0).at(0x0011) == 0x7);
}

// Checks: CR-18, DF-12, DF-45, DF-46
TEST_CASE("routing tables are written as the topology has them") {
  const Configuration config = small();
  const Dragonfly network(dragonfly_parameters(config.topology));
  for (int router = 0; router < network.routers(); ++router) {
    const auto registers = registers_of(config, router);
    const auto tables = routing_tables(network, router);
    for (int r = 0; r < network.a(); ++r) {
      if (r == network.local_index(router))
        CHECK(registers.count(0x1000 + r) == 0);
      else
        CHECK(registers.at(0x1000 + r) ==
              static_cast<std::uint32_t>(network.local_port(network.local_index(router), r)));
    }
    // Every way that a table entry names leads to the group that it is for.
    for (int group = 0; group < network.g(); ++group) {
      const std::uint32_t range = registers.at(0x2000 + group);
      if (group == network.group_of_router(router)) continue;
      CHECK(range >> 16 >= 1);
      for (std::uint32_t way = 0; way < range >> 16; ++way) {
        const std::uint32_t entry = registers.at(0x4000 + static_cast<int>((range & 0xffff) + way));
        const auto end =
            network.far_end(network.group_of_router(router), static_cast<int>(entry & 0xffff),
                            static_cast<int>(entry >> 16));
        CHECK(end.group == group);
      }
    }
  }
}

// Checks: CR-4, CR-15
TEST_CASE("random number registers start apart and never at 0") {
  const Configuration config = small();
  std::set<std::uint32_t> seeds;
  for (int router = 0; router < 36; ++router) {
    const auto registers = registers_of(config, router);
    for (int port = 0; port < 2; ++port) {
      CHECK(registers.at(0x0100 + port) == lfsr_seed(1, router, port));
      seeds.insert(registers.at(0x0100 + port));
    }
  }
  CHECK(seeds.size() == 72);
  CHECK(seeds.count(0) == 0);
  CHECK(lfsr_seed(1, 0, 0) != lfsr_seed(2, 0, 0));
}

TEST_CASE("addresses without a register are drawn from all gaps between registers") {
  for (const unsigned ports : {1U, 7U, 33U, 255U, 256U}) {
    std::set<int> drawn;
    for (std::uint64_t n = 0; n < 20000; ++n) {
      const int address = unused_address(draw(1, n), ports);
      CAPTURE(ports, address);
      REQUIRE(((address >= 0x000A && address <= 0x000F) ||
               (address >= 0x0018 && address <= 0x00FF) ||
               (address >= 0x0200 + static_cast<int>(ports) && address <= 0x02FF) ||
               (address >= 0x0400 && address <= 0x0FFF)));
      drawn.insert(address);
    }
    CHECK(drawn.size() > 2500);  // the largest gap has 3,072
    for (const int end : {0x000A, 0x000F, 0x0018, 0x00FF}) CHECK(drawn.contains(end));
    CHECK(drawn.contains(0x02FF) == (ports < 256));
  }
}

TEST_CASE("what a register held before is something that it may hold") {
  const Configuration config = small();
  const Fabric fabric = make_fabric(config);
  const std::vector<RegisterWrite> writes = control_registers(config, fabric, 5);
  std::set<int> others;
  for (std::uint64_t n = 0; n < 400; ++n) {
    const RegisterWrite& write = writes[n % writes.size()];
    const std::uint32_t value = earlier_value(write, writes, draw(1, n));
    const int address = write.address;
    CAPTURE(address, write.data, value);
    if (value != write.data) others.insert(address);
    if (address == 0x0000) CHECK(value == 0);
    if (address == 0x0003) CHECK(value == 1);
    if (address == 0x0009) CHECK((value & 0xFF) != 0);
    if (address == 0x0010) CHECK((value & ~0x7FU) == 0);  // of 7 ports
    if (address >= 0x0100 && address < 0x0200) CHECK(value != 0);
    if (address >= 0x0004 && address < 0x0009) CHECK(value == write.data);
    // Two or more entries of a table, the local ports of 4 routers and 8 ways of 9 groups.
    if (address >= 0x1000) {
      CHECK(std::any_of(writes.begin(), writes.end(), [&](const RegisterWrite& other) {
        return other.data == value && other.address >> 12 == address >> 12;
      }));
    }
  }
  for (const int address : {0x0001, 0x0002, 0x0003, 0x0009, 0x0010, 0x0100, 0x0200, 0x2000})
    CHECK(others.contains(address));
}
