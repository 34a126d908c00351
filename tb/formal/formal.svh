// SPDX-License-Identifier: Apache-2.0
// What the harnesses of scripts/formal say, in the words that it knows: wires, which it takes as the properties, cover
// points and assumptions of the harness.
`ifndef FORMAL_SVH
`define FORMAL_SVH
`include "df_macros.svh"

// A property: holds in every cycle that is none of reset.
`define FORMAL_PROVE(NAME, COND) logic fails_``NAME; always_comb fails_``NAME = started && !rst_i && !(COND);
// What must be possible under the assumptions: without it, a property could be true of nothing.
`define FORMAL_COVER(NAME, COND) logic cover_``NAME; always_comb cover_``NAME = started && !rst_i && (COND);
// What the outside does, in every cycle.
`define FORMAL_ASSUME(COND) always_comb assume (COND);

// The first cycle is one of reset, and others may be. started: the first cycle is over.
`define FORMAL_RESET \
  reg started = 1'b0; \
  always @(posedge clk_i) started <= 1'b1; \
  `FORMAL_ASSUME(started || rst_i)

// A number that does not change and can be any: what is proved of it is proved of all.
`define FORMAL_ANY(WIDTH, NAME) (* anyconst *) wire [(WIDTH)-1:0] NAME;
// A signal inside the unit, as wide as it is there. NAME: \UNIT.SIGNAL and a space.
`define FORMAL_INSIDE(WIDTH, NAME) (* hierconn *) wire [(WIDTH)-1:0] NAME ;
`endif
