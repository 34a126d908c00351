// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of DF_FOR_EACH (rtl/df_macros.svh), for masks of PROOF_N bits: the
// whole sequence, with nothing argued. Visit k is byte k of `visits`.
`include "df_macros.svh"
module proof_sequence (
    input  wire [`PROOF_N-1:0]   mask,
    output reg  [`PROOF_N*8-1:0] visits
);
  always_comb begin
    integer i;
    integer k;
    integer number;
    reg [`PROOF_N-1:0] rem;
    visits = {`PROOF_N{8'hff}};
    k = 0;
    number = 0;
    rem = mask;
`ifdef DF_BODY_SIMULATION
    // The loop of the macro ends when nothing is left, here it is one of constant length.
    for (k = 0; k < `PROOF_N; k = k + 1)
      if (rem != '0) begin
        visits[k*8+:8] = 8'(`DF_LOWEST_BIT(rem));
        rem = rem & (rem - 1'b1);
      end
`else
    `DF_FOR_EACH(i, rem, `PROOF_N) begin
      for (k = 0; k < `PROOF_N; k = k + 1) if (k == number) visits[k*8+:8] = 8'(i);
      number = number + 1;
    end
`endif
  end
endmodule
