// SPDX-License-Identifier: Apache-2.0
// Which of its two bodies each primitive of this folder has, decided here and nowhere else.
//
// DF_BODY_SYNTHESIS: flat vectors and static loops, for synthesis. DF_BODY_SIMULATION: arrays, and loops over the set
// bits only; the cost of a cycle then follows what happens in it. The two compute the same (scripts/prove_prim). A tool
// can be given either: what it is asked for is defined on its command line. Not asked, Verilator simulates and all
// others synthesize.
`ifndef DF_BODY_SVH
`define DF_BODY_SVH

`ifdef DF_BODY_SYNTHESIS
`undef DF_BODY_SIMULATION
`elsif DF_BODY_SIMULATION
`elsif VERILATOR
`define DF_BODY_SIMULATION
`else
`define DF_BODY_SYNTHESIS
`endif

// Whether the shortcuts of simulations are built (df_pkg::FAST). Proofs that they change nothing ask for them with DF_FAST_MODULES.
`ifdef DF_BODY_SIMULATION
`define DF_FAST 1'b1
`elsif DF_FAST_MODULES
`define DF_FAST 1'b1
`else
`define DF_FAST 1'b0
`endif

`endif
