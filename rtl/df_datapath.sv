// Datapath: the VC buffers, the crossbar and the output queues - the only unit that holds flits. What
// moves is decided elsewhere (df_input_unit says what is stored, df_switch_allocator what leaves).
//
// Buffers, crossbar and queues share a module: a flit that crossed a module boundary between them would
// be a bundle of PORTS x SPEEDUP flits that simulation copies in every cycle, whether anything moves
// or not. The pointers of the buffers are kept here beside the memory, and those of the routes in
// df_input_unit beside theirs: counting twice takes less than a bus with an address for each VC.
`include "df_macros.svh"
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
    input  wire [df_pkg::ASKERS*8-1:0]                   salt_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]       mid_ask_i,
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
  localparam int ASKER_W = df_pkg::ASKER_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int OQ_W = df_pkg::OQ_W;
  localparam int OQP_W = OQ_W + 1;

  // The slot is the upper part of an address: in a simulation, where the first slots are used most, these
  // then share few lines of the processor's cache.
  reg [FLIT_W-1:0] buffer_mem[0:NVP*df_pkg::DEPTH-1];          // {slot, input VC}
  (* mem2reg *) reg [SW-1:0] read_mem[0:NVP-1];                // slots of the buffers
  (* mem2reg *) reg [SW-1:0] write_mem[0:NVP-1];
  reg [FLIT_W-1:0] queue_mem[0:PORTS_2N*df_pkg::OQ_DEPTH-1];   // {slot, output}
  reg [VC_W-1:0] queue_vc_mem[0:PORTS_2N*df_pkg::OQ_DEPTH-1];
  (* mem2reg *) reg [OQP_W-1:0] queue_read_mem[0:PORTS_2N-1];  // pointers of the queues
  (* mem2reg *) reg [OQP_W-1:0] queue_write_mem[0:PORTS_2N-1];
  reg [PORTS-1:0] queue_some_q;    // output queue is not empty
  logic [PORTS-1:0] push_op;       // it is empty, and flits enter it

  // A head flit is rewritten as it leaves its input VC: hops counts this router, and if the packet has asked
  // for a decision, that is written.
  localparam int NONMIN = df_pkg::NONMIN_AT;
  localparam int HOPS = df_pkg::HOPS_AT;
  localparam int SALT = df_pkg::SALT_AT;
  localparam int MID = df_pkg::MID_AT;
  localparam logic [FLIT_W-1:0] ONE_HOP = FLIT_W'(1) << HOPS;
  localparam logic [FLIT_W-1:0] KEPT =
      ~((FLIT_W'(1) << NONMIN) | (FLIT_W'(8'hff) << SALT) | (FLIT_W'({MID_W{1'b1}}) << MID));
`define DF_REWRITE(FLIT, I) \
      if (FLIT[df_pkg::HEAD_AT]) begin \
        if (FLIT[HOPS+:4] != 4'hf) FLIT = FLIT + ONE_HOP; \
        if (df_pkg::ASKING[`DF_NUMBER(I, IVC_W)]) begin \
          asker = ASKER_W'(df_pkg::asker_of(I >> df_pkg::VC_BITS, I & (df_pkg::STRIDE - 1))); \
          FLIT = (FLIT & KEPT) | (FLIT_W'(nonmin_ask_i[asker]) << NONMIN) \
                 | (FLIT_W'(salt_ask_i[asker*8+:8]) << SALT) \
                 | (FLIT_W'(mid_ask_i[asker*MID_W+:MID_W]) << MID); \
        end \
      end

  // The flit of input VC I that leaves, and the number of its VC.
`define DF_LEAVING(FLIT, VC, I) \
      FLIT = bypass_ivc_i[I] ? `DF_WORD(flit_ip_i, FLIT_W, `DF_PORT_OF(I)) \
                             : buffer_mem[{read_mem[`DF_NUMBER(I, IVC_W)], I[IVC_W-1:0]}]; \
      `DF_REWRITE(FLIT, I) \
      VC = VC_W'(`DF_WORD(route_ivc_i, df_pkg::ROUTE_W, `DF_NUMBER(I, IVC_W)));

  // What leaves: the oldest flit of each queue; from outputs without one, the first flit granted.
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
    logic [ASKER_W-1:0] asker;
    logic [OQ_W-1:0] slot;

    i = 0;
    o = 0;
    rem = '0;
    rem_op = '0;
    granted = '0;
    vc = '0;
    flit = '0;
    asker = '0;
    slot = '0;
    valid = '0;
    push = '0;
    `DF_CLEAR(flit_op_o, o, PORTS_2N)
    `DF_FOR_EACH(o, rem_op, queue_some_q, PORTS)
      slot = OQ_W'(queue_read_mem[`DF_NUMBER(o, PORT_W)]);
      `DF_WORD(flit_op_o, FLIT_W, `DF_NUMBER(o, PORT_W)) = queue_mem[{slot, o[PORT_W-1:0]}];
      vc = queue_vc_mem[{slot, o[PORT_W-1:0]}];
      valid = valid | (NVP'(1) << IVC_W'((o << df_pkg::VC_BITS) + 32'(vc)));
    end
    `DF_FOR_EACH(o, rem_op, grants_op_i & ~queue_some_q, PORTS)
      granted = `DF_WORD(grant_for_op_i, NVP, `DF_NUMBER(o, PORT_W));
      `DF_FOR_EACH(i, rem, granted & -granted, df_pkg::NV)
        `DF_LEAVING(flit, vc, i)
        `DF_WORD(flit_op_o, FLIT_W, `DF_NUMBER(o, PORT_W)) = flit;
        valid = valid | (NVP'(1) << IVC_W'((o << df_pkg::VC_BITS) + 32'(vc)));
      end
      if ((granted & (granted - 1'b1)) != '0) push = push | (PORTS'(1) << o);
    end
    valid_ovc_o = valid;
    push_op = push;
  end

  // What stays.
  /* verilator lint_off BLKSEQ */  // local variables and DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : store
    integer i;
    integer o;
    integer s;
    logic [PORT_W-1:0] ip;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] rem_op;
    logic [PORTS-1:0] some;          // queues that are not empty after this edge
    logic [PORTS-1:0] ready;
    logic [NVP-1:0] push;            // granted flits that enter the queue instead of leaving at once
    logic [NVP-1:0] rest;
    logic [df_pkg::SPEEDUP-1:0] some_s;  // there are more than s of them
    logic [df_pkg::SPEEDUP-1:0] rem_s;
    logic [VC_W-1:0] vc;
    logic [OQP_W-1:0] pointer;
    logic [OQP_W-1:0] read;
    logic [OQP_W-1:0] length;
    logic [FLIT_W-1:0] flit;
    logic [ASKER_W-1:0] asker;

    i = 0;
    o = 0;
    s = 0;
    ip = '0;
    push = '0;
    rest = '0;
    some_s = '0;
    vc = '0;
    pointer = '0;
    read = '0;
    length = '0;
    flit = '0;
    asker = '0;
    some = queue_some_q;
    ready = queue_ready_op_o;

    `DF_FOR_EACH(o, rem_op, queue_some_q | push_op, PORTS)
      push = `DF_WORD(grant_for_op_i, NVP, `DF_NUMBER(o, PORT_W));
      if (!queue_some_q[o]) push = push & (push - 1'b1);
      pointer = queue_write_mem[`DF_NUMBER(o, PORT_W)];
      rest = push;
      for (s = 0; s < df_pkg::SPEEDUP; s = s + 1) begin
        some_s[s] = rest != '0;
        rest = rest & (rest - 1'b1);
      end
      `DF_FOR_EACH(s, rem_s, some_s, df_pkg::SPEEDUP)
        `DF_FOR_EACH(i, rem, push & -push, df_pkg::NV)
          `DF_LEAVING(flit, vc, i)
        end
        `DF_MEM_WRITE(queue_mem[{pointer[OQ_W-1:0], o[PORT_W-1:0]}], flit);
        `DF_MEM_WRITE(queue_vc_mem[{pointer[OQ_W-1:0], o[PORT_W-1:0]}], vc);
        pointer = pointer + 1'b1;
        push = push & (push - 1'b1);
      end
      // A queue that becomes empty begins anew at its first slot. That needs less memory in a simulation,
      // where the first slots stay in the processor's cache and the others are hardly ever touched.
      read = queue_read_mem[`DF_NUMBER(o, PORT_W)] + OQP_W'(queue_some_q[o]);
      length = pointer - read;
      if (length == '0) begin
        read = '0;
        pointer = '0;
      end
      `DF_MEM_WRITE(queue_read_mem[`DF_NUMBER(o, PORT_W)], read);
      `DF_MEM_WRITE(queue_write_mem[`DF_NUMBER(o, PORT_W)], pointer);
      some[o] = length != '0;
      ready[o] = 16'(length) + 16'(df_pkg::SPEEDUP) <= oq_limit_i;
    end

    `DF_FOR_EACH(i, rem, store_ivc_i, df_pkg::NV)
      ip = PORT_W'(i >> df_pkg::VC_BITS);
      `DF_MEM_WRITE(buffer_mem[{write_mem[`DF_NUMBER(i, IVC_W)], i[IVC_W-1:0]}],
                    `DF_WORD(flit_ip_i, FLIT_W, ip));
      `DF_MEM_WRITE(write_mem[`DF_NUMBER(i, IVC_W)], write_mem[`DF_NUMBER(i, IVC_W)] + 1'b1);
    end

    `DF_FOR_EACH(i, rem, grant_ivc_i & ~bypass_ivc_i, df_pkg::NV)
      `DF_MEM_WRITE(read_mem[`DF_NUMBER(i, IVC_W)], read_mem[`DF_NUMBER(i, IVC_W)] + 1'b1);
    end

    queue_some_q <= some;
    queue_ready_op_o <= ready;
    if (rst_i) begin
      queue_some_q <= '0;
      queue_ready_op_o <= '1;
      for (o = 0; o < PORTS_2N; o = o + 1) begin
        `DF_MEM_WRITE(queue_read_mem[o], '0);
        `DF_MEM_WRITE(queue_write_mem[o], '0);
      end
      for (i = 0; i < NVP; i = i + 1) begin
        `DF_MEM_WRITE(read_mem[i], '0);
        `DF_MEM_WRITE(write_mem[i], '0);
      end
    end
  end
  /* verilator lint_on BLKSEQ */

`undef DF_LEAVING
`undef DF_REWRITE

  `DF_PARAMETER_CHECK(gen_oq_depth, df_pkg::OQ_DEPTH == (1 << df_pkg::OQ_W),
                      "OQ_DEPTH must be a power of two")
  `DF_PARAMETER_CHECK(gen_depth, df_pkg::DEPTH == (1 << df_pkg::SLOT_W) && df_pkg::DEPTH >= 2,
                      "DEPTH must be a power of two, at least 2")

  `DF_CLAIMS_IF(valid_ovc_o != '0)
    `DF_CLAIM(one_vc_per_output, !df_pkg::two_vcs_of_a_port(valid_ovc_o), "an output sends on two VCs in the same cycle")
    `DF_CLAIM(leaves_or_stays, (store_ivc_i & bypass_ivc_i & grant_ivc_i) == '0,
              "a flit that leaves at once is stored as well")
  `DF_CLAIMS_END
endmodule
