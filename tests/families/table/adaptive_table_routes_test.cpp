// SPDX-License-Identifier: Apache-2.0
// Networks by table that adapt at every router: all questions that a router can be asked, by a
// search of the test's own, and what adapting is good for.
#include "models/families/table/adaptive_table_routes.hpp"

#include <map>
#include <set>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/families/table/adaptive_table_registers.hpp"
#include "models/router/route_unit.hpp"
#include "models/run/simulate_model.hpp"
#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"

using namespace dragonfly;

namespace {

/// Networks of all kinds, and one with more than 32 ports.
std::vector<std::pair<std::string, Wiring>> wirings() {
  auto list = small_wirings();
  list.emplace_back(
      "wide", build_network("flattened-butterfly", {{"sizes", {37}}, {"concentration", {2}}}));
  return list;
}

std::vector<unsigned> ports_of(const PortSet& set) {
  std::vector<unsigned> ports;
  for (unsigned port = 0; port < PortSet::kPorts; ++port)
    if (set.test(port)) ports.push_back(port);
  return ports;
}

std::string refusal(const Wiring& wiring, int vcs) {
  try {
    static_cast<void>(AdaptiveTableRoutes(wiring, table_configuration("adaptive", vcs)));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

// Checks: AT-1, AT-10, AT-11, AT-12, AT-15
TEST_CASE("a packet that adapts may take every shortest path, a VC up with each hop") {
  const int vcs = GENERATE(4, 8);
  for (const auto& [name, wiring] : wirings()) {
    INFO(name);
    const AdaptiveTableRoutes routes(wiring, table_configuration("adaptive", vcs));
    const FlitFormat format(routes.design().header);
    const auto unit = routes.make_unit();
    std::vector<std::vector<int>> distances;
    for (int router = 0; router < wiring.routers(); ++router) {
      unit->add_router(routes.registers(router));
      distances.push_back(distances_from(wiring, router));
    }
    for (int router = 0; router < wiring.routers(); ++router) {
      for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
        for (int vc = 0; vc < vcs; ++vc) {
          for (const unsigned hops : {0U, 1U, 15U}) {
            const PortPlace to = wiring.ejection(terminal);
            const int left =
                distances[static_cast<std::size_t>(router)][static_cast<std::size_t>(to.router)];
            if (left < 0) continue;
            std::uint64_t flit[2] = {};
            format.encode_head(flit, routes.destination(terminal), 3, 0);
            const ArrivingHead head{
                format.header(flit) | std::uint64_t{hops} << FlitFormat::kHopsShift,
                static_cast<std::uint32_t>(router), 0, static_cast<std::uint16_t>(vcs * 2 + vc)};
            SetCandidate candidate;
            std::uint8_t count = 0;
            unit->set_candidates({&head, 1}, &candidate, &count);
            REQUIRE(count == 1);
            std::vector<unsigned> expected;
            if (left == 0) expected.push_back(static_cast<unsigned>(to.port));
            for (int port = 0; port < wiring.ports(router); ++port) {
              const Peer peer = wiring.output(router, port);
              if (left > 0 && peer.kind == PeerKind::kRouter &&
                  distances[static_cast<std::size_t>(peer.router)]
                           [static_cast<std::size_t>(to.router)] == left - 1)
                expected.push_back(static_cast<unsigned>(port));
            }
            REQUIRE(ports_of(candidate.ports) == expected);
            REQUIRE(candidate.vc == (left == 0 || hops == 0 ? 0 : std::min(vc + 1, vcs - 1)));
            REQUIRE(candidate.weight == 1);
            REQUIRE(candidate.bias == 0);
            REQUIRE_FALSE(candidate.has_standard);
            REQUIRE_FALSE(candidate.nonmin);
            REQUIRE(candidate.mid == 0);
          }
        }
      }
    }
  }
}

// Checks: AT-5, AT-6, AT-7, AT-9, AT-14, AT-15, AT-16, AT-17, AT-18
TEST_CASE("sets of ports are in registers as the specification places them") {
  // 2 terminals and 36 channels a router: sets of two words. A set for each of 36 other routers.
  const Wiring wiring = wirings().back().second;
  const AdaptiveTableRoutes routes(wiring, table_configuration("adaptive", 1));
  std::map<unsigned, std::uint32_t> registers;
  for (const RegisterWrite& write : routes.registers(5)) registers[write.address] = write.data;
  CHECK(registers.at(0x0000) == 0);
  CHECK(registers.at(0x0005) == 5);
  CHECK(registers.at(0x1000) == 0);
  CHECK(registers.at(0x1001) == 1);
  CHECK_FALSE(registers.contains(0x2005));
  for (unsigned node = 0; node < 37; ++node) {
    if (node == 5) continue;
    const unsigned set = registers.at(0x2000 + node), port = 2 + (node < 5 ? node : node - 1);
    const std::uint64_t mask =
        registers.at(0x4000 + 2 * set) | std::uint64_t{registers.at(0x4000 + 2 * set + 1)} << 32;
    CHECK(mask == std::uint64_t{1} << port);
  }
  const FamilyRtl rtl = routes.rtl();
  CHECK(rtl.family == "adaptive_table");
  CHECK(rtl.file_list == "rtl/adaptive_table.f");
  CHECK(rtl.defines ==
        std::vector<std::pair<std::string, std::string>>{
            {"DF_PORTS", "38"}, {"DF_NODES", "37"}, {"DF_TERMINALS", "2"}, {"DF_SETS", "64"}});
}

// Checks: AT-13
TEST_CASE("a folded Clos needs one VC, rings need more, and too many sets are refused") {
  for (const int levels : {2, 3, 4})
    CHECK(refusal(build_network("folded-clos", {{"radix", {4}}, {"levels", {levels}}}), 1) ==
          "none");
  CHECK(refusal(build_network("butterfly", {{"k", {2}}, {"n", {3}}}), 1) == "none");
  CHECK_THAT(refusal(build_network("torus", {{"sizes", {6}}}), 1),
             ContainsSubstring("use router.vcs"));
  CHECK(refusal(build_network("torus", {{"sizes", {6}}}), 3) == "none");
  // In a row of routers that all lead to each other there is a set for each.
  CHECK(refusal(build_network("flattened-butterfly", {{"sizes", {200}}, {"concentration", {1}}}),
                1) == "none");
  // Each of the 1,330 other routers of 11 x 11 x 11 is reached by ports of its own.
  CHECK_THAT(refusal(build_network("generalized-hypercube", {{"sizes", {11, 11, 11}}}), 8),
             ContainsSubstring("router 0 (0, 0, 0) has 1330 different sets") &&
                 ContainsSubstring("has room for 1024"));
}

// Checks: AT-8
TEST_CASE("nodes with the same ports share their set") {
  // A leaf of a folded Clos of three levels: all others are reached by all ports up, but the own
  // pod's, which are too. The routers above have a port down to each leaf of the pod besides.
  Configuration config = table_configuration("adaptive", 1);
  config.topology = {"folded-clos", {{"radix", {4}}, {"levels", {3}}}};
  const Fabric fabric = make_fabric(config);
  using namespace adaptive_table_registers;
  for (int router = 0; router < fabric.wiring.routers(); ++router) {
    std::set<std::uint32_t> numbers, masks;
    unsigned sets = 0, my_node = 0;
    for (const RegisterWrite& write : fabric.routes->registers(router)) {
      if (write.address == kMyNode) my_node = write.data;
      if (write.address >= kNode && write.address < kNodeEnd) {
        CHECK(write.address != kNode + my_node);
        numbers.insert(write.data);
      }
      if (write.address >= kSet && write.address < kSetEnd) {
        masks.insert(write.data);
        ++sets;
      }
    }
    CHECK(masks.size() == sets);
    CHECK(numbers.size() == sets);
    CHECK(sets == (router < 8 ? 1 : router < 16 ? 3 : 4));
  }
}

// Checks: AT-1
TEST_CASE("packets that adapt in a folded Clos carry what random ones do not") {
  // 4 leaves of 4 terminals below 4 spines: each terminal to one of another leaf, so all can send
  // all the time if they share the spines well.
  Configuration config;
  config.topology = {"folded-clos", {{"radix", {8}}, {"levels", {2}}, {"terminals", {16}}}};
  config.router.vcs = 1;
  config.router.buffer_depth = 16;
  config.traffic.pattern = Pattern::kBitComplement;
  config.traffic.load = 1;
  config.measurement.warmup_min = config.measurement.warmup_max = 2000;
  config.measurement.window = 5000;
  config.measurement.drain_max = 0;
  config.routing.algorithm = "adaptive";
  const double adaptive = simulate_model(config, {}).accepted_throughput;
  config.routing.algorithm = "min";
  const double drawn = simulate_model(config, {}).accepted_throughput;
  CHECK(adaptive > 0.999);
  CHECK(drawn < 0.96);
}
