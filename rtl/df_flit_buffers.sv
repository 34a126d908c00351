// SPDX-License-Identifier: Apache-2.0
// VC buffers: the flits that wait in input VCs, and those that leave them, from the buffer or as they arrive (bypass).
//
// A head flit is rewritten as it leaves its input VC: hops counts this router, and if the packet has asked for a decision at
// the front, that is written. A decision on arrival is written as the flit comes.
`include "df_macros.svh"
`default_nettype none
module df_flit_buffers (
    input  wire                                     clk_i,
    input  wire                                     rst_i,
    /* verilator lint_off UNUSEDSIGNAL */  // above PORTS
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),  // arriving flits,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [df_pkg::NVP-1:0]                   store_ivc_i,   // those that are stored,
    input  wire [df_pkg::NVP-1:0]                   bypass_ivc_i,  // and those that may leave at once
    input  wire [df_pkg::NVP-1:0]                   grant_ivc_i,   // input VCs that a flit leaves
    // What decisions write into head flits.
    input  wire [df_pkg::ASKERS-1:0]                nonmin_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::SALT_W-1:0] salt_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]  mid_ask_i,
    output `DF_VARIABLES(flits_of_vcs_t, df_pkg::FLIT_W, leaving_ivc_o, df_pkg::NVP)  // of those; others mean nothing
);
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int SW = df_pkg::SLOT_W;

  // The pointers of the buffers are kept here beside the memory, and those of what df_packet_fifos keeps there: counting twice
  // takes less than a bus with an address for each VC.
  `DF_VARIABLES(fifo_slots_t, SW, read_q, NVP);
  `DF_VARIABLES(fifo_slots_t, SW, write_q, NVP);

  // ---- head flits ----
  // A flit with the decision that asker n has taken, if it was asked.
  function automatic logic [FLIT_W-1:0] told(input logic [FLIT_W-1:0] flit, input logic asked,
                                            input logic [df_pkg::ASKER_W-1:0] n);
    told = df_pkg::decided(flit, asked, nonmin_ask_i[n], salt_ask_i[n*SALT_W+:SALT_W], mid_ask_i[n*MID_W+:MID_W]);
  endfunction
  // As it enters input VC i, and as it leaves it.
  function automatic logic [FLIT_W-1:0] entering(input logic [FLIT_W-1:0] flit, input integer i);
    entering = told(flit, df_pkg::DECIDES_ON_ARRIVAL, df_pkg::asker(i));
  endfunction
  function automatic logic [FLIT_W-1:0] rewritten(input logic [FLIT_W-1:0] flit, input integer i);
    rewritten = told(df_pkg::counted(flit), df_pkg::ASKING[i[IVC_W-1:0]], df_pkg::asker(i));
  endfunction

  // ---- memories ----
  always_ff @(posedge clk_i) begin : store
    integer i;
    logic [NVP-1:0] rem;
    rem = store_ivc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV) `DF_WORD(write_q, SW, i) <= `DF_WORD(write_q, SW, i) + 1'b1;
    if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_WORD(write_q, SW, i) <= '0;
  end
  for (genvar i = 0; i < NVP; i = i + 1) begin : gen_vc
    if (df_pkg::INPUT_VCS[i]) begin : gen_present
      logic [FLIT_W-1:0] arrived;
      wire [FLIT_W-1:0] oldest;
      always_comb arrived = entering(`DF_WORD(flit_ip_i, FLIT_W, i >> df_pkg::VC_BITS), i);
      df_memory #(
          .W(FLIT_W),
          .SLOTS(df_pkg::DEPTH)
      ) u_memory (
          .clk_i,
          .write_i(store_ivc_i[i]),
          .write_slot_i(`DF_WORD(write_q, SW, i)),
          .word_i(arrived),
          .read_slot_i(`DF_WORD(read_q, SW, i)),
          .word_o(oldest)
      );
      always_comb `DF_WORD(leaving_ivc_o, FLIT_W, i) = rewritten(bypass_ivc_i[i] ? arrived : oldest, i);
    end else begin : gen_absent
      always_comb `DF_WORD(leaving_ivc_o, FLIT_W, i) = '0;
    end
  end

  always_ff @(posedge clk_i) begin : pointers
    integer i;
    logic [NVP-1:0] rem;
    rem = grant_ivc_i & ~bypass_ivc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      `DF_WORD(read_q, SW, i[IVC_W-1:0]) <= `DF_WORD(read_q, SW, i[IVC_W-1:0]) + 1'b1;
    if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_WORD(read_q, SW, i) <= '0;
  end
endmodule
`default_nettype wire
