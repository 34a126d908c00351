// SPDX-License-Identifier: Apache-2.0
// Cover points of decisions at the front.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

module df_queue_estimator_cover (
    input wire [df_pkg::CREDIT_W-1:0]                      depth_i,
    input wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_i, df_pkg::CREDIT_W),
    input wire [df_pkg::NVP-1:0]                           assigned_ivc_i,
    input wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, held_ivc_i, df_pkg::NV),
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]     ask_cand_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::PORT_W-1:0]  port_cand_i,
    input wire                                             publish_i,
    input wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0]   occupancy_o,
    // The estimator has no clock: it is that of the unit above.
    input wire                                             clk_i,
    input wire                                             rst_i
);
  localparam int NVP = df_pkg::NVP;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int PORT_W = df_pkg::PORT_W;
  logic credits_only;  // an output is asked about whose credits are out, and no packet waits for it,
  logic packets_only;  // or the other way round,
  logic both;          // or both is so
  always_comb begin : look
    integer n;
    integer i;
    integer k;
    logic [NVP-1:0] differs;  // output VCs with credits out
    logic [PORT_W-1:0] port;
    logic out;
    logic waits;
    differs = '0;
    port = '0;
    out = 1'b0;
    waits = 1'b0;
    credits_only = 1'b0;
    packets_only = 1'b0;
    both = 1'b0;
    for (k = 0; k < df_pkg::CREDIT_W; k = k + 1) differs = differs | (`DF_WORD(credits_ovc_i, NVP, k) ^ {NVP{depth_i[k]}});
    differs = differs & df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);
    for (n = 0; n < df_pkg::ASKERS * df_pkg::CANDIDATES; n = n + 1)
      if (ask_cand_i[n]) begin
        port = port_cand_i[n*PORT_W+:PORT_W];
        out = STRIDE'(differs >> (32'(port) * STRIDE)) != '0;
        waits = 1'b0;
        for (i = 0; i < df_pkg::NV; i = i + 1)
          if (assigned_ivc_i[i] && PORT_W'(`DF_WORD(held_ivc_i, df_pkg::ROUTE_W, i) >> df_pkg::VC_W) == port) waits = 1'b1;
        credits_only = credits_only | (out & ~waits);
        packets_only = packets_only | (~out & waits);
        both = both | (out & waits);
      end
  end
  // Checks: QE-2
  `DF_COVER(credits_make_the_queue, credits_only)
  // Checks: QE-2
  `DF_COVER(waiting_packets_make_the_queue, packets_only)
  // Checks: QE-2
  `DF_COVER(credits_and_packets_make_the_queue, both)
  if (df_pkg::PUBLISHED != 0) begin : gen_published
    // Checks: QE-11
    `DF_COVER(occupancy_is_published, publish_i && occupancy_o != '0)
    // Checks: QE-11
    `DF_COVER(occupancy_is_not_published, !publish_i && both)
  end
endmodule
bind df_decisions df_queue_estimator_cover u_cover (
    .depth_i(control_i.buffer_depth),
    .credits_ovc_i,
    .assigned_ivc_i,
    .held_ivc_i,
    .ask_cand_i(ask_cand),
    .port_cand_i(port_cand),
    .publish_i(publish_o),
    .occupancy_o,
    .clk_i,
    .rst_i
);

// Why a decision falls as it does. The costs are those of greedy allocation.
module df_route_allocator_cover (
    input wire                                                       clk_i,
    input wire                                                       rst_i,
    input wire                                                       sequential_i,
    input wire [df_pkg::LANES*df_pkg::QUEUE_W-1:0]                   oracle_i,
    input wire [df_pkg::ASKERS-1:0]                                  decide_ask_i,
    input wire [df_pkg::ASKERS-1:0]                                  choice_ask,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]               valid_cand_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*2-1:0]             kind_cand_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::LANE_W-1:0]   lane_cand_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::WEIGHT_W-1:0] weight_cand_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::BIAS_W-1:0]   bias_cand_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::QUEUE_W-1:0]  queue_cand_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]               nonmin_cand_i,
    input wire [df_pkg::ASKERS-1:0]                                  nonmin_ask_o
);
  localparam int ASKERS = df_pkg::ASKERS;
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int QW = df_pkg::QUEUE_W;
  localparam int COST_W = QW + df_pkg::WEIGHT_W + 1;
  // Checks: RT-8
  `DF_COVER(nothing_to_choose, (decide_ask_i & ~choice_ask) != '0)
  if (ASKERS > 1) begin : gen_askers
    // Checks: QE-3, QE-4
    `DF_COVER(two_decide_in_a_cycle, (decide_ask_i & (decide_ask_i - 1'b1)) != '0)
  end
  if (CANDIDATES > 1) begin : gen_choice
    // Checks: RT-6
    `DF_COVER(something_to_choose, choice_ask != '0)
  end
  // Two candidates that the header tells apart: minimal and not.
  if (CANDIDATES == 2) begin : gen_two
    wire [ASKERS-1:0] both;         // decisions between the two
    wire [ASKERS-1:0] other;        // the second is taken
    wire [ASKERS-1:0] first_less;   // the cost of the first is less,
    wire [ASKERS-1:0] equal;        // or that of both is the same
    wire [ASKERS-1:0] shorter;      // the queue of the first is not longer,
    wire [ASKERS-1:0] lighter;      // nor its queue x weight
    wire [ASKERS-1:0] by_output;
    wire [ASKERS-1:0] by_vc;
    wire [ASKERS-1:0] by_lane;
    for (genvar n = 0; n < ASKERS; n = n + 1) begin : gen_asker
      wire [QW-1:0] queue[0:1];
      wire signed [COST_W-1:0] load[0:1];
      wire signed [COST_W-1:0] cost[0:1];
      for (genvar c = 0; c < 2; c = c + 1) begin : gen_candidate
        localparam int I = 2 * n + c;
        assign queue[c] = (kind_cand_i[I*2+:2] == df_pkg::QUEUE_OF_LANE)
            ? oracle_i[lane_cand_i[I*df_pkg::LANE_W+:df_pkg::LANE_W]*QW+:QW] : queue_cand_i[I*QW+:QW];
        assign load[c] = COST_W'(queue[c]) * COST_W'(weight_cand_i[I*df_pkg::WEIGHT_W+:df_pkg::WEIGHT_W]);
        assign cost[c] = load[c] + COST_W'($signed(bias_cand_i[I*df_pkg::BIAS_W+:df_pkg::BIAS_W]));
      end
      assign both[n] = decide_ask_i[n] && choice_ask[n] && nonmin_cand_i[2*n] != nonmin_cand_i[2*n+1];
      assign other[n] = both[n] && nonmin_ask_o[n] == nonmin_cand_i[2*n+1];
      assign first_less[n] = both[n] && cost[0] < cost[1];
      assign equal[n] = both[n] && cost[0] == cost[1];
      assign shorter[n] = both[n] && queue[0] <= queue[1];
      assign lighter[n] = both[n] && load[0] <= load[1];
      assign by_output[n] = both[n] && kind_cand_i[4*n+:2] == df_pkg::QUEUE_OF_OUTPUT;
      assign by_vc[n] = both[n] && kind_cand_i[4*n+:2] == df_pkg::QUEUE_OF_VC;
      assign by_lane[n] = both[n] && kind_cand_i[4*n+:2] == df_pkg::QUEUE_OF_LANE;
    end
    wire [ASKERS-1:0] greedy = {ASKERS{!sequential_i}};
    wire [ASKERS-1:0] wins = first_less | equal;
    // Checks: DF-34, RT-6
    `DF_COVER(minimal_wins, (greedy & first_less & ~other) != '0)
    // Checks: DF-34, RT-6
    `DF_COVER(tie_goes_to_minimal, (greedy & equal & ~other) != '0)
    // Checks: DF-34, RT-6
    `DF_COVER(other_path_wins, (greedy & other) != '0)
    // Checks: DF-35
    `DF_COVER(weight_decides_for_minimal, (greedy & wins & lighter & ~shorter) != '0)
    // Checks: CR-9, DF-36
    `DF_COVER(threshold_decides_for_minimal, (greedy & wins & ~lighter) != '0)
    // Checks: DF-36
    `DF_COVER(threshold_decides_for_other_path, (greedy & other & lighter) != '0)
    // A decision by lanes, where an earlier one of the cycle took a lane of these: after a choice, or as the only candidate.
    wire [ASKERS-1:0] same_lane;
    wire [ASKERS-1:0] same_lane_alone;
    for (genvar n = 0; n < ASKERS; n = n + 1) begin : gen_lane
      wire [ASKERS-1:0] chosen;
      wire [ASKERS-1:0] alone;
      for (genvar m = 0; m < ASKERS; m = m + 1) begin : gen_earlier
        localparam int L = df_pkg::LANE_W;
        // By which lane m is judged: that of the candidate that it takes.
        wire [L-1:0] lane = (nonmin_ask_o[m] == nonmin_cand_i[2*m+1] && valid_cand_i[2*m+1]) ? lane_cand_i[(2*m+1)*L+:L]
                                                                                           : lane_cand_i[2*m*L+:L];
        wire same = m < n && decide_ask_i[m] && kind_cand_i[4*m+:2] == df_pkg::QUEUE_OF_LANE
            && (lane == lane_cand_i[2*n*L+:L] || lane == lane_cand_i[(2*n+1)*L+:L]);
        assign chosen[m] = same && choice_ask[m];
        assign alone[m] = same && !choice_ask[m] && valid_cand_i[2*m];
      end
      assign same_lane[n] = by_lane[n] && chosen != '0;
      assign same_lane_alone[n] = by_lane[n] && alone != '0;
    end
    if (ASKERS > 1) begin : gen_lanes
      // Checks: QE-5
      `DF_COVER(earlier_choice_is_of_the_same_lane, sequential_i && same_lane != '0)
      // Checks: QE-5
      `DF_COVER(earlier_packet_without_choice_is_of_the_same_lane, sequential_i && same_lane_alone != '0)
    end
    // Checks: CR-8, QE-4
    `DF_COVER(earlier_choice_decides_for_minimal, ({ASKERS{sequential_i}} & both & ~wins & ~other) != '0)
    // Checks: QE-4
    `DF_COVER(earlier_choice_decides_for_other_path, ({ASKERS{sequential_i}} & wins & other) != '0)
    // Checks: DF-37, RT-5
    `DF_COVER(minimal_wins_by_queues_of_outputs, (by_output & ~other) != '0)
    // Checks: DF-37
    `DF_COVER(other_path_wins_by_queues_of_outputs, (by_output & other) != '0)
    // Checks: DF-37, RT-5
    `DF_COVER(minimal_wins_by_queues_of_vcs, (by_vc & ~other) != '0)
    // Checks: DF-37
    `DF_COVER(other_path_wins_by_queues_of_vcs, (by_vc & other) != '0)
    // Checks: DF-37, DF-38, RT-5
    `DF_COVER(minimal_wins_by_published_occupancies, (by_lane & ~other) != '0)
    // Checks: DF-37, DF-38
    `DF_COVER(other_path_wins_by_published_occupancies, (by_lane & other) != '0)
  end
endmodule
bind df_route_allocator df_route_allocator_cover u_cover (.*);
`default_nettype wire
