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
  localparam int DIMENSIONS = `DF_DIMENSIONS;  // n'
  // Of each dimension 12 bits, the first lowest: routers, k, and channels side by side, p.
  localparam logic [191:0] SIZES = `DF_SIZES;
  localparam logic [191:0] PARALLEL = `DF_PARALLEL;
  localparam int PAIRED = `DF_PAIRED;          // 1: routers 2j and 2j+1 of dimension 0 are joined once more

  function automatic int size_of(input int d);
    size_of = 32'((SIZES >> (12 * d)) & 192'hfff);
  endfunction
  function automatic int parallel_of(input int d);
    parallel_of = 32'((PARALLEL >> (12 * d)) & 192'hfff);
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
  // The first port of dimension d; of d = DIMENSIONS, the one behind all but that of PAIRED.
  function automatic int first_port(input int d);
    int lower;
    first_port = TERMINALS;
    for (lower = 0; lower < d; lower = lower + 1)
      first_port = first_port + (size_of(lower) - 1) * parallel_of(lower);
  endfunction

  localparam int DIGITS_W = digit_at(DIMENSIONS);

  // The same as tables, which cost nothing where a variable chooses: of each dimension where its digit begins and the mask of
  // its bits, 8 bits each; the first port, of DIMENSIONS + 1, 16 bits each.
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
  function automatic logic [17*16-1:0] ports_begin(input int dimensions);
    int d;
    ports_begin = '0;
    for (d = 0; d <= dimensions; d = d + 1) ports_begin[d*16+:16] = 16'(first_port(d));
  endfunction
  localparam logic [16*8-1:0] DIGIT_AT = digits_begin(DIMENSIONS);
  localparam logic [16*8-1:0] DIGIT_MASK = digits_mask(DIMENSIONS);
  localparam logic [17*16-1:0] FIRST_PORT = ports_begin(DIMENSIONS);

  // ---- what every family says ----
  localparam int PORTS = first_port(DIMENSIONS) + PAIRED;
  localparam logic [PORTS-1:0] TERMINAL_PORTS = (PORTS'(1) << TERMINALS) - 1'b1;
  localparam logic [PORTS-1:0] DELAYED_PORTS = {PORTS{1'b0}};
  localparam int FIRST_PUBLISHED = 0;
  localparam int PUBLISHED = 0;
  localparam int LANES = 1;
  localparam int NODE_W = (DIGITS_W == 0) ? 1 : DIGITS_W;
  localparam int MID_W = NODE_W;
  localparam int TERM_W = (TERMINALS <= 2) ? 1 : $clog2(TERMINALS);
  localparam int CANDIDATES = (DIMENSIONS == 0) ? 2 : 1 + DIMENSIONS;
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
