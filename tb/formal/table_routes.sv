// SPDX-License-Identifier: Apache-2.0
// Checks: TB-1, TB-9, TB-16, TB-17, TB-18, TB-19, TB-20, TB-21, TB-22, TB-23, TB-24
// The way of a packet through a whole network by table, of any source, destination and random numbers: the route units of all
// routers, whose tables are written through their configuration ports.
`include "formal.svh"
// The route unit of router R, and what is written to it.
module formal_table_router #(
    parameter int R = 0
) (
    input  wire                                        clk_i,
    input  wire                                        rst_i,
    input  wire                                        algorithm,
    input  wire [df_pkg::VC_W-1:0]                     split_vc,
    input  wire [31:0]                                 nothing,
    input  wire                                        write,
    input  wire [4:0]                                  written_q,
    input  wire [df_pkg::NVP-1:0]                      arrival_ivc,
    input  wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0]  flit_ip,
    output wire [df_pkg::PORTS_2N*df_pkg::ROUTE_W-1:0] route_ip,
    input  wire [df_pkg::ASKERS-1:0]                   decide_ask,
    input  wire [df_pkg::ASKERS*df_pkg::ASKED_W-1:0]   header_ask,
    input  wire [df_pkg::ASKERS*32-1:0]                random_ask,
    output wire [df_pkg::ASKERS-1:0]                   valid_ask,
    output wire [df_pkg::ASKERS*df_pkg::PORT_W-1:0]    port_ask,
    output wire [df_pkg::ASKERS*df_pkg::VC_W-1:0]      vc_ask,
    output wire [df_pkg::ASKERS-1:0]                   nonmin_ask,
    output wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]     mid_ask,
    output wire                                        plain         // all candidates are judged by q(o) alone
);
`include "table_network.svh"
  localparam int PORTS = df_pkg::PORTS;
  localparam int WAYS = df_pkg::WAYS;
  // ---- tables: the ways to node 0, to node 1 and so on, each in ascending order of ports ----
  function automatic integer ways_before(input integer node);
    integer n;
    integer p;
    ways_before = 0;
    for (n = 0; n < node; n = n + 1)
      for (p = 0; p < PORTS; p = p + 1) if (SHORTEST[(R*NODES+n)*PORTS+p]) ways_before = ways_before + 1;
  endfunction
  // The port of a way, or 255.
  function automatic integer way_of(input integer k);
    integer n;
    integer p;
    integer seen;
    way_of = 255;
    seen = 0;
    for (n = 0; n < NODES; n = n + 1)
      for (p = 0; p < PORTS; p = p + 1)
        if (SHORTEST[(R*NODES+n)*PORTS+p]) begin
          if (seen == k) way_of = p;
          seen = seen + 1;
        end
  endfunction

  df_pkg::cfg_write_t cfg;
  df_pkg::control_t control;
  always_comb begin : writes
    integer n;
    control = '0;
    control.algorithm = 3'(algorithm);
    control.route_0 = (R < NODES) ? 16'(R) : 16'hffff;
    control.route_1 = 16'(NODES);
    control.route_2 = 16'(split_vc);
    cfg = '0;
    cfg.we = write;
    for (n = 0; n < EXITS; n = n + 1)
      if (32'(written_q) == n) begin
        cfg.addr = df_pkg::ADDR_TERMINAL + 16'(n);
        cfg.data = (exit_port(R, n) == 4'd15) ? nothing : 32'(exit_port(R, n));
      end
    for (n = 0; n < NODES; n = n + 1)
      if (32'(written_q) == EXITS + n) begin
        cfg.addr = df_pkg::ADDR_NODE + 16'(n);
        cfg.data = (n == R) ? nothing : {16'(ways_before(n + 1) - ways_before(n)), 16'(ways_before(n))};
      end
    for (n = 0; n < WAYS; n = n + 1)
      if (32'(written_q) == EXITS + NODES + n) begin
        cfg.addr = df_pkg::ADDR_WAY + 16'(n);
        cfg.data = (way_of(n) == 255) ? nothing : 32'(way_of(n));
      end
    for (n = 0; n < PORTS; n = n + 1)
      if (32'(written_q) == EXITS + NODES + WAYS + n) begin
        cfg.addr = df_pkg::ADDR_SOURCE + 16'(n);
        cfg.data = 32'(SOURCES[R*PORTS+n]);
      end
  end
  wire [df_pkg::ASKERS*2-1:0] kind;
  wire [df_pkg::ASKERS*df_pkg::LANE_W-1:0] lane;
  wire [df_pkg::ASKERS*df_pkg::WEIGHT_W-1:0] weight;
  wire [df_pkg::ASKERS*df_pkg::BIAS_W-1:0] bias;
  wire publish;
  wire delay;
  df_route_unit dut (
      .clk_i,
      .rst_i,
      .cfg_i(cfg),
      .control_i(control),
      .arrival_ivc_i(arrival_ivc),
      .flit_ip_i(flit_ip),
      .route_ip_o(route_ip),
      .decide_ask_i(decide_ask),
      .header_ask_i(header_ask),
      .random_ask_i(random_ask),
      .valid_cand_o(valid_ask),
      .port_cand_o(port_ask),
      .vc_cand_o(vc_ask),
      .kind_cand_o(kind),
      .lane_cand_o(lane),
      .weight_cand_o(weight),
      .bias_cand_o(bias),
      .nonmin_cand_o(nonmin_ask),
      .mid_cand_o(mid_ask),
      .publish_o(publish),
      .delay_credits_o(delay)
  );
  logic judged;
  always_comb begin : judgement
    integer a;
    judged = 1'b1;
    for (a = 0; a < df_pkg::ASKERS; a = a + 1)
      if (valid_ask[a] && (kind[a*2+:2] != df_pkg::QUEUE_OF_OUTPUT || bias[a*df_pkg::BIAS_W+:df_pkg::BIAS_W] != '0
                           || weight[a*df_pkg::WEIGHT_W+:df_pkg::WEIGHT_W] != df_pkg::WEIGHT_W'(1)))
        judged = 1'b0;
  end
  assign plain = judged && !publish && !delay;
endmodule

module formal_table_routes (
    input wire         clk_i,
    input wire [31:0]  random  // of each decision
);
`include "table_network.svh"
  localparam int WRITES = EXITS + NODES + df_pkg::WAYS + df_pkg::PORTS;
`include "table_walk.svh"
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int ASKERS = df_pkg::ASKERS;
  // From router 4 to node 2; under VAL that and, back from there, 2 to node 0.
  localparam int MOST_MIN = 3;
  localparam int MOST_VAL = 5;
  `FORMAL_ANY(1, algorithm)    // MIN, VAL
  `FORMAL_ANY(VC_W, split_vc)
  // Any that leaves VCs to the packets of the first leg.
  `FORMAL_ASSUME(32'(split_vc) < VCS && (split_vc != '0 || algorithm == df_pkg::ALG_MIN[0]))

  // ---- the route units ----
  logic asks;
  logic [df_pkg::NVP-1:0] arrival;
  logic [ASKERS-1:0] decide;
  always_comb begin : at_port
    integer p;
    integer v;
    integer a;
    v = 0;
    asks = 1'b0;
    arrival = '0;
    decide = '0;
    // Those that ask, on VC 0 of some ports, are numbered in the order of their ports.
    a = 0;
    for (p = 0; p < PORTS; p = p + 1) begin
      for (v = 0; v < VCS; v = v + 1) arrival[p*df_pkg::STRIDE+v] = moves_q && 32'(port_q) == p && 32'(vc_q) == v;
      if (((df_pkg::SOURCE_PORTS >> p) & PORTS'(1)) != '0) begin
        if (32'(port_q) == p && vc_q == '0) begin
          asks = 1'b1;
          decide[a] = moves_q;
        end
        a = a + 1;
      end
    end
  end
  wire [UNITS*PORTS_2N*ROUTE_W-1:0] route;
  wire [UNITS*ASKERS-1:0] valid;
  wire [UNITS*ASKERS*PORT_W-1:0] port;
  wire [UNITS*ASKERS*VC_W-1:0] vc;
  wire [UNITS*ASKERS-1:0] nonmin;
  wire [UNITS*ASKERS*MID_W-1:0] mid;
  wire [UNITS-1:0] plain;
  for (genvar u = 0; u < UNITS; u = u + 1) begin : gen_router
    wire here = 32'(at_q) == u;
    formal_table_router #(
        .R(u)
    ) router (
        .clk_i,
        .rst_i,
        .algorithm,
        .split_vc,
        .nothing,
        .write(writes),
        .written_q,
        .arrival_ivc(here ? arrival : '0),
        .flit_ip({PORTS_2N{flit_q}}),
        .route_ip(route[u*PORTS_2N*ROUTE_W+:PORTS_2N*ROUTE_W]),
        .decide_ask(here ? decide : '0),
        .header_ask({ASKERS{flit_q[df_pkg::TAG_W+:df_pkg::ASKED_W]}}),
        .random_ask({ASKERS{random}}),
        .valid_ask(valid[u*ASKERS+:ASKERS]),
        .port_ask(port[u*ASKERS*PORT_W+:ASKERS*PORT_W]),
        .vc_ask(vc[u*ASKERS*VC_W+:ASKERS*VC_W]),
        .nonmin_ask(nonmin[u*ASKERS+:ASKERS]),
        .mid_ask(mid[u*ASKERS*MID_W+:ASKERS*MID_W]),
        .plain(plain[u])
    );
  end

  // ---- what it takes ----
  logic may;
  always_comb begin : taken
    integer u;
    integer p;
    integer a;
    p = 0;
    a = 0;
    may = !asks;
    to_port = '0;
    to_vc = '0;
    to_nonmin = flit_q[df_pkg::NONMIN_AT];
    to_mid = flit_q[df_pkg::MID_AT+:MID_W];
    for (u = 0; u < UNITS; u = u + 1) begin
      a = 0;
      for (p = 0; p < PORTS; p = p + 1) begin
        if (32'(at_q) == u && 32'(port_q) == p && !asks) {to_port, to_vc} = route[(u*PORTS_2N+p)*ROUTE_W+:ROUTE_W];
        if (((df_pkg::SOURCE_PORTS >> p) & PORTS'(1)) != '0) begin
          if (32'(at_q) == u && 32'(port_q) == p && asks) begin
            may = valid[u*ASKERS+a];
            to_port = port[(u*ASKERS+a)*PORT_W+:PORT_W];
            to_vc = vc[(u*ASKERS+a)*VC_W+:VC_W];
            to_nonmin = nonmin[u*ASKERS+a];
            to_mid = mid[(u*ASKERS+a)*MID_W+:MID_W];
          end
          a = a + 1;
        end
      end
    end
  end
  assign salt = asks ? random[SALT_W-1:0] : flit_q[df_pkg::SALT_AT+:SALT_W];

  // ---- its legs ----
  reg [3:0] leg_hops_q;        // channels on this leg,
  reg passed_q;                // which is the second of two
  wire at_mid = 32'(at_q) == 32'(to_mid);
  wire first_leg = to_nonmin && !passed_q && !at_mid;
  wire [3:0] leg_hops = (to_nonmin && !passed_q && at_mid) ? 4'd0 : leg_hops_q;
  always @(posedge clk_i) begin
    leg_hops_q <= moves_q ? leg_hops + 1'b1 : '0;
    passed_q <= moves_q && (passed_q || (to_nonmin && at_mid));
  end
  assign target = first_leg ? to_mid : dst;

  // ---- what the specification says ----
  // The node that is drawn at the source, and whether the packet goes there first.
  wire [17:0] drawn = (18'(random[31:16]) * 18'(NODES)) >> 16;
  wire by_drawn = algorithm == df_pkg::ALG_VAL[0] && 18'(at_q) != drawn && 32'(at_q) != 32'(dst) && 18'(dst) != drawn;
  // The way: of those in ascending order the one that the rotated salt says.
  wire [2:0] by = 3'(flit_q[df_pkg::HOPS_AT+:df_pkg::HOPS_W]) * 3'd3;
  wire [SALT_W-1:0] rotated = SALT_W'(({salt, salt} << by) >> SALT_W);
  logic [PORT_W-1:0] way;
  always_comb begin : by_salt
    integer p;
    logic [2:0] count;
    logic [2:0] lower;
    logic [10:0] number;
    count = '0;
    lower = '0;
    way = '1;
    for (p = 0; p < PORTS; p = p + 1) count = count + 3'(shortest[p]);
    number = (11'(rotated) * 11'(count)) >> 8;
    for (p = 0; p < PORTS; p = p + 1) begin
      if (shortest[p] && 11'(lower) == number) way = PORT_W'(p);
      lower = lower + 3'(shortest[p]);
    end
  end
  // The VC rises from 0 on the first leg and from SPLIT_VC on the second, up to the highest of each.
  wire [4:0] rising = first_leg ? 5'(leg_hops) : 5'(split_vc) + 5'(leg_hops);
  wire [4:0] highest = first_leg ? 5'(split_vc) - 5'd1 : 5'(VCS - 1);
  wire [4:0] vc_of_hop = (rising < highest) ? rising : highest;
  wire [9:0] exit_vc = (10'(salt) * 10'(VCS)) >> 8;

  // ---- what holds ----
  `FORMAL_PROVE(there_is_a_way, !moves_q || (may && 32'(to_port) < PORTS && (leaves || far != 8'hff)))
  `FORMAL_PROVE(vcs_exist, !moves_q || 32'(to_vc) < VCS)
  `FORMAL_PROVE(ends_at_destination, !moves_q || !leaves || leaves_to_dst)
  // No way is longer, so that this many cycles are all that there are of a packet.
  `FORMAL_PROVE(ends_within_most_hops, !moves_q || 32'(hops_q) <= (to_nonmin ? MOST_VAL : MOST_MIN))
  // Each channel brings it nearer to its target, first of all the intermediate node.
  `FORMAL_PROVE(shortest_paths, !moves_q || leaves || distance_there + 4'd1 == distance)
  `FORMAL_PROVE(by_intermediate_node, !moves_q || !leaves || !first_leg)
  `FORMAL_PROVE(intermediate_node_is_drawn, !moves_q || !source
                || (to_nonmin == by_drawn && 18'(to_mid) == (by_drawn ? drawn : 18'd0)))
  // A decision where no terminal injects leaves what the source has drawn.
  `FORMAL_PROVE(header_stays, !moves_q || source
                || (to_nonmin == flit_q[df_pkg::NONMIN_AT] && to_mid == flit_q[df_pkg::MID_AT+:MID_W]))
  `FORMAL_PROVE(way_is_drawn_by_salt, !moves_q || leaves || to_port == way)
  `FORMAL_PROVE(vc_rises_with_each_hop, !moves_q || leaves || 5'(to_vc) == vc_of_hop)
  `FORMAL_PROVE(vc_never_falls, !moves_q || leaves || to_vc >= vc_q)
  `FORMAL_PROVE(exit_vc_by_salt, !moves_q || !leaves || 10'(to_vc) == exit_vc)
  `FORMAL_PROVE(judged_by_the_queue_of_the_output, !moves_q || plain == '1)
  `FORMAL_COVER(longest_way, moves_q && leaves && 32'(hops_q) == MOST_VAL)
  `FORMAL_COVER(longest_minimal_way, moves_q && leaves && !to_nonmin && 32'(hops_q) == MOST_MIN)
  `FORMAL_COVER(decides_on_a_channel, moves_q && asks && !source && first_leg && hops_q != '0)
  `FORMAL_COVER(first_leg_without_decision, moves_q && !asks && first_leg)
  `FORMAL_COVER(leg_ends_without_decision, moves_q && !asks && to_nonmin && !passed_q && at_mid)
  `FORMAL_COVER(through_its_destination, moves_q && first_leg && 32'(at_q) == 32'(dst))
  `FORMAL_COVER(highest_vc_again, moves_q && !leaves && !first_leg && vc_q == VC_W'(VCS - 1))
  `FORMAL_COVER(last_of_three_ways, moves_q && shortest == PORTS'('h16) && to_port == PORT_W'(4))
endmodule
