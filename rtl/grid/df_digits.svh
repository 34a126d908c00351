// SPDX-License-Identifier: Apache-2.0
// Routers on a grid: DIMENSIONS dimensions, of which d has the digits 0 .. size_of(d) - 1. A router is named by its digits
// side by side, digit 0 lowest. For df_family.svh of families on a grid, behind its defaults of the defines.

  localparam int DIMENSIONS = `DF_DIMENSIONS;  // n'
  localparam logic [191:0] SIZES = `DF_SIZES;  // routers of each dimension, k, 12 bits each, the first lowest

  function automatic int size_of(input int d);
    size_of = 32'((SIZES >> (12 * d)) & 192'hfff);
  endfunction
  // Bits of digit d of a router.
  function automatic int digit_width(input int d);
    digit_width = (size_of(d) <= 2) ? 1 : $clog2(size_of(d));
  endfunction
  // Where digit d begins; of d = DIMENSIONS, all bits.
  function automatic int digit_at(input int d);
    int lower;
    digit_at = 0;
    for (lower = 0; lower < d; lower = lower + 1) digit_at = digit_at + digit_width(lower);
  endfunction

  localparam int DIGITS_W = digit_at(DIMENSIONS);
  localparam int NODE_W = (DIGITS_W == 0) ? 1 : DIGITS_W;
  localparam int MID_W = NODE_W;
  localparam int DIMS = (DIMENSIONS == 0) ? 1 : DIMENSIONS;  // of a mask of dimensions

  // The same as tables, which cost nothing where a variable chooses: of each dimension where its digit begins and the mask of
  // its bits, 8 bits each.
  function automatic logic [16*8-1:0] digits_begin(input int dimensions);
    int d;
    digits_begin = '0;
    for (d = 0; d < dimensions; d = d + 1) digits_begin[d*8+:8] = 8'(digit_at(d));
  endfunction
  function automatic logic [16*8-1:0] digits_mask(input int dimensions);
    int d;
    digits_mask = '0;
    for (d = 0; d < dimensions; d = d + 1) digits_mask[d*8+:8] = 8'((1 << digit_width(d)) - 1);
  endfunction
  localparam logic [16*8-1:0] DIGIT_AT = digits_begin(DIMENSIONS);
  localparam logic [16*8-1:0] DIGIT_MASK = digits_mask(DIMENSIONS);

  // ---- routers ----
  // Digit d of a router.
  function automatic logic [7:0] digit_of(input logic [NODE_W-1:0] node, input integer d);
    digit_of = 8'(16'(node) >> DIGIT_AT[d*8+:8]) & DIGIT_MASK[d*8+:8];
  endfunction

  // Dimensions in which two routers differ, from the XOR of their digits.
  function automatic logic [DIMS-1:0] dimensions_of(input logic [NODE_W-1:0] difference);
    integer d;
    dimensions_of = '0;
    for (d = 0; d < DIMENSIONS; d = d + 1)
      dimensions_of = dimensions_of | (DIMS'(digit_of(difference, d) != '0) << d);
  endfunction

  // Is every digit that of a router?
  function automatic logic router_exists(input logic [NODE_W-1:0] node);
    integer d;
    router_exists = 1'b1;
    for (d = 0; d < DIMENSIONS; d = d + 1)
      if (12'(digit_of(node, d)) >= SIZES[d*12+:12]) router_exists = 1'b0;
  endfunction
