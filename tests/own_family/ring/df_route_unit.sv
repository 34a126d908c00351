// SPDX-License-Identifier: Apache-2.0
// Route unit of the ring (df_family.svh): all packets go on to the next router until they are there. They use VC 0, and
// VC 1 from the channel between the last and the first router on, so that no cycle of packets can wait for each other.
`include "df_macros.svh"
/* verilator lint_off UNUSEDSIGNAL */  // of the ports of a route unit this one needs few
module df_route_unit (
`include "df_route_unit_ports.svh"
);
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  wire [df_pkg::NODE_W-1:0] my_router = control_i.route_0[df_pkg::NODE_W-1:0];
  assign publish_o = 1'b0;
  assign delay_credits_o = 1'b0;

  // Every input VC asks, so nothing has a route on its arrival.
  always_comb begin : arrivals
    integer k;
    k = 0;
    for (k = 0; k < df_pkg::PORTS_2N; k = k + 1) `DF_WORD(route_ip_o, df_pkg::ROUTE_W, k) = '0;
  end

  always_comb begin : candidates
    integer n;
    logic [df_pkg::NODE_W-1:0] dst;
    logic [df_pkg::TERM_W-1:0] dst_term;
    logic [VC_W-1:0] vc;
    n = 0;
    valid_cand_o = '0;
    port_cand_o = '0;
    vc_cand_o = '0;
    kind_cand_o = '0;
    lane_cand_o = '0;
    weight_cand_o = '0;
    bias_cand_o = '0;
    nonmin_cand_o = '0;
    mid_cand_o = '0;
    dst = '0;
    dst_term = '0;
    vc = '0;
    for (n = 0; n < df_pkg::ASKERS; n = n + 1)
      if (decide_ask_i[n]) begin
        {dst, dst_term} = header_ask_i[n*df_pkg::ASKED_W+:df_pkg::ASKED_W];
        vc = VC_W'(df_pkg::ivc_of_asker(n));  // the VC that it came on
        if (32'(my_router) == df_pkg::ROUTERS - 1) vc = VC_W'(1);
        valid_cand_o[n*CANDIDATES] = 1'b1;
        if (dst == my_router) port_cand_o[n*CANDIDATES*PORT_W+:PORT_W] = PORT_W'(dst_term);
        else begin
          port_cand_o[n*CANDIDATES*PORT_W+:PORT_W] = PORT_W'(df_pkg::NEXT);
          vc_cand_o[n*CANDIDATES*VC_W+:VC_W] = vc;
        end
      end
  end
endmodule
/* verilator lint_on UNUSEDSIGNAL */
