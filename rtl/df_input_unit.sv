// Input unit: the state of every input VC - how many flits wait, what is at the front, the route of the
// packet there, virtual cut-through and wormhole state - for all ports at once. The flits themselves
// are in df_datapath, at the addresses that this unit keeps.
//
// Vectors are planes over input VCs, so that all VCs change by a few word operations; only VCs whose
// FIFO is written or read are visited one by one.
`include "df_macros.svh"
module df_input_unit (
    input  wire                                         clk_i,
    input  wire                                         rst_i,
    // Arrivals, decoded and routed (df_route_unit).
    input  wire [df_pkg::NVP-1:0]                       arrival_ivc_i,
    input  wire [df_pkg::PORTS*df_pkg::FLIT_W-1:0]      flit_ip_i,
    input  wire [df_pkg::NVP-1:0]                       head_ivc_i,
    input  wire [df_pkg::NVP-1:0]                       tail_ivc_i,
    input  wire [4*df_pkg::NVP-1:0]                     len_ivc_i,
    input  wire [df_pkg::PORT_W*df_pkg::NVP-1:0]        port_ivc_i,
    input  wire [df_pkg::VC_W*df_pkg::NVP-1:0]          vc_ivc_i,
    // Decisions of this cycle for packets at terminal ports (df_route_allocator).
    output wire [df_pkg::TERMINALS-1:0]                 decide_term_o,  // a decision is needed
    output reg  [df_pkg::TERMINALS*df_pkg::DST_W-1:0]   dst_term_o,     // for this destination
    // All routes of this cycle: those of port_ivc_o and vc_ivc_o and the decisions.
    input  wire [df_pkg::PORT_W*df_pkg::NVP-1:0]        route_port_ivc_i,
    input  wire [df_pkg::VC_W*df_pkg::NVP-1:0]          route_vc_ivc_i,
    // Fronts in this cycle.
    output wire [df_pkg::NVP-1:0]                       front_ivc_o,    // there is a flit
    output wire [df_pkg::NVP-1:0]                       head_ivc_o,     // it is a head
    output wire [df_pkg::NVP-1:0]                       tail_ivc_o,     // it is a tail
    output wire [4*df_pkg::NVP-1:0]                     len_ivc_o,      // len of a multi-flit head
    output wire [df_pkg::NVP-1:0]                       mid_ivc_o,      // mid-packet
    output wire [df_pkg::NVP-1:0]                       assigned_ivc_o, // holds a route at the start
    output wire [df_pkg::PORT_W*df_pkg::NVP-1:0]        port_ivc_o,     // routes held, 0 where none
    output wire [df_pkg::VC_W*df_pkg::NVP-1:0]          vc_ivc_o,
    // What leaves, and where the flits are.
    input  wire [df_pkg::NVP-1:0]                       grant_ivc_i,    // the front leaves
    output wire [df_pkg::NVP-1:0]                       bypass_ivc_o,   // the front is the arriving flit
    output wire [df_pkg::NVP-1:0]                       store_ivc_o,    // the arriving flit is stored
    output wire [df_pkg::NV*df_pkg::PTR_W-1:0]          read_ivc_o,     // slot of the front
    output wire [df_pkg::NV*df_pkg::PTR_W-1:0]          write_ivc_o     // slot for the arriving flit
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int TERMINALS = df_pkg::TERMINALS;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam logic [NVP-1:0] TERMINAL_VCS = df_pkg::one_vc_of_ports(0, TERMINALS, 0);

  // What a stored flit means for this unit: {head, tail, len, port, vc}.
  localparam int INFO_W = 6 + PORT_W + VC_W;
  reg [INFO_W-1:0] info_mem[0:NVP*df_pkg::DEPTH-1];
  // Destinations of stored flits of terminal ports.
  reg [df_pkg::DST_W-1:0] dst_mem[0:TERMINALS*df_pkg::DEPTH-1];

  reg [NVP-1:0] stored_q;             // FIFO is not empty
  reg [NVP-1:0] head_q;               // front of the FIFO, 0 where it is empty
  reg [NVP-1:0] tail_q;
  reg [4*NVP-1:0] len_q;
  reg [NVP-1:0] mid_q;                // mid-packet
  reg [NVP-1:0] decided_q;            // head at a terminal port has its route
  reg [PORT_W*NVP-1:0] port_q;        // route of the packet, 0 where there is none
  reg [VC_W*NVP-1:0] vc_q;
  reg [NV*PW-1:0] read_q;
  reg [NV*PW-1:0] write_q;
  reg [TERMINALS*df_pkg::DST_W-1:0] dst_q;  // destination of the front of a terminal port's FIFO

  // ---- fronts ----
  wire [NVP-1:0] bypass = arrival_ivc_i & ~stored_q;
  wire [NVP-1:0] bypass_head = bypass & head_ivc_i;
  wire [NVP-1:0] undecided = (head_q | bypass_head) & TERMINAL_VCS & ~decided_q;

  assign bypass_ivc_o = bypass;
  assign store_ivc_o = arrival_ivc_i & ~(bypass & grant_ivc_i);
  assign front_ivc_o = stored_q | arrival_ivc_i;
  assign head_ivc_o = head_q | bypass_head;
  assign tail_ivc_o = tail_q | (bypass & tail_ivc_i);
  assign mid_ivc_o = mid_q;
  assign assigned_ivc_o = mid_q | decided_q | ((stored_q | bypass_head) & ~TERMINAL_VCS);
  assign read_ivc_o = read_q;
  assign write_ivc_o = write_q;

  for (genvar k = 0; k < 4; k = k + 1) begin : gen_len
    assign len_ivc_o[k*NVP+:NVP] = len_q[k*NVP+:NVP] | (len_ivc_i[k*NVP+:NVP] & bypass_head);
  end
  for (genvar k = 0; k < PORT_W; k = k + 1) begin : gen_port
    assign port_ivc_o[k*NVP+:NVP] = port_q[k*NVP+:NVP] | (port_ivc_i[k*NVP+:NVP] & bypass_head);
  end
  for (genvar k = 0; k < VC_W; k = k + 1) begin : gen_vc
    assign vc_ivc_o[k*NVP+:NVP] = vc_q[k*NVP+:NVP] | (vc_ivc_i[k*NVP+:NVP] & bypass_head);
  end
  for (genvar t = 0; t < TERMINALS; t = t + 1) begin : gen_decide
    assign decide_term_o[t] = undecided[t*STRIDE];
  end

  // Destinations of the packets that need a decision.
  always_comb begin : destinations
    integer t;
    t = 0;
    dst_term_o = dst_q;
    if (bypass_head[TERMINALS*STRIDE-1:0] != '0)
      for (t = 0; t < TERMINALS; t = t + 1)
        if (bypass_head[t*STRIDE])
          dst_term_o[t*df_pkg::DST_W+:df_pkg::DST_W] =
              flit_ip_i[t*df_pkg::FLIT_W+df_pkg::TAG_W+:df_pkg::DST_W];
  end

  // ---- state ----
  // One process with local variables: what a VC becomes depends on its pop and its arrival together,
  // and VCs without either must cost nothing.
  /* verilator lint_off BLKSEQ */  // local variables and process-local memories
  always_ff @(posedge clk_i) begin : state
    integer i;
    integer k;
    integer t;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic [NVP-1:0] next;      // FIFOs whose next flit becomes the front
    logic [NVP-1:0] emptied;   // FIFOs that lose their last flit
    logic [NVP-1:0] fresh;     // VCs whose arriving flit becomes the front of the FIFO
    logic [NVP-1:0] done;      // packets whose tail leaves
    logic [NVP-1:0] popped;
    logic [NVP-1:0] store;
    logic [NVP-1:0] head;
    logic [NVP-1:0] tail;
    logic [NVP-1:0] len[0:3];
    logic [NVP-1:0] port[0:PORT_W-1];
    logic [NVP-1:0] vc[0:VC_W-1];
    logic [PW-1:0] pointer;
    logic [INFO_W-1:0] info;
    logic info_head;
    logic info_tail;
    logic [3:0] info_len;
    logic [PORT_W-1:0] info_port;
    logic [VC_W-1:0] info_vc;

    bit_i = '0;
    next = '0;
    pointer = '0;
    info = '0;
    info_head = 1'b0;
    info_tail = 1'b0;
    info_len = '0;
    info_port = '0;
    info_vc = '0;
    popped = grant_ivc_i & stored_q;
    store = store_ivc_o;
    done = grant_ivc_i & tail_ivc_o;

    // Fronts that stay keep their attributes; routes stay until the tail has left.
    head = head_q & ~popped;
    tail = tail_q & ~popped;
    for (k = 0; k < 4; k = k + 1) len[k] = len_q[k*NVP+:NVP] & ~popped;
    for (k = 0; k < PORT_W; k = k + 1) port[k] = route_port_ivc_i[k*NVP+:NVP] & ~done;
    for (k = 0; k < VC_W; k = k + 1) vc[k] = route_vc_ivc_i[k*NVP+:NVP] & ~done;

    // FIFOs that are read: the next flit becomes the front.
    `DF_FOR_EACH(i, rem, popped, NV)
      bit_i = NVP'(1) << i;
      pointer = read_q[i*PW+:PW] + 1'b1;
      read_q[i*PW+:PW] <= pointer;
      if (pointer != write_q[i*PW+:PW]) begin
        next = next | bit_i;
        info = info_mem[{i[df_pkg::IVC_W-1:0], pointer[SW-1:0]}];
        {info_head, info_tail, info_len, info_port, info_vc} = info;
        tail = tail | (NVP'(info_tail) << i);
        if (info_head) begin
          head = head | bit_i;
          for (k = 0; k < 4; k = k + 1) len[k] = len[k] | (NVP'(info_len[k]) << i);
          for (k = 0; k < PORT_W; k = k + 1) port[k] = port[k] | (NVP'(info_port[k]) << i);
          for (k = 0; k < VC_W; k = k + 1) vc[k] = vc[k] | (NVP'(info_vc[k]) << i);
        end
      end
    end
    emptied = popped & ~next;

    // Arriving flits that become the front of their FIFO.
    fresh = store & (~stored_q | emptied);
    if (fresh != '0) begin
      head = head | (fresh & head_ivc_i);
      tail = tail | (fresh & tail_ivc_i);
      for (k = 0; k < 4; k = k + 1) len[k] = len[k] | (len_ivc_i[k*NVP+:NVP] & fresh & head_ivc_i);
      for (k = 0; k < PORT_W; k = k + 1)
        port[k] = port[k] | (port_ivc_i[k*NVP+:NVP] & fresh & head_ivc_i);
      for (k = 0; k < VC_W; k = k + 1)
        vc[k] = vc[k] | (vc_ivc_i[k*NVP+:NVP] & fresh & head_ivc_i);
    end

    // Destinations at terminal ports: the fronts', then the memory.
    for (t = 0; t < TERMINALS; t = t + 1) begin
      pointer = read_q[t*STRIDE*PW+:PW] + 1'b1;
      if (next[t*STRIDE])
        dst_q[t*df_pkg::DST_W+:df_pkg::DST_W] <= dst_mem[t*df_pkg::DEPTH+32'(pointer[SW-1:0])];
      else if (fresh[t*STRIDE])
        dst_q[t*df_pkg::DST_W+:df_pkg::DST_W] <=
            flit_ip_i[t*df_pkg::FLIT_W+df_pkg::TAG_W+:df_pkg::DST_W];
    end

    // FIFOs that are written.
    `DF_FOR_EACH(i, rem, store, NV)
      pointer = write_q[i*PW+:PW];
      write_q[i*PW+:PW] <= pointer + 1'b1;
      info_head = head_ivc_i[i];
      info_tail = tail_ivc_i[i];
      for (k = 0; k < 4; k = k + 1) info_len[k] = len_ivc_i[k*NVP+i];
      for (k = 0; k < PORT_W; k = k + 1) info_port[k] = port_ivc_i[k*NVP+i];
      for (k = 0; k < VC_W; k = k + 1) info_vc[k] = vc_ivc_i[k*NVP+i];
      `DF_MEM_WRITE(info_mem[{i[df_pkg::IVC_W-1:0], pointer[SW-1:0]}],
                    ({info_head, info_tail, info_len, info_port, info_vc}));
      if (i < TERMINALS * STRIDE)
        `DF_MEM_WRITE(dst_mem[(i / STRIDE) * df_pkg::DEPTH + 32'(pointer[SW-1:0])],
                      flit_ip_i[(i/STRIDE)*df_pkg::FLIT_W+df_pkg::TAG_W+:df_pkg::DST_W]);
    end

    stored_q <= (stored_q & ~emptied) | store;
    head_q <= head;
    tail_q <= tail;
    mid_q <= (mid_q | (grant_ivc_i & head_ivc_o)) & ~done;
    decided_q <= (decided_q | undecided) & ~grant_ivc_i;
    for (k = 0; k < 4; k = k + 1) len_q[k*NVP+:NVP] <= len[k];
    for (k = 0; k < PORT_W; k = k + 1) port_q[k*NVP+:NVP] <= port[k];
    for (k = 0; k < VC_W; k = k + 1) vc_q[k*NVP+:NVP] <= vc[k];
    if (rst_i) begin
      stored_q <= '0;
      head_q <= '0;
      tail_q <= '0;
      len_q <= '0;
      mid_q <= '0;
      decided_q <= '0;
      port_q <= '0;
      vc_q <= '0;
      read_q <= '0;
      write_q <= '0;
    end
  end
  /* verilator lint_on BLKSEQ */

  // Which FIFOs are full, looked at where something arrives.
  function automatic logic overflow(input logic [NVP-1:0] store, input logic [NV*PW-1:0] read,
                                    input logic [NV*PW-1:0] write);
    integer i;
    logic [NVP-1:0] rem;
    logic [PW-1:0] count;
    overflow = 1'b0;
    count = '0;
    `DF_FOR_EACH(i, rem, store, NV)
      count = write[i*PW+:PW] - read[i*PW+:PW];
      if (count[PW-1]) overflow = 1'b1;
    end
  endfunction

  `DF_ASSERT_IF(buffer_has_room, store_ivc_o != '0, !overflow(store_ivc_o, read_q, write_q),
                "a flit arrives at a VC buffer that is full")
  `DF_ASSERT(grant_has_front, (grant_ivc_i & ~front_ivc_o) == '0, "a VC without a flit is granted")
  `DF_ASSERT(packets_are_whole, (head_ivc_o & mid_q) == '0 &&
             (front_ivc_o & ~head_ivc_o & ~mid_q) == '0,
             "a packet begins inside another, or a body flit comes without its head")
endmodule
