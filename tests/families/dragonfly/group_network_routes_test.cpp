// SPDX-License-Identifier: Apache-2.0
// Dragonflies whose groups are flattened butterflies: every packet of small networks, hop by hop.
#include <map>
#include <set>
#include <tuple>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/families/fabric.hpp"
#include "models/families/family_registry.hpp"
#include "tests/catch.hpp"
#include "tests/families/acyclic.hpp"
#include "tests/families/digits.hpp"

using namespace dragonfly;

namespace {

struct Shape {
  int a, h, g;
  std::vector<int> sizes, parallel;
};

Configuration configuration(const Shape& shape, const std::string& routing, int vcs) {
  Configuration config;
  config.topology = {"dragonfly",
                     {{"p", {2}}, {"a", {shape.a}}, {"h", {shape.h}}, {"g", {shape.g}}}};
  config.topology.parameters["group-sizes"] = shape.sizes;
  config.topology.parameters["group-parallel"] = shape.parallel;
  config.routing.algorithm = routing;
  config.router.vcs = vcs;
  return config;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> list = {{4, 1, 5, {2, 2}, {2, 1}},
                                          {6, 1, 4, {3, 2}, {}},
                                          {3, 2, 4, {3}, {2}},
                                          {8, 1, 3, {2, 2, 2}, {}},
                                          {4, 1, 1, {2, 2}, {}}};
  return list;
}

/// A packet on its way, by the routers' own decisions with one random number.
struct Walker {
  explicit Walker(const Configuration& given) : config(given), fabric(make_fabric(given)) {
    unit = fabric.routes->make_unit();
    for (int router = 0; router < fabric.wiring.routers(); ++router)
      unit->add_router(fabric.routes->registers(router));
    while ((1 << vc_bits) < config.router.vcs) ++vc_bits;
  }

  struct Hop {
    int router, port, vc;
    bool operator<(const Hop& other) const {
      return std::tie(router, port, vc) < std::tie(other.router, other.port, other.vc);
    }
  };
  /// Calls visit(hops, nonmin, mid) for each candidate.
  template <class Visit>
  void walk(int source, int destination, std::uint32_t random, const Visit& visit) {
    const FlitFormat format(fabric.routes->design().header);
    std::uint64_t flit[2] = {};
    format.encode_head(flit, fabric.routes->destination(destination), 1, 0);
    const PortPlace start = fabric.wiring.injection(source);
    const Ask ask{static_cast<std::uint32_t>(start.router),
                  fabric.routes->destination(destination),
                  random,
                  static_cast<std::uint16_t>(start.port << vc_bits),
                  0,
                  0,
                  false};
    std::vector<Candidate> list(static_cast<std::size_t>(unit->most_candidates()));
    std::uint8_t count = 0;
    unit->candidates({&ask, 1}, list.data(), &count);
    for (unsigned k = 0; k < count; ++k) {
      const Candidate& taken = list[k];
      std::uint64_t header =
          format.decided(format.header(flit), taken.nonmin, taken.mid, salt_of(random));
      std::vector<Hop> hops = {{start.router, taken.port, taken.vc}};
      for (;;) {
        REQUIRE(hops.back().vc < config.router.vcs);
        const Peer peer = fabric.wiring.output(hops.back().router, hops.back().port);
        REQUIRE(peer.connected());
        if (peer.kind == PeerKind::kTerminal) {
          REQUIRE(peer.terminal == destination);
          break;
        }
        REQUIRE(hops.size() < 20);
        header += std::uint64_t{1} << FlitFormat::kHopsShift;
        const Arrival arrival{header, static_cast<std::uint32_t>(peer.router),
                              static_cast<std::uint16_t>((peer.port << vc_bits) + hops.back().vc)};
        NextHop next{};
        unit->route({&arrival, 1}, &next);
        hops.push_back({peer.router, next.port, next.vc});
      }
      hops.pop_back();  // to the terminal
      visit(hops, taken.nonmin, static_cast<int>(taken.mid));
    }
  }

  Configuration config;
  Fabric fabric;
  std::unique_ptr<RouteUnit> unit;
  int vc_bits = 0;
};

using Dependencies = std::set<std::pair<Walker::Hop, Walker::Hop>>;

}  // namespace

// Checks: DF-2, DF-15, DF-23
TEST_CASE("packets cross groups in the order of their dimensions, a VC up after a global channel") {
  const std::string routing = GENERATE(as<std::string>(), "min", "val", "ugal-l");
  for (const Shape& shape : shapes()) {
    Walker walker(configuration(shape, routing, 3));
    const Wiring& wiring = walker.fabric.wiring;
    CAPTURE(shape.a, shape.g);
    Dependencies dependencies;
    for (int source = 0; source < wiring.terminals(); source += 2) {
      for (int destination = 0; destination < wiring.terminals(); destination += 2) {
        for (int mid = 0; mid < shape.g; ++mid) {
          for (unsigned salt = 0; salt < 256; ++salt) {
            const auto random = static_cast<std::uint32_t>(
                ((mid * 65536 + shape.g - 1) / shape.g) << 16 | static_cast<int>(salt));
            walker.walk(source, destination, random, [&](const auto& hops, bool nonmin, int) {
              const int from = wiring.group(source / 2), to = wiring.group(destination / 2);
              const bool detour = nonmin;
              if (routing == "val" && from != to && mid != from && mid != to) REQUIRE(detour);
              int globals = 0;
              std::size_t last = 0;  // dimension of the last local hop in this group
              bool local_before = false;
              for (std::size_t n = 0; n < hops.size(); ++n) {
                const auto& hop = hops[n];
                const Peer peer = wiring.output(hop.router, hop.port);
                REQUIRE(hop.vc == globals + (detour || shape.g == 1 ? 0 : 1));
                if (n > 0) dependencies.insert({hops[n - 1], hop});
                if (wiring.group(peer.router) != wiring.group(hop.router)) {
                  ++globals;
                  local_before = false;
                  continue;
                }
                const auto here = digits(hop.router % shape.a, shape.sizes),
                           there = digits(peer.router % shape.a, shape.sizes);
                std::size_t d = 0;
                while (here[d] == there[d]) ++d;
                for (std::size_t e = d + 1; e < here.size(); ++e) REQUIRE(here[e] == there[e]);
                if (local_before) REQUIRE(d > last);
                last = d;
                local_before = true;
              }
              REQUIRE(globals == (from == to ? 0 : detour ? 2 : 1));
            });
          }
        }
      }
    }
    // What packets do is what the check for deadlock follows, and has no cycle.
    const DeadlockReport report = walker.fabric.routes->check_deadlock();
    CHECK(report.deadlock_free());
    CHECK(report.dependencies == static_cast<std::int64_t>(dependencies.size()));
    CHECK(acyclic(dependencies));
    // With a VC less the highest one is the one below. Within a group dimensions in order need one
    // only.
    if (shape.g == 1) continue;
    int highest = 0;
    for (const auto& [from, to] : dependencies) highest = std::max({highest, from.vc, to.vc});
    Dependencies fewer;
    for (auto [from, to] : dependencies) {
      from.vc = std::min(from.vc, highest - 1);
      to.vc = std::min(to.vc, highest - 1);
      fewer.insert({from, to});
    }
    CHECK_FALSE(acyclic(fewer));
  }
}

// Checks: DF-21, DF-22
TEST_CASE("packets spread over channels side by side") {
  Walker walker(configuration({3, 2, 4, {3}, {2}}, "min", 2));
  std::map<int, int> taken;
  for (unsigned salt = 0; salt < 256; ++salt) {
    walker.walk(0, 2, salt, [&](const auto& hops, bool, int) {
      REQUIRE(hops.size() == 1);
      ++taken[hops[0].port];
    });
  }
  // Terminals 0 and 1, then the two channels to router 1.
  CHECK(taken == std::map<int, int>{{2, 128}, {3, 128}});
}

// Checks: DF-5, DF-12, DF-44
TEST_CASE("registers and RTL of a dragonfly say what its groups are") {
  const Walker walker(configuration({4, 1, 5, {2, 2}, {2, 1}}, "min", 2));
  std::map<unsigned, std::uint32_t> registers;
  for (const RegisterWrite& write : walker.fabric.routes->registers(0))
    registers[write.address] = write.data;
  // Router 0 of the group: ports 2 and 3 to router 1, by which packets to router 3 go; 4 to 2.
  CHECK(registers.at(0x1001) == (2U << 8 | 2));
  CHECK(registers.at(0x1002) == 4);
  CHECK(registers.at(0x1003) == (2U << 8 | 2));
  const auto defines = walker.fabric.routes->rtl().defines;
  CHECK(std::count(defines.begin(), defines.end(),
                   std::pair<std::string, std::string>{"DF_LOCALS", "3"}) == 1);
}

// Checks: DF-2, DF-5
TEST_CASE("a grid of one dimension without channels side by side is a complete group") {
  const Walker given(configuration({4, 1, 5, {4}, {1}}, "val", 3)),
      complete(configuration({4, 1, 5, {}, {}}, "val", 3));
  const auto registers = [](const Walker& walker, int router) {
    std::map<unsigned, std::uint32_t> values;
    for (const RegisterWrite& write : walker.fabric.routes->registers(router))
      values[write.address] = write.data;
    return values;
  };
  for (int router = 0; router < 20; ++router)
    CHECK(registers(given, router) == registers(complete, router));
  CHECK(given.fabric.wiring == complete.fabric.wiring);
  CHECK_THROWS_AS(Walker(configuration({4, 1, 5, {200}, {}}, "val", 3)), InputError);
  CHECK_THROWS_WITH(Walker(configuration({4, 1, 5, {4}, {100}}, "val", 3)),
                    ContainsSubstring("channels side by side"));
}
