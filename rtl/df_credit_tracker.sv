// SPDX-License-Identifier: Apache-2.0
// Credits of every output VC: free slots of the buffer at the other end of the channel.
//
// The counters are bit-sliced: plane k holds bit k of all of them. So one ripple of a few words counts
// all output VCs up or down at once, and "at least n credits" is a word for all of them.
`include "df_macros.svh"
`default_nettype none
module df_credit_tracker (
    input  wire                                             clk_i,
    input  wire                                             rst_i,
    input  wire                                             load_i,    // set all counters
    input  wire [df_pkg::CREDIT_W-1:0]                      value_i,   // to this
    input  wire [df_pkg::CREDIT_W-1:0]                      depth_i,   // BUFFER_DEPTH
    input  wire [df_pkg::NVP-1:0]                           return_ovc_i,  // credits that came back
    // Credits taken in this cycle: bit in plane s if the output VC takes more than s.
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_i, df_pkg::SPEEDUP),
    output wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_o, df_pkg::CREDIT_W), // planes of the counters
    output `DF_VARIABLES(grant_planes_t, df_pkg::NVP, more_ovc_o, df_pkg::SPEEDUP)     // plane s: more than s credits
);
  localparam int W = df_pkg::CREDIT_W;
  localparam int NVP = df_pkg::NVP;
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);

  `DF_VARIABLES(credit_planes_t, NVP, credits_d, W);
  for (genvar k = 0; k < W; k = k + 1) begin : gen_plane
    reg [NVP-1:0] plane_q;
    always_ff @(posedge clk_i) begin
      if (rst_i) plane_q <= '0;
      else if (load_i) plane_q <= value_i[k] ? EXISTING : '0;
      else plane_q <= `DF_WORD(credits_d, NVP, k);
    end
    assign `DF_WORD(credits_ovc_o, NVP, k) = plane_q;
  end

  always_comb begin : count
    integer k;
    integer s;
    logic [NVP-1:0] carry;
    logic [NVP-1:0] plane;
    k = 0;
    carry = '0;
    plane = '0;
    for (k = 0; k < W; k = k + 1) `DF_WORD(credits_d, NVP, k) = `DF_WORD(credits_ovc_o, NVP, k);
    for (s = 0; s < df_pkg::SPEEDUP; s = s + 1) begin
      carry = `DF_WORD(take_ovc_i, NVP, s);
      if (carry != '0)
        for (k = 0; k < W; k = k + 1) begin
          plane = `DF_WORD(credits_d, NVP, k) ^ carry;
          carry = carry & plane;
          `DF_WORD(credits_d, NVP, k) = plane;
        end
    end
    carry = return_ovc_i;
    if (carry != '0)
      for (k = 0; k < W; k = k + 1) begin
        plane = `DF_WORD(credits_d, NVP, k) ^ carry;
        carry = carry & ~plane;
        `DF_WORD(credits_d, NVP, k) = plane;
      end
  end

  // Compares all counters with the constant s+1: from the lowest plane up, "at least" of the bits so far.
  always_comb begin : compare
    integer k;
    integer s;
    logic [NVP-1:0] at_least;
    for (s = 0; s < df_pkg::SPEEDUP; s = s + 1) begin
      at_least = '1;
      for (k = 0; k < W; k = k + 1)
        if (((s + 1) >> k) % 2 == 1) at_least = at_least & `DF_WORD(credits_ovc_o, NVP, k);
        else at_least = at_least | `DF_WORD(credits_ovc_o, NVP, k);
      if (((s + 1) >> W) != 0) at_least = '0;
      `DF_WORD(more_ovc_o, NVP, s) = at_least;
    end
  end

  // Are credits taken that are not there, or returned to an output VC that has them all?
  logic overdrawn;
  logic surplus;
  always_comb begin : limits
    integer k;
    integer s;
    logic [NVP-1:0] all;
    k = 0;
    s = 0;
    overdrawn = 1'b0;
    if (`DF_WORD(take_ovc_i, NVP, 0) != '0)
      for (s = 0; s < df_pkg::SPEEDUP; s = s + 1)
        if ((`DF_WORD(take_ovc_i, NVP, s) & ~`DF_WORD(more_ovc_o, NVP, s)) != '0) overdrawn = 1'b1;
    all = return_ovc_i;
    if (return_ovc_i != '0)
      for (k = 0; k < W; k = k + 1)
        all = all & (`DF_WORD(credits_ovc_o, NVP, k) ^ {NVP{~depth_i[k]}});
    surplus = all != '0;
  end

  // Checks: OW-3
  `DF_ASSERT(clk_i, rst_i, no_surplus, !surplus, "a credit comes back for a flit that was never sent")
  // Checks: SA-4, SE-1
  `DF_ASSERT(clk_i, rst_i, takes_what_it_has, !overdrawn, "a flit takes a credit that is not there")
endmodule
`default_nettype wire
