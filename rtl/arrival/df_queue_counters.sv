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
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int NVP = df_pkg::NVP;
  localparam int QW = df_pkg::QUEUE_W;

  `DF_VARIABLES(queues_of_ports_t, QW, queue_d, df_pkg::PORTS_2N);
  logic below_zero;

  always_comb begin : count
    integer o;
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
    rem_op = joined_op_i | grants_op_i;
    `DF_FOR_EACH(o, rem_op, df_pkg::PORTS) begin
      from = `DF_WORD(joining_op_i, df_pkg::PORTS, o[PORT_W-1:0]) & {df_pkg::PORTS{joined_op_i[o[PORT_W-1:0]]}};
      joining = df_pkg::count_ports(from);
      following = df_pkg::count_ones(`DF_WORD(grant_for_op_i, NVP, o[PORT_W-1:0]) & ~tail_ivc_i
                                 & {NVP{grants_op_i[o[PORT_W-1:0]]}});
      `DF_WORD(queue_d, QW, o[PORT_W-1:0]) =
          `DF_WORD(queue_d, QW, o[PORT_W-1:0]) + QW'(joining) + QW'(following);
    end
    rem = credit_ovc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      if (`DF_WORD(queue_d, QW, i[df_pkg::VC_BITS+:df_pkg::PORT_W]) == '0) below_zero = 1'b1;
      `DF_WORD(queue_d, QW, i[df_pkg::VC_BITS+:df_pkg::PORT_W]) = `DF_WORD(queue_d, QW, i[df_pkg::VC_BITS+:df_pkg::PORT_W]) - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin : registers
    integer k;
    k = 0;
    if (rst_i) begin
      for (k = 0; k < df_pkg::PORTS_2N; k = k + 1) `DF_MEM_WRITE(`DF_WORD(queue_op_o, QW, k), '0);
    end else `DF_MEM_WRITE(queue_op_o, queue_d);
  end

  // All packets of all buffers may be for one output, whose credits are taken.
  // Checks: QE-7
  `DF_PARAMETER_CHECK(gen_queue, (df_pkg::PORTS + 1) * df_pkg::VCS * df_pkg::DEPTH < (1 << QW),
                      "(PORTS + 1) x VCS x DEPTH must be less than 65536 where decisions are taken on arrival")

  // Checks: QE-6
  `DF_ASSERT(clk_i, rst_i, queue_is_not_negative, !below_zero, "a credit comes back to an output that has no flit under way")
endmodule
`default_nettype wire
