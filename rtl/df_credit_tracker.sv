// Credits of every output VC: free slots of the buffer at the other end of the channel.
//
// The counters are bit-sliced: plane k holds bit k of all of them. So one ripple of a few words counts
// all output VCs up or down at once, and "at least n credits" is a word for all of them.
`include "df_macros.svh"
module df_credit_tracker (
    input  wire                                             clk_i,
    input  wire                                             rst_i,
    input  wire                                             load_i,    // set all counters
    input  wire [df_pkg::CREDIT_W-1:0]                      value_i,   // to this
    input  wire [df_pkg::CREDIT_W-1:0]                      depth_i,   // BUFFER_DEPTH
    input  wire [df_pkg::NVP-1:0]                           return_ovc_i,  // credits that came back
    // Credits taken in this cycle: bit in plane s if the output VC takes more than s.
    input  wire [df_pkg::SPEEDUP*df_pkg::NVP-1:0]           take_ovc_i,
    output wire [df_pkg::CREDIT_W*df_pkg::NVP-1:0]          credits_ovc_o, // planes of the counters
    output reg  [df_pkg::SPEEDUP*df_pkg::NVP-1:0]           more_ovc_o     // plane s: more than s credits
);
  localparam int W = df_pkg::CREDIT_W;
  localparam int NVP = df_pkg::NVP;
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(0, df_pkg::PORTS);

  reg [W*NVP-1:0] credits_q;
  assign credits_ovc_o = credits_q;

  always_ff @(posedge clk_i) begin : count
    integer k;
    integer s;
    logic [NVP-1:0] carry;
    logic [NVP-1:0] plane[0:W-1];
    carry = '0;
    if (rst_i) begin
      credits_q <= '0;
    end else if (load_i) begin
      for (k = 0; k < W; k = k + 1) credits_q[k*NVP+:NVP] <= value_i[k] ? EXISTING : '0;
    end else if (return_ovc_i != '0 || take_ovc_i[NVP-1:0] != '0) begin
      for (k = 0; k < W; k = k + 1) plane[k] = credits_q[k*NVP+:NVP];
      for (s = 0; s < df_pkg::SPEEDUP; s = s + 1) begin
        carry = take_ovc_i[s*NVP+:NVP];
        if (carry != '0)
          for (k = 0; k < W; k = k + 1) begin
            plane[k] = plane[k] ^ carry;
            carry = carry & plane[k];
          end
      end
      carry = return_ovc_i;
      for (k = 0; k < W; k = k + 1) begin
        plane[k] = plane[k] ^ carry;
        carry = carry & ~plane[k];
      end
      for (k = 0; k < W; k = k + 1) credits_q[k*NVP+:NVP] <= plane[k];
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
        if (((s + 1) >> k) % 2 == 1) at_least = at_least & credits_q[k*NVP+:NVP];
        else at_least = at_least | credits_q[k*NVP+:NVP];
      if (((s + 1) >> W) != 0) at_least = '0;
      more_ovc_o[s*NVP+:NVP] = at_least;
    end
  end

  // Output VCs whose buffer is empty as far as this router knows.
  function automatic logic [NVP-1:0] all_credits(input logic [W*NVP-1:0] credits,
                                                 input logic [W-1:0] depth);
    integer k;
    all_credits = '1;
    for (k = 0; k < W; k = k + 1)
      all_credits = all_credits & (depth[k] ? credits[k*NVP+:NVP] : ~credits[k*NVP+:NVP]);
  endfunction

  `DF_ASSERT_IF(no_surplus, return_ovc_i != '0, (return_ovc_i & all_credits(credits_q, depth_i)) == '0,
                "a credit comes back for a flit that was never sent")
  `DF_ASSERT(takes_what_it_has, (take_ovc_i & ~more_ovc_o) == '0,
             "a flit takes a credit that is not there")
endmodule
