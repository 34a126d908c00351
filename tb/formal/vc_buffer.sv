// SPDX-License-Identifier: Apache-2.0
// Checks: FL-5, FR-1, SE-5
// The FIFO of an input VC: what enters leaves once, unchanged and in order, if its neighbour counts credits. df_input_unit has
// what it knows of each flit, in df_packet_fifos, and df_datapath the flits, in df_flit_buffers; each with pointers of its own.
`include "formal.svh"
module formal_vc_buffer (
    input wire                                   clk_i,
    input wire                                   rst_i,
    input wire [df_pkg::NV-1:0]                  arrival,
    input wire [df_pkg::PORTS_2N*df_pkg::FLIT_W-1:0] flits,
    input wire [df_pkg::PORTS_2N*df_pkg::ROUTE_W-1:0] routes,
    input wire [df_pkg::NV-1:0]                  wishes,  // to grant
    input wire                                   returns  // a credit reaches the neighbour
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int DEPTH = df_pkg::DEPTH;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int LEN_W = df_pkg::LEN_W;
  localparam int HOPS = df_pkg::HOPS_AT;
  localparam int INFO_W = 2 + LEN_W + df_pkg::ROUTE_W;
  // VC 1 of the local port.
  localparam int IVC = df_pkg::STRIDE + 1;
  localparam int IP = 1;
  `FORMAL_RESET
  wire [NVP-1:0] arrivals = NVP'(arrival) & df_pkg::INPUT_VCS;
  `FORMAL_ASSUME(!df_pkg::two_vcs_of_a_port(arrivals))
  wire [NVP-1:0] front;
  wire [NVP-1:0] head;
  wire [NVP-1:0] tail;
  wire [LEN_W*NVP-1:0] len;
  wire [NVP-1:0] bypass;
  wire [NVP-1:0] store;
  wire [NVP-1:0] grant = NVP'(wishes) & front;
  df_input_unit state (
      .clk_i,
      .rst_i,
      .depth_i(df_pkg::CREDIT_W'(DEPTH)),
      .arrival_ivc_i(arrivals),
      .flit_ip_i(flits),
      .route_ip_i(routes),
      .route_ivc_i('0),
      .front_ivc_o(front),
      .head_ivc_o(head),
      .tail_ivc_o(tail),
      .len_ivc_o(len),
      .grant_ivc_i(grant),
      .bypass_ivc_o(bypass),
      .store_ivc_o(store)
  );
  df_datapath data (
      .clk_i,
      .rst_i,
      .oq_limit_i('0),
      .flit_ip_i(flits),
      .store_ivc_i(store),
      .grant_ivc_i(grant),
      .bypass_ivc_i(bypass),
      .grants_op_i('0),
      .grant_for_op_i('0),
      .route_ivc_i('0),
      .nonmin_ask_i('0),
      .salt_ask_i('0),
      .mid_ask_i('0),
      .paused_op_i('0)
  );
  `FORMAL_INSIDE(NVP*FLIT_W, \data.gen_hardware.leaving_ivc )
  wire [FLIT_W-1:0] leaving = \data.gen_hardware.leaving_ivc [IVC*FLIT_W+:FLIT_W];

  // ---- the neighbour: it has a credit for each flit that it sends, and gets it back for one that has left ----
  reg [PW-1:0] credits_q;
  reg [PW-1:0] owed_q;
  `FORMAL_ASSUME((!arrivals[IVC] || credits_q != '0) && (!returns || owed_q != '0))
  always @(posedge clk_i) begin
    credits_q <= rst_i ? PW'(DEPTH) : credits_q - PW'(arrivals[IVC]) + PW'(returns);
    owed_q <= rst_i ? '0 : owed_q + PW'(grant[IVC]) - PW'(returns);
  end

  // ---- the specification: a list of flits, oldest first ----
  reg [DEPTH*FLIT_W-1:0] list_q;
  reg [PW-1:0] fill_q;
  logic [(DEPTH+1)*FLIT_W-1:0] list;  // with the one that arrives
  logic [PW-1:0] fill;
  always_comb begin : specification
    integer k;
    list = {{FLIT_W{1'b0}}, list_q};
    fill = fill_q + PW'(arrivals[IVC]);
    for (k = 0; k <= DEPTH; k = k + 1)
      if (arrivals[IVC] && 32'(fill_q) == k) list[k*FLIT_W+:FLIT_W] = flits[IP*FLIT_W+:FLIT_W];
  end
  wire [FLIT_W-1:0] oldest = list[FLIT_W-1:0];
  wire multi = oldest[df_pkg::HEAD_AT] && !oldest[df_pkg::TAIL_AT];
  always @(posedge clk_i) begin
    list_q <= grant[IVC] ? list[FLIT_W+:DEPTH*FLIT_W] : list[DEPTH*FLIT_W-1:0];
    fill_q <= rst_i ? '0 : fill - PW'(grant[IVC]);
  end
  // What leaves is the oldest; a router counts itself in the head.
  logic [FLIT_W-1:0] counted;
  always_comb begin
    counted = oldest;
    if (oldest[df_pkg::HEAD_AT] && oldest[HOPS+:df_pkg::HOPS_W] != '1)
      counted[HOPS+:df_pkg::HOPS_W] = oldest[HOPS+:df_pkg::HOPS_W] + 1'b1;
  end
  logic [LEN_W-1:0] front_len;
  always_comb begin : lengths
    integer k;
    for (k = 0; k < LEN_W; k = k + 1) front_len[k] = len[k*NVP+IVC];
  end

  // ---- the state of the units ----
  `FORMAL_INSIDE(NVP*PW, \state.u_packet_fifos.read_q )
  `FORMAL_INSIDE(NVP*PW, \state.u_packet_fifos.write_q )
  `FORMAL_INSIDE(NVP*SW, \data.gen_hardware.u_flit_buffers.read_q )
  `FORMAL_INSIDE(NVP*SW, \data.gen_hardware.u_flit_buffers.write_q )
  `FORMAL_INSIDE(FLIT_W, \data.gen_hardware.u_flit_buffers.gen_vc[3].gen_present.u_memory.word_mem[0] )
  `FORMAL_INSIDE(FLIT_W, \data.gen_hardware.u_flit_buffers.gen_vc[3].gen_present.u_memory.word_mem[1] )
  `FORMAL_INSIDE(INFO_W, \state.u_packet_fifos.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[0] )
  `FORMAL_INSIDE(INFO_W, \state.u_packet_fifos.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[1] )
  `FORMAL_INSIDE(NVP, \state.stored_q )
  `FORMAL_INSIDE(NVP, \state.head_q )
  `FORMAL_INSIDE(NVP, \state.tail_q )
  `FORMAL_INSIDE(NVP, \state.gen_len[0].plane_q )
  `FORMAL_INSIDE(NVP, \state.gen_len[1].plane_q )
  `FORMAL_INSIDE(NVP, \state.gen_len[2].plane_q )
  `FORMAL_INSIDE(NVP, \state.gen_len[3].plane_q )
  wire [LEN_W-1:0] kept_len = {\state.gen_len[3].plane_q [IVC], \state.gen_len[2].plane_q [IVC],
                               \state.gen_len[1].plane_q [IVC], \state.gen_len[0].plane_q [IVC]};
  wire [FLIT_W-1:0] first = list_q[FLIT_W-1:0];
  wire some = fill_q != '0;
  wire first_multi = some && first[df_pkg::HEAD_AT] && !first[df_pkg::TAIL_AT];
  wire [DEPTH*FLIT_W-1:0] slots = {\data.gen_hardware.u_flit_buffers.gen_vc[3].gen_present.u_memory.word_mem[1] ,
                                   \data.gen_hardware.u_flit_buffers.gen_vc[3].gen_present.u_memory.word_mem[0] };
  wire [DEPTH*INFO_W-1:0] infos = {\state.u_packet_fifos.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[1] ,
                                   \state.u_packet_fifos.gen_memories.gen_vc[3].gen_present.u_memory.word_mem[0] };
  wire [PW-1:0] read = \state.u_packet_fifos.read_q [IVC*PW+:PW];
  wire [PW-1:0] write = \state.u_packet_fifos.write_q [IVC*PW+:PW];
  logic listed;
  always_comb begin : contents
    integer k;
    integer s;
    s = 0;
    listed = 1'b1;
    for (k = 0; k < DEPTH; k = k + 1)
      for (s = 0; s < DEPTH; s = s + 1)
        if (32'(fill_q) > k && SW'(read + PW'(k)) == SW'(s)) begin
          if (slots[s*FLIT_W+:FLIT_W] != list_q[k*FLIT_W+:FLIT_W]) listed = 1'b0;
          if (infos[(s+1)*INFO_W-1-:2+LEN_W]
              != {list_q[k*FLIT_W+df_pkg::HEAD_AT], list_q[k*FLIT_W+df_pkg::TAIL_AT],
                  list_q[k*FLIT_W+df_pkg::LEN_AT+:LEN_W]}) listed = 1'b0;
        end
  end

  `FORMAL_PROVE(has_what_entered, write - read == fill_q && listed)
  `FORMAL_PROVE(places_agree, \data.gen_hardware.u_flit_buffers.read_q [IVC*SW+:SW] == SW'(read)
                && \data.gen_hardware.u_flit_buffers.write_q [IVC*SW+:SW] == SW'(write))
  `FORMAL_PROVE(first_is_known, \state.stored_q [IVC] == some && \state.head_q [IVC] == (some && first[df_pkg::HEAD_AT])
                && \state.tail_q [IVC] == (some && first[df_pkg::TAIL_AT])
                && kept_len == (first_multi ? first[df_pkg::LEN_AT+:LEN_W] : '0))
  `FORMAL_PROVE(never_overflows, 32'(fill_q) + 32'(credits_q) + 32'(owed_q) == DEPTH
                && (!store[IVC] || 32'(fill_q) < DEPTH && PW'(write - read) != PW'(DEPTH)))
  `FORMAL_PROVE(front_is_the_oldest, front[IVC] == (fill != '0)
                && (!front[IVC] || (head[IVC] == oldest[df_pkg::HEAD_AT] && tail[IVC] == oldest[df_pkg::TAIL_AT]
                                    && (!multi || front_len == oldest[df_pkg::LEN_AT+:LEN_W]))))
  `FORMAL_PROVE(leaves_as_it_came, !grant[IVC] || leaving == counted)
  `FORMAL_COVER(full, 32'(fill_q) == DEPTH && grant[IVC] && leaving != '0)
  `FORMAL_COVER(wraps, read == PW'(DEPTH + 1) && fill_q == PW'(1) && arrivals[IVC] && grant[IVC])
endmodule
