// SPDX-License-Identifier: Apache-2.0
// Groups that look alike: the tables of one stand for all.
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/families/dragonfly/routing.hpp"
#include "models/families/fabric.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

using namespace dragonfly;

namespace {

constexpr int kHopBits = 8;

/// What units say of the same heads, of every router and with as many random numbers.
struct Said {
  std::vector<std::vector<int>> all;

  void add(const Candidate& candidate) {
    // The lane is known by tables only, and asked for by UGAL-G only, which asks these.
    all.push_back({candidate.port, candidate.vc, candidate.weight, int(candidate.queue),
                   candidate.nonmin, candidate.bias, int(candidate.lane), int(candidate.mid)});
  }
  void add(const NextHop& hop) { all.push_back({hop.port, hop.vc}); }
  void add(const Path& path) {
    add(path.first);
    all.push_back({int(path.hops), int(path.hops >> 32), path.count, path.nonmin});
  }
};

/// Heads at the first port of every router, and what other ports say once they have decided.
void ask(const RouteUnit& unit, const Fabric& fabric, std::uint32_t random, bool paths,
         Said& said) {
  const FlitFormat format(fabric.routes->design().header);
  const auto most = static_cast<std::size_t>(unit.most_candidates());
  const int terminals = fabric.wiring.terminals(), ports = fabric.wiring.most_ports();
  for (int router = 0; router < fabric.wiring.routers(); ++router) {
    const std::uint32_t destination =
        fabric.routes->destination(static_cast<int>(random % unsigned(terminals)));
    const Ask head{std::uint32_t(router), destination, random, 0, 0, 0, false};
    std::vector<Candidate> list(most);
    std::uint8_t count = 0;
    unit.candidates({&head, 1}, list.data(), &count);
    for (std::uint8_t taken = 0; taken < count; ++taken) {
      const Candidate& candidate = list[taken];
      said.add(candidate);
      if (paths) {
        Path path{};
        unit.paths({&head, 1}, list.data(), &taken, &path);
        said.add(path);
      }
      std::uint64_t flit[2] = {};
      format.encode_head(flit, destination, 1, 0);
      const std::uint64_t header =
          format.decided(format.header(flit), candidate.nonmin, candidate.mid, salt_of(random));
      for (int port = 0; port < ports; ++port) {
        const Arrival arrival{header, std::uint32_t(router), std::uint16_t(port << 2)};
        NextHop hop{};
        unit.route({&arrival, 1}, &hop);
        said.add(hop);
      }
    }
    random = xorshift(random);
  }
}

std::unique_ptr<RouteUnit> unit_of(const Fabric& fabric, int groups) {
  auto unit = fabric.routes->make_unit();
  for (int router = 0; router < fabric.wiring.routers() / groups; ++router)
    unit->add_router(fabric.routes->registers(router));
  if (groups > 1) unit->repeat(groups);
  return unit;
}

}  // namespace

TEST_CASE("The tables of a group say the same as those of all routers") {
  // With one channel between two groups, with several, and with an opposite group.
  const DragonflyParameters networks[] = {{2, 4, 3, 13, Arrangement::kRelative},
                                          {2, 4, 3, 5, Arrangement::kRelative},
                                          {2, 13, 1, 14, Arrangement::kRelative},
                                          {2, 6, 2, 8, Arrangement::kCirculant},
                                          {2, 6, 2, 13, Arrangement::kCirculant}};
  for (const DragonflyParameters& network : networks) {
    Configuration config;
    config.topology = topology_of(network);
    for (const char* const routing : {"min", "val", "ugal-l", "ugal-g", "ugal-l-vch"}) {
      config.routing.algorithm = routing;
      CAPTURE(network.g, name_of(network.arrangement), routing);
      const Fabric fabric = make_fabric(config);
      REQUIRE(fabric.routes->groups_alike() == network.g);
      const auto all = unit_of(fabric, 1), first = unit_of(fabric, network.g);
      const auto compare = [&](bool paths) {
        for (const std::uint32_t random : {0x1234567U, 0x9e3779b9U, 0xfedcba98U, 0x42U}) {
          Said expected, found;
          ask(*all, fabric, random, paths, expected);
          ask(*first, fabric, random, paths, found);
          REQUIRE_FALSE(expected.all.empty());
          REQUIRE(found.all == expected.all);
        }
      };
      compare(false);
      all->prepare_paths(fabric.wiring, kHopBits);
      first->prepare_paths(fabric.wiring, kHopBits);
      compare(true);
    }
  }
}

TEST_CASE("Groups look alike where the arrangement lays them so") {
  // By the definitions of the arrangements: the absolute one names groups, not distances.
  CHECK(make_network(2, 4, 3).groups_alike());
  CHECK(make_network(2, 4, 2, 0, Arrangement::kCirculant).groups_alike());
  CHECK_FALSE(make_network(2, 4, 3, 0, Arrangement::kAbsolute).groups_alike());
  // A port of the last group leads nowhere.
  CHECK_FALSE(make_network(1, 3, 1, 3).groups_alike());
  CHECK(make_network(2, 4, 3, 1).groups_alike());
}

TEST_CASE("A million terminals need the tables of one group") {
  Configuration config;
  config.topology = topology_of({23, 46, 23, 0, Arrangement::kRelative});
  CHECK(make_routes(config)->groups_alike() == 1059);
}
