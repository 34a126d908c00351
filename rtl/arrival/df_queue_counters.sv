// SPDX-License-Identifier: Apache-2.0
// Queue counters: q of each output - flits that hold a credit of it, and packets that were decided for it and have not
// left. Each is counted up and down by what happens to its output.
//
// A packet joins with its decision; each of its flits but the last then takes a credit beside it, and the last takes its
// place, until the credits come back.
`include "df_macros.svh"
`default_nettype none
module df_queue_counters (
    input  wire                        clk_i,
    input  wire                        rst_i,
    // Packets decided in this cycle: outputs that any of them goes to, and for each the input ports of these packets.
    input  wire [df_pkg::PORTS-1:0]    joined_op_i,
    input  wire `DF_WIRES(sets_of_ports_t, df_pkg::PORTS, joining_op_i, df_pkg::PORTS_2N),
    // Flits granted in this cycle: the same with input VCs; and those whose front is a tail.
    input  wire [df_pkg::PORTS-1:0]    grants_op_i,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),
    input  wire [df_pkg::NVP-1:0]      tail_ivc_i,
    input  wire [df_pkg::NVP-1:0]      credit_ovc_i,  // credits that come back
    output `DF_VARIABLES(queues_of_ports_t, df_pkg::QUEUE_W, queue_op_o, df_pkg::PORTS_2N)  // flits
);
  /* verilator lint_off UNUSEDPARAM */  // flat vectors do not need it
  localparam int PORT_W = df_pkg::PORT_W;
  /* verilator lint_on UNUSEDPARAM */
  localparam int NVP = df_pkg::NVP;
  localparam int QW = df_pkg::QUEUE_W;

  `DF_VARIABLES(queues_of_ports_t, QW, queue_d, df_pkg::PORTS_2N);
  /* verilator lint_off UNUSEDSIGNAL */  // for claims
  logic below_zero;
  /* verilator lint_on UNUSEDSIGNAL */

  always_comb begin : count
    /* verilator lint_off UNUSEDSIGNAL */  // the bits above a port's number
    integer o;
    /* verilator lint_on UNUSEDSIGNAL */
    integer i;
    logic [df_pkg::PORTS-1:0] rem_op;
    logic [NVP-1:0] rem;
    logic [df_pkg::PORTS-1:0] from;     // input ports of the
    logic [df_pkg::IVC_W:0] joining;    // packets that go to the output from now on
    logic [df_pkg::IVC_W:0] following;  // flits that leave and are followed by one of their packet
    from = '0;
    joining = '0;
    following = '0;
    o = 0;
    i = 0;
    rem_op = '0;
    rem = '0;
    below_zero = 1'b0;
    queue_d = queue_op_o;
    `DF_FOR_EACH(o, rem_op, joined_op_i | grants_op_i, df_pkg::PORTS)
      from = `DF_WORD(joining_op_i, df_pkg::PORTS, `DF_NUMBER(o, PORT_W)) & {df_pkg::PORTS{joined_op_i[`DF_NUMBER(o, PORT_W)]}};
      joining = `DF_COUNT_ONES(from);
      following = `DF_COUNT_ONES(`DF_WORD(grant_for_op_i, NVP, `DF_NUMBER(o, PORT_W)) & ~tail_ivc_i
                                 & {NVP{grants_op_i[`DF_NUMBER(o, PORT_W)]}});
      `DF_WORD(queue_d, QW, `DF_NUMBER(o, PORT_W)) =
          `DF_WORD(queue_d, QW, `DF_NUMBER(o, PORT_W)) + QW'(joining) + QW'(following);
    end
    `DF_FOR_EACH(i, rem, credit_ovc_i, df_pkg::NV)
      if (`DF_WORD(queue_d, QW, `DF_PORT_OF(i)) == '0) below_zero = 1'b1;
      `DF_WORD(queue_d, QW, `DF_PORT_OF(i)) = `DF_WORD(queue_d, QW, `DF_PORT_OF(i)) - 1'b1;
    end
  end

  /* verilator lint_off BLKSEQ */  // DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : registers
    integer k;
    k = 0;
    if (rst_i) begin
      `DF_RESET_WORDS(queue_op_o, QW, df_pkg::PORTS_2N, k)
    end else `DF_MEM_WRITE(queue_op_o, queue_d);
  end
  /* verilator lint_on BLKSEQ */

  // All packets of all buffers may be for one output, whose credits are taken.
  // Checks: QE-7
  `DF_PARAMETER_CHECK(gen_queue, (df_pkg::PORTS + 1) * df_pkg::VCS * df_pkg::DEPTH < (1 << QW),
                      "(PORTS + 1) x VCS x DEPTH must be less than 65536 where decisions are taken on arrival")

  // Checks: QE-6
  `DF_ASSERT(queue_is_not_negative, !below_zero, "a credit comes back to an output that has no flit under way")
endmodule
`default_nettype wire
