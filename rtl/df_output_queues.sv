// SPDX-License-Identifier: Apache-2.0
// Output queues: the flits that outputs have taken from the crossbar and not yet sent. The first lane leaves at once if the
// output's queue is empty and the output is not paused; all others enter the queue.
`include "df_macros.svh"
`default_nettype none
module df_output_queues (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire [15:0]               oq_limit_i,   // OQ_LIMIT
    input  wire [df_pkg::PORTS-1:0]  grants_op_i,  // outputs that flits come to, and their lanes (df_crossbar)
    input  wire [df_pkg::PORTS-1:0]  several_op_i,
    input  wire `DF_WIRES(lanes_of_ports_t, df_pkg::SPEEDUP, lanes_op_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(flits_of_lanes_t, df_pkg::FLIT_W, flit_lane_i, df_pkg::LANES_2N),
    input  wire `DF_WIRES(vcs_of_lanes_t, df_pkg::VC_W, vc_lane_i, df_pkg::LANES_2N),
    input  wire [df_pkg::PORTS-1:0]  paused_op_i,  // with SLOW_CHANNELS: outputs that send nothing
    output wire [df_pkg::PORTS-1:0]  sends_op_o,   // outputs that a flit leaves
    output reg  [df_pkg::PORTS-1:0]  ready_op_o,   // room for SPEEDUP flits
    // Flits that leave the router in this cycle.
    output reg  [df_pkg::NVP-1:0]    valid_ovc_o,
    output `DF_VARIABLES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N)
);
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int OQP_W = df_pkg::OQ_W + 1;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam int LANES_W = df_pkg::LANES_W;
  localparam logic [SPEEDUP-1:0] FIRST_LANE = 1;
  // Without slow channels a constant 0, so that nothing of them is built.
  localparam logic [PORTS-1:0] CAN_PAUSE = (df_pkg::SLOW_CHANNELS != 0) ? df_pkg::ALL_PORTS : '0;

  `DF_VARIABLES(queue_pointers_t, OQP_W, read_q, PORTS_2N);
  `DF_VARIABLES(queue_pointers_t, OQP_W, write_q, PORTS_2N);
  reg [PORTS-1:0] some_q;  // queue is not empty
  reg overflow_q;          // one took more than it holds, in the cycle before

  wire [PORTS-1:0] paused_op = paused_op_i & CAN_PAUSE;
  wire [PORTS-1:0] all_op = some_q | paused_op;  // every lane enters the queue
  assign sends_op_o = (some_q | grants_op_i) & ~paused_op;

  // ---- lanes that enter ----
  wire [PORTS-1:0] push_op = (grants_op_i & all_op) | several_op_i;  // any does,
  `DF_VARIABLES(lanes_of_ports_t, SPEEDUP, enter_op, PORTS_2N);  // and which
  `DF_VARIABLES(queue_pointers_t, OQP_W, first_op, PORTS_2N);    // the slot that lane 0 has or would have
  always_comb begin : enter
    integer o;
    logic [PORTS-1:0] rem_op;
    for (o = 0; o < PORTS_2N; o = o + 1) begin
      `DF_WORD(enter_op, SPEEDUP, o) = '0;
      `DF_WORD(first_op, OQP_W, o) = '0;
    end
    rem_op = push_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      `DF_WORD(enter_op, SPEEDUP, o[PORT_W-1:0]) =
          `DF_WORD(lanes_op_i, SPEEDUP, o[PORT_W-1:0]) & ({SPEEDUP{all_op[o[PORT_W-1:0]]}} | ~FIRST_LANE);
      `DF_WORD(first_op, OQP_W, o[PORT_W-1:0]) =
          `DF_WORD(write_q, OQP_W, o[PORT_W-1:0]) - OQP_W'(!all_op[o[PORT_W-1:0]]);
    end
  end

  wire `DF_WIRES(flits_t, FLIT_W, oldest_flit_op, PORTS_2N);
  wire `DF_WIRES(vcs_of_ports_t, VC_W, oldest_vc_op, PORTS_2N);
  df_queue_memories u_memories (
      .clk_i,
      .push_op_i(push_op),
      .enter_op_i(enter_op),
      .first_op_i(first_op),
      .flit_lane_i,
      .vc_lane_i,
      .read_op_i(some_q & ~paused_op),
      .oldest_op_i(read_q),
      .flit_op_o(oldest_flit_op),
      .vc_op_o(oldest_vc_op)
  );

  // ---- what leaves the router ----
  always_comb begin : send
    integer o;
    logic [PORTS-1:0] rem_op;
    for (o = 0; o < PORTS_2N; o = o + 1) `DF_WORD(flit_op_o, FLIT_W, o) = '0;
    valid_ovc_o = '0;
    rem_op = some_q & ~paused_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      `DF_WORD(flit_op_o, FLIT_W, o[PORT_W-1:0]) = `DF_WORD(oldest_flit_op, FLIT_W, o[PORT_W-1:0]);
      valid_ovc_o = valid_ovc_o
          | (NVP'(1) << (df_pkg::first_vc(o) + IVC_W'(`DF_WORD(oldest_vc_op, VC_W, o[PORT_W-1:0]))));
    end
    rem_op = grants_op_i & ~all_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      `DF_WORD(flit_op_o, FLIT_W, o[PORT_W-1:0]) = `DF_WORD(flit_lane_i, FLIT_W, {o[PORT_W-1:0], {LANES_W{1'b0}}});
      valid_ovc_o = valid_ovc_o
          | (NVP'(1) << (df_pkg::first_vc(o) + IVC_W'(`DF_WORD(vc_lane_i, VC_W, {o[PORT_W-1:0], {LANES_W{1'b0}}}))));
    end
  end

  // ---- state ----
  // A pointer after as many slots as there are bits in `lanes`.
  function automatic logic [OQP_W-1:0] after(input logic [OQP_W-1:0] pointer, input logic [SPEEDUP-1:0] lanes);
    integer s;
    after = pointer;
    for (s = 0; s < SPEEDUP; s = s + 1) after = after + OQP_W'(lanes[s]);
  endfunction

  logic [PORTS-1:0] some_d;
  logic [PORTS-1:0] ready_d;
  logic overflow_d;
  `DF_VARIABLES(queue_pointers_t, OQP_W, read_d, PORTS_2N);
  `DF_VARIABLES(queue_pointers_t, OQP_W, write_d, PORTS_2N);
  always_comb begin : next
    integer o;
    logic [PORTS-1:0] rem_op;
    logic [OQP_W-1:0] read;
    logic [OQP_W-1:0] write;
    read = '0;
    write = '0;
    some_d = some_q;
    ready_d = ready_op_o;
    overflow_d = 1'b0;
    for (o = 0; o < PORTS_2N; o = o + 1) begin
      `DF_WORD(read_d, OQP_W, o) = '0;
      `DF_WORD(write_d, OQP_W, o) = '0;
    end
    rem_op = some_q | push_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      read = `DF_WORD(read_q, OQP_W, o[PORT_W-1:0]) + OQP_W'(some_q[o[PORT_W-1:0]] && !paused_op[o[PORT_W-1:0]]);
      write = `DF_WORD(write_q, OQP_W, o[PORT_W-1:0]);
      if (push_op[o[PORT_W-1:0]]) write = after(write, `DF_WORD(enter_op, SPEEDUP, o[PORT_W-1:0]));
      if (32'(OQP_W'(write - read)) > df_pkg::OQ_DEPTH) overflow_d = 1'b1;
      some_d[o[PORT_W-1:0]] = write != read;
      ready_d[o[PORT_W-1:0]] = 16'(OQP_W'(write - read)) + 16'(SPEEDUP) <= oq_limit_i;
      // A queue that becomes empty begins anew at its first slot (df_lean_datapath says why).
      `DF_WORD(read_d, OQP_W, o[PORT_W-1:0]) = (write == read) ? '0 : read;
      `DF_WORD(write_d, OQP_W, o[PORT_W-1:0]) = (write == read) ? '0 : write;
    end
  end

  always_ff @(posedge clk_i) begin : registers
    integer o;
    logic [PORTS-1:0] rem_op;
    rem_op = some_q | push_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      `DF_MEM_WRITE(`DF_WORD(read_q, OQP_W, o[PORT_W-1:0]), `DF_WORD(read_d, OQP_W, o[PORT_W-1:0]));
      `DF_MEM_WRITE(`DF_WORD(write_q, OQP_W, o[PORT_W-1:0]), `DF_WORD(write_d, OQP_W, o[PORT_W-1:0]));
    end
    some_q <= some_d;
    ready_op_o <= ready_d;
    overflow_q <= overflow_d;
    if (rst_i) begin
      some_q <= '0;
      ready_op_o <= '1;
      overflow_q <= 1'b0;
      for (o = 0; o < PORTS_2N; o = o + 1) begin
        `DF_MEM_WRITE(`DF_WORD(read_q, OQP_W, o), '0);
        `DF_MEM_WRITE(`DF_WORD(write_q, OQP_W, o), '0);
      end
    end
  end

  // Checks: SA-3
  `DF_ASSERT(clk_i, rst_i, queues_have_room, !overflow_q, "an output queue takes more flits than it holds")
endmodule
`default_nettype wire
