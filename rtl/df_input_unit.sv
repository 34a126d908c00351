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
    input  wire [df_pkg::CREDIT_W-1:0]                  depth_i,        // BUFFER_DEPTH
    // Arrivals, and the routes of those that are heads and do not ask (df_route_unit).
    input  wire [df_pkg::NVP-1:0]                       arrival_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_i, df_pkg::PORTS_2N),
    // Packets at input VCs that ask (df_route_allocator decides).
    output wire [df_pkg::ASKERS-1:0]                    decide_ask_o,   // a decision is needed,
    output wire [df_pkg::ASKERS*df_pkg::ASKED_W-1:0]    header_ask_o,   // for these bits of the header
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
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_BITS = df_pkg::VC_BITS;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int INFO_W = df_pkg::INFO_W;
  localparam int ASKERS = df_pkg::ASKERS;
  localparam logic [NVP-1:0] ASKING = df_pkg::ASKING;

  reg [NVP-1:0] stored_q;             // FIFO is not empty
  reg [NVP-1:0] head_q;               // front of the FIFO, 0 where it is empty
  reg [NVP-1:0] tail_q;
  reg [NVP-1:0] mid_q;                // mid-packet
  reg [NVP-1:0] decided_q;            // head at an input VC that asks has its route

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
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic head;
    bit_i = '0;
    head = 1'b0;
    arrival_head = '0;
    arrival_tail = '0;
    held_ivc_o = route_q;
    rem = arrival_ivc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      bit_i = NVP'(1) << i[IVC_W-1:0];
      head = `DF_BIT(flit_ip_i, df_pkg::FLIT_W, i[VC_BITS+:PORT_W], HEAD);
      arrival_tail = arrival_tail | (bit_i & {NVP{`DF_BIT(flit_ip_i, df_pkg::FLIT_W, i[VC_BITS+:PORT_W], TAIL)}});
      arrival_head = arrival_head | (bit_i & {NVP{head}});
      if (head && !stored_q[i[IVC_W-1:0]])
        `DF_WORD(held_ivc_o, ROUTE_W, i[IVC_W-1:0]) = `DF_WORD(route_ip_i, ROUTE_W, i[VC_BITS+:PORT_W]);
    end
  end

  always_comb begin : lengths
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    for (k = 0; k < LEN_W; k = k + 1) `DF_WORD(arrival_len, NVP, k) = '0;
    rem = arrival_multi;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      for (k = 0; k < LEN_W; k = k + 1)
        `DF_WORD(arrival_len, NVP, k) = `DF_WORD(arrival_len, NVP, k)
            | ((NVP'(1) << i[IVC_W-1:0]) & {NVP{`DF_BIT(flit_ip_i, df_pkg::FLIT_W, i[VC_BITS+:PORT_W], LEN + k)}});
  end

  // The lengths of the fronts, 0 where there is no multi-flit head.
  `DF_VARIABLES(len_planes_t, NVP, len_d, LEN_W);
  for (genvar k = 0; k < LEN_W; k = k + 1) begin : gen_len
    reg [NVP-1:0] plane_q;
    always_ff @(posedge clk_i) plane_q <= rst_i ? '0 : `DF_WORD(len_d, NVP, k) & df_pkg::INPUT_VCS;
    assign `DF_WORD(len_ivc_o, NVP, k) = plane_q | (`DF_WORD(arrival_len, NVP, k) & bypass_head);
  end

  // ---- FIFOs ----
  wire [NVP-1:0] popped = grant_ivc_i & stored_q;  // FIFOs that are read
  wire [NVP-1:0] next;   // those whose next flit becomes the front
  wire [NVP-1:0] fresh;  // VCs whose arriving flit becomes the front of the FIFO
  wire `DF_WIRES(infos_of_vcs_t, INFO_W, info_ivc, NVP);
  wire `DF_WIRES(headers_of_vcs_t, df_pkg::ASKED_W, header_ivc, NVP);
  df_packet_fifos u_packet_fifos (
      .clk_i,
      .rst_i,
      .depth_i,
      .store_ivc_i(store_ivc_o),
      .flit_ip_i,
      .route_ip_i,
      .pop_ivc_i(popped),
      .next_ivc_o(next),
      .info_ivc_o(info_ivc),
      .header_ivc_o(header_ivc)
  );
  df_front_headers u_front_headers (
      .clk_i,
      .next_ivc_i(next),
      .header_ivc_i(header_ivc),
      .fresh_ivc_i(fresh),
      .bypass_ivc_i(bypass_head),
      .flit_ip_i,
      .header_ask_o
  );

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
    assign decide_ask_o[n] = undecided[df_pkg::ivc_of_asker(n)];
  end

  // ---- what comes next ----
  logic [NVP-1:0] head_d;
  logic [NVP-1:0] tail_d;
  wire [NVP-1:0] done = grant_ivc_i & tail_ivc_o;  // packets whose tail leaves
  assign fresh = store_ivc_o & (~stored_q | (popped & ~next));

  always_comb begin : fronts
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic [INFO_W-1:0] info;
    bit_i = '0;
    info = '0;
    // Fronts that stay keep their attributes.
    head_d = head_q & ~popped;
    tail_d = tail_q & ~popped;
    for (k = 0; k < LEN_W; k = k + 1) `DF_WORD(len_d, NVP, k) = `DF_WORD(len_ivc_o, NVP, k) & stored_q & ~popped;
    // Arriving flits that become the front of their FIFO.
    if (fresh != '0) begin
      head_d = head_d | (fresh & arrival_head);
      tail_d = tail_d | (fresh & arrival_tail);
      for (k = 0; k < LEN_W; k = k + 1)
        `DF_WORD(len_d, NVP, k) = `DF_WORD(len_d, NVP, k) | (`DF_WORD(arrival_len, NVP, k) & fresh & arrival_head);
    end
    // The next flits of FIFOs that are read.
    rem = next;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      bit_i = NVP'(1) << i[IVC_W-1:0];
      info = `DF_WORD(info_ivc, INFO_W, i[IVC_W-1:0]);
      tail_d = tail_d | (bit_i & {NVP{info[INFO_W-2]}});
      head_d = head_d | (bit_i & {NVP{info[INFO_W-1]}});
      if (info[INFO_W-1] && !info[INFO_W-2])
        for (k = 0; k < LEN_W; k = k + 1)
          `DF_WORD(len_d, NVP, k) = `DF_WORD(len_d, NVP, k) | (bit_i & {NVP{info[ROUTE_W+k]}});
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

  // Routes of packets that are at the front from now on, or have been given theirs there.
  always_ff @(posedge clk_i) begin : routes
    integer i;
    logic [NVP-1:0] rem;
    rem = undecided;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(route_q, ROUTE_W, i[IVC_W-1:0]), `DF_WORD(route_ivc_i, ROUTE_W, i[IVC_W-1:0]));
    rem = (bypass | fresh) & arrival_head & ~ASKING;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(route_q, ROUTE_W, i[IVC_W-1:0]), `DF_WORD(route_ip_i, ROUTE_W, i[VC_BITS+:PORT_W]));
    rem = next & head_d & ~ASKING;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(route_q, ROUTE_W, i[IVC_W-1:0]), ROUTE_W'(`DF_WORD(info_ivc, INFO_W, i[IVC_W-1:0])));
  end

  `DF_PARAMETER_CHECK(gen_askers, df_pkg::askers_are_in_order(ASKING),
                      "asker_of() must count the input VCs for which asks() holds, and ASKERS must be their number")

  // Checks: SE-1
  `DF_ASSERT(clk_i, rst_i, grant_has_front, (grant_ivc_i & ~front_ivc_o) == '0, "a VC without a flit is granted")
  `DF_CLAIMS(clk_i, rst_i, front_ivc_o != '0) begin
    // Checks: OW-4, WD-2
    `DF_CLAIM(heads_come_between_packets, (head_ivc_o & mid_q) == '0, "a packet begins inside another")
    // Checks: OW-4, WD-2
    `DF_CLAIM(bodies_follow_heads, (front_ivc_o & ~head_ivc_o & ~mid_q) == '0, "a body flit comes without its head")
  end

  // Checks: SP-3
  `DF_PARAMETER_CHECK(gen_depth, df_pkg::DEPTH == (1 << df_pkg::SLOT_W) && df_pkg::DEPTH >= 2 && df_pkg::DEPTH <= 1024,
                      "DEPTH must be a power of two, 2 to 1024")
endmodule
`default_nettype wire
