// Cover points of decisions at the front.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

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
  `DF_COVER(nothing_to_choose, (decide_ask_i & ~choice_ask) != '0)
  if (ASKERS > 1) begin : gen_askers
    `DF_COVER(two_decide_in_a_cycle, `DF_WITHOUT_LOWEST(decide_ask_i) != '0)
  end
  if (CANDIDATES > 1) begin : gen_choice
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
    `DF_COVER(minimal_wins, (greedy & first_less & ~other) != '0)
    `DF_COVER(tie_goes_to_minimal, (greedy & equal & ~other) != '0)
    `DF_COVER(other_path_wins, (greedy & other) != '0)
    `DF_COVER(weight_decides_for_minimal, (greedy & wins & lighter & ~shorter) != '0)
    `DF_COVER(threshold_decides_for_minimal, (greedy & wins & ~lighter) != '0)
    `DF_COVER(threshold_decides_for_other_path, (greedy & other & lighter) != '0)
    `DF_COVER(earlier_choice_decides_for_minimal, ({ASKERS{sequential_i}} & both & ~wins & ~other) != '0)
    `DF_COVER(earlier_choice_decides_for_other_path, ({ASKERS{sequential_i}} & wins & other) != '0)
    `DF_COVER(minimal_wins_by_queues_of_outputs, (by_output & ~other) != '0)
    `DF_COVER(other_path_wins_by_queues_of_outputs, (by_output & other) != '0)
    `DF_COVER(minimal_wins_by_queues_of_vcs, (by_vc & ~other) != '0)
    `DF_COVER(other_path_wins_by_queues_of_vcs, (by_vc & other) != '0)
    `DF_COVER(minimal_wins_by_published_occupancies, (by_lane & ~other) != '0)
    `DF_COVER(other_path_wins_by_published_occupancies, (by_lane & other) != '0)
  end
endmodule
bind df_route_allocator df_route_allocator_cover u_cover (.*);
`default_nettype wire
