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
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int VC_BITS = df_pkg::VC_BITS;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam logic [NVP-1:0] FROM_TERMINALS = df_pkg::vcs_of_ports(df_pkg::TERMINAL_PORTS);

  always_comb begin : steer
    integer i;
    logic [NVP-1:0] rem;
    logic [VC_W-1:0] vc;
    vc = '0;
    enter_ivc_o = arrival_ivc_i & ~FROM_TERMINALS;
    rem = arrival_ivc_i & FROM_TERMINALS;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      vc = head_ip_i[i[VC_BITS+:PORT_W]] ? VC_W'(`DF_WORD(route_ip_i, ROUTE_W, i[VC_BITS+:PORT_W]))
                                         : `DF_WORD(latest_vc_ip_o, VC_W, i[VC_BITS+:PORT_W]);
      enter_ivc_o = enter_ivc_o | ((NVP'(1) << vc) << i[IVC_W-1:0]);  // i is VC 0 of the port
    end
    enter_ivc_o = enter_ivc_o & df_pkg::INPUT_VCS;
  end

  always_ff @(posedge clk_i) begin : registers
    integer ip;
    logic [df_pkg::PORTS-1:0] rem;
    rem = head_ip_i & df_pkg::TERMINAL_PORTS;
    `DF_FOR_EACH(ip, rem, df_pkg::PORTS)
      `DF_MEM_WRITE(`DF_WORD(latest_vc_ip_o, VC_W, ip[PORT_W-1:0]), VC_W'(`DF_WORD(route_ip_i, ROUTE_W, ip[PORT_W-1:0])));
    if (rst_i) for (ip = 0; ip < df_pkg::PORTS_2N; ip = ip + 1) `DF_MEM_WRITE(`DF_WORD(latest_vc_ip_o, VC_W, ip), '0);
  end

  `DF_CLAIMS(clk_i, rst_i, arrival_ivc_i != '0) begin
    // Checks: DA-3
    `DF_CLAIM(flits_enter_one_vc, $countones(enter_ivc_o) == $countones(arrival_ivc_i),
              "the VC on which a packet from a terminal leaves does not exist")
  end
endmodule
`default_nettype wire
