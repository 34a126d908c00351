// SPDX-License-Identifier: Apache-2.0
// Held credits: a FIFO of release times for each input VC whose credits can be held.
`include "df_macros.svh"
`default_nettype none
module df_release_times (
    input  wire                    clk_i,
    input  wire                    rst_i,
    /* verilator lint_off UNUSEDSIGNAL */  // what has no memory in hardware
    input  wire [df_pkg::TIME_W-1:0] now_i,
    input  wire [df_pkg::NVP-1:0]  hold_ivc_i,     // input VCs of which a credit is held,
    input  wire `DF_WIRES(delays_of_vcs_t, df_pkg::TD_W, delay_ivc_i, df_pkg::NVP),  // for so many cycles from now
    input  wire                    release_i,      // credits are released when their time has come
    /* verilator lint_on UNUSEDSIGNAL */
    output wire [df_pkg::NVP-1:0]  pending_ivc_o,  // input VCs of which credits are held,
    output logic [df_pkg::NVP-1:0] release_ivc_o   // and those of which the oldest one is released
);
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int TIME_W = df_pkg::TIME_W;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam logic [NVP-1:0] DELAYED_VCS = df_pkg::vcs_of_ports(df_pkg::DELAYED_PORTS);

  // Has a release time come? Times are compared modulo 2^16.
  function automatic logic has_come(input logic [TIME_W-1:0] release_time);
    logic [TIME_W-1:0] late;
    late = now_i - release_time;
    has_come = !late[TIME_W-1];
  endfunction

  `DF_VARIABLES(fifo_pointers_t, PW, read_q, NVP);
  `DF_VARIABLES(fifo_pointers_t, PW, write_q, NVP);

  reg [NVP-1:0] pending_q;  // those that are not empty
  assign pending_ivc_o = pending_q;

  if (df_pkg::LEAN) begin : gen_array
    // As in df_lean_datapath.
    reg [TIME_W-1:0] time_mem[0:NVP*df_pkg::DEPTH-1];
    always_ff @(posedge clk_i) begin : push
      integer i;
      logic [NVP-1:0] rem;
      rem = hold_ivc_i & DELAYED_VCS;
      `DF_FOR_EACH(i, rem, df_pkg::NV) begin
        `DF_MEM_WRITE(time_mem[{SW'(`DF_WORD(write_q, PW, i[IVC_W-1:0])), i[IVC_W-1:0]}],
                      now_i + TIME_W'(`DF_WORD(delay_ivc_i, df_pkg::TD_W, i[IVC_W-1:0])));
        `DF_MEM_WRITE(`DF_WORD(write_q, PW, i[IVC_W-1:0]), `DF_WORD(write_q, PW, i[IVC_W-1:0]) + 1'b1);
      end
      if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_MEM_WRITE(`DF_WORD(write_q, PW, i), '0);
    end
    always_comb begin : times
      integer i;
      logic [NVP-1:0] rem;
      release_ivc_o = '0;
      rem = release_i ? pending_q : '0;
      `DF_FOR_EACH(i, rem, df_pkg::NV)
        if (has_come(time_mem[{SW'(`DF_WORD(read_q, PW, i[IVC_W-1:0])), i[IVC_W-1:0]}]))
          release_ivc_o = release_ivc_o | (NVP'(1) << i[IVC_W-1:0]);
    end
  end else begin : gen_memories
    always_ff @(posedge clk_i) begin : push
      integer i;
      logic [NVP-1:0] rem;
      rem = hold_ivc_i & DELAYED_VCS;
      `DF_FOR_EACH(i, rem, df_pkg::NV) `DF_WORD(write_q, PW, i) <= `DF_WORD(write_q, PW, i) + 1'b1;
      if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_WORD(write_q, PW, i) <= '0;
    end
    for (genvar i = 0; i < NVP; i = i + 1) begin : gen_vc
      if (DELAYED_VCS[i]) begin : gen_present
        wire [TIME_W-1:0] oldest;
        df_memory #(
            .W(TIME_W),
            .SLOTS(df_pkg::DEPTH)
        ) u_memory (
            .clk_i,
            .write_i(hold_ivc_i[i]),
            .write_slot_i(SW'(`DF_WORD(write_q, PW, i))),
            .word_i(now_i + TIME_W'(`DF_WORD(delay_ivc_i, df_pkg::TD_W, i))),
            .read_slot_i(SW'(`DF_WORD(read_q, PW, i))),
            .word_o(oldest)
        );
        assign release_ivc_o[i] = release_i && pending_q[i] && has_come(oldest);
      end else begin : gen_absent
        assign release_ivc_o[i] = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin : pop
    integer i;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] emptied;
    emptied = '0;
    rem = release_ivc_o & DELAYED_VCS;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      if (PW'(`DF_WORD(read_q, PW, i[IVC_W-1:0]) + 1'b1) == `DF_WORD(write_q, PW, i[IVC_W-1:0]))
        emptied = emptied | (NVP'(1) << i[IVC_W-1:0]);
      `DF_MEM_WRITE(`DF_WORD(read_q, PW, i[IVC_W-1:0]), `DF_WORD(read_q, PW, i[IVC_W-1:0]) + 1'b1);
    end
    if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_MEM_WRITE(`DF_WORD(read_q, PW, i), '0);
    pending_q <= rst_i ? '0 : ((pending_q & ~emptied) | hold_ivc_i) & DELAYED_VCS;
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    logic overflow;
    always_comb begin : fullness
      integer i;
      logic [NVP-1:0] rem;
      overflow = 1'b0;
      rem = hold_ivc_i & DELAYED_VCS;
      `DF_FOR_EACH(i, rem, df_pkg::NV)
        if (PW'(`DF_WORD(write_q, PW, i[IVC_W-1:0]) - `DF_WORD(read_q, PW, i[IVC_W-1:0])) >= PW'(df_pkg::DEPTH))
          overflow = 1'b1;
    end
    // Checks: CT-10
    `DF_ASSERT(clk_i, rst_i, slots_are_given_back_once, !overflow, "more credits of an input VC are held than it has slots")
  end
endmodule
`default_nettype wire
