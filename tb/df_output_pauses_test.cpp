// SPDX-License-Identifier: Apache-2.0
// Bench of df_output_pauses (docs/microarchitecture.md, "State at the edge", Output).
#include "tb/variants/df_output_pauses.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

constexpr int kInterval = 0x0300;

template <class V>
struct OutputPauses : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  OutputPauses() {
    put_no_write((*this)->cfg_i);
    clear((*this)->sends_op_i);
  }

  void write(int address, std::uint32_t data) {
    put_write((*this)->cfg_i, {address, data});
    this->edge();
    put_no_write((*this)->cfg_i);
  }

  void check(const std::vector<int>& pauses) {
    this->settle();
    for (int o = 0; o < p.ports(); ++o) {
      REQUIRE(field((*this)->pause_op_o, o, 8) == pauses[static_cast<std::size_t>(o)]);
      REQUIRE(bit((*this)->paused_op_o, o) == (pauses[static_cast<std::size_t>(o)] != 0));
    }
  }
};

}  // namespace

// Checks: AS-24, CR-4, CR-5, CR-17, SE-9, SE-10
TEMPLATE_LIST_TEST_CASE("An output waits as its interval says", "[df_output_pauses]", Variants) {
  const Parameters p = TestType::kParameters;
  const auto ports = static_cast<std::size_t>(p.ports());
  Random random(1);
  OutputPauses<TestType> bench;
  std::vector<int> interval(ports), pause(ports);
  bench.check(pause);
  const std::vector<int> choices{0, 1, 2, 3, 7, 255};
  // Each output gets each of the choices.
  for (std::size_t round = 0; round < choices.size(); ++round) {
    for (std::size_t o = 0; o < ports; ++o) {
      interval[o] = p.slow_channels == 0 ? random.below(2) : choices[(o + round) % choices.size()];
      // The upper bits are not the register's.
      bench.write(kInterval + static_cast<int>(o),
                  static_cast<std::uint32_t>(interval[o]) | 0xABCDEF00U);
      for (int& left : pause) left = std::max(left - 1, 0);
    }
    bench.check(pause);
    for (int cycle = 0; cycle < 2000; ++cycle) {
      const int percent = cycle / 500 % 2 == 0 ? 100 : 30;
      for (std::size_t o = 0; o < ports; ++o) {
        const bool sends = pause[o] == 0 && random.chance(percent);
        set_bit(bench->sends_op_i, static_cast<int>(o), sends);
        if (sends)
          pause[o] = std::max(interval[o], 1) - 1;
        else if (pause[o] != 0)
          --pause[o];
      }
      bench.edge();
      bench.check(pause);
    }
    for (int o = 0; o < p.ports(); ++o) set_bit(bench->sends_op_i, o, false);
  }
  bench.reset();
  bench.check(std::vector<int>(ports));
  // Reset clears the intervals as well.
  for (int o = 0; o < p.ports(); ++o) set_bit(bench->sends_op_i, o, true);
  bench.edge();
  bench.check(std::vector<int>(ports));
}

// Checks: CR-3
TEMPLATE_LIST_TEST_CASE("Writes of other registers leave the intervals alone", "[df_output_pauses]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  OutputPauses<TestType> bench;
  for (int address = 0; address < 0x10000; ++address) {
    if (address < kInterval || address >= kInterval + 0x100 ||
        (p.slow_channels != 0 && address >= kInterval + p.ports()))
      bench.write(address, 0xFFFFFFFF);
  }
  for (int o = 0; o < p.ports(); ++o) set_bit(bench->sends_op_i, o, true);
  bench.edge();
  bench.check(std::vector<int>(static_cast<std::size_t>(p.ports())));
}

// Checks: SE-8, SP-7
TEMPLATE_LIST_TEST_CASE("What no channel can do is noticed", "[df_output_pauses]", Variants) {
  const Parameters p = TestType::kParameters;
  OutputPauses<TestType> bench;
  const auto fired_by_interval = [&](std::uint32_t interval) {
    return assertions_fired_by([&] { bench.write(kInterval, interval); });
  };
  CHECK(fired_by_interval(1).empty());
  CHECK(fired_by_interval(2) == (p.slow_channels == 0 ? "channels_can_be_slow" : ""));
  put_no_write(bench->cfg_i);
  set_bit(bench->sends_op_i, 0, true);
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  CHECK(assertions_fired_by([&] { bench.edge(); }) ==
        (p.slow_channels == 0 ? "" : "pauses_are_kept"));
}
