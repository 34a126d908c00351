// SPDX-License-Identifier: Apache-2.0
// Every packet of small networks, hop by hop.
#include "models/families/table/table_routes.hpp"

#include <map>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/families/table/table_deadlock.hpp"
#include "models/families/table/table_registers.hpp"
#include "models/router/route_unit.hpp"
#include "models/router/router_parameters.hpp"
#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"

using namespace dragonfly;

namespace {

/// The route units of a network, asked for one packet after the other.
class Walker {
 public:
  Walker(const Wiring& wiring, const Configuration& config)
      : wiring_(wiring),
        vcs_(config.router.vcs),
        vc_bits_(RouterSizes{.design = {}, .vcs = vcs_}.vc_bits()),
        routes_(wiring, config),
        format_(routes_.design().header),
        unit_(routes_.make_unit()) {
    for (int router = 0; router < wiring.routers(); ++router)
      unit_->add_router(routes_.registers(router));
  }

  struct Hop {
    int router, port, vc;
  };
  struct Way {
    std::vector<Hop> hops;  ///< output VCs of all routers
    bool nonmin = false;
    int mid = 0;
  };
  /// From a terminal to another with this random number, at routers that decide again with others.
  Way walk(int source, int destination, std::uint32_t random) {
    Way way;
    std::uint64_t flit[2] = {};
    format_.encode_head(flit, routes_.destination(destination), 1, 0);
    std::uint64_t header = format_.header(flit);
    PortPlace at = wiring_.injection(source);
    for (int vc = 0; way.hops.size() < 32;) {
      const auto input_vc = static_cast<std::uint16_t>((at.port << vc_bits_) + vc);
      const auto router = static_cast<std::uint32_t>(at.router);
      NextHop hop{};
      if (vc == 0 && routes_.design().asking_vcs.at(static_cast<std::size_t>(at.port)) != 0) {
        const Ask ask{router,
                      format_.destination(header),
                      random,
                      input_vc,
                      static_cast<std::uint16_t>(format_.mid(header)),
                      static_cast<std::uint8_t>(FlitFormat::hops(header)),
                      (header & FlitFormat::kNonmin) != 0};
        Candidate taken;
        std::uint8_t count = 0;
        unit_->candidates({&ask, 1}, &taken, &count);
        REQUIRE(count == 1);
        header = format_.decided(header, taken.nonmin, taken.mid, salt_of(random));
        hop = {taken.port, taken.vc};
        random = xorshift(random);
      } else {
        const Arrival arrival{header, router, input_vc};
        unit_->route({&arrival, 1}, &hop);
      }
      header += std::uint64_t{1} << FlitFormat::kHopsShift;
      way.hops.push_back({at.router, hop.port, hop.vc});
      REQUIRE(hop.port < wiring_.ports(at.router));
      REQUIRE(hop.vc < vcs_);
      const Peer peer = wiring_.output(at.router, hop.port);
      REQUIRE(peer.connected());
      if (peer.kind == PeerKind::kTerminal) {
        REQUIRE(peer.terminal == destination);
        break;
      }
      at = {peer.router, peer.port};
      vc = hop.vc;
    }
    way.nonmin = (header & FlitFormat::kNonmin) != 0;
    way.mid = static_cast<int>(format_.mid(header));
    return way;
  }

 private:
  const Wiring& wiring_;
  int vcs_, vc_bits_;
  TableRoutes routes_;
  FlitFormat format_;
  std::unique_ptr<RouteUnit> unit_;
};

/// Routers with terminals that receive, ascending.
std::vector<int> nodes_of(const Wiring& wiring) {
  std::vector<int> nodes;
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal)
    nodes.push_back(wiring.ejection(terminal).router);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::string refusal(Wiring wiring, const Configuration& config) {
  try {
    static_cast<void>(table_fabric(std::move(wiring), config));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

Wiring network(const std::string& family, const FamilyParameters& parameters) {
  return build_network(family, parameters);
}

}  // namespace

// Checks: TB-1, TB-12, TB-16, TB-17, TB-28, TB-31, TB-34
TEST_CASE("minimal packets by table take shortest paths, a VC up with each hop") {
  const int vcs = GENERATE(4, 8);
  for (const auto& [name, wiring] : small_wirings()) {
    INFO(name);
    Walker walker(wiring, table_configuration("min", vcs));
    std::vector<std::vector<int>> distances;
    for (int router = 0; router < wiring.routers(); ++router)
      distances.push_back(distances_from(wiring, router));
    std::vector<bool> seen(static_cast<std::size_t>(wiring.all_ports()));
    for (int source = 0; source < wiring.terminals(); ++source) {
      for (int destination = 0; destination < wiring.terminals(); ++destination) {
        for (std::uint32_t salt = 0; salt < 256; salt += salt < 16 ? 1 : 5) {
          const auto way = walker.walk(source, destination, 0xabcd'0000 | salt);
          const int from = wiring.injection(source).router,
                    to = wiring.ejection(destination).router;
          REQUIRE(static_cast<int>(way.hops.size()) - 1 ==
                  distances[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]);
          REQUIRE_FALSE(way.nonmin);
          for (std::size_t hop = 0; hop + 1 < way.hops.size(); ++hop) {
            REQUIRE(way.hops[hop].vc == std::min(static_cast<int>(hop), vcs - 1));
            seen[static_cast<std::size_t>(wiring.index(way.hops[hop].router, way.hops[hop].port))] =
                true;
          }
        }
      }
    }
    // Every channel is on some shortest path in the regular networks, and packets spread over all.
    for (int router = 0; router < wiring.routers() && name != "odd"; ++router) {
      for (int port = 0; port < wiring.ports(router); ++port)
        if (wiring.output(router, port).kind == PeerKind::kRouter)
          REQUIRE(seen[static_cast<std::size_t>(wiring.index(router, port))]);
    }
  }
}

// Checks: TB-7, TB-16, TB-17, TB-18, TB-19, TB-22, TB-23, TB-26, TB-27, TB-29, TB-30
TEST_CASE("packets under VAL go through the node that is drawn, on VCs of their own") {
  for (const auto& [name, wiring] : small_wirings()) {
    if (name == "butterfly") continue;  // nothing leads from a node to another
    INFO(name);
    constexpr int kVcs = 8;
    Walker walker(wiring, table_configuration("val", kVcs));
    std::vector<std::vector<int>> distances;
    for (int router = 0; router < wiring.routers(); ++router)
      distances.push_back(distances_from(wiring, router));
    const auto distance = [&](int from, int to) {
      return distances[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    };
    const std::vector<int> nodes = nodes_of(wiring);
    const auto count = static_cast<std::uint32_t>(nodes.size());
    int farthest = 0;
    for (int router = 0; router < wiring.routers(); ++router)
      if (wiring.terminals_of(router) > 0 || std::count(nodes.begin(), nodes.end(), router) > 0)
        for (const int node : nodes) farthest = std::max(farthest, distance(router, node));
    const int split = std::min(farthest, kVcs / 2);
    for (int source = 0; source < wiring.terminals(); ++source) {
      for (int destination = 0; destination < wiring.terminals(); ++destination) {
        for (std::uint32_t m = 0; m < count; ++m) {
          for (std::uint32_t salt = 0; salt < 256; salt += 37) {
            const std::uint32_t random = ((m * 65536 + count - 1) / count) << 16 | salt;
            const auto way = walker.walk(source, destination, random);
            const int from = wiring.injection(source).router,
                      to = wiring.ejection(destination).router, mid = nodes[m];
            const bool detour = mid != from && mid != to && from != to;
            REQUIRE(way.nonmin == detour);
            const int first = detour ? distance(from, mid) : 0;
            const int second = detour ? distance(mid, to) : distance(from, to);
            REQUIRE(static_cast<int>(way.hops.size()) - 1 == first + second);
            if (detour) {
              REQUIRE(way.mid == static_cast<int>(m));
              REQUIRE(way.hops[static_cast<std::size_t>(first)].router == mid);
            }
            for (int hop = 0; hop < first + second; ++hop) {
              REQUIRE(way.hops[static_cast<std::size_t>(hop)].vc ==
                      (hop < first ? std::min(hop, split - 1)
                                   : std::min(split + hop - first, kVcs - 1)));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("VAL remarks that two routers have no third to go through") {
  for (const int routers : {2, 3}) {
    const Fabric ring =
        table_fabric(network("torus", {{"sizes", {routers}}}), table_configuration("val", 2));
    CHECK(ring.routes->remark().empty() == (routers == 3));
  }
}

// Checks: TB-12, TB-21
TEST_CASE("salts spread packets evenly over parallel ways") {
  // Leaves of 4 terminals below 4 spines: 4 ways up, a quarter of the salts each.
  const Wiring wiring = network("folded-clos", {{"radix", {8}}, {"levels", {2}}});
  Walker walker(wiring, table_configuration("min", 2));
  std::vector<int> taken(8);
  for (std::uint32_t salt = 0; salt < 256; ++salt)
    ++taken.at(static_cast<std::size_t>(walker.walk(0, wiring.terminals() - 1, salt).hops[0].port));
  CHECK(taken == std::vector<int>{0, 0, 0, 0, 64, 64, 64, 64});
}

// Checks: TB-13, TB-15, TB-32, TB-33
TEST_CASE("tables list the ways to a node once, in ascending order") {
  using namespace table_registers;
  for (const auto& [name, wiring] : small_wirings()) {
    INFO(name);
    const auto routes = table_routes(wiring, table_configuration("min", 8));
    for (int router = 0; router < wiring.routers(); ++router) {
      std::map<unsigned, std::uint32_t> written;
      for (const RegisterWrite& write : routes->registers(router))
        CHECK(written.emplace(write.address, write.data).second);
      std::map<unsigned, unsigned> counts;  // of ways, by the first
      for (const auto& [address, data] : written) {
        if (address < kNode || address >= kNodeEnd || data >> 16 == 0) continue;
        CHECK(address != kNode + written.at(kMyNode));
        // Nodes share all their ways or none.
        CHECK(counts.emplace(data & 0xffff, data >> 16).first->second == data >> 16);
      }
      unsigned next = 0;
      for (const auto& [first, count] : counts) {
        CHECK(first == next);
        next = first + count;
        for (unsigned way = first + 1; way < next; ++way)
          CHECK(written.at(kWay + way - 1) < written.at(kWay + way));
      }
    }
  }
}

// Checks: FM-15, TB-3, TB-7, TB-8, TB-10, TB-14
TEST_CASE("headers and defines have the sizes of the network") {
  const Fabric fabric = table_fabric(network("folded-clos", {{"radix", {6}}, {"levels", {2}}}),
                                     table_configuration("min", 2));
  const RouterDesign& design = fabric.routes->design();
  // 6 leaves of 3 terminals and 3 ways up; 3 spines of 6 ports, of which 3 have numbers that
  // terminals have at leaves.
  CHECK(design.ports == 6);
  CHECK(RouterSizes{.design = design, .vcs = 2}.askers() == std::vector<int>{0, 2, 4});
  CHECK_FALSE(design.only_terminals[0]);
  CHECK(design.header.node_width() == 3);
  CHECK(design.header.mid.width == 3);
  CHECK(design.header.terminal.width == 2);
  CHECK(design.asked_bits == 3 + 3 + 2 + 8 + 4 + 4 + 1);
  const auto defines = fabric.routes->rtl().defines;
  CHECK(defines == std::vector<std::pair<std::string, std::string>>{{"DF_PORTS", "6"},
                                                                    {"DF_TERMINAL_PORTS", "6'h07"},
                                                                    {"DF_NODES", "6"},
                                                                    {"DF_TERMINALS", "3"},
                                                                    {"DF_WAYS", "8"}});
  CHECK(fabric.routes->rtl().file_list == "rtl/table.f");
  // The last terminal is number 2 of node 5.
  CHECK(fabric.routes->destination(17) == (5 << 2 | 2));
}

// Checks: TB-25, TB-26
TEST_CASE("a torus with too few VCs is refused with a cycle, and told how many are enough") {
  // In a ring of 8 the fourth hop shares the VC of the third with 3 VCs.
  const auto ring = [] { return network("torus", {{"sizes", {8}}}); };
  for (int vcs = 1; vcs <= 3; ++vcs) {
    const std::string text = refusal(ring(), table_configuration("min", vcs));
    CHECK_THAT(text, ContainsSubstring("router.vcs = " + std::to_string(vcs) + ": deadlock"));
    CHECK_THAT(text, ContainsSubstring("VC" + std::to_string(vcs - 1) + " -> ") &&
                         ContainsSubstring("use router.vcs = 4"));
  }
  CHECK_THROWS_AS(table_fabric(ring(), table_configuration("min", 3)), DeadlockError);
  CHECK(refusal(ring(), table_configuration("min", 4)) == "none");
  // Twice as many, half of them to the intermediate node.
  CHECK_THAT(refusal(ring(), table_configuration("val", 7)),
             ContainsSubstring("use router.vcs = 8"));
  CHECK(refusal(ring(), table_configuration("val", 8)) == "none");
  CHECK_THAT(refusal(network("torus", {{"sizes", {10}}}), table_configuration("val", 8)),
             ContainsSubstring("No number of VCs"));
  CHECK_THAT(refusal(ring(), table_configuration("val", 1)),
             ContainsSubstring("VCs of their own") && ContainsSubstring("use router.vcs = 8"));
}

TEST_CASE("the cycle that is named goes around") {
  const Wiring wiring = network("torus", {{"sizes", {5, 4}}});
  const TableNodes nodes(wiring);
  const ShortestWays ways(wiring, nodes);
  const bool valiant = GENERATE(false, true);
  const DeadlockReport report =
      check_table_deadlock(wiring, nodes, ways, table_vcs(valiant, 2, 4), valiant);
  REQUIRE(report.cycle.size() >= 3);
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const VirtualChannel& here = report.cycle[i];
    const VirtualChannel& next = report.cycle[(i + 1) % report.cycle.size()];
    CHECK(wiring.output(here.router, here.port).router == next.router);
  }
}

TEST_CASE("a large network that deadlocks is refused soon") {
  // 11 hops, and 4 million pairs of routers: to follow all of them takes long for each number of
  // VCs that is tried.
  const Wiring cube = build_network("hypercube", {{"dimensions", {11}}});
  CHECK_THROWS_WITH(table_fabric(cube, table_configuration("min", 3)),
                    ContainsSubstring("No number of VCs that a router can have is enough"));
}

// Checks: TB-25
TEST_CASE("the check counts the dependencies of a line of routers") {
  // 0 - 1 - 2, a terminal each: packets 0 to 2 and 2 to 0 go on from one channel to the next.
  const Wiring wiring = [] {
    WiringBuilder builder("line", {2, 3, 2});
    const int terminal = builder.add_class("terminal"), channel = builder.add_class("channel");
    for (int router = 0; router < 3; ++router) builder.attach({router, 0}, terminal);
    builder.connect({0, 1}, {1, 1}, channel);
    builder.connect({1, 2}, {2, 1}, channel);
    return builder.build();
  }();
  const TableNodes nodes(wiring);
  const ShortestWays ways(wiring, nodes);
  const DeadlockReport report =
      check_table_deadlock(wiring, nodes, ways, table_vcs(false, 2, 2), false);
  CHECK(report.deadlock_free());
  CHECK(report.dependencies == 2);
  // Through an intermediate node also from 0 to 2 and back to 1, and the same from 2, with a VC a
  // leg; and 1 to 0 and on to 2, 1 to 2 and on to 0.
  CHECK(check_table_deadlock(wiring, nodes, ways, table_vcs(true, 4, 2), true).deadlock_free());
}

// Checks: TB-25
TEST_CASE("up and down paths need one VC, and so do butterflies") {
  CHECK(refusal(network("folded-clos", {{"radix", {4}}, {"levels", {3}}}),
                table_configuration("min", 1)) == "none");
  CHECK(refusal(network("folded-clos", {{"radix", {4}}, {"levels", {3}}}),
                table_configuration("val", 2)) == "none");
  CHECK(refusal(network("butterfly", {{"k", {2}}, {"n", {4}}}), table_configuration("min", 1)) ==
        "none");
  CHECK_THAT(refusal(network("butterfly", {{"k", {2}}, {"n", {4}}}), table_configuration("val", 8)),
             ContainsSubstring("no path leads from router 24 (group 3, router 0) to router 25") &&
                 ContainsSubstring("use \"min\""));
}

TEST_CASE("in a butterfly the destination names the only path") {
  Configuration config;
  config.topology = {"butterfly", {{"k", {3}}, {"n", {3}}}};
  config.router.vcs = 1;
  CHECK(routing_name(config) == "destination");
  const auto tables = [&](const std::string& routing) {
    config.routing.algorithm = routing;
    const Fabric fabric = make_fabric(config);
    CHECK(fabric.routes->check_deadlock().deadlock_free());
    std::vector<std::pair<int, std::uint32_t>> writes;
    for (int router = 0; router < fabric.wiring.routers(); ++router)
      for (const RegisterWrite& write : fabric.routes->registers(router))
        writes.emplace_back(write.address, write.data);
    return writes;
  };
  CHECK(tables("destination") == tables("min"));
  config.topology = {"folded-clos", {{"radix", {4}}, {"levels", {2}}}};
  config.routing.algorithm = "destination";
  CHECK_THROWS_WITH(make_fabric(config), ContainsSubstring("have min, val, adaptive"));
}

// Checks: TB-2, TB-4, TB-5
TEST_CASE("what cannot be simulated by table is refused") {
  const Configuration config = table_configuration("min", 3);
  CHECK_THAT(refusal(odd_network(), table_configuration("ugal-l", 3)),
             ContainsSubstring("min, val or adaptive"));
  const auto star = [](int leaves) {
    std::vector<int> ports(static_cast<std::size_t>(leaves) + 1, 2);
    ports[0] = leaves;
    WiringBuilder builder("star", ports);
    const int terminal = builder.add_class("terminal"), channel = builder.add_class("channel");
    for (int leaf = 1; leaf <= leaves; ++leaf) {
      builder.attach({leaf, 0}, terminal);
      builder.connect({0, leaf - 1}, {leaf, 1}, channel);
    }
    return builder.build();
  };
  CHECK(refusal(star(256), config) == "none");
  CHECK_THAT(refusal(star(257), config), ContainsSubstring("257 ports"));
  CHECK_THAT(refusal(star(4097), config), ContainsSubstring("4097 routers"));
  {
    WiringBuilder builder("one", {257});
    const int terminal = builder.add_class("terminal");
    for (int port = 0; port < 257; ++port) builder.attach({0, port}, terminal);
    CHECK_THAT(refusal(builder.build(), config), ContainsSubstring("more than 256 terminals"));
  }
  {
    WiringBuilder builder("two", {2, 2});
    const int terminal = builder.add_class("terminal"), channel = builder.add_class("channel");
    builder.attach({0, 0}, terminal);
    builder.attach({1, 0}, terminal);
    builder.connect_one_way({0, 1}, {1, 1}, channel);
    CHECK_THAT(refusal(builder.build(), config),
               ContainsSubstring("no path leads from router 1 to router 0"));
  }
  CHECK_THAT(refusal(WiringBuilder("none", {1}).build(), config),
             ContainsSubstring("no terminals"));
}
