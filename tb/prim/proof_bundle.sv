// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of a bundle (rtl/df_macros.svh): its operations on PROOF_N words
// of PROOF_W bits, of the type PROOF_TYPE of df_pkg, each on a bundle of its own.
`include "df_macros.svh"
module proof_bundle (
    input  wire [`PROOF_N*`PROOF_W-1:0] before,
    input  wire [15:0]                  number,  // of a word that a variable chooses
    input  wire [`PROOF_N-1:0]          chosen,  // words that a loop visits
    input  wire [`PROOF_W-1:0]          value,
    output reg  [`PROOF_W-1:0]          read_word,
    output reg                          read_bit,
    output reg  [`PROOF_N*`PROOF_W-1:0] set,      // DF_FOR_WORD
    output reg  [`PROOF_N*`PROOF_W-1:0] written,  // DF_WORD in a loop
    output reg  [`PROOF_N-1:0]          bits      // DF_BIT in a loop
);
  localparam int INDEX_W = (`PROOF_N <= 2) ? 1 : $clog2(`PROOF_N);
  wire [INDEX_W-1:0] index = number[INDEX_W-1:0];
  wire in_range = 32'(index) < `PROOF_N;
`define PROOF_FILL(BUNDLE) \
    for (k = 0; k < `PROOF_N; k = k + 1) `DF_WORD(BUNDLE, `PROOF_W, k) = before[k*`PROOF_W+:`PROOF_W];
`define PROOF_SHOW(BUNDLE, FLAT) \
    for (k = 0; k < `PROOF_N; k = k + 1) FLAT[k*`PROOF_W+:`PROOF_W] = `DF_WORD(BUNDLE, `PROOF_W, k);

  `DF_VARIABLES(`PROOF_TYPE, `PROOF_W, read_bundle, `PROOF_N);
  always_comb begin : reads
    integer k;
    `PROOF_FILL(read_bundle)
    read_word = '0;
    read_bit = 1'b0;
    if (in_range) begin
      read_word = `DF_WORD(read_bundle, `PROOF_W, index);
      read_bit = `DF_BIT(read_bundle, `PROOF_W, index, `PROOF_W - 1);
    end
  end

  `DF_VARIABLES(`PROOF_TYPE, `PROOF_W, set_bundle, `PROOF_N);
  always_comb begin : sets
    integer k;
    `PROOF_FILL(set_bundle)
    if (in_range) begin
`ifdef DF_BODY_SIMULATION
      // The loop of the macro goes round once, here there is none.
      k = 32'(index);
`else
      `DF_FOR_WORD(k, index, `PROOF_N)
`endif
        `DF_WORD(set_bundle, `PROOF_W, k[INDEX_W-1:0]) = `DF_WORD(set_bundle, `PROOF_W, k[INDEX_W-1:0]) ^ value;
    end
    `PROOF_SHOW(set_bundle, set)
  end

  `DF_VARIABLES(`PROOF_TYPE, `PROOF_W, written_bundle, `PROOF_N);
  always_comb begin : writes
    integer i;
    integer k;
    `PROOF_FILL(written_bundle)
    for (i = 0; i < `PROOF_N; i = i + 1) begin
      bits[i] = `DF_BIT(written_bundle, `PROOF_W, i[INDEX_W-1:0], `PROOF_W - 1);
      if (chosen[i])
        `DF_WORD(written_bundle, `PROOF_W, i[INDEX_W-1:0]) =
            `DF_WORD(written_bundle, `PROOF_W, i[INDEX_W-1:0]) ^ value;
    end
    `PROOF_SHOW(written_bundle, written)
  end

`undef PROOF_FILL
`undef PROOF_SHOW
endmodule
