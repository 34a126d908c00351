// Assertions and loops, with a body for each tool that reads this RTL.
`ifndef DF_MACROS_SVH
`define DF_MACROS_SVH

// Visits the set bits of MASK (N bits) in ascending order; IDX is the bit number in the body, which the
// user closes with `end`. REM is a scratch vector as wide as MASK. MASK must not change in the body.
// In simulation the cost follows the number of set bits; in synthesis it is the usual static loop.
`ifdef VERILATOR
`define DF_FOR_EACH(IDX, REM, MASK, N) \
  for (REM = (MASK); REM != '0; REM = REM & (REM - 1'b1)) begin \
    IDX = ($bits(REM) <= 64) ? $c("__builtin_ctzll(", 64'(REM), ")") \
                              : df_pkg::lowest_bit(df_pkg::mask_t'(REM));
`else
`define DF_FOR_EACH(IDX, REM, MASK, N) \
  REM = (MASK); \
  for (IDX = 0; IDX < (N); IDX = IDX + 1) if (REM[IDX]) begin
`endif

// A bundle of N words of W bits, as wires (`input wire `DF_WIRES(...)`) or as variables of a process (`output
// `DF_VARIABLES(...)`), one word or bit of it, and setting
// all of its N words to 0 (K is a scratch variable). Verilator gets an array of type df_pkg::TYPE, in which a word
// is one load or store; in a flat vector every word would be put together from pieces of 32 bits. The
// type has a name because only then arrays pass through ports without being copied. Yosys cannot pass
// arrays through ports and gets the flat vector. Where a variable chooses the word, N is a power of two, so
// that simulation need not check the bounds.
`ifdef VERILATOR
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
`define DF_CLEAR(NAME, K, N) NAME = '0;
`endif

// Sets the bits BITS of word I of a bundle of N words of W bits, where a variable chooses the word (K is a scratch
// variable). In synthesis every word has its decoder: a word chosen in a flat vector would be a shifter as wide as that.
`ifdef VERILATOR
`define DF_SET_BITS(NAME, W, N, I, BITS, K) NAME[I] = NAME[I] | (BITS);
`else
`define DF_SET_BITS(NAME, W, N, I, BITS, K) \
  for (K = 0; K < (N); K = K + 1) NAME[K*(W)+:(W)] = NAME[K*(W)+:(W)] | ((BITS) & {(W){32'(I) == K}});
`endif

// The input VC of asker N, a constant or a loop variable. As an expression: simulators and synthesis fold it where
// the loop is unrolled, and a variable would hide that.
`define DF_IVC_OF_ASKER(N) df_pkg::IVC_OF_ASKER[(N)*df_pkg::IVC_W+:df_pkg::IVC_W]

// A loop variable as the number of a word, of W bits: cut to these in simulation, which then need not check
// the bounds, and left alone in synthesis, where it is a constant that a part-select would hide.
// DF_PORT_OF does the same with the port of input VC I, DF_ASKER_OF with the number of the asker that it is.
`ifdef VERILATOR
`define DF_NUMBER(I, W) I[(W)-1:0]
`define DF_PORT_OF(I) df_pkg::PORT_W'(I >> df_pkg::VC_BITS)
`define DF_ASKER_OF(I) {df_pkg::ASKER_W'(df_pkg::asker_of(I >> df_pkg::VC_BITS, I & (df_pkg::STRIDE - 1)))}
`else
`define DF_NUMBER(I, W) I
`define DF_PORT_OF(I) (I >> df_pkg::VC_BITS)
`define DF_ASKER_OF(I) (df_pkg::ASKING[I] ? df_pkg::asker_of(I >> df_pkg::VC_BITS, I & (df_pkg::STRIDE - 1)) : 0)
`endif

// Writes a memory at a clock edge. No process that is clocked reads the memory after it is written at
// the same edge, so blocking and non-blocking assignment mean the same. Verilator refuses the
// non-blocking one in a loop; everything else gets it, because it is the one that cannot race.
`ifdef VERILATOR
`define DF_MEM_WRITE(LHS, RHS) LHS = RHS
`else
`define DF_MEM_WRITE(LHS, RHS) LHS <= RHS
`endif

// A claim about registers at each clock edge outside reset in which GUARD holds. NAME identifies it in
// messages and in the waveform; MSG says what is wrong when it fails. The guard keeps the cost of a
// claim to the cycles in which something happens.
`ifdef VERILATOR
// The claim is looked at first and only then whether assertions are switched on: a claim that holds, as nearly
// all do, costs no more than itself.
`define DF_ASSERT_IF(NAME, GUARD, COND, MSG) \
  always_ff @(posedge clk_i) if ((GUARD) && !(COND) && !rst_i) begin \
    NAME : assert (1'b0) else $error("%s: %s", `"NAME`", MSG); \
  end
`elsif FORMAL
`define DF_ASSERT_IF(NAME, GUARD, COND, MSG) \
  always @(posedge clk_i) if (!rst_i && (GUARD)) begin \
    assert (COND); \
  end
`else
`define DF_ASSERT_IF(NAME, GUARD, COND, MSG)
`endif

// The same for a claim that is always worth checking.
`define DF_ASSERT(NAME, COND, MSG) `DF_ASSERT_IF(NAME, 1'b1, COND, MSG)

// An illegal combination of parameters, refused at elaboration: Verilator prints MSG, Yosys names the
// module that does not exist.
`ifdef VERILATOR
`define DF_PARAMETER_CHECK(NAME, COND, MSG) \
  if (!(COND)) begin : NAME \
    $error("%s", MSG); \
  end
`else
`define DF_PARAMETER_CHECK(NAME, COND, MSG) \
  if (!(COND)) begin : NAME \
    df_illegal_parameters u_illegal (); \
  end
`endif

`endif
