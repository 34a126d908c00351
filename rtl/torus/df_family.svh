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

  // The same as a table, which costs nothing where a variable chooses: of DIMENSIONS + 1, 16 bits each.
  function automatic logic [17*16-1:0] ports_begin(input int dimensions);
    int d;
    ports_begin = '0;
    for (d = 0; d <= dimensions; d = d + 1) ports_begin[d*16+:16] = 16'(first_port(d));
  endfunction
  localparam logic [17*16-1:0] FIRST_PORT = ports_begin(DIMENSIONS);

  // ---- what every family says ----
  localparam int PORTS = first_port(DIMENSIONS);
  localparam logic [PORTS-1:0] TERMINAL_PORTS = (PORTS'(1) << TERMINALS) - 1'b1;
  localparam logic [PORTS-1:0] DELAYED_PORTS = {PORTS{1'b0}};
  localparam int FIRST_PUBLISHED = 0;
  localparam int PUBLISHED = 0;
  localparam int LANES = 1;
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);
  localparam int CANDIDATES = 1;
`include "df_family_registers.svh"

  // Decisions are taken on arrival: no input VC asks at the front, and asker n is input port n.
  localparam logic DECIDES_ON_ARRIVAL = 1'b1;
  localparam int ASKERS = PORTS;
  /* verilator lint_off UNUSEDSIGNAL */  // the same for all VCs
  function automatic logic asks(input int port, input int vc);
    asks = 1'b0;
  endfunction
  function automatic integer asker_of(input int port, input int vc);
    asker_of = port;
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */
