// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of DF_LOWEST_OF_CLASSES, DF_UP_TO and DF_COUNT_ONES (rtl/prim/df_visit.svh).
`include "df_macros.svh"
module proof_classes (
    input  wire [df_pkg::NVP-1:0] a,
    input  wire [df_pkg::NVP-1:0] b,
    input  wire [df_pkg::NVP-1:0] c,
    input  wire [df_pkg::NVP-1:0] d,
    input  wire [df_pkg::IVC_W-1:0] number,
    output reg  [df_pkg::NVP-1:0] lowest,
    output reg  [df_pkg::NVP-1:0] up_to,
    output reg  [df_pkg::IVC_W:0] count
);
  always_comb begin
    reg [df_pkg::NVP-1:0] one;
    `DF_LOWEST_OF_CLASSES(lowest, a, b, c, d)
    one = df_pkg::NVP'(1) << number;
    up_to = `DF_UP_TO(one);
    count = `DF_COUNT_ONES(a);
  end
endmodule
