// SPDX-License-Identifier: Apache-2.0
// Datapath: the VC buffers, the crossbar and the output queues - the only unit that holds flits. What
// moves is decided elsewhere (df_input_unit says what is stored, df_switch_allocator what leaves).
//
// Buffers, crossbar and queues share a module: a flit that crossed a module boundary between them would
// be a bundle of PORTS x SPEEDUP flits that simulation copies in every cycle, whether anything moves
// or not. The pointers of the buffers are kept here beside the memory, and those of the routes in
// df_input_unit beside theirs: counting twice takes less than a bus with an address for each VC.
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDPARAM */   // each body of the memories
/* verilator lint_off UNUSEDSIGNAL */  // uses its part
module df_datapath (
    input  wire                                          clk_i,
    input  wire                                          rst_i,
    input  wire [15:0]                                   oq_limit_i,
    // Arriving flits, and those that are stored.
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input  wire [df_pkg::NVP-1:0]                        store_ivc_i,
    // Flits that leave their input VC: from the buffer, or as they arrive (bypass).
    input  wire [df_pkg::NVP-1:0]                        grant_ivc_i,
    input  wire [df_pkg::NVP-1:0]                        bypass_ivc_i,
    input  wire [df_pkg::PORTS-1:0]                      grants_op_i,       // outputs that they go to,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),  // for each, those that go there
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),   // the VC is the lower part
    // What a decision writes into the head flit.
    input  wire [df_pkg::ASKERS-1:0]                     nonmin_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::SALT_W-1:0]      salt_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]       mid_ask_i,
    input  wire [df_pkg::PORTS-1:0]                      paused_op_i,       // with SLOW_CHANNELS: outputs that send nothing
    output wire [df_pkg::PORTS-1:0]                      sends_op_o,        // outputs that a flit leaves
    output reg  [df_pkg::PORTS-1:0]                      queue_ready_op_o,  // room for SPEEDUP flits
    // Flits that leave the router in this cycle.
    output reg  [df_pkg::NVP-1:0]                        valid_ovc_o,
    output `DF_VARIABLES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N)
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int MID_W = df_pkg::MID_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int OQ_W = df_pkg::OQ_W;
  localparam int OQP_W = OQ_W + 1;
  localparam int LANES = df_pkg::SPEEDUP;

  `DF_VARIABLES(fifo_slots_t, SW, read_q, NVP);               // slots of the buffers
  `DF_VARIABLES(fifo_slots_t, SW, write_q, NVP);
  `DF_VARIABLES(queue_pointers_t, OQP_W, queue_read_q, PORTS_2N);  // pointers of the output queues
  `DF_VARIABLES(queue_pointers_t, OQP_W, queue_write_q, PORTS_2N);
  reg [PORTS-1:0] queue_some_q;    // output queue is not empty
  reg queue_overflow_q;            // one took more than it holds, in the cycle before; for a claim

  // ---- what is written into head flits ----
  localparam int NONMIN = df_pkg::NONMIN_AT;
  localparam int HOPS = df_pkg::HOPS_AT;
  localparam int HOPS_W = df_pkg::HOPS_W;
  localparam int SALT = df_pkg::SALT_AT;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int MID = df_pkg::MID_AT;
  localparam logic [FLIT_W-1:0] KEPT =
      ~((FLIT_W'(1) << NONMIN) | (FLIT_W'({SALT_W{1'b1}}) << SALT) | (FLIT_W'({MID_W{1'b1}}) << MID));
  function automatic logic [FLIT_W-1:0] counted(input logic [FLIT_W-1:0] flit);
    counted = flit;
    if (1'(flit >> df_pkg::HEAD_AT) && HOPS_W'(flit >> HOPS) != {HOPS_W{1'b1}})
      counted[HOPS+:HOPS_W] = HOPS_W'(flit >> HOPS) + 1'b1;
  endfunction
  function automatic logic [FLIT_W-1:0] decided(input logic [FLIT_W-1:0] flit, input logic nonmin,
                                                input logic [SALT_W-1:0] salt, input logic [MID_W-1:0] mid);
    decided = 1'(flit >> df_pkg::HEAD_AT)
        ? (flit & KEPT) | (FLIT_W'(nonmin) << NONMIN) | (FLIT_W'(salt) << SALT) | (FLIT_W'(mid) << MID) : flit;
  endfunction

  // ---- buffers ----
`define DF_READ_SLOT(I) `DF_WORD(read_q, SW, `DF_NUMBER(I, IVC_W))
`define DF_WRITE_SLOT(I) `DF_WORD(write_q, SW, `DF_NUMBER(I, IVC_W))
`define DF_DECIDED(I, FLIT) decided(FLIT, nonmin_ask_i[`DF_ASKER_OF(I)], \
      salt_ask_i[`DF_ASKER_OF(I)*SALT_W+:SALT_W], mid_ask_i[`DF_ASKER_OF(I)*MID_W+:MID_W])
  // A decision on arrival is written as the flit comes.
`define DF_ARRIVAL(I) (df_pkg::DECIDES_ON_ARRIVAL \
      ? `DF_DECIDED(I, `DF_WORD(flit_ip_i, FLIT_W, `DF_PORT_OF(I))) : `DF_WORD(flit_ip_i, FLIT_W, `DF_PORT_OF(I)))
  `DF_BANKS(buffer_mem, FLIT_W, NVP, df_pkg::INPUT_VCS, df_pkg::DEPTH, i, store_ivc_i[i], `DF_WRITE_SLOT(i),
            `DF_ARRIVAL(i), `DF_READ_SLOT(i))

  // ---- what leaves input VCs ----
  // A head flit is rewritten as it leaves its input VC: hops counts this router, and if the packet has asked
  // for a decision at the front, that is written.
`define DF_FRONT(I) (bypass_ivc_i[I] ? `DF_ARRIVAL(I) : `DF_BANK(buffer_mem, FLIT_W, NVP, I, `DF_READ_SLOT(I)))
`define DF_LEAVING(I) (df_pkg::ASKING[`DF_NUMBER(I, IVC_W)] \
      ? `DF_DECIDED(I, counted(`DF_FRONT(I))) : counted(`DF_FRONT(I)))

`define DF_LEAVING_VC(I) VC_W'(`DF_WORD(route_ivc_i, df_pkg::ROUTE_W, `DF_NUMBER(I, IVC_W)))

  `DF_COMPUTED_WORDS(leaving_ivc, FLIT_W, df_pkg::NV, i, `DF_LEAVING(i))
  `DF_COMPUTED_WORDS(leaving_vc_ivc, VC_W, df_pkg::NV, i, `DF_LEAVING_VC(i))

  // ---- crossbar ----
  // The flits granted to an output, in the order of their input VCs, are its lanes. The first lane leaves at once if the
  // output's queue is empty and the output is not paused; all others enter the queue.

  // The lowest set bit after S others, or 0.
  function automatic logic [NVP-1:0] bit_after(input logic [NVP-1:0] mask, input integer s);
    integer k;
    bit_after = mask;
    for (k = 0; k < s; k = k + 1) bit_after = bit_after & (bit_after - 1'b1);
    bit_after = bit_after & -bit_after;
  endfunction

  // Bit s: the mask, of at most LANES bits, has more than s.
  function automatic logic [LANES-1:0] lanes_of(input logic [NVP-1:0] mask);
    integer s;
    logic [NVP-1:0] rest;
    rest = mask;
    for (s = 0; s < LANES; s = s + 1) begin
      lanes_of[s] = rest != '0;
      rest = rest & (rest - 1'b1);
    end
  endfunction

  // A pointer after as many slots as there are bits in `lanes`.
  function automatic logic [OQP_W-1:0] after(input logic [OQP_W-1:0] pointer, input logic [LANES-1:0] lanes);
    integer s;
    after = pointer;
    for (s = 0; s < LANES; s = s + 1) after = after + OQP_W'(lanes[s]);
  endfunction

`define DF_GRANTED(O) (grants_op_i[O] ? `DF_WORD(grant_for_op_i, NVP, `DF_NUMBER(O, PORT_W)) : '0)
  `DF_COMPUTED_WORDS(lane_ivc, NVP, PORTS * LANES, l, bit_after(`DF_GRANTED(l / LANES), l % LANES))
  `DF_PICKED_WORDS(lane_flit_op, FLIT_W, PORTS * LANES, NVP, lane_ivc, df_pkg::NV, leaving_ivc)
  `DF_PICKED_WORDS(lane_vc_op, VC_W, PORTS * LANES, NVP, lane_ivc, df_pkg::NV, leaving_vc_ivc)

  // ---- queues ----
  // Without slow channels a constant 0, so that nothing of them is built.
  localparam logic [PORTS-1:0] CAN_PAUSE = (df_pkg::SLOW_CHANNELS != 0) ? df_pkg::ALL_PORTS : '0;
`define DF_PAUSED (paused_op_i & CAN_PAUSE)
`define DF_PAUSES(O) (df_pkg::SLOW_CHANNELS != 0 && paused_op_i[O])
`define DF_QUEUES_ALL(O) (queue_some_q[O] || `DF_PAUSES(O))  // every lane enters the queue
  assign sends_op_o = (queue_some_q | grants_op_i) & ~`DF_PAUSED;
  // The slot that lane 0 would take.
`define DF_FIRST_SLOT(O) OQ_W'(`DF_WORD(queue_write_q, OQP_W, `DF_NUMBER(O, PORT_W)) - OQP_W'(!`DF_QUEUES_ALL(O)))
`define DF_OLDEST(O) OQ_W'(`DF_WORD(queue_read_q, OQP_W, `DF_NUMBER(O, PORT_W)))
  // Lanes that enter the queue: without the first that leaves at once.
  localparam logic [LANES-1:0] FIRST_LANE = 1;
`define DF_PUSH(O) (lanes_of(`DF_GRANTED(O)) & ({LANES{`DF_QUEUES_ALL(O)}} | ~FIRST_LANE))
  `DF_QUEUES(queue_mem, FLIT_W, PORTS, df_pkg::OQ_DEPTH, LANES, o, `DF_PUSH(o), lane_flit_op[o*LANES*FLIT_W+:LANES*FLIT_W],
             `DF_FIRST_SLOT(o), `DF_OLDEST(o))
  `DF_QUEUES(queue_vc_mem, VC_W, PORTS, df_pkg::OQ_DEPTH, LANES, o, `DF_PUSH(o), lane_vc_op[o*LANES*VC_W+:LANES*VC_W],
             `DF_FIRST_SLOT(o), `DF_OLDEST(o))

  // ---- what leaves the router ----
  logic [PORTS-1:0] push_op;  // flits enter a queue, at least if it was empty

  /* verilator lint_off LATCH */  // DF_UNUSED_WORDS
  always_comb begin : send
    integer i;
    integer o;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] rem_op;
    logic [NVP-1:0] granted;
    logic [NVP-1:0] valid;
    logic [PORTS-1:0] push;
    logic [VC_W-1:0] vc;
    logic [FLIT_W-1:0] flit;

    i = 0;
    o = 0;
    rem = '0;
    rem_op = '0;
    granted = '0;
    vc = '0;
    flit = '0;
    valid = '0;
    push = grants_op_i & `DF_PAUSED;
    `DF_UNUSED_WORDS(flit_op_o, o, PORTS_2N)
    `DF_FOR_EACH(o, rem_op, queue_some_q & ~`DF_PAUSED, PORTS)
      `DF_WORD(flit_op_o, FLIT_W, `DF_NUMBER(o, PORT_W)) = `DF_QUEUE(queue_mem, FLIT_W, PORTS, o, `DF_OLDEST(o));
      vc = `DF_QUEUE(queue_vc_mem, VC_W, PORTS, o, `DF_OLDEST(o));
      valid = valid | (NVP'(1) << IVC_W'((o << df_pkg::VC_BITS) + 32'(vc)));
    end
    `DF_FOR_EACH(o, rem_op, grants_op_i & ~queue_some_q & ~`DF_PAUSED, PORTS)
      granted = `DF_WORD(grant_for_op_i, NVP, `DF_NUMBER(o, PORT_W));
      `DF_PICK(flit, FLIT_W, granted & -granted, df_pkg::NV, i, rem, lane_flit_op, o * LANES, `DF_LEAVING(i))
      `DF_PICK(vc, VC_W, granted & -granted, df_pkg::NV, i, rem, lane_vc_op, o * LANES, `DF_LEAVING_VC(i))
      `DF_WORD(flit_op_o, FLIT_W, `DF_NUMBER(o, PORT_W)) = flit;
      valid = valid | (NVP'(1) << IVC_W'((o << df_pkg::VC_BITS) + 32'(vc)));
      if ((granted & (granted - 1'b1)) != '0) push = push | (PORTS'(1) << o);
    end
    valid_ovc_o = valid;
    push_op = push;
  end
  /* verilator lint_on LATCH */

  // ---- state ----
  /* verilator lint_off BLKSEQ */  // local variables and DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : registers
    integer i;
    integer o;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] rem_op;
    logic [PORTS-1:0] some;          // queues that are not empty after this edge
    logic [PORTS-1:0] ready;
    logic overflow;
    logic [NVP-1:0] enter;           // input VCs whose flits enter the queue
    logic [OQP_W-1:0] first;
    logic [OQP_W-1:0] pointer;
    logic [OQP_W-1:0] read;
    logic [OQP_W-1:0] length;

    i = 0;
    o = 0;
    enter = '0;
    first = '0;
    pointer = '0;
    read = '0;
    length = '0;
    some = queue_some_q;
    ready = queue_ready_op_o;
    overflow = 1'b0;

    `DF_FOR_EACH(o, rem_op, queue_some_q | push_op, PORTS)
      enter = `DF_GRANTED(o);
      if (!`DF_QUEUES_ALL(o)) enter = enter & (enter - 1'b1);
      first = `DF_WORD(queue_write_q, OQP_W, `DF_NUMBER(o, PORT_W));
      pointer = first;
      `DF_FOR_EACH(i, rem, enter, df_pkg::NV)
        `DF_QUEUE_WRITE(queue_mem, PORTS, o, pointer[OQ_W-1:0], `DF_LEAVING(i))
        `DF_QUEUE_WRITE(queue_vc_mem, PORTS, o, pointer[OQ_W-1:0], `DF_LEAVING_VC(i))
        `DF_COUNT_VISIT(pointer)
      end
      `DF_COUNT_ALL(pointer, after(first, lanes_of(enter)))
      // A queue that becomes empty begins anew at its first slot. That needs less memory in a simulation,
      // where the first slots stay in the processor's cache and the others are hardly ever touched.
      read = `DF_WORD(queue_read_q, OQP_W, `DF_NUMBER(o, PORT_W)) + OQP_W'(queue_some_q[o] && !`DF_PAUSES(o));
      length = pointer - read;
      if (32'(length) > df_pkg::OQ_DEPTH) overflow = 1'b1;
      if (length == '0) begin
        read = '0;
        pointer = '0;
      end
      `DF_MEM_WRITE(`DF_WORD(queue_read_q, OQP_W, `DF_NUMBER(o, PORT_W)), read);
      `DF_MEM_WRITE(`DF_WORD(queue_write_q, OQP_W, `DF_NUMBER(o, PORT_W)), pointer);
      some[o] = length != '0;
      ready[o] = 16'(length) + 16'(df_pkg::SPEEDUP) <= oq_limit_i;
    end

    `DF_FOR_EACH(i, rem, store_ivc_i, df_pkg::NV)
      `DF_BANK_WRITE(buffer_mem, NVP, i, `DF_WRITE_SLOT(i), `DF_ARRIVAL(i))
      `DF_MEM_WRITE(`DF_WRITE_SLOT(i), `DF_WRITE_SLOT(i) + 1'b1);
    end

    `DF_FOR_EACH(i, rem, grant_ivc_i & ~bypass_ivc_i, df_pkg::NV)
      `DF_MEM_WRITE(`DF_READ_SLOT(i), `DF_READ_SLOT(i) + 1'b1);
    end

    queue_some_q <= some;
    queue_ready_op_o <= ready;
    queue_overflow_q <= overflow;
    if (rst_i) begin
      queue_overflow_q <= 1'b0;
      queue_some_q <= '0;
      queue_ready_op_o <= '1;
      `DF_RESET_WORDS(queue_read_q, OQP_W, PORTS_2N, o)
      `DF_RESET_WORDS(queue_write_q, OQP_W, PORTS_2N, o)
      `DF_RESET_WORDS(read_q, SW, NVP, i)
      `DF_RESET_WORDS(write_q, SW, NVP, i)
    end
  end
  /* verilator lint_on BLKSEQ */

`undef DF_READ_SLOT
`undef DF_WRITE_SLOT
`undef DF_DECIDED
`undef DF_ARRIVAL
`undef DF_FRONT
`undef DF_LEAVING
`undef DF_LEAVING_VC
`undef DF_GRANTED
`undef DF_PUSH
`undef DF_FIRST_SLOT
`undef DF_OLDEST
`undef DF_PAUSED
`undef DF_PAUSES
`undef DF_QUEUES_ALL

  // Checks: SA-3
  `DF_ASSERT(queues_have_room, !queue_overflow_q, "an output queue takes more flits than it holds")
  `DF_CLAIMS_IF(valid_ovc_o != '0)
    // Checks: PT-3
    `DF_CLAIM(one_vc_per_output, !df_pkg::two_vcs_of_a_port(valid_ovc_o), "an output sends on two VCs in the same cycle")
    // Checks: SE-5
    `DF_CLAIM(leaves_or_stays, (store_ivc_i & bypass_ivc_i & grant_ivc_i) == '0,
              "a flit that leaves at once is stored as well")
  `DF_CLAIMS_END
endmodule
/* verilator lint_on UNUSEDSIGNAL */
/* verilator lint_on UNUSEDPARAM */
`default_nettype wire
