// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the functions of df_pkg that have two bodies.
`include "df_macros.svh"
module proof_classes (
    input  wire [df_pkg::NVP-1:0] a,
    input  wire [df_pkg::NVP-1:0] b,
    input  wire [df_pkg::NVP-1:0] c,
    input  wire [df_pkg::NVP-1:0] d,
    input  wire [df_pkg::IVC_W-1:0] number,
    output reg  [df_pkg::NVP-1:0] lowest,
    output reg  [df_pkg::NVP-1:0] up_to,
    output reg  [df_pkg::IVC_W:0] count,
    output reg  [df_pkg::IVC_W:0] count_of_vcs,
    output reg  [df_pkg::IVC_W:0] count_of_ports
);
  always_comb begin
    reg [df_pkg::NVP-1:0] one;
    lowest = df_pkg::lowest_of_classes(a, b, c, d);
    one = df_pkg::NVP'(1) << number;
    up_to = df_pkg::up_to_one(one);
    count = df_pkg::count_ones(a);
    count_of_vcs = df_pkg::count_vcs(df_pkg::STRIDE'(b));
    count_of_ports = df_pkg::count_ports(df_pkg::PORTS'(c));
  end
endmodule
