// SPDX-License-Identifier: Apache-2.0
// What the router must know of tori; the rest is in df_route_unit.
//
// df_pkg includes this file, as it does that of every family (rtl/dragonfly/df_family.svh).
`ifndef DF_TERMINALS
`define DF_TERMINALS 1
`endif
`ifndef DF_DIMENSIONS
`define DF_DIMENSIONS 2
`endif
`ifndef DF_SIZES
`define DF_SIZES 192'h004004
`endif

  // ---- structural parameters of tori ----
  localparam int TERMINALS = `DF_TERMINALS;  // terminal ports
  // DIMENSIONS, SIZES; NODE_W, MID_W; digits of routers.
`include "grid/df_digits.svh"

  // The first port of dimension d, which is its port up; the port down follows where there is one. Of d = DIMENSIONS, all.
  function automatic int first_port(input int d);
    int lower;
    first_port = TERMINALS;
    for (lower = 0; lower < d; lower = lower + 1) first_port = first_port + (size_of(lower) == 2 ? 1 : 2);
  endfunction
`include "grid/df_first_ports.svh"

  // ---- what every family says ----
  localparam int PORTS = first_port(DIMENSIONS);
  localparam logic [PORTS-1:0] TERMINAL_PORTS = (PORTS'(1) << TERMINALS) - 1'b1;
`include "df_on_arrival.svh"
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);
  localparam int CANDIDATES = 1;
`include "df_family_registers.svh"
