// SPDX-License-Identifier: Apache-2.0
// What the files of this folder have in common: cover points, cases that benches and lockstep are to bring about. Each module is
// bound to one of the router and sees its signals by their names; nothing in rtl/ knows of it. Only builds that count coverage
// take these files.
`ifndef DF_COVER_SVH
`define DF_COVER_SVH
`include "df_macros.svh"

// COND has been so at a clock edge outside reset. A comment above each names its statements.
`define DF_COVER(NAME, COND) always_ff @(posedge clk_i) if (rst_i === 1'b0) NAME : cover ((COND) === 1'b1);

// The same in a cycle of reset.
`define DF_COVER_IN_RESET(NAME, COND) always_ff @(posedge clk_i) if (rst_i === 1'b1) NAME : cover ((COND) === 1'b1);

// Which of so many ways a number of 8 bits picks.
`define DF_PICKED(NUMBER, WAYS) ((32'(NUMBER) * 32'(WAYS)) >> 8)

`endif
