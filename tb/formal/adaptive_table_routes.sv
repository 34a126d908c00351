// SPDX-License-Identifier: Apache-2.0
// Checks: AT-1, AT-3, AT-4, AT-7, AT-10, AT-11, AT-12
// The way of a packet through a whole network by table in which packets adapt, of any source, destination and choices between
// its outputs: the route units of all routers, whose tables are written through their configuration ports.
`include "formal.svh"
// The route unit of router R, and what is written to it.
module formal_adaptive_router #(
    parameter int R = 0
) (
    input  wire                                            clk_i,
    input  wire                                            rst_i,
    input  wire [31:0]                                     nothing,
    input  wire                                            write,
    input  wire [4:0]                                      written_q,
    input  wire [df_pkg::PORTS-1:0]                        head_ip,
    input  wire [df_pkg::PORTS_2N*df_pkg::VC_W-1:0]        vc_ip,
    input  wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0]      flit_ip,
    input  wire [df_pkg::PORTS*32-1:0]                     random_ip,
    output wire [df_pkg::PORTS_2N-1:0]                     valid_ip,
    output wire [df_pkg::PORTS_2N-1:0]                     compared_ip,
    output wire [df_pkg::CANDS_2N*df_pkg::PORTS-1:0]       set_cand,
    output wire [df_pkg::CANDS_2N*df_pkg::OFFER_W-1:0]     offer_cand,
    output wire [df_pkg::PORTS*df_pkg::SALT_W-1:0]         salt_ip
);
`include "table_network.svh"
  localparam int PORTS = df_pkg::PORTS;
  localparam int SETS = df_pkg::SETS;
  // ---- tables: set n + 1 is that of node n, and set 0 of none ----
  df_pkg::cfg_write_t cfg;
  df_pkg::control_t control;
  always_comb begin : writes
    integer n;
    control = '0;
    control.algorithm = df_pkg::ALG_ADAPTIVE;
    control.route_0 = (R < NODES) ? 16'(R) : 16'hffff;
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
        cfg.data = (n == R) ? nothing : 32'(n + 1);
      end
    for (n = 0; n < SETS; n = n + 1)
      if (32'(written_q) == EXITS + NODES + n) begin
        cfg.addr = df_pkg::ADDR_SET + 16'(n);
        cfg.data = nothing;
        if (n >= 1 && n <= NODES && n != R + 1) cfg.data = 32'(SHORTEST[(R*NODES+n-1)*PORTS+:PORTS]);
      end
  end
  wire [df_pkg::CANDS_2N*df_pkg::PORTS-1:0] standard;
  df_route_unit dut (
      .clk_i,
      .rst_i,
      .cfg_i(cfg),
      .control_i(control),
      .head_ip_i(head_ip),
      .vc_ip_i(vc_ip),
      .flit_ip_i(flit_ip),
      .random_ip_i(random_ip),
      .valid_ip_o(valid_ip),
      .compared_ip_o(compared_ip),
      .set_cand_o(set_cand),
      .standard_cand_o(standard),
      .offer_cand_o(offer_cand),
      .salt_ip_o(salt_ip)
  );
endmodule

module formal_adaptive_table_routes (
    input wire                       clk_i,
    input wire [31:0]                random,
    input wire [df_pkg::PORT_W-1:0]  output_port,  // that it takes, whatever the queues are
    input wire [df_pkg::FLIT_W-1:0]  noise         // what stands where nothing arrives
);
`include "table_network.svh"
  localparam int WRITES = EXITS + NODES + df_pkg::SETS;
`include "table_walk.svh"
  localparam int CANDS_2N = df_pkg::CANDS_2N;
  localparam int EACH = df_pkg::CANDIDATES_2N;  // candidates of a port in a bundle
  localparam int OFFER_W = df_pkg::OFFER_W;
  // From router 4 to node 2.
  localparam int MOST = 3;

  // ---- the route units ----
  logic [PORTS-1:0] head;
  logic [PORTS_2N*VC_W-1:0] vcs;
  logic [PORTS_2N*FLIT_W-1:0] flits;
  always_comb begin : arrival
    integer p;
    head = '0;
    vcs = {PORTS_2N{noise[VC_W-1:0]}};
    flits = {PORTS_2N{noise}};
    for (p = 0; p < PORTS; p = p + 1)
      if (32'(port_q) == p) begin
        head[p] = moves_q;
        vcs[p*VC_W+:VC_W] = vc_q;
        flits[p*FLIT_W+:FLIT_W] = flit_q;
      end
  end
  wire [UNITS*PORTS_2N-1:0] valid;
  wire [UNITS*PORTS_2N-1:0] compared;
  wire [UNITS*CANDS_2N*PORTS-1:0] sets;
  wire [UNITS*CANDS_2N*OFFER_W-1:0] offers;
  wire [UNITS*PORTS*SALT_W-1:0] salts;
  for (genvar u = 0; u < UNITS; u = u + 1) begin : gen_router
    formal_adaptive_router #(
        .R(u)
    ) router (
        .clk_i,
        .rst_i,
        .nothing,
        .write(writes),
        .written_q,
        .head_ip((32'(at_q) == u) ? head : '0),
        .vc_ip(vcs),
        .flit_ip(flits),
        .random_ip({PORTS{random}}),
        .valid_ip(valid[u*PORTS_2N+:PORTS_2N]),
        .compared_ip(compared[u*PORTS_2N+:PORTS_2N]),
        .set_cand(sets[u*CANDS_2N*PORTS+:CANDS_2N*PORTS]),
        .offer_cand(offers[u*CANDS_2N*OFFER_W+:CANDS_2N*OFFER_W]),
        .salt_ip(salts[u*PORTS*SALT_W+:PORTS*SALT_W])
    );
  end

  // ---- what it takes: any output of its candidate ----
  logic may;                   // it has a candidate without a standard
  logic [PORTS-1:0] set;
  logic [OFFER_W-1:0] offer;
  logic taken;
  always_comb begin : candidate
    integer u;
    integer p;
    p = 0;
    may = 1'b0;
    set = '0;
    offer = '0;
    salt = '0;
    for (u = 0; u < UNITS; u = u + 1)
      for (p = 0; p < PORTS; p = p + 1)
        if (32'(at_q) == u && 32'(port_q) == p) begin
          may = valid[u*PORTS_2N+p] && !compared[u*PORTS_2N+p];
          set = sets[(u*CANDS_2N+p*EACH)*PORTS+:PORTS];
          offer = offers[(u*CANDS_2N+p*EACH)*OFFER_W+:OFFER_W];
          salt = salts[(u*PORTS+p)*SALT_W+:SALT_W];
        end
    taken = 1'b0;
    for (p = 0; p < PORTS; p = p + 1) if (32'(output_port) == p && set[p]) taken = 1'b1;
  end
  `FORMAL_ASSUME(!moves_q || taken || set == '0)
  assign to_port = output_port;
  assign to_vc = offer[1+MID_W+:VC_W];
  assign to_nonmin = offer[MID_W];
  assign to_mid = offer[MID_W-1:0];
  assign target = dst;

  // ---- what the specification says ----
  function automatic logic [3:0] exit_of(input logic [2:0] router, input logic [df_pkg::TERM_W-1:0] terminal);
    integer u;
    integer t;
    exit_of = 4'd15;
    for (u = 0; u < NODES; u = u + 1)
      for (t = 0; t < EXITS; t = t + 1)
        if (32'(router) == u && 32'(terminal) == t) exit_of = EXIT_PORTS[(u*EXITS+t)*4+:4];
  endfunction
  wire [PORTS-1:0] exits = PORTS'(1) << exit_of(at_q, dst_term);
  wire at_dst = 32'(at_q) == 32'(dst);
  // The VC is 0 on the first channel, and rises from there up to the highest.
  wire [3:0] vc_of_hop = (32'(hops_q) < VCS - 1) ? hops_q : 4'(VCS - 1);

  // ---- what holds ----
  `FORMAL_PROVE(there_is_a_way, !moves_q || (may && taken && (leaves || far != 8'hff)))
  `FORMAL_PROVE(ends_at_destination, !moves_q || !leaves || leaves_to_dst)
  // No way is longer, so that this many cycles are all that there are of a packet.
  `FORMAL_PROVE(ends_within_most_hops, !moves_q || 32'(hops_q) <= MOST)
  `FORMAL_PROVE(shortest_paths, !moves_q || leaves || distance_there + 4'd1 == distance)
  // It may take any output on a shortest path, and no other.
  `FORMAL_PROVE(all_shortest_paths, !moves_q || set == (at_dst ? exits : shortest))
  `FORMAL_PROVE(vc_rises_with_each_hop, !moves_q || leaves || 4'(to_vc) == vc_of_hop)
  `FORMAL_PROVE(vc_never_falls, !moves_q || leaves || to_vc >= vc_q)
  `FORMAL_PROVE(leaves_on_vc_0, !moves_q || !leaves || to_vc == '0)
  // Weight 1, bias 0, `nonmin` and `mid` 0; nothing is drawn.
  `FORMAL_PROVE(judged_by_the_queue_alone, !moves_q || offer[1+MID_W+VC_W+:df_pkg::WEIGHT_W+df_pkg::BIAS_W]
                == {df_pkg::WEIGHT_W'(1), {df_pkg::BIAS_W{1'b0}}})
  `FORMAL_PROVE(header_stays, !moves_q || (!to_nonmin && to_mid == '0 && salt == flit_q[df_pkg::SALT_AT+:SALT_W]))
  `FORMAL_COVER(longest_way, moves_q && leaves && 32'(hops_q) == MOST)
  `FORMAL_COVER(at_its_source, moves_q && leaves && hops_q == '0)
  `FORMAL_COVER(highest_vc_again, moves_q && !leaves && vc_q == VC_W'(VCS - 1) && to_vc == vc_q)
  `FORMAL_COVER(last_of_three_ways, moves_q && shortest == PORTS'('h16) && to_port == PORT_W'(4))
  `FORMAL_COVER(first_of_three_ways, moves_q && shortest == PORTS'('h16) && to_port == PORT_W'(1))
endmodule
