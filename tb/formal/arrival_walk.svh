// SPDX-License-Identifier: Apache-2.0
// What the ways through networks that decide on arrival have in common: ports and body of a harness, from a packet at its
// source to the output that it takes in each cycle. Which channel is behind an output is for the harness to say.
    input wire                        clk_i,
    input wire                        rst_i,
    input wire [15:0]                 from_router,
    input wire [7:0]                  from_port,
    input wire [df_pkg::FLIT_W-1:0]   from_flit,
    input wire [31:0]                 random,
    input wire [3:0]                  choice,     // of the candidates,
    input wire [7:0]                  output_port // and of its outputs
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int NODE_W = df_pkg::NODE_W;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int OFFER_W = df_pkg::OFFER_W;
  localparam int CANDS = df_pkg::CANDIDATES;
  localparam int CANDS_2N = df_pkg::CANDIDATES_2N;
  localparam int TERMINALS = df_pkg::TERMINALS;
  `FORMAL_RESET
  `FORMAL_ANY(3, algorithm)
  `FORMAL_ANY(16, threshold)
  `FORMAL_ANY(1, all_hops)

  // ---- the packet ----
  reg [NODE_W-1:0] at_q;      // where its head is,
  reg [7:0] port_q;           // the input port
  reg [VC_W-1:0] vc_q;        // and VC on which it came
  reg [FLIT_W-1:0] flit_q;
  reg [3:0] hops_q;
  reg moves_q;                // it has not left the network
  wire [NODE_W-1:0] dst = flit_q[df_pkg::DST_AT+:NODE_W];
  wire [df_pkg::TERM_W-1:0] dst_term = flit_q[df_pkg::DST_TERM_AT+:df_pkg::TERM_W];

  df_pkg::control_t control;
  always_comb begin
    control = '0;
    control.algorithm = algorithm;
    control.threshold = threshold;
    control.all_hops = all_hops;
    control.route_0 = 16'(at_q);
  end
  logic [PORTS-1:0] head_ip;
  logic [PORTS_2N*VC_W-1:0] vc_ip;
  logic [PORTS_2N*FLIT_W-1:0] flit_ip;
  logic [PORTS*32-1:0] random_ip;
  always_comb begin : arrival
    integer p;
    head_ip = '0;
    vc_ip = '0;
    flit_ip = '0;
    random_ip = '0;
    for (p = 0; p < PORTS; p = p + 1)
      if (32'(port_q) == p) begin
        head_ip[p] = moves_q;
        vc_ip[p*VC_W+:VC_W] = vc_q;
        flit_ip[p*FLIT_W+:FLIT_W] = flit_q;
        random_ip[p*32+:32] = (p < TERMINALS) ? random : '0;
      end
  end
  wire [PORTS_2N*CANDS-1:0] valid_ip;
  wire [PORTS_2N*CANDS-1:0] compared_ip;
  wire [PORTS_2N*CANDS_2N*PORTS-1:0] set_cand;
  wire [PORTS_2N*CANDS_2N*PORTS-1:0] standard_cand;
  wire [PORTS_2N*CANDS_2N*OFFER_W-1:0] offer_cand;
  wire [PORTS*SALT_W-1:0] salt_ip;
  df_route_unit dut (
      .clk_i,
      .rst_i,
      .cfg_i('0),
      .control_i(control),
      .head_ip_i(head_ip),
      .vc_ip_i(vc_ip),
      .flit_ip_i(flit_ip),
      .random_ip_i(random_ip),
      .valid_ip_o(valid_ip),
      .compared_ip_o(compared_ip),
      .set_cand_o(set_cand),
      .standard_cand_o(standard_cand),
      .offer_cand_o(offer_cand),
      .salt_ip_o(salt_ip)
  );

  // What it is offered, and what it takes: any output of any candidate, whatever the queues are.
  logic [CANDS-1:0] valid;
  logic [CANDS-1:0] certain;
  logic sets_have_outputs;
  logic [PORTS-1:0] set;
  logic [OFFER_W-1:0] offer;
  logic [SALT_W-1:0] salt;
  logic taken;
  always_comb begin : candidates
    integer p;
    integer c;
    c = 0;
    valid = '0;
    certain = '0;
    sets_have_outputs = 1'b1;
    set = '0;
    offer = '0;
    salt = '0;
    taken = 1'b0;
    for (p = 0; p < PORTS; p = p + 1)
      if (32'(port_q) == p) begin
        valid = valid_ip[p*CANDS+:CANDS];
        certain = valid & ~compared_ip[p*CANDS+:CANDS];
        salt = salt_ip[p*SALT_W+:SALT_W];
        for (c = 0; c < CANDS; c = c + 1) begin
          if (valid[c] && set_cand[(p*CANDS_2N+c)*PORTS+:PORTS] == '0) sets_have_outputs = 1'b0;
          if (32'(choice) == c) begin
            set = set_cand[(p*CANDS_2N+c)*PORTS+:PORTS];
            offer = offer_cand[(p*CANDS_2N+c)*OFFER_W+:OFFER_W];
          end
        end
      end
    for (c = 0; c < CANDS; c = c + 1) if (32'(choice) == c && valid[c]) taken = 1'b1;
    for (p = 0; p < PORTS; p = p + 1) if (32'(output_port) == p && !set[p]) taken = 1'b0;
    if (32'(output_port) >= PORTS) taken = 1'b0;
  end
  `FORMAL_ASSUME(!moves_q || taken || valid == '0 || !sets_have_outputs)
  wire [VC_W-1:0] vc = offer[1+MID_W+:VC_W];
  wire leaves = 32'(output_port) < TERMINALS;

  // The channel that it takes, which the harness says: the router at the other end, and the input port there.
  logic [NODE_W-1:0] next;
  logic [7:0] next_port;

  // ---- where it goes ----
  always @(posedge clk_i)
    if (rst_i) begin
      at_q <= from_router[NODE_W-1:0];
      port_q <= from_port;
      vc_q <= '0;
      flit_q <= from_flit;
      hops_q <= '0;
      moves_q <= 1'b1;
    end else if (moves_q) begin
      at_q <= next;
      port_q <= next_port;
      vc_q <= vc;
      flit_q[df_pkg::SALT_AT+:SALT_W] <= salt;
      flit_q[df_pkg::NONMIN_AT] <= offer[MID_W];
      flit_q[df_pkg::MID_AT+:MID_W] <= offer[MID_W-1:0];
      hops_q <= hops_q + 1'b1;
      moves_q <= !leaves;
    end
  // A packet begins at a terminal of a router, and its destination is another or the same.
  `FORMAL_ASSUME(!rst_i || (df_pkg::router_exists(from_router[NODE_W-1:0]) && 32'(from_port) < TERMINALS
                 && df_pkg::router_exists(from_flit[df_pkg::DST_AT+:NODE_W])
                 && 32'(from_flit[df_pkg::DST_TERM_AT+:df_pkg::TERM_W]) < TERMINALS
                 && from_flit[df_pkg::HEAD_AT]))
