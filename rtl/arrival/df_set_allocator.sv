// SPDX-License-Identifier: Apache-2.0
// Set allocator: decides which of its candidates each packet takes that has just arrived, and which output of it, by greedy
// or sequential allocation ([K07], Section 3.1).
//
// The queue of a candidate is the least of its set of outputs. The valid candidate with the least queue x weight + bias is
// taken, the first of equal ones. Of those with a standard only the first is valid whose queue is less than that.
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDPARAM */   // each body of the primitives
/* verilator lint_off UNUSEDSIGNAL */  // uses its part
module df_set_allocator (
    input  wire                        clk_i,
    input  wire                        rst_i,
    input  wire                        sequential_i,
    // Ports with a packet to decide, and its candidates (df_route_unit).
    input  wire [df_pkg::PORTS-1:0]    head_ip_i,
    input  wire `DF_WIRES(candidates_of_ports_t, df_pkg::CANDIDATES, valid_ip_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(candidates_of_ports_t, df_pkg::CANDIDATES, compared_ip_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(sets_of_cands_t, df_pkg::PORTS, set_cand_i, df_pkg::CANDS_2N),
    input  wire `DF_WIRES(sets_of_cands_t, df_pkg::PORTS, standard_cand_i, df_pkg::CANDS_2N),
    input  wire `DF_WIRES(offers_of_cands_t, df_pkg::OFFER_W, offer_cand_i, df_pkg::CANDS_2N),
    input  wire `DF_WIRES(queues_of_ports_t, df_pkg::QUEUE_W, queue_op_i, df_pkg::PORTS_2N),  // flits
    // Decisions: the route, {output port, VC}, and fields of the header; ports without one mean nothing.
    output `DF_VARIABLES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_o, df_pkg::PORTS_2N),
    output reg  [df_pkg::PORTS-1:0]    nonmin_ip_o,
    output reg  [df_pkg::PORTS*df_pkg::MID_W-1:0] mid_ip_o,
    // The same by output: those that any packet goes to, and the input ports of these.
    output reg  [df_pkg::PORTS-1:0]    joined_op_o,
    output `DF_VARIABLES(sets_of_ports_t, df_pkg::PORTS, joining_op_o, df_pkg::PORTS_2N)
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int OFFER_W = df_pkg::OFFER_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int QW = df_pkg::QUEUE_W;
  localparam int COST_W = QW + df_pkg::WEIGHT_W + 1;  // queue x weight + bias, signed

  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  df_pkg::offer_t offer;
  `DF_VARIABLES(queues_of_ports_t, QW, seen, PORTS_2N);  // the queues that a decision sees
  logic stranded;  // a packet has no candidate without a standard,
  logic nowhere;   // or one that goes to no output

  /* verilator lint_off LATCH */  // DF_UNUSED_WORDS
  always_comb begin : decide
    integer ip;
    integer c;
    integer k;
    integer index;
    logic [PORTS-1:0] rem;
    logic [PORTS-1:0] rem_set;
    logic [CANDIDATES-1:0] valid;
    logic [CANDIDATES-1:0] compared;
    logic [PORT_W-1:0] port;
    logic [QW-1:0] queue;
    logic [PORT_W-1:0] other;
    logic [QW-1:0] standard;
    logic counts;                     // the candidate is valid with these queues
    logic improved;                   // one before it is better than its standard
    logic signed [COST_W-1:0] cost;
    logic found;                      // one of the candidates before c is valid,
    logic signed [COST_W-1:0] least;  // the least cost of these,
    logic [PORT_W-1:0] taken;         // its output

    ip = 0;
    c = 0;
    k = 0;
    index = 0;
    rem = '0;
    rem_set = '0;
    valid = '0;
    compared = '0;
    port = '0;
    queue = '0;
    other = '0;
    standard = '0;
    counts = 1'b0;
    improved = 1'b0;
    cost = '0;
    found = 1'b0;
    least = '0;
    taken = '0;
    offer = '0;
    stranded = 1'b0;
    nowhere = 1'b0;
    seen = queue_op_i;
    nonmin_ip_o = '0;
    mid_ip_o = '0;
    joined_op_o = '0;
    `DF_UNUSED_WORDS(route_ip_o, k, PORTS_2N)
    `DF_CLEAR(joining_op_o, k, PORTS_2N)

    `DF_FOR_EACH(ip, rem, head_ip_i, PORTS)
      valid = `DF_WORD(valid_ip_i, CANDIDATES, `DF_NUMBER(ip, PORT_W));
      compared = `DF_WORD(compared_ip_i, CANDIDATES, `DF_NUMBER(ip, PORT_W));
      if ((valid & ~compared) == '0) stranded = 1'b1;
      // No value of the port before is left: it would be a path through all of them.
      found = 1'b0;
      improved = 1'b0;
      least = '0;
      taken = '0;
      for (c = 0; c < CANDIDATES; c = c + 1)
        if (valid[c]) begin
          if (`DF_WORD(set_cand_i, PORTS, `DF_CANDIDATE_OF(ip, c)) == '0) nowhere = 1'b1;
          `DF_LEAST_OF_SET(port, queue, `DF_WORD(set_cand_i, PORTS, `DF_CANDIDATE_OF(ip, c)), seen, index, rem_set)
          counts = 1'b1;
          if (compared[c]) begin
            if (`DF_WORD(standard_cand_i, PORTS, `DF_CANDIDATE_OF(ip, c)) == '0) nowhere = 1'b1;
            `DF_LEAST_OF_SET(other, standard, `DF_WORD(standard_cand_i, PORTS, `DF_CANDIDATE_OF(ip, c)), seen, index, rem_set)
            counts = !improved && queue < standard;
            improved = improved || counts;
          end
          offer = `DF_WORD(offer_cand_i, OFFER_W, `DF_CANDIDATE_OF(ip, c));
          cost = COST_W'(queue) * COST_W'(offer.weight) + COST_W'($signed(offer.bias));
          if (counts && (!found || cost < least)) begin
            found = 1'b1;
            least = cost;
            taken = port;
            `DF_WORD(route_ip_o, ROUTE_W, `DF_NUMBER(ip, PORT_W)) = {port, offer.vc};
            nonmin_ip_o[`DF_NUMBER(ip, PORT_W)] = offer.nonmin;
            mid_ip_o[ip*MID_W+:MID_W] = offer.mid;
          end
        end
      joined_op_o = joined_op_o | (PORTS'(1) << taken);
      `DF_SET_BITS(joining_op_o, PORTS, PORTS_2N, taken, PORTS'(1) << ip, k)
      // Sequential: the ports after this one find the packet in the queue.
      if (sequential_i) begin
        `DF_COUNT_UP(seen, QW, PORTS_2N, taken, k)
      end
    end
  end
  /* verilator lint_on LATCH */

  `DF_CLAIMS_IF(head_ip_i != '0)
    // Checks: DA-14
    `DF_CLAIM(there_is_a_candidate, !stranded, "a packet has no candidate that is valid whatever the queues are")
    // Checks: DA-9
    `DF_CLAIM(sets_have_outputs, !nowhere, "a candidate has no output")
  `DF_CLAIMS_END
endmodule
/* verilator lint_on UNUSEDSIGNAL */
/* verilator lint_on UNUSEDPARAM */
`default_nettype wire
