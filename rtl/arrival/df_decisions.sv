// SPDX-License-Identifier: Apache-2.0
// Decisions on arrival: in the cycle in which a head arrives the route unit gives its candidates, queue counters say which
// is best, and the flit enters the FIFO of its input VC with its route.
`include "df_macros.svh"
`default_nettype none
module df_decisions (
/* verilator lint_off UNUSEDSIGNAL */  // the ports that decisions at the front need
`include "df_decisions_ports.svh"
/* verilator lint_on UNUSEDSIGNAL */
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int VC_BITS = df_pkg::VC_BITS;

  // Input VCs have their routes from the arrival on; nothing is published, and no credits are delayed.
  assign route_ivc_o = held_ivc_i;
  assign publish_o = 1'b0;
  assign delay_credits_o = 1'b0;
  assign occupancy_o = '0;

  // ---- heads ----
  logic [PORTS-1:0] head_ip;
  `DF_VARIABLES(vcs_of_ports_t, df_pkg::VC_W, vc_ip, df_pkg::PORTS_2N);
  always_comb begin : heads
    integer i;
    logic [df_pkg::NVP-1:0] rem;
    head_ip = '0;
    for (i = 0; i < (df_pkg::SPARSE ? 1 : df_pkg::PORTS_2N); i = i + 1) `DF_WORD(vc_ip, VC_W, i) = '0;
    rem = arrival_ivc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      if (`DF_BIT(flit_ip_i, df_pkg::FLIT_W, i[VC_BITS+:PORT_W], df_pkg::HEAD_AT)) begin
        head_ip = head_ip | (PORTS'(1) << i[VC_BITS+:PORT_W]);
        `DF_WORD(vc_ip, VC_W, i[VC_BITS+:PORT_W]) = VC_W'(i) & VC_W'(df_pkg::STRIDE - 1);
      end
  end

  // ---- decisions ----
  wire [PORTS*32-1:0] random_ask;
  wire `DF_WIRES(candidates_of_ports_t, df_pkg::CANDIDATES, valid_ip, df_pkg::PORTS_2N);
  wire `DF_WIRES(candidates_of_ports_t, df_pkg::CANDIDATES, compared_ip, df_pkg::PORTS_2N);
  wire `DF_WIRES(sets_of_cands_t, PORTS, set_cand, df_pkg::CANDS_2N);
  wire `DF_WIRES(sets_of_cands_t, PORTS, standard_cand, df_pkg::CANDS_2N);
  wire `DF_WIRES(offers_of_cands_t, df_pkg::OFFER_W, offer_cand, df_pkg::CANDS_2N);
  wire `DF_WIRES(queues_of_ports_t, df_pkg::QUEUE_W, queue_op, df_pkg::PORTS_2N);
  wire [PORTS-1:0] joined_op;
  wire `DF_WIRES(sets_of_ports_t, PORTS, joining_op, df_pkg::PORTS_2N);

  df_random_registers u_random_registers (
      .clk_i,
      .rst_i,
      .cfg_i,
      .decide_ask_i(head_ip),
      .random_ask_o(random_ask)
  );

  df_route_unit u_route_unit (
      .clk_i,
      .rst_i,
      .cfg_i,
      .control_i,
      .head_ip_i(head_ip),
      .vc_ip_i(vc_ip),
      .flit_ip_i,
      .random_ip_i(random_ask),
      .valid_ip_o(valid_ip),
      .compared_ip_o(compared_ip),
      .set_cand_o(set_cand),
      .standard_cand_o(standard_cand),
      .offer_cand_o(offer_cand),
      .salt_ip_o(salt_ask_o)
  );

  df_set_allocator u_set_allocator (
      .clk_i,
      .rst_i,
      .sequential_i(control_i.sequential),
      .head_ip_i(head_ip),
      .valid_ip_i(valid_ip),
      .compared_ip_i(compared_ip),
      .set_cand_i(set_cand),
      .standard_cand_i(standard_cand),
      .offer_cand_i(offer_cand),
      .queue_op_i(queue_op),
      .route_ip_o,
      .nonmin_ip_o(nonmin_ask_o),
      .mid_ip_o(mid_ask_o),
      .joined_op_o(joined_op),
      .joining_op_o(joining_op)
  );

  df_queue_counters u_queue_counters (
      .clk_i,
      .rst_i,
      .joined_op_i(joined_op),
      .joining_op_i(joining_op),
      .grants_op_i,
      .grant_for_op_i,
      .tail_ivc_i,
      .credit_ovc_i,
      .queue_op_o(queue_op)
  );

  // ---- input VCs ----
  /* verilator lint_off UNUSEDSIGNAL */  // for lockstep
  wire `DF_WIRES(vcs_of_ports_t, df_pkg::VC_W, latest_vc_ip, df_pkg::PORTS_2N);
  /* verilator lint_on UNUSEDSIGNAL */
  df_arrival_vcs u_arrival_vcs (
      .clk_i,
      .rst_i,
      .arrival_ivc_i,
      .head_ip_i(head_ip),
      .route_ip_i(route_ip_o),
      .enter_ivc_o,
      .latest_vc_ip_o(latest_vc_ip)
  );
endmodule
`default_nettype wire
