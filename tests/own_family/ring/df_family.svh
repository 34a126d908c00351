// SPDX-License-Identifier: Apache-2.0
// A ring of routers: a second family of networks, which shows that the modules of rtl/ know none. It asks more of them
// than the dragonfly does: input VCs of channels ask for decisions too, each VC for itself, and a decision can have three
// candidates (of which its route unit, which knows one way only, uses one).
`ifndef DF_TERMINALS
`define DF_TERMINALS 2
`endif
`ifndef DF_ROUTERS
`define DF_ROUTERS 5
`endif

  localparam int TERMINALS = `DF_TERMINALS;  // terminal ports
  localparam int ROUTERS = `DF_ROUTERS;      // routers of the ring
  localparam int NEXT = TERMINALS;           // port to the next router; the one after it leads to the previous one

  // ---- what every family says ----
  localparam int PORTS = TERMINALS + 2;
  localparam logic [PORTS-1:0] TERMINAL_PORTS = (PORTS'(1) << TERMINALS) - 1'b1;
  localparam logic [PORTS-1:0] DELAYED_PORTS = ~TERMINAL_PORTS;
  localparam int FIRST_PUBLISHED = NEXT;
  localparam int PUBLISHED = 2;
  localparam int LANES = 6;
  localparam int MID_W = (ROUTERS <= 2) ? 1 : $clog2(ROUTERS);
  localparam int NODE_W = MID_W;
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);
`include "df_family_registers.svh"
  localparam int CANDIDATES = 3;

  localparam logic DECIDES_ON_ARRIVAL = 1'b0;
  localparam int ASKERS = TERMINALS + 2 * VCS;
  function automatic logic asks(input int port, input int vc);
    asks = port >= TERMINALS || vc == 0;
  endfunction
  function automatic integer asker_of(input int port, input int vc);
    asker_of = (port < TERMINALS) ? port : TERMINALS + (port - TERMINALS) * VCS + vc;
  endfunction
