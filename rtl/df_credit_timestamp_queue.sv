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
  localparam int TIME_W = df_pkg::TIME_W;
  // One slot more than entries are needed at least, so that pointers of this width tell full from empty.
  localparam int SW = df_pkg::CTQ_W;
  localparam int PW = SW + 1;
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);
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
    for (s = 0; s < S; s = s + 1) take_of[s] = `DF_BIT(take_ovc_i, NVP, s, i);
  endfunction

  // Times of the oldest entry of VC i that have been removed, after one more.
  function automatic logic [COUNT_W-1:0] removed_with(input logic [IVC_W-1:0] i);
    removed_with = removed_q[32'(i)*COUNT_W+:COUNT_W] + 1'b1;
  endfunction

  if (df_pkg::LEAN) begin : gen_array
    // As in df_lean_datapath.
    reg [ENTRY_W-1:0] entry_mem[0:NVP*(1<<SW)-1];
    always_ff @(posedge clk_i) begin : queues
      integer i;
      logic [NVP-1:0] rem;
      logic [COUNT_W-1:0] times;
      logic [ENTRY_W-1:0] entry;
      sample_op_o <= '0;
      if (enable_i) begin
        rem = return_ovc_i;
        `DF_FOR_EACH(i, rem, NV) begin
          if (returned_q[i*8+:8] == 8'd0) begin
            entry = entry_mem[{SW'(read_q[i*PW+:PW]), i[IVC_W-1:0]}];
            sample_op_o[i[df_pkg::VC_BITS+:df_pkg::PORT_W]] <= 1'b1;
            trip_op_o[(i>>df_pkg::VC_BITS)*TIME_W+:TIME_W] <= now_i - TIME_W'(entry);
            times = removed_with(i[IVC_W-1:0]);
            if (times == COUNT_W'(entry >> TIME_W)) begin
              times = '0;
              `DF_MEM_WRITE(read_q[i*PW+:PW], read_q[i*PW+:PW] + 1'b1);
            end
            `DF_MEM_WRITE(removed_q[i*COUNT_W+:COUNT_W], times);
          end
          `DF_MEM_WRITE(returned_q[i*8+:8], next_in(returned_q[i*8+:8], one_in_i));
        end
        rem = `DF_WORD(take_ovc_i, NVP, 0);
        `DF_FOR_EACH(i, rem, NV) begin
          times = tracked(take_of(i[IVC_W-1:0]), taken_q[i*8+:8], one_in_i);
          if (times != '0) begin
            `DF_MEM_WRITE(entry_mem[{SW'(write_q[i*PW+:PW]), i[IVC_W-1:0]}], {times, now_i});
            `DF_MEM_WRITE(write_q[i*PW+:PW], write_q[i*PW+:PW] + 1'b1);
          end
          `DF_MEM_WRITE(taken_q[i*8+:8], taken_after(take_of(i[IVC_W-1:0]), taken_q[i*8+:8], one_in_i));
        end
      end
      if (rst_i) begin
        `DF_MEM_WRITE(write_q, '0);
        `DF_MEM_WRITE(read_q, '0);
        `DF_MEM_WRITE(removed_q, '0);
        `DF_MEM_WRITE(taken_q, '0);
        `DF_MEM_WRITE(returned_q, '0);
        sample_op_o <= '0;
      end
    end
  end else begin : gen_memories
    logic [NVP-1:0] push_ovc;  // an entry is pushed,
    logic [NV*COUNT_W-1:0] times_ovc;  // of so many flits
    logic [NVP-1:0] pop_ovc;   // a time is popped,
    wire `DF_WIRES(entries_of_vcs_t, ENTRY_W, oldest_ovc, NVP);  // of this entry
    always_comb begin : track
      integer i;
      push_ovc = '0;
      pop_ovc = '0;
      for (i = 0; i < NV; i = i + 1) begin
        times_ovc[i*COUNT_W+:COUNT_W] = tracked(take_of(IVC_W'(i)), taken_q[i*8+:8], one_in_i);
        push_ovc[i] = enable_i && times_ovc[i*COUNT_W+:COUNT_W] != '0;
        pop_ovc[i] = enable_i && return_ovc_i[i] && returned_q[i*8+:8] == 8'd0;
      end
    end

    for (genvar i = 0; i < NVP; i = i + 1) begin : gen_vc
      if (EXISTING[i]) begin : gen_present
        df_memory #(
            .W(ENTRY_W),
            .SLOTS(1 << SW)
        ) u_memory (
            .clk_i,
            .write_i(push_ovc[i]),
            .write_slot_i(SW'(write_q[i*PW+:PW])),
            .word_i({times_ovc[i*COUNT_W+:COUNT_W], now_i}),
            .read_slot_i(SW'(read_q[i*PW+:PW])),
            .word_o(`DF_WORD(oldest_ovc, ENTRY_W, i))
        );
      end else begin : gen_absent
        assign `DF_WORD(oldest_ovc, ENTRY_W, i) = '0;
      end
    end

    always_ff @(posedge clk_i) begin : queues
      integer i;
      sample_op_o <= '0;
      for (i = 0; i < NV; i = i + 1) begin
        if (push_ovc[i]) write_q[i*PW+:PW] <= write_q[i*PW+:PW] + 1'b1;
        if (pop_ovc[i]) begin
          sample_op_o[i[df_pkg::VC_BITS+:df_pkg::PORT_W]] <= 1'b1;
          trip_op_o[(i>>df_pkg::VC_BITS)*TIME_W+:TIME_W] <= now_i - TIME_W'(`DF_WORD(oldest_ovc, ENTRY_W, i));
          removed_q[i*COUNT_W+:COUNT_W] <= removed_with(IVC_W'(i));
          if (removed_with(IVC_W'(i)) == COUNT_W'(`DF_WORD(oldest_ovc, ENTRY_W, i) >> TIME_W)) begin
            removed_q[i*COUNT_W+:COUNT_W] <= '0;
            read_q[i*PW+:PW] <= read_q[i*PW+:PW] + 1'b1;
          end
        end
        if (enable_i && return_ovc_i[i]) returned_q[i*8+:8] <= next_in(returned_q[i*8+:8], one_in_i);
        if (enable_i) taken_q[i*8+:8] <= taken_after(take_of(IVC_W'(i)), taken_q[i*8+:8], one_in_i);
      end
      if (rst_i) begin
        write_q <= '0;
        read_q <= '0;
        removed_q <= '0;
        taken_q <= '0;
        returned_q <= '0;
        sample_op_o <= '0;
      end
    end
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    reg wrong_q;  // an entry was popped that was never pushed, or one was overwritten
    logic wrong;
    always_comb begin : limits
      integer i;
      wrong = 1'b0;
      for (i = 0; i < NV; i = i + 1) begin
        if (return_ovc_i[i] && returned_q[i*8+:8] == 8'd0 && read_q[i*PW+:PW] == write_q[i*PW+:PW]) wrong = 1'b1;
        if (tracked(take_of(IVC_W'(i)), taken_q[i*8+:8], one_in_i) != '0
            && PW'(write_q[i*PW+:PW] + 1'b1 - read_q[i*PW+:PW]) > PW'(1 << SW)) wrong = 1'b1;
      end
    end
    always_ff @(posedge clk_i) wrong_q <= !rst_i && (wrong_q || (enable_i && wrong));
    // Checks: CT-4
    `DF_ASSERT(clk_i, rst_i, fill_in_range, !wrong_q,
               "a credit timestamp queue overflows or runs empty: depth x n is less than the buffer depth")
  end
  // Checks: CT-2
  `DF_CLAIMS(clk_i, rst_i, enable_i && `DF_WORD(take_ovc_i, NVP, 0) != '0) begin
    `DF_CLAIM(some_are_tracked, one_in_i != '0, "one credit in 0 is to be tracked")
  end

  // Checks: SP-6
  `DF_PARAMETER_CHECK(gen_ctq_depth, df_pkg::CTQ_DEPTH == 1 || df_pkg::CTQ_DEPTH == (1 << df_pkg::CTQ_W),
                      "CTQ_DEPTH must be a power of two")
endmodule
`default_nettype wire
