// SPDX-License-Identifier: Apache-2.0
// Bench of df_control_registers (docs/microarchitecture.md, "Control registers").
#include "tb/variants/df_control_registers.hpp"

#include <algorithm>
#include <cstdint>
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
struct ControlRegisters : Bench<V> {
  ControlRegisters() { put_no_write((*this)->cfg_i); }

  // One cycle with a write in A_cfg.
  void write(const RegisterWrite& write) {
    put_write((*this)->cfg_i, write);
    this->edge();
    put_no_write((*this)->cfg_i);
  }
};

// A write of a register that this unit keeps: its value has `width` bits by the specification, and
// what lies above is noise.
struct LegalWrite {
  int address;
  int width;
  std::uint64_t largest;       // value that makes sense,
  std::uint64_t smallest = 0;  // and the other end
};

std::vector<LegalWrite> legal_writes(const Parameters& p) {
  const auto largest = [](int value) { return static_cast<std::uint64_t>(value); };
  std::vector<LegalWrite> writes = {
      {0x0000, 3, 6},
      {0x0001, 3, 7},
      {0x0002, 16, 0xFFFF},
      {0x0003, 11, largest(p.depth), 1},
      {0x0004, 16, largest(p.oq_depth), largest(p.speedup)},
      {0x0005, 16, 0xFFFF},
      {0x0006, 16, 0xFFFF},
      {0x0007, 16, 0xFFFF},
      {0x0008, 16, 0xFFFF},
      {0x0009, 8, 0xFF, 1},
  };
  for (int word = 0; word * 32 < p.ports(); ++word) {
    const int ports = std::min(p.ports() - word * 32, 32);
    writes.push_back({0x0010 + word, 32, (std::uint64_t{1} << ports) - 1});
  }
  return writes;
}

void apply(Control& control, int address, int value) {
  switch (address) {
    case 0x0000:
      control.algorithm = value;
      break;
    case 0x0001:
      control.sequential = (value & 1) != 0;
      control.cut_through = (value & 2) != 0;
      control.all_hops = (value & 4) != 0;
      break;
    case 0x0002:
      control.threshold = value;
      break;
    case 0x0003:
      control.buffer_depth = value;
      break;
    case 0x0004:
      control.oq_limit = value;
      break;
    case 0x0005:
      control.groups = value;
      break;
    case 0x0006:
      control.my_group = value;
      break;
    case 0x0007:
      control.my_router = value;
      break;
    case 0x0008:
      control.min_start_vc = value;
      break;
    case 0x0009:
      control.ctq_one_in = value;
      break;
    default:
      for (int bit = 0; bit < 32; ++bit) {
        const auto port = static_cast<std::size_t>((address - 0x0010) * 32 + bit);
        if (port < control.connected.size()) control.connected[port] = (value >> bit & 1) != 0;
      }
  }
}

void require_same(const Control& shown, const Control& expected) {
  REQUIRE(shown.algorithm == expected.algorithm);
  REQUIRE(shown.sequential == expected.sequential);
  REQUIRE(shown.cut_through == expected.cut_through);
  REQUIRE(shown.all_hops == expected.all_hops);
  REQUIRE(shown.threshold == expected.threshold);
  REQUIRE(shown.buffer_depth == expected.buffer_depth);
  REQUIRE(shown.oq_limit == expected.oq_limit);
  REQUIRE(shown.groups == expected.groups);
  REQUIRE(shown.my_group == expected.my_group);
  REQUIRE(shown.my_router == expected.my_router);
  REQUIRE(shown.min_start_vc == expected.min_start_vc);
  REQUIRE(shown.ctq_one_in == expected.ctq_one_in);
  REQUIRE(shown.connected == expected.connected);
}

Control all_zero(const Parameters& p) {
  Control control;
  control.connected.resize(static_cast<std::size_t>(p.ports()));
  return control;
}

}  // namespace

// Checks: AS-5, AS-7, CR-1, CR-2, CR-4, CR-5, CR-7, CR-8, CR-9, CR-10, CR-11, CR-12, CR-13, CR-14,
// FM-21, PT-14
TEMPLATE_LIST_TEST_CASE("Each write changes its own register", "[df_control_registers]", Variants) {
  ControlRegisters<TestType> bench;
  const Parameters p = TestType::kParameters;
  Random random(1);
  Control expected = all_zero(p);
  require_same(get_control(bench->control_o, p), expected);
  const std::vector<LegalWrite> writes = legal_writes(p);
  for (int count = 0; count < 2000; ++count) {
    const LegalWrite& write =
        writes[static_cast<std::size_t>(random.below(static_cast<int>(writes.size())))];
    const std::uint64_t value =
        random.chance(20) ? write.largest
                          : write.smallest + random.next() % (write.largest - write.smallest + 1);
    const std::uint64_t noise = random.bits(32) << write.width;
    put_write(bench->cfg_i, {write.address, static_cast<std::uint32_t>(value | noise)});
    bench.settle();
    // All credit counters are set at the edge at which BUFFER_DEPTH is.
    REQUIRE(bench->credit_load_o == (write.address == 0x0003));
    if (bench->credit_load_o) REQUIRE(bench->credit_value_o == value);
    require_same(get_control(bench->control_o, p), expected);
    bench.edge();
    apply(expected, write.address, static_cast<int>(value));
    require_same(get_control(bench->control_o, p), expected);

    // Nothing changes without the write enable, whatever address and data are.
    set_bit(bench->cfg_i, 48, false);
    set_bits(bench->cfg_i, 0, 32, random.bits(32));
    bench.edge();
    REQUIRE_FALSE(bench->credit_load_o);
    require_same(get_control(bench->control_o, p), expected);
  }
  bench.reset();
  require_same(get_control(bench->control_o, p), all_zero(p));
}

// Checks: CR-3
TEMPLATE_LIST_TEST_CASE("Other addresses are ignored", "[df_control_registers]", Variants) {
  ControlRegisters<TestType> bench;
  const Parameters p = TestType::kParameters;
  for (int address = 0; address < 0x10000; ++address) {
    const bool is_kept =
        address <= 0x0009 || (address >= 0x0010 && address < 0x0010 + (p.ports() + 31) / 32);
    if (!is_kept) bench.write({address, 0xFFFFFFFF});
  }
  require_same(get_control(bench->control_o, p), all_zero(p));
}

// Checks: AS-6, PT-12
TEMPLATE_LIST_TEST_CASE("The cycle counter counts edges modulo 2^16", "[df_control_registers]",
                        Variants) {
  ControlRegisters<TestType> bench;
  REQUIRE(bench->now_o == 0);
  for (int cycle = 1; cycle <= 0x10000 + 10; ++cycle) {
    bench.edge();
    REQUIRE(bench->now_o == (cycle & 0xFFFF));
  }
  bench.reset();
  REQUIRE(bench->now_o == 0);
}

// Checks: CR-4, CR-14
TEMPLATE_LIST_TEST_CASE("Values that the hardware is not built for are noticed",
                        "[df_control_registers]", Variants) {
  const Parameters p = TestType::kParameters;
  const auto fired_by = [](int address, std::int64_t value) {
    ControlRegisters<TestType> bench;
    return assertions_fired_by([&] { bench.write({address, static_cast<std::uint32_t>(value)}); });
  };
  CHECK(fired_by(0x0003, p.depth).empty());
  CHECK(fired_by(0x0003, p.depth + 1) == "depth_is_built");
  CHECK(fired_by(0x0003, 1).empty());
  CHECK(fired_by(0x0003, 0) == "depth_is_built");
  CHECK(fired_by(0x0004, p.speedup).empty());
  CHECK(fired_by(0x0004, p.speedup - 1) == "queue_limit_is_built");
  CHECK(fired_by(0x0004, p.oq_depth).empty());
  CHECK(fired_by(0x0004, p.oq_depth + 1) == "queue_limit_is_built");
  CHECK(fired_by(0x0009, 1).empty());
  CHECK(fired_by(0x0009, 0) == "some_credits_are_tracked");
  // No set has a multiple of 32 ports: the last word of CONNECTED has bits without one.
  REQUIRE(p.ports() % 32 != 0);
  const int last = 0x0010 + p.ports() / 32;
  const std::int64_t beyond = std::int64_t{1} << p.ports() % 32;
  CHECK(fired_by(last, beyond - 1).empty());
  CHECK(fired_by(last, beyond) == "connected_ports_exist");
  CHECK(fired_by(last, std::int64_t{1} << 31) == "connected_ports_exist");
  CHECK(fired_by(last + 1, beyond).empty());
}
