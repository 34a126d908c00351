// The logic and state of the dragonfly router of Kim, Dally, Scott and Abts (ISCA 2008): an input-queued
// virtual-channel router that takes one cycle a hop at zero load. docs/microarchitecture.md is its
// specification.
//
// Between any two cores stands one register for each signal and cycle of channel latency. df_router
// has it at its outputs; df_node has it at its inputs. The core's outputs depend on its registers and on
// its inputs, so it is not used without one of the two.
`include "df_macros.svh"
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
    // Occupancies of the global channels of the group, and of this router's (UGAL-G).
    output wire                                           oracle_used_o,
    input  wire [df_pkg::CHANNELS*df_pkg::QUEUE_W-1:0]    oracle_i,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int TERMINALS = df_pkg::TERMINALS;
  localparam int QW = df_pkg::QUEUE_W;

  // VCs of terminal ports that must stay silent.
  localparam logic [NVP-1:0] NOT_FOR_TERMINALS =
      df_pkg::vcs_of_ports(0, TERMINALS) & ~df_pkg::one_vc_of_ports(0, TERMINALS, 0);

  // ---- control ----
  df_pkg::control_t control;
  wire credit_load;
  wire [df_pkg::CREDIT_W-1:0] credit_value;
  wire [df_pkg::TIME_W-1:0] now;
  wire credit_rtt = control.algorithm == df_pkg::ALG_UGAL_L_CR;
  assign oracle_used_o = control.algorithm == df_pkg::ALG_UGAL_G;

  df_control_registers u_control_registers (
      .clk_i,
      .rst_i,
      .cfg_i,
      .control_o(control),
      .credit_load_o(credit_load),
      .credit_value_o(credit_value),
      .now_o(now)
  );

  // ---- routes ----
  wire [NVP-1:0] arrival_head_ivc;
  wire [NVP-1:0] arrival_tail_ivc;
  wire `DF_WIRES(len_planes_t, df_pkg::NVP, arrival_len_ivc, 4);
  wire `DF_WIRES(port_planes_t, df_pkg::NVP, arrival_port_ivc, df_pkg::PORT_W);
  wire `DF_WIRES(vc_planes_t, df_pkg::NVP, arrival_vc_ivc, df_pkg::VC_W);
  wire [TERMINALS-1:0] decide_term;
  wire [TERMINALS*df_pkg::DST_W-1:0] dst_term;
  wire [TERMINALS*32-1:0] random_term;
  wire [TERMINALS-1:0] leaves_term;
  wire [TERMINALS-1:0] choice_term;
  wire [TERMINALS*df_pkg::PORT_W-1:0] min_port_term;
  wire [TERMINALS*df_pkg::VC_W-1:0] min_vc_term;
  wire [TERMINALS*df_pkg::CHANNEL_W-1:0] min_channel_term;
  wire [TERMINALS*df_pkg::PORT_W-1:0] non_port_term;
  wire [TERMINALS*df_pkg::CHANNEL_W-1:0] non_channel_term;
  wire [TERMINALS*df_pkg::GROUP_W-1:0] candidate_group_term;

  df_route_unit u_route_unit (
      .clk_i,
      .rst_i,
      .cfg_i,
      .control_i(control),
      .arrival_ivc_i(valid_ivc_i),
      .flit_ip_i,
      .head_ivc_o(arrival_head_ivc),
      .tail_ivc_o(arrival_tail_ivc),
      .len_ivc_o(arrival_len_ivc),
      .port_ivc_o(arrival_port_ivc),
      .vc_ivc_o(arrival_vc_ivc),
      .decide_term_i(decide_term),
      .dst_term_i(dst_term),
      .random_term_i(random_term),
      .leaves_term_o(leaves_term),
      .choice_term_o(choice_term),
      .min_port_term_o(min_port_term),
      .min_vc_term_o(min_vc_term),
      .min_channel_term_o(min_channel_term),
      .non_port_term_o(non_port_term),
      .non_channel_term_o(non_channel_term),
      .mid_group_term_o(candidate_group_term)
  );

  // ---- input VCs ----
  wire [NVP-1:0] front_ivc;
  wire [NVP-1:0] head_ivc;
  wire [NVP-1:0] tail_ivc;
  wire `DF_WIRES(len_planes_t, df_pkg::NVP, len_ivc, 4);
  wire [NVP-1:0] mid_ivc;
  wire [NVP-1:0] assigned_ivc;
  wire `DF_WIRES(port_planes_t, df_pkg::NVP, held_port_ivc, df_pkg::PORT_W);
  wire `DF_WIRES(vc_planes_t, df_pkg::NVP, held_vc_ivc, df_pkg::VC_W);
  wire `DF_WIRES(port_planes_t, df_pkg::NVP, port_ivc, df_pkg::PORT_W);
  wire `DF_WIRES(vc_planes_t, df_pkg::NVP, vc_ivc, df_pkg::VC_W);
  wire [NVP-1:0] grant_ivc;
  wire [NVP-1:0] bypass_ivc;
  wire [NVP-1:0] store_ivc;

  df_input_unit u_input_unit (
      .clk_i,
      .rst_i,
      .arrival_ivc_i(valid_ivc_i),
      .flit_ip_i,
      .head_ivc_i(arrival_head_ivc),
      .tail_ivc_i(arrival_tail_ivc),
      .len_ivc_i(arrival_len_ivc),
      .port_ivc_i(arrival_port_ivc),
      .vc_ivc_i(arrival_vc_ivc),
      .decide_term_o(decide_term),
      .dst_term_o(dst_term),
      .route_port_ivc_i(port_ivc),
      .route_vc_ivc_i(vc_ivc),
      .front_ivc_o(front_ivc),
      .head_ivc_o(head_ivc),
      .tail_ivc_o(tail_ivc),
      .len_ivc_o(len_ivc),
      .mid_ivc_o(mid_ivc),
      .assigned_ivc_o(assigned_ivc),
      .port_ivc_o(held_port_ivc),
      .vc_ivc_o(held_vc_ivc),
      .grant_ivc_i(grant_ivc),
      .bypass_ivc_o(bypass_ivc),
      .store_ivc_o(store_ivc)
  );

  // ---- decisions at terminal ports ----
  wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc, df_pkg::CREDIT_W);
  wire [TERMINALS-1:0] ask_term;
  wire [TERMINALS*QW-1:0] min_queue_term;
  wire [TERMINALS*QW-1:0] min_vc_queue_term;
  wire [TERMINALS*QW-1:0] non_queue_term;
  wire [TERMINALS*QW-1:0] non_vc_queue_term;
  wire [TERMINALS-1:0] nonmin_term;
  wire [TERMINALS*8-1:0] salt_term;
  wire [TERMINALS*df_pkg::GROUP_W-1:0] mid_group_term;

  df_queue_estimator u_queue_estimator (
      .control_i(control),
      .credits_ovc_i(credits_ovc),
      .assigned_ivc_i(assigned_ivc),
      .port_ivc_i(held_port_ivc),
      .vc_ivc_i(held_vc_ivc),
      .ask_term_i(ask_term),
      .min_port_term_i(min_port_term),
      .non_port_term_i(non_port_term),
      .min_queue_term_o(min_queue_term),
      .min_vc_queue_term_o(min_vc_queue_term),
      .non_queue_term_o(non_queue_term),
      .non_vc_queue_term_o(non_vc_queue_term),
      .occupancy_o
  );

  df_route_allocator u_route_allocator (
      .clk_i,
      .rst_i,
      .cfg_i,
      .control_i(control),
      .oracle_i,
      .decide_term_i(decide_term),
      .leaves_term_i(leaves_term),
      .choice_term_i(choice_term),
      .min_port_term_i(min_port_term),
      .min_vc_term_i(min_vc_term),
      .min_channel_term_i(min_channel_term),
      .non_port_term_i(non_port_term),
      .non_channel_term_i(non_channel_term),
      .mid_group_term_i(candidate_group_term),
      .ask_term_o(ask_term),
      .min_queue_term_i(min_queue_term),
      .min_vc_queue_term_i(min_vc_queue_term),
      .non_queue_term_i(non_queue_term),
      .non_vc_queue_term_i(non_vc_queue_term),
      .port_ivc_i(held_port_ivc),
      .vc_ivc_i(held_vc_ivc),
      .port_ivc_o(port_ivc),
      .vc_ivc_o(vc_ivc),
      .random_term_o(random_term),
      .nonmin_term_o(nonmin_term),
      .salt_term_o(salt_term),
      .mid_group_term_o(mid_group_term)
  );

  // ---- switch ----
  wire [PORTS-1:0] queue_ready_op;
  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc, df_pkg::SPEEDUP);
  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc, df_pkg::SPEEDUP);
  /* verilator lint_off UNUSEDSIGNAL */  // for waveforms and benches
  wire [NVP-1:0] held_ovc;
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
      .port_ivc_i(port_ivc),
      .vc_ivc_i(vc_ivc),
      .connected_op_i(control.connected),
      .queue_ready_op_i(queue_ready_op),
      .more_ovc_i(more_ovc),
      .credits_ovc_i(credits_ovc),
      .grant_ivc_o(grant_ivc),
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
      .port_ivc_i(port_ivc),
      .vc_ivc_i(vc_ivc),
      .nonmin_term_i(nonmin_term),
      .salt_term_i(salt_term),
      .mid_group_term_i(mid_group_term),
      .queue_ready_op_o(queue_ready_op),
      .valid_ovc_o,
      .flit_op_o
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
      .return_ovc_i(credit_ovc_i),
      .take_ovc_i(take_ovc),
      .credits_ovc_o(credits_ovc),
      .more_ovc_o(more_ovc)
  );

  df_credit_timestamp_queue u_credit_timestamp_queue (
      .clk_i,
      .rst_i,
      .enable_i(credit_rtt),
      .one_in_i(control.ctq_one_in),
      .now_i(now),
      .take_ovc_i(take_ovc),
      .return_ovc_i(credit_ovc_i),
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
      .delay_i(credit_rtt),
      .now_i(now),
      .grant_ivc_i(grant_ivc),
      .port_ivc_i(port_ivc),
      .td_op_i(td_op),
      .min_td_i(min_td),
      .credit_ivc_o
  );

  // ---- claims about the neighbours ----
  `DF_ASSERT(one_vc_per_port, !df_pkg::two_vcs_of_a_port(valid_ivc_i),
             "flits arrive on two VCs of one port in the same cycle")
  `DF_ASSERT(terminals_use_vc0, (valid_ivc_i & NOT_FOR_TERMINALS) == '0,
             "a terminal sends on another VC than 0")
  `DF_ASSERT(vcs_exist, (valid_ivc_i & ~df_pkg::vcs_of_ports(0, PORTS)) == '0,
             "a flit arrives on a VC that does not exist")
endmodule
