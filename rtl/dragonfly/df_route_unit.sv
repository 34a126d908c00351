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
  localparam int FIRST_GLOBAL = df_pkg::TERMINALS + df_pkg::LOCALS;
  localparam logic [df_pkg::NVP-1:0] TERMINAL_VCS = df_pkg::vcs_of_ports(df_pkg::TERMINAL_PORTS);
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int LANE_W = df_pkg::LANE_W;
  localparam int WEIGHT_W = df_pkg::WEIGHT_W;
  localparam int GROUPS_2N = 1 << df_pkg::GROUP_W;
  localparam int ROUTERS_2N = 1 << df_pkg::ROUTER_W;
  localparam int WAYS_2N = 1 << df_pkg::CHANNEL_W;
  localparam int LOCAL_COUNT_W = 8;
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
  /* verilator lint_off UNDRIVEN */
  /* verilator lint_off UNUSEDSIGNAL */
  reg [LOCAL_COUNT_W-1:0] local_count_mem[0:ROUTERS_2N-1];   // and, with LOCAL_DRAW, their number
  /* verilator lint_on UNUSEDSIGNAL */
  /* verilator lint_on UNDRIVEN */
  reg [df_pkg::CHANNEL_W-1:0] first_mem[0:GROUPS_2N-1];
  reg [COUNT_W-1:0] count_mem[0:GROUPS_2N-1];
  // A way: {router of the group, global port}.
  reg [df_pkg::ROUTER_W+df_pkg::GPORT_W-1:0] way_mem[0:WAYS_2N-1];

  // What is written, and where to.
  wire [15:0] addr = cfg_i.addr;
  /* verilator lint_off UNUSEDSIGNAL */  // for claims
  wire [15:0] low = cfg_i.data[15:0];
  wire [15:0] high = cfg_i.data[31:16];
  wire [7:0] first_local = cfg_i.data[df_pkg::LOCAL_PORT_FIRST_AT+:8];
  // 0 stands for 1.
  wire [LOCAL_COUNT_W-1:0] locals_to = (cfg_i.data[df_pkg::LOCAL_PORT_COUNT_AT+:LOCAL_COUNT_W] == '0)
      ? LOCAL_COUNT_W'(1) : cfg_i.data[df_pkg::LOCAL_PORT_COUNT_AT+:LOCAL_COUNT_W];
  /* verilator lint_on UNUSEDSIGNAL */
  wire loads_local_port = addr[15:12] == df_pkg::ADDR_LOCAL_PORT[15:12] && 32'(addr[11:0]) < df_pkg::ROUTERS;
  wire loads_group = addr[15:13] == df_pkg::ADDR_GROUP[15:13] && 32'(addr[12:0]) < df_pkg::MAX_GROUPS;
  wire loads_way = addr[15:14] == df_pkg::ADDR_WAY[15:14] && 32'(addr[13:0]) < df_pkg::CHANNELS;
  /* verilator lint_off BLKSEQ */  // DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : load
    if (cfg_i.we) begin
      // Checks: DF-12, DF-39
      `DF_CLAIM(algorithm_is_known, addr != df_pkg::ADDR_ALGORITHM
                || low[df_pkg::BITS_ALGORITHM-1:0] <= df_pkg::ALG_UGAL_L_CR,
                "there is no such ALGORITHM")
      // Checks: DF-12, DF-40
      `DF_CLAIM(groups_can_be, addr != df_pkg::ADDR_GROUPS || (low != '0 && 32'(low) <= df_pkg::MAX_GROUPS),
                "there are no groups, or more than a router can know")
      // Checks: DF-12, DF-41
      `DF_CLAIM(group_can_be, addr != df_pkg::ADDR_MY_GROUP || 32'(low) < df_pkg::MAX_GROUPS,
                "the number of the group is too large")
      // Checks: DF-12, DF-42
      `DF_CLAIM(router_can_be, addr != df_pkg::ADDR_MY_ROUTER || 32'(low) < df_pkg::ROUTERS,
                "the index of the router in its group is too large")
      // Checks: DF-12, DF-43
      `DF_CLAIM(first_vc_exists, addr != df_pkg::ADDR_MIN_START_VC || 32'(low) < df_pkg::VCS,
                "the VC on which minimal packets start does not exist")
      // Checks: DF-12, DF-44
      `DF_CLAIM(local_port_exists, !loads_local_port || 32'(first_local) + 32'(locals_to) <= FIRST_GLOBAL,
                "the port to a router of the group is a global one")
      // Checks: DF-6
      `DF_CLAIM(locals_can_be_drawn, !loads_local_port || df_pkg::LOCAL_DRAW || locals_to == LOCAL_COUNT_W'(1),
                "local channels lie side by side, and the router is built without LOCAL_DRAW")
      // Checks: DF-12, DF-45
      `DF_CLAIM(ways_are_in_table, !loads_group || 17'(low) + 17'(high) <= 17'(df_pkg::CHANNELS),
                "the ways to a group are not all in the table")
      // Checks: DF-12, DF-46
      `DF_CLAIM(way_is_a_channel, !loads_way || (32'(low) < df_pkg::ROUTERS && 17'(high) + 17'd1 <= 17'(df_pkg::GLOBALS)),
                "a way leads to a router or a global port that does not exist")
      if (loads_local_port)
        `DF_MEM_WRITE(local_port_mem[cfg_i.addr[df_pkg::ROUTER_W-1:0]],
                      cfg_i.data[df_pkg::PORT_W-1:0]);
      if (loads_local_port && df_pkg::LOCAL_DRAW)
        `DF_MEM_WRITE(local_count_mem[cfg_i.addr[df_pkg::ROUTER_W-1:0]], locals_to);
      if (loads_group) begin
        `DF_MEM_WRITE(first_mem[cfg_i.addr[df_pkg::GROUP_W-1:0]],
                      cfg_i.data[df_pkg::GROUP_FIRST_AT+:df_pkg::CHANNEL_W]);
        `DF_MEM_WRITE(count_mem[cfg_i.addr[df_pkg::GROUP_W-1:0]], cfg_i.data[df_pkg::GROUP_COUNT_AT+:COUNT_W]);
      end
      if (loads_way)
        `DF_MEM_WRITE(way_mem[cfg_i.addr[df_pkg::CHANNEL_W-1:0]],
                      ({cfg_i.data[df_pkg::WAY_ROUTER_AT+:df_pkg::ROUTER_W],
                        cfg_i.data[df_pkg::WAY_GLOBAL_PORT_AT+:df_pkg::GPORT_W]}));
    end
  end
  /* verilator lint_on BLKSEQ */

  // Index into way_mem of the way to a group that the number `salt` picks.
  /* verilator coverage_off */  // as in df_pkg
  function automatic logic [df_pkg::CHANNEL_W-1:0] pick(
      input logic [df_pkg::CHANNEL_W-1:0] first, input logic [COUNT_W-1:0] count,
      input logic [7:0] salt);
    logic [COUNT_W+7:0] product;
    product = (COUNT_W + 8)'(salt) * (COUNT_W + 8)'(count);
    pick = first + df_pkg::CHANNEL_W'(product >> 8);
  endfunction
  /* verilator coverage_on */

  // The one of `count` ports side by side, from `first` on, that a packet takes after so many hops.
  function automatic logic [df_pkg::PORT_W-1:0] side_by_side(
      input logic [df_pkg::PORT_W-1:0] first, input logic [LOCAL_COUNT_W-1:0] count, input logic [7:0] salt,
      input logic [2:0] hops);
    logic [7:0] rotated;
    logic [LOCAL_COUNT_W+7:0] product;
    rotated = df_pkg::rotated_salt(salt, hops + 3'd1);
    product = (LOCAL_COUNT_W + 8)'(rotated) * (LOCAL_COUNT_W + 8)'(count);
    side_by_side = first + df_pkg::PORT_W'(product >> 8);
  endfunction

  // Global channel of the group: router * GLOBALS + global port.
  function automatic logic [df_pkg::CHANNEL_W-1:0] channel(
      input logic [df_pkg::ROUTER_W+df_pkg::GPORT_W-1:0] way);
    channel = df_pkg::CHANNEL_W'(32'(df_pkg::ROUTER_W'(way >> df_pkg::GPORT_W)) * df_pkg::GLOBALS
                                 + 32'(df_pkg::GPORT_W'(way)));
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
    integer ip;
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
    logic [df_pkg::ROUTER_W+df_pkg::GPORT_W-1:0] way;
    logic [df_pkg::ROUTER_W-1:0] router;      // the router of this group by which it leaves,
    logic here;                               // which is this one,
    logic [df_pkg::PORT_W-1:0] port_here;     // by this port,
    logic [df_pkg::PORT_W-1:0] port_there;    // or by the local port to that router
    logic [df_pkg::PORT_W-1:0] port;
    logic [df_pkg::VC_W-1:0] vc;

    i = 0;
    k = 0;
    ip = 0;
    flit = '0;
    from_global = 1'b0;
    to_mid = 1'b0;
    dst_group = '0;
    dst_router = '0;
    target = '0;
    this_group = my_group;
    this_router = my_router;
    at_target = 1'b0;
    salt = '0;
    way = '0;
    router = '0;
    here = 1'b0;
    port_here = '0;
    port_there = '0;
    port = '0;
    vc = '0;
    no_way = 1'b0;
    vc_missing = 1'b0;
    `DF_CLEAR(route_ip_o, k, df_pkg::PORTS_2N)

    // Packets at terminal ports are routed when they are at the front.
    `DF_FOR_EACH(i, rem, arrival_ivc_i & ~TERMINAL_VCS, df_pkg::NV)
      ip = i >> df_pkg::VC_BITS;
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[df_pkg::PORT_W-1:0]);
      from_global = ip >= FIRST_GLOBAL;
      vc = df_pkg::VC_W'(i) & df_pkg::VC_W'(df_pkg::STRIDE - 1);
      to_mid = flit.nonmin & ~from_global & (vc == '0);
      {dst_group, dst_router} = flit.dst;
      target = to_mid ? flit.mid : dst_group;
      at_target = target == this_group;
      salt = flit.salt;
      if (flit.nonmin && !to_mid) for (k = 0; k < 8; k = k + 1) salt[k] = 1'(flit.salt >> (7 - k));
      way = way_mem[pick(first_mem[target], count_mem[target], salt)];
      no_way = no_way | (flit.head & ~at_target & (count_mem[target] == '0));
      router = at_target ? dst_router : way[df_pkg::GPORT_W+:df_pkg::ROUTER_W];
      here = router == this_router;
      port_here = at_target ? df_pkg::PORT_W'(flit.dst_term)
                            : df_pkg::PORT_W'(FIRST_GLOBAL) + df_pkg::PORT_W'(way[df_pkg::GPORT_W-1:0]);
      port_there = local_port_mem[router];
      if (df_pkg::LOCAL_DRAW)
        port_there = side_by_side(port_there, local_count_mem[router], flit.salt, flit.hops[2:0]);
      port = here ? port_here : port_there;
      vc_missing = vc_missing | (flit.head & from_global & ~(here & at_target) & (32'(vc) == df_pkg::VCS - 1));
      vc = (here & at_target) ? df_pkg::exit_vc(flit.salt)
                              : vc + df_pkg::VC_W'(from_global);
      `DF_WORD(route_ip_o, df_pkg::ROUTE_W, ip[df_pkg::PORT_W-1:0]) = {port, vc};
    end
  end

  // ---- candidates for packets at terminal ports ----
  // Does a path begin with a local hop? Only asked for paths that leave the group.
  function automatic logic local_first(input logic [PORT_W-1:0] port);
    local_first = 32'(port) < FIRST_GLOBAL;
  endfunction

  // The candidates of asker n.
`define DF_MIN (n*CANDIDATES)
`define DF_NON (n*CANDIDATES+1)
  df_pkg::asked_t asked;  // of a header; here, where Yosys knows its fields

  always_comb begin : candidates
    integer n;
    logic [df_pkg::TERM_W-1:0] dst_term;
    logic [df_pkg::ROUTER_W-1:0] dst_router;
    logic [df_pkg::GROUP_W-1:0] dst_group;
    /* verilator lint_off UNUSEDSIGNAL */  // not all bits of a random number are needed
    logic [31:0] random;
    logic [df_pkg::GROUP_W-1:0] mid;
    logic [31:0] product;
    /* verilator lint_on UNUSEDSIGNAL */
    logic leaves;                    // it is for another group
    logic choice;                    // there is a non-minimal path
    logic [df_pkg::ROUTER_W+df_pkg::GPORT_W-1:0] way;
    logic [df_pkg::ROUTER_W-1:0] router;
    logic [PORT_W-1:0] port;
    logic [PORT_W-1:0] min_port;
    logic [VC_W-1:0] vc;
    logic [1:0] kind;

    n = 0;
    valid_cand_o = '0;
    port_cand_o = '0;
    vc_cand_o = '0;
    kind_cand_o = '0;
    lane_cand_o = '0;
    weight_cand_o = '0;
    bias_cand_o = '0;
    nonmin_cand_o = '0;
    mid_cand_o = '0;
    asked = '0;
    dst_term = '0;
    dst_router = '0;
    dst_group = '0;
    random = '0;
    mid = '0;
    product = '0;
    leaves = 1'b0;
    choice = 1'b0;
    way = '0;
    router = '0;
    port = '0;
    min_port = '0;
    vc = '0;
    kind = '0;

    if (decide_ask_i != '0)
      for (n = 0; n < df_pkg::ASKERS; n = n + 1)
        if (decide_ask_i[n]) begin
          asked = header_ask_i[n*df_pkg::ASKED_W+:df_pkg::ASKED_W];
          {dst_group, dst_router} = asked.dst;
          dst_term = asked.dst_term;
          random = random_ask_i[n*32+:32];
          leaves = dst_group != my_group;

          // Minimal path.
          router = dst_router;
          port = PORT_W'(dst_term);
          vc = min_start_vc;
          if (leaves) begin
            way = way_mem[pick(first_mem[dst_group], count_mem[dst_group], random[7:0])];
            router = way[df_pkg::GPORT_W+:df_pkg::ROUTER_W];
            port = PORT_W'(FIRST_GLOBAL) + PORT_W'(way[df_pkg::GPORT_W-1:0]);
            lane_cand_o[`DF_MIN*LANE_W+:LANE_W] = channel(way);
          end
          if (router != my_router) begin
            port = local_port_mem[router];
            if (df_pkg::LOCAL_DRAW) port = side_by_side(port, local_count_mem[router], random[7:0], 3'd0);
          end else if (!leaves) vc = df_pkg::exit_vc(random[7:0]);
          min_port = port;
          port_cand_o[`DF_MIN*PORT_W+:PORT_W] = port;
          vc_cand_o[`DF_MIN*VC_W+:VC_W] = vc;
          valid_cand_o[`DF_MIN] = 1'b1;
          if (leaves && publish_o) kind_cand_o[`DF_MIN*2+:2] = df_pkg::QUEUE_OF_LANE;

          // Path through the group that the random number draws, if the routing may use it and
          // the group is neither the packet's own nor its destination.
          product = {16'd0, random[31:16]} * {16'd0, groups};
          mid = df_pkg::GROUP_W'(product >> 16);
          choice = leaves && mid != my_group && mid != dst_group
                   && control_i.algorithm != df_pkg::ALG_MIN;
          if (choice) begin
            way = way_mem[pick(first_mem[mid], count_mem[mid], random[7:0])];
            router = way[df_pkg::GPORT_W+:df_pkg::ROUTER_W];
            port = PORT_W'(FIRST_GLOBAL) + PORT_W'(way[df_pkg::GPORT_W-1:0]);
            if (router != my_router) begin
              port = local_port_mem[router];
              if (df_pkg::LOCAL_DRAW) port = side_by_side(port, local_count_mem[router], random[7:0], 3'd0);
            end
            port_cand_o[`DF_NON*PORT_W+:PORT_W] = port;
            lane_cand_o[`DF_NON*LANE_W+:LANE_W] = channel(way);
            weight_cand_o[`DF_MIN*WEIGHT_W+:WEIGHT_W] =
                control_i.all_hops ? WEIGHT_W'(2) + WEIGHT_W'(local_first(min_port)) : WEIGHT_W'(1);
            weight_cand_o[`DF_NON*WEIGHT_W+:WEIGHT_W] =
                control_i.all_hops ? WEIGHT_W'(4) + WEIGHT_W'(local_first(port)) : WEIGHT_W'(2);
            bias_cand_o[`DF_NON*df_pkg::BIAS_W+:df_pkg::BIAS_W] = control_i.threshold;
            nonmin_cand_o[`DF_NON] = 1'b1;
            mid_cand_o[`DF_NON*df_pkg::MID_W+:df_pkg::MID_W] = mid;
            kind = df_pkg::QUEUE_OF_OUTPUT;
            if (publish_o) kind = df_pkg::QUEUE_OF_LANE;
            else if (control_i.algorithm == df_pkg::ALG_UGAL_L_VC
                     || (control_i.algorithm != df_pkg::ALG_UGAL_L && min_port == port))
              kind = df_pkg::QUEUE_OF_VC;
            kind_cand_o[`DF_MIN*2+:2] = kind;
            kind_cand_o[`DF_NON*2+:2] = kind;
            valid_cand_o[`DF_MIN] = control_i.algorithm != df_pkg::ALG_VAL;
            valid_cand_o[`DF_NON] = 1'b1;
          end

        end
  end
`undef DF_MIN
`undef DF_NON

  // Checks: DF-8
  `DF_PARAMETER_CHECK(gen_groups, df_pkg::MAX_GROUPS <= df_pkg::ENTRIES_GROUP, "ROUTERS x GLOBALS must be less than 8192")
  // Checks: DF-5
  `DF_PARAMETER_CHECK(gen_locals, df_pkg::LOCALS >= 0 && df_pkg::LOCALS <= 255, "LOCALS must be 0 to 255")

  `DF_CLAIMS_IF(arrival_ivc_i != '0)
    // Checks: DF-17, DF-20
    `DF_CLAIM(group_is_known, !no_way, "a packet is for a group to which the table has no way")
    // Checks: DF-15
    `DF_CLAIM(vcs_are_enough, !vc_missing, "a packet that came by a global channel on the highest VC must go on")
  `DF_CLAIMS_END
endmodule
`default_nettype wire
