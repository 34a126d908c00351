// SPDX-License-Identifier: Apache-2.0
// Checks: AS-20, SE-11
`include "formal.svh"
module formal_credit_tracker (
    input wire clk_i,
    input wire rst_i,
    input wire load_i,
    input wire [df_pkg::CREDIT_W-1:0] value_i,
    input wire [df_pkg::NVP-1:0] return_ovc_i,
    input wire [df_pkg::SPEEDUP*df_pkg::NVP-1:0] take_ovc_i
);
  localparam int W = df_pkg::CREDIT_W;
  localparam int NVP = df_pkg::NVP;
  localparam int S = df_pkg::SPEEDUP;
  `FORMAL_RESET
  `FORMAL_ANY(df_pkg::IVC_W, ovc)
  wire [W*NVP-1:0] credits;
  wire [S*NVP-1:0] more;
  reg [W-1:0] depth_q;
  df_credit_tracker dut(.clk_i, .rst_i, .load_i, .value_i, .depth_i(depth_q), .return_ovc_i, .take_ovc_i, .credits_ovc_o(credits), .more_ovc_o(more));
  wire exists = ovc < df_pkg::PORTS * df_pkg::STRIDE && (ovc % df_pkg::STRIDE) < df_pkg::VCS;
  logic [3:0] taken;
  logic [W-1:0] have;
  logic [S-1:0] more_than;
  always_comb begin : count
    integer k;
    taken = 0; 
    for (k=0;k<S;k=k+1) begin taken = taken + take_ovc_i[k*NVP+ovc]; more_than[k] = more[k*NVP+ovc]; end
    for (k=0;k<W;k=k+1) have[k] = credits[k*NVP+ovc];
  end
  reg [W-1:0] ref_q; reg [W-1:0] out_q; 
  always @(posedge clk_i) if (rst_i) begin ref_q<=0; out_q<=0; depth_q<=0; end
    else if (load_i) begin ref_q<=exists?value_i:0; depth_q<=value_i; out_q<=0; end
    else begin ref_q<= ref_q - taken + return_ovc_i[ovc]; out_q <= out_q + taken - return_ovc_i[ovc]; end
  logic thermo; always_comb begin : th integer k; thermo=1; for(k=1;k<S;k=k+1) if (take_ovc_i[k*NVP+ovc] && !take_ovc_i[(k-1)*NVP+ovc]) thermo=0; end
  `FORMAL_ASSUME(thermo)
  `FORMAL_ASSUME(value_i <= df_pkg::DEPTH && value_i != 0)
  `FORMAL_ASSUME(taken <= ref_q)
  `FORMAL_ASSUME(!return_ovc_i[ovc] || out_q != 0)
  `FORMAL_ASSUME(exists || (taken==0 && !return_ovc_i[ovc]))
  `FORMAL_PROVE(counted, have == ref_q)
  `FORMAL_PROVE(conserved, !exists || have + out_q == depth_q)
  logic ok; always_comb begin : m integer k; ok=1; for(k=0;k<S;k=k+1) if (more_than[k] != (ref_q > k)) ok=0; end
  `FORMAL_PROVE(compared, ok)
  `FORMAL_COVER(full, out_q == 4)
endmodule
