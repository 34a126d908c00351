// SPDX-License-Identifier: Apache-2.0
// Bench of DF_FOR_EACH (rtl/df_macros.svh) with both bodies: the bits that are set, in
// ascending order, each once. What scripts/prove_prim cannot read is compared here: the loop of the
// body for simulation, and Verilator's way to the lowest bit.
#include "tb/variants/prim_visit.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

std::vector<int> set_bits_of(const std::vector<bool>& mask) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) numbers.push_back(static_cast<int>(i));
  return numbers;
}

template <class Order>
std::vector<int> shown(int visits, const Order& order) {
  std::vector<int> numbers;
  for (int k = 0; k < visits; ++k) numbers.push_back(static_cast<int>(bits(order, k * 16, 16)));
  return numbers;
}

template <class V>
struct Visit : Bench<V> {
  static constexpr int kBits = V::kParameters.nvp();

  void require_visited(const std::vector<bool>& mask) {
    clear((*this)->mask_i);
    for (int i = 0; i < kBits; ++i) set_bit((*this)->mask_i, i, mask[static_cast<std::size_t>(i)]);
    this->settle();
    REQUIRE(shown((*this)->visits_o, (*this)->order_o) == set_bits_of(mask));
  }
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("All masks of 16 bits are visited in order", "[prim_visit]", Variants) {
  Visit<TestType> bench;
  clear(bench->mask_i);
  for (int value = 0; value < 1 << 16; ++value) {
    std::vector<bool> mask(16);
    for (int i = 0; i < 16; ++i) mask[static_cast<std::size_t>(i)] = (value >> i & 1) != 0;
    bench->short_i = static_cast<SData>(value);
    bench.settle();
    REQUIRE(shown(bench->short_visits_o, bench->short_order_o) == set_bits_of(mask));
  }
}

TEMPLATE_LIST_TEST_CASE("Masks over VCs are visited in order", "[prim_visit]", Variants) {
  Visit<TestType> bench;
  const auto bits = static_cast<std::size_t>(bench.kBits);
  bench->short_i = 0;
  bench.require_visited(std::vector<bool>(bits));
  bench.require_visited(std::vector<bool>(bits, true));
  for (std::size_t i = 0; i < bits; ++i) {
    for (std::size_t k = i; k < bits; ++k) {
      std::vector<bool> mask(bits);
      mask[i] = mask[k] = true;
      bench.require_visited(mask);
    }
  }
  Random random(1);
  for (int count = 0; count < 2000; ++count) {
    std::vector<bool> mask(bits);
    const int percent = random.below(101);
    for (std::size_t i = 0; i < bits; ++i) mask[i] = random.chance(percent);
    bench.require_visited(mask);
  }
}
