// Writes a memory at a clock edge. No process that is clocked reads the memory after it is written at the same edge, so
// blocking and non-blocking assignment mean the same. Verilator refuses the non-blocking one to arrays in loops
// (BLKLOOPINIT), with whichever bodies the other primitives have; everything else gets it, because it is the one that
// cannot race. scripts/prove_prim gives Yosys both, in each unit.
`ifndef DF_MEMORY_SVH
`define DF_MEMORY_SVH

`ifdef VERILATOR
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
