// SPDX-License-Identifier: Apache-2.0
// What the switch allocator knows of the requests before it arbitrates: masks over input VCs by output and by VC. All outputs that
// are requested are contested.
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // the ports are those of df_switch_requests_fast
module df_switch_requests (
    input  wire [df_pkg::NVP-1:0]       front_ivc_i,  // input VCs that request,
    input  wire [df_pkg::NVP-1:0]       long_ivc_i,   // those with a flit of a longer packet than one,
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),  // and their routes
    input  wire [df_pkg::PORTS-1:0]     queue_ready_op_i,
    input  wire [df_pkg::NVP-1:0]       held_ovc_i,
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc_i, df_pkg::SPEEDUP),
    output wire [df_pkg::PORTS_2N-1:0]  requested_op_o,
    output wire `DF_WIRES(port_masks_t, df_pkg::NVP, for_op_o, df_pkg::PORTS_2N),
    output wire `DF_WIRES(vc_masks_t, df_pkg::NVP, for_vc_o, df_pkg::VCS_2N),
    output wire [df_pkg::PORTS_2N-1:0]  contested_op_o,  // outputs that need an arbiter; the others grant all
    output wire [df_pkg::PORTS_2N-1:0]  several_op_o,    // of these: with more than one request
    output wire [df_pkg::NVP-1:0]       simple_ivc_o,    // the requests that they grant,
    output wire `DF_WIRES(grant_planes_t, df_pkg::NVP, simple_ovc_o, df_pkg::SPEEDUP)  // plane s: output VCs with more than s
);
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  df_route_decoder u_route_decoder (
      .routed_ivc_i(front_ivc_i),
      .route_ivc_i,
      .some_op_o(requested_op_o),
      .for_op_o,
      .for_vc_o
  );
  assign contested_op_o = requested_op_o & PORTS_2N'(df_pkg::ALL_PORTS);
  assign several_op_o = '0;
  assign simple_ivc_o = '0;
  for (genvar s = 0; s < df_pkg::SPEEDUP; s = s + 1) begin : gen_simple
    assign `DF_WORD(simple_ovc_o, df_pkg::NVP, s) = '0;
  end
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire
