// SPDX-License-Identifier: Apache-2.0
// Checks: DF-15, DF-16, DF-19, DF-26, DF-33
// The way of a packet through a whole dragonfly, of any source, destination, random number and choice between its candidates:
// the route units of all routers, whose tables are written through their configuration ports.
//
// Three groups of three routers with two global channels each, so that three channels join each pair of groups: in router 0
// both lead to the next group, in router 2 both to the one before, and router 1 has one to either.
`include "formal.svh"
// The route unit of router R of group G, and what is written to it.
module formal_dragonfly_router #(
    parameter int G = 0,
    parameter int R = 0
) (
    input  wire                                                  clk_i,
    input  wire                                                  rst_i,
    input  wire [2:0]                                            algorithm,
    input  wire                                                  starts_on_1,
    input  wire [7:0]                                            nothing,
    input  wire                                                  write,
    input  wire [4:0]                                            written_q,
    input  wire [df_pkg::NVP-1:0]                                arrival_ivc,
    input  wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0]            flit_ip,
    output wire [df_pkg::PORTS_2N*df_pkg::ROUTE_W-1:0]           route_ip,
    input  wire                                                  decide_ask,
    input  wire [df_pkg::ASKED_W-1:0]                            header_ask,
    input  wire [31:0]                                           random_ask,
    output wire [df_pkg::CANDIDATES-1:0]                         valid_cand,
    output wire [df_pkg::CANDIDATES*df_pkg::PORT_W-1:0]          port_cand,
    output wire [df_pkg::CANDIDATES*df_pkg::VC_W-1:0]            vc_cand,
    output wire [df_pkg::CANDIDATES-1:0]                         nonmin_cand,
    output wire [df_pkg::CANDIDATES*df_pkg::MID_W-1:0]           mid_cand
);
  localparam int TERMINALS = df_pkg::TERMINALS;
  localparam int GROUPS = 3;
  localparam int A = df_pkg::ROUTERS;
  localparam int H = df_pkg::GLOBALS;
  localparam int PAIR = A * H / 2;      // channels between two groups
  // ---- tables ----
  // The ways of router r to the next group (up) or the one before: its own if it has any, else all of the group.
  function automatic integer own_ways(input integer r, input integer up);
    integer k;
    own_ways = 0;
    for (k = r * H; k < (r + 1) * H; k = k + 1) if ((k < PAIR) == (up != 0)) own_ways = own_ways + 1;
  endfunction
  function automatic integer ways(input integer r, input integer up);
    ways = (own_ways(r, up) != 0) ? own_ways(r, up) : PAIR;
  endfunction
  // The channel of entry n of the table of ways: first those to the next group.
  function automatic integer way_of(input integer r, input integer n);
    integer up;
    integer k;
    integer seen;
    way_of = 0;
    seen = 0;
    for (up = 1; up >= 0; up = up - 1)
      for (k = 0; k < A * H; k = k + 1)
        if ((k < PAIR) == (up != 0) && (own_ways(r, up) == 0 || k / H == r)) begin
          if (seen == n) way_of = k;
          seen = seen + 1;
        end
  endfunction

  df_pkg::cfg_write_t cfg;
  df_pkg::control_t control;
  always_comb begin : writes
    integer r;
    integer n;
    control = '0;
    control.algorithm = algorithm;
    control.route_0 = 16'(GROUPS);
    control.route_1 = 16'(G);
    control.route_2 = 16'(R);
    control.route_3 = 16'(starts_on_1);
    cfg = '0;
    cfg.we = write;
    for (r = 0; r < A; r = r + 1)
      if (32'(written_q) == r) begin
        cfg.addr = df_pkg::ADDR_LOCAL_PORT + 16'(r);
        cfg.data = (r == R) ? 32'(nothing) : 32'(TERMINALS + ((r < R) ? r : r - 1));
      end
    for (n = 0; n < GROUPS; n = n + 1)
      if (32'(written_q) == A + n) begin
        cfg.addr = df_pkg::ADDR_GROUP + 16'(n);
        cfg.data = (n == G) ? 32'(nothing)
            : (n == (G + 1) % GROUPS) ? 32'(ways(R, 1)) << df_pkg::GROUP_COUNT_AT
            : (32'(ways(R, 0)) << df_pkg::GROUP_COUNT_AT) | 32'(ways(R, 1));
      end
    for (n = 0; n < A * H; n = n + 1)
      if (32'(written_q) == A + GROUPS + n) begin
        cfg.addr = df_pkg::ADDR_WAY + 16'(n);
        cfg.data = (n >= ways(R, 1) + ways(R, 0)) ? 32'(nothing)
            : 32'(way_of(R, n) / H) | (32'(way_of(R, n) % H) << df_pkg::WAY_GLOBAL_PORT_AT);
      end
  end
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
      .valid_cand_o(valid_cand),
      .port_cand_o(port_cand),
      .vc_cand_o(vc_cand),
      .nonmin_cand_o(nonmin_cand),
      .mid_cand_o(mid_cand),
      .publish_o(publish),
      .delay_credits_o(delay)
  );
endmodule

module formal_dragonfly_routes (
    input wire       clk_i,
    input wire       choice  // of the candidates
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int GROUP_W = df_pkg::GROUP_W;
  localparam int ROUTER_W = df_pkg::ROUTER_W;
  localparam int NODE_W = df_pkg::NODE_W;
  localparam int TERMINALS = df_pkg::TERMINALS;
  localparam int LOCALS = df_pkg::LOCALS;
  localparam int FIRST_GLOBAL = TERMINALS + LOCALS;
  localparam int GROUPS = 3;
  localparam int A = df_pkg::ROUTERS;
  localparam int H = df_pkg::GLOBALS;
  localparam int PAIR = A * H / 2;      // channels between two groups
  localparam int NODES = GROUPS * A;
  wire rst_i;
  `FORMAL_RESET
  assign rst_i = !started;
  `FORMAL_ANY(3, algorithm)
  `FORMAL_ANY(32, random)
  `FORMAL_ANY(GROUP_W, from_group)
  `FORMAL_ANY(ROUTER_W, from_router)
  `FORMAL_ANY(FLIT_W, from_flit)
  `FORMAL_ANY(1, starts_on_1)  // minimal packets
  `FORMAL_ANY(8, nothing)      // in entries that mean nothing
  `FORMAL_ASSUME(algorithm <= df_pkg::ALG_UGAL_L_CR)
  // Non-minimal packets have VC 0 of their group to themselves.
  `FORMAL_ASSUME(starts_on_1 || algorithm == df_pkg::ALG_MIN)

  // ---- channels: number k of a group is global port k mod H of router k / H ----
  // Those below PAIR lead to the next group, the others to the one before; k ends at number A H - 1 - k there.
  function automatic integer group_after(input integer group);
    group_after = (group == GROUPS - 1) ? 0 : group + 1;
  endfunction
  function automatic integer group_before(input integer group);
    group_before = (group == 0) ? GROUPS - 1 : group - 1;
  endfunction

  localparam int WRITES = A + GROUPS + A * H;
  reg [4:0] written_q = '0;    // writes of each router so far
  wire ready = 32'(written_q) == WRITES;
  always @(posedge clk_i) if (started && !ready) written_q <= written_q + 1'b1;

  // ---- the packet ----
  reg begun_q = 1'b0;
  reg [GROUP_W-1:0] group_q;  // where its head is,
  reg [ROUTER_W-1:0] router_q;
  reg [PORT_W-1:0] port_q;    // the input port
  reg [VC_W-1:0] vc_q;        // and VC on which it came
  reg [FLIT_W-1:0] flit_q;
  reg [3:0] hops_q;
  reg [1:0] globals_q;        // global channels that it has taken
  reg moves_q = 1'b0;         // it is in the network
  wire [GROUP_W-1:0] dst_group = flit_q[df_pkg::DST_AT+ROUTER_W+:GROUP_W];
  wire [ROUTER_W-1:0] dst_router = flit_q[df_pkg::DST_AT+:ROUTER_W];
  wire [df_pkg::TERM_W-1:0] dst_term = flit_q[df_pkg::DST_TERM_AT+:df_pkg::TERM_W];
  wire asks = 32'(port_q) < TERMINALS;

  // ---- the route units ----
  logic [df_pkg::NVP-1:0] arrival;
  always_comb begin : at_port
    arrival = '0;
    if (moves_q && !asks) arrival = df_pkg::NVP'(1) << ((32'(port_q) << df_pkg::VC_BITS) + 32'(vc_q));
  end
  wire [NODES*PORTS_2N*ROUTE_W-1:0] route;
  wire [NODES*2-1:0] valid;
  wire [NODES*2*PORT_W-1:0] port;
  wire [NODES*2*VC_W-1:0] vc;
  wire [NODES*2-1:0] nonmin;
  wire [NODES*2*MID_W-1:0] mid;
  for (genvar u = 0; u < NODES; u = u + 1) begin : gen_router
    wire here = moves_q && 32'(group_q) == u / A && 32'(router_q) == u % A;
    formal_dragonfly_router #(
        .G(u / A),
        .R(u % A)
    ) router (
        .clk_i,
        .rst_i,
        .algorithm,
        .starts_on_1,
        .nothing,
        .write(started && !ready),
        .written_q,
        .arrival_ivc(here ? arrival : '0),
        .flit_ip({PORTS_2N{flit_q}}),
        .route_ip(route[u*PORTS_2N*ROUTE_W+:PORTS_2N*ROUTE_W]),
        .decide_ask(here && asks),
        .header_ask(flit_q[df_pkg::TAG_W+:df_pkg::ASKED_W]),
        .random_ask(random),
        .valid_cand(valid[u*2+:2]),
        .port_cand(port[u*2*PORT_W+:2*PORT_W]),
        .vc_cand(vc[u*2*VC_W+:2*VC_W]),
        .nonmin_cand(nonmin[u*2+:2]),
        .mid_cand(mid[u*2*MID_W+:2*MID_W])
    );
  end

  // ---- where it goes ----
  logic [1:0] may;
  logic [PORT_W-1:0] to_port;
  logic [VC_W-1:0] to_vc;
  logic to_nonmin;
  logic [MID_W-1:0] to_mid;
  always_comb begin : taken
    integer u;
    integer p;
    p = 0;
    may = '0;
    to_port = '0;
    to_vc = '0;
    to_nonmin = flit_q[df_pkg::NONMIN_AT];
    to_mid = flit_q[df_pkg::MID_AT+:MID_W];
    for (u = 0; u < NODES; u = u + 1)
      if (32'(group_q) == u / A && 32'(router_q) == u % A) begin
        if (asks) begin
          may = valid[u*2+:2];
          to_port = choice ? port[(u*2+1)*PORT_W+:PORT_W] : port[u*2*PORT_W+:PORT_W];
          to_vc = choice ? vc[(u*2+1)*VC_W+:VC_W] : vc[u*2*VC_W+:VC_W];
          to_nonmin = choice ? nonmin[u*2+1] : nonmin[u*2];
          to_mid = choice ? mid[(u*2+1)*MID_W+:MID_W] : mid[u*2*MID_W+:MID_W];
        end else
          for (p = TERMINALS; p < PORTS; p = p + 1)
            if (32'(port_q) == p) {to_port, to_vc} = route[(u*PORTS_2N+p)*ROUTE_W+:ROUTE_W];
      end
  end
  `FORMAL_ASSUME(!moves_q || !asks || may == '0 || may[choice])
  wire leaves = 32'(to_port) < TERMINALS;
  wire by_global = 32'(to_port) >= FIRST_GLOBAL;
  wire [SALT_W-1:0] salt = asks ? random[SALT_W-1:0] : flit_q[df_pkg::SALT_AT+:SALT_W];

  logic [GROUP_W-1:0] next_group;
  logic [ROUTER_W-1:0] next_router;
  logic [PORT_W-1:0] next_port;
  always_comb begin : network
    integer k;
    integer r;
    integer j;
    j = 0;
    next_group = group_q;
    next_router = router_q;
    next_port = '0;
    // Local ports lead to the other routers of the group in their order.
    for (r = 0; r < A; r = r + 1)
      for (j = 0; j < A; j = j + 1)
        if (j != r && 32'(router_q) == r && 32'(to_port) == TERMINALS + ((j < r) ? j : j - 1)) begin
          next_router = ROUTER_W'(j);
          next_port = PORT_W'(TERMINALS + ((r < j) ? r : r - 1));
        end
    for (k = 0; k < A * H; k = k + 1)
      if (32'(router_q) == k / H && 32'(to_port) == FIRST_GLOBAL + k % H) begin
        next_group = GROUP_W'((k < PAIR) ? group_after(32'(group_q)) : group_before(32'(group_q)));
        next_router = ROUTER_W'((A * H - 1 - k) / H);
        next_port = PORT_W'(FIRST_GLOBAL + (A * H - 1 - k) % H);
      end
  end

  always @(posedge clk_i)
    if (ready && !begun_q) begin
      begun_q <= 1'b1;
      moves_q <= 1'b1;
      group_q <= from_group;
      router_q <= from_router;
      port_q <= '0;
      vc_q <= '0;
      flit_q <= from_flit;
      hops_q <= '0;
      globals_q <= '0;
    end else if (moves_q) begin
      group_q <= next_group;
      router_q <= next_router;
      port_q <= next_port;
      vc_q <= to_vc;
      flit_q[df_pkg::SALT_AT+:SALT_W] <= salt;
      flit_q[df_pkg::NONMIN_AT] <= to_nonmin;
      flit_q[df_pkg::MID_AT+:MID_W] <= to_mid;
      flit_q[df_pkg::HOPS_AT+:df_pkg::HOPS_W] <= flit_q[df_pkg::HOPS_AT+:df_pkg::HOPS_W] + 1'b1;
      hops_q <= hops_q + 1'b1;
      globals_q <= globals_q + 2'(by_global);
      moves_q <= !leaves;
    end
  // The source sends zero in what a decision sets.
  `FORMAL_ASSUME(32'(from_group) < GROUPS && 32'(from_router) < A && from_flit[df_pkg::HEAD_AT]
                 && 32'(from_flit[df_pkg::DST_AT+ROUTER_W+:GROUP_W]) < GROUPS && 32'(from_flit[df_pkg::DST_AT+:ROUTER_W]) < A
                 && 32'(from_flit[df_pkg::DST_TERM_AT+:df_pkg::TERM_W]) < TERMINALS && !from_flit[df_pkg::NONMIN_AT]
                 && from_flit[df_pkg::HOPS_AT+:df_pkg::HOPS_W] == '0 && from_flit[df_pkg::SALT_AT+:SALT_W] == '0
                 && from_flit[df_pkg::MID_AT+:MID_W] == '0)

  // ---- what holds ----
  // A local channel, if any, before each global one and at the end: 4 routers on minimal paths, 6 on others.
  wire [3:0] most = to_nonmin ? 4'd5 : 4'd3;
  wire crossed_all = globals_q == (to_nonmin ? 2'd2 : 2'd1);
  `FORMAL_PROVE(there_is_a_way, !moves_q || ((!asks || may != '0) && 32'(to_port) < PORTS))
  `FORMAL_PROVE(vcs_exist, !moves_q || 32'(to_vc) < df_pkg::VCS)
  `FORMAL_PROVE(ends_at_destination, !moves_q || !leaves || (group_q == dst_group && router_q == dst_router
                && to_port == PORT_W'(dst_term)))
  `FORMAL_PROVE(ends_within_most_hops, !moves_q || hops_q <= most)
  // Global channels: one, or two by way of the intermediate group; within a group none.
  `FORMAL_PROVE(global_channels, !moves_q || (from_group == dst_group ? globals_q == '0 && !by_global && !to_nonmin
                                              : !leaves || crossed_all))
  `FORMAL_PROVE(by_intermediate_group, !moves_q || !to_nonmin || (to_mid != from_group && to_mid != dst_group
                && (globals_q != 2'd1 || group_q == to_mid)))
  // Figure 7: VC 0, 1 and 2 in the three groups of a non-minimal path. Others begin on MIN_START_VC, and are one up after a
  // global channel.
  `FORMAL_PROVE(vc_never_falls, !moves_q || leaves || asks || to_vc >= vc_q)
  `FORMAL_PROVE(vc_is_that_of_figure_7, !moves_q || leaves
                || to_vc == VC_W'(globals_q) + VC_W'(starts_on_1 && !to_nonmin))
  // What a packet takes is open to the algorithm.
  `FORMAL_PROVE(min_is_minimal, !moves_q || !to_nonmin || algorithm != df_pkg::ALG_MIN)
  `FORMAL_COVER(longest_way, moves_q && leaves && to_nonmin && hops_q == 4'd5)
  `FORMAL_COVER(longest_minimal_way, moves_q && leaves && !to_nonmin && hops_q == 4'd3)
  `FORMAL_COVER(vc_2_to_another_router, moves_q && !leaves && to_vc == VC_W'(2) && to_nonmin)
  `FORMAL_COVER(minimal_on_vc_0, moves_q && by_global && to_vc == '0 && !to_nonmin)
endmodule
