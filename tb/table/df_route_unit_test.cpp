// SPDX-License-Identifier: Apache-2.0
// df_route_unit of networks by table against the words of docs/microarchitecture.md, "Networks by
// table", with random tables.
#include "tb/variants/table/df_route_unit.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

constexpr int kMin = 0, kVal = 1;

// The sizes differ in the numbers of ports and VCs, which take 3 bits each, and of nodes, which
// takes 4. Where there are 8 ports, all of them can be ways to a node; and where there are 16
// nodes, no number is left for "no node".
template <class V>
struct Sizes {
  static constexpr int ports = V::value(0), vcs = V::value(1), nodes = V::value(2);
};
constexpr int kStride = 8, kTerminals = 3, kWays = 16;
constexpr int kPortBits = 3, kVcBits = 3, kNodeBits = 4, kTermBits = 2, kTagBits = 35;
// The ports on which a terminal sends in some router, which are those that ask.
constexpr std::array kAskers{0, 2, 3, 5};

struct Header {
  bool head = true, tail = false, nonmin = false;
  int len = 0, hops = 0, salt = 0, mid = 0, node = 0, terminal = 0;
  std::uint64_t tag = 0;  // what the packet carries; nothing here looks at it

  // From dst_term up to nonmin: what a decision sees.
  [[nodiscard]] std::uint64_t asked() const {
    std::uint64_t bits = nonmin ? 1 : 0;
    const auto add = [&](int width, int value) {
      bits = bits << width | static_cast<unsigned>(value);
    };
    add(4, len);
    add(4, hops);
    add(8, salt);
    add(kNodeBits, mid);
    add(kNodeBits, node);
    add(kTermBits, terminal);
    return bits;
  }
  static constexpr int kAskedBits = 1 + 4 + 4 + 8 + 2 * kNodeBits + kTermBits;
  [[nodiscard]] std::uint64_t flit() const {
    return (static_cast<std::uint64_t>(head) << (kAskedBits + 1) |
            static_cast<std::uint64_t>(tail) << kAskedBits | asked())
               << kTagBits |
           tag;
  }
};
static_assert(Header::kAskedBits + 2 + kTagBits == 64);

template <class V>
Header random_header(Random& random) {
  Header header;
  header.tail = random.chance(50);
  header.nonmin = random.chance(50);
  header.len = random.below(16);
  header.hops = random.below(16);
  header.salt = random.below(256);
  header.mid = random.below(Sizes<V>::nodes);
  header.node = random.below(Sizes<V>::nodes);
  header.terminal = random.below(kTerminals);
  header.tag = random.bits(kTagBits);
  return header;
}

template <class V>
struct Tables {
  using S = Sizes<V>;

  int algorithm = kMin, my_node = 0, split_vc = 0;
  int nodes = S::nodes;            // NODES; the tables have room for S::nodes
  std::vector<int> terminal_port;  // [terminal]
  std::vector<int> first, count;   // [node]
  std::vector<int> way;
  std::vector<bool> source;  // [port]

  [[nodiscard]] static int rotated(int salt, int hops) {
    for (int n = 0; n < 3 * hops % 8; ++n) salt = (salt << 1 | salt >> 7) & 0xFF;
    return salt;
  }
  [[nodiscard]] Route towards(int target, int vc, int salt, int hops) const {
    const auto n = static_cast<std::size_t>(target);
    return {way[static_cast<std::size_t>(first[n] + rotated(salt, hops) * count[n] / 256)], vc};
  }
  [[nodiscard]] Route exit(const Header& header, int salt) const {
    return {terminal_port[static_cast<std::size_t>(header.terminal)], salt * S::vcs / 256};
  }
  // The route function of a head that came on VC w of a channel.
  [[nodiscard]] Route route(const Header& header, int w, int salt) const {
    const bool first_leg = header.nonmin && w < split_vc;
    if (first_leg && header.mid != my_node)
      return towards(header.mid, std::min(w + 1, split_vc - 1), salt, header.hops);
    if (header.node == my_node) return exit(header, salt);
    return towards(header.node, first_leg ? split_vc : std::min(w + 1, S::vcs - 1), salt,
                   header.hops);
  }
  struct Decision {
    Route route;
    bool nonmin;
    int mid;
  };
  [[nodiscard]] Decision decide(const Header& header, int port, std::uint32_t x) const {
    const int salt = static_cast<int>(x & 0xFF);
    if (!source[static_cast<std::size_t>(port)])
      return {route(header, 0, salt), header.nonmin, header.mid};
    const int m = static_cast<int>((x >> 16) * static_cast<unsigned>(nodes) >> 16);
    if (algorithm == kVal && m != my_node && header.node != my_node && m != header.node)
      return {towards(m, 0, salt, header.hops), true, m};
    if (header.node == my_node) return {exit(header, salt), false, 0};
    return {towards(header.node, split_vc, salt, header.hops), false, 0};
  }
};

template <class V>
Tables<V> random_tables(Random& random) {
  constexpr int ports = Sizes<V>::ports, nodes = Sizes<V>::nodes;
  Tables<V> tables;
  tables.algorithm = random.chance(50) ? kVal : kMin;
  tables.nodes = random.chance(50) ? nodes : random.between(1, nodes);
  tables.my_node = random.chance(20) ? 0xFFFF : random.below(nodes);
  tables.split_vc = tables.algorithm == kVal ? random.between(1, Sizes<V>::vcs - 1) : 0;
  for (int terminal = 0; terminal < kTerminals; ++terminal)
    tables.terminal_port.push_back(random.below(ports));
  for (int node = 0; node < nodes; ++node) {
    tables.count.push_back(random.chance(10) ? ports
                                             : random.between(1, random.chance(50) ? 3 : ports));
    tables.first.push_back(random.below(kWays - tables.count.back() + 1));
  }
  for (int way = 0; way < kWays; ++way) tables.way.push_back(random.below(ports));
  for (int port = 0; port < ports; ++port)
    tables.source.push_back(random.chance(60) &&
                            std::find(kAskers.begin(), kAskers.end(), port) != kAskers.end());
  return tables;
}

template <class V>
class Unit : public Bench<V> {
 public:
  using S = Sizes<V>;

  explicit Unit(Tables<V> with) : tables(std::move(with)) {
    auto& dut = *this;
    put_no_write(dut->cfg_i);
    quiet();
    // The fields of a control_t from the least significant on, as far as they matter here.
    clear(dut->control_i);
    int position = S::ports + 8 + 16;
    for (const int value : {tables.split_vc, tables.nodes, tables.my_node}) {
      set_bits(dut->control_i, position, 16, static_cast<std::uint64_t>(value));
      position += 16;
    }
    position += 16 + 5 + 16 + 3;  // OQ_LIMIT, BUFFER_DEPTH of a depth of 16, THRESHOLD, FLAGS
    set_bits(dut->control_i, position, 3, static_cast<std::uint64_t>(tables.algorithm));
    for (int t = 0; t < kTerminals; ++t)
      write(0x1000 + t, tables.terminal_port[static_cast<std::size_t>(t)]);
    for (std::size_t node = 0; node < tables.first.size(); ++node)
      write(0x2000 + static_cast<int>(node), tables.first[node] | tables.count[node] << 16);
    for (int way = 0; way < kWays; ++way)
      write(0x4000 + way, tables.way[static_cast<std::size_t>(way)]);
    for (int port = 0; port < S::ports; ++port)
      write(0x8000 + port, tables.source[static_cast<std::size_t>(port)] ? 1 : 0);
  }

  void write(int address, int data) {
    put_write((*this)->cfg_i, {address, static_cast<std::uint32_t>(data)});
    this->edge();
    put_no_write((*this)->cfg_i);
    this->edge();
  }

  void quiet() {
    clear((*this)->arrival_ivc_i);
    clear((*this)->decide_ask_i);
    arrivals.assign(S::ports * kStride, std::nullopt);
    questions.assign(kAskers.size(), std::nullopt);
  }
  void arrive(int ivc, const Header& header) {
    set_bit((*this)->arrival_ivc_i, ivc, true);
    set_bits((*this)->flit_ip_i, 64 * (ivc / kStride), 64, header.flit());
    arrivals[static_cast<std::size_t>(ivc)] = header;
  }
  void ask(int asker, const Header& header, std::uint32_t x) {
    set_bit((*this)->decide_ask_i, asker, true);
    set_bits((*this)->header_ask_i, asker * Header::kAskedBits, Header::kAskedBits, header.asked());
    set_field((*this)->random_ask_i, asker, 32, x);
    questions[static_cast<std::size_t>(asker)] = Question{header, x};
  }

  void check() {
    this->settle();
    REQUIRE((*this)->publish_o == 0);
    REQUIRE((*this)->delay_credits_o == 0);
    for (int ivc = 0; ivc < S::ports * kStride; ++ivc) check_arrival(ivc);
    for (std::size_t n = 0; n < kAskers.size(); ++n) check_candidate(static_cast<int>(n));
  }

  Tables<V> tables;

 private:
  struct Question {
    Header header;
    std::uint32_t x;
  };
  void check_arrival(int ivc) {
    auto& dut = *this;
    const auto& header = arrivals[static_cast<std::size_t>(ivc)];
    const int port = ivc / kStride, vc = ivc % kStride;
    const bool asks = vc == 0 && std::find(kAskers.begin(), kAskers.end(), port) != kAskers.end();
    if (!header || !header->head || asks) return;  // its route means nothing
    CAPTURE(ivc, tables.my_node, tables.split_vc);
    REQUIRE(get_route(dut->route_ip_o, {kPortBits, kVcBits}, port) ==
            tables.route(*header, vc, header->salt));
  }
  void check_candidate(int n) {
    auto& dut = *this;
    const auto& question = questions[static_cast<std::size_t>(n)];
    REQUIRE(bit(dut->valid_cand_o, n) == question.has_value());
    if (!question) return;
    const auto expected =
        tables.decide(question->header, kAskers[static_cast<std::size_t>(n)], question->x);
    CAPTURE(n, tables.my_node, tables.split_vc, tables.algorithm);
    REQUIRE(field(dut->port_cand_o, n, kPortBits) == expected.route.port);
    REQUIRE(field(dut->vc_cand_o, n, kVcBits) == expected.route.vc);
    REQUIRE(bit(dut->nonmin_cand_o, n) == expected.nonmin);
    REQUIRE(field(dut->mid_cand_o, n, kNodeBits) == expected.mid);
    REQUIRE(field(dut->kind_cand_o, n, 2) == 0);
    REQUIRE(field(dut->weight_cand_o, n, 4) == 1);
    REQUIRE(field(dut->bias_cand_o, n, 16) == 0);
  }

  std::vector<std::optional<Header>> arrivals;     // by input VC
  std::vector<std::optional<Question>> questions;  // by asker
};

template <class V>
void random_cycle(Unit<V>& unit, Random& random, int percent) {
  unit.quiet();
  for (int port = 0; port < Sizes<V>::ports; ++port) {
    if (!random.chance(percent)) continue;
    const int vc =
        unit.tables.source[static_cast<std::size_t>(port)] ? 0 : random.below(Sizes<V>::vcs);
    Header header = random_header<V>(random);
    header.head = random.chance(70);
    if (vc < unit.tables.split_vc) header.nonmin = true;  // the others are on the VCs above
    unit.arrive(port * kStride + vc, header);
  }
  for (std::size_t n = 0; n < kAskers.size(); ++n) {
    if (!random.chance(percent)) continue;
    Header header = random_header<V>(random);
    if (unit.tables.source[static_cast<std::size_t>(kAskers[n])]) {
      header.nonmin = false;
      header.hops = header.salt = header.mid = 0;
    } else if (unit.tables.split_vc > 0) {
      header.nonmin = true;
    }
    unit.ask(static_cast<int>(n), header, static_cast<std::uint32_t>(random.bits(32)));
  }
}

}  // namespace

// Checks: CR-18, FL-13, FL-14, FM-15, FM-16, FM-17, FM-21, RT-1, TB-3, TB-8, TB-9, TB-10, TB-11,
// TB-16, TB-17, TB-18, TB-19, TB-20, TB-21, TB-22, TB-23, TB-24, TB-27, TB-28, TB-29, TB-30, TB-31,
// TB-32, TB-33, TB-34
TEMPLATE_LIST_TEST_CASE("Routes and candidates follow header and tables", "[table]", Variants) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    Unit<TestType> unit(random_tables<TestType>(random));
    for (int cycle = 0; cycle < 60; ++cycle) {
      random_cycle(unit, random, cycle == 0 ? 0 : cycle == 1 ? 100 : random.between(10, 100));
      unit.check();
      unit.edge();
    }
  }
}

// Checks: CR-3
TEMPLATE_LIST_TEST_CASE("Writes to other addresses leave the tables alone", "[table]", Variants) {
  using S = Sizes<TestType>;
  Random random(2);
  Unit<TestType> unit(random_tables<TestType>(random));
  const auto within = [](int address, int first, int count) {
    return address >= first && address < first + count;
  };
  for (int address = 0; address < 0x10000; ++address) {
    if (within(address, 0x1000, kTerminals) || within(address, 0x2000, S::nodes) ||
        within(address, 0x4000, kWays) || within(address, 0x8000, S::ports))
      continue;
    // What is written to the registers that this unit reads must make sense to it.
    unit.write(address, address >= 0x0010   ? static_cast<int>(random.bits(31))
                        : address == 0x0006 ? 1
                                            : 0);
  }
  for (int cycle = 0; cycle < 200; ++cycle) {
    random_cycle(unit, random, 100);
    unit.check();
    unit.edge();
  }
}

TEMPLATE_LIST_TEST_CASE("After reset no terminal sends on any port", "[table]", Variants) {
  using S = Sizes<TestType>;
  Random random(4);
  auto tables = random_tables<TestType>(random);
  tables.source.assign(S::ports, true);
  Unit<TestType> unit(tables);
  unit.reset(1);
  unit.tables.source.assign(S::ports, false);
  for (int cycle = 0; cycle < 200; ++cycle) {
    random_cycle(unit, random, 100);
    unit.check();
    unit.edge();
  }
}

// Checks: TB-21
TEMPLATE_LIST_TEST_CASE("A packet for a node without a way is noticed", "[table]", Variants) {
  using S = Sizes<TestType>;
  Random random(3);
  auto tables = random_tables<TestType>(random);
  tables.my_node = tables.split_vc = 0;
  tables.source.assign(S::ports, false);
  tables.count[1] = 0;
  Header header;
  header.tail = true;
  {
    Unit<TestType> unit(tables);
    unit.arrive(1 * kStride, header);
    unit.ask(0, header, 0);
    CHECK(assertions_fired_by([&] { unit.edge(); }).empty());
  }
  header.node = 1;
  {
    Header body = header;
    body.head = false;  // where a body goes is not looked up
    Unit<TestType> unit(tables);
    unit.arrive(1 * kStride, body);
    CHECK(assertions_fired_by([&] { unit.edge(); }).empty());
  }
  {
    Unit<TestType> unit(tables);
    unit.arrive(1 * kStride, header);
    CHECK(assertions_fired_by([&] { unit.edge(); }) == "node_has_a_way");
  }
  Unit<TestType> unit(tables);
  unit.ask(0, header, 0);
  CHECK(assertions_fired_by([&] { unit.edge(); }) == "node_has_a_way");
}

// Checks: TB-17
TEMPLATE_LIST_TEST_CASE("A packet on a VC of the other leg is noticed", "[table]", Variants) {
  using S = Sizes<TestType>;
  Random random(5);
  auto tables = random_tables<TestType>(random);
  tables.my_node = 0;
  tables.algorithm = 1;  // VAL
  tables.split_vc = 2;
  tables.source.assign(S::ports, false);
  Header header;
  header.node = 1;
  const auto fired_by = [&](int vc, bool nonmin, bool head = true) {
    Unit<TestType> unit(tables);
    header.nonmin = nonmin;
    header.head = head;
    unit.arrive(1 * kStride + vc, header);
    return assertions_fired_by([&] { unit.edge(); });
  };
  for (int vc = 0; vc < S::vcs; ++vc) {
    CHECK(fired_by(vc, true).empty());
    CHECK(fired_by(vc, false) == (vc < 2 ? "vcs_are_of_the_leg" : ""));
    CHECK(fired_by(vc, false, false).empty());
  }
  const auto fired_by_question = [&](bool nonmin, int split_vc) {
    tables.split_vc = split_vc;
    Unit<TestType> unit(tables);
    header.nonmin = nonmin;
    unit.ask(0, header, 0);
    return assertions_fired_by([&] { unit.edge(); });
  };
  CHECK(fired_by_question(true, 2).empty());
  CHECK(fired_by_question(false, 0).empty());
  CHECK(fired_by_question(false, 2) == "vcs_are_of_the_leg");
}

// Checks: OW-6
TEMPLATE_LIST_TEST_CASE("A terminal that sends on another VC than 0 is noticed", "[table]",
                        Variants) {
  using S = Sizes<TestType>;
  Random random(4);
  auto tables = random_tables<TestType>(random);
  tables.source.assign(S::ports, false);
  tables.split_vc = 0;
  tables.source[2] = true;
  const Header header;
  Unit<TestType> unit(tables);
  unit.arrive(3 * kStride + 1, header);
  unit.arrive(2 * kStride, header);
  CHECK(assertions_fired_by([&] { unit.edge(); }).empty());
  unit.quiet();
  unit.arrive(2 * kStride + 1, header);
  CHECK(assertions_fired_by([&] { unit.edge(); }) == "sources_use_vc0");
}

// Checks: TB-11
TEMPLATE_LIST_TEST_CASE("Registers and tables that make no sense are noticed", "[table]",
                        Variants) {
  using S = Sizes<TestType>;
  Random random(5);
  const auto tables = random_tables<TestType>(random);
  const auto fired_by = [&](int address, int low, int high = 0) {
    Unit<TestType> unit(tables);
    return assertions_fired_by([&] { unit.write(address, low + (high << 16)); });
  };
  CHECK(fired_by(0x0000, 1).empty());
  CHECK(fired_by(0x0000, 2) == "algorithm_is_known");
  CHECK(fired_by(0x0007, S::vcs - 1).empty());
  CHECK(fired_by(0x0007, S::vcs) == "first_vc_exists");
  CHECK(fired_by(0x1000, S::ports - 1).empty());
  CHECK(fired_by(0x1000, S::ports) == "terminal_has_a_port");
  CHECK(fired_by(0x0005, S::nodes - 1).empty());
  CHECK(fired_by(0x0005, 0xFFFF).empty());
  CHECK(fired_by(0x0005, S::nodes) == "my_node_can_be");
  CHECK(fired_by(0x0005, 0xFFFE) == "my_node_can_be");
  CHECK(fired_by(0x0006, 1).empty());
  CHECK(fired_by(0x0006, S::nodes).empty());
  CHECK(fired_by(0x0006, 0) == "nodes_can_be");
  CHECK(fired_by(0x0006, S::nodes + 1) == "nodes_can_be");
  CHECK(fired_by(0x2000, 1, kWays - 1).empty());
  CHECK(fired_by(0x2000, 2, kWays - 1) == "ways_are_in_table");
  CHECK(fired_by(0x4000, S::ports - 1).empty());
  CHECK(fired_by(0x4000, S::ports) == "way_is_a_port");
}
