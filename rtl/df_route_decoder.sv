// SPDX-License-Identifier: Apache-2.0
// Turns the routes of some input VCs into masks over input VCs: for each output and for each VC, those that go there.
`include "df_macros.svh"
`default_nettype none
module df_route_decoder (
    input  wire [df_pkg::NVP-1:0]       routed_ivc_i,  // input VCs that are looked at,
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),  // and their routes
    output reg  [df_pkg::PORTS_2N-1:0]  some_op_o,     // outputs that any of them goes to
    output `DF_VARIABLES(port_masks_t, df_pkg::NVP, for_op_o, df_pkg::PORTS_2N),
    output `DF_VARIABLES(vc_masks_t, df_pkg::NVP, for_vc_o, df_pkg::VCS_2N)
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int VC_W = df_pkg::VC_W;
  localparam int PORT_W = df_pkg::PORT_W;

  always_comb begin : decode
    /* verilator lint_off UNUSEDSIGNAL */  // the bits of i above a VC's number
    integer i;
    /* verilator lint_on UNUSEDSIGNAL */
    integer k;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic [df_pkg::ROUTE_W-1:0] route;
    i = 0;
    k = 0;
    rem = '0;
    bit_i = '0;
    route = '0;
    some_op_o = '0;
    `DF_CLEAR(for_op_o, k, PORTS_2N)
    `DF_CLEAR(for_vc_o, k, df_pkg::VCS_2N)
    `DF_FOR_EACH(i, rem, routed_ivc_i, df_pkg::NV)
      bit_i = NVP'(1) << i[df_pkg::IVC_W-1:0];
      route = `DF_WORD(route_ivc_i, df_pkg::ROUTE_W, `DF_NUMBER(i, df_pkg::IVC_W));
      some_op_o = some_op_o | (PORTS_2N'(1) << route[VC_W+:PORT_W]);
      `DF_SET_BITS(for_op_o, NVP, PORTS_2N, route[VC_W+:PORT_W], bit_i, k)
      `DF_SET_BITS(for_vc_o, NVP, df_pkg::VCS_2N, route[VC_W-1:0], bit_i, k)
    end
  end
endmodule
`default_nettype wire
