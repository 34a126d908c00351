// SPDX-License-Identifier: Apache-2.0
// Memories of which a router has one for each VC or port, and words that are computed for each of these.
//
// As hardware each is a df_memory or df_queue_memory of its own, with its ports. In simulation all of one kind share one
// array: a cell for each would be visited in every cycle, with or without anything to do. So what a port says stands
// twice at the place of use: in the declaration, which makes the hardware, and in the process that visits those that
// are written, which makes the simulation. Both take it from one macro of the module, so that it is one text.
`ifndef DF_BANKS_SVH
`define DF_BANKS_SVH
`include "prim/df_body.svh"
`include "prim/df_visit.svh"

// N memories of DEPTH words of BITS bits, of which those of the mask PRESENT exist; N is a power of two. Memory I writes
// WORD to WRITE_SLOT at an edge at which WRITE holds, and reads READ_SLOT; these are expressions in I.
// DF_BANK is what memory I reads, where READ_SLOT is the same as in the declaration, DF_BANK_WRITE what the visiting
// process says of each memory that is written. WRITE and WORD are computed in an always_comb, as functions in them may read
// signals of the module. DF_BANK_CONTENTS shows the words of all memories of the instance UNIT as a
// bundle, [{slot, memory}]; for the state that lockstep compares.
`ifdef DF_BODY_SIMULATION
`define DF_BANKS(NAME, BITS, N, PRESENT, DEPTH, I, WRITE, WRITE_SLOT, WORD, READ_SLOT) \
  reg [(BITS)-1:0] NAME[0:(N)*(DEPTH)-1];
`define DF_BANK(NAME, BITS, N, I, READ_SLOT) NAME[{READ_SLOT, I[$clog2(N)-1:0]}]
// The slot is the upper part of an address: where the first slots are used most, these then share few lines of the
// processor's cache.
`define DF_BANK_WRITE(NAME, N, I, WRITE_SLOT, WORD) NAME[{WRITE_SLOT, I[$clog2(N)-1:0]}] = WORD;
`define DF_BANK_CONTENTS(RESULT, BITS, N, PRESENT, DEPTH, UNIT, NAME) assign RESULT = UNIT.NAME;
`else
`define DF_BANKS(NAME, BITS, N, PRESENT, DEPTH, I, WRITE, WRITE_SLOT, WORD, READ_SLOT) \
  wire [(N)*(BITS)-1:0] NAME; \
  for (genvar I = 0; I < (N); I = I + 1) begin : gen_``NAME \
    if (PRESENT[I]) begin : gen_present \
      logic bank_write; \
      logic [(BITS)-1:0] bank_word; \
      always_comb begin \
        bank_write = WRITE; \
        bank_word = WORD; \
      end \
      df_memory #( \
          .W(BITS), \
          .SLOTS(DEPTH) \
      ) u_memory ( \
          .clk_i, \
          .write_i(bank_write), \
          .write_slot_i(WRITE_SLOT), \
          .word_i(bank_word), \
          .read_slot_i(READ_SLOT), \
          .word_o(NAME[I*(BITS)+:(BITS)]) \
      ); \
    end else begin : gen_absent \
      assign NAME[I*(BITS)+:(BITS)] = '0; \
    end \
  end
`define DF_BANK(NAME, BITS, N, I, READ_SLOT) NAME[(I)*(BITS)+:(BITS)]
`define DF_BANK_WRITE(NAME, N, I, WRITE_SLOT, WORD)
`define DF_BANK_CONTENTS(RESULT, BITS, N, PRESENT, DEPTH, UNIT, NAME) \
  for (genvar slot = 0; slot < (DEPTH); slot = slot + 1) begin : gen_``RESULT \
    for (genvar bank = 0; bank < (N); bank = bank + 1) begin : gen_bank \
      if (PRESENT[bank]) begin : gen_present \
        assign RESULT[(slot*(N)+bank)*(BITS)+:(BITS)] = UNIT.gen_``NAME[bank].gen_present.u_memory.word_mem[slot]; \
      end else begin : gen_absent \
        assign RESULT[(slot*(N)+bank)*(BITS)+:(BITS)] = '0; \
      end \
    end \
  end
`endif

// N queues of DEPTH words of BITS bits, which take up to MOST words in a cycle: PUSH, WORDS, WRITE_SLOT and READ_SLOT, in
// O, are the ports of df_queue_memory. DF_QUEUE is what queue O reads, DF_QUEUE_WRITE what the visiting process says of
// each word that enters, with its own slot.
`ifdef DF_BODY_SIMULATION
`define DF_QUEUE_NUMBER_W(N) (((N) <= 2) ? 1 : $clog2(N))
`define DF_QUEUES(NAME, BITS, N, DEPTH, MOST, O, PUSH, WORDS, WRITE_SLOT, READ_SLOT) \
  reg [(BITS)-1:0] NAME[0:(1<<`DF_QUEUE_NUMBER_W(N))*(DEPTH)-1];
`define DF_QUEUE(NAME, BITS, N, O, READ_SLOT) NAME[{READ_SLOT, O[`DF_QUEUE_NUMBER_W(N)-1:0]}]
`define DF_QUEUE_WRITE(NAME, N, O, SLOT, WORD) NAME[{SLOT, O[`DF_QUEUE_NUMBER_W(N)-1:0]}] = WORD;
`else
`define DF_QUEUES(NAME, BITS, N, DEPTH, MOST, O, PUSH, WORDS, WRITE_SLOT, READ_SLOT) \
  wire [(N)*(BITS)-1:0] NAME; \
  for (genvar O = 0; O < (N); O = O + 1) begin : gen_``NAME \
    df_queue_memory #( \
        .W(BITS), \
        .SLOTS(DEPTH), \
        .LANES(MOST) \
    ) u_memory ( \
        .clk_i, \
        .push_i(PUSH), \
        .words_i(WORDS), \
        .write_slot_i(WRITE_SLOT), \
        .read_slot_i(READ_SLOT), \
        .word_o(NAME[O*(BITS)+:(BITS)]) \
    ); \
  end
`define DF_QUEUE(NAME, BITS, N, O, READ_SLOT) NAME[(O)*(BITS)+:(BITS)]
`define DF_QUEUE_WRITE(NAME, N, O, SLOT, WORD)
`endif

// A word of BITS bits for each of N VCs or ports: EXPRESSION, in I. Hardware computes all of them, in an always_comb as above;
// simulation says the expression again where one is needed. DF_COMPUTED, in a process, is word K, which is EXPRESSION there.
// DF_PICKED_WORDS, of N words, each of which is the one of MANY words that the one set bit of its mask chooses: an AND-OR
// multiplexer in hardware. A mask has MASK_W bits, of which those from MANY on are 0.
// DF_PICK, in a process: RESULT becomes EXPRESSION, in I, for the one set bit of ONE; in hardware, word K of the picked
// words NAME. REM is a scratch variable.
`ifdef DF_BODY_SIMULATION
`define DF_COMPUTED_WORDS(NAME, BITS, N, I, EXPRESSION)
`define DF_COMPUTED(NAME, BITS, K, EXPRESSION) EXPRESSION
`define DF_PICKED_WORDS(NAME, BITS, N, MASK_W, MASKS, MANY, WORDS)
`define DF_PICK(RESULT, BITS, ONE, MANY, I, REM, NAME, K, EXPRESSION) \
  `DF_FOR_EACH(I, REM, ONE, MANY) \
    RESULT = EXPRESSION; \
  end
`else
`define DF_COMPUTED_WORDS(NAME, BITS, N, I, EXPRESSION) \
  logic [(N)*(BITS)-1:0] NAME; \
  for (genvar I = 0; I < (N); I = I + 1) begin : gen_``NAME \
    always_comb NAME[I*(BITS)+:(BITS)] = EXPRESSION; \
  end
`define DF_COMPUTED(NAME, BITS, K, EXPRESSION) NAME[(K)*(BITS)+:(BITS)]
`define DF_PICKED_WORDS(NAME, BITS, N, MASK_W, MASKS, MANY, WORDS) \
  wire [(N)*(BITS)-1:0] NAME; \
  for (genvar lane = 0; lane < (N); lane = lane + 1) begin : gen_``NAME \
    df_pick #( \
        .W(BITS), \
        .COUNT(MANY) \
    ) u_pick ( \
        .mask_i(MASKS[lane*(MASK_W)+:(MANY)]), \
        .words_i(WORDS), \
        .word_o(NAME[lane*(BITS)+:(BITS)]) \
    ); \
  end
`define DF_PICK(RESULT, BITS, ONE, MANY, I, REM, NAME, K, EXPRESSION) RESULT = NAME[(K)*(BITS)+:(BITS)];
`endif

`endif
