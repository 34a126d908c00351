// SPDX-License-Identifier: Apache-2.0
// Checks: QE-3, QE-4, QE-5, RT-6, RT-8
// Greedy and sequential allocation at the front against docs/microarchitecture.md, sections 2 and 3: askers decide one after
// the other, and each adds itself to the queue of what it took.
`include "formal.svh"
module formal_route_allocator (
    input wire                                          clk_i,
    input wire                                          rst_i,
    input wire                                          sequential,
    input wire [df_pkg::LANES*16-1:0]                   oracle,
    input wire [df_pkg::ASKERS-1:0]                     decide,
    input wire [df_pkg::ASKERS*32-1:0]                  random,
    input wire [df_pkg::ASKERS*2-1:0]                   valid,
    input wire [df_pkg::ASKERS*2*df_pkg::PORT_W-1:0]    port,
    input wire [df_pkg::ASKERS*2*df_pkg::VC_W-1:0]      vc,
    input wire [df_pkg::ASKERS*2*2-1:0]                 kind,
    input wire [df_pkg::ASKERS*2*df_pkg::LANE_W-1:0]    lane,
    input wire [df_pkg::ASKERS*2*4-1:0]                 weight,
    input wire [df_pkg::ASKERS*2*16-1:0]                bias,
    input wire [df_pkg::ASKERS*2-1:0]                   nonmin,
    input wire [df_pkg::ASKERS*2*df_pkg::MID_W-1:0]     mid,
    input wire [df_pkg::ASKERS*2*16-1:0]                queue,  // that each candidate is told
    input wire [df_pkg::NV*df_pkg::ROUTE_W-1:0]         held
);
  localparam int ASKERS = df_pkg::ASKERS;
  localparam int CANDS = 2;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int LANE_W = df_pkg::LANE_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  `FORMAL_RESET
  wire [ASKERS*CANDS-1:0] ask;
  wire [ASKERS*CANDS-1:0] vc_queue;
  wire [df_pkg::NV*ROUTE_W-1:0] route;
  wire [ASKERS-1:0] nonmin_ask;
  wire [ASKERS*8-1:0] salt_ask;
  wire [ASKERS*MID_W-1:0] mid_ask;
  df_route_allocator dut (
      .clk_i,
      .rst_i,
      .sequential_i(sequential),
      .oracle_i(oracle),
      .decide_ask_i(decide),
      .random_ask_i(random),
      .valid_cand_i(valid),
      .port_cand_i(port),
      .vc_cand_i(vc),
      .kind_cand_i(kind),
      .lane_cand_i(lane),
      .weight_cand_i(weight),
      .bias_cand_i(bias),
      .nonmin_cand_i(nonmin),
      .mid_cand_i(mid),
      .ask_cand_o(ask),
      .vc_queue_cand_o(vc_queue),
      .queue_cand_i(queue),
      .held_ivc_i(held),
      .route_ivc_o(route),
      .nonmin_ask_o(nonmin_ask),
      .salt_ask_o(salt_ask),
      .mid_ask_o(mid_ask)
  );

  // ---- the specification ----
  // Where nobody asks there are no candidates; who asks has one; kinds and lanes exist.
  logic legal;
  logic [ASKERS-1:0] first_taken;           // candidate 0
  logic [ASKERS-1:0] on_lane;               // the choice is judged by an occupancy
  logic joins_some;
  logic no_question_missing;
  always_comb begin : specification
    integer n;
    integer c;
    integer s;
    integer a;
    integer b;
    logic [1:0] k;
    logic [15:0] q;
    logic [17:0] seen;                      // the queue, with those that have joined it in this cycle
    logic [1:0] joined;
    logic signed [23:0] cost;
    logic signed [23:0] cost_0;
    logic same;
    legal = 1'b1;
    first_taken = '0;
    on_lane = '0;
    joins_some = 1'b0;
    no_question_missing = 1'b1;
    s = 0;
    a = 0;
    b = 0;
    k = '0;
    q = '0;
    seen = '0;
    joined = '0;
    cost = '0;
    cost_0 = '0;
    same = 1'b0;
    for (n = 0; n < ASKERS; n = n + 1) begin
      if (decide[n] ? valid[n*CANDS+:CANDS] == '0 : valid[n*CANDS+:CANDS] != '0) legal = 1'b0;
      for (c = 0; c < CANDS; c = c + 1) begin
        a = n * CANDS + c;
        k = kind[a*2+:2];
        if (k == 2'd3 || 32'(lane[a*LANE_W+:LANE_W]) >= df_pkg::LANES) legal = 1'b0;
        // The queue estimator must be asked where there is a choice.
        if (valid[n*CANDS+:CANDS] == 2'b11 && k != df_pkg::QUEUE_OF_LANE
            && (!ask[a] || vc_queue[a] != (k == df_pkg::QUEUE_OF_VC)))
          no_question_missing = 1'b0;
        q = (k == df_pkg::QUEUE_OF_LANE) ? oracle[lane[a*LANE_W+:LANE_W]*16+:16] : queue[a*16+:16];
        joined = '0;
        for (s = 0; s < n; s = s + 1) begin
          b = first_taken[s] ? s * CANDS : s * CANDS + 1;
          same = (k == df_pkg::QUEUE_OF_LANE)
              ? on_lane[s] && (first_taken[s] ? lane[s*CANDS*LANE_W+:LANE_W] : lane[(s*CANDS+1)*LANE_W+:LANE_W]) == lane[a*LANE_W+:LANE_W]
              : (first_taken[s] ? port[s*CANDS*PORT_W+:PORT_W] : port[(s*CANDS+1)*PORT_W+:PORT_W]) == port[a*PORT_W+:PORT_W]
                && (k != df_pkg::QUEUE_OF_VC
                    || (first_taken[s] ? vc[s*CANDS*VC_W+:VC_W] : vc[(s*CANDS+1)*VC_W+:VC_W]) == vc[a*VC_W+:VC_W]);
          if (sequential && decide[s] && same) joined = joined + 1'b1;
        end
        if (decide[n] && joined != '0) joins_some = 1'b1;
        // Short queues, biases and weights: products of all bits of both are too much for a solver.
        if (q > 16'd7 || weight[a*4+:4] > 4'd5 || bias[a*16+3+:13] != {13{bias[a*16+15]}}) legal = 1'b0;
        seen = 18'(q) + 18'(joined);
        cost = $signed(24'(seen) * 24'(weight[a*4+:4])) + 24'($signed(bias[a*16+:16]));
        if (c == 0) cost_0 = cost;
      end
      first_taken[n] = valid[n*CANDS] && (!valid[n*CANDS+1] || cost_0 <= cost);
      on_lane[n] = (first_taken[n] ? kind[n*CANDS*2+:2] : kind[(n*CANDS+1)*2+:2]) == df_pkg::QUEUE_OF_LANE;
    end
  end
  `FORMAL_ASSUME(legal)

  logic same_routes;
  logic same_fields;
  logic others_same;
  always_comb begin : compare
    integer n;
    integer i;
    logic [ROUTE_W-1:0] want;
    same_routes = 1'b1;
    same_fields = 1'b1;
    others_same = 1'b1;
    want = '0;
    i = 0;
    for (n = 0; n < ASKERS; n = n + 1)
      if (decide[n]) begin
        want = first_taken[n] ? {port[n*CANDS*PORT_W+:PORT_W], vc[n*CANDS*VC_W+:VC_W]}
                              : {port[(n*CANDS+1)*PORT_W+:PORT_W], vc[(n*CANDS+1)*VC_W+:VC_W]};
        if (route[n*df_pkg::STRIDE*ROUTE_W+:ROUTE_W] != want) same_routes = 1'b0;
        if (nonmin_ask[n] != (first_taken[n] ? nonmin[n*CANDS] : nonmin[n*CANDS+1])
            || mid_ask[n*MID_W+:MID_W] != (first_taken[n] ? mid[n*CANDS*MID_W+:MID_W] : mid[(n*CANDS+1)*MID_W+:MID_W])
            || salt_ask[n*8+:8] != random[n*32+:8])
          same_fields = 1'b0;
      end
    for (i = 0; i < df_pkg::NV; i = i + 1)
      if ((i % df_pkg::STRIDE != 0 || i / df_pkg::STRIDE >= ASKERS || !decide[i / df_pkg::STRIDE])
          && route[i*ROUTE_W+:ROUTE_W] != held[i*ROUTE_W+:ROUTE_W])
        others_same = 1'b0;
  end
  `FORMAL_PROVE(takes_the_cheapest, same_routes)
  `FORMAL_PROVE(header_is_that_of_the_choice, same_fields)
  `FORMAL_PROVE(other_routes_stay, others_same)
  `FORMAL_PROVE(asks_for_queues, no_question_missing)

  // A decision is kept until the next one.
  reg [ASKERS-1:0] nonmin_q;
  reg [ASKERS*8-1:0] salt_q;
  reg [ASKERS*MID_W-1:0] mid_q;
  reg [ASKERS-1:0] known_q;
  always @(posedge clk_i) begin
    nonmin_q <= nonmin_ask;
    salt_q <= salt_ask;
    mid_q <= mid_ask;
    known_q <= rst_i ? '0 : known_q | decide;
  end
  logic kept;
  always_comb begin : keeps
    integer n;
    kept = 1'b1;
    for (n = 0; n < ASKERS; n = n + 1)
      if (known_q[n] && !decide[n]
          && (nonmin_ask[n] != nonmin_q[n] || salt_ask[n*8+:8] != salt_q[n*8+:8]
              || mid_ask[n*MID_W+:MID_W] != mid_q[n*MID_W+:MID_W]))
        kept = 1'b0;
  end
  `FORMAL_PROVE(decision_is_kept, kept)
  `FORMAL_COVER(all_decide, &decide && first_taken == 3'b010)
  `FORMAL_COVER(sees_those_before, sequential && joins_some && first_taken[2])
endmodule
