// SPDX-License-Identifier: Apache-2.0
// Claims that wires have values, outside reset. It can only fail where a simulator knows unknown values (x): in others
// nothing is left of it.
`include "df_macros.svh"
`default_nettype none
module df_known #(
    parameter int W = 1
) (
    /* verilator lint_off UNUSEDSIGNAL */  // where claims are left out
    input wire         clk_i,
    input wire         rst_i,
    input wire [W-1:0] wires_i
    /* verilator lint_on UNUSEDSIGNAL */
);
  // What is unknown in a wire is unknown here, and a claim holds only if it is known to.
  // Checks: PT-3, PT-15, PT-19
  `DF_ASSERT(clk_i, rst_i, wires_are_known, (wires_i ^ wires_i) == '0, "a wire is unknown")
endmodule
`default_nettype wire
