// SPDX-License-Identifier: Apache-2.0
// What SystemVerilog has no other words for, in all the tools that read this RTL. Every name that a macro uses is an argument
// of it; what can be a module or a function is one (rtl/prim, df_pkg).
//
// Some have two bodies. For synthesis there are flat vectors and static loops. A simulation has arrays, and loops over the set
// bits of a mask only, so that the cost of a cycle follows what happens in it. The two compute the same (scripts/prove_prim).
// The latter are for Verilator and the former for all other tools, unless DF_BODY_SYNTHESIS or DF_BODY_SIMULATION is defined.
`ifndef DF_MACROS_SVH
`define DF_MACROS_SVH

`ifdef VERILATOR
`ifndef DF_BODY_SYNTHESIS
`ifndef DF_BODY_SIMULATION
`define DF_BODY_SIMULATION
`endif
`endif
`endif

// ---- bundles ----
// N words of W bits: as wires (`input wire `DF_WIRES(...)`) or as variables (`output `DF_VARIABLES(...)`), one word, and one bit
// of a word.
//
// In simulation a bundle is an array of type df_pkg::TYPE, in which a word is one load or store; in a flat vector every word
// would be put together from pieces of 32 bits. The type has a name because only then Verilator passes arrays through ports
// without copying them. Yosys cannot pass arrays through ports: for synthesis a bundle is a flat vector. Where a variable
// chooses the word, N is a power of two and the number has no more bits than that needs, so that nothing checks bounds.
`ifdef DF_BODY_SIMULATION
`define DF_WIRES(TYPE, W, NAME, N) df_pkg::TYPE NAME
`define DF_VARIABLES(TYPE, W, NAME, N) df_pkg::TYPE NAME
`define DF_WORD(NAME, W, K) NAME[K][(W)-1:0]
`define DF_BIT(NAME, W, K, I) NAME[K][I]
`else
`define DF_WIRES(TYPE, W, NAME, N) [(N)*(W)-1:0] NAME
`define DF_VARIABLES(TYPE, W, NAME, N) reg [(N)*(W)-1:0] NAME
`define DF_WORD(NAME, W, K) NAME[(K)*(W)+:(W)]
`define DF_BIT(NAME, W, K, I) NAME[(K)*(W)+32'(I)]
`endif

// ---- loops ----
// Heads of loops: a statement follows. DF_FOR_EACH visits the set bits of REM, a variable of at least N bits, in ascending
// order; IDX, an integer, is the bit's number. What is left in REM then means nothing. DF_FOR_WORD visits the one word of a
// bundle of N words whose number is I; K, an integer, is that number. In synthesis each word has its decoder: a word chosen in
// a flat vector would be a shifter as wide as that.
//
// The inner loops of the first bodies go round once: so IDX and K are set by the head, and a statement can follow.
`ifdef DF_BODY_SIMULATION
`define DF_FOR_EACH(IDX, REM, N) \
  for (REM = REM; REM != '0 && (N) != 0; REM = REM & (REM - 1'b1)) \
    for (IDX = ($bits(REM) <= 64) ? `DF_LOWEST_BIT(REM) : df_pkg::lowest_bit(df_pkg::NVP'(REM)); IDX != -1; IDX = -1)
`define DF_FOR_WORD(K, I, N) for (K = 32'(I); K != -1; K = -1)
`else
`define DF_FOR_EACH(IDX, REM, N) for (IDX = 0; IDX < (N); IDX = IDX + 1) if (REM[IDX])
`define DF_FOR_WORD(K, I, N) for (K = 0; K < (N); K = K + 1) if (K == 32'(I))
`endif

// The number of the lowest set bit of a word of up to 64 bits that is not 0. Verilator has no operator for it, and
// df_pkg::trailing_zeros() would be the hottest code of the whole simulation.
`ifdef VERILATOR
`define DF_LOWEST_BIT(WORD) $c("__builtin_ctzll(", 64'(WORD), ")")
`else
`define DF_LOWEST_BIT(WORD) df_pkg::trailing_zeros(64'(WORD))
`endif

// ---- memories ----
// Writes an array at a clock edge. Verilator refuses non-blocking assignment to arrays in loops (BLKLOOPINIT) up to 5.006, so
// there it is a blocking one. That means the same to it, as no process that is clocked reads the array after it is written at
// the same edge; scripts/prove_prim shows that to Yosys for each unit (DF_BLOCKING_MEMORIES). A simulator that takes events one
// by one would have a race, and gets the non-blocking one.
`ifdef VERILATOR
`ifdef DF_BODY_SIMULATION
`define DF_BLOCKING_MEMORIES
`endif
`endif
`ifdef DF_BLOCKING_MEMORIES
`define DF_MEM_WRITE(LHS, RHS) /* verilator lint_off BLKSEQ */ LHS = RHS /* verilator lint_on BLKSEQ */
`else
`define DF_MEM_WRITE(LHS, RHS) LHS <= RHS
`endif

// ---- claims ----
// About registers at each clock edge outside reset at which GUARD holds: DF_CLAIMS is the head of a statement with claims, and
// DF_ASSERT one claim. NAME identifies a claim in messages and in the waveform; MSG says what is wrong when it fails. The guard
// keeps the cost of claims to the cycles in which something happens. A claim is looked at first, and only then whether
// assertions are switched on: one that holds, as nearly all do, costs no more than itself. An unknown value (x) does not hold.
//
// Every simulator that knows immediate assertions checks claims, and formal tools are given them as theirs. Synthesis
// (SYNTHESIS, as Yosys defines of itself) leaves them out, and so does DF_NO_ASSERTIONS, as simulations that compare nothing
// leave out those of RTL that the tests have passed.
`ifdef FORMAL
`define DF_CLAIMS(CLK, RST, GUARD) always @(posedge CLK) if (!(RST) && (GUARD))
`define DF_CLAIM(NAME, COND, MSG) assert (COND);
`elsif SYNTHESIS
// Read, so that a linter sees the same as with claims, and nothing is built.
`define DF_CLAIMS(CLK, RST, GUARD) always_ff @(posedge CLK) if (1'b0 && !(RST) && (GUARD))
`define DF_CLAIM(NAME, COND, MSG) if (!(COND)) begin end
`elsif DF_NO_ASSERTIONS
`define DF_CLAIMS(CLK, RST, GUARD) initial
`define DF_CLAIM(NAME, COND, MSG)
`else
`define DF_CLAIMS(CLK, RST, GUARD) always_ff @(posedge CLK) if ((GUARD) !== 1'b0 && (RST) === 1'b0)
`define DF_CLAIM(NAME, COND, MSG) \
  if ((COND) !== 1'b1) begin : NAME \
    assert (1'b0) else $error("%s: %s", `"NAME`", MSG); \
  end
`endif
`define DF_ASSERT(CLK, RST, NAME, COND, MSG) \
  `DF_CLAIMS(CLK, RST, (COND) !== 1'b1) begin \
    `DF_CLAIM(NAME, COND, MSG) \
  end

// An illegal combination of parameters, refused at elaboration with MSG.
`define DF_PARAMETER_CHECK(NAME, COND, MSG) \
  if (!(COND)) begin : NAME \
    $error(MSG); \
  end

`endif
