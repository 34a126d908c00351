// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of DF_FOR_EACH (rtl/df_macros.svh), for masks of PROOF_N bits.
//
// One step: what is visited first, and what is left to visit. Equal steps make equal sequences, whatever the mask.
`include "df_macros.svh"
module proof_step (
    input  wire [`PROOF_N-1:0] mask,
    output reg                 any,
    output reg  [31:0]         first,
    output reg  [`PROOF_N-1:0] rest
);
  always_comb begin
    integer i;
    reg [`PROOF_N-1:0] rem;
    any = 1'b0;
    first = '0;
    rest = '0;
    rem = mask;
`ifdef DF_BODY_SIMULATION
    if (rem != '0) begin
      any = 1'b1;
      first = (`PROOF_N <= 64) ? `DF_LOWEST_BIT(rem) : df_pkg::lowest_bit(df_pkg::NVP'(rem));
      rest = rem & (rem - 1'b1);
    end
`else
    `DF_FOR_EACH(i, rem, `PROOF_N) begin
      if (any) rest[i] = 1'b1;
      else first = i;
      any = 1'b1;
    end
`endif
  end
endmodule
