// SPDX-License-Identifier: Apache-2.0
// df_route_unit of networks by table, adaptive, against the words of docs/microarchitecture.md,
// with random tables.
#include "tb/variants/adaptive_table/df_route_unit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

constexpr int kNoNode = 0xFFFF;

template <class V>
struct Sizes {
  static constexpr int ports = V::value(0), nodes = V::value(1), terminals = V::value(2),
                       sets = V::value(3), vcs = V::value(4);
  static constexpr int node_bits = bits_for(nodes - 1), term_bits = bits_for(terminals - 1),
                       vc_bits = bits_for(vcs - 1), tag_bits = 45 - 2 * node_bits - term_bits;
  static constexpr int offer_bits = 4 + 16 + vc_bits + 1 + node_bits;
  // Words of a set: ceil(PORTS / 32), rounded up to a power of two.
  static constexpr int set_words = ports <= 32 ? 1 : ports <= 64 ? 2 : ports <= 128 ? 4 : 8;
};

struct Head {
  int hops = 0, salt = 0, mid = 0, node = 0, terminal = 0;
};

struct Tables {
  int my_node = 0;
  std::vector<int> terminal_port, set_of_node;
  std::vector<std::vector<bool>> set;  // [set][port]
};

template <class V>
Tables random_tables(Random& random) {
  using S = Sizes<V>;
  Tables tables;
  tables.my_node = random.chance(20) ? kNoNode : random.below(S::nodes);
  for (int t = 0; t < S::terminals; ++t) tables.terminal_port.push_back(random.below(S::ports));
  for (int n = 0; n < S::nodes; ++n) tables.set_of_node.push_back(random.below(S::sets));
  for (int k = 0; k < S::sets; ++k) {
    std::vector<bool> set(S::ports);
    const int percent = random.chance(20) ? 100 : random.between(5, 60);
    for (auto port : set) port = random.chance(percent);
    set[static_cast<std::size_t>(random.below(S::ports))] = true;
    tables.set.push_back(std::move(set));
  }
  return tables;
}

template <class V>
struct Unit : Bench<V> {
  using S = Sizes<V>;

  explicit Unit(Tables with) : tables(std::move(with)) {
    auto& dut = *this;
    put_no_write(dut->cfg_i);
    clear(dut->head_ip_i);
    clear(dut->control_i);
    // ROUTE(0) is above CONNECTED, CTQ_ONE_IN and the other three.
    set_bits(dut->control_i, S::ports + 8 + 48, 16, static_cast<std::uint64_t>(tables.my_node));
    for (int t = 0; t < S::terminals; ++t)
      write(0x1000 + t, static_cast<std::uint32_t>(tables.terminal_port[std::size_t(t)]));
    for (int n = 0; n < S::nodes; ++n)
      write(0x2000 + n, static_cast<std::uint32_t>(tables.set_of_node[std::size_t(n)]));
    for (int k = 0; k < S::sets; ++k) {
      for (int word = 0; word < S::set_words; ++word) {
        std::uint32_t ports = 0;
        for (int port = 32 * word; port < std::min(S::ports, 32 * word + 32); ++port)
          if (tables.set[std::size_t(k)][std::size_t(port)]) ports |= 1U << port % 32;
        write(0x4000 + k * S::set_words + word, ports);
      }
    }
  }

  void write(int address, std::uint32_t data) {
    put_write((*this)->cfg_i, {address, data});
    this->edge();
    put_no_write((*this)->cfg_i);
    this->edge();
  }

  void ask(int port, int vc, const Head& head, Random& noise) {
    auto& dut = *this;
    set_bit(dut->head_ip_i, port, true);
    set_word(dut->vc_ip_i, port, S::vc_bits, static_cast<std::uint64_t>(vc));
    std::uint64_t flit = 1;
    const auto add = [&](int width, std::uint64_t value) { flit = flit << width | value; };
    add(2, noise.bits(2));  // tail, nonmin
    add(4, noise.bits(4));  // len
    add(4, static_cast<std::uint64_t>(head.hops));
    add(8, static_cast<std::uint64_t>(head.salt));
    add(S::node_bits, static_cast<std::uint64_t>(head.mid));
    add(S::node_bits, static_cast<std::uint64_t>(head.node));
    add(S::term_bits, static_cast<std::uint64_t>(head.terminal));
    add(S::tag_bits, noise.bits(S::tag_bits));
    set_word(dut->flit_ip_i, port, 64, flit);
  }

  void check(int port, int vc, const Head& head) {
    auto& dut = *this;
    std::vector<bool> set(S::ports);
    int out_vc = 0;
    if (head.node == tables.my_node) {
      set[std::size_t(tables.terminal_port[std::size_t(head.terminal)])] = true;
    } else {
      set = tables.set[std::size_t(tables.set_of_node[std::size_t(head.node)])];
      if (head.hops > 0) out_vc = std::min(vc + 1, S::vcs - 1);
    }
    CAPTURE(port, vc, head.hops, head.node, tables.my_node);
    REQUIRE(mask_bit(dut->valid_ip_o, port, 1, 0));
    REQUIRE_FALSE(mask_bit(dut->compared_ip_o, port, 1, 0));
    std::vector<bool> shown(S::ports);
    for (int o = 0; o < S::ports; ++o)
      shown[std::size_t(o)] = mask_bit(dut->set_cand_o, 2 * port, S::ports, o);
    REQUIRE(shown == set);
    // Weight 1, bias 0, the VC, `nonmin` and `mid` 0.
    const std::uint64_t offer = (std::uint64_t{1} << (16 + S::vc_bits) | std::uint64_t(out_vc))
                                << (1 + S::node_bits);
    REQUIRE(get_word(dut->offer_cand_o, 2 * port, S::offer_bits) == offer);
    REQUIRE(field(dut->salt_ip_o, port, 8) == head.salt);
  }

  Tables tables;
};

template <class V>
void random_cycles(Unit<V>& unit, Random& random, int cycles) {
  using S = Sizes<V>;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    clear(unit->head_ip_i);
    std::vector<std::optional<std::pair<int, Head>>> asked(S::ports);
    const int percent = random.between(0, 100);
    for (int port = 0; port < S::ports; ++port) {
      if (!random.chance(percent)) continue;
      const Head head{random.chance(30) ? 0 : random.below(16), random.below(256),
                      random.below(S::nodes), random.below(S::nodes), random.below(S::terminals)};
      // The VC counts hops, up to the highest.
      const int vc = head.hops == 0 ? 0 : std::min(head.hops, S::vcs) - 1;
      unit.ask(port, vc, head, random);
      asked[std::size_t(port)] = {vc, head};
    }
    unit.settle();
    for (int port = 0; port < S::ports; ++port)
      if (const auto& one = asked[std::size_t(port)]) unit.check(port, one->first, one->second);
    unit.edge();
  }
}

}  // namespace

// Checks: AT-1, AT-2, AT-4, AT-6, AT-7, AT-10, AT-11, AT-12, AT-15, AT-16, AT-17, AT-18, CR-18
TEMPLATE_LIST_TEST_CASE("Sets follow header and tables", "[adaptive_table]", Variants) {
  Random random(1);
  for (int round = 0; round < 30; ++round) {
    Unit<TestType> unit(random_tables<TestType>(random));
    random_cycles(unit, random, 40);
  }
}

// Checks: CR-3
TEMPLATE_LIST_TEST_CASE("Writes to other addresses leave the tables alone", "[adaptive_table]",
                        Variants) {
  using S = Sizes<TestType>;
  Random random(2);
  Unit<TestType> unit(random_tables<TestType>(random));
  const auto within = [](int address, int first, int count) {
    return address >= first && address < first + count;
  };
  for (int address = 1; address < 0x10000; ++address) {
    if (!within(address, 0x1000, S::terminals) && !within(address, 0x2000, S::nodes) &&
        !within(address, 0x4000, S::sets * S::set_words))
      unit.write(address, 0xFFFFFFFF);
  }
  random_cycles(unit, random, 100);
}

// Checks: AT-6, AT-14
TEMPLATE_LIST_TEST_CASE("Registers and tables that make no sense are noticed", "[adaptive_table]",
                        Variants) {
  using S = Sizes<TestType>;
  Random random(3);
  Unit<TestType> unit(random_tables<TestType>(random));
  const auto fired_by = [&](int address, std::uint32_t data) {
    return assertions_fired_by([&] { unit.write(address, data); });
  };
  CHECK(fired_by(0x0000, 0).empty());
  CHECK(fired_by(0x0000, 1) == "algorithm_is_known");
  CHECK(fired_by(0x0005, S::nodes - 1).empty());
  CHECK(fired_by(0x0005, 0xFFFF).empty());
  CHECK(fired_by(0x0005, S::nodes) == "my_node_can_be");
  CHECK(fired_by(0x0005, 0xFFFE) == "my_node_can_be");
  CHECK(fired_by(0x1000, S::ports - 1).empty());
  CHECK(fired_by(0x1000, S::ports) == "terminal_has_a_port");
  CHECK(fired_by(0x2000, S::sets - 1).empty());
  CHECK(fired_by(0x2000, S::sets) == "set_is_in_table");
  const int last = S::ports - 1;  // port
  CHECK(fired_by(0x4000 + last / 32, 1U << last % 32).empty());
  CHECK(fired_by(0x4000 + S::ports / 32 % S::set_words, 1U << S::ports % 32) == "set_has_ports");
  if (S::set_words > 1) {
    CHECK(fired_by(0x4000, 0xFFFFFFFF).empty());
    CHECK(fired_by(0x4000 + S::set_words - 1, 0x80000000) == "set_has_ports");
  }
}

// Checks: AT-11
TEMPLATE_LIST_TEST_CASE("A packet on another VC than that of its hop is noticed",
                        "[adaptive_table]", Variants) {
  using S = Sizes<TestType>;
  Random random(5);
  const Tables tables = random_tables<TestType>(random);
  for (int hops = 0; hops < 16; ++hops) {
    for (int vc = 0; vc < S::vcs; ++vc) {
      Unit<TestType> unit(tables);
      Head head;
      head.hops = hops;
      unit.ask(0, vc, head, random);
      const bool right = vc == std::max(std::min(hops, S::vcs) - 1, 0);
      CAPTURE(hops, vc);
      CHECK(assertions_fired_by([&] { unit.edge(); }) == (right ? "" : "vcs_count_hops"));
    }
  }
}

// Checks: AT-10
TEMPLATE_LIST_TEST_CASE("Packets for what does not exist are noticed", "[adaptive_table]",
                        Variants) {
  using S = Sizes<TestType>;
  Random random(4);
  Tables tables = random_tables<TestType>(random);
  tables.my_node = 0;
  const auto fired_by = [&](const Head& head) {
    Unit<TestType> unit(tables);
    unit.ask(0, 0, head, random);
    return assertions_fired_by([&] { unit.edge(); });
  };
  Head head;
  CHECK(fired_by(head).empty());
  if (S::terminals < 1 << S::term_bits) {
    head.terminal = S::terminals;
    CHECK(fired_by(head) == "terminals_exist");
    head.terminal = 0;
  }
  head.node = S::nodes;
  if (S::nodes < 1 << S::node_bits) CHECK(fired_by(head) == "nodes_exist");
}
