// Datapath: the VC buffers, the crossbar and the output queues - the only unit that holds flits. What
// moves is decided elsewhere (df_input_unit says where the flits are, df_switch_allocator which leave).
//
// Buffers, crossbar and queues share a module: a flit that crossed a module boundary between them would
// be a bundle of PORTS x SPEEDUP flits that simulation copies in every cycle, whether anything moves
// or not.
`include "df_macros.svh"
module df_datapath (
    input  wire                                          clk_i,
    input  wire                                          rst_i,
    input  wire [15:0]                                   oq_limit_i,
    // Arriving flits, and those that are stored.
    input  wire [df_pkg::PORTS*df_pkg::FLIT_W-1:0]       flit_ip_i,
    input  wire [df_pkg::NVP-1:0]                        store_ivc_i,
    input  wire [df_pkg::NV*df_pkg::PTR_W-1:0]           write_ivc_i,   // slot
    // Flits that leave their input VC: from the buffer, or as they arrive (bypass).
    input  wire [df_pkg::NVP-1:0]                        grant_ivc_i,
    input  wire [df_pkg::NVP-1:0]                        bypass_ivc_i,
    input  wire [df_pkg::NV*df_pkg::PTR_W-1:0]           read_ivc_i,    // slot
    input  wire [df_pkg::PORT_W*df_pkg::NVP-1:0]         port_ivc_i,    // to this output
    input  wire [df_pkg::VC_W*df_pkg::NVP-1:0]           vc_ivc_i,      // on this VC
    // What the first router writes into head flits of terminal ports.
    input  wire [df_pkg::TERMINALS-1:0]                  nonmin_term_i,
    input  wire [df_pkg::TERMINALS*8-1:0]                salt_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::GROUP_W-1:0]  mid_group_term_i,
    output reg  [df_pkg::PORTS-1:0]                      queue_ready_op_o,  // room for SPEEDUP flits
    // Flits that leave the router in this cycle.
    output reg  [df_pkg::NVP-1:0]                        valid_ovc_o,
    output reg  [df_pkg::PORTS*df_pkg::FLIT_W-1:0]       flit_op_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int GROUP_W = df_pkg::GROUP_W;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int OQ_W = df_pkg::OQ_W;
  localparam int OQP_W = OQ_W + 1;
  localparam int PORTS_2N = 1 << PORT_W;

  reg [FLIT_W-1:0] buffer_mem[0:NVP*df_pkg::DEPTH-1];          // {input VC, slot}
  reg [FLIT_W-1:0] queue_mem[0:PORTS_2N*df_pkg::OQ_DEPTH-1];   // {output, slot}
  reg [VC_W-1:0] queue_vc_mem[0:PORTS_2N*df_pkg::OQ_DEPTH-1];
  reg [PORTS*OQP_W-1:0] queue_read_q;
  reg [PORTS*OQP_W-1:0] queue_write_q;
  reg [PORTS-1:0] queue_some_q;    // output queue is not empty
  logic [NVP-1:0] push_ivc;        // granted flits that enter a queue instead of leaving at once

  // A flit as it leaves the router: the header of a head flit is rewritten.
  function automatic logic [FLIT_W-1:0] outgoing(
      input logic [FLIT_W-1:0] flit, input logic first_router, input logic nonmin,
      input logic [7:0] salt, input logic [GROUP_W-1:0] mid_group);
    // Positions of the fields (df_pkg::flit_t), from the top.
    localparam int NONMIN = FLIT_W - 3;
    localparam int HOPS = FLIT_W - 11;
    localparam int SALT = FLIT_W - 19;
    localparam int MID_GROUP = SALT - GROUP_W;
    outgoing = flit;
    if (flit[FLIT_W-1]) begin
      if (flit[HOPS+:4] != 4'hf) outgoing[HOPS+:4] = flit[HOPS+:4] + 4'd1;
      if (first_router) begin
        outgoing[NONMIN] = nonmin;
        outgoing[SALT+:8] = salt;
        outgoing[MID_GROUP+:GROUP_W] = mid_group;
      end
    end
  endfunction

  // What leaves: the oldest flit of each queue; from outputs without one, the first flit granted.
  always_comb begin : send
    integer i;
    integer k;
    integer o;
    integer ip;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] sent;
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0] vc;
    logic [FLIT_W-1:0] flit;

    i = 0;
    k = 0;
    o = 0;
    ip = 0;
    port = '0;
    vc = '0;
    flit = '0;
    valid_ovc_o = '0;
    flit_op_o = '0;
    push_ivc = '0;
    sent = queue_some_q;
    `DF_FOR_EACH(o, rem, NVP'(queue_some_q), PORTS)
      flit_op_o[o*FLIT_W+:FLIT_W] = queue_mem[{o[PORT_W-1:0], queue_read_q[o*OQP_W+:OQ_W]}];
      vc = queue_vc_mem[{o[PORT_W-1:0], queue_read_q[o*OQP_W+:OQ_W]}];
      valid_ovc_o[o*df_pkg::STRIDE+32'(vc)] = 1'b1;
    end
    `DF_FOR_EACH(i, rem, grant_ivc_i, df_pkg::NV)
      for (k = 0; k < PORT_W; k = k + 1) port[k] = port_ivc_i[k*NVP+i];
      if (sent[port]) push_ivc = push_ivc | (NVP'(1) << i);
      else begin
        sent[port] = 1'b1;
        ip = i >> df_pkg::VC_BITS;
        flit = bypass_ivc_i[i] ? flit_ip_i[ip*FLIT_W+:FLIT_W]
                               : buffer_mem[{i[df_pkg::IVC_W-1:0], read_ivc_i[i*PW+:SW]}];
        for (k = 0; k < VC_W; k = k + 1) vc[k] = vc_ivc_i[k*NVP+i];
        valid_ovc_o[32'(port)*df_pkg::STRIDE+32'(vc)] = 1'b1;
        if (ip < df_pkg::TERMINALS)
          flit_op_o[port*FLIT_W+:FLIT_W] = outgoing(flit, 1'b1, nonmin_term_i[ip],
                                                    salt_term_i[ip*8+:8],
                                                    mid_group_term_i[ip*GROUP_W+:GROUP_W]);
        else flit_op_o[port*FLIT_W+:FLIT_W] = outgoing(flit, 1'b0, 1'b0, '0, '0);
      end
    end
  end

  // What stays.
  /* verilator lint_off BLKSEQ */  // local variables and DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : store
    integer i;
    integer k;
    integer o;
    integer ip;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] some;          // queues that are not empty after this edge
    logic [PORTS-1:0] ready;
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0] vc;
    logic [OQP_W-1:0] pointer;
    logic [OQP_W-1:0] length;
    logic [PORTS*OQP_W-1:0] queue_read;
    logic [PORTS*OQP_W-1:0] queue_write;
    logic [FLIT_W-1:0] flit;

    ip = 0;
    port = '0;
    vc = '0;
    pointer = '0;
    length = '0;
    flit = '0;
    some = queue_some_q;
    ready = queue_ready_op_o;
    queue_read = queue_read_q;
    queue_write = queue_write_q;

    `DF_FOR_EACH(o, rem, NVP'(queue_some_q), PORTS)
      pointer = queue_read[o*OQP_W+:OQP_W] + 1'b1;
      queue_read[o*OQP_W+:OQP_W] = pointer;
      length = queue_write[o*OQP_W+:OQP_W] - pointer;
      if (length == '0) some[o] = 1'b0;
      if (16'(length) + 16'(df_pkg::SPEEDUP) <= oq_limit_i) ready[o] = 1'b1;
    end

    `DF_FOR_EACH(i, rem, push_ivc, df_pkg::NV)
      ip = i >> df_pkg::VC_BITS;
      flit = bypass_ivc_i[i] ? flit_ip_i[ip*FLIT_W+:FLIT_W]
                             : buffer_mem[{i[df_pkg::IVC_W-1:0], read_ivc_i[i*PW+:SW]}];
      if (ip < df_pkg::TERMINALS)
        flit = outgoing(flit, 1'b1, nonmin_term_i[ip], salt_term_i[ip*8+:8],
                        mid_group_term_i[ip*GROUP_W+:GROUP_W]);
      else flit = outgoing(flit, 1'b0, 1'b0, '0, '0);
      for (k = 0; k < PORT_W; k = k + 1) port[k] = port_ivc_i[k*NVP+i];
      for (k = 0; k < VC_W; k = k + 1) vc[k] = vc_ivc_i[k*NVP+i];
      pointer = queue_write[port*OQP_W+:OQP_W];
      `DF_MEM_WRITE(queue_mem[{port, pointer[OQ_W-1:0]}], flit);
      `DF_MEM_WRITE(queue_vc_mem[{port, pointer[OQ_W-1:0]}], vc);
      pointer = pointer + 1'b1;
      queue_write[port*OQP_W+:OQP_W] = pointer;
      some[port] = 1'b1;
      length = pointer - queue_read[port*OQP_W+:OQP_W];
      ready[port] = 16'(length) + 16'(df_pkg::SPEEDUP) <= oq_limit_i;
    end

    `DF_FOR_EACH(i, rem, store_ivc_i, df_pkg::NV)
      `DF_MEM_WRITE(buffer_mem[{i[df_pkg::IVC_W-1:0], write_ivc_i[i*PW+:SW]}],
                    flit_ip_i[(i>>df_pkg::VC_BITS)*FLIT_W+:FLIT_W]);
    end

    queue_read_q <= queue_read;
    queue_write_q <= queue_write;
    queue_some_q <= some;
    queue_ready_op_o <= ready;
    if (rst_i) begin
      queue_read_q <= '0;
      queue_write_q <= '0;
      queue_some_q <= '0;
      queue_ready_op_o <= '1;
    end
  end
  /* verilator lint_on BLKSEQ */

  `DF_PARAMETER_CHECK(gen_oq_depth, df_pkg::OQ_DEPTH == (1 << df_pkg::OQ_W),
                      "OQ_DEPTH must be a power of two")
  `DF_PARAMETER_CHECK(gen_depth, df_pkg::DEPTH == (1 << df_pkg::SLOT_W) && df_pkg::DEPTH >= 2,
                      "DEPTH must be a power of two, at least 2")
  `DF_ASSERT(one_vc_per_output, !df_pkg::two_vcs_of_a_port(valid_ovc_o),
             "an output sends on two VCs in the same cycle")
endmodule
