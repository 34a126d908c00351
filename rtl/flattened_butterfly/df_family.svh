// SPDX-License-Identifier: Apache-2.0
// What the router must know of flattened butterflies (Kim, Dally, Abts, ISCA 2007); the rest is in df_route_unit.
//
// df_pkg includes this file, as it does that of every family (rtl/dragonfly/df_family.svh).
`ifndef DF_TERMINALS
`define DF_TERMINALS 4
`endif
`ifndef DF_DIMENSIONS
`define DF_DIMENSIONS 2
`endif
`ifndef DF_SIZES
`define DF_SIZES 192'h004004
`endif
`ifndef DF_PARALLEL
`define DF_PARALLEL 192'h001001
`endif
`ifndef DF_PAIRED
`define DF_PAIRED 0
`endif

  // ---- structural parameters of flattened butterflies ----
  localparam int TERMINALS = `DF_TERMINALS;    // terminal ports, c
  // DIMENSIONS, SIZES; NODE_W, MID_W; digits of routers.
`include "grid/df_digits.svh"
  localparam logic [191:0] PARALLEL = `DF_PARALLEL;  // channels side by side in each dimension, p, as SIZES
  localparam int PAIRED = `DF_PAIRED;                // 1: routers 2j and 2j+1 of dimension 0 are joined once more

  function automatic int parallel_of(input int d);
    parallel_of = 32'((PARALLEL >> (12 * d)) & 192'hfff);
  endfunction
  // The first port of dimension d; of d = DIMENSIONS, the one behind all but that of PAIRED.
  function automatic int first_port(input int d);
    int lower;
    first_port = TERMINALS;
    for (lower = 0; lower < d; lower = lower + 1)
      first_port = first_port + (size_of(lower) - 1) * parallel_of(lower);
  endfunction
`include "grid/df_first_ports.svh"

  // ---- what every family says ----
  localparam int PORTS = first_port(DIMENSIONS) + PAIRED;
  localparam logic [PORTS-1:0] TERMINAL_PORTS = (PORTS'(1) << TERMINALS) - 1'b1;
`include "df_on_arrival.svh"
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);
  localparam int CANDIDATES = (DIMENSIONS == 0) ? 2 : 1 + DIMENSIONS;
`include "df_family_registers.svh"

  // ---- ports ----
  // All ports of dimension d.
  function automatic logic [PORTS-1:0] row(input integer d);
    row = ({PORTS{1'b1}} << FIRST_PORT[d*16+:16]) & ~({PORTS{1'b1}} << FIRST_PORT[(d+1)*16+:16]);
    if (PAIRED != 0 && d == 0) row[PORTS-1] = 1'b1;
  endfunction

  // Ports of dimension d from digit `from` to another.
  function automatic logic [PORTS-1:0] channels(input integer d, input logic [7:0] from, input logic [7:0] to);
    logic [7:0] other;
    other = (to < from) ? to : to - 1'b1;
    channels = ~({PORTS{1'b1}} << PARALLEL[d*12+:12])
        << (FIRST_PORT[d*16+:16] + 16'(other) * 16'(PARALLEL[d*12+:12]));
    if (PAIRED != 0 && d == 0 && to == (from ^ 8'd1)) channels[PORTS-1] = 1'b1;
  endfunction

  // Ports to the digits of a router, in some dimensions in which it differs.
  function automatic logic [PORTS-1:0] channels_to(input logic [DIMS-1:0] dimensions, input logic [NODE_W-1:0] from,
                                                   input logic [NODE_W-1:0] to);
    integer d;
    channels_to = '0;
    for (d = 0; d < DIMENSIONS; d = d + 1)
      if (dimensions[d]) channels_to = channels_to | channels(d, digit_of(from, d), digit_of(to, d));
  endfunction

  // A router drawn from all, by 24 random bits.
  function automatic logic [NODE_W-1:0] drawn(input logic [23:0] random);
    integer d;
    logic [35:0] product;
    drawn = '0;
    product = 36'(random);
    for (d = 0; d < DIMENSIONS; d = d + 1) begin
      product = 36'(product[23:0]) * 36'(SIZES[d*12+:12]);
      drawn = drawn | (NODE_W'(product >> 24) << DIGIT_AT[d*8+:8]);
    end
  endfunction
