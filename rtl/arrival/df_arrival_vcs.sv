// SPDX-License-Identifier: Apache-2.0
// The FIFO that an arriving flit enters: from a terminal that of the VC on which its packet leaves, which is the VC of the
// latest head; on other ports that of the VC on which it arrives.
`include "df_macros.svh"
`default_nettype none
module df_arrival_vcs (
    input  wire                        clk_i,
    input  wire                        rst_i,
    input  wire [df_pkg::NVP-1:0]      arrival_ivc_i,  // by the VC of the channel
    // Heads among them, and their routes, of which the lower part is the VC.
    input  wire [df_pkg::PORTS-1:0]    head_ip_i,
    /* verilator lint_off UNUSEDSIGNAL */  // the upper part
    input  wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_i, df_pkg::PORTS_2N),
    /* verilator lint_on UNUSEDSIGNAL */
    output reg  [df_pkg::NVP-1:0]      enter_ivc_o,
    // The VC of the latest head, of terminal ports; 0 for others.
    output `DF_VARIABLES(vcs_of_ports_t, df_pkg::VC_W, latest_vc_ip_o, df_pkg::PORTS_2N)
);
  localparam int NVP = df_pkg::NVP;
  /* verilator lint_off UNUSEDPARAM */  // flat vectors do not need it
  localparam int PORT_W = df_pkg::PORT_W;
  /* verilator lint_on UNUSEDPARAM */
  localparam int VC_W = df_pkg::VC_W;
  localparam logic [NVP-1:0] FROM_TERMINALS = df_pkg::vcs_of_ports(df_pkg::TERMINAL_PORTS);

`define DF_VC_OF_ROUTE(P) VC_W'(`DF_WORD(route_ip_i, df_pkg::ROUTE_W, P))
  always_comb begin : steer
    integer i;
    logic [NVP-1:0] rem;
    logic [VC_W-1:0] vc;
    i = 0;
    rem = '0;
    vc = '0;
    enter_ivc_o = arrival_ivc_i & ~FROM_TERMINALS;
    `DF_FOR_EACH(i, rem, arrival_ivc_i & FROM_TERMINALS, df_pkg::NV)
      vc = head_ip_i[`DF_PORT_OF(i)] ? `DF_VC_OF_ROUTE(`DF_PORT_OF(i)) : `DF_WORD(latest_vc_ip_o, VC_W, `DF_PORT_OF(i));
      enter_ivc_o = enter_ivc_o | ((NVP'(1) << vc) << i);  // i is VC 0 of the port
    end
    enter_ivc_o = enter_ivc_o & df_pkg::INPUT_VCS;
  end

  /* verilator lint_off BLKSEQ */  // local variables and DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : registers
    /* verilator lint_off UNUSEDSIGNAL */  // the bits above a port's number
    integer ip;
    /* verilator lint_on UNUSEDSIGNAL */
    logic [df_pkg::PORTS-1:0] rem;
    `DF_FOR_EACH(ip, rem, head_ip_i & df_pkg::TERMINAL_PORTS, df_pkg::PORTS)
      `DF_MEM_WRITE(`DF_WORD(latest_vc_ip_o, VC_W, `DF_NUMBER(ip, PORT_W)), `DF_VC_OF_ROUTE(`DF_NUMBER(ip, PORT_W)));
    end
    /* verilator lint_off UNUSED */  // nobody reads it in families without terminal ports
    if (rst_i) begin
      `DF_RESET_WORDS(latest_vc_ip_o, VC_W, df_pkg::PORTS_2N, ip)
    end
    /* verilator lint_on UNUSED */
  end
  /* verilator lint_on BLKSEQ */
`undef DF_VC_OF_ROUTE

  `DF_CLAIMS_IF(arrival_ivc_i != '0)
    // Checks: DA-3
    `DF_CLAIM(flits_enter_one_vc, $countones(enter_ivc_o) == $countones(arrival_ivc_i),
              "the VC on which a packet from a terminal leaves does not exist")
  `DF_CLAIMS_END
endmodule
`default_nettype wire
