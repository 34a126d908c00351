// SPDX-License-Identifier: Apache-2.0
// Cover points of the route unit of flattened butterflies.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

// Phases and candidates of heads, by what the unit is asked and says. With the bodies for synthesis the loop would be copied for
// each port, and no candidate would be another one.
`ifdef DF_BODY_SIMULATION
module df_route_unit_cover (
    input wire                                   clk_i,
    input wire                                   rst_i,
    input wire df_pkg::control_t                 control_i,
    input wire [df_pkg::PORTS-1:0]               head_ip_i,
    input wire `DF_WIRES(vcs_of_ports_t, df_pkg::VC_W, vc_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input wire [df_pkg::PORTS*32-1:0]            random_ip_i,
    input wire `DF_WIRES(candidates_of_ports_t, df_pkg::CANDIDATES, valid_ip_o, df_pkg::PORTS_2N),
    input wire `DF_WIRES(sets_of_cands_t, df_pkg::PORTS, set_cand_o, df_pkg::CANDS_2N),
    input wire `DF_WIRES(offers_of_cands_t, df_pkg::OFFER_W, offer_cand_o, df_pkg::CANDS_2N)
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int NODE_W = df_pkg::NODE_W;
  localparam int DIMENSIONS = df_pkg::DIMENSIONS;
  localparam int DIMS = df_pkg::DIMS;
  // The algorithms that have enough VCs.
  localparam logic MIN_AD = DIMENSIONS > 0 && df_pkg::VCS >= DIMENSIONS;
  localparam logic DOR = DIMENSIONS > 0;
  localparam logic VAL = DIMENSIONS > 0 && df_pkg::VCS > 1;
  localparam logic UGAL = DIMENSIONS > 0 && df_pkg::VCS > DIMENSIONS;  // and CLOS AD

  function automatic logic side_by_side(input int dimensions);
    int d;
    side_by_side = df_pkg::PAIRED != 0;
    for (d = 0; d < dimensions; d = d + 1) if (df_pkg::parallel_of(d) > 1) side_by_side = 1'b1;
  endfunction

  wire [2:0] algorithm = control_i.algorithm;
  wire val = algorithm == df_pkg::ALG_VAL;
  wire ugal_or_s = algorithm == df_pkg::ALG_UGAL || algorithm == df_pkg::ALG_UGAL_S;
  wire clos_ad = algorithm == df_pkg::ALG_CLOS_AD;

  // The intermediate node that a random number draws, digit by digit.
  function automatic logic [NODE_W-1:0] drawn(input logic [23:0] number);
    integer d;
    logic [35:0] product;
    drawn = '0;
    product = 36'(number);
    for (d = 0; d < DIMENSIONS; d = d + 1) begin
      product = 36'(product[23:0]) * 36'(df_pkg::SIZES[d*12+:12]);
      drawn = drawn | (NODE_W'(product[35:24]) << df_pkg::DIGIT_AT[d*8+:8]);
    end
  endfunction

  typedef struct packed {
    logic packet_leaves_for_terminal;
    logic packet_stays_at_router;
    logic packet_leaves_on_upper_exit_vc;
    logic last_hop_is_adaptive_minimal;
    logic several_dimensions_are_offered;
    logic lowest_of_several_dimensions;
    logic lower_dimension_is_right;
    logic channels_side_by_side_are_offered;
    logic paired_channel_is_offered;
    logic val_begins_phase_1;
    logic val_draws_own_router;
    logic val_draws_destination;
    logic val_goes_on_in_phase_1;
    logic val_reaches_mid;
    logic val_ends_at_mid;
    logic val_goes_on_in_phase_2;
    logic ugal_has_a_choice;
    logic ugal_s_has_a_choice;
    logic ugal_draws_own_router;
    logic ugal_draws_destination;
    logic ugal_goes_on_in_phase_1;
    logic ugal_reaches_mid;
    logic ugal_goes_on_in_phase_2;
    logic ugal_goes_on_minimally;
    logic destination_is_passed_in_phase_1;
    logic clos_ad_offers_a_row;
    logic clos_ad_offers_several_rows;
    logic clos_ad_leaves_out_right_dimension;
    logic clos_ad_offers_row_in_phase_1;
    logic clos_ad_leaves_out_lower_dimension;
    logic clos_ad_ends_phase_1;
    logic clos_ad_goes_on_in_phase_2;
    logic packet_comes_by_paired_channel_in_phase_1;
    logic hops_count_for_ugal;
    logic hops_do_not_count_for_ugal;
    logic hops_count_for_clos_ad;
  } cases_t;
  cases_t seen;
  /* verilator lint_off LATCH */  // variables of a port, which mean nothing without a head
  always_comb begin : look
    integer ip;
    integer d;
    logic [PORTS-1:0] rem;
    logic [NODE_W-1:0] here;
    df_pkg::flit_t flit;
    df_pkg::offer_t minimal;            // candidates 0
    df_pkg::offer_t other;              // and 1
    logic [df_pkg::CANDIDATES-1:0] valid;
    logic [PORTS-1:0] set;
    logic from_terminal;
    logic paired;                       // it came by the paired channel
    logic [DIMS-1:0] differs;
    logic [DIMS-1:0] below;             // dimensions below that by which it came, and that one
    logic one;                          // dst differs in one dimension,
    logic several;                      // or in more
    logic in_phase_1;
    logic [NODE_W-1:0] node;            // that it is to go through
    logic goes;                         // towards that node, and nowhere else
    seen = '0;
    here = control_i.route_0[NODE_W-1:0];
    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]);
      valid = `DF_WORD(valid_ip_o, df_pkg::CANDIDATES, ip[PORT_W-1:0]);
      minimal = `DF_WORD(offer_cand_o, df_pkg::OFFER_W, df_pkg::candidate(ip, 0));
      other = `DF_WORD(offer_cand_o, df_pkg::OFFER_W, df_pkg::candidate(ip, 1));
      set = `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 0));
      from_terminal = ip < df_pkg::TERMINALS;
      paired = df_pkg::PAIRED != 0 && ip == PORTS - 1;
      differs = df_pkg::dimensions_of(flit.dst ^ here);
      one = differs != '0 && (differs & (differs - 1'b1)) == '0;
      several = (differs & (differs - 1'b1)) != '0;
      below = '0;
      for (d = 0; d < DIMENSIONS; d = d + 1) below[d] = 32'(ip) >= 32'(df_pkg::FIRST_PORT[d*16+:16]) && !(paired && d > 0);
      in_phase_1 = !from_terminal && (val || ugal_or_s || clos_ad)
          && 32'(`DF_WORD(vc_ip_i, df_pkg::VC_W, ip[PORT_W-1:0])) == (val ? 1 : DIMENSIONS);
      node = from_terminal ? drawn(random_ip_i[ip*32+8+:24]) : flit.mid;
      goes = (val || ugal_or_s) && !valid[0];

      // The minimal candidate.
      if (valid[0]) begin
        if (differs == '0 && from_terminal) seen.packet_stays_at_router = 1'b1;
        if (differs == '0 && !from_terminal) seen.packet_leaves_for_terminal = 1'b1;
        if (differs == '0 && minimal.vc != '0) seen.packet_leaves_on_upper_exit_vc = 1'b1;
        if (one && $countones(set) > 1) seen.channels_side_by_side_are_offered = 1'b1;
        if (df_pkg::PAIRED != 0 && differs != '0 && set[PORTS-1]) seen.paired_channel_is_offered = 1'b1;
        if (algorithm == df_pkg::ALG_MIN_AD && one) seen.last_hop_is_adaptive_minimal = 1'b1;
        if (algorithm == df_pkg::ALG_MIN_AD && several) seen.several_dimensions_are_offered = 1'b1;
        if (algorithm == df_pkg::ALG_DOR && several) seen.lowest_of_several_dimensions = 1'b1;
        if (algorithm == df_pkg::ALG_DOR && differs != '0 && !differs[0]) seen.lower_dimension_is_right = 1'b1;
      end

      // Through another node.
      if (from_terminal && differs != '0) begin
        if (val && goes) seen.val_begins_phase_1 = 1'b1;
        if (val && goes && node == flit.dst) seen.val_draws_destination = 1'b1;
        if (val && node == here) seen.val_draws_own_router = 1'b1;
        if (ugal_or_s && node == here) seen.ugal_draws_own_router = 1'b1;
        if (ugal_or_s && node == flit.dst) seen.ugal_draws_destination = 1'b1;
        if (valid[1] && algorithm == df_pkg::ALG_UGAL) seen.ugal_has_a_choice = 1'b1;
        if (valid[1] && algorithm == df_pkg::ALG_UGAL_S) seen.ugal_s_has_a_choice = 1'b1;
        if (valid[1] && ugal_or_s && !control_i.all_hops) seen.hops_do_not_count_for_ugal = 1'b1;
        if (valid[1] && ugal_or_s && 6'(other.weight) != 6'(minimal.weight) + 6'(minimal.weight)) seen.hops_count_for_ugal = 1'b1;
      end
      if (in_phase_1 && goes) begin
        if (val) seen.val_goes_on_in_phase_1 = 1'b1;
        else seen.ugal_goes_on_in_phase_1 = 1'b1;
        if (differs == '0) seen.destination_is_passed_in_phase_1 = 1'b1;
      end
      if (in_phase_1 && node == here) begin
        if (val && differs != '0) seen.val_reaches_mid = 1'b1;
        if (val && differs == '0) seen.val_ends_at_mid = 1'b1;
        if (ugal_or_s && differs != '0) seen.ugal_reaches_mid = 1'b1;
      end
      if (!from_terminal && !in_phase_1 && differs != '0) begin
        if (val && flit.nonmin) seen.val_goes_on_in_phase_2 = 1'b1;
        if (ugal_or_s && flit.nonmin) seen.ugal_goes_on_in_phase_2 = 1'b1;
        if (ugal_or_s && !flit.nonmin) seen.ugal_goes_on_minimally = 1'b1;
        if (clos_ad && flit.nonmin) seen.clos_ad_goes_on_in_phase_2 = 1'b1;
      end

      // Rows of CLOS AD.
      if (clos_ad && from_terminal) begin
        if (one && valid != df_pkg::CANDIDATES'(1)) seen.clos_ad_offers_a_row = 1'b1;
        if ($countones(valid) > 2) seen.clos_ad_offers_several_rows = 1'b1;
        if (differs != '0 && (differs & (differs + 1'b1)) != '0) seen.clos_ad_leaves_out_right_dimension = 1'b1;
        if (control_i.all_hops && differs != '0 && !differs[DIMS-1]) seen.hops_count_for_clos_ad = 1'b1;
      end
      if (clos_ad && in_phase_1) begin
        if (valid != df_pkg::CANDIDATES'(1)) seen.clos_ad_offers_row_in_phase_1 = 1'b1;
        if ((differs & below) != '0 && (differs & ~below) != '0) seen.clos_ad_leaves_out_lower_dimension = 1'b1;
        if (differs != '0 && (differs & ~below) == '0) seen.clos_ad_ends_phase_1 = 1'b1;
        if (paired && (differs & ~below) != '0) seen.packet_comes_by_paired_channel_in_phase_1 = 1'b1;
      end
    end
  end
  /* verilator lint_on LATCH */
  // Checks: FB-22
  `DF_COVER(packet_stays_at_router, seen.packet_stays_at_router)
  if (df_pkg::VCS > 1) begin : gen_exit_vcs
    // Checks: FB-13
    `DF_COVER(packet_leaves_on_upper_exit_vc, seen.packet_leaves_on_upper_exit_vc)
  end
  if (DIMENSIONS > 0) begin : gen_dimensions
    // Checks: FB-13
    `DF_COVER(packet_leaves_for_terminal, seen.packet_leaves_for_terminal)
  end
  if (side_by_side(DIMENSIONS)) begin : gen_side_by_side
    // Checks: FB-10, FB-15
    `DF_COVER(channels_side_by_side_are_offered, seen.channels_side_by_side_are_offered)
  end
  if (df_pkg::PAIRED != 0) begin : gen_paired
    // Checks: FB-8, FB-10
    `DF_COVER(paired_channel_is_offered, seen.paired_channel_is_offered)
  end
  if (MIN_AD) begin : gen_min_ad
    // Checks: FB-15
    `DF_COVER(last_hop_is_adaptive_minimal, seen.last_hop_is_adaptive_minimal)
    if (DIMENSIONS > 1) begin : gen_several_dimensions
      // Checks: FB-15
      `DF_COVER(several_dimensions_are_offered, seen.several_dimensions_are_offered)
    end
  end
  if (DOR && DIMENSIONS > 1) begin : gen_dor
    // Checks: FB-14
    `DF_COVER(lowest_of_several_dimensions, seen.lowest_of_several_dimensions)
    // Checks: FB-14
    `DF_COVER(lower_dimension_is_right, seen.lower_dimension_is_right)
  end
  if (VAL) begin : gen_val
    // Checks: FB-24
    `DF_COVER(val_begins_phase_1, seen.val_begins_phase_1)
    // Checks: FB-23, FB-24
    `DF_COVER(val_draws_own_router, seen.val_draws_own_router)
    // Checks: FB-23, FB-24
    `DF_COVER(val_draws_destination, seen.val_draws_destination)
    // Checks: FB-19
    `DF_COVER(val_reaches_mid, seen.val_reaches_mid)
    // Checks: FB-19
    `DF_COVER(val_ends_at_mid, seen.val_ends_at_mid)
    if (DIMENSIONS > 1) begin : gen_several_dimensions
      // Checks: FB-17, FB-19
      `DF_COVER(val_goes_on_in_phase_1, seen.val_goes_on_in_phase_1)
      // Checks: FB-14, FB-16, FB-18
      `DF_COVER(val_goes_on_in_phase_2, seen.val_goes_on_in_phase_2)
    end
  end
  if (VAL && DIMENSIONS > 1) begin : gen_passing
    // Checks: FB-19
    `DF_COVER(destination_is_passed_in_phase_1, seen.destination_is_passed_in_phase_1)
  end
  if (UGAL) begin : gen_ugal
    // Checks: FB-25
    `DF_COVER(ugal_has_a_choice, seen.ugal_has_a_choice)
    // Checks: FB-25, FB-29
    `DF_COVER(ugal_s_has_a_choice, seen.ugal_s_has_a_choice)
    // Checks: FB-23, FB-25
    `DF_COVER(ugal_draws_own_router, seen.ugal_draws_own_router)
    // Checks: FB-23, FB-25
    `DF_COVER(ugal_draws_destination, seen.ugal_draws_destination)
    // Checks: FB-19
    `DF_COVER(ugal_reaches_mid, seen.ugal_reaches_mid)
    // Checks: FB-27
    `DF_COVER(hops_do_not_count_for_ugal, seen.hops_do_not_count_for_ugal)
    // Checks: FB-26
    `DF_COVER(clos_ad_offers_a_row, seen.clos_ad_offers_a_row)
    // Checks: FB-20
    `DF_COVER(clos_ad_ends_phase_1, seen.clos_ad_ends_phase_1)
    if (DIMENSIONS > 1) begin : gen_several_dimensions
      // Checks: FB-17, FB-19
      `DF_COVER(ugal_goes_on_in_phase_1, seen.ugal_goes_on_in_phase_1)
      // Checks: FB-16, FB-18
      `DF_COVER(ugal_goes_on_in_phase_2, seen.ugal_goes_on_in_phase_2)
      // Checks: FB-16, FB-18
      `DF_COVER(ugal_goes_on_minimally, seen.ugal_goes_on_minimally)
      // Checks: FB-27
      `DF_COVER(hops_count_for_ugal, seen.hops_count_for_ugal)
      // Checks: FB-26
      `DF_COVER(clos_ad_offers_several_rows, seen.clos_ad_offers_several_rows)
      // Checks: FB-26
      `DF_COVER(clos_ad_leaves_out_right_dimension, seen.clos_ad_leaves_out_right_dimension)
      // Checks: FB-20
      `DF_COVER(clos_ad_offers_row_in_phase_1, seen.clos_ad_offers_row_in_phase_1)
      // Checks: FB-20
      `DF_COVER(clos_ad_leaves_out_lower_dimension, seen.clos_ad_leaves_out_lower_dimension)
      // Checks: FB-16, FB-18
      `DF_COVER(clos_ad_goes_on_in_phase_2, seen.clos_ad_goes_on_in_phase_2)
      // Checks: FB-27
      `DF_COVER(hops_count_for_clos_ad, seen.hops_count_for_clos_ad)
      if (df_pkg::PAIRED != 0) begin : gen_paired
        // Checks: FB-8, FB-20
        `DF_COVER(packet_comes_by_paired_channel_in_phase_1, seen.packet_comes_by_paired_channel_in_phase_1)
      end
    end
  end
endmodule
bind df_route_unit df_route_unit_cover u_cover (.*);
`endif
`default_nettype wire
