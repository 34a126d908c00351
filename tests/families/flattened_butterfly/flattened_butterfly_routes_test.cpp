// SPDX-License-Identifier: Apache-2.0
// The routes of flattened butterflies beside a plain reading of docs/microarchitecture.md, over the
// wiring; and their freedom from deadlock, beside all that packets can do.
#include "models/families/flattened_butterfly/flattened_butterfly_routes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/families/family_registry.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_deadlock.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_route_unit.hpp"
#include "models/router/router_parameters.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;
using Algorithm = FlattenedButterflyRouting;

namespace {

const std::vector<std::string> kNames = {"min-ad", "dor", "val", "ugal", "ugal-s", "clos-ad"};

/// One, two and three dimensions, one of a single router among them, and odd sizes.
std::vector<FlattenedButterfly> small_networks() {
  return {{{}, 3, {}, false},
          {{3}, 2, {}, false},
          {{4}, 1, {2}, true},
          {{2, 3}, 2, {}, false},
          {{4, 1, 3}, 1, {1, 1, 2}, true},
          {{2, 2, 2}, 1, {}, false},
          {{3, 2, 3}, 2, {}, false}};
}

struct Expected {
  std::set<int> ports, standard;
  int vc = 0, weight = 1, bias = 0;
  bool nonmin = false;
  std::vector<int> mid;
};

/// All that there is to know of a head.
struct Head {
  int router = 0, port = 0, vc = 0, destination = 0;  ///< a terminal
  std::uint32_t random = 0;
  bool nonmin = false;
  int mid = 0;  ///< a router
  unsigned salt = 0;
};

/// The text, word by word: coordinates instead of digits in bits, ports by where they lead.
class Plain {
 public:
  Plain(const FlattenedButterfly& network, Algorithm algorithm, int vcs, bool all_hops,
        int threshold)
      : wiring_(flattened_butterfly_wiring(network)),
        algorithm_(algorithm),
        vcs_(vcs),
        all_hops_(all_hops),
        threshold_(threshold),
        terminals_(network.concentration) {
    for (const int size : network.sizes)
      if (size > 1) sizes_.push_back(size);
  }

  [[nodiscard]] const Wiring& wiring() const { return wiring_; }
  [[nodiscard]] int dimensions() const { return static_cast<int>(sizes_.size()); }
  [[nodiscard]] std::vector<int> coordinates(int router) const {
    std::vector<int> list;
    for (const int size : sizes_) {
      list.push_back(router % size);
      router /= size;
    }
    return list;
  }
  [[nodiscard]] int phase1() const { return algorithm_ == Algorithm::kVal ? 1 : dimensions(); }

  [[nodiscard]] std::vector<Expected> candidates(const Head& head) const {
    const std::vector<int> here = coordinates(head.router),
                           there = coordinates(head.destination / terminals_);
    const bool terminal = head.port < terminals_;
    const unsigned salt = terminal ? head.random & 255 : head.salt;
    const bool phases = algorithm_ != Algorithm::kMinAd && algorithm_ != Algorithm::kDor;
    Expected minimal = minimal_candidate(head.router, here, there, salt, head.destination);
    if (!terminal) {
      minimal.nonmin = head.nonmin;
      minimal.mid = coordinates(head.mid);
      if (!phases || head.vc != phase1()) return {minimal};
      if (algorithm_ == Algorithm::kClosAd) {
        std::vector<Expected> all = {minimal};
        for (int d = dimension_of(head.router, head.port) + 1; d < dimensions(); ++d) {
          if (here[d] == there[d]) continue;
          Expected row = leave(head.router, here, there, d);
          row.weight = 0;
          row.bias = -1;
          row.nonmin = minimal.nonmin;
          row.mid = minimal.mid;
          all.push_back(row);
        }
        return all;
      }
      if (head.mid == head.router) return {minimal};
      Expected step = step_towards(head.router, here, coordinates(head.mid));
      step.nonmin = head.nonmin;
      return {step};
    }
    minimal.mid = std::vector<int>(sizes_.size());
    if (!phases || here == there) return {minimal};
    if (algorithm_ == Algorithm::kClosAd) {
      int m = 0;
      for (int d = 0; d < dimensions(); ++d)
        if (here[d] != there[d]) m = d + 1;
      minimal.weight = all_hops_ ? differing(here, there) : 1;
      std::vector<Expected> all = {minimal};
      for (int d = 0; d < dimensions(); ++d) {
        if (here[d] == there[d]) continue;
        Expected row = leave(head.router, here, there, d);
        row.weight = all_hops_ ? 2 * m : 2;
        row.bias = threshold_;
        row.nonmin = true;
        row.mid = std::vector<int>(sizes_.size());
        all.push_back(row);
      }
      return all;
    }
    const std::vector<int> between = drawn(head.random);
    if (algorithm_ == Algorithm::kVal) {
      if (between == here) return {minimal};
      return {step_towards(head.router, here, between)};
    }
    minimal.weight = all_hops_ ? differing(here, there) : 1;
    if (between == here || between == there) return {minimal};
    Expected step = step_towards(head.router, here, between);
    step.weight = all_hops_ ? differing(here, between) + differing(between, there) : 2;
    step.bias = threshold_;
    return {minimal, step};
  }

 private:
  static int differing(const std::vector<int>& one, const std::vector<int>& other) {
    int count = 0;
    for (std::size_t d = 0; d < one.size(); ++d) count += one[d] != other[d];
    return count;
  }
  /// The dimension of the channel at a port.
  [[nodiscard]] int dimension_of(int router, int port) const {
    const Peer peer = wiring_.output(router, port);
    const std::vector<int> one = coordinates(router), other = coordinates(peer.router);
    int d = 0;
    while (one[d] == other[d]) ++d;
    return d;
  }
  [[nodiscard]] std::set<int> channels(int router, std::vector<int> here, int d, int y) const {
    here[d] = y;
    std::set<int> ports;
    for (int port = 0; port < wiring_.ports(router); ++port) {
      const Peer peer = wiring_.output(router, port);
      if (peer.kind == PeerKind::kRouter && coordinates(peer.router) == here) ports.insert(port);
    }
    return ports;
  }
  [[nodiscard]] Expected leave(int router, const std::vector<int>& here,
                               const std::vector<int>& there, int d) const {
    Expected row;
    for (int port = terminals_; port < wiring_.ports(router); ++port)
      if (wiring_.output(router, port).connected() && dimension_of(router, port) == d)
        row.ports.insert(port);
    row.standard = channels(router, here, d, there[d]);
    row.vc = phase1();
    return row;
  }
  [[nodiscard]] Expected step_towards(int router, const std::vector<int>& here,
                                      const std::vector<int>& node) const {
    int d = 0;
    while (here[d] == node[d]) ++d;
    Expected step;
    step.ports = channels(router, here, d, node[d]);
    step.vc = phase1();
    step.nonmin = true;
    step.mid = node;
    return step;
  }
  [[nodiscard]] Expected minimal_candidate(int router, const std::vector<int>& here,
                                           const std::vector<int>& there, unsigned salt,
                                           int destination) const {
    Expected result;
    result.mid = std::vector<int>(sizes_.size());
    if (here == there) {
      result.ports = {destination % terminals_};
      result.vc = static_cast<int>(salt) * vcs_ / 256;
      return result;
    }
    const bool ordered = algorithm_ == Algorithm::kDor || algorithm_ == Algorithm::kVal;
    for (int d = 0; d < dimensions(); ++d) {
      if (here[d] == there[d] || (ordered && !result.ports.empty())) continue;
      result.ports.merge(channels(router, here, d, there[d]));
    }
    result.vc = ordered ? 0 : differing(here, there) - 1;
    return result;
  }
  /// The fraction random / 2^32 in a mixed radix, of which the upper 24 bits are enough.
  [[nodiscard]] std::vector<int> drawn(std::uint32_t random) const {
    std::vector<int> node;
    std::uint64_t rest = random / 256;
    for (const int size : sizes_) {
      rest *= static_cast<std::uint64_t>(size);
      node.push_back(static_cast<int>(rest / 16777216));
      rest %= 16777216;
    }
    return node;
  }

  Wiring wiring_;
  Algorithm algorithm_;
  int vcs_;
  bool all_hops_;
  int threshold_, terminals_;
  std::vector<int> sizes_;
};

Configuration configuration(Algorithm algorithm, int vcs) {
  Configuration config;
  config.routing.algorithm = kNames[static_cast<std::size_t>(algorithm)];
  config.router.vcs = vcs;
  return config;
}

/// The route units of a network, asked for one head after the other.
class Asked {
 public:
  Asked(const FlattenedButterfly& network, const Configuration& config, int routers)
      : grid_(network),
        routes_(network, config),
        format_(routes_.design().header),
        vc_bits_(RouterSizes{.design = {}, .vcs = config.router.vcs}.vc_bits()),
        unit_(routes_.make_unit()),
        candidates_(static_cast<std::size_t>(unit_->most_candidates())) {
    for (int router = 0; router < routers; ++router) {
      std::vector<RegisterWrite> writes = routes_.registers(router);
      const bool all = config.routing.hop_metric == HopMetric::kAll;
      writes.push_back({1, all ? 4U : 0U});  // FLAGS
      unit_->add_router(writes);
    }
  }

  std::span<const SetCandidate> candidates(const Head& head) {
    std::uint64_t flit[2] = {};
    format_.encode_head(flit, routes_.destination(head.destination), 1, 0);
    const std::uint64_t header =
        format_.decided(format_.header(flit), head.nonmin, grid_.node(head.mid), head.salt);
    const ArrivingHead arriving{header, static_cast<std::uint32_t>(head.router), head.random,
                                static_cast<std::uint16_t>((head.port << vc_bits_) + head.vc)};
    std::uint8_t count = 0;
    unit_->set_candidates({&arriving, 1}, candidates_.data(), &count);
    REQUIRE(count <= candidates_.size());
    return {candidates_.data(), count};
  }
  [[nodiscard]] const FlattenedButterflyGrid& grid() const { return grid_; }
  [[nodiscard]] const FlattenedButterflyRoutes& routes() const { return routes_; }

 private:
  FlattenedButterflyGrid grid_;
  FlattenedButterflyRoutes routes_;
  FlitFormat format_;
  int vc_bits_;
  std::unique_ptr<RouteUnit> unit_;
  std::vector<SetCandidate> candidates_;
};

std::set<int> ports_of(const PortSet& set) {
  std::set<int> ports;
  set.each([&](unsigned port) { ports.insert(static_cast<int>(port)); });
  return ports;
}

void check_same(std::span<const SetCandidate> found, const std::vector<Expected>& wanted,
                const Plain& plain, const FlattenedButterflyGrid& grid) {
  REQUIRE(found.size() == wanted.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    INFO("candidate " << k);
    REQUIRE(ports_of(found[k].ports) == wanted[k].ports);
    REQUIRE(found[k].has_standard == !wanted[k].standard.empty());
    if (found[k].has_standard) REQUIRE(ports_of(found[k].standard) == wanted[k].standard);
    REQUIRE(found[k].vc == wanted[k].vc);
    // A single candidate is taken whatever it costs.
    if (found.size() > 1) {
      REQUIRE(found[k].weight == std::min(15, wanted[k].weight));
      REQUIRE(found[k].bias == wanted[k].bias);
    }
    REQUIRE(found[k].nonmin == wanted[k].nonmin);
    int mid = 0;
    while (grid.node(mid) != found[k].mid) ++mid;
    REQUIRE(plain.coordinates(mid) == wanted[k].mid);
  }
}

/// Random numbers that draw each router of a network of fewer than 256 / step.
std::vector<std::uint32_t> draws(std::uint32_t step) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t upper = 0; upper < 256; upper += step)
    numbers.push_back(upper << 24 | 0x00c0'ffee >> upper % 3 | (upper * 37 & 255));
  return numbers;
}

}  // namespace

// Checks: FB-8, FB-10, FB-13, FB-14, FB-15, FB-16, FB-17, FB-18, FB-19, FB-20, FB-21, FB-22, FB-23,
// FB-24, FB-25, FB-26, FB-27, FB-32, FB-33, FB-35
TEST_CASE("the candidates of every head of small flattened butterflies") {
  const int code = GENERATE(range(0, 6));
  const auto algorithm = static_cast<Algorithm>(code);
  const bool all_hops = GENERATE(false, true);
  for (const FlattenedButterfly& network : small_networks()) {
    const int vcs = 5, threshold = all_hops ? -7 : 3;
    const Plain plain(network, algorithm, vcs, all_hops, threshold);
    Configuration config = configuration(algorithm, vcs);
    config.routing.threshold = threshold;
    config.routing.hop_metric = all_hops ? HopMetric::kAll : HopMetric::kGlobal;
    const int routers = plain.wiring().routers(), terminals = plain.wiring().terminals();
    Asked asked(network, config, routers);
    for (int router = 0; router < routers; ++router) {
      for (int destination = 0; destination < terminals; ++destination) {
        Head head{router, 0, 0, destination};
        INFO(kNames[static_cast<std::size_t>(code)] << ", router " << router << " to terminal "
                                                    << destination);
        for (const std::uint32_t random : draws(7)) {
          head.random = random;
          INFO("random " << random);
          check_same(asked.candidates(head), plain.candidates(head), plain, asked.grid());
        }
        head.random = 0;
        for (head.port = network.concentration; head.port < plain.wiring().ports(router);
             ++head.port) {
          for (head.vc = 0; head.vc < vcs; ++head.vc) {
            head.mid = (router + 5 * destination + head.vc) % routers;
            head.nonmin = (head.vc + destination) % 2 != 0;
            head.salt = static_cast<unsigned>(61 * destination + head.port) & 255;
            INFO("port " << head.port << " VC" << head.vc << " through router " << head.mid);
            check_same(asked.candidates(head), plain.candidates(head), plain, asked.grid());
          }
        }
      }
    }
  }
}

// Checks: FB-23
TEST_CASE("intermediate routers are drawn evenly") {
  const FlattenedButterfly network{{3, 5, 2}, 1, {}, false};
  Asked asked(network, configuration(Algorithm::kVal, 2), 30);
  std::map<std::uint32_t, int> drawn;
  constexpr int kDraws = 30 * 4096;
  for (int i = 0; i < kDraws; ++i) {
    const auto random = static_cast<std::uint32_t>((std::uint64_t(i) << 32) / kDraws);
    const auto candidates = asked.candidates({0, 0, 0, 29, random});
    ++drawn[candidates[0].nonmin ? candidates[0].mid : 0];
  }
  CHECK(drawn.size() == 30);
  for (const auto& [node, count] : drawn) CHECK(count == Approx(4096).margin(2));
}

// Checks: FB-6, FM-3, FM-15
TEST_CASE("sizes, parallel channels and addresses of flattened butterflies for the RTL") {
  const FlattenedButterfly network{{4, 1, 32}, 3, {2, 7, 1}, true};
  const FlattenedButterflyRoutes routes(network, configuration(Algorithm::kVal, 2));
  const FamilyRtl rtl = routes.rtl();
  CHECK(rtl.family == "flattened_butterfly");
  CHECK(rtl.file_list == "rtl/flattened_butterfly.f");
  const std::map<std::string, std::string> defines(rtl.defines.begin(), rtl.defines.end());
  CHECK(defines == std::map<std::string, std::string>{
                       {"DF_TERMINALS", "3"},
                       {"DF_DIMENSIONS", "2"},
                       {"DF_PAIRED", "1"},
                       {"DF_SIZES", "192'h" + std::string(42, '0') + "020004"},
                       {"DF_PARALLEL", "192'h" + std::string(42, '0') + "001002"}});
  // Digits of 2 and 5 bits, and 2 bits for a terminal: router 4 x 13 + 2.
  CHECK(routes.destination((4 * 13 + 2) * 3 + 1) == (13 << 4 | 2 << 2 | 1));
  const RouterDesign& design = routes.design();
  CHECK(design.ports == 3 + 2 * 3 + 31 + 1);
  CHECK(design.decides_on_arrival);
  CHECK(design.random_registers(2) == 3);
  CHECK(RouterSizes{.design = design, .vcs = 2}.askers().size() == 41);
  CHECK(design.header.node_width() == 7);
  CHECK(design.asked_bits == 7 + 2 + 7 + 8 + 4 + 4 + 1 + 2);
  CHECK(routes.most_registers() == 3);
}

namespace {

/// All dependencies that packets can cause: from the VC of a channel that one holds to that which
/// it waits for, followed over all ports of all candidates.
class Followed {
 public:
  Followed(const FlattenedButterfly& network, Algorithm algorithm)
      : wiring_(flattened_butterfly_wiring(network)),
        asked_(network, configuration(algorithm, 8), wiring_.routers()) {
    for (int source = 0; source < wiring_.terminals(); source += network.concentration) {
      const PortPlace place = wiring_.injection(source);
      for (int destination = 0; destination < wiring_.terminals();
           destination += network.concentration)
        for (const std::uint32_t random : draws(1))
          go({place.router, place.port, 0, destination, random}, {});
    }
  }
  [[nodiscard]] std::size_t dependencies() const { return edges_.size(); }
  [[nodiscard]] int most_hops() const { return most_hops_; }
  [[nodiscard]] int most_vcs() const { return most_vcs_; }

 private:
  using Vertex = std::tuple<int, int, int>;

  void go(const Head& head, std::vector<Vertex> held) {
    if (!seen_
             .insert({head.router, head.port, head.vc, head.destination, head.random, head.nonmin,
                      head.mid, held.size()})
             .second)
      return;
    REQUIRE(held.size() < 32);
    const auto found = asked_.candidates(head);
    const std::vector<SetCandidate> all(found.begin(), found.end());
    for (const SetCandidate& candidate : all) {
      candidate.ports.each([&](unsigned port) {
        const Peer next = wiring_.output(head.router, static_cast<int>(port));
        if (next.kind != PeerKind::kRouter) return;
        const Vertex vertex{head.router, port, candidate.vc};
        if (!held.empty()) edges_.insert({held.back(), vertex});
        std::vector<Vertex> onwards = held;
        onwards.push_back(vertex);
        most_hops_ = std::max(most_hops_, static_cast<int>(onwards.size()));
        most_vcs_ = std::max(most_vcs_, candidate.vc + 1);
        int mid = 0;
        while (asked_.grid().node(mid) != candidate.mid) ++mid;
        go({next.router, next.port, candidate.vc, head.destination, 0, candidate.nonmin, mid},
           onwards);
      });
    }
  }

  Wiring wiring_;
  Asked asked_;
  std::set<std::tuple<int, int, int, int, std::uint32_t, bool, int, std::size_t>> seen_;
  std::set<std::pair<Vertex, Vertex>> edges_;
  int most_hops_ = 0, most_vcs_ = 0;
};

}  // namespace

// Checks: FB-30, FB-31
TEST_CASE("the dependencies of flattened butterflies are those that packets cause") {
  const int code = GENERATE(range(0, 6));
  const auto algorithm = static_cast<Algorithm>(code);
  for (const FlattenedButterfly& network : small_networks()) {
    const FlattenedButterflyRoutes routes(network, configuration(algorithm, 8));
    const Followed followed(network, algorithm);
    const DeadlockReport report = routes.check_deadlock();
    INFO(kNames[static_cast<std::size_t>(code)] << " in " << routes.design().shape);
    CHECK(report.deadlock_free());
    CHECK(static_cast<std::size_t>(report.dependencies) == followed.dependencies());
    CHECK(followed.most_hops() <= routes.most_hops());
    CHECK(followed.most_vcs() <= routes.used_vcs(1));
  }
}

// Checks: FB-28, FB-30, FB-31
TEST_CASE("routings of flattened butterflies need all the VCs that they use") {
  const int code = GENERATE(range(0, 6));
  const auto algorithm = static_cast<Algorithm>(code);
  for (const std::vector<int>& sizes :
       {std::vector<int>{4}, {3, 3}, {8, 8}, {3, 3, 3}, {3, 4, 2, 3}}) {
    const FlattenedButterfly network{sizes, 2, {}, false};
    const Wiring wiring = flattened_butterfly_wiring(network);
    const FlattenedButterflyGrid grid(network);
    const int vcs = flattened_butterfly_vcs(algorithm, grid.dimensions());
    INFO(kNames[static_cast<std::size_t>(code)] << " in " << sizes.size() << " dimensions");
    CHECK(check_flattened_butterfly_deadlock(wiring, grid, algorithm, vcs).deadlock_free());
    if (vcs == 1) continue;
    const DeadlockReport less =
        check_flattened_butterfly_deadlock(wiring, grid, algorithm, vcs - 1);
    REQUIRE_FALSE(less.deadlock_free());
    for (std::size_t i = 0; i < less.cycle.size(); ++i) {
      const VirtualChannel& from = less.cycle[i];
      CHECK(wiring.output(from.router, from.port).router ==
            less.cycle[(i + 1) % less.cycle.size()].router);
    }
  }
}

// Checks: FB-1, FB-9, FB-30
TEST_CASE("networks and routings of flattened butterflies that are refused") {
  Configuration config;
  config.topology = {"k-ary-n-flat", {{"k", {3}}, {"n", {4}}}};
  const auto refused = [&](const std::string& message) {
    CHECK_THROWS_WITH(make_fabric(config), ContainsSubstring(message));
  };
  config.routing.algorithm = "ugal";
  refused("routing.algorithm = ugal needs 4 virtual channels in 3 dimensions");
  config.router.vcs = 2;
  refused("Use 4");
  config.routing.algorithm = "";
  refused("min-ad needs 3");
  config.routing.algorithm = "val";
  CHECK_NOTHROW(make_fabric(config));
  config.router.vcs = 1;
  refused("val needs 2");
  config.routing.algorithm = "e-cube";
  refused("have min-ad, dor, val, ugal, ugal-s, clos-ad");
  config.topology = {"hypercube", {{"dimensions", {9}}}};
  CHECK_NOTHROW(make_fabric(config));
  config.routing.algorithm = "min-ad";
  refused("A router can have 8");
  config.topology = {"hypercube", {{"dimensions", {17}}}};
  refused("coordinates of 17 bits in 17 dimensions");
  config.topology = {"k-ary-n-flat", {{"k", {129}}, {"n", {2}}}};
  refused("a router of this network has 257 ports");
  config.topology = {"k-ary-n-flat", {{"k", {4}}, {"n", {2}}}};
  config.router.vcs = 2;
  config.routing = {.algorithm = "ugal-s", .allocator = Allocator::kGreedy};
  refused("routing.allocator = greedy");
  config.routing.allocator = Allocator::kSequential;
  CHECK_NOTHROW(make_fabric(config));
}

// Checks: FB-29
TEST_CASE("the routing of a configuration that names none, and how it allocates") {
  const auto routing_of = [](const std::string& family) {
    Configuration config;
    config.topology.family = family;
    return routing_name(config);
  };
  CHECK(routing_of("dragonfly") == "min");
  CHECK(routing_of("k-ary-n-flat") == "min-ad");
  CHECK(routing_of("torus") == "min");
  Configuration config;
  config.topology = {"k-ary-n-flat", {{"k", {4}}, {"n", {2}}}};
  for (const std::string& name : kNames) {
    config.routing = {.algorithm = name};
    const bool sequential = name == "ugal-s" || name == "clos-ad";
    CHECK((allocator(config) == Allocator::kSequential) == sequential);
    CHECK(make_routes(config)->sequential() == sequential);
    config.routing.allocator = Allocator::kSequential;
    CHECK(allocator(config) == Allocator::kSequential);
  }
}
