// SPDX-License-Identifier: Apache-2.0
// Writes a memory at a clock edge. No process that is clocked reads the memory after it is written at the same edge, so
// blocking and non-blocking assignment mean the same. In simulation it is the blocking one: bundles and memories are arrays
// there, and Verilator refuses the other to arrays in loops (BLKLOOPINIT). In synthesis it is the non-blocking one, because
// it cannot race. scripts/prove_prim gives Yosys both, in each unit.
`ifndef DF_MEMORY_SVH
`define DF_MEMORY_SVH
`include "prim/df_body.svh"

`ifdef DF_BODY_SIMULATION
`define DF_BLOCKING_MEMORIES
`endif
`ifdef DF_BLOCKING_MEMORIES
`define DF_MEM_WRITE(LHS, RHS) LHS = RHS
`else
`define DF_MEM_WRITE(LHS, RHS) LHS <= RHS
`endif

// Sets all N words of W bits of a bundle of registers to 0 at a clock edge (K is a scratch variable).
`define DF_RESET_WORDS(NAME, W, N, K) for (K = 0; K < (N); K = K + 1) `DF_MEM_WRITE(`DF_WORD(NAME, W, K), '0);

`endif
