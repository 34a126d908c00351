// SPDX-License-Identifier: Apache-2.0
// Checks: DA-10, DA-11, DA-12, DA-13, DA-15, QE-8, QE-9
// Greedy and sequential allocation on arrival against docs/microarchitecture.md, "Decisions on arrival" and section 3: ports
// decide one after the other, and each adds itself to the queue of the output that it took.
`include "formal.svh"
module formal_set_allocator (
    input wire                                                      clk_i,
    input wire                                                      rst_i,
    input wire                                                      sequential,
    input wire [df_pkg::PORTS-1:0]                                  head,
    input wire [df_pkg::PORTS_2N*df_pkg::CANDIDATES-1:0]            valid,
    input wire [df_pkg::PORTS_2N*df_pkg::CANDIDATES-1:0]            compared,
    input wire [df_pkg::CANDS_2N*df_pkg::PORTS-1:0]                 set,
    input wire [df_pkg::CANDS_2N*df_pkg::PORTS-1:0]                 standard,
    // Offers with weights of two bits and biases of four, queues of three bits: longer ones are too much for a solver.
    input wire [df_pkg::CANDS_2N*2-1:0]                             weight,
    input wire [df_pkg::CANDS_2N*4-1:0]                             bias,
    input wire [df_pkg::CANDS_2N*(df_pkg::VC_W+1+df_pkg::MID_W)-1:0] fields,
    input wire [df_pkg::PORTS_2N*3-1:0]                             queue_short
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int CANDS = df_pkg::CANDIDATES;
  localparam int CANDS_2N = df_pkg::CANDIDATES_2N;
  localparam int CANDS_ALL = df_pkg::CANDS_2N;
  localparam int OFFER_W = df_pkg::OFFER_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int BIAS_AT = VC_W + 1 + MID_W;
  `FORMAL_RESET
  logic [CANDS_ALL*OFFER_W-1:0] offer;
  logic [df_pkg::PORTS_2N*16-1:0] queue;
  always_comb begin : inputs
    integer k;
    for (k = 0; k < CANDS_ALL; k = k + 1)
      offer[k*OFFER_W+:OFFER_W] = {2'd0, weight[k*2+:2], {12{bias[k*4+3]}}, bias[k*4+:4], fields[k*BIAS_AT+:BIAS_AT]};
    for (k = 0; k < df_pkg::PORTS_2N; k = k + 1) queue[k*16+:16] = 16'(queue_short[k*3+:3]);
  end
  wire [df_pkg::PORTS_2N*ROUTE_W-1:0] route;
  wire [PORTS-1:0] nonmin;
  wire [PORTS*MID_W-1:0] mid;
  wire [PORTS-1:0] joined;
  wire [df_pkg::PORTS_2N*PORTS-1:0] joining;
  df_set_allocator dut (
      .clk_i,
      .rst_i,
      .sequential_i(sequential),
      .head_ip_i(head),
      .valid_ip_i(valid),
      .compared_ip_i(compared),
      .set_cand_i(set),
      .standard_cand_i(standard),
      .offer_cand_i(offer),
      .queue_op_i(queue),
      .route_ip_o(route),
      .nonmin_ip_o(nonmin),
      .mid_ip_o(mid),
      .joined_op_o(joined),
      .joining_op_o(joining)
  );

  // ---- the specification ----
  // Each head has a candidate without a standard, sets are not empty.
  logic legal;
  logic [PORTS*PORT_W-1:0] taken;   // the output that each head goes to
  logic [PORTS*OFFER_W-1:0] takes;  // of which offer
  logic switches;                   // somebody takes another output than under greedy allocation
  always_comb begin : specification
    integer ip;
    integer c;
    integer k;
    integer a;
    logic [PORTS*16-1:0] seen;
    logic [15:0] q;
    logic [15:0] q_standard;
    logic [PORT_W-1:0] first;
    logic some;
    logic better;                   // a candidate before is better than its standard
    logic counts;
    logic found;
    logic signed [23:0] cost;
    logic signed [23:0] least;
    legal = 1'b1;
    taken = '0;
    takes = '0;
    switches = 1'b0;
    seen = queue[PORTS*16-1:0];
    a = 0;
    c = 0;
    k = 0;
    q = '0;
    q_standard = '0;
    first = '0;
    some = 1'b0;
    better = 1'b0;
    counts = 1'b0;
    found = 1'b0;
    cost = '0;
    least = '0;
    for (ip = 0; ip < PORTS; ip = ip + 1) begin
      found = 1'b0;
      better = 1'b0;
      if ((valid[ip*CANDS+:CANDS] & ~compared[ip*CANDS+:CANDS]) == '0) legal = 1'b0;
      for (c = 0; c < CANDS; c = c + 1) begin
        a = ip * CANDS_2N + c;
        if (valid[ip*CANDS+c]
            && (set[a*PORTS+:PORTS] == '0 || (compared[ip*CANDS+c] && standard[a*PORTS+:PORTS] == '0)))
          legal = 1'b0;
        // The least of the set, and the first that has it.
        some = 1'b0;
        q = '0;
        q_standard = '0;
        first = '0;
        for (k = 0; k < PORTS; k = k + 1)
          if (set[a*PORTS+k] && (!some || seen[k*16+:16] < q)) begin
            some = 1'b1;
            q = seen[k*16+:16];
            first = PORT_W'(k);
          end
        some = 1'b0;
        for (k = 0; k < PORTS; k = k + 1)
          if (standard[a*PORTS+k] && (!some || seen[k*16+:16] < q_standard)) begin
            some = 1'b1;
            q_standard = seen[k*16+:16];
          end
        counts = valid[ip*CANDS+c];
        if (compared[ip*CANDS+c]) begin
          counts = counts && q < q_standard && !better;
          better = better || counts;
        end
        cost = $signed(24'(q) * 24'(offer[a*OFFER_W+BIAS_AT+16+:4])) + 24'($signed(offer[a*OFFER_W+BIAS_AT+:16]));
        if (counts && (!found || cost < least)) begin
          found = 1'b1;
          least = cost;
          taken[ip*PORT_W+:PORT_W] = first;
          takes[ip*OFFER_W+:OFFER_W] = offer[a*OFFER_W+:OFFER_W];
        end
      end
      // What the unit decided for this port is what this text says, as is proved for each port; so later ports may see it.
      if (sequential && head[ip])
        for (k = 0; k < PORTS; k = k + 1)
          if (32'(route[ip*ROUTE_W+VC_W+:PORT_W]) == k) seen[k*16+:16] = seen[k*16+:16] + 1'b1;
    end
    switches = sequential && head == '1 && taken[0+:PORT_W] != taken[PORT_W+:PORT_W]
        && set[PORTS-1:0] == set[CANDS_2N*PORTS+:PORTS] && valid[0+:CANDS] == CANDS'(1) && valid[CANDS+:CANDS] == CANDS'(1);
  end
  `FORMAL_ASSUME(legal)

  logic [PORTS-1:0] wrong;
  logic joins;
  always_comb begin : compare
    integer ip;
    integer o;
    o = 0;
    wrong = '0;
    joins = 1'b1;
    for (ip = 0; ip < PORTS; ip = ip + 1) begin
      if (head[ip])
        wrong[ip] = route[ip*ROUTE_W+:ROUTE_W] != {taken[ip*PORT_W+:PORT_W], takes[ip*OFFER_W+1+MID_W+:VC_W]}
            || nonmin[ip] != takes[ip*OFFER_W+MID_W] || mid[ip*MID_W+:MID_W] != takes[ip*OFFER_W+:MID_W];
      for (o = 0; o < PORTS; o = o + 1)
        if (joining[o*PORTS+ip] != (head[ip] && route[ip*ROUTE_W+VC_W+:PORT_W] == PORT_W'(o))
            || (joining[o*PORTS+ip] && !joined[o]))
          joins = 1'b0;
    end
  end
  `FORMAL_PROVE(port_0_takes_the_best, !wrong[0])
  `FORMAL_PROVE(port_1_takes_the_best, !wrong[1])
  `FORMAL_PROVE(port_2_takes_the_best, !wrong[2])
  `FORMAL_PROVE(queues_are_told, joins)
  `FORMAL_COVER(sequential_spreads, switches)
endmodule
