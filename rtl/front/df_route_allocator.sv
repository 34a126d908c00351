// SPDX-License-Identifier: Apache-2.0
// Route allocator: decides once for each packet that asks for it which of its candidates it takes ([K08]
// Section 4), by greedy or sequential allocation, and keeps the decision until the packet has left.
//
// The valid candidate with the least queue x weight + bias is taken, the first of equal ones. A packet with one
// valid candidate takes it, whatever the queues are.
`include "df_macros.svh"
`default_nettype none
module df_route_allocator (
    input  wire                                             clk_i,
    input  wire                                             rst_i,
    input  wire                                             sequential_i,
    input  wire [df_pkg::LANES*df_pkg::QUEUE_W-1:0]         oracle_i,
    input  wire [df_pkg::ASKERS-1:0]                        decide_ask_i,
    input  wire [df_pkg::ASKERS*32-1:0]                     random_ask_i,
    // Candidates (df_route_unit).
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]     valid_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::PORT_W-1:0]   port_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::VC_W-1:0]     vc_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*2-1:0]                kind_cand_i,    // QUEUE_OF_...
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::LANE_W-1:0]   lane_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::WEIGHT_W-1:0] weight_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::BIAS_W-1:0]   bias_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]                  nonmin_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::MID_W-1:0]    mid_cand_i,
    // Queue estimates (df_queue_estimator).
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]     ask_cand_o,
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]     vc_queue_cand_o,  // of the output VC alone
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::QUEUE_W-1:0]  queue_cand_i,
    // Routes held by input VCs, and the same with the decisions of this cycle.
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, held_ivc_i, df_pkg::NV),
    output `DF_VARIABLES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_o, df_pkg::NV),
    // What the head flit at each asking input VC is told: decided now or earlier.
    output reg  [df_pkg::ASKERS-1:0]                        nonmin_ask_o,
    output reg  [df_pkg::ASKERS*df_pkg::SALT_W-1:0]         salt_ask_o,
    output reg  [df_pkg::ASKERS*df_pkg::MID_W-1:0]          mid_ask_o
);
  localparam int ASKERS = df_pkg::ASKERS;
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int LANE_W = df_pkg::LANE_W;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int WEIGHT_W = df_pkg::WEIGHT_W;
  localparam int BIAS_W = df_pkg::BIAS_W;
  localparam int QW = df_pkg::QUEUE_W;
  localparam int COST_W = QW + WEIGHT_W + 1;  // queue x weight + bias, signed

  reg [ASKERS-1:0] nonmin_q;
  reg [ASKERS*SALT_W-1:0] salt_q;
  reg [ASKERS*MID_W-1:0] mid_q;

  // Queues are asked where there is something to choose.
  logic [ASKERS-1:0] choice_ask;
  logic stranded;  // a packet has no candidate
  logic off_lane;  // a candidate is judged by an occupancy that nobody shows
  always_comb begin : questions
    integer n;
    integer c;
    logic [CANDIDATES-1:0] valid;
    n = 0;
    c = 0;
    {valid, choice_ask, stranded, off_lane, ask_cand_o, vc_queue_cand_o} = '0;
    if (decide_ask_i != '0)
      for (n = 0; n < ASKERS; n = n + 1) begin
        valid = valid_cand_i[n*CANDIDATES+:CANDIDATES];
        if (decide_ask_i[n] && valid == '0) stranded = 1'b1;
        if ((valid & (valid - 1'b1)) != '0) begin
          choice_ask[n] = 1'b1;
          for (c = 0; c < CANDIDATES; c = c + 1) begin
            if (valid[c] && kind_cand_i[(n*CANDIDATES+c)*2+:2] == df_pkg::QUEUE_OF_LANE
                && 32'(lane_cand_i[(n*CANDIDATES+c)*LANE_W+:LANE_W]) >= df_pkg::LANES)
              off_lane = 1'b1;
            ask_cand_o[n*CANDIDATES+c] =
                valid[c] && kind_cand_i[(n*CANDIDATES+c)*2+:2] != df_pkg::QUEUE_OF_LANE;
            vc_queue_cand_o[n*CANDIDATES+c] = kind_cand_i[(n*CANDIDATES+c)*2+:2] == df_pkg::QUEUE_OF_VC;
          end
        end
      end
  end

  // What candidate i costs, before others of this cycle join its queue.
  function automatic logic signed [COST_W-1:0] cost_of(input integer i);
    logic [QW-1:0] queue;
    queue = (kind_cand_i[i*2+:2] == df_pkg::QUEUE_OF_LANE) ? oracle_i[lane_cand_i[i*LANE_W+:LANE_W]*QW+:QW]
                                                           : queue_cand_i[i*QW+:QW];
    cost_of = COST_W'(queue) * COST_W'(weight_cand_i[i*WEIGHT_W+:WEIGHT_W])
        + COST_W'($signed(bias_cand_i[i*BIAS_W+:BIAS_W]));
  endfunction

  // What the choices of the askers before n add to it, which have joined the queue.
  function automatic logic signed [COST_W-1:0] cost_of_joined(
      input integer i, input integer n, input logic [ASKERS-1:0] lane_valid, input logic [ASKERS*LANE_W-1:0] lane,
      input logic [ASKERS*PORT_W-1:0] port, input logic [ASKERS*VC_W-1:0] vc);
    integer s;
    logic [1:0] kind;
    logic [ASKERS-1:0] joined;
    logic [df_pkg::IVC_W:0] count;
    kind = kind_cand_i[i*2+:2];
    joined = '0;
    for (s = 0; s < ASKERS; s = s + 1)
      if (s < n && decide_ask_i[s])
        joined[s] = (kind == df_pkg::QUEUE_OF_LANE)
            ? lane_valid[s] && lane[s*LANE_W+:LANE_W] == lane_cand_i[i*LANE_W+:LANE_W]
            : port[s*PORT_W+:PORT_W] == port_cand_i[i*PORT_W+:PORT_W]
              && (kind != df_pkg::QUEUE_OF_VC || vc[s*VC_W+:VC_W] == vc_cand_i[i*VC_W+:VC_W]);
    count = df_pkg::count_ones(df_pkg::NVP'(joined));
    cost_of_joined = COST_W'(count) * COST_W'(weight_cand_i[i*WEIGHT_W+:WEIGHT_W]);
  endfunction

  always_comb begin : decide
    integer n;
    integer c;
    logic signed [COST_W-1:0] cost;
    logic found;                 // one of the candidates before c is valid,
    logic signed [COST_W-1:0] least;  // the least cost of these
    // The choices of this cycle, for the askers after them.
    logic [ASKERS-1:0] lane_valid;
    logic [ASKERS*PORT_W-1:0] port;
    logic [ASKERS*VC_W-1:0] vc;
    logic [ASKERS*LANE_W-1:0] lane;

    n = 0;
    c = 0;
    route_ivc_o = held_ivc_i;
    nonmin_ask_o = nonmin_q;
    salt_ask_o = salt_q;
    mid_ask_o = mid_q;
    {cost, found, least, lane_valid, port, vc, lane} = '0;

    if (decide_ask_i != '0)
      for (n = 0; n < ASKERS; n = n + 1)
        if (decide_ask_i[n]) begin
          // No value of the asker before is left: it would be a path through all of them.
          found = 1'b0;
          least = '0;
          for (c = n * CANDIDATES; c < (n + 1) * CANDIDATES; c = c + 1)
            if (valid_cand_i[c]) begin
              cost = choice_ask[n] ? cost_of(c) : '0;
              // Sequential: what the askers before this one add is added last, as nothing before it waits for them.
              if (sequential_i && choice_ask[n]) cost = cost + cost_of_joined(c, n, lane_valid, lane, port, vc);
              if (!found || cost < least) begin
                found = 1'b1;
                least = cost;
                port[n*PORT_W+:PORT_W] = port_cand_i[c*PORT_W+:PORT_W];
                vc[n*VC_W+:VC_W] = vc_cand_i[c*VC_W+:VC_W];
                if (sequential_i) begin
                  lane_valid[n] = kind_cand_i[c*2+:2] == df_pkg::QUEUE_OF_LANE;
                  lane[n*LANE_W+:LANE_W] = lane_cand_i[c*LANE_W+:LANE_W];
                end
                nonmin_ask_o[n] = nonmin_cand_i[c];
                mid_ask_o[n*MID_W+:MID_W] = mid_cand_i[c*MID_W+:MID_W];
              end
            end

          `DF_WORD(route_ivc_o, df_pkg::ROUTE_W, df_pkg::ivc_of_asker(n)) = {port[n*PORT_W+:PORT_W], vc[n*VC_W+:VC_W]};
          salt_ask_o[n*SALT_W+:SALT_W] = random_ask_i[n*32+:SALT_W];
        end
  end

  always_ff @(posedge clk_i) begin : registers
    if (decide_ask_i != '0) begin
      nonmin_q <= nonmin_ask_o;
      salt_q <= salt_ask_o;
      mid_q <= mid_ask_o;
    end
  end

  `DF_CLAIMS(clk_i, rst_i, decide_ask_i != '0) begin
    // Checks: RT-4
    `DF_CLAIM(there_is_a_candidate, !stranded, "a packet that needs a decision has no candidate")
  end
  `DF_CLAIMS(clk_i, rst_i, choice_ask != '0) begin
    // Checks: RT-4
    `DF_CLAIM(choices_are_asked_for, (choice_ask & ~decide_ask_i) == '0, "a packet that needs no decision has candidates")
    // Checks: RT-5
    `DF_CLAIM(lanes_exist, !off_lane, "a candidate is judged by an occupancy that no router publishes")
  end
endmodule
`default_nettype wire
