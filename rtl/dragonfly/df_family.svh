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

  // ---- structural parameters of the dragonfly ----
  localparam int TERMINALS = `DF_TERMINALS;  // terminal ports, p
  localparam int ROUTERS = `DF_ROUTERS;      // routers of a group, a
  localparam int LOCALS = ROUTERS - 1;       // local ports
  localparam int GLOBALS = `DF_GLOBALS;      // global ports, h

  localparam int CHANNELS = (GLOBALS == 0) ? 1 : ROUTERS * GLOBALS;  // global channels of a group
  localparam int MAX_GROUPS = ROUTERS * GLOBALS + 1;
  localparam int GROUP_W = (MAX_GROUPS <= 2) ? 1 : $clog2(MAX_GROUPS);
  localparam int ROUTER_W = (ROUTERS <= 2) ? 1 : $clog2(ROUTERS);
  localparam int GPORT_W = (GLOBALS <= 2) ? 1 : $clog2(GLOBALS);
  localparam int CHANNEL_W = (CHANNELS <= 2) ? 1 : $clog2(CHANNELS);

  // Values of the control register ALGORITHM.
  localparam logic [2:0] ALG_MIN = 3'd0;
  localparam logic [2:0] ALG_VAL = 3'd1;
  localparam logic [2:0] ALG_UGAL_L = 3'd2;
  localparam logic [2:0] ALG_UGAL_G = 3'd3;
  localparam logic [2:0] ALG_UGAL_L_VC = 3'd4;
  localparam logic [2:0] ALG_UGAL_L_VCH = 3'd5;
  localparam logic [2:0] ALG_UGAL_L_CR = 3'd6;

  // The route registers (df_pkg::control_t) are: number of groups, number of this group, index of this router
  // in it, VC on which minimal packets start.
  localparam logic [15:0] ADDR_GROUPS = 16'h0005;
  localparam logic [15:0] ADDR_MY_GROUP = 16'h0006;
  localparam logic [15:0] ADDR_MY_ROUTER = 16'h0007;
  localparam logic [15:0] ADDR_MIN_START_VC = 16'h0008;
  // Tables.
  localparam logic [15:0] ADDR_LOCAL_PORT = 16'h1000;  // + router of the group
  localparam logic [15:0] ADDR_GROUP = 16'h2000;       // + group
  localparam logic [15:0] ADDR_WAY = 16'h4000;         // + way

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
  localparam int ASKED_W = NODE_W + TERM_W;            // bits above the tag that a decision depends on
  localparam int CANDIDATES = 2;                       // of a decision: minimal, non-minimal

  // Input VCs whose packets need a decision at the front; others have one route from their arrival on. The number of
  // an asker is its rank in the order of input VCs.
  localparam int ASKERS = TERMINALS;  // at least 1
  function automatic logic asks(input int port, input int vc);
    asks = port < TERMINALS && vc == 0;
  endfunction
  /* verilator lint_off UNUSEDSIGNAL */  // one VC of a port asks
  function automatic integer asker_of(input int port, input int vc);
    asker_of = port;
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */
