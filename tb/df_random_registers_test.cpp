// SPDX-License-Identifier: Apache-2.0
// Bench of df_random_registers (docs/microarchitecture.md, section 2, "Decision").
#include "tb/variants/df_random_registers.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct RandomRegisters : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  RandomRegisters() {
    put_no_write((*this)->cfg_i);
    clear((*this)->decide_ask_i);
  }

  void write(int address, std::uint32_t data) {
    put_write((*this)->cfg_i, {address, data});
    this->edge();
    put_no_write((*this)->cfg_i);
    this->edge();
    this->settle();
  }

  [[nodiscard]] std::vector<std::uint32_t> shown() {
    std::vector<std::uint32_t> numbers;
    for (int n = 0; n < p.terminals; ++n)
      numbers.push_back(static_cast<std::uint32_t>(bits((*this)->random_ask_o, 32 * n, 32)));
    return numbers;
  }
};

}  // namespace

// Checks: AS-32, CR-3, CR-4, CR-5, CR-15, RT-3
TEMPLATE_LIST_TEST_CASE("A random number register steps with each decision of its asker",
                        "[df_random_registers]", Variants) {
  const Parameters p = TestType::kParameters;
  Random random(1);
  RandomRegisters<TestType> bench;
  std::vector<std::uint32_t> expected(static_cast<std::size_t>(p.terminals));
  CHECK(bench.shown() == expected);
  for (int n = 0; n < p.terminals; ++n) {
    expected[static_cast<std::size_t>(n)] = static_cast<std::uint32_t>(random.bits(32)) | 1U;
    bench.write(0x0100 + n, expected[static_cast<std::size_t>(n)]);
    CHECK(bench.shown() == expected);
  }
  for (int cycle = 0; cycle < 1000; ++cycle) {
    for (int n = 0; n < p.terminals; ++n) {
      const bool decides = random.chance(40);
      set_bit(bench->decide_ask_i, n, decides);
      if (decides)
        expected[static_cast<std::size_t>(n)] = xorshift(expected[static_cast<std::size_t>(n)]);
    }
    // Writes of other registers do not keep one from its step.
    put_no_write(bench->cfg_i);
    if (random.chance(30))
      put_write(bench->cfg_i, {0x0100 + p.terminals + static_cast<int>(random.bits(4)), 1});
    bench.edge();
    REQUIRE(bench.shown() == expected);
  }
}

// Checks: CR-19
TEMPLATE_LIST_TEST_CASE("A number that is written stays, also where the register would step",
                        "[df_random_registers]", Variants) {
  const Parameters p = TestType::kParameters;
  Random random(2);
  RandomRegisters<TestType> bench;
  std::vector<std::uint32_t> expected(static_cast<std::size_t>(p.terminals), 1);
  for (int n = 0; n < p.terminals; ++n) bench.write(0x0100 + n, 1);
  for (int cycle = 0; cycle < 200; ++cycle) {
    const int written = static_cast<int>(random.below(p.terminals));
    const auto number = static_cast<std::uint32_t>(random.bits(32)) | 1U;
    put_write(bench->cfg_i, {0x0100 + written, number});
    for (int n = 0; n < p.terminals; ++n) {
      set_bit(bench->decide_ask_i, n, true);
      auto& own = expected[static_cast<std::size_t>(n)];
      own = n == written ? number : xorshift(own);
    }
    bench.edge();
    REQUIRE(bench.shown() == expected);
  }
}

// Checks: CR-3
TEMPLATE_LIST_TEST_CASE("Only the addresses of the askers load random numbers",
                        "[df_random_registers]", Variants) {
  const Parameters p = TestType::kParameters;
  RandomRegisters<TestType> bench;
  for (int address = 0; address < 0x10000; ++address)
    if (address < 0x0100 || address >= 0x0100 + p.terminals) bench.write(address, 0xFFFFFFFF);
  CHECK(bench.shown() == std::vector<std::uint32_t>(static_cast<std::size_t>(p.terminals)));
}

// Checks: CR-4, CR-15
TEMPLATE_LIST_TEST_CASE("A random number register of 0 is noticed", "[df_random_registers]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  for (int zero = 0; zero < p.terminals; ++zero) {
    RandomRegisters<TestType> bench;
    for (int n = 0; n < p.terminals; ++n)
      if (n != zero) bench.write(0x0100 + n, 1);
    for (int n = 0; n < p.terminals; ++n) set_bit(bench->decide_ask_i, n, n != zero);
    CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
    set_bit(bench->decide_ask_i, zero, true);
    CHECK(assertions_fired_by([&] { bench.edge(); }) == "random_is_alive");
  }
}
