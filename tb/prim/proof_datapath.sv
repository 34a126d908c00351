// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of df_datapath: with inputs as the other units give them, and of the flits that
// leave those that mean something.
`include "df_macros.svh"
module proof_datapath (
    input  wire                                                  clk_i,
    input  wire                                                  rst_i,
    input  wire [15:0]                                           oq_limit,
    input  wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0]            flit_ip,
    input  wire [df_pkg::NVP-1:0]                                store_ivc,
    input  wire [df_pkg::NVP-1:0]                                grant_ivc,
    input  wire [df_pkg::NVP-1:0]                                bypass_ivc,
    input  wire [df_pkg::PORTS_2N*df_pkg::NVP-1:0]               grant_for_op,
    input  wire [df_pkg::NV*df_pkg::ROUTE_W-1:0]                 route_ivc,
    input  wire [df_pkg::ASKERS-1:0]                             nonmin_ask,
    input  wire [df_pkg::ASKERS*df_pkg::SALT_W-1:0]              salt_ask,
    input  wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]               mid_ask,
    input  wire [df_pkg::PORTS-1:0]                              paused_op,
    output wire [df_pkg::PORTS-1:0]                              sends_op,
    output wire [df_pkg::PORTS-1:0]                              ready_op,
    output wire [df_pkg::NVP-1:0]                                valid_ovc,
    output reg  [df_pkg::PORTS*df_pkg::FLIT_W-1:0]               sent_op
);
  localparam int NVP = df_pkg::NVP;
  // An output is granted to input VCs that exist, at most SPEEDUP, or to none.
  reg [df_pkg::PORTS_2N*NVP-1:0] granted;
  reg [df_pkg::PORTS-1:0] grants;
  always_comb begin : limit
    integer o;
    integer s;
    reg [NVP-1:0] rest;
    granted = '0;
    grants = '0;
    rest = '0;
    for (o = 0; o < df_pkg::PORTS; o = o + 1) begin
      rest = grant_for_op[o*NVP+:NVP] & df_pkg::INPUT_VCS;
      for (s = 0; s < df_pkg::SPEEDUP; s = s + 1) begin
        granted[o*NVP+:NVP] = granted[o*NVP+:NVP] | (rest & -rest);
        rest = rest & (rest - 1'b1);
      end
      grants[o] = granted[o*NVP+:NVP] != '0;
    end
  end
  wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0] flit_op;
  df_datapath u_unit (
      .clk_i,
      .rst_i,
      .oq_limit_i(oq_limit),
      .flit_ip_i(flit_ip),
      .store_ivc_i(store_ivc & df_pkg::INPUT_VCS),
      .grant_ivc_i(grant_ivc & df_pkg::INPUT_VCS),
      .bypass_ivc_i(bypass_ivc),
      .grants_op_i(grants),
      .grant_for_op_i(granted),
      .route_ivc_i(route_ivc),
      .nonmin_ask_i(nonmin_ask),
      .salt_ask_i(salt_ask),
      .mid_ask_i(mid_ask),
      .paused_op_i(paused_op),
      .sends_op_o(sends_op),
      .queue_ready_op_o(ready_op),
      .valid_ovc_o(valid_ovc),
      .flit_op_o(flit_op)
  );
  always_comb begin : show
    integer o;
    for (o = 0; o < df_pkg::PORTS; o = o + 1)
      sent_op[o*df_pkg::FLIT_W+:df_pkg::FLIT_W] = flit_op[o*df_pkg::FLIT_W+:df_pkg::FLIT_W] & {df_pkg::FLIT_W{sends_op[o]}};
  end
endmodule
