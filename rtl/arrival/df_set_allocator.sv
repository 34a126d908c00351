// SPDX-License-Identifier: Apache-2.0
// Set allocator: decides which of its candidates each packet takes that has just arrived, and which output of it, by greedy
// or sequential allocation ([K07], Section 3.1).
//
// The queue of a candidate is the least of its set of outputs. The valid candidate with the least queue x weight + bias is
// taken, the first of equal ones. Of those with a standard only the first is valid whose queue is less than that.
`include "df_macros.svh"
`default_nettype none
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

  // The least of the queues of a set of ports, which is not empty, and the first of the ports that have it. In simulation a visit
  // of the ports, which ends where nothing can be less; in hardware a tree.
  function automatic logic [QW+PORT_W-1:0] least_of(input logic [PORTS-1:0] set);
`ifdef DF_BODY_SIMULATION
    integer o;
    logic [PORTS-1:0] rem;
    logic [QW:0] least;
    least = '1;
    least_of = '0;
    rem = set;
    `DF_FOR_EACH(o, rem, PORTS)
      if ({1'b0, `DF_WORD(seen, QW, o[PORT_W-1:0])} < least) begin
        least = {1'b0, `DF_WORD(seen, QW, o[PORT_W-1:0])};
        least_of = {`DF_WORD(seen, QW, o[PORT_W-1:0]), o[PORT_W-1:0]};
        if (least == '0) rem = PORTS'(1) << o[PORT_W-1:0];
      end
`else
    least_of = df_pkg::least_of_set(set, seen);
`endif
  endfunction

  always_comb begin : decide
    integer ip;
    integer c;
    integer k;
    logic [PORTS-1:0] rem;
    logic [CANDIDATES-1:0] valid;
    logic [CANDIDATES-1:0] compared;
    logic [PORT_W-1:0] port;
    logic [QW-1:0] queue;
    logic [QW-1:0] standard;
    logic counts;                     // the candidate is valid with these queues
    logic improved;                   // one before it is better than its standard
    logic signed [COST_W-1:0] cost;
    logic found;                      // one of the candidates before c is valid,
    logic signed [COST_W-1:0] least;  // the least cost of these,
    logic [PORT_W-1:0] taken;         // its output

    c = 0;
    offer = '0;
    {valid, compared, port, queue, standard, counts, improved, cost, found, least, taken} = '0;
    seen = queue_op_i;
    {nonmin_ip_o, mid_ip_o, joined_op_o} = '0;
    for (k = 0; k < (df_pkg::SPARSE ? 1 : PORTS_2N); k = k + 1) `DF_WORD(route_ip_o, df_pkg::ROUTE_W, k) = '0;
    for (k = 0; k < PORTS_2N; k = k + 1) `DF_WORD(joining_op_o, PORTS, k) = '0;

    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
      valid = `DF_WORD(valid_ip_i, CANDIDATES, ip[PORT_W-1:0]);
      compared = `DF_WORD(compared_ip_i, CANDIDATES, ip[PORT_W-1:0]);
      // No value of the port before is left: it would be a path through all of them.
      {found, improved, least, taken} = '0;
      for (c = 0; c < CANDIDATES; c = c + 1)
        if (valid[c]) begin
          {queue, port} = least_of(`DF_WORD(set_cand_i, PORTS, df_pkg::candidate(ip, c)));
          counts = 1'b1;
          if (compared[c]) begin
            standard = QW'(least_of(`DF_WORD(standard_cand_i, PORTS, df_pkg::candidate(ip, c))) >> PORT_W);
            counts = !improved && queue < standard;
            improved = improved || counts;
          end
          offer = `DF_WORD(offer_cand_i, OFFER_W, df_pkg::candidate(ip, c));
          cost = COST_W'(queue) * COST_W'(offer.weight) + COST_W'($signed(offer.bias));
          if (counts && (!found || cost < least)) begin
            found = 1'b1;
            least = cost;
            taken = port;
            `DF_WORD(route_ip_o, ROUTE_W, ip[PORT_W-1:0]) = {port, offer.vc};
            nonmin_ip_o[ip[PORT_W-1:0]] = offer.nonmin;
            mid_ip_o[ip*MID_W+:MID_W] = offer.mid;
          end
        end
      joined_op_o = joined_op_o | (PORTS'(1) << taken);
      // Sequential: the ports after this one find the packet in the queue.
      `DF_FOR_WORD(k, taken, PORTS_2N) begin
        `DF_WORD(joining_op_o, PORTS, k[PORT_W-1:0]) = `DF_WORD(joining_op_o, PORTS, k[PORT_W-1:0]) | (PORTS'(1) << ip[PORT_W-1:0]);
        `DF_WORD(seen, QW, k[PORT_W-1:0]) = `DF_WORD(seen, QW, k[PORT_W-1:0]) + QW'(sequential_i);
      end
    end
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    logic stranded;  // a packet has no candidate without a standard,
    logic nowhere;   // or one that goes to no output
    always_comb begin : claims
      integer ip;
      integer c;
      logic [PORTS-1:0] rem;
      c = 0;
      {stranded, nowhere} = '0;
      rem = head_ip_i;
      `DF_FOR_EACH(ip, rem, PORTS) begin
        if ((`DF_WORD(valid_ip_i, CANDIDATES, ip[PORT_W-1:0]) & ~`DF_WORD(compared_ip_i, CANDIDATES, ip[PORT_W-1:0])) == '0)
          stranded = 1'b1;
        for (c = 0; c < CANDIDATES; c = c + 1)
          if (`DF_BIT(valid_ip_i, CANDIDATES, ip[PORT_W-1:0], c)
              && (`DF_WORD(set_cand_i, PORTS, df_pkg::candidate(ip, c)) == '0
                  || (`DF_BIT(compared_ip_i, CANDIDATES, ip[PORT_W-1:0], c)
                      && `DF_WORD(standard_cand_i, PORTS, df_pkg::candidate(ip, c)) == '0))) nowhere = 1'b1;
      end
    end
    `DF_CLAIMS(clk_i, rst_i, head_ip_i != '0) begin
      // Checks: DA-14
      `DF_CLAIM(there_is_a_candidate, !stranded, "a packet has no candidate that is valid whatever the queues are")
      // Checks: DA-9
      `DF_CLAIM(sets_have_outputs, !nowhere, "a candidate has no output")
    end
  end
endmodule
`default_nettype wire
