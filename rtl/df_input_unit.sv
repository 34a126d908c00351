// SPDX-License-Identifier: Apache-2.0
// Input unit: the state of every input VC - how many flits wait, what is at the front, the route of the
// packet there, virtual cut-through and wormhole state - for all ports at once. The flits themselves
// are in df_datapath.
//
// Vectors are masks over input VCs, so that all VCs change by a few word operations; only VCs whose
// FIFO is written or read are visited one by one.
`include "df_macros.svh"
`default_nettype none
module df_input_unit (
    input  wire                                         clk_i,
    input  wire                                         rst_i,
    /* verilator lint_off UNUSEDSIGNAL */  // for claims
    input  wire [df_pkg::CREDIT_W-1:0]                  depth_i,        // BUFFER_DEPTH
    /* verilator lint_on UNUSEDSIGNAL */
    // Arrivals, and the routes of those that are heads and do not ask (df_route_unit).
    input  wire [df_pkg::NVP-1:0]                       arrival_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_i, df_pkg::PORTS_2N),
    // Packets at input VCs that ask (df_route_allocator decides).
    output wire [df_pkg::ASKERS-1:0]                    decide_ask_o,   // a decision is needed,
    output reg  [df_pkg::ASKERS*df_pkg::ASKED_W-1:0]    header_ask_o,   // for these bits of the header
    // All routes of this cycle: those of held_ivc_o and the decisions.
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),
    // Fronts in this cycle.
    output wire [df_pkg::NVP-1:0]                       front_ivc_o,    // there is a flit
    output wire [df_pkg::NVP-1:0]                       head_ivc_o,     // it is a head
    output wire [df_pkg::NVP-1:0]                       tail_ivc_o,     // it is a tail
    output wire `DF_WIRES(len_planes_t, df_pkg::NVP, len_ivc_o, df_pkg::LEN_W),  // len of a multi-flit head
    output wire [df_pkg::NVP-1:0]                       mid_ivc_o,      // mid-packet
    output wire [df_pkg::NVP-1:0]                       assigned_ivc_o, // holds a route at the start
    output `DF_VARIABLES(routes_of_vcs_t, df_pkg::ROUTE_W, held_ivc_o, df_pkg::NV),  // and here it is
    // What leaves, and where the flits are.
    input  wire [df_pkg::NVP-1:0]                       grant_ivc_i,    // the front leaves
    output wire [df_pkg::NVP-1:0]                       bypass_ivc_o,   // the front is the arriving flit
    output wire [df_pkg::NVP-1:0]                       store_ivc_o     // the arriving flit is stored
);
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  /* verilator lint_off UNUSEDPARAM */  // arrays do not need it
  localparam int FLIT_W = df_pkg::FLIT_W;
  /* verilator lint_on UNUSEDPARAM */
  localparam int ASKERS = df_pkg::ASKERS;
  localparam int ASKED_W = df_pkg::ASKED_W;
  localparam logic [NVP-1:0] ASKING = df_pkg::ASKING;

  `DF_VARIABLES(fifo_pointers_t, PW, read_q, NVP);   // pointers of the FIFOs
  `DF_VARIABLES(fifo_pointers_t, PW, write_q, NVP);

  reg [NVP-1:0] stored_q;             // FIFO is not empty
  reg [NVP-1:0] head_q;               // front of the FIFO, 0 where it is empty
  reg [NVP-1:0] tail_q;
  reg [NVP-1:0] mid_q;                // mid-packet
  reg [NVP-1:0] decided_q;            // head at an input VC that asks has its route
  reg [ASKERS*ASKED_W-1:0] header_q;  // of the front of an asker's FIFO

  // Routes of the packets at the front, of input VCs that are assigned.
  `DF_VARIABLES(routes_of_vcs_t, ROUTE_W, route_q, df_pkg::NV);

  // ---- arrivals ----
  localparam int HEAD = df_pkg::HEAD_AT;
  localparam int TAIL = df_pkg::TAIL_AT;
  localparam int LEN = df_pkg::LEN_AT;
  localparam int LEN_W = df_pkg::LEN_W;
  logic [NVP-1:0] arrival_head;
  logic [NVP-1:0] arrival_tail;
  wire [NVP-1:0] arrival_multi = arrival_head & ~arrival_tail;
  wire [NVP-1:0] bypass = arrival_ivc_i & ~stored_q;
  wire [NVP-1:0] bypass_head = bypass & arrival_head;
  `DF_VARIABLES(len_planes_t, NVP, arrival_len, LEN_W);  // of multi-flit heads

  always_comb begin : arrivals
    integer i;
    /* verilator lint_off UNUSEDSIGNAL */  // the bits above a port's number
    integer ip;
    /* verilator lint_on UNUSEDSIGNAL */
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic head;
    i = 0;
    ip = 0;
    rem = '0;
    bit_i = '0;
    head = 1'b0;
    arrival_head = '0;
    arrival_tail = '0;
    held_ivc_o = route_q;
    `DF_FOR_EACH(i, rem, arrival_ivc_i, df_pkg::NV)
      ip = i >> df_pkg::VC_BITS;
      bit_i = NVP'(1) << i[IVC_W-1:0];
      head = `DF_BIT(flit_ip_i, FLIT_W, ip[PORT_W-1:0], HEAD);
      arrival_tail = arrival_tail | (bit_i & {NVP{`DF_BIT(flit_ip_i, FLIT_W, ip[PORT_W-1:0], TAIL)}});
      arrival_head = arrival_head | (bit_i & {NVP{head}});
      if (head && !stored_q[`DF_NUMBER(i, IVC_W)])
        `DF_WORD(held_ivc_o, ROUTE_W, `DF_NUMBER(i, IVC_W)) = `DF_WORD(route_ip_i, ROUTE_W, ip[PORT_W-1:0]);
    end
  end

  always_comb begin : lengths
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    i = 0;
    k = 0;
    rem = '0;
    bit_i = '0;
    `DF_CLEAR(arrival_len, k, LEN_W)
    if (arrival_multi != '0) begin
      `DF_FOR_EACH(i, rem, arrival_multi, df_pkg::NV)
        bit_i = NVP'(1) << i[IVC_W-1:0];
        for (k = 0; k < LEN_W; k = k + 1)
          `DF_WORD(arrival_len, NVP, k) = `DF_WORD(arrival_len, NVP, k)
              | (bit_i & {NVP{`DF_BIT(flit_ip_i, FLIT_W, `DF_PORT_OF(i), LEN + k)}});
      end
    end
  end

  // The lengths of the fronts, 0 where there is no multi-flit head.
  `DF_VARIABLES(len_planes_t, NVP, len_d, LEN_W);
  for (genvar k = 0; k < LEN_W; k = k + 1) begin : gen_len
    reg [NVP-1:0] plane_q;
    always_ff @(posedge clk_i) plane_q <= rst_i ? '0 : `DF_WORD(len_d, NVP, k) & df_pkg::INPUT_VCS;
    assign `DF_WORD(len_ivc_o, NVP, k) = plane_q | (`DF_WORD(arrival_len, NVP, k) & bypass_head);
  end

  // ---- FIFOs ----
`define DF_WRITE_SLOT(I) SW'(`DF_WORD(write_q, PW, `DF_NUMBER(I, IVC_W)))
`define DF_NEXT_SLOT(I) SW'(`DF_WORD(read_q, PW, `DF_NUMBER(I, IVC_W)) + 1'b1)
  // What a stored flit means for this unit: {head, tail, len, route}.
  localparam int INFO_W = 2 + LEN_W + ROUTE_W;
`define DF_ARRIVAL_BIT(I, K) `DF_BIT(flit_ip_i, FLIT_W, `DF_PORT_OF(I), K)
`define DF_ARRIVAL_INFO(I) {`DF_ARRIVAL_BIT(I, HEAD), `DF_ARRIVAL_BIT(I, TAIL), \
      LEN_W'(`DF_WORD(flit_ip_i, FLIT_W, `DF_PORT_OF(I)) >> LEN), `DF_WORD(route_ip_i, ROUTE_W, `DF_PORT_OF(I))}
  `DF_BANKS(info_mem, INFO_W, NVP, df_pkg::INPUT_VCS, df_pkg::DEPTH, i, store_ivc_o[i], `DF_WRITE_SLOT(i),
            (`DF_ARRIVAL_INFO(i)), `DF_NEXT_SLOT(i))
  // What a decision depends on, of the stored flits of input VCs that ask.
`define DF_ARRIVAL_HEADER(I) ASKED_W'(`DF_WORD(flit_ip_i, FLIT_W, `DF_PORT_OF(I)) >> df_pkg::TAG_W)
  `DF_BANKS(header_mem, ASKED_W, NVP, ASKING, df_pkg::DEPTH, i, store_ivc_o[i], `DF_WRITE_SLOT(i),
            `DF_ARRIVAL_HEADER(i), `DF_NEXT_SLOT(i))

  // ---- fronts ----
  wire [NVP-1:0] undecided = (head_q | bypass_head) & ASKING & ~decided_q;

  assign bypass_ivc_o = bypass;
  assign store_ivc_o = arrival_ivc_i & ~(bypass & grant_ivc_i);
  assign front_ivc_o = stored_q | arrival_ivc_i;
  assign head_ivc_o = head_q | bypass_head;
  assign tail_ivc_o = tail_q | (bypass & arrival_tail);
  assign mid_ivc_o = mid_q;
  assign assigned_ivc_o = mid_q | decided_q | ((stored_q | bypass_head) & ~ASKING);

  for (genvar n = 0; n < ASKERS; n = n + 1) begin : gen_decide
    assign decide_ask_o[n] = undecided[`DF_IVC_OF_ASKER(n)];
  end

  // Headers of the packets that need a decision.
  always_comb begin : headers
    integer i;
    logic [NVP-1:0] rem;
    i = 0;
    rem = '0;
    header_ask_o = (ASKING == '0) ? '0 : header_q;
    `DF_FOR_EACH(i, rem, bypass_head & ASKING, df_pkg::NV)
      header_ask_o[`DF_ASKER_OF(i)*ASKED_W+:ASKED_W] = `DF_ARRIVAL_HEADER(i);
    end
  end

  // ---- what comes next ----
  logic [NVP-1:0] head_d;
  logic [NVP-1:0] tail_d;
  logic [NVP-1:0] popped;    // FIFOs that are read
  logic [NVP-1:0] next;      // those whose next flit becomes the front
  logic [NVP-1:0] fresh;     // VCs whose arriving flit becomes the front of the FIFO
  wire [NVP-1:0] done = grant_ivc_i & tail_ivc_o;  // packets whose tail leaves

  always_comb begin : fronts
    /* verilator lint_off UNUSEDSIGNAL */  // the bits of i above a VC's number
    integer i;
    /* verilator lint_on UNUSEDSIGNAL */
    integer k;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic [NVP-1:0] fresh_head;
    logic [PW-1:0] pointer;
    logic [INFO_W-1:0] info;
    i = 0;
    k = 0;
    bit_i = '0;
    pointer = '0;
    info = '0;
    popped = grant_ivc_i & stored_q;
    next = '0;

    // Fronts that stay keep their attributes.
    head_d = head_q & ~popped;
    tail_d = tail_q & ~popped;
    for (k = 0; k < LEN_W; k = k + 1)
      `DF_WORD(len_d, NVP, k) = `DF_WORD(len_ivc_o, NVP, k) & stored_q & ~popped;

    // The next flits of FIFOs that are read.
    `DF_FOR_EACH(i, rem, popped, df_pkg::NV)
      bit_i = NVP'(1) << i[IVC_W-1:0];
      pointer = `DF_WORD(read_q, PW, `DF_NUMBER(i, IVC_W)) + 1'b1;
      if (pointer != `DF_WORD(write_q, PW, `DF_NUMBER(i, IVC_W))) begin
        next = next | bit_i;
        info = `DF_BANK(info_mem, INFO_W, NVP, i, `DF_NEXT_SLOT(i));
        if (info[INFO_W-2]) tail_d = tail_d | bit_i;
        if (info[INFO_W-1]) begin
          head_d = head_d | bit_i;
          if (!info[INFO_W-2])
            for (k = 0; k < LEN_W; k = k + 1)
              `DF_WORD(len_d, NVP, k) = `DF_WORD(len_d, NVP, k) | (bit_i & {NVP{info[ROUTE_W+k]}});
        end
      end
    end

    // Arriving flits that become the front of their FIFO.
    fresh = store_ivc_o & (~stored_q | (popped & ~next));
    fresh_head = fresh & arrival_head;
    if (fresh != '0) begin
      head_d = head_d | fresh_head;
      tail_d = tail_d | (fresh & arrival_tail);
      for (k = 0; k < LEN_W; k = k + 1)
        `DF_WORD(len_d, NVP, k) = `DF_WORD(len_d, NVP, k) | (`DF_WORD(arrival_len, NVP, k) & fresh_head);
    end
  end

  // ---- state ----
  always_ff @(posedge clk_i) begin : registers
    if (rst_i) begin
      stored_q <= '0;
      head_q <= '0;
      tail_q <= '0;
      mid_q <= '0;
      decided_q <= '0;
    end else begin
      // With the masks, synthesis sees that the bits of VCs that do not exist, or never ask, stay 0.
      stored_q <= ((stored_q & ~(popped & ~next)) | store_ivc_o) & df_pkg::INPUT_VCS;
      head_q <= head_d & df_pkg::INPUT_VCS;
      tail_q <= tail_d & df_pkg::INPUT_VCS;
      mid_q <= (mid_q | (grant_ivc_i & head_ivc_o)) & ~done & df_pkg::INPUT_VCS;
      decided_q <= (decided_q | undecided) & ~grant_ivc_i & ASKING;
    end
  end

  /* verilator lint_off BLKSEQ */  // local variables and DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : memories
    integer i;
    logic [NVP-1:0] rem;
    logic [df_pkg::ASKER_W-1:0] asker;

    // Headers at the front of input VCs that ask.
    `DF_FOR_EACH(i, rem, next & ASKING, df_pkg::NV)
      asker = df_pkg::ASKER_W'(`DF_ASKER_OF(i));
      header_q[asker*ASKED_W+:ASKED_W] <= `DF_BANK(header_mem, ASKED_W, NVP, i, `DF_NEXT_SLOT(i));
    end
    `DF_FOR_EACH(i, rem, fresh & ASKING, df_pkg::NV)
      asker = df_pkg::ASKER_W'(`DF_ASKER_OF(i));
      header_q[asker*ASKED_W+:ASKED_W] <= `DF_ARRIVAL_HEADER(i);
    end

    // Routes of packets that are at the front from now on, or have been given theirs there.
    `DF_FOR_EACH(i, rem, undecided, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(route_q, ROUTE_W, `DF_NUMBER(i, IVC_W)), `DF_WORD(route_ivc_i, ROUTE_W, `DF_NUMBER(i, IVC_W)));
    end
    `DF_FOR_EACH(i, rem, ((bypass | fresh) & arrival_head) & ~ASKING, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(route_q, ROUTE_W, `DF_NUMBER(i, IVC_W)),
                    `DF_WORD(route_ip_i, ROUTE_W, `DF_PORT_OF(i)));
    end
    `DF_FOR_EACH(i, rem, next & head_d & ~ASKING, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(route_q, ROUTE_W, `DF_NUMBER(i, IVC_W)),
                    ROUTE_W'(`DF_BANK(info_mem, INFO_W, NVP, i, `DF_NEXT_SLOT(i))));
    end

    // FIFOs that are written.
    `DF_FOR_EACH(i, rem, store_ivc_o & ASKING, df_pkg::NV)
      `DF_BANK_WRITE(header_mem, NVP, i, `DF_WRITE_SLOT(i), `DF_ARRIVAL_HEADER(i))
    end
    `DF_FOR_EACH(i, rem, store_ivc_o, df_pkg::NV)
      `DF_BANK_WRITE(info_mem, NVP, i, `DF_WRITE_SLOT(i), (`DF_ARRIVAL_INFO(i)))
      // What is above uses the pointer's value of this cycle.
      `DF_MEM_WRITE(`DF_WORD(write_q, PW, `DF_NUMBER(i, IVC_W)), `DF_WORD(write_q, PW, `DF_NUMBER(i, IVC_W)) + 1'b1);
    end

    // FIFOs that are read; after what uses the pointers' values of this cycle.
    `DF_FOR_EACH(i, rem, popped, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(read_q, PW, `DF_NUMBER(i, IVC_W)), `DF_WORD(read_q, PW, `DF_NUMBER(i, IVC_W)) + 1'b1);
    end
    if (rst_i) begin
      `DF_RESET_WORDS(read_q, PW, NVP, i)
      `DF_RESET_WORDS(write_q, PW, NVP, i)
    end
  end
  /* verilator lint_on BLKSEQ */

  // Is a FIFO that is written full? Looked at where something is stored. Neighbours may use BUFFER_DEPTH slots of those that are built.
  /* verilator lint_off UNUSEDSIGNAL */  // for claims
  logic overflow;
  /* verilator lint_on UNUSEDSIGNAL */
  always_comb begin : fullness
    /* verilator lint_off UNUSEDSIGNAL */  // the bits of i above a VC's number
    integer i;
    /* verilator lint_on UNUSEDSIGNAL */
    logic [NVP-1:0] rem;
    logic [PW-1:0] count;
    i = 0;
    count = '0;
    overflow = 1'b0;
    `DF_FOR_EACH(i, rem, store_ivc_o, df_pkg::NV)
      count = `DF_WORD(write_q, PW, `DF_NUMBER(i, IVC_W)) - `DF_WORD(read_q, PW, `DF_NUMBER(i, IVC_W));
      if (count >= PW'(depth_i)) overflow = 1'b1;
    end
  end

`undef DF_WRITE_SLOT
`undef DF_NEXT_SLOT
`undef DF_ARRIVAL_BIT
`undef DF_ARRIVAL_INFO
`undef DF_ARRIVAL_HEADER

  `DF_PARAMETER_CHECK(gen_askers, df_pkg::askers_are_in_order(ASKING),
                      "asker_of() must count the input VCs for which asks() holds, and ASKERS must be their number")

  // Checks: OW-2
  `DF_ASSERT(buffer_has_room, !overflow, "a flit arrives at a VC buffer that is full")
  // Checks: SE-1
  `DF_ASSERT(grant_has_front, (grant_ivc_i & ~front_ivc_o) == '0, "a VC without a flit is granted")
  `DF_CLAIMS_IF(front_ivc_o != '0)
    // Checks: OW-4, WD-2
    `DF_CLAIM(heads_come_between_packets, (head_ivc_o & mid_q) == '0, "a packet begins inside another")
    // Checks: OW-4, WD-2
    `DF_CLAIM(bodies_follow_heads, (front_ivc_o & ~head_ivc_o & ~mid_q) == '0, "a body flit comes without its head")
  `DF_CLAIMS_END
endmodule
`default_nettype wire
