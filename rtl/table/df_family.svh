// SPDX-License-Identifier: Apache-2.0
// What the router must know of networks by table: any routers, channels and terminals, with routes from a table in each
// router; the rest is in df_route_unit.
//
// df_pkg includes this file, as it does that of every family (rtl/dragonfly/df_family.svh).
`ifndef DF_PORTS
`define DF_PORTS 5
`endif
`ifndef DF_TERMINAL_PORTS
`define DF_TERMINAL_PORTS 5'h03
`endif
`ifndef DF_NODES
`define DF_NODES 8
`endif
`ifndef DF_TERMINALS
`define DF_TERMINALS 2
`endif
`ifndef DF_WAYS
`define DF_WAYS 16
`endif

  // ---- structural parameters of networks by table ----
  localparam int PORTS = `DF_PORTS;          // ports of the router that has most
  localparam logic [PORTS-1:0] SOURCE_PORTS = `DF_TERMINAL_PORTS;  // ports with a terminal that sends, in any router
  localparam int NODES = `DF_NODES;          // routers with a terminal that receives
  localparam int TERMINALS = `DF_TERMINALS;  // such terminals of a router, at most
  localparam int WAYS = `DF_WAYS;            // entries of the table of ways, a power of two

  localparam int WAY_W = (WAYS <= 2) ? 1 : $clog2(WAYS);

  // ---- what every family says ----
  // Ports with a terminal in every router: where there is one differs from router to router.
  localparam logic [PORTS-1:0] TERMINAL_PORTS = {PORTS{1'b0}};
  localparam logic [PORTS-1:0] DELAYED_PORTS = {PORTS{1'b0}};
  localparam int FIRST_PUBLISHED = 0;
  localparam int PUBLISHED = 0;
  localparam int LANES = 1;
  localparam int NODE_W = (NODES <= 2) ? 1 : $clog2(NODES);
  localparam int MID_W = NODE_W;
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);
  localparam int CANDIDATES = 1;
`include "df_family_registers.svh"

  // VC 0 of the ports with a terminal in any router asks.
  localparam logic DECIDES_ON_ARRIVAL = 1'b0;
  localparam int ASKERS = $countones(SOURCE_PORTS);
  function automatic logic asks(input int port, input int vc);
    asks = ((SOURCE_PORTS >> port) & PORTS'(1)) != '0 && vc == 0;
  endfunction
  /* verilator lint_off UNUSEDSIGNAL */  // one VC of a port asks
  function automatic integer asker_of(input int port, input int vc);
    logic [PORTS-1:0] lower;  // a variable: Icarus Verilog miscounts in an expression
    lower = SOURCE_PORTS & ((PORTS'(1) << port) - 1'b1);
    asker_of = $countones(lower);
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */
