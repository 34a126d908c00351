// SPDX-License-Identifier: Apache-2.0
// Cover points of the route unit of networks by table.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

// Legs and draws of packets, by what the unit is asked and says, and by what is written to its tables. With the bodies for
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
    input wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]  nonmin_cand_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int VC_W = df_pkg::VC_W;
  localparam int COUNT_W = df_pkg::PORT_W + 1;
  localparam logic [15:0] NO_NODE = 16'hffff;

  wire [15:0] my_node = control_i.route_0;
  wire [VC_W-1:0] split_vc = control_i.route_2[VC_W-1:0];

  // Ways to each node, and ports on which terminals send, as they were written.
  logic [COUNT_W-1:0] ways_q[0:(1<<df_pkg::NODE_W)-1];
  logic [df_pkg::PORTS-1:0] source_q;
  always_ff @(posedge clk_i) begin : load
    integer port;
    if (cfg_i.we && cfg_i.addr >= df_pkg::ADDR_NODE && 32'(cfg_i.addr) < 32'(df_pkg::ADDR_NODE) + df_pkg::NODES)
      ways_q[cfg_i.addr[df_pkg::NODE_W-1:0]] <= cfg_i.data[df_pkg::NODE_COUNT_AT+:COUNT_W];
    if (rst_i) source_q <= '0;
    else if (cfg_i.we)
      for (port = 0; port < df_pkg::PORTS; port = port + 1)
        if (cfg_i.addr == df_pkg::ADDR_SOURCE + 16'(port)) source_q[port] <= cfg_i.data[0];
  end

  typedef struct packed {
    logic router_is_no_node;
    logic first_leg_goes_on;
    logic first_leg_passes_destination;
    logic first_leg_ends;
    logic second_leg_goes_on;
    logic second_leg_ends;
    logic minimal_packet_goes_on;
    logic minimal_packet_ends;
    logic packet_leaves_on_lower_vc;
    logic vc_rises_on_first_leg;
    logic highest_vc_of_first_leg_is_kept;
    logic vc_rises_on_way_to_destination;
    logic highest_vc_is_kept;
    logic later_way_is_taken;
    logic draw_depends_on_hops;
  } arrivals_t;
  arrivals_t arrives;
  /* verilator lint_off LATCH */  // variables of a packet, which mean nothing without one
  always_comb begin : look_at_arrivals
    integer i;
    logic [NVP-1:0] rem;
    df_pkg::flit_t flit;
    logic [VC_W-1:0] vc;      // that it came on,
    logic [VC_W-1:0] vc_out;  // and on which it leaves
    logic first_leg;
    logic to_mid;
    logic [COUNT_W-1:0] ways;
    arrives = '0;
    rem = arrival_ivc_i & ~df_pkg::ASKING;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, i[df_pkg::VC_BITS+:df_pkg::PORT_W]);
      vc = VC_W'(i) & VC_W'(df_pkg::STRIDE - 1);
      vc_out = VC_W'(`DF_WORD(route_ip_o, df_pkg::ROUTE_W, i[df_pkg::VC_BITS+:df_pkg::PORT_W]));
      first_leg = flit.nonmin && vc < split_vc;
      to_mid = first_leg && 16'(flit.mid) != my_node;
      ways = ways_q[to_mid ? flit.mid : flit.dst];
      if (flit.head) begin
        if (my_node == NO_NODE) arrives.router_is_no_node = 1'b1;
        if (to_mid) begin
          arrives.first_leg_goes_on = 1'b1;
          if (16'(flit.dst) == my_node) arrives.first_leg_passes_destination = 1'b1;
          if (vc_out == vc) arrives.highest_vc_of_first_leg_is_kept = 1'b1;
          else arrives.vc_rises_on_first_leg = 1'b1;
        end else if (16'(flit.dst) == my_node) begin
          if (flit.nonmin && !first_leg) arrives.second_leg_ends = 1'b1;
          if (!flit.nonmin) arrives.minimal_packet_ends = 1'b1;
          if (vc_out < vc) arrives.packet_leaves_on_lower_vc = 1'b1;
        end else begin
          if (first_leg) arrives.first_leg_ends = 1'b1;
          else if (flit.nonmin) arrives.second_leg_goes_on = 1'b1;
          else arrives.minimal_packet_goes_on = 1'b1;
          if (vc_out == vc) arrives.highest_vc_is_kept = 1'b1;
          else if (!first_leg) arrives.vc_rises_on_way_to_destination = 1'b1;
        end
        if (to_mid || 16'(flit.dst) != my_node) begin
          if (`DF_PICKED(df_pkg::rotated_salt(flit.salt, flit.hops[2:0]), ways) != '0) arrives.later_way_is_taken = 1'b1;
          if (`DF_PICKED(df_pkg::rotated_salt(flit.salt, flit.hops[2:0]), ways) != `DF_PICKED(flit.salt, ways))
            arrives.draw_depends_on_hops = 1'b1;
        end
      end
    end
  end
  // Checks: TB-16, TB-18
  `DF_COVER(minimal_packet_goes_on, arrives.minimal_packet_goes_on)
  // Checks: TB-20
  `DF_COVER(minimal_packet_ends, arrives.minimal_packet_ends)
  // Checks: TB-11, TB-18
  `DF_COVER(router_is_no_node, arrives.router_is_no_node)
  // Checks: TB-17, TB-19
  `DF_COVER(highest_vc_is_kept, arrives.highest_vc_is_kept)
  // Checks: TB-12, TB-21
  `DF_COVER(later_way_is_taken, arrives.later_way_is_taken)
  // Checks: TB-21
  `DF_COVER(draw_depends_on_hops, arrives.draw_depends_on_hops)
  if (df_pkg::VCS > 1) begin : gen_vcs
    // Checks: TB-20
    `DF_COVER(packet_leaves_on_lower_vc, arrives.packet_leaves_on_lower_vc)
    // Checks: TB-17, TB-19
    `DF_COVER(vc_rises_on_way_to_destination, arrives.vc_rises_on_way_to_destination)
    // Checks: TB-18, TB-19
    `DF_COVER(first_leg_goes_on, arrives.first_leg_goes_on)
    // Checks: TB-18
    `DF_COVER(first_leg_passes_destination, arrives.first_leg_passes_destination)
    // Checks: TB-18, TB-19
    `DF_COVER(first_leg_ends, arrives.first_leg_ends)
    // Checks: TB-18, TB-19
    `DF_COVER(second_leg_goes_on, arrives.second_leg_goes_on)
    // Checks: TB-20
    `DF_COVER(second_leg_ends, arrives.second_leg_ends)
    // Checks: TB-17, TB-19
    `DF_COVER(highest_vc_of_first_leg_is_kept, arrives.highest_vc_of_first_leg_is_kept)
  end
  if (df_pkg::VCS > 3) begin : gen_legs_of_several_vcs
    // Checks: TB-17, TB-19
    `DF_COVER(vc_rises_on_first_leg, arrives.vc_rises_on_first_leg)
  end

  typedef struct packed {
    logic source_is_no_node;
    logic source_goes_to_destination;
    logic source_goes_to_mid;
    logic source_draws_own_node;
    logic source_draws_destination;
    logic source_is_destination;
    logic source_draws_later_way;
    logic channel_asks_on_first_leg;
    logic channel_asks_at_mid;
    logic channel_asks_on_way_to_destination;
    logic channel_asks_at_destination;
  } questions_t;
  questions_t asks;
  always_comb begin : look_at_questions
    integer n;
    df_pkg::asked_t asked;
    logic [31:0] random;
    logic [31:0] product;
    logic [df_pkg::NODE_W-1:0] mid;
    logic source;
    logic val;
    logic own;                     // the destination is here
    logic first_leg;
    asks = '0;
    for (n = 0; n < df_pkg::ASKERS; n = n + 1)
      if (decide_ask_i[n]) begin
        asked = header_ask_i[n*df_pkg::ASKED_W+:df_pkg::ASKED_W];
        random = random_ask_i[n*32+:32];
        product = 32'(random[31:16]) * 32'(control_i.route_1);
        mid = df_pkg::NODE_W'(product >> 16);
        source = source_q[df_pkg::PORT_W'(df_pkg::ivc_of_asker(n) >> df_pkg::VC_BITS)];
        val = control_i.algorithm == df_pkg::ALG_VAL;
        own = 16'(asked.dst) == my_node;
        first_leg = asked.nonmin && split_vc != '0;
        if (source) begin
          if (my_node == NO_NODE) asks.source_is_no_node = 1'b1;
          if (own) asks.source_is_destination = 1'b1;
          if (!val && !own) asks.source_goes_to_destination = 1'b1;
          if (nonmin_cand_o[n]) asks.source_goes_to_mid = 1'b1;
          if (val && !own && 16'(mid) == my_node) asks.source_draws_own_node = 1'b1;
          if (val && !own && mid == asked.dst) asks.source_draws_destination = 1'b1;
          if (!own && `DF_PICKED(df_pkg::rotated_salt(random[7:0], asked.hops[2:0]), ways_q[nonmin_cand_o[n] ? mid : asked.dst]) != '0)
            asks.source_draws_later_way = 1'b1;
        end else if (first_leg && 16'(asked.mid) != my_node) asks.channel_asks_on_first_leg = 1'b1;
        else if (own) asks.channel_asks_at_destination = 1'b1;
        else if (first_leg) asks.channel_asks_at_mid = 1'b1;
        else asks.channel_asks_on_way_to_destination = 1'b1;
      end
  end
  /* verilator lint_on LATCH */
  // Checks: TB-1, TB-22
  `DF_COVER(source_is_no_node, asks.source_is_no_node)
  // Checks: TB-22
  `DF_COVER(source_goes_to_destination, asks.source_goes_to_destination)
  // Checks: TB-22
  `DF_COVER(source_is_destination, asks.source_is_destination)
  // Checks: TB-21, TB-24
  `DF_COVER(source_draws_later_way, asks.source_draws_later_way)
  // Checks: TB-23
  `DF_COVER(channel_asks_on_way_to_destination, asks.channel_asks_on_way_to_destination)
  // Checks: TB-23
  `DF_COVER(channel_asks_at_destination, asks.channel_asks_at_destination)
  if (df_pkg::VCS > 1) begin : gen_val
    // Checks: TB-22
    `DF_COVER(source_goes_to_mid, asks.source_goes_to_mid)
    // Checks: TB-22
    `DF_COVER(source_draws_own_node, asks.source_draws_own_node)
    // Checks: TB-22
    `DF_COVER(source_draws_destination, asks.source_draws_destination)
    // Checks: TB-23
    `DF_COVER(channel_asks_on_first_leg, asks.channel_asks_on_first_leg)
    // Checks: TB-23
    `DF_COVER(channel_asks_at_mid, asks.channel_asks_at_mid)
  end
endmodule
bind df_route_unit df_route_unit_cover u_cover (.*);
`endif
`default_nettype wire
