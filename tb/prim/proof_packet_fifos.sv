// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of df_packet_fifos: of the words that are read those that mean something.
`include "df_macros.svh"
module proof_packet_fifos (
    input  wire                                                 clk_i,
    input  wire                                                 rst_i,
    input  wire [df_pkg::CREDIT_W-1:0]                          depth,
    input  wire [df_pkg::NVP-1:0]                               store_ivc,
    input  wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0]           flit_ip,
    input  wire [df_pkg::PORTS_2N*df_pkg::ROUTE_W-1:0]          route_ip,
    input  wire [df_pkg::NVP-1:0]                               pop_ivc,
    output wire [df_pkg::NVP-1:0]                               next_ivc,
    output reg  [df_pkg::NVP*df_pkg::INFO_W-1:0]                shown_info,
    output reg  [df_pkg::NVP*df_pkg::ASKED_W-1:0]               shown_header
);
  wire [df_pkg::NVP*df_pkg::INFO_W-1:0] info;
  wire [df_pkg::NVP*df_pkg::ASKED_W-1:0] header;
  df_packet_fifos u_unit (
      .clk_i,
      .rst_i,
      .depth_i(depth),
      .store_ivc_i(store_ivc & df_pkg::INPUT_VCS),
      .flit_ip_i(flit_ip),
      .route_ip_i(route_ip),
      .pop_ivc_i(pop_ivc & df_pkg::INPUT_VCS),
      .next_ivc_o(next_ivc),
      .info_ivc_o(info),
      .header_ivc_o(header)
  );
  always_comb begin : show
    integer i;
    for (i = 0; i < df_pkg::NVP; i = i + 1) begin
      shown_info[i*df_pkg::INFO_W+:df_pkg::INFO_W] = info[i*df_pkg::INFO_W+:df_pkg::INFO_W] & {df_pkg::INFO_W{next_ivc[i]}};
      shown_header[i*df_pkg::ASKED_W+:df_pkg::ASKED_W] =
          header[i*df_pkg::ASKED_W+:df_pkg::ASKED_W] & {df_pkg::ASKED_W{next_ivc[i] && df_pkg::ASKING[i]}};
    end
  end
endmodule
