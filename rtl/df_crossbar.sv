// SPDX-License-Identifier: Apache-2.0
// Crossbar: brings the flits that leave input VCs to the outputs that have granted them. Those of an output, in the order of
// their input VCs, are its lanes.
`include "df_macros.svh"
`default_nettype none
module df_crossbar (
    /* verilator lint_off UNUSEDSIGNAL */  // what is above PORTS and NV
    input  wire [df_pkg::PORTS-1:0] grants_op_i,  // outputs with flits,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),  // for each, the input VCs they leave
    input  wire `DF_WIRES(flits_of_vcs_t, df_pkg::FLIT_W, leaving_ivc_i, df_pkg::NVP),
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),    // the VC is the lower part
    // Of those outputs; others mean nothing.
    output reg  [df_pkg::PORTS-1:0] several_op_o,  // outputs with several flits
    output `DF_VARIABLES(lanes_of_ports_t, df_pkg::SPEEDUP, lanes_op_o, df_pkg::PORTS_2N),  // bit s: more than s flits
    output `DF_VARIABLES(flits_of_lanes_t, df_pkg::FLIT_W, flit_lane_o, df_pkg::LANES_2N),
    output `DF_VARIABLES(vcs_of_lanes_t, df_pkg::VC_W, vc_lane_o, df_pkg::LANES_2N)
    /* verilator lint_on UNUSEDSIGNAL */
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int VC_W = df_pkg::VC_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam int LANES_W = df_pkg::LANES_W;
  localparam int LANES_2N = df_pkg::LANES_2N;

  // The lowest set bit after s others, or 0.
  function automatic logic [NVP-1:0] bit_after(input logic [NVP-1:0] mask, input integer s);
    integer k;
    bit_after = mask;
    for (k = 0; k < s; k = k + 1) bit_after = bit_after & (bit_after - 1'b1);
    bit_after = bit_after & -bit_after;
  endfunction

  for (genvar o = 0; o < PORTS; o = o + 1) begin : gen_several
    always_comb several_op_o[o] = `DF_WORD(lanes_op_o, SPEEDUP, o) > SPEEDUP'(1);
  end
  logic [NV*VC_W-1:0] vc_ivc;  // VCs that flits leave by
  always_comb begin : vcs
    integer i;
    for (i = 0; i < NV; i = i + 1) vc_ivc[i*VC_W+:VC_W] = VC_W'(`DF_WORD(route_ivc_i, ROUTE_W, i));
  end
  wire [NV*FLIT_W-1:0] flit_ivc;
  for (genvar i = 0; i < NV; i = i + 1) begin : gen_flit
    assign flit_ivc[i*FLIT_W+:FLIT_W] = `DF_WORD(leaving_ivc_i, FLIT_W, i);
  end

  for (genvar lane = 0; lane < LANES_2N; lane = lane + 1) begin : gen_lane
    localparam int O = lane >> LANES_W;
    localparam int S = lane & ((1 << LANES_W) - 1);
    if (O < PORTS && S < SPEEDUP) begin : gen_present
      logic [NVP-1:0] one;
      wire [FLIT_W-1:0] flit;
      wire [VC_W-1:0] vc;
      always_comb one = bit_after(`DF_WORD(grant_for_op_i, NVP, O) & {NVP{grants_op_i[O]}}, S);
      always_comb `DF_BIT(lanes_op_o, SPEEDUP, O, S) = one != '0;
      df_pick #(
          .W(FLIT_W),
          .COUNT(NV)
      ) u_flit (
          .mask_i(one[NV-1:0]),
          .words_i(flit_ivc),
          .word_o(flit)
      );
      df_pick #(
          .W(VC_W),
          .COUNT(NV)
      ) u_vc (
          .mask_i(one[NV-1:0]),
          .words_i(vc_ivc),
          .word_o(vc)
      );
      always_comb `DF_WORD(flit_lane_o, FLIT_W, lane) = flit;
      always_comb `DF_WORD(vc_lane_o, VC_W, lane) = vc;
    end else begin : gen_absent
      if (S < SPEEDUP) begin : gen_lanes
        always_comb `DF_BIT(lanes_op_o, SPEEDUP, O, S) = 1'b0;
      end
      always_comb `DF_WORD(flit_lane_o, FLIT_W, lane) = '0;
      always_comb `DF_WORD(vc_lane_o, VC_W, lane) = '0;
    end
  end
endmodule
`default_nettype wire
