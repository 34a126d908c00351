// SPDX-License-Identifier: Apache-2.0
// What the ways through a network by table have in common: a packet from its source on, to the output that it takes in each
// cycle. Where that is, and its target, is for the harness to say, which has WRITES, the writes of each router.
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int VCS = df_pkg::VCS;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int NODE_W = df_pkg::NODE_W;
  wire rst_i;
  `FORMAL_RESET
  assign rst_i = !started;
  `FORMAL_ANY(3, from_router)
  `FORMAL_ANY(PORT_W, from_port)
  `FORMAL_ANY(FLIT_W, from_flit)
  `FORMAL_ANY(32, nothing)     // in entries that mean nothing

  reg [4:0] written_q = '0;    // writes of each router so far
  wire writes = started && 32'(written_q) != WRITES;
  always @(posedge clk_i) if (writes) written_q <= written_q + 1'b1;

  // ---- the packet ----
  reg begun_q = 1'b0;
  reg moves_q = 1'b0;          // it is in the network
  reg [2:0] at_q;              // where its head is,
  reg [PORT_W-1:0] port_q;     // the input port
  reg [VC_W-1:0] vc_q;         // and VC on which it came
  reg [FLIT_W-1:0] flit_q;
  reg [3:0] hops_q;            // channels so far
  wire [NODE_W-1:0] dst = flit_q[df_pkg::DST_AT+:NODE_W];
  wire [df_pkg::TERM_W-1:0] dst_term = flit_q[df_pkg::DST_TERM_AT+:df_pkg::TERM_W];
  // For the harness to say:
  logic [PORT_W-1:0] to_port;
  logic [VC_W-1:0] to_vc;
  logic to_nonmin;
  logic [MID_W-1:0] to_mid;
  logic [SALT_W-1:0] salt;
  logic [NODE_W-1:0] target;   // the node that it is on its way to

  // ---- the network around it ----
  logic source;                // a terminal injects where it came
  logic [7:0] far;             // the other end of the channel that it takes
  logic leaves;                // by a port on which a terminal ejects,
  logic leaves_to_dst;         // that of its destination
  logic [3:0] distance;        // of its target from here,
  logic [3:0] distance_there;  // and from where it goes next
  logic [PORTS-1:0] shortest;  // outputs on shortest paths to its target
  always_comb begin : network
    integer u;
    integer p;
    integer t;
    integer n;
    p = 0;
    t = 0;
    n = 0;
    source = 1'b0;
    far = 8'hff;
    leaves = 1'b0;
    leaves_to_dst = 1'b0;
    distance = '0;
    shortest = '0;
    for (u = 0; u < UNITS; u = u + 1)
      if (32'(at_q) == u) begin
        for (p = 0; p < PORTS; p = p + 1) begin
          if (32'(port_q) == p) source = SOURCES[u*PORTS+p];
          if (32'(to_port) == p) begin
            far = FAR[(u*PORTS+p)*8+:8];
            for (t = 0; t < EXITS; t = t + 1)
              if (32'(exit_port(u, t)) == p) begin
                leaves = 1'b1;
                if (32'(dst) == u && 32'(dst_term) == t) leaves_to_dst = 1'b1;
              end
          end
        end
        for (n = 0; n < NODES; n = n + 1)
          if (32'(target) == n) begin
            distance = DISTANCES[(u*NODES+n)*4+:4];
            shortest = SHORTEST[(u*NODES+n)*PORTS+:PORTS];
          end
      end
  end
  always_comb begin : next_router
    integer u;
    integer n;
    n = 0;
    distance_there = '1;
    for (u = 0; u < UNITS; u = u + 1)
      for (n = 0; n < NODES; n = n + 1)
        if (32'(far[7:4]) == u && 32'(target) == n) distance_there = DISTANCES[(u*NODES+n)*4+:4];
  end

  // ---- where it goes ----
  always @(posedge clk_i)
    if (started && !writes && !begun_q) begin
      begun_q <= 1'b1;
      moves_q <= 1'b1;
      at_q <= from_router;
      port_q <= from_port;
      vc_q <= '0;
      flit_q <= from_flit;
      hops_q <= '0;
    end else if (moves_q) begin
      at_q <= far[6:4];
      port_q <= far[PORT_W-1:0];
      vc_q <= to_vc;
      flit_q[df_pkg::SALT_AT+:SALT_W] <= salt;
      flit_q[df_pkg::NONMIN_AT] <= to_nonmin;
      flit_q[df_pkg::MID_AT+:MID_W] <= to_mid;
      flit_q[df_pkg::HOPS_AT+:df_pkg::HOPS_W] <= flit_q[df_pkg::HOPS_AT+:df_pkg::HOPS_W] + 1'b1;
      hops_q <= hops_q + 1'b1;
      moves_q <= !leaves;
    end
  // It begins where a terminal injects, and its destination exists. The source sends zero in what a decision sets, but may
  // send any `salt`: it is set by a decision, or means nothing.
  logic from_terminal;
  logic to_terminal;
  always_comb begin : both_ends
    integer u;
    integer p;
    integer t;
    p = 0;
    t = 0;
    from_terminal = 1'b0;
    to_terminal = 1'b0;
    for (u = 0; u < UNITS; u = u + 1) begin
      for (p = 0; p < PORTS; p = p + 1)
        if (32'(from_router) == u && 32'(from_port) == p && SOURCES[u*PORTS+p]) from_terminal = 1'b1;
      for (t = 0; t < EXITS; t = t + 1)
        if (32'(from_flit[df_pkg::DST_AT+:NODE_W]) == u && 32'(from_flit[df_pkg::DST_TERM_AT+:df_pkg::TERM_W]) == t
            && exit_port(u, t) != 4'd15)
          to_terminal = 1'b1;
    end
  end
  `FORMAL_ASSUME(from_terminal && to_terminal && from_flit[df_pkg::HEAD_AT] && !from_flit[df_pkg::NONMIN_AT]
                 && from_flit[df_pkg::HOPS_AT+:df_pkg::HOPS_W] == '0 && from_flit[df_pkg::MID_AT+:MID_W] == '0)
