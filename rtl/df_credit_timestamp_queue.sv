// SPDX-License-Identifier: Apache-2.0
// Credit timestamp queues ([K08] Figure 17): one for each output VC. The time at which a flit takes its
// credit is pushed, the time of the flit whose credit returns is popped; the difference is the
// credit round trip t_crt. One credit in n is tracked.
//
// All times of a cycle are equal: an entry of the memory is a time and how often it is in the queue.
`include "df_macros.svh"
`default_nettype none
module df_credit_timestamp_queue (
    input  wire                                         clk_i,
    input  wire                                         rst_i,
    input  wire                                         enable_i,      // the routing delays credits
    input  wire [7:0]                                   one_in_i,      // n
    input  wire [df_pkg::TIME_W-1:0]                    now_i,
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_i, df_pkg::SPEEDUP),    // plane s: more than s credits taken
    input  wire [df_pkg::NVP-1:0]                       return_ovc_i,  // credits that came back
    output reg  [df_pkg::PORTS-1:0]                     sample_op_o,   // outputs with a new t_crt,
    output reg  [df_pkg::PORTS*df_pkg::TIME_W-1:0]      trip_op_o      // and its value, cycles
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  /* verilator lint_off UNUSEDPARAM */  // for the hardware body of memories
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);
  /* verilator lint_on UNUSEDPARAM */
  localparam int TIME_W = df_pkg::TIME_W;
  // One slot more than entries are needed at least, so that pointers of this width tell full from empty.
  localparam int SLOT_W = df_pkg::CTQ_W;
  localparam int PW = SLOT_W + 1;

  localparam int S = df_pkg::SPEEDUP;
  localparam int COUNT_W = df_pkg::TIMES_W;
  localparam int ENTRY_W = COUNT_W + TIME_W;

  // For each output VC: pointers to its entries, times of the oldest entry that have been removed, flits taken and
  // credits returned modulo n.
  reg [NV*PW-1:0] write_q;
  reg [NV*PW-1:0] read_q;
  reg [NV*COUNT_W-1:0] removed_q;
  reg [NV*8-1:0] taken_q;
  reg [NV*8-1:0] returned_q;
  /* verilator lint_off UNUSEDSIGNAL */  // for claims
  reg wrong_q;  // an entry was popped that was never pushed, or one was overwritten
  /* verilator lint_on UNUSEDSIGNAL */

  function automatic logic [7:0] next_in(input logic [7:0] count, input logic [7:0] n);
    next_in = (count + 8'd1 >= n) ? 8'd0 : count + 8'd1;
  endfunction

  // How many of the flits that are taken (thermometer) are tracked, where `count` were taken before, modulo n.
  function automatic logic [COUNT_W-1:0] tracked(input logic [S-1:0] take, input logic [7:0] count,
                                                 input logic [7:0] n);
    integer s;
    logic [7:0] so_far;
    tracked = '0;
    so_far = count;
    for (s = 0; s < S; s = s + 1)
      if (take[s]) begin
        if (so_far == 8'd0) tracked = tracked + 1'b1;
        so_far = next_in(so_far, n);
      end
  endfunction

  // How many were taken after these.
  function automatic logic [7:0] taken_after(input logic [S-1:0] take, input logic [7:0] count, input logic [7:0] n);
    integer s;
    taken_after = count;
    for (s = 0; s < S; s = s + 1) if (take[s]) taken_after = next_in(taken_after, n);
  endfunction

  // Flits that output VC i takes: not in a continuous assignment, which would not follow the input.
  function automatic logic [S-1:0] take_of(input logic [IVC_W-1:0] i);
    integer s;
    for (s = 0; s < S; s = s + 1) take_of[s] = `DF_BIT(take_ovc_i, NVP, s, 32'(i));
  endfunction

`define DF_TRACKED(I) tracked(take_of(IVC_W'(I)), taken_q[(I)*8+:8], one_in_i)
`define DF_WRITE_SLOT(I) SLOT_W'(write_q[(I)*PW+:PW])
`define DF_READ_SLOT(I) SLOT_W'(read_q[(I)*PW+:PW])
  `DF_BANKS(time_mem, ENTRY_W, NVP, EXISTING, 1 << SLOT_W, i, enable_i && `DF_TRACKED(i) != '0, `DF_WRITE_SLOT(i),
            ({`DF_TRACKED(i), now_i}), `DF_READ_SLOT(i))

  /* verilator lint_off BLKSEQ */  // local variables and DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : queues
    integer i;
    integer o;
    logic [NVP-1:0] rem;
    logic [PW-1:0] fill;
    logic [7:0] count;
    logic [COUNT_W-1:0] times;
    logic [ENTRY_W-1:0] entry;
    fill = '0;
    count = '0;
    times = '0;
    entry = '0;
    o = 0;
    sample_op_o <= '0;
    if (rst_i) begin
      `DF_MEM_WRITE(write_q, '0);
      `DF_MEM_WRITE(read_q, '0);
      `DF_MEM_WRITE(removed_q, '0);
      `DF_MEM_WRITE(taken_q, '0);
      `DF_MEM_WRITE(returned_q, '0);
      wrong_q <= 1'b0;
    end else if (enable_i) begin
      `DF_FOR_EACH(i, rem, return_ovc_i, NV)
        count = returned_q[i*8+:8];
        if (count == 8'd0) begin
          if (read_q[i*PW+:PW] == write_q[i*PW+:PW]) wrong_q <= 1'b1;
          entry = `DF_BANK(time_mem, ENTRY_W, NVP, i, `DF_READ_SLOT(i));
          o = i >> df_pkg::VC_BITS;
          sample_op_o[o] <= 1'b1;
          trip_op_o[o*TIME_W+:TIME_W] <= now_i - entry[TIME_W-1:0];
          times = removed_q[i*COUNT_W+:COUNT_W] + 1'b1;
          if (times == entry[TIME_W+:COUNT_W]) begin
            times = '0;
            `DF_MEM_WRITE(read_q[i*PW+:PW], read_q[i*PW+:PW] + 1'b1);
          end
          `DF_MEM_WRITE(removed_q[i*COUNT_W+:COUNT_W], times);
        end
        `DF_MEM_WRITE(returned_q[i*8+:8], next_in(count, one_in_i));
      end

      `DF_FOR_EACH(i, rem, `DF_WORD(take_ovc_i, NVP, 0), NV)
        times = `DF_TRACKED(i);
        if (times != '0) begin
          `DF_BANK_WRITE(time_mem, NVP, i, `DF_WRITE_SLOT(i), ({times, now_i}))
          fill = write_q[i*PW+:PW] + 1'b1 - read_q[i*PW+:PW];
          if (fill > PW'(1 << SLOT_W)) wrong_q <= 1'b1;
          `DF_MEM_WRITE(write_q[i*PW+:PW], write_q[i*PW+:PW] + 1'b1);
        end
        `DF_MEM_WRITE(taken_q[i*8+:8], taken_after(take_of(IVC_W'(i)), taken_q[i*8+:8], one_in_i));
      end
    end
  end
  /* verilator lint_on BLKSEQ */

`undef DF_TRACKED
`undef DF_WRITE_SLOT
`undef DF_READ_SLOT

  // Checks: CT-4
  `DF_ASSERT_IF(fill_in_range, enable_i, !wrong_q,
                "a credit timestamp queue overflows or runs empty: depth x n is less than the buffer depth")
  // Checks: CT-2
  `DF_ASSERT_IF(some_are_tracked, enable_i && `DF_WORD(take_ovc_i, NVP, 0) != '0, one_in_i != '0,
                "one credit in 0 is to be tracked")
endmodule
`default_nettype wire
