// SPDX-License-Identifier: Apache-2.0
// Checks: CT-10, CT-11, CT-12, CT-13, CT-14, SE-13
// Delayed credits of one input VC of a delayed port, VC 1 of the local port, against section 6 of docs/microarchitecture.md: a list of
// release times. Credits of other input VCs return at once.
`include "formal.svh"
module formal_credit_return (
    input wire                                         clk_i,
    input wire                                         rst_i,
    input wire                                         delay,
    input wire [df_pkg::NV-1:0]                        grant,
    input wire [df_pkg::NV*4-1:0]                      output_of,  // that the flit goes to
    input wire [df_pkg::PORTS*df_pkg::TD_W-1:0]        td,
    input wire [df_pkg::TD_W-1:0]                      least
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int TD_W = df_pkg::TD_W;
  localparam int DEPTH = df_pkg::DEPTH;
  localparam int STRIDE = df_pkg::STRIDE;
  // In this router port 1 is a local port, whose credits are delayed, and ports 0 and 2 are none.
  localparam int LOCAL = 1;
  localparam int IVC = LOCAL * STRIDE + 1;
  `FORMAL_RESET

  reg [15:0] now_q;
  always @(posedge clk_i) now_q <= rst_i ? '0 : now_q + 1'b1;
  logic [PORTS-1:0] grants_op;
  logic [df_pkg::PORTS_2N*NVP-1:0] grant_for_op;
  logic legal;
  always_comb begin : inputs
    integer i;
    integer o;
    legal = 1'b1;
    grants_op = '0;
    grant_for_op = '0;
    for (i = 0; i < NV; i = i + 1) begin
      if (32'(output_of[i*4+:4]) >= PORTS) legal = 1'b0;
      for (o = 0; o < PORTS; o = o + 1)
        if (grant[i] && 32'(output_of[i*4+:4]) == o) begin
          grants_op[o] = 1'b1;
          grant_for_op[o*NVP+i] = 1'b1;
        end
    end
    for (o = 0; o < PORTS; o = o + 1) if (td[o*TD_W+:TD_W] < least) legal = 1'b0;
  end
  wire [NVP-1:0] credit;
  df_credit_return dut (
      .clk_i,
      .rst_i,
      .delay_i(delay),
      .now_i(now_q),
      .grant_ivc_i(NVP'(grant)),
      .grants_op_i(grants_op),
      .grant_for_op_i(grant_for_op),
      .td_op_i(td),
      .min_td_i(least),
      .credit_ivc_o(credit)
  );

  // ---- the outside ----
  // The smallest t_d is no more than any; the algorithm changes in reset only; and the buffer upstream gets a credit back
  // before it sends a flit more than DEPTH: no more than DEPTH credits are held.
  reg delay_q;
  always @(posedge clk_i) delay_q <= delay;
  `FORMAL_ASSUME(legal && (rst_i || delay == delay_q))

  // ---- the specification ----
  // The release time of each pending credit, and how long it has waited.
  reg [DEPTH*16-1:0] release_q;
  reg [DEPTH*17-1:0] age_q;
  reg [3:0] pending_q;
  logic [DEPTH*16-1:0] release_d;
  logic [DEPTH*17-1:0] age_d;
  logic [3:0] pending_d;
  logic [TD_W-1:0] held_for;  // t_d of the output less the least one; 0 if it is a local port
  logic [15:0] late;
  logic released;
  `FORMAL_ASSUME(32'(pending_q) < DEPTH || !grant[IVC])
  always_comb begin : specification
    integer k;
    release_d = release_q;
    age_d = age_q;
    pending_d = pending_q;
    held_for = '0;
    for (k = 0; k < PORTS; k = k + 1)
      if (32'(output_of[IVC*4+:4]) == k && k != LOCAL) held_for = td[k*TD_W+:TD_W] - least;
    if (grant[IVC]) begin
      for (k = 0; k < DEPTH; k = k + 1)
        if (32'(pending_q) == k) begin
          release_d[k*16+:16] = now_q + 16'(held_for);
          age_d[k*17+:17] = '0;
        end
      pending_d = pending_q + 1'b1;
    end
    late = now_q - release_d[15:0];
    released = delay ? pending_d != '0 && !late[15] : grant[IVC];
    if (released) begin
      release_d = release_d >> 16;
      age_d = age_d >> 17;
      pending_d = pending_d - 1'b1;
    end
    for (k = 0; k < DEPTH; k = k + 1) age_d[k*17+:17] = age_d[k*17+:17] + 1'b1;
  end
  always @(posedge clk_i) begin
    release_q <= release_d;
    age_q <= age_d;
    pending_q <= rst_i ? '0 : pending_d;
  end

  // ---- the unit does the same ----
  `FORMAL_PROVE(returns_as_specified, credit[IVC] == released)
  `FORMAL_PROVE(others_at_once, credit[LOCAL*STRIDE-1:0] == grant[LOCAL*STRIDE-1:0]
                && credit[NV-1:(LOCAL+1)*STRIDE] == grant[NV-1:(LOCAL+1)*STRIDE] && (credit >> NV) == '0)
  `FORMAL_INSIDE(NVP*df_pkg::PTR_W, \dut.u_release_times.read_q )
  `FORMAL_INSIDE(NVP*df_pkg::PTR_W, \dut.u_release_times.write_q )
  `FORMAL_INSIDE(NVP, \dut.u_release_times.pending_q )
  `FORMAL_INSIDE(16, \dut.u_release_times.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[0] )
  `FORMAL_INSIDE(16, \dut.u_release_times.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[1] )
  wire [df_pkg::PTR_W-1:0] read = \dut.u_release_times.read_q [IVC*df_pkg::PTR_W+:df_pkg::PTR_W];
  wire [df_pkg::PTR_W-1:0] stored = \dut.u_release_times.write_q [IVC*df_pkg::PTR_W+:df_pkg::PTR_W] - read;
  wire [31:0] slots = {\dut.u_release_times.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[1] ,
                       \dut.u_release_times.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[0] };
  wire [31:0] times = read[0] ? {slots[15:0], slots[31:16]} : slots;
  `FORMAL_PROVE(times_in_order, 4'(stored) == pending_q && \dut.u_release_times.pending_q [IVC] == (pending_q != '0)
                && (pending_q == '0 || times[15:0] == release_q[15:0])
                && (pending_q != 4'd2 || times[31:16] == release_q[31:16]))
  `FORMAL_PROVE(nothing_held_without_delay, delay || !\dut.u_release_times.pending_q [IVC])

  // ---- the bound ----
  // A credit is held for less than 2^15 + DEPTH cycles. Those behind it have come later, so none is ever so late that it seems
  // to be early.
  logic bounded;
  always_comb begin : bound
    integer k;
    logic [16:0] wait_left;  // until its release time, with a sign
    bounded = 32'(pending_q) <= DEPTH;
    wait_left = '0;
    for (k = 0; k < DEPTH; k = k + 1)
      if (k < 32'(pending_q)) begin
        // Counted from its grant, its release time is 0 to 2^15 - 1 cycles away.
        wait_left = 17'(16'(times[k*16+:16] - now_q + age_q[k*17+:16]));
        if (wait_left >= 17'h8000) bounded = 1'b0;
        // And it waits for that, and for those before it.
        if (age_q[k*17+:17] > 17'h7fff + 17'(k) || age_q[k*17+:17] == '0) bounded = 1'b0;
        if (k > 0 && age_q[k*17+:17] >= age_q[(k-1)*17+:17]) bounded = 1'b0;
      end
  end
  `FORMAL_PROVE(held_no_longer_than, bounded)
  `FORMAL_COVER(two_pending, pending_q == 4'd2)
  `FORMAL_COVER(at_once, delay && released && grant[IVC] && pending_q == '0)
  `FORMAL_COVER(late, delay && released && late > 16'd1)
endmodule
