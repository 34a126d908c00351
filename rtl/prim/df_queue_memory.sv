// SPDX-License-Identifier: Apache-2.0
// The memory of a queue that takes up to LANES words in a cycle. Slots are dealt out to banks in turn, so that words
// which enter together go to different banks and each bank has one write port and one read port.
`default_nettype none
module df_queue_memory #(
    parameter int W = 8,      // bits of a word
    parameter int SLOTS = 4,  // words, a power of two
    parameter int LANES = 2,  // words that enter in a cycle, at most; SLOTS is no less
    parameter int SLOT_W = $clog2(SLOTS)
) (
    input  wire               clk_i,
    input  wire [LANES-1:0]   push_i,        // lane s: more than s words enter
    input  wire [LANES*W-1:0] words_i,       // and here they are, in order
    input  wire [SLOT_W-1:0]  write_slot_i,  // slot of the first of them
    input  wire [SLOT_W-1:0]  read_slot_i,
    output wire [W-1:0]       word_o         // what is in slot read_slot_i
);
  localparam int BANK_W = $clog2(LANES);
  localparam int BANKS = 1 << BANK_W;
  localparam int BANK_SLOT_W = (SLOTS <= 2 * BANKS) ? 1 : SLOT_W - BANK_W;

  wire [BANKS*W-1:0] read;  // of each bank, 0 for those that do not hold the slot
  for (genvar bank = 0; bank < BANKS; bank = bank + 1) begin : gen_bank
    // The lane whose word comes to this bank is as many lanes above lane 0 as the bank is above that of the first
    // slot, in a circle.
    wire [SLOT_W-1:0] lane = (SLOT_W'(bank) - write_slot_i) & SLOT_W'(BANKS - 1);
    wire [SLOT_W-1:0] slot = write_slot_i + lane;
    logic write;
    logic [W-1:0] word;
    always_comb begin : select
      integer s;
      write = 1'b0;
      word = '0;
      for (s = 0; s < LANES; s = s + 1) begin
        write = write | (push_i[s] & (lane == SLOT_W'(s)));
        word = word | (words_i[s*W+:W] & {W{lane == SLOT_W'(s)}});
      end
    end

    wire [W-1:0] front;
    df_memory #(
        .W(W),
        .SLOTS(SLOTS / BANKS)
    ) u_memory (
        .clk_i,
        .write_i(write),
        .write_slot_i(BANK_SLOT_W'(slot >> BANK_W)),
        .word_i(word),
        .read_slot_i(BANK_SLOT_W'(read_slot_i >> BANK_W)),
        .word_o(front)
    );
    assign read[bank*W+:W] = front & {W{(read_slot_i & SLOT_W'(BANKS - 1)) == SLOT_W'(bank)}};
  end

  logic [W-1:0] merged;
  always_comb begin : merge
    integer bank;
    merged = '0;
    for (bank = 0; bank < BANKS; bank = bank + 1) merged = merged | read[bank*W+:W];
  end
  assign word_o = merged;
endmodule
`default_nettype wire
