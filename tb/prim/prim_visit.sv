// SPDX-License-Identifier: Apache-2.0
// The set bits of a mask in the order in which DF_FOR_EACH (rtl/df_macros.svh) visits them: of a mask over VCs, and of
// one of 16 bits. Visit k is field k of 16 bits.
`include "df_macros.svh"
module prim_visit (
    input  wire [df_pkg::NVP-1:0]    mask_i,
    input  wire [15:0]               short_i,
    output reg  [15:0]               visits_o,
    output reg  [df_pkg::NVP*16-1:0] order_o,
    output reg  [15:0]               short_visits_o,
    output reg  [16*16-1:0]          short_order_o
);
  always_comb begin
    integer i;
    logic [df_pkg::NVP-1:0] rem;
    logic [15:0] rem_short;
    visits_o = '0;
    order_o = '0;
    short_visits_o = '0;
    short_order_o = '0;
    rem = mask_i;
    `DF_FOR_EACH(i, rem, df_pkg::NVP) begin
      order_o[visits_o*16+:16] = 16'(i);
      visits_o = visits_o + 1'b1;
    end
    rem_short = short_i;
    `DF_FOR_EACH(i, rem_short, 16) begin
      short_order_o[short_visits_o*16+:16] = 16'(i);
      short_visits_o = short_visits_o + 1'b1;
    end
  end
endmodule
