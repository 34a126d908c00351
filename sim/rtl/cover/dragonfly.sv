// SPDX-License-Identifier: Apache-2.0
// Cover points of the route unit of the dragonfly.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

// Hops and candidates of packets, by what the unit is asked and says, and by what is written to its tables. With the bodies for
// synthesis the loop would be copied for each input VC, and no route would be another one.
`ifdef DF_BODY_SIMULATION
module df_route_unit_cover (
    input wire                                          clk_i,
    input wire                                          rst_i,
    input wire df_pkg::cfg_write_t                      cfg_i,
    input wire df_pkg::control_t                        control_i,
    input wire [df_pkg::NVP-1:0]                        arrival_ivc_i,
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_o, df_pkg::PORTS_2N),
    input wire [df_pkg::ASKERS-1:0]                     decide_ask_i,
    input wire [df_pkg::ASKERS*df_pkg::ASKED_W-1:0]     header_ask_i,
    input wire [df_pkg::ASKERS*32-1:0]                  random_ask_i,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]  valid_cand_o,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::PORT_W-1:0] port_cand_o,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::VC_W-1:0]   vc_cand_o,
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES*2-1:0]              kind_cand_o
);
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int FIRST_LOCAL = df_pkg::TERMINALS;
  localparam int FIRST_GLOBAL = df_pkg::TERMINALS + df_pkg::LOCALS;
  localparam int COUNT_W = df_pkg::CHANNEL_W + 1;
  localparam logic [df_pkg::NVP-1:0] TERMINAL_VCS = df_pkg::vcs_of_ports(df_pkg::TERMINAL_PORTS);
  // Sizes of networks in which packets go through other groups: three of them at least, and a VC for each leg.
  localparam logic THROUGH_GROUPS = df_pkg::MAX_GROUPS > 2 && df_pkg::VCS > 2;

  wire [df_pkg::GROUP_W-1:0] my_group = control_i.route_1[df_pkg::GROUP_W-1:0];
  wire [df_pkg::ROUTER_W-1:0] my_router = control_i.route_2[df_pkg::ROUTER_W-1:0];
  wire [2:0] algorithm = control_i.algorithm;

  // Ways to each group, and the first port towards each router of this one, as they were written.
  logic [COUNT_W-1:0] ways_q[0:(1<<df_pkg::GROUP_W)-1];
  logic [PORT_W-1:0] local_q[0:(1<<df_pkg::ROUTER_W)-1];
  always_ff @(posedge clk_i)
    if (cfg_i.we) begin
      if (cfg_i.addr >= df_pkg::ADDR_GROUP && 32'(cfg_i.addr) < 32'(df_pkg::ADDR_GROUP) + df_pkg::MAX_GROUPS)
        ways_q[cfg_i.addr[df_pkg::GROUP_W-1:0]] <= cfg_i.data[df_pkg::GROUP_COUNT_AT+:COUNT_W];
      if (cfg_i.addr >= df_pkg::ADDR_LOCAL_PORT && 32'(cfg_i.addr) < 32'(df_pkg::ADDR_LOCAL_PORT) + df_pkg::ROUTERS)
        local_q[cfg_i.addr[df_pkg::ROUTER_W-1:0]] <= cfg_i.data[df_pkg::LOCAL_PORT_FIRST_AT+:PORT_W];
    end

  // ---- packets of channels ----
  typedef struct packed {
    logic way_to_mid_leaves_group;
    logic way_to_mid_has_another_local_hop;
    logic mid_group_is_left_at_once;
    logic mid_group_is_crossed;
    logic mid_group_is_left_after_local_hop;
    logic minimal_path_leaves_group;
    logic way_to_destination_has_another_local_hop;
    logic global_hop_ends_at_destination;
    logic global_hop_ends_beside_destination;
    logic local_hop_ends_at_destination;
    logic local_hop_ends_beside_destination;
    logic way_through_mid_ends;
    logic minimal_path_ends;
    logic vc_rises_from_0;
    logic vc_rises_from_1;
    logic packet_leaves_on_lower_vc;
    logic packet_leaves_on_higher_vc;
    logic reversed_salt_picks_other_way;
    logic later_of_channels_side_by_side;
  } hops_t;
  hops_t hop;
  /* verilator lint_off LATCH */  // variables of a packet, which mean nothing without one
  always_comb begin : look_at_hops
    integer i;
    integer k;
    logic [df_pkg::NVP-1:0] rem;
    df_pkg::flit_t flit;
    logic from_global;
    logic [VC_W-1:0] vc;      // that it came on
    logic [PORT_W-1:0] port;  // by which it leaves,
    logic [VC_W-1:0] vc_out;  // and on which VC
    logic to_terminal;
    logic to_local;
    logic to_global;
    logic [df_pkg::GROUP_W-1:0] dst_group;
    logic [df_pkg::ROUTER_W-1:0] dst_router;
    logic to_mid;
    logic in_mid;             // this is the intermediate group
    logic in_last;            // or that of the destination
    logic [7:0] reversed;
    hop = '0;
    rem = arrival_ivc_i & ~TERMINAL_VCS;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, i[df_pkg::VC_BITS+:df_pkg::PORT_W]);
      vc = VC_W'(i) & VC_W'(df_pkg::STRIDE - 1);
      {port, vc_out} = `DF_WORD(route_ip_o, df_pkg::ROUTE_W, i[df_pkg::VC_BITS+:df_pkg::PORT_W]);
      from_global = 32'(i[df_pkg::VC_BITS+:df_pkg::PORT_W]) >= FIRST_GLOBAL;
      to_terminal = 32'(port) < FIRST_LOCAL;
      to_global = 32'(port) >= FIRST_GLOBAL;
      to_local = !to_terminal && !to_global;
      {dst_group, dst_router} = flit.dst;
      to_mid = flit.nonmin && !from_global && vc == '0;
      in_last = !to_mid && dst_group == my_group;
      in_mid = flit.nonmin && !to_mid && !in_last && vc == (from_global ? VC_W'(0) : VC_W'(1));
      for (k = 0; k < 8; k = k + 1) reversed[k] = flit.salt[7-k];
      if (flit.head) begin
        if (to_mid && to_global) hop.way_to_mid_leaves_group = 1'b1;
        if (to_mid && to_local) hop.way_to_mid_has_another_local_hop = 1'b1;
        if (in_mid && from_global && to_global) hop.mid_group_is_left_at_once = 1'b1;
        if (in_mid && from_global && to_local) hop.mid_group_is_crossed = 1'b1;
        if (in_mid && !from_global && to_global) hop.mid_group_is_left_after_local_hop = 1'b1;
        if (!flit.nonmin && !in_last && to_global) hop.minimal_path_leaves_group = 1'b1;
        if (!to_mid && !in_last && !from_global && to_local) hop.way_to_destination_has_another_local_hop = 1'b1;
        if (in_last && from_global && to_terminal) hop.global_hop_ends_at_destination = 1'b1;
        if (in_last && from_global && to_local) hop.global_hop_ends_beside_destination = 1'b1;
        if (in_last && !from_global && to_terminal) hop.local_hop_ends_at_destination = 1'b1;
        if (in_last && !from_global && to_local) hop.local_hop_ends_beside_destination = 1'b1;
        if (flit.nonmin && in_last && to_terminal && vc == (from_global ? VC_W'(1) : VC_W'(2))) hop.way_through_mid_ends = 1'b1;
        if (!flit.nonmin && in_last && to_terminal) hop.minimal_path_ends = 1'b1;
        if (from_global && !to_terminal && vc == '0) hop.vc_rises_from_0 = 1'b1;
        if (from_global && !to_terminal && vc == VC_W'(1)) hop.vc_rises_from_1 = 1'b1;
        if (to_terminal && vc_out < vc) hop.packet_leaves_on_lower_vc = 1'b1;
        if (to_terminal && vc_out > vc) hop.packet_leaves_on_higher_vc = 1'b1;
        if (in_mid && `DF_PICKED(reversed, ways_q[dst_group]) != `DF_PICKED(flit.salt, ways_q[dst_group]))
          hop.reversed_salt_picks_other_way = 1'b1;
        if (in_last && to_local && port != local_q[dst_router]) hop.later_of_channels_side_by_side = 1'b1;
      end
    end
  end
  if (df_pkg::LOCALS > 0) begin : gen_local_hops
    // Checks: DF-18
    `DF_COVER(local_hop_ends_at_destination, hop.local_hop_ends_at_destination)
  end
  if (df_pkg::GLOBALS > 0) begin : gen_global_hops
    // Checks: DF-18, RT-1
    `DF_COVER(global_hop_ends_at_destination, hop.global_hop_ends_at_destination)
  end
  if (df_pkg::LOCALS > 0 || df_pkg::GLOBALS > 0) begin : gen_hops
    // Checks: DF-18
    `DF_COVER(minimal_path_ends, hop.minimal_path_ends)
    if (df_pkg::VCS > 1) begin : gen_vcs
      // Checks: DF-18
      `DF_COVER(packet_leaves_on_lower_vc, hop.packet_leaves_on_lower_vc)
      // Checks: DF-18
      `DF_COVER(packet_leaves_on_higher_vc, hop.packet_leaves_on_higher_vc)
    end
  end
  if (df_pkg::LOCALS > 0 && df_pkg::GLOBALS > 0) begin : gen_both_hops
    // Checks: DF-16, DF-26
    `DF_COVER(minimal_path_leaves_group, hop.minimal_path_leaves_group)
    // Checks: DF-19, RT-1
    `DF_COVER(global_hop_ends_beside_destination, hop.global_hop_ends_beside_destination)
    if (df_pkg::VCS > 1) begin : gen_vcs
      // Checks: DF-15
      `DF_COVER(vc_rises_from_0, hop.vc_rises_from_0)
    end
    if (df_pkg::VCS > 2) begin : gen_three_vcs
      // Checks: DF-15
      `DF_COVER(vc_rises_from_1, hop.vc_rises_from_1)
    end
  end
  if (THROUGH_GROUPS) begin : gen_through_groups
    // Checks: DF-16, DF-18
    `DF_COVER(way_through_mid_ends, hop.way_through_mid_ends)
    // Checks: DF-16, DF-20
    `DF_COVER(mid_group_is_left_at_once, hop.mid_group_is_left_at_once)
    // Checks: DF-17, DF-25
    `DF_COVER(reversed_salt_picks_other_way, hop.reversed_salt_picks_other_way)
    if (df_pkg::LOCALS > 0) begin : gen_local_hops
      // Checks: DF-16, DF-26
      `DF_COVER(way_to_mid_leaves_group, hop.way_to_mid_leaves_group)
      // Checks: DF-16, DF-26
      `DF_COVER(mid_group_is_crossed, hop.mid_group_is_crossed)
      // Checks: DF-15, DF-16
      `DF_COVER(mid_group_is_left_after_local_hop, hop.mid_group_is_left_after_local_hop)
    end
  end
  // In groups that are not complete, or have channels side by side.
  if (df_pkg::LOCAL_DRAW) begin : gen_local_draw
    // Checks: DF-2, DF-23
    `DF_COVER(local_hop_ends_beside_destination, hop.local_hop_ends_beside_destination)
    // Checks: DF-21
    `DF_COVER(later_of_channels_side_by_side, hop.later_of_channels_side_by_side)
    if (df_pkg::GLOBALS > 0) begin : gen_global_hops
      // Checks: DF-2, DF-23
      `DF_COVER(way_to_destination_has_another_local_hop, hop.way_to_destination_has_another_local_hop)
    end
    if (THROUGH_GROUPS) begin : gen_through_groups
      // Checks: DF-2, DF-23
      `DF_COVER(way_to_mid_has_another_local_hop, hop.way_to_mid_has_another_local_hop)
    end
  end

  // ---- packets of terminals ----
  typedef struct packed {
    logic packet_stays_at_router;
    logic packet_stays_in_group;
    logic minimal_path_begins_with_global_hop;
    logic minimal_path_begins_with_local_hop;
    logic minimal_path_begins_above_vc_0;
    logic way_to_mid_begins_with_global_hop;
    logic way_to_mid_begins_with_local_hop;
    logic own_group_is_drawn;
    logic destination_group_is_drawn;
    logic min_has_no_choice;
    logic val_has_no_choice;
    logic ugal_l_compares_outputs;
    logic ugal_l_vc_compares_vcs;
    logic ugal_l_vch_compares_vcs;
    logic ugal_l_vch_compares_outputs;
    logic ugal_l_cr_compares_vcs;
    logic ugal_l_cr_compares_outputs;
    logic ugal_g_compares_global_channels;
    logic ugal_g_judges_only_path;
    logic local_hop_of_minimal_path_counts;
    logic local_hop_of_way_to_mid_counts;
    logic first_of_channels_side_by_side_is_not_taken;
  } choices_t;
  choices_t choice;
  always_comb begin : look_at_choices
    integer n;
    df_pkg::asked_t asked;
    logic [df_pkg::GROUP_W-1:0] dst_group;
    logic [df_pkg::ROUTER_W-1:0] dst_router;
    logic [31:0] random;
    logic [31:0] product;
    logic [df_pkg::GROUP_W-1:0] mid;
    logic minimal;                       // candidates that are valid
    logic other;
    logic [PORT_W-1:0] port;             // of the minimal path,
    logic [PORT_W-1:0] port_to_mid;      // and of the other
    logic [1:0] kind;
    logic leaves;
    logic drawn;                         // a group that is neither of the two
    logic draws;                         // the algorithm draws one
    choice = '0;
    for (n = 0; n < df_pkg::ASKERS; n = n + 1)
      if (decide_ask_i[n]) begin
        asked = header_ask_i[n*df_pkg::ASKED_W+:df_pkg::ASKED_W];
        {dst_group, dst_router} = asked.dst;
        random = random_ask_i[n*32+:32];
        product = 32'(random[31:16]) * 32'(control_i.route_0);
        mid = df_pkg::GROUP_W'(product >> 16);
        minimal = valid_cand_o[2*n];
        other = valid_cand_o[2*n+1];
        port = port_cand_o[2*n*PORT_W+:PORT_W];
        port_to_mid = port_cand_o[(2*n+1)*PORT_W+:PORT_W];
        kind = kind_cand_o[4*n+:2];
        leaves = dst_group != my_group;
        drawn = mid != my_group && mid != dst_group;
        draws = algorithm != df_pkg::ALG_MIN;
        if (!leaves && dst_router == my_router) choice.packet_stays_at_router = 1'b1;
        if (!leaves && dst_router != my_router) begin
          choice.packet_stays_in_group = 1'b1;
          if (port != local_q[dst_router]) choice.first_of_channels_side_by_side_is_not_taken = 1'b1;
        end
        if (leaves && minimal) begin
          if (32'(port) >= FIRST_GLOBAL) choice.minimal_path_begins_with_global_hop = 1'b1;
          else choice.minimal_path_begins_with_local_hop = 1'b1;
          if (vc_cand_o[2*n*VC_W+:VC_W] != '0) choice.minimal_path_begins_above_vc_0 = 1'b1;
        end
        if (other) begin
          if (32'(port_to_mid) >= FIRST_GLOBAL) choice.way_to_mid_begins_with_global_hop = 1'b1;
          else choice.way_to_mid_begins_with_local_hop = 1'b1;
        end
        if (leaves && draws && mid == my_group) choice.own_group_is_drawn = 1'b1;
        if (leaves && draws && mid == dst_group) choice.destination_group_is_drawn = 1'b1;
        if (leaves && drawn && !draws) choice.min_has_no_choice = 1'b1;
        if (other && !minimal) choice.val_has_no_choice = 1'b1;
        if (other && minimal) begin
          case (algorithm)
            df_pkg::ALG_UGAL_L: choice.ugal_l_compares_outputs = 1'b1;
            df_pkg::ALG_UGAL_L_VC: choice.ugal_l_vc_compares_vcs = 1'b1;
            df_pkg::ALG_UGAL_L_VCH:
            if (kind == df_pkg::QUEUE_OF_VC) choice.ugal_l_vch_compares_vcs = 1'b1;
            else choice.ugal_l_vch_compares_outputs = 1'b1;
            df_pkg::ALG_UGAL_L_CR:
            if (kind == df_pkg::QUEUE_OF_VC) choice.ugal_l_cr_compares_vcs = 1'b1;
            else choice.ugal_l_cr_compares_outputs = 1'b1;
            df_pkg::ALG_UGAL_G: choice.ugal_g_compares_global_channels = 1'b1;
            default: ;
          endcase
          if (control_i.all_hops && 32'(port) < FIRST_GLOBAL && 32'(port_to_mid) >= FIRST_GLOBAL)
            choice.local_hop_of_minimal_path_counts = 1'b1;
          if (control_i.all_hops && 32'(port) >= FIRST_GLOBAL && 32'(port_to_mid) < FIRST_GLOBAL)
            choice.local_hop_of_way_to_mid_counts = 1'b1;
        end
        if (leaves && !other && algorithm == df_pkg::ALG_UGAL_G) choice.ugal_g_judges_only_path = 1'b1;
      end
  end
  /* verilator lint_on LATCH */
  // Checks: DF-31, DF-33
  `DF_COVER(packet_stays_at_router, choice.packet_stays_at_router)
  if (df_pkg::LOCALS > 0) begin : gen_own_group
    // Checks: DF-31, DF-33
    `DF_COVER(packet_stays_in_group, choice.packet_stays_in_group)
    if (df_pkg::LOCAL_DRAW) begin : gen_local_draw
      // Checks: DF-21, DF-22
      `DF_COVER(first_of_channels_side_by_side_is_not_taken, choice.first_of_channels_side_by_side_is_not_taken)
    end
  end
  if (df_pkg::GLOBALS > 0) begin : gen_other_groups
    // Checks: DF-26, DF-31
    `DF_COVER(minimal_path_begins_with_global_hop, choice.minimal_path_begins_with_global_hop)
    if (df_pkg::LOCALS > 0) begin : gen_local_hop
      // Checks: DF-26, DF-31
      `DF_COVER(minimal_path_begins_with_local_hop, choice.minimal_path_begins_with_local_hop)
    end
  end
  if (THROUGH_GROUPS) begin : gen_choice
    // Checks: DF-31
    `DF_COVER(minimal_path_begins_above_vc_0, choice.minimal_path_begins_above_vc_0)
    // Checks: DF-26, DF-32
    `DF_COVER(way_to_mid_begins_with_global_hop, choice.way_to_mid_begins_with_global_hop)
    // Checks: DF-30, DF-33
    `DF_COVER(own_group_is_drawn, choice.own_group_is_drawn)
    // Checks: DF-30, DF-33
    `DF_COVER(destination_group_is_drawn, choice.destination_group_is_drawn)
    // Checks: CR-7, DF-33
    `DF_COVER(min_has_no_choice, choice.min_has_no_choice)
    // Checks: CR-7, DF-34
    `DF_COVER(val_has_no_choice, choice.val_has_no_choice)
    // Checks: DF-34, DF-37
    `DF_COVER(ugal_l_compares_outputs, choice.ugal_l_compares_outputs)
    // Checks: DF-34, DF-37
    `DF_COVER(ugal_l_vc_compares_vcs, choice.ugal_l_vc_compares_vcs)
    // Checks: DF-34, DF-37
    `DF_COVER(ugal_l_vch_compares_outputs, choice.ugal_l_vch_compares_outputs)
    // Checks: DF-34, DF-37
    `DF_COVER(ugal_l_cr_compares_outputs, choice.ugal_l_cr_compares_outputs)
    // Checks: DF-34, DF-37
    `DF_COVER(ugal_g_compares_global_channels, choice.ugal_g_compares_global_channels)
    // Checks: DF-38
    `DF_COVER(ugal_g_judges_only_path, choice.ugal_g_judges_only_path)
    if (df_pkg::LOCALS > 0) begin : gen_local_hop
      // Checks: DF-34, DF-37
      `DF_COVER(ugal_l_vch_compares_vcs, choice.ugal_l_vch_compares_vcs)
      // Checks: DF-34, DF-37
      `DF_COVER(ugal_l_cr_compares_vcs, choice.ugal_l_cr_compares_vcs)
      // Checks: DF-26, DF-32
      `DF_COVER(way_to_mid_begins_with_local_hop, choice.way_to_mid_begins_with_local_hop)
      // Checks: CR-8, DF-35
      `DF_COVER(local_hop_of_minimal_path_counts, choice.local_hop_of_minimal_path_counts)
      // Checks: DF-35
      `DF_COVER(local_hop_of_way_to_mid_counts, choice.local_hop_of_way_to_mid_counts)
    end
  end
endmodule
bind df_route_unit df_route_unit_cover u_cover (.*);
`endif
`default_nettype wire
