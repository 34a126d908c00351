// SPDX-License-Identifier: Apache-2.0
// Cover points of the route unit of networks by table, adaptive.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */

// Sets that heads are given, by what the unit is asked and says. With the bodies for synthesis the loop would be copied for each
// port, and no set would be another one.
`ifdef DF_BODY_SIMULATION
module df_route_unit_cover (
    input wire                                   clk_i,
    input wire                                   rst_i,
    input wire df_pkg::control_t                 control_i,
    input wire [df_pkg::PORTS-1:0]               head_ip_i,
    input wire `DF_WIRES(vcs_of_ports_t, df_pkg::VC_W, vc_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(sets_of_cands_t, df_pkg::PORTS, set_cand_o, df_pkg::CANDS_2N)
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;

  typedef struct packed {
    logic packet_leaves_for_terminal;
    logic packet_leaves_from_upper_vc;
    logic packet_stays_at_router;
    logic router_is_no_node;
    logic one_output_is_offered;
    logic several_outputs_are_offered;
    logic packet_begins_on_vc_0;
    logic vc_rises;
    logic highest_vc_is_kept;
    logic upper_output_is_offered;
    logic outputs_of_two_words_are_offered;
  } cases_t;
  cases_t seen;
  /* verilator lint_off LATCH */  // variables of a port, which mean nothing without a head
  always_comb begin : look
    integer ip;
    logic [PORTS-1:0] rem;
    df_pkg::flit_t flit;
    logic [df_pkg::VC_W-1:0] vc;  // that it came on
    logic [PORTS-1:0] set;
    seen = '0;
    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]);
      vc = `DF_WORD(vc_ip_i, df_pkg::VC_W, ip[PORT_W-1:0]);
      set = `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 0));
      if (control_i.route_0 == 16'hffff) seen.router_is_no_node = 1'b1;
      if (16'(flit.dst) == control_i.route_0) begin
        if (flit.hops == '0) seen.packet_stays_at_router = 1'b1;
        else seen.packet_leaves_for_terminal = 1'b1;
        if (vc != '0) seen.packet_leaves_from_upper_vc = 1'b1;
      end else begin
        if ((set & (set - 1'b1)) == '0) seen.one_output_is_offered = 1'b1;
        else seen.several_outputs_are_offered = 1'b1;
        if (PORTS > 32 && (set >> 32) != '0) seen.upper_output_is_offered = 1'b1;
        if (PORTS > 32 && (set >> 32) != '0 && 32'(set) != '0) seen.outputs_of_two_words_are_offered = 1'b1;
        if (flit.hops == '0) seen.packet_begins_on_vc_0 = 1'b1;
        else if (32'(vc) == df_pkg::VCS - 1) seen.highest_vc_is_kept = 1'b1;
        else seen.vc_rises = 1'b1;
      end
    end
  end
  /* verilator lint_on LATCH */
  // Checks: AT-10
  `DF_COVER(packet_leaves_for_terminal, seen.packet_leaves_for_terminal)
  // Checks: AT-10
  `DF_COVER(packet_stays_at_router, seen.packet_stays_at_router)
  // Checks: AT-6, AT-11
  `DF_COVER(router_is_no_node, seen.router_is_no_node)
  // Checks: AT-1, AT-11
  `DF_COVER(one_output_is_offered, seen.one_output_is_offered)
  // Checks: AT-1, AT-11
  `DF_COVER(several_outputs_are_offered, seen.several_outputs_are_offered)
  // Checks: AT-11
  `DF_COVER(packet_begins_on_vc_0, seen.packet_begins_on_vc_0)
  // Checks: AT-11, AT-13
  `DF_COVER(highest_vc_is_kept, seen.highest_vc_is_kept)
  if (df_pkg::VCS > 1) begin : gen_vcs
    // Checks: AT-10
    `DF_COVER(packet_leaves_from_upper_vc, seen.packet_leaves_from_upper_vc)
    // Checks: AT-11, AT-13
    `DF_COVER(vc_rises, seen.vc_rises)
  end
  if (PORTS > 32) begin : gen_words
    // Checks: AT-7
    `DF_COVER(upper_output_is_offered, seen.upper_output_is_offered)
    // Checks: AT-7
    `DF_COVER(outputs_of_two_words_are_offered, seen.outputs_of_two_words_are_offered)
  end
endmodule
bind df_route_unit df_route_unit_cover u_cover (.*);
`endif
`default_nettype wire
