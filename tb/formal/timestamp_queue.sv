// SPDX-License-Identifier: Apache-2.0
// Checks: CT-2, CT-3, CT-4, CT-6, CT-7
// The credit timestamp queue of one output VC, VC 0 of the local port, against section 6 of docs/microarchitecture.md: a list
// with a time for each tracked credit; and which VC's round trip counts, of the two of that port.
`include "formal.svh"
module formal_timestamp_queue (
    input wire                                clk_i,
    input wire                                rst_i,
    input wire                                enable,
    input wire [15:0]                         now,     // times are compared only: any, in any order
    input wire [df_pkg::NV*2-1:0]             takes,   // flits that each output VC takes
    input wire [df_pkg::NV-1:0]               returns
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int S = df_pkg::SPEEDUP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int SLOTS = df_pkg::CTQ_DEPTH;
  localparam int PW = df_pkg::CTQ_W + 1;
  localparam int TIMES_W = df_pkg::TIMES_W;
  `FORMAL_RESET
  `FORMAL_ANY(8, n)
  `FORMAL_ASSUME(n != '0)
  // Its neighbour has the higher number and the same port.
  localparam int OVC = 2;

  logic [S*NVP-1:0] take_planes;
  logic [1:0] take;
  logic return_one;
  always_comb begin : inputs
    integer i;
    integer s;
    take_planes = '0;
    take = takes[OVC*2+:2];
    return_one = returns[OVC];
    for (i = 0; i < NV; i = i + 1) begin
      for (s = 0; s < S; s = s + 1) take_planes[s*NVP+i] = 32'(takes[i*2+:2]) > s;
    end
  end
  wire [PORTS-1:0] sample_op;
  wire [PORTS*16-1:0] trip_op;
  df_credit_timestamp_queue dut (
      .clk_i,
      .rst_i,
      .enable_i(enable),
      .one_in_i(n),
      .now_i(now),
      .take_ovc_i(take_planes),
      .return_ovc_i(NVP'(returns)),
      .sample_op_o(sample_op),
      .trip_op_o(trip_op)
  );

  // ---- the outside ----
  // Credits come back only for flits that have left, of which D are under way at most: DEPTH or less, and no more than
  // SLOTS x n.
  `FORMAL_ANY(5, d)
  `FORMAL_ASSUME(32'(d) <= df_pkg::DEPTH && 12'(d) <= 12'(n) * 12'(SLOTS))
  reg [4:0] under_way_q;
  always @(posedge clk_i)
    under_way_q <= rst_i ? '0 : under_way_q + 5'(take) - 5'(return_one);
  `FORMAL_ASSUME(32'(take) <= S && 32'(under_way_q) + 32'(take) <= 32'(d) && (!return_one || under_way_q != '0))
  reg enable_q;
  always @(posedge clk_i) enable_q <= enable;
  `FORMAL_ASSUME(rst_i || enable == enable_q)

  // ---- the specification ----
  reg [7:0] taken_q;
  reg [7:0] returned_q;
  reg [SLOTS*16-1:0] times_q;  // oldest first
  reg [3:0] fill_q;
  logic [7:0] taken_d;
  logic [7:0] returned_d;
  logic [SLOTS*16-1:0] times_d;
  logic [3:0] fill_d;
  logic [15:0] trip;
  wire measured = enable && return_one && returned_q == '0;
  function automatic logic [7:0] next(input logic [7:0] count);
    next = (9'(count) + 9'd1 == 9'(n)) ? '0 : count + 1'b1;
  endfunction
  always_comb begin : specification
    integer s;
    integer k;
    k = 0;
    taken_d = taken_q;
    returned_d = returned_q;
    times_d = times_q;
    fill_d = fill_q;
    trip = now - times_q[15:0];
    if (enable && return_one) begin
      if (returned_q == '0) begin
        times_d = times_d >> 16;
        fill_d = fill_d - 1'b1;
      end
      returned_d = next(returned_q);
    end
    for (s = 0; s < S; s = s + 1)
      if (enable && 32'(take) > s) begin
        if (taken_d == '0) begin
          for (k = 0; k < SLOTS; k = k + 1) if (32'(fill_d) == k) times_d[k*16+:16] = now;
          fill_d = fill_d + 1'b1;
        end
        taken_d = next(taken_d);
      end
  end
  always @(posedge clk_i) begin
    taken_q <= rst_i ? '0 : taken_d;
    returned_q <= rst_i ? '0 : returned_d;
    times_q <= times_d;
    fill_q <= rst_i ? '0 : fill_d;
  end

  // ---- the state of the unit ----
  `FORMAL_INSIDE(NV*PW, \dut.write_q )
  `FORMAL_INSIDE(NV*PW, \dut.read_q )
  `FORMAL_INSIDE(NV*TIMES_W, \dut.removed_q )
  `FORMAL_INSIDE(NV*8, \dut.taken_q )
  `FORMAL_INSIDE(NV*8, \dut.returned_q )
  `FORMAL_INSIDE(TIMES_W+16, \dut.gen_memories.gen_vc[2].gen_present.u_memory.word_mem[0] )
  `FORMAL_INSIDE(TIMES_W+16, \dut.gen_memories.gen_vc[2].gen_present.u_memory.word_mem[1] )
  wire [2*(TIMES_W+16)-1:0] entries = {\dut.gen_memories.gen_vc[2].gen_present.u_memory.word_mem[1] ,
                                       \dut.gen_memories.gen_vc[2].gen_present.u_memory.word_mem[0] };
  // Those of the neighbour.
  `FORMAL_INSIDE(TIMES_W+16, \dut.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[0] )
  `FORMAL_INSIDE(TIMES_W+16, \dut.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[1] )
  wire [PW-1:0] read = \dut.read_q [OVC*PW+:PW];
  wire [PW-1:0] stored = \dut.write_q [OVC*PW+:PW] - read;
  // Its entries, each as often as it counts, less what has been removed of the oldest: the list.
  logic [SLOTS*16-1:0] listed;
  logic [3:0] length;
  logic proper;
  always_comb begin : list
    integer e;
    integer k;
    integer times;
    logic [TIMES_W+16-1:0] entry;
    listed = '0;
    length = '0;
    proper = 32'(stored) <= SLOTS;
    entry = '0;
    k = 0;
    times = 0;
    for (e = 0; e < SLOTS; e = e + 1)
      if (e < 32'(stored)) begin
        entry = (read[0] ^ e[0]) ? entries[TIMES_W+16+:TIMES_W+16] : entries[0+:TIMES_W+16];
        if (entry[16+:TIMES_W] == '0 || 32'(entry[16+:TIMES_W]) > S || (e == 0 && \dut.removed_q [OVC*TIMES_W+:TIMES_W] >= entry[16+:TIMES_W]))
          proper = 1'b0;
        for (times = 0; times < S; times = times + 1)
          if (times < 32'(entry[16+:TIMES_W]) && (e > 0 || times >= 32'(\dut.removed_q [OVC*TIMES_W+:TIMES_W]))) begin
            for (k = 0; k < SLOTS; k = k + 1) if (32'(length) == k) listed[k*16+:16] = entry[15:0];
            length = length + 1'b1;
          end
      end
    if (stored == '0 && \dut.removed_q [OVC*TIMES_W+:TIMES_W] != '0) proper = 1'b0;
  end
  logic same_times;
  always_comb begin : compare
    integer k;
    same_times = 1'b1;
    for (k = 0; k < SLOTS; k = k + 1) if (k < 32'(fill_q) && listed[k*16+:16] != times_q[k*16+:16]) same_times = 1'b0;
  end
  `FORMAL_PROVE(entries_are_proper, proper)
  `FORMAL_PROVE(times_in_order, length == fill_q && same_times)
  `FORMAL_PROVE(counts, \dut.taken_q [OVC*8+:8] == taken_q && \dut.returned_q [OVC*8+:8] == returned_q)
  // Never deeper than CTQ_DEPTH, which is no less than the credits under way, one in n. What is tracked and under way is
  // what the counters modulo n say.
  `FORMAL_PROVE(never_deeper, 32'(length) <= SLOTS && (!measured || length != '0))
  // Credits of the packet of n that is begun, which are not tracked.
  function automatic logic [12:0] rest(input logic [7:0] count);
    rest = (count == '0) ? '0 : 13'(n) - 13'(count);
  endfunction
  `FORMAL_PROVE(one_in_n, \dut.taken_q [OVC*8+:8] < n && \dut.returned_q [OVC*8+:8] < n
                && (!enable || 13'(under_way_q) + rest(\dut.taken_q [OVC*8+:8])
                               == 13'(length) * 13'(n) + rest(\dut.returned_q [OVC*8+:8])))

  // ---- what is measured: a cycle later ----
  reg measured_q;
  reg other_q;
  reg [15:0] trip_q;
  reg [15:0] other_trip_q;
  always @(posedge clk_i) begin
    measured_q <= !rst_i && measured;
    other_q <= !rst_i && enable && returns[OVC+1] && \dut.returned_q [(OVC+1)*8+:8] == '0;
    trip_q <= trip;
    other_trip_q <= now - 16'(\dut.read_q [(OVC+1)*PW] ? \dut.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[1]
                                                       : \dut.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[0] );
  end
  `FORMAL_PROVE(sampled, sample_op[OVC/STRIDE] == (measured_q || other_q))
  `FORMAL_PROVE(trip_is_right, !measured_q || other_q || trip_op[(OVC/STRIDE)*16+:16] == trip_q)
  `FORMAL_PROVE(highest_vc_counts, !other_q || trip_op[(OVC/STRIDE)*16+:16] == other_trip_q)

  `FORMAL_COVER(both_vcs, measured_q && other_q && trip_q != other_trip_q)
  `FORMAL_COVER(full, 32'(fill_q) == SLOTS)
  `FORMAL_COVER(two_of_a_cycle, stored == PW'(1) && fill_q == 4'd2)
  `FORMAL_COVER(one_in_two, n == 8'd2 && measured && fill_q == 4'd2)
endmodule
