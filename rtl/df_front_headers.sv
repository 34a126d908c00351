// SPDX-License-Identifier: Apache-2.0
// Headers of the packets at the front of input VCs that ask: the bits that a decision depends on.
`include "df_macros.svh"
`default_nettype none
module df_front_headers (
    input  wire                                      clk_i,
    // Input VCs whose front comes from their FIFO, and its header; those whose FIFO gets its front by an arrival; and those
    // whose front is an arriving head.
    input  wire [df_pkg::NVP-1:0]                    next_ivc_i,
    input  wire `DF_WIRES(headers_of_vcs_t, df_pkg::ASKED_W, header_ivc_i, df_pkg::NVP),
    input  wire [df_pkg::NVP-1:0]                    fresh_ivc_i,
    input  wire [df_pkg::NVP-1:0]                    bypass_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    output reg  [df_pkg::ASKERS*df_pkg::ASKED_W-1:0] header_ask_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int ASKED_W = df_pkg::ASKED_W;
  localparam logic [NVP-1:0] ASKING = df_pkg::ASKING;

  reg [df_pkg::ASKERS*ASKED_W-1:0] header_q;

  // Of the flit that arrives on a port.
  function automatic logic [ASKED_W-1:0] arriving(input logic [PORT_W-1:0] ip);
    arriving = ASKED_W'(`DF_WORD(flit_ip_i, FLIT_W, ip) >> df_pkg::TAG_W);
  endfunction

  always_comb begin : headers
    integer i;
    logic [NVP-1:0] rem;
    header_ask_o = (ASKING == '0) ? '0 : header_q;
    rem = bypass_ivc_i & ASKING;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      header_ask_o[df_pkg::asker(i)*ASKED_W+:ASKED_W] = arriving(i[df_pkg::VC_BITS+:PORT_W]);
  end

  always_ff @(posedge clk_i) begin : registers
    integer i;
    logic [NVP-1:0] rem;
    rem = next_ivc_i & ASKING;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      header_q[df_pkg::asker(i)*ASKED_W+:ASKED_W] <= `DF_WORD(header_ivc_i, ASKED_W, i[IVC_W-1:0]);
    rem = fresh_ivc_i & ASKING;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      header_q[df_pkg::asker(i)*ASKED_W+:ASKED_W] <= arriving(i[df_pkg::VC_BITS+:PORT_W]);
  end
endmodule
`default_nettype wire
