// SPDX-License-Identifier: Apache-2.0
// The memory of an output queue: what is in a slot is the word that entered there last, whatever bank holds it.
`include "formal.svh"
module formal_queue_memory #(
    parameter int W = 2,
    parameter int SLOTS = 8,
    parameter int LANES = 3
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire [LANES*W-1:0]       words,
    input wire [1:0]               pushes,
    input wire [$clog2(SLOTS)-1:0] write_slot
);
  localparam int SLOT_W = $clog2(SLOTS);
  `FORMAL_RESET
  // Reading changes nothing, so it is enough to look at the one slot all the time.
  `FORMAL_ANY(SLOT_W, slot)
  logic [LANES-1:0] push;
  always_comb begin : thermometer
    integer s;
    for (s = 0; s < LANES; s = s + 1) push[s] = 32'(pushes) > s;
  end
  wire [W-1:0] word;
  df_queue_memory #(
      .W(W),
      .SLOTS(SLOTS),
      .LANES(LANES)
  ) dut (
      .clk_i,
      .push_i(push),
      .words_i(words),
      .write_slot_i(write_slot),
      .read_slot_i(slot),
      .word_o(word)
  );

  // The words that enter take the slots from the first on, in a circle.
  reg known_q;
  reg [W-1:0] word_q;
  always @(posedge clk_i) begin : expected
    integer s;
    if (rst_i) known_q <= 1'b0;
    else
      for (s = 0; s < LANES; s = s + 1)
        if (32'(pushes) > s && SLOT_W'(write_slot + SLOT_W'(s)) == slot) begin
          known_q <= 1'b1;
          word_q <= words[s*W+:W];
        end
  end
  `FORMAL_PROVE(slot_has_what_entered_last, !known_q || word == word_q)
  `FORMAL_COVER(last_lane_wraps, known_q && 32'(pushes) == LANES && write_slot == SLOT_W'(SLOTS - 1))
endmodule
