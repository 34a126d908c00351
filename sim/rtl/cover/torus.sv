// SPDX-License-Identifier: Apache-2.0
// Cover points of the route unit of tori.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

// Ways of heads, by what the unit is asked and says. With the bodies for synthesis the loop would be copied for each port, and
// no way would be another one.
`ifdef DF_BODY_SIMULATION
module df_route_unit_cover (
    input wire                                   clk_i,
    input wire                                   rst_i,
    input wire df_pkg::control_t                 control_i,
    input wire [df_pkg::PORTS-1:0]               head_ip_i,
    input wire `DF_WIRES(vcs_of_ports_t, df_pkg::VC_W, vc_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(sets_of_cands_t, df_pkg::PORTS, set_cand_o, df_pkg::CANDS_2N),
    input wire `DF_WIRES(offers_of_cands_t, df_pkg::OFFER_W, offer_cand_o, df_pkg::CANDS_2N),
    input wire [df_pkg::PORTS*df_pkg::SALT_W-1:0] salt_ip_o
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int NODE_W = df_pkg::NODE_W;
  localparam int DIMENSIONS = df_pkg::DIMENSIONS;

  // Has a dimension of these at least so many routers, of an even number if that is asked?
  function automatic logic a_ring(input int from, input int below, input int least, input logic even);
    int d;
    a_ring = 1'b0;
    for (d = from; d < below; d = d + 1)
      if (df_pkg::size_of(d) >= least && !(even && df_pkg::size_of(d) % 2 != 0)) a_ring = 1'b1;
  endfunction
  function automatic logic a_ring_of_two(input int below);
    int d;
    a_ring_of_two = 1'b0;
    for (d = 0; d < below; d = d + 1) if (df_pkg::size_of(d) == 2) a_ring_of_two = 1'b1;
  endfunction

  typedef struct packed {
    logic packet_leaves_for_terminal;
    logic packet_stays_at_router;
    logic packet_leaves_on_upper_exit_vc;
    logic packet_goes_up;
    logic packet_goes_down;
    logic tie_goes_up;
    logic tie_goes_down;
    logic tie_in_upper_dimension;
    logic tie_in_ninth_dimension;
    logic packet_goes_on_in_ring;
    logic packet_goes_on_behind_dateline;
    logic packet_crosses_dateline_up;
    logic packet_crosses_dateline_down;
    logic packet_crosses_dateline_at_once;
    logic packet_crosses_dateline_on_its_way;
    logic packet_changes_dimension;
    logic packet_changes_dimension_behind_dateline;
    logic packet_takes_ring_of_two;
    logic packet_crosses_dateline_on_only_vc;
  } cases_t;
  cases_t seen;
  /* verilator lint_off LATCH */  // variables of a port, which mean nothing without a head
  always_comb begin : look
    integer ip;
    integer d;
    logic [PORTS-1:0] rem;
    logic [NODE_W-1:0] here;
    df_pkg::flit_t flit;
    df_pkg::offer_t offer;
    logic [7:0] salt;
    logic [PORTS-1:0] set;
    logic from_terminal;
    logic [df_pkg::VC_W-1:0] vc;  // that it came on
    logic found;                  // the dimension in which it goes
    logic [11:0] size;
    logic [11:0] ahead;           // hops up
    logic along;                  // it came by the same dimension
    logic up;
    logic tie;
    logic crosses;                // the dateline
    seen = '0;
    here = control_i.route_0[NODE_W-1:0];
    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]);
      vc = `DF_WORD(vc_ip_i, df_pkg::VC_W, ip[PORT_W-1:0]);
      offer = `DF_WORD(offer_cand_o, df_pkg::OFFER_W, df_pkg::candidate(ip, 0));
      set = `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 0));
      salt = salt_ip_o[ip*df_pkg::SALT_W+:8];
      from_terminal = ip < df_pkg::TERMINALS;
      if (flit.dst == here) begin
        if (from_terminal) seen.packet_stays_at_router = 1'b1;
        else seen.packet_leaves_for_terminal = 1'b1;
        if (offer.vc != '0) seen.packet_leaves_on_upper_exit_vc = 1'b1;
      end
      found = 1'b0;
      for (d = 0; d < DIMENSIONS; d = d + 1)
        if (!found && df_pkg::digit_of(flit.dst, d) != df_pkg::digit_of(here, d)) begin
          found = 1'b1;
          size = df_pkg::SIZES[d*12+:12];
          ahead = 12'(df_pkg::digit_of(flit.dst, d)) - 12'(df_pkg::digit_of(here, d));
          if (df_pkg::digit_of(flit.dst, d) < df_pkg::digit_of(here, d)) ahead = ahead + size;
          along = 32'(ip) >= 32'(df_pkg::FIRST_PORT[d*16+:16]) && 32'(ip) < 32'(df_pkg::FIRST_PORT[(d+1)*16+:16]);
          up = (set >> df_pkg::FIRST_PORT[d*16+:16]) == PORTS'(1);
          tie = ahead + ahead == size;
          crosses = up ? 12'(df_pkg::digit_of(here, d)) == size - 1'b1 : df_pkg::digit_of(here, d) == '0;
          if (size == 12'd2) seen.packet_takes_ring_of_two = 1'b1;
          else begin
            if (up && !tie) seen.packet_goes_up = 1'b1;
            if (!up && !tie) seen.packet_goes_down = 1'b1;
            if (up && tie) seen.tie_goes_up = 1'b1;
            if (!up && tie) seen.tie_goes_down = 1'b1;
            if (tie && d > 0 && salt[d%8] != salt[0]) seen.tie_in_upper_dimension = 1'b1;
            if (tie && d == 8) seen.tie_in_ninth_dimension = 1'b1;
            if (along && !crosses && vc == '0) seen.packet_goes_on_in_ring = 1'b1;
            if (along && !crosses && vc == df_pkg::VC_W'(1)) seen.packet_goes_on_behind_dateline = 1'b1;
            if (crosses && up) seen.packet_crosses_dateline_up = 1'b1;
            if (crosses && !up) seen.packet_crosses_dateline_down = 1'b1;
            if (crosses && !along) seen.packet_crosses_dateline_at_once = 1'b1;
            if (crosses && along && vc == '0) seen.packet_crosses_dateline_on_its_way = 1'b1;
            if (crosses && df_pkg::VCS == 1) seen.packet_crosses_dateline_on_only_vc = 1'b1;
          end
          if (!along && !from_terminal && vc == '0) seen.packet_changes_dimension = 1'b1;
          if (!along && !from_terminal && vc == df_pkg::VC_W'(1)) seen.packet_changes_dimension_behind_dateline = 1'b1;
        end
    end
  end
  /* verilator lint_on LATCH */
  // Checks: TO-6
  `DF_COVER(packet_stays_at_router, seen.packet_stays_at_router)
  if (df_pkg::VCS > 1) begin : gen_exit_vcs
    // Checks: TO-6
    `DF_COVER(packet_leaves_on_upper_exit_vc, seen.packet_leaves_on_upper_exit_vc)
  end
  if (DIMENSIONS > 0) begin : gen_dimensions
    // Checks: TO-6
    `DF_COVER(packet_leaves_for_terminal, seen.packet_leaves_for_terminal)
  end
  if (DIMENSIONS > 1) begin : gen_several_dimensions
    // Checks: TO-1, TO-9
    `DF_COVER(packet_changes_dimension, seen.packet_changes_dimension)
  end
  if (a_ring_of_two(DIMENSIONS)) begin : gen_ring_of_two
    // Checks: TO-3, TO-10
    `DF_COVER(packet_takes_ring_of_two, seen.packet_takes_ring_of_two)
  end
  if (a_ring(0, DIMENSIONS, 3, 1'b0)) begin : gen_rings
    // Checks: TO-7
    `DF_COVER(packet_goes_up, seen.packet_goes_up)
    // Checks: TO-7
    `DF_COVER(packet_goes_down, seen.packet_goes_down)
    // Checks: TO-9
    `DF_COVER(packet_crosses_dateline_up, seen.packet_crosses_dateline_up)
    // Checks: TO-9
    `DF_COVER(packet_crosses_dateline_down, seen.packet_crosses_dateline_down)
    // Checks: TO-9
    `DF_COVER(packet_crosses_dateline_at_once, seen.packet_crosses_dateline_at_once)
    if (df_pkg::VCS == 1) begin : gen_only_vc
      // Checks: TO-11
      `DF_COVER(packet_crosses_dateline_on_only_vc, seen.packet_crosses_dateline_on_only_vc)
    end
  end
  // Of rings in which a packet makes more than one hop.
  if (a_ring(0, DIMENSIONS, 4, 1'b0)) begin : gen_long_rings
    // Checks: TO-9
    `DF_COVER(packet_goes_on_in_ring, seen.packet_goes_on_in_ring)
    // Checks: TO-9
    `DF_COVER(packet_crosses_dateline_on_its_way, seen.packet_crosses_dateline_on_its_way)
    if (df_pkg::VCS > 1) begin : gen_dateline
      // Checks: TO-9
      `DF_COVER(packet_goes_on_behind_dateline, seen.packet_goes_on_behind_dateline)
    end
  end
  if (a_ring(0, DIMENSIONS, 3, 1'b1)) begin : gen_ties
    // Checks: TO-7
    `DF_COVER(tie_goes_up, seen.tie_goes_up)
    // Checks: TO-7
    `DF_COVER(tie_goes_down, seen.tie_goes_down)
  end
  if (a_ring(1, DIMENSIONS < 8 ? DIMENSIONS : 8, 3, 1'b1)) begin : gen_upper_ties
    // Checks: TO-7
    `DF_COVER(tie_in_upper_dimension, seen.tie_in_upper_dimension)
  end
  if (a_ring(8, DIMENSIONS < 9 ? DIMENSIONS : 9, 3, 1'b1)) begin : gen_ninth_dimension
    // Checks: TO-7
    `DF_COVER(tie_in_ninth_dimension, seen.tie_in_ninth_dimension)
  end
  if (df_pkg::VCS > 1 && a_ring(0, DIMENSIONS - 1, 3, 1'b0)) begin : gen_behind_dateline
    // Checks: TO-9
    `DF_COVER(packet_changes_dimension_behind_dateline, seen.packet_changes_dimension_behind_dateline)
  end
endmodule
bind df_route_unit df_route_unit_cover u_cover (.*);
`endif
`default_nettype wire
