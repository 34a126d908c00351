// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of df_credit_timestamp_queue.
`include "df_macros.svh"
module proof_credit_timestamp_queue (
    input  wire                                   clk_i,
    input  wire                                   rst_i,
    input  wire                                   enable,
    input  wire [7:0]                             one_in,
    input  wire [df_pkg::TIME_W-1:0]              now,
    input  wire [df_pkg::SPEEDUP*df_pkg::NVP-1:0] more_ovc,
    input  wire [df_pkg::NVP-1:0]                 return_ovc,
    output wire [df_pkg::PORTS-1:0]               sample_op,
    output wire [df_pkg::PORTS*df_pkg::TIME_W-1:0] trip_op
);
  localparam logic [df_pkg::NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);
  // Plane s: more than s flits, so that each has the VCs of the next.
  logic [df_pkg::SPEEDUP*df_pkg::NVP-1:0] take_ovc;
  always_comb begin : thermometer
    integer s;
    take_ovc = '0;
    for (s = 0; s < df_pkg::SPEEDUP; s = s + 1)
      take_ovc[s*df_pkg::NVP+:df_pkg::NVP] = more_ovc[s*df_pkg::NVP+:df_pkg::NVP] & EXISTING
          & ((s == 0) ? '1 : take_ovc[((s == 0) ? 0 : s-1)*df_pkg::NVP+:df_pkg::NVP]);
  end
  df_credit_timestamp_queue u_unit (
      .clk_i,
      .rst_i,
      .enable_i(enable),
      .one_in_i(one_in),
      .now_i(now),
      .take_ovc_i(take_ovc),
      .return_ovc_i(return_ovc & EXISTING),
      .sample_op_o(sample_op),
      .trip_op_o(trip_op)
  );
endmodule
