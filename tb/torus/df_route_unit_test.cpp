// SPDX-License-Identifier: Apache-2.0
// df_route_unit of tori against the words of docs/microarchitecture.md, "Tori".
#include "tb/variants/torus/df_route_unit.hpp"

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

template <class V>
struct Sizes {
  static constexpr int terminals = V::value(0), dimensions = V::value(1), vcs = V::value(4);
  [[nodiscard]] static constexpr int size(int d) {
    return static_cast<int>(V::kValues[d < 5 ? 2 : 3] >> 12 * (d % 5) & 0xFFF);
  }
  [[nodiscard]] static constexpr int width(int d) { return bits_for(size(d) - 1); }
  [[nodiscard]] static constexpr int ports_below(int end) {
    int ports = terminals;
    for (int d = 0; d < end; ++d) ports += size(d) == 2 ? 1 : 2;
    return ports;
  }
  [[nodiscard]] static constexpr int all_digits() {
    int bits = 0;
    for (int d = 0; d < dimensions; ++d) bits += width(d);
    return bits == 0 ? 1 : bits;
  }
  static constexpr int ports = ports_below(dimensions);
  static constexpr int node_bits = all_digits(), term_bits = bits_for(terminals - 1),
                       vc_bits = bits_for(vcs - 1), tag_bits = 45 - 2 * node_bits - term_bits;
  static constexpr int offer_bits = 4 + 16 + vc_bits + 1 + node_bits;

  [[nodiscard]] static std::vector<int> random_digits(Random& random) {
    std::vector<int> digits;
    for (int d = 0; d < dimensions; ++d) digits.push_back(random.below(size(d)));
    return digits;
  }
  [[nodiscard]] static int node(const std::vector<int>& digits) {
    int node = 0;
    for (int d = dimensions - 1; d >= 0; --d)
      node = node << width(d) | digits[static_cast<std::size_t>(d)];
    return node;
  }
};

struct Head {
  std::vector<int> to;  // digits
  int salt = 0, terminal = 0;
};

struct Choice {
  int port = 0, vc = 0;
  bool crosses_again = false;  // the dateline of a ring, for the second time
};

// Where a router at `from` sends a head that came on `port` and VC w, with its salt.
template <class S>
Choice choice(const std::vector<int>& from, const Head& head, int salt, int port, int w) {
  for (int d = 0; d < S::dimensions; ++d) {
    const int k = S::size(d), x = from[static_cast<std::size_t>(d)],
              y = head.to[static_cast<std::size_t>(d)];
    if (x == y) continue;
    int up_hops = 0, down_hops = 0;
    for (int at = x; at != y; at = at == k - 1 ? 0 : at + 1) ++up_hops;
    for (int at = x; at != y; at = at == 0 ? k - 1 : at - 1) ++down_hops;
    const bool tie_goes_up = (salt >> d % 8 & 1) == 0;
    const bool up = up_hops < down_hops || (up_hops == down_hops && tie_goes_up);
    const int first = S::ports_below(d);
    if (k == 2) return {first, 0};
    const int next = up ? (x + 1) % k : (x + k - 1) % k;
    const bool dateline = (x == 0 && next == k - 1) || (x == k - 1 && next == 0);
    const bool from_behind = port == first || port == first + 1;
    const int vc = S::vcs == 1 ? 0 : dateline ? 1 : from_behind ? w : 0;
    return {up ? first : first + 1, vc, S::vcs > 1 && dateline && from_behind && w > 0};
  }
  return {head.terminal, salt * S::vcs / 256};
}

template <class V>
struct Unit : Bench<V> {
  using S = Sizes<V>;

  explicit Unit(int my_node) {
    auto& dut = *this;
    put_no_write(dut->cfg_i);
    clear(dut->head_ip_i);
    clear(dut->control_i);
    // ROUTE(0) is above CONNECTED, CTQ_ONE_IN and the other three.
    set_bits(dut->control_i, S::ports + 8 + 48, 16, static_cast<std::uint64_t>(my_node));
  }

  void ask(int port, int vc, const Head& head, std::uint32_t x, Random& noise) {
    auto& dut = *this;
    set_bit(dut->head_ip_i, port, true);
    set_word(dut->vc_ip_i, port, S::vc_bits, static_cast<std::uint64_t>(vc));
    set_field(dut->random_ip_i, port, 32, x);
    std::uint64_t flit = 1;
    const auto add = [&](int width, std::uint64_t value) { flit = flit << width | value; };
    add(10, noise.bits(10));  // tail, nonmin, len, hops
    add(8, static_cast<std::uint64_t>(head.salt));
    add(S::node_bits, noise.bits(S::node_bits));
    add(S::node_bits, static_cast<std::uint64_t>(S::node(head.to)));
    add(S::term_bits, static_cast<std::uint64_t>(head.terminal));
    add(S::tag_bits, noise.bits(S::tag_bits));
    set_word(dut->flit_ip_i, port, 64, flit);
  }

  void check(int port, int salt, const Choice& expected) {
    auto& dut = *this;
    REQUIRE(mask_bit(dut->valid_ip_o, port, 1, 0));
    REQUIRE_FALSE(mask_bit(dut->compared_ip_o, port, 1, 0));
    for (int o = 0; o < S::ports; ++o)
      REQUIRE(mask_bit(dut->set_cand_o, 2 * port, S::ports, o) == (o == expected.port));
    // Weight 1, bias 0, the VC, `nonmin` and `mid` 0.
    const std::uint64_t offer =
        (std::uint64_t{1} << (16 + S::vc_bits) | static_cast<std::uint64_t>(expected.vc))
        << (1 + S::node_bits);
    REQUIRE(get_word(dut->offer_cand_o, 2 * port, S::offer_bits) == offer);
    REQUIRE(field(dut->salt_ip_o, port, 8) == salt);
  }
};

}  // namespace

// Checks: TO-1, TO-2, TO-3, TO-4, TO-5, TO-6, TO-7, TO-9, TO-10, TO-11, TO-13, TO-14
TEMPLATE_LIST_TEST_CASE("Packets go the shorter way round, in the order of the dimensions",
                        "[torus]", Variants) {
  using S = Sizes<TestType>;
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    const std::vector<int> from = S::random_digits(random);
    Unit<TestType> unit(S::node(from));
    for (int cycle = 0; cycle < 80; ++cycle) {
      struct Question {
        Head head;
        int vc, salt;
      };
      clear(unit->head_ip_i);
      std::vector<std::optional<Question>> asked(static_cast<std::size_t>(S::ports));
      for (int port = 0; port < S::ports; ++port) {
        if (!random.chance(70)) continue;
        Head head{S::random_digits(random), random.below(256), random.below(S::terminals)};
        // Near ones are as likely as far ones.
        for (std::size_t d = 0; d < from.size(); ++d)
          if (random.chance(50)) head.to[d] = from[d];
        const bool from_terminal = port < S::terminals;
        int vc = from_terminal ? 0 : random.below(S::vcs);
        if (choice<S>(from, head, head.salt, port, vc).crosses_again) vc = 0;
        const auto x = static_cast<std::uint32_t>(from_terminal ? random.bits(32) : 0);
        unit.ask(port, vc, head, x, random);
        asked[static_cast<std::size_t>(port)] =
            Question{head, vc, from_terminal ? static_cast<int>(x & 0xFF) : head.salt};
      }
      unit.settle();
      for (int port = 0; port < S::ports; ++port) {
        const auto& one = asked[static_cast<std::size_t>(port)];
        if (!one) continue;
        CAPTURE(port, one->vc, one->salt, from, one->head.to);
        unit.check(port, one->salt, choice<S>(from, one->head, one->salt, port, one->vc));
      }
      unit.edge();
    }
  }
}

// Checks: TO-2
TEMPLATE_LIST_TEST_CASE("What no packet may ask for is noticed", "[torus]", Variants) {
  using S = Sizes<TestType>;
  Random random(2);
  const auto fired_by = [&](const Head& head) {
    Unit<TestType> unit(0);
    unit.ask(0, 0, head, 0, random);
    return assertions_fired_by([&] { unit.edge(); });
  };
  Head head{std::vector<int>(static_cast<std::size_t>(S::dimensions)), 0, 0};
  CHECK(fired_by(head).empty());
  if (S::terminals < 1 << S::term_bits) {
    head.terminal = S::terminals;
    CHECK(fired_by(head) == "terminals_exist");
    head.terminal = 0;
  }
  for (int d = 0; d < S::dimensions; ++d) {
    if (S::size(d) == 1 << S::width(d)) continue;
    auto& digit = head.to[static_cast<std::size_t>(d)];
    digit = S::size(d);
    CHECK(fired_by(head) == "routers_exist");
    digit = 0;
  }
}

// Checks: TO-9
TEMPLATE_LIST_TEST_CASE("A packet that crosses a dateline again is noticed", "[torus]", Variants) {
  using S = Sizes<TestType>;
  Random random(3);
  const std::vector<int> first(static_cast<std::size_t>(S::dimensions));
  for (int d = 0; d < S::dimensions; ++d) {
    if (S::size(d) == 2) continue;
    Head head{first, 0, 0};
    // Down from digit 0, or up to digit 1.
    for (const int to : {S::size(d) - 1, 1}) {
      head.to[static_cast<std::size_t>(d)] = to;
      for (int port = 0; port < S::ports; ++port) {
        for (int vc = 0; vc < S::vcs; ++vc) {
          if (port < S::terminals && vc > 0) continue;
          Unit<TestType> unit(0);
          unit.ask(port, vc, head, 0, random);
          const bool in_ring = port == S::ports_below(d) || port == S::ports_below(d) + 1;
          CAPTURE(d, to, port, vc);
          CHECK(assertions_fired_by([&] { unit.edge(); }) ==
                (to > 1 && in_ring && vc > 0 ? "datelines_are_crossed_once" : ""));
        }
      }
    }
  }
}

// Checks: TO-2, TO-5, TO-12
TEMPLATE_LIST_TEST_CASE("Registers that mean nothing are noticed", "[torus]", Variants) {
  using S = Sizes<TestType>;
  Unit<TestType> unit(0);
  const auto fired_by = [&](int address, std::uint32_t data) {
    put_write(unit->cfg_i, {address, data});
    return assertions_fired_by([&] { unit.edge(); });
  };
  CHECK(fired_by(0, 0).empty());
  CHECK(fired_by(0, 1) == "algorithm_is_known");
  std::vector<int> last;
  for (int d = 0; d < S::dimensions; ++d) last.push_back(S::size(d) - 1);
  CHECK(fired_by(5, static_cast<std::uint32_t>(S::node(last))).empty());
  CHECK(fired_by(5, 1U << S::node_bits) == "my_node_exists");
  for (int d = 0; d < S::dimensions; ++d) {
    if (S::size(d) == 1 << S::width(d)) continue;
    std::vector<int> digits(static_cast<std::size_t>(S::dimensions));
    digits[static_cast<std::size_t>(d)] = S::size(d);
    CHECK(fired_by(5, static_cast<std::uint32_t>(S::node(digits))) == "my_node_exists");
  }
}
