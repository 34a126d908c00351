// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of df_release_times.
`include "df_macros.svh"
module proof_release_times (
    input  wire                                clk_i,
    input  wire                                rst_i,
    input  wire [df_pkg::TIME_W-1:0]           now,
    input  wire [df_pkg::NVP-1:0]              hold_ivc,
    input  wire [df_pkg::NVP*df_pkg::TD_W-1:0] delay_ivc,
    input  wire                                release_some,
    output wire [df_pkg::NVP-1:0]              pending_ivc,
    output wire [df_pkg::NVP-1:0]              release_ivc
);
  localparam logic [df_pkg::NVP-1:0] DELAYED = df_pkg::vcs_of_ports(df_pkg::DELAYED_PORTS);
  df_release_times u_unit (
      .clk_i,
      .rst_i,
      .now_i(now),
      .hold_ivc_i(hold_ivc & DELAYED),
      .delay_ivc_i(delay_ivc),
      .release_i(release_some),
      .pending_ivc_o(pending_ivc),
      .release_ivc_o(release_ivc)
  );
endmodule
