// SPDX-License-Identifier: Apache-2.0
// Bench of df_td_registers (docs/microarchitecture.md, section 6, "t_d register").
#include "tb/variants/df_td_registers.hpp"

#include <cstddef>
#include <vector>

#include "tb/reference/credit_trips.hpp"
#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct TdRegisters : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  TdRegisters() {
    put_no_write((*this)->cfg_i);
    clear((*this)->sample_op_i);
    connect(std::vector<bool>(static_cast<std::size_t>(p.ports()), true));
  }

  void connect(const std::vector<bool>& ports) {
    connected = ports;
    for (int o = 0; o < p.ports(); ++o) {
      set_bit((*this)->connected_op_i, o, ports[static_cast<std::size_t>(o)]);
    }
  }

  void write_zero_load_trip(int output, int cycles) {
    put_write((*this)->cfg_i, {0x0200 + output, static_cast<std::uint32_t>(cycles)});
    this->edge();
    put_no_write((*this)->cfg_i);
    zero_load[static_cast<std::size_t>(output)] = cycles;
  }

  // A measured credit round trip; the next edge takes it.
  void sample(int output, int trip) {
    set_bit((*this)->sample_op_i, output, true);
    set_field((*this)->trip_op_i, output, 16, static_cast<std::uint64_t>(trip));
    td[static_cast<std::size_t>(output)] = td_of(trip, zero_load[static_cast<std::size_t>(output)]);
  }

  void edge_and_check() {
    this->edge();
    clear((*this)->sample_op_i);
    for (int o = 0; o < p.ports(); ++o) {
      REQUIRE(field((*this)->td_op_o, o, 15) == td[static_cast<std::size_t>(o)]);
    }
    REQUIRE((*this)->min_td_o == least_td(td, connected));
  }

  std::vector<bool> connected;
  std::vector<int> zero_load = std::vector<int>(static_cast<std::size_t>(p.ports()));
  std::vector<int> td = std::vector<int>(static_cast<std::size_t>(p.ports()));
};

}  // namespace

// Checks: AS-8, AS-27, CR-4, CR-5, CR-16, CT-5
TEMPLATE_LIST_TEST_CASE("t_d is the excess over the zero-load round trip, saturated",
                        "[df_td_registers]", Variants) {
  TdRegisters<TestType> bench;
  const int last = TestType::kParameters.ports() - 1;
  bench.edge_and_check();
  for (const int output : {0, last}) {
    bench.write_zero_load_trip(output, 4);
    for (const int trip : {4, 5, 3, 0, 100, 4 + kLargestTd, 5 + kLargestTd, 0xFFFF, 4}) {
      bench.sample(output, trip);
      bench.edge_and_check();
    }
    bench.write_zero_load_trip(output, 0xFFFF);
    for (const int trip : {0, 0xFFFE, 0xFFFF}) {
      bench.sample(output, trip);
      bench.edge_and_check();
    }
    bench.write_zero_load_trip(output, 0);
    for (const int trip : {1, kLargestTd, kLargestTd + 1, 0xFFFF}) {
      bench.sample(output, trip);
      bench.edge_and_check();
    }
  }
  bench.reset();
  bench.td.assign(bench.td.size(), 0);
  bench.zero_load.assign(bench.zero_load.size(), 0);
  bench.edge_and_check();
  bench.sample(last, 7);  // reset cleared TCRT0 too
  bench.edge_and_check();
}

// Checks: AS-28, CT-10
TEMPLATE_LIST_TEST_CASE("The smallest t_d is that of the connected outputs", "[df_td_registers]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    TdRegisters<TestType> bench;
    std::vector<bool> connected(static_cast<std::size_t>(p.ports()));
    for (auto port : connected) port = random.chance(60);
    connected[static_cast<std::size_t>(random.below(p.ports()))] = true;
    bench.connect(connected);
    for (int o = 0; o < p.ports(); ++o) bench.write_zero_load_trip(o, random.between(0, 20));
    for (int cycle = 0; cycle < 200; ++cycle) {
      const int percent = random.between(0, 100);
      for (int o = 0; o < p.ports(); ++o) {
        if (random.chance(percent)) bench.sample(o, random.between(0, 60));
      }
      bench.edge_and_check();
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The smallest t_d changes with measured trips only", "[df_td_registers]",
                        Variants) {
  TdRegisters<TestType> bench;
  // Before CONNECTED is written no output is connected.
  bench.connect(std::vector<bool>(static_cast<std::size_t>(bench.p.ports())));
  bench.reset();
  for (int cycle = 0; cycle < 3; ++cycle) {
    bench.edge();
    REQUIRE(bench->min_td_o == 0);
  }
}

// Checks: CR-3
TEMPLATE_LIST_TEST_CASE("Writes of other registers leave TCRT0 alone", "[df_td_registers]",
                        Variants) {
  TdRegisters<TestType> bench;
  const Parameters p = TestType::kParameters;
  for (int address = 0; address < 0x10000; ++address) {
    if (address >= 0x0200 && address < 0x0200 + p.ports()) continue;
    put_write(bench->cfg_i, {address, 0xFFFFFFFF});
    bench.edge();
  }
  put_no_write(bench->cfg_i);
  for (int o = 0; o < p.ports(); ++o) bench.sample(o, 50 + o);
  bench.edge_and_check();
}

// Checks: CT-10
TEMPLATE_LIST_TEST_CASE("A smallest t_d of none of the connected outputs is noticed",
                        "[df_td_registers]", Variants) {
  const Parameters p = TestType::kParameters;
  if (p.ports() < 2) return;
  // One output alone is connected when a trip of it is measured, and another one, with another t_d,
  // behind that edge: as if the smallest t_d were wrong, and this the only one.
  const auto fired_by = [&](int first_trip, int other_trip, bool other) {
    TdRegisters<TestType> bench;
    const int last = p.ports() - 1;
    bench.sample(last, other_trip);
    bench.edge_and_check();
    std::vector<bool> connected(static_cast<std::size_t>(p.ports()));
    connected[0] = true;
    bench.connect(connected);
    bench.sample(0, first_trip);
    bench.edge_and_check();
    if (other) {
      connected[0] = false;
      connected[static_cast<std::size_t>(last)] = true;
      bench.connect(connected);
    }
    return assertions_fired_by([&] { bench.edge(); });
  };
  CHECK(fired_by(5, 3, false).empty());
  CHECK(fired_by(5, 7, false).empty());
  CHECK(fired_by(5, 5, true).empty());
  CHECK(fired_by(5, 3, true) == "least_is_of_an_output");
  CHECK(fired_by(5, 7, true) == "least_is_of_an_output");
}
