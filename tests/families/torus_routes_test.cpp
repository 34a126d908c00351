// SPDX-License-Identifier: Apache-2.0
// Dimension order in tori: every packet of small networks, hop by hop, on the wiring itself.
#include "models/families/torus/torus_routes.hpp"

#include <set>
#include <tuple>

#include "models/common/error.hpp"
#include "models/families/torus/torus.hpp"
#include "models/families/torus/torus_deadlock.hpp"
#include "models/router/route_unit.hpp"
#include "tests/catch.hpp"
#include "tests/families/digits.hpp"

using namespace dragonfly;

namespace {

struct Hop {
  int router, port, vc;
  bool operator<(const Hop& other) const {
    return std::tie(router, port, vc) < std::tie(other.router, other.port, other.vc);
  }
};

/// Packets by the decisions of all routers.
struct Walker {
  Walker(const std::vector<int>& sizes, int concentration, int vc_count)
      : wiring(torus_wiring(sizes, concentration)),
        routes(sizes, concentration, vc_count),
        format(routes.design().header),
        unit(routes.make_unit()),
        vcs(vc_count) {
    for (int router = 0; router < wiring.routers(); ++router)
      unit->add_router(routes.registers(router));
    while ((1 << vc_bits) < vcs) ++vc_bits;
  }

  std::vector<Hop> walk(int source, int destination, unsigned salt) {
    std::uint64_t flit[2] = {};
    format.encode_head(flit, routes.destination(destination), 1, 0);
    std::uint64_t header = format.header(flit);
    std::vector<Hop> hops;
    PortPlace at = wiring.injection(source);
    std::uint32_t random = 0xabcd'ef00 | salt;
    for (int vc = 0;;) {
      const ArrivingHead head{header, static_cast<std::uint32_t>(at.router), random,
                              static_cast<std::uint16_t>((at.port << vc_bits) + vc)};
      SetCandidate taken;
      std::uint8_t count = 0;
      unit->set_candidates({&head, 1}, &taken, &count);
      REQUIRE(count == 1);
      int port = -1, ports = 0;
      for (unsigned p = 0; p < PortSet::kPorts; ++p)
        if (taken.ports.test(p)) port = static_cast<int>(p), ++ports;
      REQUIRE(ports == 1);
      REQUIRE(taken.vc < vcs);
      REQUIRE(taken.weight == 1);
      REQUIRE(taken.bias == 0);
      REQUIRE_FALSE(taken.nonmin);
      REQUIRE(taken.mid == 0);
      hops.push_back({at.router, port, taken.vc});
      if (hops.size() == 1) header = format.decided(header, false, 0, salt);
      header += std::uint64_t{1} << FlitFormat::kHopsShift;
      random = 0;
      const Peer peer = wiring.output(at.router, port);
      REQUIRE(peer.connected());
      if (peer.kind == PeerKind::kTerminal) {
        REQUIRE(peer.terminal == destination);
        REQUIRE(taken.vc == static_cast<int>(salt) * vcs / 256);
        return hops;
      }
      at = {peer.router, peer.port};
      vc = taken.vc;
      REQUIRE(hops.size() < 32);
    }
  }

  Wiring wiring;
  TorusRoutes routes;
  FlitFormat format;
  std::unique_ptr<RouteUnit> unit;
  int vcs, vc_bits = 0;
};

}  // namespace

// Checks: TO-1, TO-3, TO-6, TO-7, TO-8, TO-9, TO-10, TO-11, TO-13, TO-14
TEST_CASE("packets go through tori the short way, dimension by dimension, over datelines") {
  const auto& [sizes, concentration, vcs] =
      GENERATE(values<std::tuple<std::vector<int>, int, int>>({{{4}, 2, 2},
                                                               {{5}, 1, 3},
                                                               {{2, 3}, 1, 1},
                                                               {{4, 1, 3}, 2, 2},
                                                               {{3, 2, 4}, 1, 2},
                                                               {{6, 5}, 1, 2},
                                                               {{1}, 3, 2}}));
  Walker walker(sizes, concentration, vcs);
  std::set<std::pair<Hop, Hop>> dependencies;
  const Wiring& wiring = walker.wiring;
  for (int source = 0; source < wiring.terminals(); ++source) {
    for (int destination = 0; destination < wiring.terminals(); ++destination) {
      for (const unsigned salt : {0U, 1U, 2U, 3U, 5U, 7U, 255U, 254U, 128U}) {
        std::vector<Hop> hops = walker.walk(source, destination, salt);
        hops.pop_back();
        const auto from = digits(source / concentration, sizes),
                   to = digits(destination / concentration, sizes);
        // What the coordinates say: in each dimension the shorter way, one step after the other.
        std::vector<std::pair<std::size_t, int>> expected;  // dimension, digit where it comes from
        for (std::size_t d = 0; d < sizes.size(); ++d) {
          const int size = sizes[d], up = ((to[d] - from[d]) % size + size) % size;
          const int number =
              static_cast<int>(std::count_if(sizes.begin(), sizes.begin() + static_cast<long>(d),
                                             [](int other) { return other > 1; }));
          const bool rises = 2 * up < size || (2 * up == size && (salt >> number & 1) == 0);
          const int steps = rises ? up : size - up;
          bool crossed = false;
          for (int step = 0; step < steps && up != 0; ++step) {
            const int here = ((from[d] + (rises ? step : -step)) % size + size) % size;
            const Hop& hop = hops.at(expected.size());
            REQUIRE(digits(hop.router, sizes)[d] == here);
            crossed = crossed || here == (rises ? size - 1 : 0);
            REQUIRE(hop.vc == (crossed && size > 2 && vcs > 1 ? 1 : 0));
            expected.emplace_back(d, here);
          }
        }
        REQUIRE(hops.size() == expected.size());
        for (std::size_t n = 1; n < hops.size(); ++n) dependencies.insert({hops[n - 1], hops[n]});
      }
    }
  }
  const DeadlockReport report = walker.routes.check_deadlock();
  CHECK(report.deadlock_free());
  CHECK(report.dependencies == static_cast<std::int64_t>(dependencies.size()));
}

// Checks: TO-2, TO-11
TEST_CASE("rings of more than three routers need two VCs for dimension order") {
  CHECK_THROWS_WITH(TorusRoutes({3, 4}, 1, 1), ContainsSubstring("Use 2"));
  CHECK_NOTHROW(TorusRoutes({3, 3, 2}, 1, 1));
  CHECK_FALSE(check_torus_deadlock(torus_wiring({3, 4}), TorusGrid({3, 4}, 1), 1).deadlock_free());
  CHECK(check_torus_deadlock(torus_wiring({3, 4}), TorusGrid({3, 4}, 1), 2).deadlock_free());
  CHECK_THROWS_AS(TorusRoutes({257}, 1, 2), InputError);
  CHECK_THROWS_AS(TorusRoutes({4}, 255, 2), InputError);
}

// Checks: TO-2
TEST_CASE("the RTL of a torus gets its sizes") {
  const TorusRoutes routes({4, 1, 32}, 3, 2);
  const FamilyRtl rtl = routes.rtl();
  CHECK(rtl.family == "torus");
  CHECK(rtl.file_list == "rtl/torus.f");
  CHECK(rtl.defines == std::vector<std::pair<std::string, std::string>>{
                           {"DF_TERMINALS", "3"},
                           {"DF_DIMENSIONS", "2"},
                           {"DF_SIZES", "192'h" + std::string(42, '0') + "020004"}});
  CHECK(routes.design().ports == 3 + 2 + 2);
  CHECK(routes.most_hops() == 2 + 16);
}
