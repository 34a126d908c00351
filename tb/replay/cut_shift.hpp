// SPDX-License-Identifier: Apache-2.0
// A shift to the left for what write_cxxrtl has written. That of Yosys 0.23 leaves bits above the
// width, which a later product or comparison then reads; later versions cut them.
#pragma once

#if __has_include(<backends/cxxrtl/cxxrtl.h>)
#include <backends/cxxrtl/cxxrtl.h>
#else
#include <cxxrtl/cxxrtl.h>
#endif

namespace cxxrtl_yosys {

template <std::size_t Bits, std::size_t BitsOfNumber, std::size_t BitsOfAmount>
value<Bits> cut_shl_uu(const value<BitsOfNumber>& number, const value<BitsOfAmount>& amount) {
  value<Bits> shifted = shl_uu<Bits>(number, amount);
  shifted.data[shifted.chunks - 1] &= shifted.msb_mask;
  return shifted;
}

}  // namespace cxxrtl_yosys
