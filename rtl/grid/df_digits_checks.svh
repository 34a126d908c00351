// SPDX-License-Identifier: Apache-2.0
// Checks of the sizes that df_digits.svh has, for the route unit of a family on a grid.
// Checks: FB-1, TO-2
  `DF_PARAMETER_CHECK(gen_dimensions, df_pkg::DIMENSIONS >= 0 && df_pkg::DIMENSIONS <= 16, "DIMENSIONS must be 0 to 16")
  for (genvar digit = 0; digit < df_pkg::DIMENSIONS; digit = digit + 1) begin : gen_digit
    // Checks: FB-2, TO-2
    `DF_PARAMETER_CHECK(gen_size, df_pkg::size_of(digit) >= 2 && df_pkg::size_of(digit) <= 256,
                        "a dimension must have 2 to 256 routers")
  end
  // Checks: FB-6, TO-2
  `DF_PARAMETER_CHECK(gen_digits, df_pkg::DIGITS_W <= 16, "the digits of a router must fit 16 bits")
