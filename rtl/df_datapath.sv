// Datapath: the VC buffers, the crossbar and the output queues - the only unit that holds flits. What
// moves is decided elsewhere (df_input_unit says where the flits are, df_switch_allocator which leave).
//
// One process with local memories: a flit that crossed a module boundary here would be a bundle of
// PORTS x SPEEDUP flits that simulation copies in every cycle, whether anything moves or not.
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
    output wire [df_pkg::NV-1:0]                         valid_ovc_o,
    output reg  [df_pkg::PORTS*df_pkg::FLIT_W-1:0]       flit_op_o
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int FLIT_W = df_pkg::FLIT_W;
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
  reg [NVP-1:0] valid_q;  // one-hot VC of what is sent, by port
  assign valid_ovc_o = valid_q[NV-1:0];

  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  df_pkg::flit_t flit;

  /* verilator lint_off BLKSEQ */  // local variables and process-local memories
  always_ff @(posedge clk_i) begin : move
    integer i;
    integer k;
    integer o;
    integer ip;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] valid;
    logic [PORTS-1:0] some;          // queues that are not empty after this edge
    logic [PORTS-1:0] sent;          // outputs whose register is loaded
    logic [PORTS-1:0] ready;
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0] vc;
    logic [SW-1:0] slot;
    logic [OQP_W-1:0] pointer;
    logic [OQP_W-1:0] length;
    logic [PORTS*OQP_W-1:0] queue_read;
    logic [PORTS*OQP_W-1:0] queue_write;

    valid = '0;
    ip = 0;
    port = '0;
    vc = '0;
    slot = '0;
    pointer = '0;
    length = '0;
    flit = '0;
    some = queue_some_q;
    sent = '0;
    ready = queue_ready_op_o;
    queue_read = queue_read_q;
    queue_write = queue_write_q;

    // Outputs with a queue send its oldest flit.
    `DF_FOR_EACH(o, rem, NVP'(queue_some_q), PORTS)
      pointer = queue_read[o*OQP_W+:OQP_W];
      flit_op_o[o*FLIT_W+:FLIT_W] <= queue_mem[{o[PORT_W-1:0], pointer[OQ_W-1:0]}];
      vc = queue_vc_mem[{o[PORT_W-1:0], pointer[OQ_W-1:0]}];
      valid[o*df_pkg::STRIDE+32'(vc)] = 1'b1;
      sent[o] = 1'b1;
      pointer = pointer + 1'b1;
      queue_read[o*OQP_W+:OQP_W] = pointer;
      length = queue_write[o*OQP_W+:OQP_W] - pointer;
      if (length == '0) some[o] = 1'b0;
      if (16'(length) + 16'(df_pkg::SPEEDUP) <= oq_limit_i) ready[o] = 1'b1;
    end

    // Crossbar: granted flits go to the output register where it is free, else into the queue.
    `DF_FOR_EACH(i, rem, grant_ivc_i, NV)
      ip = i >> df_pkg::VC_BITS;
      slot = read_ivc_i[i*PW+:SW];
      flit = bypass_ivc_i[i] ? flit_ip_i[ip*FLIT_W+:FLIT_W]
                             : buffer_mem[{i[df_pkg::IVC_W-1:0], slot}];
      for (k = 0; k < PORT_W; k = k + 1) port[k] = port_ivc_i[k*NVP+i];
      for (k = 0; k < VC_W; k = k + 1) vc[k] = vc_ivc_i[k*NVP+i];
      if (flit.head) begin
        if (flit.hops != '1) flit.hops = flit.hops + 1'b1;
        if (ip < df_pkg::TERMINALS) begin
          flit.nonmin = nonmin_term_i[ip];
          flit.salt = salt_term_i[ip*8+:8];
          flit.mid_group = mid_group_term_i[ip*df_pkg::GROUP_W+:df_pkg::GROUP_W];
        end
      end
      if (!sent[port]) begin
        sent[port] = 1'b1;
        flit_op_o[port*FLIT_W+:FLIT_W] <= flit;
        valid[32'(port)*df_pkg::STRIDE+32'(vc)] = 1'b1;
      end else begin
        pointer = queue_write[port*OQP_W+:OQP_W];
        `DF_MEM_WRITE(queue_mem[{port, pointer[OQ_W-1:0]}], flit);
        `DF_MEM_WRITE(queue_vc_mem[{port, pointer[OQ_W-1:0]}], vc);
        pointer = pointer + 1'b1;
        queue_write[port*OQP_W+:OQP_W] = pointer;
        some[port] = 1'b1;
        length = pointer - queue_read[port*OQP_W+:OQP_W];
        ready[port] = 16'(length) + 16'(df_pkg::SPEEDUP) <= oq_limit_i;
      end
    end

    // Flits that stay are stored.
    `DF_FOR_EACH(i, rem, store_ivc_i, NV)
      slot = write_ivc_i[i*PW+:SW];
      `DF_MEM_WRITE(buffer_mem[{i[df_pkg::IVC_W-1:0], slot}],
                    flit_ip_i[(i>>df_pkg::VC_BITS)*FLIT_W+:FLIT_W]);
    end

    queue_read_q <= queue_read;
    queue_write_q <= queue_write;
    queue_some_q <= some;
    queue_ready_op_o <= ready;
    valid_q <= valid;
    if (rst_i) begin
      queue_read_q <= '0;
      queue_write_q <= '0;
      queue_some_q <= '0;
      queue_ready_op_o <= '1;
      valid_q <= '0;
      flit_op_o <= '0;
    end
  end
  /* verilator lint_on BLKSEQ */

  `DF_PARAMETER_CHECK(gen_oq_depth, df_pkg::OQ_DEPTH == (1 << df_pkg::OQ_W),
                      "OQ_DEPTH must be a power of two")
  `DF_PARAMETER_CHECK(gen_depth, df_pkg::DEPTH == (1 << df_pkg::SLOT_W) && df_pkg::DEPTH >= 2,
                      "DEPTH must be a power of two, at least 2")
  `DF_ASSERT(one_vc_per_output, !df_pkg::two_vcs_of_a_port(valid_q),
             "an output sends on two VCs in the same cycle")
endmodule
