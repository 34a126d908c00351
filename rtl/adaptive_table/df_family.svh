// SPDX-License-Identifier: Apache-2.0
// What the router must know of networks by table in which packets adapt at every router; the rest is in df_route_unit.
//
// df_pkg includes this file, as it does that of every family (rtl/dragonfly/df_family.svh).
`ifndef DF_PORTS
`define DF_PORTS 5
`endif
`ifndef DF_NODES
`define DF_NODES 8
`endif
`ifndef DF_TERMINALS
`define DF_TERMINALS 2
`endif
`ifndef DF_SETS
`define DF_SETS 8
`endif

  // ---- structural parameters of networks by table, adaptive ----
  localparam int PORTS = `DF_PORTS;          // ports of the router that has most
  localparam int NODES = `DF_NODES;          // routers with a terminal that receives
  localparam int TERMINALS = `DF_TERMINALS;  // such terminals of a router, at most
  localparam int SETS = `DF_SETS;            // sets of ports, a power of two

  localparam int SET_W = (SETS <= 2) ? 1 : $clog2(SETS);
  localparam int SET_WORDS = 1 << $clog2((PORTS + 31) / 32);  // of 32 ports each

  // ---- what every family says ----
  // Ports with a terminal in every router: where there is one differs from router to router, and packets of terminals wait
  // as all others do.
  localparam logic [PORTS-1:0] TERMINAL_PORTS = {PORTS{1'b0}};
`include "df_on_arrival.svh"
  localparam int NODE_W = (NODES <= 2) ? 1 : $clog2(NODES);
  localparam int MID_W = NODE_W;
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);
  localparam int CANDIDATES = 1;
`include "df_family_registers.svh"
