// SPDX-License-Identifier: Apache-2.0
// A bundle of N words of W bits, as wires (`input wire `DF_WIRES(...)`) or as variables of a process (`output
// `DF_VARIABLES(...)`), one word or bit of it, and setting all of its N words to 0 (K is a scratch variable).
//
// In simulation it is an array of type df_pkg::TYPE, in which a word is one load or store; in a flat vector every word
// would be put together from pieces of 32 bits. The type has a name because only then Verilator passes arrays through
// ports without copying them. Yosys cannot pass arrays through ports: for synthesis it is the flat vector. Where a
// variable chooses the word, N is a power of two, so that simulation need not check the bounds.
`ifndef DF_BUNDLE_SVH
`define DF_BUNDLE_SVH
`include "prim/df_body.svh"

`ifdef DF_BODY_SIMULATION
`define DF_WIRES(TYPE, W, NAME, N) df_pkg::TYPE NAME
`define DF_VARIABLES(TYPE, W, NAME, N) df_pkg::TYPE NAME
`define DF_WORD(NAME, W, K) NAME[K]
`define DF_BIT(NAME, W, K, I) NAME[K][I]
`define DF_CLEAR(NAME, K, N) for (K = 0; K < (N); K = K + 1) NAME[K] = '0;
`else
`define DF_WIRES(TYPE, W, NAME, N) [(N)*(W)-1:0] NAME
`define DF_VARIABLES(TYPE, W, NAME, N) reg [(N)*(W)-1:0] NAME
`define DF_WORD(NAME, W, K) NAME[(K)*(W)+:(W)]
`define DF_BIT(NAME, W, K, I) NAME[(K)*(W)+(I)]
`define DF_CLEAR(NAME, K, N) for (K = 0; K < (N); K = K + 1) NAME[K*($bits(NAME)/(N))+:$bits(NAME)/(N)] = '0;
`endif

// A bundle of N words in a combinational process, of which others read only words that the process sets. The others are 0
// in hardware; in simulation they keep what they had, which saves setting them. K is a scratch variable.
`ifdef DF_BODY_SIMULATION
`define DF_UNUSED_WORDS(NAME, K, N)
`else
`define DF_UNUSED_WORDS(NAME, K, N) `DF_CLEAR(NAME, K, N)
`endif

// Sets the bits BITS of word I of a bundle of N words of W bits, where a variable chooses the word (K is a scratch
// variable). In synthesis every word has its decoder: a word chosen in a flat vector would be a shifter as wide as that.
`ifdef DF_BODY_SIMULATION
`define DF_SET_BITS(NAME, W, N, I, BITS, K) NAME[I] = NAME[I] | (BITS);
`else
`define DF_SET_BITS(NAME, W, N, I, BITS, K) \
  for (K = 0; K < (N); K = K + 1) NAME[K*(W)+:(W)] = NAME[K*(W)+:(W)] | ((BITS) & {(W){32'(I) == K}});
`endif

// Adds 1 to word I of a bundle of N words of W bits, where a variable chooses the word (K is a scratch variable): as above.
`ifdef DF_BODY_SIMULATION
`define DF_COUNT_UP(NAME, W, N, I, K) NAME[I] = NAME[I] + 1'b1;
`else
`define DF_COUNT_UP(NAME, W, N, I, K) \
  for (K = 0; K < (N); K = K + 1) NAME[K*(W)+:(W)] = NAME[K*(W)+:(W)] + (W)'(32'(I) == K);
`endif

// A loop variable as the number of a word, of W bits: cut to these in simulation, which then need not check
// the bounds, and left alone in synthesis, where it is a constant that a part-select would hide.
// DF_PORT_OF does the same with the port of input VC I: without a sign, or the upper half of the words would have negative
// numbers in tools that go by the letter of the standard. DF_ASKER_OF is the number of the asker that input VC I is,
// DF_CANDIDATE_OF that of candidate C of port I where decisions are taken on arrival.
`ifdef DF_BODY_SIMULATION
`define DF_NUMBER(I, W) I[(W)-1:0]
`define DF_PORT_OF(I) df_pkg::PORT_W'($unsigned(I) >> df_pkg::VC_BITS)
`define DF_CANDIDATE_OF(I, C) {I[df_pkg::PORT_W-1:0], {df_pkg::CANDIDATE_W'(C)}}
`define DF_ASKER_OF(I) {df_pkg::ASKER_W'(df_pkg::asker_of(I >> df_pkg::VC_BITS, I & (df_pkg::STRIDE - 1)))}
`else
`define DF_NUMBER(I, W) I
`define DF_PORT_OF(I) (I >> df_pkg::VC_BITS)
`define DF_CANDIDATE_OF(I, C) ((I) * df_pkg::CANDIDATES_2N + (C))
`define DF_ASKER_OF(I) (df_pkg::ASKING[I] || df_pkg::DECIDES_ON_ARRIVAL ? df_pkg::asker_of(I >> df_pkg::VC_BITS, I & (df_pkg::STRIDE - 1)) : 0)
`endif

`endif
