// SPDX-License-Identifier: Apache-2.0
// The datapath of a simulation: one module with the ports of df_datapath, in the place of df_flit_buffers, df_crossbar and
// df_output_queues. Memories of one kind share an array, as a memory for each VC would be visited in every cycle; and a flit is
// moved once, from where it is to where it goes, where hardware has wires between the three.
`include "df_macros.svh"
`default_nettype none
module df_lean_datapath (
    input  wire                                     clk_i,
    input  wire                                     rst_i,
    input  wire [15:0]                              oq_limit_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input  wire [df_pkg::NVP-1:0]                   store_ivc_i,
    input  wire [df_pkg::NVP-1:0]                   grant_ivc_i,
    input  wire [df_pkg::NVP-1:0]                   bypass_ivc_i,
    input  wire [df_pkg::PORTS-1:0]                 grants_op_i,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),
    input  wire [df_pkg::ASKERS-1:0]                nonmin_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::SALT_W-1:0] salt_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]  mid_ask_i,
    input  wire [df_pkg::PORTS-1:0]                 paused_op_i,
    output wire [df_pkg::PORTS-1:0]                 sends_op_o,
    output reg  [df_pkg::PORTS-1:0]                 queue_ready_op_o,
    output reg  [df_pkg::NVP-1:0]                   valid_ovc_o,
    output `DF_VARIABLES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N)
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int VC_BITS = df_pkg::VC_BITS;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int OQ_W = df_pkg::OQ_W;
  localparam int OQP_W = OQ_W + 1;

  // The slot is the upper part of an address: where the first slots are used most, these then share few lines of the processor's
  // cache.
  reg [FLIT_W-1:0] buffer_mem[0:NVP*df_pkg::DEPTH-1];
  `DF_VARIABLES(fifo_slots_t, SW, read_q, NVP);
  `DF_VARIABLES(fifo_slots_t, SW, write_q, NVP);
  reg [FLIT_W-1:0] queue_mem[0:PORTS_2N*df_pkg::OQ_DEPTH-1];
  reg [VC_W-1:0] queue_vc_mem[0:PORTS_2N*df_pkg::OQ_DEPTH-1];
  `DF_VARIABLES(queue_pointers_t, OQP_W, queue_read_q, PORTS_2N);
  `DF_VARIABLES(queue_pointers_t, OQP_W, queue_write_q, PORTS_2N);
  reg [PORTS-1:0] some_q;  // output queue is not empty

  localparam logic [PORTS-1:0] CAN_PAUSE = (df_pkg::SLOW_CHANNELS != 0) ? df_pkg::ALL_PORTS : '0;
  wire [PORTS-1:0] paused_op = paused_op_i & CAN_PAUSE;
  wire [PORTS-1:0] all_op = some_q | paused_op;  // every flit that comes enters the queue
  assign sends_op_o = (some_q | grants_op_i) & ~paused_op;

  // ---- flits ----
  // With the decision that asker n has taken, if it was asked.
  function automatic logic [FLIT_W-1:0] told(input logic [FLIT_W-1:0] flit, input logic asked,
                                            input logic [df_pkg::ASKER_W-1:0] n);
    told = df_pkg::decided(flit, asked, nonmin_ask_i[n], salt_ask_i[n*SALT_W+:SALT_W], mid_ask_i[n*MID_W+:MID_W]);
  endfunction
  // As it enters input VC i, having come on its port, and as it leaves it; there is a bypass, or none. Yosys 0.23 calls no function
  // in one whose arguments are all constant.
  function automatic logic [FLIT_W-1:0] entering(input logic [FLIT_W-1:0] flit, input integer i);
    entering = told(flit, df_pkg::DECIDES_ON_ARRIVAL, df_pkg::asker(i));
  endfunction
  function automatic logic [FLIT_W-1:0] leaving(input logic bypass, input integer i);
    leaving = df_pkg::counted(bypass ? entering(`DF_WORD(flit_ip_i, FLIT_W, i[VC_BITS+:PORT_W]), i)
                              : buffer_mem[{`DF_WORD(read_q, SW, i[IVC_W-1:0]), i[IVC_W-1:0]}]);
    leaving = told(leaving, df_pkg::ASKING[i[IVC_W-1:0]], df_pkg::asker(i));
  endfunction

  // ---- what leaves the router ----
  wire [PORTS-1:0] at_once_op = grants_op_i & ~all_op;  // the first flit that is granted leaves at once
  logic [PORTS-1:0] push_op;                            // flits enter the queue
  always_comb begin : send
    integer i;
    integer o;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] rem_op;
    i = 0;
    rem = '0;
    for (o = 0; o < (df_pkg::SPARSE ? 1 : PORTS_2N); o = o + 1) `DF_WORD(flit_op_o, FLIT_W, o) = '0;
    valid_ovc_o = '0;
    push_op = grants_op_i & all_op;
    rem_op = some_q & ~paused_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      `DF_WORD(flit_op_o, FLIT_W, o[PORT_W-1:0]) =
          queue_mem[{OQ_W'(`DF_WORD(queue_read_q, OQP_W, o[PORT_W-1:0])), o[PORT_W-1:0]}];
      valid_ovc_o = valid_ovc_o
          | (NVP'(1) << (df_pkg::first_vc(o)
                         | IVC_W'(queue_vc_mem[{OQ_W'(`DF_WORD(queue_read_q, OQP_W, o[PORT_W-1:0])), o[PORT_W-1:0]}])));
    end
    rem_op = at_once_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      rem = `DF_WORD(grant_for_op_i, NVP, o[PORT_W-1:0]);
      if ((rem & (rem - 1'b1)) != '0) push_op = push_op | (PORTS'(1) << o[PORT_W-1:0]);
      i = df_pkg::lowest_bit(rem);
      `DF_WORD(flit_op_o, FLIT_W, o[PORT_W-1:0]) = leaving(bypass_ivc_i[i[IVC_W-1:0]], i);
      valid_ovc_o = valid_ovc_o
          | (NVP'(1) << (df_pkg::first_vc(o) | IVC_W'(VC_W'(`DF_WORD(route_ivc_i, df_pkg::ROUTE_W, i[IVC_W-1:0])))));
    end
  end

  // ---- state ----
  // One process, as queues read what buffers write at the same edge.
  always_ff @(posedge clk_i) begin : registers
    integer i;
    integer o;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] rem_op;
    logic [OQP_W-1:0] read;
    logic [OQP_W-1:0] write;
    logic [PORTS-1:0] some;
    logic [PORTS-1:0] ready;
    some = some_q;
    ready = queue_ready_op_o;
    rem_op = some_q | push_op;
    `DF_FOR_EACH(o, rem_op, PORTS) begin
      rem = grants_op_i[o[PORT_W-1:0]] ? `DF_WORD(grant_for_op_i, NVP, o[PORT_W-1:0]) : '0;
      if (!all_op[o[PORT_W-1:0]]) rem = rem & (rem - 1'b1);
      write = `DF_WORD(queue_write_q, OQP_W, o[PORT_W-1:0]);
      `DF_FOR_EACH(i, rem, NV) begin
        `DF_MEM_WRITE(queue_mem[{OQ_W'(write), o[PORT_W-1:0]}], leaving(bypass_ivc_i[i[IVC_W-1:0]], i));
        `DF_MEM_WRITE(queue_vc_mem[{OQ_W'(write), o[PORT_W-1:0]}],
                      VC_W'(`DF_WORD(route_ivc_i, df_pkg::ROUTE_W, i[IVC_W-1:0])));
        write = write + 1'b1;
      end
      read = `DF_WORD(queue_read_q, OQP_W, o[PORT_W-1:0]) + OQP_W'(some_q[o[PORT_W-1:0]] && !paused_op[o[PORT_W-1:0]]);
      some[o[PORT_W-1:0]] = write != read;
      ready[o[PORT_W-1:0]] = 16'(OQP_W'(write - read)) + 16'(df_pkg::SPEEDUP) <= oq_limit_i;
      // A queue that becomes empty begins anew at its first slot, which needs less memory: the first slots stay in the processor's
      // cache, and the others are hardly ever touched.
      `DF_MEM_WRITE(`DF_WORD(queue_read_q, OQP_W, o[PORT_W-1:0]), (write == read) ? '0 : read);
      `DF_MEM_WRITE(`DF_WORD(queue_write_q, OQP_W, o[PORT_W-1:0]), (write == read) ? '0 : write);
    end
    rem = store_ivc_i;
    `DF_FOR_EACH(i, rem, NV) begin
      `DF_MEM_WRITE(buffer_mem[{`DF_WORD(write_q, SW, i[IVC_W-1:0]), i[IVC_W-1:0]}],
                    entering(`DF_WORD(flit_ip_i, FLIT_W, i[VC_BITS+:PORT_W]), i));
      `DF_MEM_WRITE(`DF_WORD(write_q, SW, i[IVC_W-1:0]), `DF_WORD(write_q, SW, i[IVC_W-1:0]) + 1'b1);
    end
    rem = grant_ivc_i & ~bypass_ivc_i;
    `DF_FOR_EACH(i, rem, NV)
      `DF_MEM_WRITE(`DF_WORD(read_q, SW, i[IVC_W-1:0]), `DF_WORD(read_q, SW, i[IVC_W-1:0]) + 1'b1);
    some_q <= rst_i ? '0 : some;
    queue_ready_op_o <= rst_i ? '1 : ready;
    if (rst_i) begin
      for (o = 0; o < PORTS_2N; o = o + 1) `DF_MEM_WRITE(`DF_WORD(queue_read_q, OQP_W, o), '0);
      for (o = 0; o < PORTS_2N; o = o + 1) `DF_MEM_WRITE(`DF_WORD(queue_write_q, OQP_W, o), '0);
      for (i = 0; i < NVP; i = i + 1) `DF_MEM_WRITE(`DF_WORD(read_q, SW, i), '0);
      for (i = 0; i < NVP; i = i + 1) `DF_MEM_WRITE(`DF_WORD(write_q, SW, i), '0);
    end
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    reg overflow_q;
    always_ff @(posedge clk_i) begin : fill
      integer o;
      overflow_q <= 1'b0;
      for (o = 0; o < PORTS; o = o + 1)
        if (32'(OQP_W'(`DF_WORD(queue_write_q, OQP_W, o) - `DF_WORD(queue_read_q, OQP_W, o))) > df_pkg::OQ_DEPTH)
          overflow_q <= !rst_i;
    end
    // Checks: SA-3
    `DF_ASSERT(clk_i, rst_i, queues_have_room, !overflow_q, "an output queue takes more flits than it holds")
  end
endmodule
`default_nettype wire
