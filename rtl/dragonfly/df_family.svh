// SPDX-License-Identifier: Apache-2.0
// What the router must know of the dragonfly (Kim, Dally, Scott, Abts, ISCA 2008); the rest is in df_route_unit.
//
// df_pkg includes this file, so these are names of that package. It is no package of its own because Yosys knows
// no names of one package in another. Each family of networks has a file of this name in its folder, which says
// what stands in the first section; everything else is between that file and the family's route unit.
`ifndef DF_TERMINALS
`define DF_TERMINALS 4
`endif
`ifndef DF_ROUTERS
`define DF_ROUTERS 8
`endif
`ifndef DF_GLOBALS
`define DF_GLOBALS 4
`endif
`ifndef DF_LOCALS
`define DF_LOCALS (`DF_ROUTERS - 1)
`endif
`ifndef DF_LOCAL_DRAW
`define DF_LOCAL_DRAW (`DF_LOCALS != `DF_ROUTERS - 1)
`endif

  // ---- structural parameters of the dragonfly ----
  localparam int TERMINALS = `DF_TERMINALS;  // terminal ports, p
  localparam int ROUTERS = `DF_ROUTERS;      // routers of a group, a
  localparam int LOCALS = `DF_LOCALS;        // local ports: ROUTERS - 1 where groups are complete
  localparam int GLOBALS = `DF_GLOBALS;      // global ports, h
  // Packets draw among the local channels that lie side by side. Complete groups have none.
  localparam logic LOCAL_DRAW = `DF_LOCAL_DRAW;

  localparam int CHANNELS = (GLOBALS == 0) ? 1 : ROUTERS * GLOBALS;  // global channels of a group
  localparam int MAX_GROUPS = ROUTERS * GLOBALS + 1;
  localparam int GROUP_W = (MAX_GROUPS <= 2) ? 1 : $clog2(MAX_GROUPS);
  localparam int ROUTER_W = (ROUTERS <= 2) ? 1 : $clog2(ROUTERS);
  localparam int GPORT_W = (GLOBALS <= 2) ? 1 : $clog2(GLOBALS);
  localparam int CHANNEL_W = (CHANNELS <= 2) ? 1 : $clog2(CHANNELS);

  // ---- what every family says ----
  localparam int PORTS = TERMINALS + LOCALS + GLOBALS;
  // Ports with a terminal, which sends on VC 0 only.
  localparam logic [PORTS-1:0] TERMINAL_PORTS = (PORTS'(1) << TERMINALS) - 1'b1;
  // Input ports whose credits are delayed if the routing delays any.
  localparam logic [PORTS-1:0] DELAYED_PORTS = ((PORTS'(1) << LOCALS) - 1'b1) << TERMINALS;
  // Output ports whose occupancy is published, in a row.
  localparam int FIRST_PUBLISHED = TERMINALS + LOCALS;
  localparam int PUBLISHED = GLOBALS;
  localparam int LANES = CHANNELS;                     // occupancies that the oracle shows, at least 1
  // Fields of the header.
  localparam int MID_W = GROUP_W;                      // intermediate node: a group
  localparam int NODE_W = GROUP_W + ROUTER_W;          // destination: {group, router of the group},
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);  // terminal of the router
  localparam int CANDIDATES = 2;                       // of a decision: minimal, non-minimal
  // ALG_*, ADDR_*; ASKED_W and asked_t, what a decision depends on: from registers.toml.
`include "df_family_registers.svh"

  // Input VCs whose packets need a decision at the front; others have one route from their arrival on. The number of
  // an asker is its rank in the order of input VCs.
  localparam logic DECIDES_ON_ARRIVAL = 1'b0;
  localparam int ASKERS = TERMINALS;  // at least 1
  function automatic logic asks(input int port, input int vc);
    asks = port < TERMINALS && vc == 0;
  endfunction
  /* verilator lint_off UNUSEDSIGNAL */  // one VC of a port asks
  function automatic integer asker_of(input int port, input int vc);
    asker_of = port;
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  // ---- ways out of a group: {router of the group, global port of that} ----
  localparam int WAY_W = ROUTER_W + GPORT_W;
  function automatic logic [ROUTER_W-1:0] router_of(input logic [WAY_W-1:0] way);
    router_of = ROUTER_W'(way >> GPORT_W);
  endfunction
  // Global channel of the group: router * GLOBALS + global port.
  function automatic logic [CHANNEL_W-1:0] channel(input logic [WAY_W-1:0] way);
    channel = CHANNEL_W'(32'(router_of(way)) * GLOBALS + 32'(GPORT_W'(way)));
  endfunction
