// SPDX-License-Identifier: Apache-2.0
// What every module of the router includes: the primitives that have a body for simulation and one for synthesis.
`ifndef DF_MACROS_SVH
`define DF_MACROS_SVH
`include "prim/df_body.svh"
`include "prim/df_visit.svh"
`include "prim/df_bundle.svh"
`include "prim/df_memory.svh"
`include "prim/df_banks.svh"
`include "prim/df_assert.svh"

// The input VC of asker N, a constant or a loop variable. As an expression: simulators and synthesis fold it where
// the loop is unrolled, and a variable would hide that.
`define DF_IVC_OF_ASKER(N) df_pkg::IVC_OF_ASKER[(N)*df_pkg::IVC_W+:df_pkg::IVC_W]

`endif
