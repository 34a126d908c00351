// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of df_queue_estimator: answers about ports and VCs that exist.
`include "df_macros.svh"
module proof_queue_estimator (
    input  wire [df_pkg::CREDIT_W-1:0]                                  depth,
    input  wire [df_pkg::CREDIT_W*df_pkg::NVP-1:0]                      credits_ovc,
    input  wire [df_pkg::NVP-1:0]                                       assigned_ivc,
    input  wire [df_pkg::NV*df_pkg::ROUTE_W-1:0]                        held_ivc,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]                 ask_cand,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]                 vc_queue_cand,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::PORT_W-1:0]  port_cand,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::VC_W-1:0]    vc_cand,
    output wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::QUEUE_W-1:0] queue_cand,
    input  wire                                                         publish,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0]               occupancy
);
  reg [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0] exist;
  always_comb begin : limit
    integer n;
    for (n = 0; n < df_pkg::ASKERS * df_pkg::CANDIDATES; n = n + 1)
      exist[n] = 32'(port_cand[n*df_pkg::PORT_W+:df_pkg::PORT_W]) < df_pkg::PORTS
          && 32'(vc_cand[n*df_pkg::VC_W+:df_pkg::VC_W]) < df_pkg::VCS;
  end
  df_queue_estimator u_unit (
      .depth_i(depth),
      .credits_ovc_i(credits_ovc),
      .assigned_ivc_i(assigned_ivc),
      .held_ivc_i(held_ivc),
      .ask_cand_i(ask_cand & exist),
      .vc_queue_cand_i(vc_queue_cand),
      .port_cand_i(port_cand),
      .vc_cand_i(vc_cand),
      .queue_cand_o(queue_cand),
      .publish_i(publish),
      .occupancy_o(occupancy)
  );
endmodule
