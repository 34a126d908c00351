// SPDX-License-Identifier: Apache-2.0
// Decisions at the front: the route unit gives packets at input VCs that do not ask their routes as they arrive, and
// those at the front of the others their candidates, between which queue estimates decide.
`include "df_macros.svh"
`default_nettype none
module df_decisions (
/* verilator lint_off UNUSEDSIGNAL */  // the ports that decisions on arrival need
`include "df_decisions_ports.svh"
/* verilator lint_on UNUSEDSIGNAL */
);
  localparam int CANDS = df_pkg::ASKERS * df_pkg::CANDIDATES;
  localparam int QW = df_pkg::QUEUE_W;

  assign enter_ivc_o = arrival_ivc_i;

  // State that decisions on arrival have.
  /* verilator lint_off UNUSEDSIGNAL */  // for lockstep
  wire `DF_WIRES(queues_of_ports_t, QW, queue_op, df_pkg::PORTS_2N);
  wire `DF_WIRES(vcs_of_ports_t, df_pkg::VC_W, latest_vc_ip, df_pkg::PORTS_2N);
  /* verilator lint_on UNUSEDSIGNAL */
  for (genvar p = 0; p < df_pkg::PORTS_2N; p = p + 1) begin : gen_no_state
    assign `DF_WORD(queue_op, QW, p) = '0;
    assign `DF_WORD(latest_vc_ip, df_pkg::VC_W, p) = '0;
  end

  wire [df_pkg::ASKERS*32-1:0] random_ask;
  wire [CANDS-1:0] valid_cand;
  wire [CANDS*df_pkg::PORT_W-1:0] port_cand;
  wire [CANDS*df_pkg::VC_W-1:0] vc_cand;
  wire [CANDS*2-1:0] kind_cand;
  wire [CANDS*df_pkg::LANE_W-1:0] lane_cand;
  wire [CANDS*df_pkg::WEIGHT_W-1:0] weight_cand;
  wire [CANDS*df_pkg::BIAS_W-1:0] bias_cand;
  wire [CANDS-1:0] nonmin_cand;
  wire [CANDS*df_pkg::MID_W-1:0] mid_cand;

  df_route_unit u_route_unit (
      .clk_i,
      .rst_i,
      .cfg_i,
      .control_i,
      .arrival_ivc_i,
      .flit_ip_i,
      .route_ip_o,
      .decide_ask_i,
      .header_ask_i,
      .random_ask_i(random_ask),
      .valid_cand_o(valid_cand),
      .port_cand_o(port_cand),
      .vc_cand_o(vc_cand),
      .kind_cand_o(kind_cand),
      .lane_cand_o(lane_cand),
      .weight_cand_o(weight_cand),
      .bias_cand_o(bias_cand),
      .nonmin_cand_o(nonmin_cand),
      .mid_cand_o(mid_cand),
      .publish_o,
      .delay_credits_o
  );

  df_random_registers u_random_registers (
      .clk_i,
      .rst_i,
      .cfg_i,
      .decide_ask_i,
      .random_ask_o(random_ask)
  );

  wire [CANDS-1:0] ask_cand;
  wire [CANDS-1:0] vc_queue_cand;
  wire [CANDS*QW-1:0] queue_cand;

  df_queue_estimator u_queue_estimator (
      .depth_i(control_i.buffer_depth),
      .credits_ovc_i,
      .assigned_ivc_i,
      .held_ivc_i,
      .ask_cand_i(ask_cand),
      .vc_queue_cand_i(vc_queue_cand),
      .port_cand_i(port_cand),
      .vc_cand_i(vc_cand),
      .queue_cand_o(queue_cand),
      .publish_i(publish_o),
      .occupancy_o
  );

  df_route_allocator u_route_allocator (
      .clk_i,
      .rst_i,
      .sequential_i(control_i.sequential),
      .oracle_i,
      .decide_ask_i,
      .random_ask_i(random_ask),
      .valid_cand_i(valid_cand),
      .port_cand_i(port_cand),
      .vc_cand_i(vc_cand),
      .kind_cand_i(kind_cand),
      .lane_cand_i(lane_cand),
      .weight_cand_i(weight_cand),
      .bias_cand_i(bias_cand),
      .nonmin_cand_i(nonmin_cand),
      .mid_cand_i(mid_cand),
      .ask_cand_o(ask_cand),
      .vc_queue_cand_o(vc_queue_cand),
      .queue_cand_i(queue_cand),
      .held_ivc_i,
      .route_ivc_o,
      .nonmin_ask_o,
      .salt_ask_o,
      .mid_ask_o
  );
endmodule
`default_nettype wire
