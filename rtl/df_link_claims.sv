// SPDX-License-Identifier: Apache-2.0
// Claims about the links of a router: what its neighbours send, and that all wires of both directions are known.
`include "df_macros.svh"
`default_nettype none
module df_link_claims (
    input wire                        clk_i,
    input wire                        rst_i,
    input wire [df_pkg::CREDIT_W-1:0] buffer_depth_i,
    input wire [df_pkg::NVP-1:0]      valid_ivc_i,   // flits that arrive,
    input wire [df_pkg::NVP-1:0]      credit_ivc_i,  // credits for them,
    input wire [df_pkg::NVP-1:0]      valid_ovc_i,   // flits that leave,
    input wire [df_pkg::NVP-1:0]      credit_ovc_i   // credits that come back
);
  localparam int NVP = df_pkg::NVP;
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);

  `DF_CLAIMS(clk_i, rst_i, valid_ivc_i != '0) begin
    // Checks: OW-1, PT-15
    `DF_CLAIM(one_vc_per_port, !df_pkg::two_vcs_of_a_port(valid_ivc_i),
              "flits arrive on two VCs of one port in the same cycle")
    // Checks: DA-2, DF-29, OW-6
    `DF_CLAIM(terminals_use_vc0, (valid_ivc_i & EXISTING & ~df_pkg::ARRIVAL_VCS) == '0, "a terminal sends on another VC than 0")
    `DF_CLAIM(vcs_exist, (valid_ivc_i & ~EXISTING) == '0, "a flit arrives on a VC that does not exist")
    // Checks: CR-2, CR-10
    `DF_CLAIM(flits_find_buffers, buffer_depth_i != '0, "a flit arrives before BUFFER_DEPTH is written")
  end
  // Checks: OW-3
  `DF_ASSERT(clk_i, rst_i, credits_are_of_vcs, (credit_ovc_i & ~EXISTING) == '0, "a credit comes back for a VC that does not exist")
  df_known #(.W(4 * NVP)) u_known (.clk_i, .rst_i, .wires_i({valid_ivc_i, credit_ovc_i, valid_ovc_i, credit_ivc_i}));
endmodule
`default_nettype wire
