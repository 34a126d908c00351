// SPDX-License-Identifier: Apache-2.0
// Checks: SA-3, SE-3, SE-6, SE-7
// An output queue and its part of the crossbar: the flits that are granted to an output leave it once, on their VCs and in the
// order of grants and input VCs, one a cycle while the output is not paused, and at once if none waits.
`include "formal.svh"
module formal_output_queue (
    input wire                                        clk_i,
    input wire                                        rst_i,
    input wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0]  flits,
    input wire [df_pkg::NV-1:0]                       bypass,
    input wire [df_pkg::NV-1:0]                       wishes,   // to grant to the output
    input wire [df_pkg::PORTS-1:0]                    others,   // outputs that have grants, but for this one
    input wire [df_pkg::NVP*df_pkg::ROUTE_W-1:0]      routes,
    input wire [df_pkg::PORTS-1:0]                    paused
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int S = df_pkg::SPEEDUP;
  localparam int DEPTH = df_pkg::OQ_DEPTH;
  localparam int OQ_W = df_pkg::OQ_W;
  localparam int PW = OQ_W + 1;
  localparam int FILL_W = PW + 1;  // with what enters
  localparam int ENTRY_W = VC_W + FLIT_W;
  localparam int O = 1;  // the local port
  `FORMAL_RESET
  // A queue must have room for what is granted in a cycle, and holds what the register allows, if it is that large.
  `FORMAL_ANY(16, limit)
  `FORMAL_ASSUME(32'(limit) >= S && 32'(limit) <= DEPTH)

  wire [PORTS-1:0] ready;
  wire [NVP-1:0] granted = ready[O] ? NVP'(wishes) : '0;
  wire [NVP-1:0] after_one = granted & (granted - 1'b1);
  `FORMAL_ASSUME((after_one & (after_one - 1'b1)) == '0)  // S is 2
  logic [PORTS-1:0] grants;
  logic [NVP*df_pkg::PORTS_2N-1:0] grant_for;
  always_comb begin : grants_of_outputs
    integer o;
    grant_for = '0;
    grants = others;
    grants[O] = granted != '0;
    for (o = 0; o < PORTS; o = o + 1) if (others[o]) grant_for[o*NVP+:NVP] = NVP'(1);
    grant_for[O*NVP+:NVP] = granted;
  end

  wire [PORTS-1:0] sends;
  wire [NVP-1:0] valid;
  wire [df_pkg::PORTS_2N*FLIT_W-1:0] sent;
  df_datapath dut (
      .clk_i,
      .rst_i,
      .oq_limit_i(limit),
      .flit_ip_i(flits),
      .store_ivc_i('0),
      .grant_ivc_i('0),
      .bypass_ivc_i(NVP'(bypass)),
      .grants_op_i(grants),
      .grant_for_op_i(grant_for),
      .route_ivc_i(routes),
      .nonmin_ask_i('0),
      .salt_ask_i('0),
      .mid_ask_i('0),
      .paused_op_i(paused),
      .sends_op_o(sends),
      .queue_ready_op_o(ready),
      .valid_ovc_o(valid),
      .flit_op_o(sent)
  );
  `FORMAL_INSIDE(NVP*FLIT_W, \dut.gen_hardware.leaving_ivc )
  wire [NVP*FLIT_W-1:0] leaving = \dut.gen_hardware.leaving_ivc ;

  // ---- the specification: a list of flits with their VCs, oldest first ----
  reg [DEPTH*ENTRY_W-1:0] list_q;
  reg [PW-1:0] fill_q;
  logic [(DEPTH+S)*ENTRY_W-1:0] list;  // with those that enter
  logic [FILL_W-1:0] fill;
  always_comb begin : specification
    integer i;
    integer k;
    k = 0;
    list = {{S*ENTRY_W{1'b0}}, list_q};
    fill = FILL_W'(fill_q);
    for (i = 0; i < NV; i = i + 1)
      if (granted[i]) begin
        for (k = 0; k < DEPTH + S; k = k + 1)
          if (32'(fill) == k) list[k*ENTRY_W+:ENTRY_W] = {VC_W'(routes[i*ROUTE_W+:ROUTE_W]), leaving[i*FLIT_W+:FLIT_W]};
        fill = fill + 1'b1;
      end
  end
  wire leaves = fill != '0 && !paused[O];
  wire [VC_W-1:0] vc = list[FLIT_W+:VC_W];
  always @(posedge clk_i) begin
    list_q <= leaves ? list[ENTRY_W+:DEPTH*ENTRY_W] : list[DEPTH*ENTRY_W-1:0];
    fill_q <= rst_i ? '0 : PW'(fill - FILL_W'(leaves));
  end

  // ---- the state of the unit ----
  `FORMAL_INSIDE(df_pkg::PORTS_2N*PW, \dut.gen_hardware.u_output_queues.read_q )
  `FORMAL_INSIDE(df_pkg::PORTS_2N*PW, \dut.gen_hardware.u_output_queues.write_q )
  `FORMAL_INSIDE(PORTS, \dut.gen_hardware.u_output_queues.some_q )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[0] )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[1] )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[2] )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[3] )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[0] )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[1] )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[2] )
  `FORMAL_INSIDE(FLIT_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[3] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[0] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[1] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[2] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[3] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[0] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[1] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[2] )
  `FORMAL_INSIDE(VC_W, \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[3] )
  // Slot 2k+b is word k of bank b.
  wire [DEPTH*ENTRY_W-1:0] slots = {
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[3] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[3] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[3] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[3] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[2] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[2] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[2] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[2] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[1] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[1] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[1] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[1] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[1].u_memory.word_mem[0] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[1].u_memory.word_mem[0] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_vcs.gen_bank[0].u_memory.word_mem[0] ,
      \dut.gen_hardware.u_output_queues.u_memories.gen_output[1].gen_present.u_flits.gen_bank[0].u_memory.word_mem[0] };
  wire [PW-1:0] read = \dut.gen_hardware.u_output_queues.read_q [O*PW+:PW];
  wire [PW-1:0] write = \dut.gen_hardware.u_output_queues.write_q [O*PW+:PW];
  // The slots from that of the oldest flit on, in a circle.
  wire [2*DEPTH*ENTRY_W-1:0] waiting = {slots, slots} >> (32'(OQ_W'(read)) * ENTRY_W);
  logic listed;
  always_comb begin : contents
    integer k;
    listed = 1'b1;
    for (k = 0; k < DEPTH; k = k + 1)
      if (32'(fill_q) > k && waiting[k*ENTRY_W+:ENTRY_W] != list_q[k*ENTRY_W+:ENTRY_W]) listed = 1'b0;
  end

  `FORMAL_PROVE(has_what_entered, write - read == fill_q && listed && \dut.gen_hardware.u_output_queues.some_q [O] == (fill_q != '0))
  `FORMAL_PROVE(never_overflows, 32'(fill) <= 32'(limit))
  `FORMAL_PROVE(ready_if_there_is_room, ready[O] == (32'(fill_q) + S <= 32'(limit)))
  `FORMAL_PROVE(sends_if_it_can, sends[O] == leaves)
  `FORMAL_PROVE(leaves_in_order, !leaves || sent[O*FLIT_W+:FLIT_W] == list[FLIT_W-1:0])
  `FORMAL_PROVE(leaves_on_its_vc, valid[O*df_pkg::STRIDE+:df_pkg::STRIDE] == (leaves ? df_pkg::STRIDE'(1) << vc : '0))
  `FORMAL_COVER(full, 32'(fill) == DEPTH && paused[O])
  `FORMAL_COVER(wraps, 32'(OQ_W'(read)) == DEPTH - 1 && 32'(fill_q) == 2 && granted != '0 && list[FLIT_W-1:0] != '0)
  `FORMAL_COVER(two_at_once, fill_q == '0 && 32'(fill) == 2 && leaves && vc != '0)
endmodule
