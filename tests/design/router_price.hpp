// SPDX-License-Identifier: Apache-2.0
// The router price curve of Teh et al. 2017, Section 4, with the coefficients of Equation 9 before
// they were rounded for print: from prices of $7,095 and $10,455 for 24 and 48 ports and the lowest
// price of a further port at 36.
#pragma once

namespace dragonfly {

inline double router_price(int radix) {
  const double r = radix;
  return 0.0901 * r * r * r - 9.7265625 * r * r + 477.1875 * r;
}

}  // namespace dragonfly
