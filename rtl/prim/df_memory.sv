// SPDX-License-Identifier: Apache-2.0
// A memory with one write port and one read port, read asynchronously: the word is there in the cycle of its address, as it
// was before what is written in that cycle. No user depends on what it reads from the slot that it writes. A register file.
`default_nettype none
module df_memory #(
    parameter int W = 8,      // bits of a word
    parameter int SLOTS = 2,  // words, a power of two
    parameter int SLOT_W = (SLOTS <= 2) ? 1 : $clog2(SLOTS)
) (
    input  wire              clk_i,
    input  wire              write_i,
    input  wire [SLOT_W-1:0] write_slot_i,
    input  wire [W-1:0]      word_i,
    input  wire [SLOT_W-1:0] read_slot_i,
    output wire [W-1:0]      word_o
);
  reg [W-1:0] word_mem[0:SLOTS-1];

  always_ff @(posedge clk_i) if (write_i) word_mem[write_slot_i] <= word_i;
  assign word_o = word_mem[read_slot_i];
endmodule
`default_nettype wire
