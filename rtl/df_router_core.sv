// SPDX-License-Identifier: Apache-2.0
// The logic and state of the router: an input-queued virtual-channel router that takes one cycle a hop at zero
// load. docs/microarchitecture.md is its specification. What depends on the family of networks is in
// df_decisions and its df_route_unit.
//
// Between any two cores stands one register for each signal and cycle of channel latency. df_router
// has it at its outputs; df_node has it at its inputs. The core's outputs depend on its registers and on
// its inputs, so it is not used without one of the two.
`include "df_macros.svh"
`default_nettype none
module df_router_core (
    input  wire                                           clk_i,
    input  wire                                           rst_i,
    input  wire df_pkg::cfg_write_t                       cfg_i,         // write of a control register
    // Input ports: a flit that arrives, on at most one VC of each port; credits for freed slots.
    input  wire [df_pkg::NVP-1:0]                         valid_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    output wire [df_pkg::NVP-1:0]                         credit_ivc_o,
    // Output ports.
    output wire [df_pkg::NVP-1:0]                         valid_ovc_o,
    output wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N),
    input  wire [df_pkg::NVP-1:0]                         credit_ovc_i,
    // Occupancies that other routers publish, and those that this one does.
    output wire                                           oracle_used_o,
    input  wire [df_pkg::LANES*df_pkg::QUEUE_W-1:0]       oracle_i,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int ASKERS = df_pkg::ASKERS;
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);
  // What comes for VCs that do not exist is ignored, so that nothing is built for them.
  wire [NVP-1:0] arrival_ivc = valid_ivc_i & df_pkg::ARRIVAL_VCS;
  wire [NVP-1:0] credit_ovc = credit_ovc_i & EXISTING;

  // ---- control ----
  df_pkg::control_t control;
  wire credit_load;
  wire [df_pkg::CREDIT_W-1:0] credit_value;
  wire [df_pkg::TIME_W-1:0] now;
  wire publish;
  wire delay_credits;
  assign oracle_used_o = publish;

  df_control_registers u_control_registers (
      .clk_i,
      .rst_i,
      .cfg_i,
      .control_o(control),
      .credit_load_o(credit_load),
      .credit_value_o(credit_value),
      .now_o(now)
  );

  // ---- input VCs ----
  wire [NVP-1:0] enter_ivc;  // where arriving flits enter
  wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip, df_pkg::PORTS_2N);  // of arriving heads
  wire [ASKERS-1:0] decide_ask;
  wire [ASKERS*df_pkg::ASKED_W-1:0] header_ask;
  wire [NVP-1:0] front_ivc;
  wire [NVP-1:0] head_ivc;
  wire [NVP-1:0] tail_ivc;
  wire `DF_WIRES(len_planes_t, df_pkg::NVP, len_ivc, df_pkg::LEN_W);
  wire [NVP-1:0] mid_ivc;
  wire [NVP-1:0] assigned_ivc;
  // Routes that packets hold, and the same with the decisions of this cycle.
  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, held_ivc, df_pkg::NV);
  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc, df_pkg::NV);
  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op, df_pkg::PORTS_2N);  // input VCs whose front leaves, by output
  wire [PORTS-1:0] grants_op;
  wire [NVP-1:0] grant_ivc;
  wire [NVP-1:0] bypass_ivc;
  wire [NVP-1:0] store_ivc;
  wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc, df_pkg::CREDIT_W);

  df_input_unit u_input_unit (
      .clk_i,
      .rst_i,
      .depth_i(control.buffer_depth),
      .arrival_ivc_i(enter_ivc),
      .flit_ip_i,
      .route_ip_i(route_ip),
      .decide_ask_o(decide_ask),
      .header_ask_o(header_ask),
      .route_ivc_i(route_ivc),
      .front_ivc_o(front_ivc),
      .head_ivc_o(head_ivc),
      .tail_ivc_o(tail_ivc),
      .len_ivc_o(len_ivc),
      .mid_ivc_o(mid_ivc),
      .assigned_ivc_o(assigned_ivc),
      .held_ivc_o(held_ivc),
      .grant_ivc_i(grant_ivc),
      .bypass_ivc_o(bypass_ivc),
      .store_ivc_o(store_ivc)
  );

  // ---- decisions ----
  wire [ASKERS-1:0] nonmin_ask;
  wire [ASKERS*df_pkg::SALT_W-1:0] salt_ask;
  wire [ASKERS*df_pkg::MID_W-1:0] mid_ask;

  df_decisions u_decisions (
      .clk_i,
      .rst_i,
      .cfg_i,
      .control_i(control),
      .oracle_i,
      .arrival_ivc_i(arrival_ivc),
      .flit_ip_i,
      .enter_ivc_o(enter_ivc),
      .route_ip_o(route_ip),
      .decide_ask_i(decide_ask),
      .header_ask_i(header_ask),
      .held_ivc_i(held_ivc),
      .route_ivc_o(route_ivc),
      .nonmin_ask_o(nonmin_ask),
      .salt_ask_o(salt_ask),
      .mid_ask_o(mid_ask),
      .credits_ovc_i(credits_ovc),
      .assigned_ivc_i(assigned_ivc),
      .grants_op_i(grants_op),
      .grant_for_op_i(grant_for_op),
      .tail_ivc_i(tail_ivc),
      .credit_ovc_i(credit_ovc),
      .publish_o(publish),
      .delay_credits_o(delay_credits),
      .occupancy_o
  );

  // ---- switch ----
  wire [PORTS-1:0] queue_ready_op;
  wire [PORTS-1:0] sends_op;   // outputs that a flit leaves,
  wire [PORTS-1:0] paused_op;  // and those that may send none
  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc, df_pkg::SPEEDUP);
  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc, df_pkg::SPEEDUP);
  /* verilator lint_off UNUSEDSIGNAL */  // for waveforms, benches and lockstep
  wire [NVP-1:0] held_ovc;
  wire [PORTS*8-1:0] pause_op;
  /* verilator lint_on UNUSEDSIGNAL */

  df_switch_allocator u_switch_allocator (
      .clk_i,
      .rst_i,
      .cut_through_i(control.cut_through),
      .front_ivc_i(front_ivc),
      .head_ivc_i(head_ivc),
      .tail_ivc_i(tail_ivc),
      .len_ivc_i(len_ivc),
      .mid_ivc_i(mid_ivc),
      .route_ivc_i(route_ivc),
      .connected_op_i(control.connected),
      .queue_ready_op_i(queue_ready_op),
      .more_ovc_i(more_ovc),
      .credits_ovc_i(credits_ovc),
      .grant_ivc_o(grant_ivc),
      .grants_op_o(grants_op),
      .grant_for_op_o(grant_for_op),
      .take_ovc_o(take_ovc),
      .held_ovc_o(held_ovc)
  );

  df_datapath u_datapath (
      .clk_i,
      .rst_i,
      .oq_limit_i(control.oq_limit),
      .flit_ip_i,
      .store_ivc_i(store_ivc),
      .grant_ivc_i(grant_ivc),
      .bypass_ivc_i(bypass_ivc),
      .grants_op_i(grants_op),
      .grant_for_op_i(grant_for_op),
      .route_ivc_i(route_ivc),
      .nonmin_ask_i(nonmin_ask),
      .salt_ask_i(salt_ask),
      .mid_ask_i(mid_ask),
      .paused_op_i(paused_op),
      .sends_op_o(sends_op),
      .queue_ready_op_o(queue_ready_op),
      .valid_ovc_o,
      .flit_op_o
  );

  df_output_pauses u_output_pauses (
      .clk_i,
      .rst_i,
      .cfg_i,
      .sends_op_i(sends_op),
      .paused_op_o(paused_op),
      .pause_op_o(pause_op)
  );

  // ---- credits ----
  wire [PORTS-1:0] sample_op;
  wire [PORTS*df_pkg::TIME_W-1:0] trip_op;
  wire [PORTS*df_pkg::TD_W-1:0] td_op;
  wire [df_pkg::TD_W-1:0] min_td;

  df_credit_tracker u_credit_tracker (
      .clk_i,
      .rst_i,
      .load_i(credit_load),
      .value_i(credit_value),
      .depth_i(control.buffer_depth),
      .return_ovc_i(credit_ovc),
      .take_ovc_i(take_ovc),
      .credits_ovc_o(credits_ovc),
      .more_ovc_o(more_ovc)
  );

  df_credit_timestamp_queue u_credit_timestamp_queue (
      .clk_i,
      .rst_i,
      .enable_i(delay_credits),
      .one_in_i(control.ctq_one_in),
      .now_i(now),
      .take_ovc_i(take_ovc),
      .return_ovc_i(credit_ovc),
      .sample_op_o(sample_op),
      .trip_op_o(trip_op)
  );

  df_td_registers u_td_registers (
      .clk_i,
      .rst_i,
      .cfg_i,
      .connected_op_i(control.connected),
      .sample_op_i(sample_op),
      .trip_op_i(trip_op),
      .td_op_o(td_op),
      .min_td_o(min_td)
  );

  df_credit_return u_credit_return (
      .clk_i,
      .rst_i,
      .delay_i(delay_credits),
      .now_i(now),
      .grant_ivc_i(grant_ivc),
      .grants_op_i(grants_op),
      .grant_for_op_i(grant_for_op),
      .td_op_i(td_op),
      .min_td_i(min_td),
      .credit_ivc_o
  );

  // ---- claims ----
  if (df_pkg::CLAIMS) begin : gen_claims
    df_link_claims u_link_claims (
        .clk_i,
        .rst_i,
        .buffer_depth_i(control.buffer_depth),
        .valid_ivc_i,
        .credit_ivc_i(credit_ivc_o),
        .valid_ovc_i(valid_ovc_o),
        .credit_ovc_i
    );
  end
endmodule
`default_nettype wire
