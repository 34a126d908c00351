// SPDX-License-Identifier: Apache-2.0
// Route unit of the dragonfly: turns the header of a packet into an output VC, by two small tables.
//
// It serves the flits that arrive (their route depends on nothing but the header and the tables, so it
// is known at once) and the packets at the front of input VCs that ask for a decision, here those of terminals, for
// which it yields the candidates: the minimal path and a path through a random intermediate group, each with the
// queue that it is judged by. Another family of networks has another route unit with the same ports. Everything
// is combinational from registers.
`include "df_macros.svh"
`default_nettype none
module df_route_unit (
/* verilator lint_off UNUSEDSIGNAL */  // each unit reads its part of control_i
`include "df_route_unit_ports.svh"
/* verilator lint_on UNUSEDSIGNAL */
);
  localparam logic [df_pkg::NVP-1:0] TERMINAL_VCS = df_pkg::vcs_of_ports(df_pkg::TERMINAL_PORTS);
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int FIRST_GLOBAL = df_pkg::FIRST_PUBLISHED;
  localparam int VC_W = df_pkg::VC_W;
  localparam int LANE_W = df_pkg::LANE_W;
  localparam int WEIGHT_W = df_pkg::WEIGHT_W;
  localparam int GROUPS_2N = 1 << df_pkg::GROUP_W;
  localparam int ROUTERS_2N = 1 << df_pkg::ROUTER_W;
  localparam int WAYS_2N = 1 << df_pkg::CHANNEL_W;
  localparam int LOCAL_COUNT_W = 8;
  localparam int WAY_W = df_pkg::WAY_W;
  // The number of ways can be CHANNELS itself, one more than fits an index.
  localparam int COUNT_W = df_pkg::CHANNEL_W + 1;

  // ---- registers and tables, written at start-up ----
  wire [15:0] groups = control_i.route_0;
  wire [df_pkg::GROUP_W-1:0] my_group = control_i.route_1[df_pkg::GROUP_W-1:0];
  wire [df_pkg::ROUTER_W-1:0] my_router = control_i.route_2[df_pkg::ROUTER_W-1:0];
  wire [VC_W-1:0] min_start_vc = control_i.route_3[VC_W-1:0];
  assign publish_o = control_i.algorithm == df_pkg::ALG_UGAL_G;
  assign delay_credits_o = control_i.algorithm == df_pkg::ALG_UGAL_L_CR;

  reg [df_pkg::PORT_W-1:0] local_port_mem[0:ROUTERS_2N-1];   // the first of the ports towards a router of the group,
  reg [LOCAL_COUNT_W-1:0] local_count_mem[0:ROUTERS_2N-1];   // and, with LOCAL_DRAW, their number
  reg [df_pkg::CHANNEL_W-1:0] first_mem[0:GROUPS_2N-1];
  reg [COUNT_W-1:0] count_mem[0:GROUPS_2N-1];
  reg [WAY_W-1:0] way_mem[0:WAYS_2N-1];

  // What is written, and where to.
  wire [15:0] addr = cfg_i.addr;
  // 0 stands for 1.
  wire [LOCAL_COUNT_W-1:0] locals_to = (cfg_i.data[df_pkg::LOCAL_PORT_COUNT_AT+:LOCAL_COUNT_W] == '0)
      ? LOCAL_COUNT_W'(1) : cfg_i.data[df_pkg::LOCAL_PORT_COUNT_AT+:LOCAL_COUNT_W];
  wire loads_local_port = addr[15:12] == df_pkg::ADDR_LOCAL_PORT[15:12] && 32'(addr[11:0]) < df_pkg::ROUTERS;
  wire loads_group = addr[15:13] == df_pkg::ADDR_GROUP[15:13] && 32'(addr[12:0]) < df_pkg::MAX_GROUPS;
  wire loads_way = addr[15:14] == df_pkg::ADDR_WAY[15:14] && 32'(addr[13:0]) < df_pkg::CHANNELS;
  always_ff @(posedge clk_i) begin : load
    if (cfg_i.we) begin
      if (loads_local_port) begin
        local_port_mem[cfg_i.addr[df_pkg::ROUTER_W-1:0]] <= cfg_i.data[df_pkg::PORT_W-1:0];
        local_count_mem[cfg_i.addr[df_pkg::ROUTER_W-1:0]] <= locals_to;
      end
      if (loads_group) begin
        first_mem[cfg_i.addr[df_pkg::GROUP_W-1:0]] <= cfg_i.data[df_pkg::GROUP_FIRST_AT+:df_pkg::CHANNEL_W];
        count_mem[cfg_i.addr[df_pkg::GROUP_W-1:0]] <= cfg_i.data[df_pkg::GROUP_COUNT_AT+:COUNT_W];
      end
      if (loads_way)
        way_mem[cfg_i.addr[df_pkg::CHANNEL_W-1:0]] <= ({cfg_i.data[df_pkg::WAY_ROUTER_AT+:df_pkg::ROUTER_W],
                        cfg_i.data[df_pkg::WAY_GLOBAL_PORT_AT+:df_pkg::GPORT_W]});
    end
  end
  if (df_pkg::CLAIMS) begin : gen_claims
    df_table_claims u_table_claims (
        .clk_i,
        .rst_i,
        .cfg_i,
        .loads_local_port_i(loads_local_port),
        .loads_group_i(loads_group),
        .loads_way_i(loads_way),
        .locals_to_i(locals_to)
    );
  end

  // The way to a group that the number `salt` picks.
  function automatic logic [WAY_W-1:0] way_to(input logic [df_pkg::GROUP_W-1:0] group, input logic [7:0] salt);
    logic [COUNT_W+7:0] product;
    logic [df_pkg::CHANNEL_W-1:0] way;
    product = (COUNT_W + 8)'(salt) * (COUNT_W + 8)'(count_mem[group]);
    way = first_mem[group] + df_pkg::CHANNEL_W'(product >> 8);
    way_to = way_mem[way];
  endfunction

  // The port to a router of the group: of those side by side the one that a packet takes after so many hops.
  function automatic logic [PORT_W-1:0] local_port(input logic [df_pkg::ROUTER_W-1:0] router, input logic [7:0] salt,
                                                   input logic [2:0] hops);
    logic [7:0] rotated;
    logic [LOCAL_COUNT_W+7:0] product;
    rotated = df_pkg::rotated_salt(salt, hops + 3'd1);
    product = (LOCAL_COUNT_W + 8)'(rotated) * (LOCAL_COUNT_W + 8)'(local_count_mem[router]);
    local_port = local_port_mem[router] + (df_pkg::LOCAL_DRAW ? PORT_W'(product >> 8) : PORT_W'(0));
  endfunction

  // ---- flits that have arrived ----
  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  /* verilator lint_off UNUSEDSIGNAL */  // the payload and what only other units read
  df_pkg::flit_t flit;
  /* verilator lint_on UNUSEDSIGNAL */
  logic no_way;      // a packet is for a group that the table does not know
  logic vc_missing;  // or needs a VC that does not exist

  // Everything is computed for every packet and then selected: in simulation a branch that depends on where
  // packets happen to go costs more than what it would skip.
  always_comb begin : arrivals
    integer i;
    integer k;
    logic [PORT_W-1:0] ip;
    logic [df_pkg::NVP-1:0] rem;
    logic from_global;
    logic to_mid;                      // it is on its way to the intermediate group
    logic [df_pkg::GROUP_W-1:0] dst_group;
    logic [df_pkg::ROUTER_W-1:0] dst_router;
    logic [df_pkg::GROUP_W-1:0] target;
    logic [df_pkg::GROUP_W-1:0] this_group;   // read once; in simulation each round would take it from the registers
    logic [df_pkg::ROUTER_W-1:0] this_router;
    logic at_target;                   // this is the group that it goes to
    logic [7:0] salt;
    logic [WAY_W-1:0] way;
    logic [df_pkg::ROUTER_W-1:0] router;      // the router of this group by which it leaves,
    logic here;                               // which is this one,
    logic [df_pkg::PORT_W-1:0] port_here;     // by this port
    logic [df_pkg::PORT_W-1:0] port;
    logic [df_pkg::VC_W-1:0] vc;

    flit = '0;
    {ip, from_global, to_mid, dst_group, dst_router, target} = '0;
    this_group = my_group;
    this_router = my_router;
    {at_target, salt, way, router, here, port_here, port, vc, no_way, vc_missing} = '0;
    for (k = 0; k < df_pkg::PORTS_2N; k = k + 1) `DF_WORD(route_ip_o, df_pkg::ROUTE_W, k) = '0;

    // Packets at terminal ports are routed when they are at the front.
    rem = arrival_ivc_i & ~TERMINAL_VCS;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      ip = i[df_pkg::VC_BITS+:PORT_W];
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip);
      from_global = 32'(ip) >= FIRST_GLOBAL;
      vc = df_pkg::VC_W'(i) & df_pkg::VC_W'(df_pkg::STRIDE - 1);
      to_mid = flit.nonmin & ~from_global & (vc == '0);
      {dst_group, dst_router} = flit.dst;
      target = to_mid ? flit.mid : dst_group;
      at_target = target == this_group;
      salt = flit.salt;
      if (flit.nonmin && !to_mid) for (k = 0; k < 8; k = k + 1) salt[k] = 1'(flit.salt >> (7 - k));
      way = way_to(target, salt);
      no_way = no_way | (flit.head & ~at_target & (count_mem[target] == '0));
      router = at_target ? dst_router : df_pkg::router_of(way);
      here = router == this_router;
      port_here = at_target ? PORT_W'(flit.dst_term) : PORT_W'(FIRST_GLOBAL) + PORT_W'(way[df_pkg::GPORT_W-1:0]);
      port = here ? port_here : local_port(router, flit.salt, flit.hops[2:0]);
      vc_missing = vc_missing | (flit.head & from_global & ~(here & at_target) & (32'(vc) == df_pkg::VCS - 1));
      vc = (here & at_target) ? df_pkg::exit_vc(flit.salt)
                              : vc + df_pkg::VC_W'(from_global);
      `DF_WORD(route_ip_o, df_pkg::ROUTE_W, ip) = {port, vc};
    end
  end

  // ---- candidates for packets at terminal ports ----
  // The port on a path from here through a router, where it goes on by `own` if that is this one.
  function automatic logic [PORT_W-1:0] first_port(input logic [df_pkg::ROUTER_W-1:0] router, input logic [PORT_W-1:0] own,
                                                   input logic [7:0] salt);
    first_port = (router == my_router) ? own : local_port(router, salt, 3'd0);
  endfunction

  // A group drawn from all.
  function automatic logic [df_pkg::GROUP_W-1:0] drawn(input logic [15:0] random);
    drawn = df_pkg::GROUP_W'(({16'd0, random} * {16'd0, groups}) >> 16);
  endfunction

  // What both paths are judged by, which begin on the same port or not.
  function automatic logic [1:0] judged_by(input logic same_port);
    judged_by = df_pkg::QUEUE_OF_OUTPUT;
    if (publish_o) judged_by = df_pkg::QUEUE_OF_LANE;
    else if (control_i.algorithm == df_pkg::ALG_UGAL_L_VC || (control_i.algorithm != df_pkg::ALG_UGAL_L && same_port))
      judged_by = df_pkg::QUEUE_OF_VC;
  endfunction

  df_pkg::asked_t asked;  // of a header; here, where Yosys knows its fields

  always_comb begin : candidates
    integer n;
    logic [df_pkg::ROUTER_W-1:0] dst_router;
    logic [df_pkg::GROUP_W-1:0] dst_group;
    logic [7:0] salt;
    logic leaves;                    // it is for another group
    logic [WAY_W-1:0] way;
    logic [df_pkg::ROUTER_W-1:0] router;
    logic [PORT_W-1:0] min_port;
    logic [df_pkg::GROUP_W-1:0] mid;
    logic [PORT_W-1:0] port;         // towards that group
    logic [1:0] kind;

    n = 0;
    asked = '0;
    {valid_cand_o, port_cand_o, vc_cand_o, kind_cand_o, lane_cand_o, weight_cand_o, bias_cand_o, nonmin_cand_o} = '0;
    {mid_cand_o, dst_router, dst_group, salt, leaves, way, router, min_port, mid, port, kind} = '0;

    if (decide_ask_i != '0)
      for (n = 0; n < df_pkg::ASKERS; n = n + 1)
        if (decide_ask_i[n]) begin
          asked = header_ask_i[n*df_pkg::ASKED_W+:df_pkg::ASKED_W];
          {dst_group, dst_router} = asked.dst;
          salt = random_ask_i[n*32+:8];
          leaves = dst_group != my_group;

          // Minimal path.
          way = way_to(dst_group, salt);
          router = leaves ? df_pkg::router_of(way) : dst_router;
          min_port = first_port(
              router, leaves ? PORT_W'(FIRST_GLOBAL) + PORT_W'(way[df_pkg::GPORT_W-1:0]) : PORT_W'(asked.dst_term), salt);
          port_cand_o[(n*CANDIDATES)*PORT_W+:PORT_W] = min_port;
          vc_cand_o[(n*CANDIDATES)*VC_W+:VC_W] =
              (leaves || router != my_router) ? min_start_vc : df_pkg::exit_vc(salt);
          valid_cand_o[n*CANDIDATES] = 1'b1;
          if (leaves) lane_cand_o[(n*CANDIDATES)*LANE_W+:LANE_W] = df_pkg::channel(way);
          if (leaves && publish_o) kind_cand_o[(n*CANDIDATES)*2+:2] = df_pkg::QUEUE_OF_LANE;

          // Path through the group that the random number draws, if the routing may use it and
          // the group is neither the packet's own nor its destination.
          mid = drawn(random_ask_i[n*32+16+:16]);
          if (leaves && mid != my_group && mid != dst_group && control_i.algorithm != df_pkg::ALG_MIN) begin
            way = way_to(mid, salt);
            port = first_port(df_pkg::router_of(way), PORT_W'(FIRST_GLOBAL) + PORT_W'(way[df_pkg::GPORT_W-1:0]), salt);
            port_cand_o[(n*CANDIDATES+1)*PORT_W+:PORT_W] = port;
            lane_cand_o[(n*CANDIDATES+1)*LANE_W+:LANE_W] = df_pkg::channel(way);
            // Hops, of which the first may be a local one.
            weight_cand_o[(n*CANDIDATES)*WEIGHT_W+:2*WEIGHT_W] = control_i.all_hops
                ? {WEIGHT_W'(4) + WEIGHT_W'(32'(port) < FIRST_GLOBAL), WEIGHT_W'(2) + WEIGHT_W'(32'(min_port) < FIRST_GLOBAL)}
                : {WEIGHT_W'(2), WEIGHT_W'(1)};
            bias_cand_o[(n*CANDIDATES+1)*df_pkg::BIAS_W+:df_pkg::BIAS_W] = control_i.threshold;
            nonmin_cand_o[n*CANDIDATES+1] = 1'b1;
            mid_cand_o[(n*CANDIDATES+1)*df_pkg::MID_W+:df_pkg::MID_W] = mid;
            kind = judged_by(min_port == port);
            kind_cand_o[(n*CANDIDATES)*2+:4] = {kind, kind};
            valid_cand_o[n*CANDIDATES+:2] = {1'b1, control_i.algorithm != df_pkg::ALG_VAL};
          end
        end
  end

  // Checks: DF-8
  `DF_PARAMETER_CHECK(gen_groups, df_pkg::MAX_GROUPS <= df_pkg::ENTRIES_GROUP, "ROUTERS x GLOBALS must be less than 8192")
  // Checks: DF-5
  `DF_PARAMETER_CHECK(gen_locals, df_pkg::LOCALS >= 0 && df_pkg::LOCALS <= 255, "LOCALS must be 0 to 255")

  `DF_CLAIMS(clk_i, rst_i, arrival_ivc_i != '0) begin
    // Checks: DF-17, DF-20
    `DF_CLAIM(group_is_known, !no_way, "a packet is for a group to which the table has no way")
    // Checks: DF-15
    `DF_CLAIM(vcs_are_enough, !vc_missing, "a packet that came by a global channel on the highest VC must go on")
  end
endmodule
`default_nettype wire
