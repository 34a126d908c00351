// SPDX-License-Identifier: Apache-2.0
// The one of COUNT words that the one set bit of a mask chooses, 0 if none is set: an AND-OR multiplexer.
`default_nettype none
module df_pick #(
    parameter int W = 8,      // bits of a word
    parameter int COUNT = 2  // words
) (
    input  wire [COUNT-1:0]   mask_i,
    input  wire [COUNT*W-1:0] words_i,
    output wire [W-1:0]       word_o
);
  logic [W-1:0] merged;
  always_comb begin : pick
    integer i;
    merged = '0;
    for (i = 0; i < COUNT; i = i + 1) merged = merged | (words_i[i*W+:W] & {W{mask_i[i]}});
  end
  assign word_o = merged;
endmodule
`default_nettype wire
