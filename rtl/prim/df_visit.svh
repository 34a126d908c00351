// SPDX-License-Identifier: Apache-2.0
// Visits the set bits of a mask.
`ifndef DF_VISIT_SVH
`define DF_VISIT_SVH
`include "prim/df_body.svh"

// The number of the lowest set bit of a word of up to 64 bits that is not 0, and a mask without that bit. Verilator has
// no operator for the former, and the portable form would be the hottest code of the whole simulation. Within the package
// it is DF_LOWEST_IN_PACKAGE: Icarus Verilog knows a package by its name only where it has ended.
`ifdef VERILATOR
`define DF_LOWEST_OF_WORD(WORD) $c("__builtin_ctzll(", 64'(WORD), ")")
`define DF_LOWEST_IN_PACKAGE(WORD) `DF_LOWEST_OF_WORD(WORD)
`else
`define DF_LOWEST_OF_WORD(WORD) df_pkg::trailing_zeros(64'(WORD))
`define DF_LOWEST_IN_PACKAGE(WORD) trailing_zeros(64'(WORD))
`endif
`define DF_WITHOUT_LOWEST(MASK) ((MASK) & ((MASK) - 1'b1))

// Visits the set bits of MASK (N bits) in ascending order; IDX is the bit number in the body, which the user closes
// with `end`. REM is a scratch vector as wide as MASK. MASK must not change in the body. Not to be
// the branch of an if without begin: in synthesis it is two statements. In simulation the cost follows
// the number of set bits; in synthesis it is the usual static loop.
`ifdef DF_BODY_SIMULATION
`define DF_FOR_EACH(IDX, REM, MASK, N) \
  for (REM = (MASK); REM != '0; REM = `DF_WITHOUT_LOWEST(REM)) begin \
    IDX = `DF_LOWEST_BIT(REM);
`define DF_LOWEST_BIT(MASK) \
  (($bits(MASK) <= 64) ? `DF_LOWEST_OF_WORD(MASK) : df_pkg::lowest_bit(df_pkg::NVP'(MASK)))
`else
`define DF_FOR_EACH(IDX, REM, MASK, N) \
  REM = (MASK); \
  for (IDX = 0; IDX < (N); IDX = IDX + 1) if (REM[IDX]) begin
`endif

// How often a loop of DF_FOR_EACH went round: in simulation COUNTER counts (DF_COUNT_VISIT in the loop); in synthesis, where
// that would be a chain of adders as long as the mask, it becomes TOTAL after the loop (DF_COUNT_ALL).
`ifdef DF_BODY_SIMULATION
`define DF_COUNT_VISIT(COUNTER) COUNTER = COUNTER + 1'b1;
`define DF_COUNT_ALL(COUNTER, TOTAL)
`else
`define DF_COUNT_VISIT(COUNTER)
`define DF_COUNT_ALL(COUNTER, TOTAL) COUNTER = TOTAL;
`endif

// All bits of a mask over VCs up to the one that is set, and (DF_LOWEST_OF_CLASSES) the lowest set bit of the first of four
// masks that is not 0, or 0. In simulation a subtraction each. In synthesis trees, which are half as deep as a carry; and
// the lowest bits of all four are there before it is known which is the first.
`ifdef DF_BODY_SIMULATION
`define DF_UP_TO(ONE) ((ONE) | ((ONE) - 1'b1))
`define DF_LOWEST_OF_CLASSES(RESULT, A, B, C, D) \
  RESULT = (A != '0) ? A : (B != '0) ? B : (C != '0) ? C : D; \
  RESULT = RESULT & -RESULT;
`else
`define DF_UP_TO(ONE) df_pkg::up_to(ONE)
`define DF_LOWEST_OF_CLASSES(RESULT, A, B, C, D) \
  RESULT = (A != '0) ? df_pkg::lowest_one(A) : (B != '0) ? df_pkg::lowest_one(B) \
      : (C != '0) ? df_pkg::lowest_one(C) : df_pkg::lowest_one(D);
`endif

// The number of set bits of a mask of up to NVP bits: IVC_W + 1 bits. Yosys makes a chain of wide adders of $countones. Where
// $countones stands in synthesis, too, its argument is a variable: Icarus Verilog, up to 13, miscounts in an expression.
`ifdef DF_BODY_SIMULATION
`define DF_COUNT_ONES(MASK) (df_pkg::IVC_W + 1)'($countones(MASK))
`else
`define DF_COUNT_ONES(MASK) df_pkg::count_ones(df_pkg::NVP'(MASK))
`endif

// The least word of a bundle over ports (queues_of_ports_t) in a SET of ports that is not empty, and the first PORT that has
// it. IDX and REM are scratch variables. In simulation a visit of the ports, which ends where nothing can be less; in
// synthesis a tree.
`ifdef DF_BODY_SIMULATION
`define DF_LEAST_OF_SET(PORT, QUEUE, SET, QUEUES, IDX, REM) \
  REM = SET; \
  IDX = `DF_LOWEST_BIT(REM); \
  PORT = IDX[df_pkg::PORT_W-1:0]; \
  QUEUE = QUEUES[PORT]; \
  for (REM = `DF_WITHOUT_LOWEST(REM); REM != '0 && QUEUE != '0; REM = `DF_WITHOUT_LOWEST(REM)) begin \
    IDX = `DF_LOWEST_BIT(REM); \
    if (QUEUES[IDX[df_pkg::PORT_W-1:0]] < QUEUE) begin \
      PORT = IDX[df_pkg::PORT_W-1:0]; \
      QUEUE = QUEUES[PORT]; \
    end \
  end
`else
`define DF_LEAST_OF_SET(PORT, QUEUE, SET, QUEUES, IDX, REM) {QUEUE, PORT} = df_pkg::least_of_set(SET, QUEUES);
`endif

// A condition under which something changes nothing else than it would without: worth asking in simulation, where it saves
// time, and not in hardware.
`ifdef DF_BODY_SIMULATION
`define DF_WORTHWHILE(COND) (COND)
`else
`define DF_WORTHWHILE(COND) 1'b1
`endif

`endif
