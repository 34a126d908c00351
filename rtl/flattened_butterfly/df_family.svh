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
