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
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic [df_pkg::ROUTE_W-1:0] route;
    bit_i = '0;
    route = '0;
    some_op_o = '0;
    for (k = 0; k < PORTS_2N; k = k + 1) `DF_WORD(for_op_o, NVP, k) = '0;
    for (k = 0; k < df_pkg::VCS_2N; k = k + 1) `DF_WORD(for_vc_o, NVP, k) = '0;
    rem = routed_ivc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      bit_i = NVP'(1) << i[df_pkg::IVC_W-1:0];
      route = `DF_WORD(route_ivc_i, df_pkg::ROUTE_W, i[df_pkg::IVC_W-1:0]);
      some_op_o = some_op_o | (PORTS_2N'(1) << route[VC_W+:PORT_W]);
      `DF_FOR_WORD(k, route[VC_W+:PORT_W], PORTS_2N)
        `DF_WORD(for_op_o, NVP, k[PORT_W-1:0]) = `DF_WORD(for_op_o, NVP, k[PORT_W-1:0]) | bit_i;
      `DF_FOR_WORD(k, route[VC_W-1:0], df_pkg::VCS_2N)
        `DF_WORD(for_vc_o, NVP, k[VC_W-1:0]) = `DF_WORD(for_vc_o, NVP, k[VC_W-1:0]) | bit_i;
    end
  end
endmodule
`default_nettype wire
