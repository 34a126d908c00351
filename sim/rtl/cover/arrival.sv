// SPDX-License-Identifier: Apache-2.0
// Cover points of decisions on arrival.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

// Why a decision falls as it does. The queues are those of greedy allocation. With the bodies for synthesis the loops would be
// copied for each port, and nothing would be decided otherwise.
`ifdef DF_BODY_SIMULATION
module df_set_allocator_cover (
    input wire                                   clk_i,
    input wire                                   rst_i,
    input wire                                   sequential_i,
    input wire [df_pkg::PORTS-1:0]               head_ip_i,
    input wire `DF_WIRES(candidates_of_ports_t, df_pkg::CANDIDATES, valid_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(candidates_of_ports_t, df_pkg::CANDIDATES, compared_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(sets_of_cands_t, df_pkg::PORTS, set_cand_i, df_pkg::CANDS_2N),
    input wire `DF_WIRES(sets_of_cands_t, df_pkg::PORTS, standard_cand_i, df_pkg::CANDS_2N),
    input wire `DF_WIRES(offers_of_cands_t, df_pkg::OFFER_W, offer_cand_i, df_pkg::CANDS_2N),
    input wire `DF_WIRES(queues_of_ports_t, df_pkg::QUEUE_W, queue_op_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_o, df_pkg::PORTS_2N)
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int QW = df_pkg::QUEUE_W;
  localparam int PW = df_pkg::PORT_W;
  localparam int COST_W = QW + df_pkg::WEIGHT_W + 1;
  logic only_one;       // a packet has one candidate,
  logic several;        // or more
  logic first_wins;     // the first of them has the least cost,
  logic tie;            // another has the same,
  logic later_wins;     // or less
  logic weight;         // the queue of the first is longer, and yet it wins
  logic bias;           // without biases another would have won
  logic better;         // a candidate is better than its standard,
  logic as_good;        // just as good,
  logic worse;          // or worse
  logic second_better;  // one is, and one before it was
  logic not_lowest;     // of several outputs not the lowest is taken,
  logic same_queues;    // and of equal ones the lowest
  logic earlier;        // earlier ports of the cycle decide
  /* verilator lint_off LATCH */  // variables of a port or candidate, which mean nothing without one
  always_comb begin : look
    integer ip;
    integer c;
    integer p;
    logic [PORTS-1:0] rem;
    logic [PORTS-1:0] rem_set;
    logic [CANDIDATES-1:0] valid;
    logic [PORTS-1:0] set;
    logic [QW-1:0] queue;
    logic [QW-1:0] other;
    logic [PW-1:0] port;
    df_pkg::offer_t offer;
    logic improved;
    logic counts;
    logic found;
    logic again;           // another port has the least queue, too
    logic signed [COST_W-1:0] cost;
    logic signed [COST_W-1:0] bare;
    logic signed [COST_W-1:0] least;
    logic signed [COST_W-1:0] least_bare;
    logic [QW-1:0] first_queue;
    logic [QW-1:0] least_queue;
    integer taken;
    integer taken_bare;
    logic [PW-1:0] best;
    only_one = 1'b0;
    several = 1'b0;
    first_wins = 1'b0;
    tie = 1'b0;
    later_wins = 1'b0;
    weight = 1'b0;
    bias = 1'b0;
    better = 1'b0;
    as_good = 1'b0;
    worse = 1'b0;
    second_better = 1'b0;
    not_lowest = 1'b0;
    same_queues = 1'b0;
    earlier = 1'b0;
    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
        valid = `DF_WORD(valid_ip_i, CANDIDATES, ip[PW-1:0]);
        found = 1'b0;
        improved = 1'b0;
        taken = 0;
        taken_bare = 0;
        least = '0;
        least_bare = '0;
        first_queue = '0;
        least_queue = '1;
        best = '0;
        for (c = 0; c < CANDIDATES; c = c + 1)
          if (valid[c]) begin
            set = `DF_WORD(set_cand_i, PORTS, df_pkg::candidate(ip, c));
            queue = '1;
            port = '0;
            again = 1'b0;
            rem_set = set;
            `DF_FOR_EACH(p, rem_set, PORTS) begin
              if (`DF_WORD(queue_op_i, QW, p[PW-1:0]) == queue) again = 1'b1;
              if (`DF_WORD(queue_op_i, QW, p[PW-1:0]) < queue) begin
                again = 1'b0;
                queue = `DF_WORD(queue_op_i, QW, p[PW-1:0]);
                port = PW'($unsigned(p));
              end
            end
            if ((set & ((PORTS'(1) << port) - 1'b1)) != '0) not_lowest = 1'b1;
            if (again) same_queues = 1'b1;
            counts = 1'b1;
            if (((`DF_WORD(compared_ip_i, CANDIDATES, ip[PW-1:0]) >> c) & CANDIDATES'(1)) != '0) begin
              other = '1;
              rem_set = `DF_WORD(standard_cand_i, PORTS, df_pkg::candidate(ip, c));
              `DF_FOR_EACH(p, rem_set, PORTS) begin
                if (`DF_WORD(queue_op_i, QW, p[PW-1:0]) < other)
                  other = `DF_WORD(queue_op_i, QW, p[PW-1:0]);
              end
              if (queue < other && improved) second_better = 1'b1;
              if (queue < other) better = 1'b1;
              if (queue == other) as_good = 1'b1;
              if (queue > other) worse = 1'b1;
              counts = queue < other && !improved;
              improved = improved || counts;
            end
            offer = `DF_WORD(offer_cand_i, df_pkg::OFFER_W, df_pkg::candidate(ip, c));
            bare = COST_W'(queue) * COST_W'(offer.weight);
            cost = bare + COST_W'($signed(offer.bias));
            if (counts) begin
              if (found && cost == least) tie = 1'b1;
              if (!found) first_queue = queue;
              if (queue < least_queue) least_queue = queue;
              if (!found || bare < least_bare) begin
                least_bare = bare;
                taken_bare = c;
              end
              if (!found || cost < least) begin
                least = cost;
                taken = c;
                best = port;
              end
              found = 1'b1;
            end
          end
        if ((valid & (valid - 1'b1)) == '0) only_one = 1'b1;
        else begin
          several = 1'b1;
          if (taken == 0) first_wins = 1'b1;
          else later_wins = 1'b1;
          if (taken == 0 && taken_bare == 0 && least_queue < first_queue) weight = 1'b1;
          if (taken != taken_bare) bias = 1'b1;
        end
        if (PW'(`DF_WORD(route_ip_o, df_pkg::ROUTE_W, ip[PW-1:0]) >> df_pkg::VC_W) != best) earlier = 1'b1;
      end
  end
  /* verilator lint_on LATCH */
  // Checks: DA-14
  `DF_COVER(one_candidate, only_one)
  // Checks: QE-8, QE-9
  `DF_COVER(several_packets_decide, (head_ip_i & (head_ip_i - 1'b1)) != '0)
  // Checks: DA-10, DA-15
  `DF_COVER(second_output_of_a_set, not_lowest)
  // Checks: DA-10
  `DF_COVER(lowest_of_equal_outputs, same_queues)
  // Checks: QE-9
  `DF_COVER(earlier_packet_decides, sequential_i && earlier)
  if (CANDIDATES > 1) begin : gen_choice
    // Checks: DA-13
    `DF_COVER(first_candidate_wins, several && first_wins)
    // Checks: DA-13
    `DF_COVER(later_candidate_wins, several && later_wins)
    // Checks: DA-13
    `DF_COVER(tie_goes_to_first_candidate, tie && first_wins)
    // Checks: DA-13, FB-27
    `DF_COVER(weight_decides, weight)
    // Checks: FB-25, FB-26
    `DF_COVER(threshold_decides, bias)
    // Checks: DA-11
    `DF_COVER(better_than_standard, better)
    // Checks: DA-11
    `DF_COVER(no_better_than_standard, as_good)
    // Checks: DA-11
    `DF_COVER(worse_than_standard, worse)
  end
  if (CANDIDATES > 2) begin : gen_standards
    // Checks: DA-12
    `DF_COVER(second_that_is_better_than_standard, second_better)
  end
endmodule
bind df_set_allocator df_set_allocator_cover u_cover (.*);
`endif

module df_arrival_vcs_cover (
    input wire                        clk_i,
    input wire                        rst_i,
    input wire [df_pkg::NVP-1:0]      arrival_ivc_i,
    input wire [df_pkg::PORTS-1:0]    head_ip_i,
    input wire [df_pkg::NVP-1:0]      enter_ivc_o
);
  localparam int STRIDE = df_pkg::STRIDE;
  wire [df_pkg::PORTS-1:0] arrives;
  wire [df_pkg::PORTS-1:0] upper;
  for (genvar p = 0; p < df_pkg::PORTS; p = p + 1) begin : gen_port
    assign arrives[p] = arrival_ivc_i[p*STRIDE+:STRIDE] != '0;
    assign upper[p] = (enter_ivc_o[p*STRIDE+:STRIDE] >> 1) != '0;
  end
  // Checks: DA-5, DA-6
  `DF_COVER(flit_of_channel_enters_the_buffer_of_its_vc, (arrives & ~df_pkg::TERMINAL_PORTS) != '0)
  if (df_pkg::TERMINAL_PORTS != '0) begin : gen_terminals
    // Checks: DA-4
    `DF_COVER(flit_of_terminal_follows_its_head, (arrives & ~head_ip_i & df_pkg::TERMINAL_PORTS) != '0)
    if (df_pkg::VCS > 1) begin : gen_vcs
      // Checks: DA-2, DA-3, DA-6
      `DF_COVER(head_of_terminal_enters_an_upper_buffer, (head_ip_i & upper & df_pkg::TERMINAL_PORTS) != '0)
      // Checks: DA-4, DA-6
      `DF_COVER(flit_of_terminal_follows_its_head_to_an_upper_buffer,
                (arrives & ~head_ip_i & upper & df_pkg::TERMINAL_PORTS) != '0)
    end
  end
endmodule
bind df_arrival_vcs df_arrival_vcs_cover u_cover (.*);

module df_queue_counters_cover (
    input wire                            clk_i,
    input wire                            rst_i,
    input wire [df_pkg::PORTS-1:0]        joined_op_i,
    input wire `DF_WIRES(sets_of_ports_t, df_pkg::PORTS, joining_op_i, df_pkg::PORTS_2N),
    input wire [df_pkg::PORTS-1:0]        grants_op_i,
    input wire [df_pkg::NVP-1:0]          credit_ovc_i
);
  wire [df_pkg::PORTS-1:0] credited;
  wire [df_pkg::PORTS-1:0] two;
  wire [df_pkg::PORTS-1:0] two_credits;
  for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_output
    assign credited[o] = credit_ovc_i[o*df_pkg::STRIDE+:df_pkg::STRIDE] != '0;
    assign two_credits[o] = $countones(credit_ovc_i[o*df_pkg::STRIDE+:df_pkg::STRIDE]) > 1;
    assign two[o] = joined_op_i[o] && $countones(`DF_WORD(joining_op_i, df_pkg::PORTS, o)) > 1;
  end
  // Checks: QE-6
  `DF_COVER(packet_joins_as_credit_comes_back, (joined_op_i & credited) != '0)
  // Checks: QE-6
  `DF_COVER(packet_joins_as_flit_is_granted, (joined_op_i & grants_op_i) != '0)
  // Checks: QE-6
  `DF_COVER(two_packets_join, two != '0)
  if (df_pkg::VCS > 1) begin : gen_vcs
    // Checks: QE-6
    `DF_COVER(credits_of_two_vcs_come_back, two_credits != '0)
  end
endmodule
bind df_queue_counters df_queue_counters_cover u_cover (.*);
`default_nettype wire
