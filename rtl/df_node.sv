// SPDX-License-Identifier: Apache-2.0
// The router as the simulation instantiates it: the register between two routers stands at the
// input of the second instead of the output of the first (df_router). Register for register it is the
// same network, but here no logic follows a top-level input, and a simulator evaluates everything once a
// cycle instead of two or three times.
//
// The input registers have the clock on a wire of their own, so that a simulator keeps them apart from all others: what
// they drive can then be evaluated before the other registers take it, and need not be kept until the next cycle
// (sim/rtl/generated_step.hpp). Both wires carry one clock; a wave or a netlist shows no difference.
`include "df_macros.svh"
`default_nettype none
module df_node (
    input  wire                                           clk_i,
    input  wire                                           clk_in_i,       // the same clock, for the registers at the inputs
    input  wire                                           rst_i,
    // Control registers, written at start-up.
    input  wire                                           cfg_we_i,
    input  wire [15:0]                                    cfg_addr_i,
    input  wire [31:0]                                    cfg_data_i,
    // Input ports: a flit that arrives, on at most one VC of each port; credits for freed slots.
    input  wire [df_pkg::NV-1:0]                          valid_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    output wire [df_pkg::NV-1:0]                          credit_ivc_o,
    // Output ports.
    output wire [df_pkg::NV-1:0]                          valid_ovc_o,
    output wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N),
    input  wire [df_pkg::NV-1:0]                          credit_ovc_i,
    // Occupancies that other routers publish, and those that this one does.
    input  wire [df_pkg::LANES*df_pkg::QUEUE_W-1:0]       oracle_i,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy_o
`ifdef DF_STATE
    // The architectural state (docs/microarchitecture.md), for lockstep with the software model. It is
    // read off the registers, so the logic is that of the router without these ports.
    ,
    output wire [df_pkg::TIME_W-1:0]                      state_now_o,
    output wire df_pkg::control_t                         state_control_o,
    output wire [df_pkg::PORTS*df_pkg::TIME_W-1:0]        state_tcrt0_op_o,
    output wire [df_pkg::NVP-1:0]                         state_stored_ivc_o,   // FIFO is not empty
    output wire [df_pkg::NVP-1:0]                         state_head_ivc_o,     // its front is a head
    output wire [df_pkg::NVP-1:0]                         state_mid_ivc_o,
    output wire [df_pkg::NVP-1:0]                         state_batch_ivc_o,
    output wire [df_pkg::NVP-1:0]                         state_decided_ivc_o,
    output wire [df_pkg::NVP-1:0]                         state_held_ovc_o,
    output wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, state_read_ivc_o, df_pkg::NVP),
    output wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, state_write_ivc_o, df_pkg::NVP),
    output wire `DF_WIRES(fifo_slots_t, df_pkg::SLOT_W, state_read_slot_ivc_o, df_pkg::NVP),
    output wire `DF_WIRES(fifo_slots_t, df_pkg::SLOT_W, state_write_slot_ivc_o, df_pkg::NVP),
    output wire [df_pkg::ASKERS*df_pkg::ASKED_W-1:0]      state_header_ask_o,
    output wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, state_route_ivc_o, df_pkg::NV),    // of packets that are assigned
    output wire `DF_WIRES(credit_planes_t, df_pkg::NVP, state_credits_ovc_o, df_pkg::CREDIT_W),
    output wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, state_queue_read_op_o, df_pkg::PORTS_2N),
    output wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, state_queue_write_op_o, df_pkg::PORTS_2N),
    output wire [df_pkg::PORTS-1:0]                       state_ready_op_o,
    output wire [df_pkg::PORTS*8-1:0]                     state_pause_op_o,
    output wire `DF_WIRES(port_masks_t, df_pkg::NVP, state_lower_op_o, df_pkg::PORTS_2N),     // input VCs before the pointer
    output wire [df_pkg::ASKERS*32-1:0]                   state_lfsr_ask_o,
    output wire [df_pkg::ASKERS-1:0]                      state_nonmin_ask_o,   // decisions
    output wire [df_pkg::ASKERS*df_pkg::SALT_W-1:0]       state_salt_ask_o,
    output wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]        state_mid_ask_o,
    output wire [df_pkg::NV*8-1:0]                        state_taken_ovc_o,
    output wire [df_pkg::NV*8-1:0]                        state_returned_ovc_o,
    output wire [df_pkg::NV*(df_pkg::CTQ_W+1)-1:0]        state_time_read_ovc_o,
    output wire [df_pkg::NV*(df_pkg::CTQ_W+1)-1:0]        state_time_write_ovc_o,
    output wire [df_pkg::NV*df_pkg::TIMES_W-1:0]          state_time_removed_ovc_o,  // of the oldest entry
    // [{slot, output VC}]: {times, timestamp}
    output wire `DF_WIRES(timestamps_t, df_pkg::TIMES_W+df_pkg::TIME_W, state_time_ovc_o, df_pkg::NVP*(1<<df_pkg::CTQ_W)),
    output wire [df_pkg::PORTS*df_pkg::TD_W-1:0]          state_td_op_o,
    output wire `DF_WIRES(queues_of_ports_t, df_pkg::QUEUE_W, state_queue_op_o, df_pkg::PORTS_2N),  // with decisions on arrival
    output wire `DF_WIRES(vcs_of_ports_t, df_pkg::VC_W, state_arrival_vc_ip_o, df_pkg::PORTS_2N),
    output wire [df_pkg::TD_W-1:0]                        state_least_td_o,
    output wire [df_pkg::NVP-1:0]                         state_pending_ivc_o,
    output wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, state_credit_read_ivc_o, df_pkg::NVP),   // pending credits
    output wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, state_credit_write_ivc_o, df_pkg::NVP),
    output wire `DF_WIRES(release_times_t, df_pkg::TIME_W, state_release_ivc_o, df_pkg::NVP*df_pkg::DEPTH)   // [{slot, input VC}]
`ifdef DF_VIEW
    // What the software model expects of the outputs, and the value of a report: shown in the waveform.
    ,
    input  wire [df_pkg::NV-1:0]                          expected_valid_ovc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, expected_flit_op_i, df_pkg::PORTS_2N),
    input  wire [df_pkg::NV-1:0]                          expected_credit_ivc_i,
    input  wire [31:0]                                    expected_item_i,
    input  wire [31:0]                                    actual_item_i
`endif
`endif
);
  wire [df_pkg::NVP-1:0] credit_ivc;
  wire [df_pkg::NVP-1:0] valid_ovc;
  wire oracle_used;
  reg [df_pkg::NVP-1:0] valid_ivc_q;
  `DF_VARIABLES(flits_t, df_pkg::FLIT_W, flit_ip_q, df_pkg::PORTS_2N);
  reg [df_pkg::NVP-1:0] credit_ovc_q;
  reg [df_pkg::LANES*df_pkg::QUEUE_W-1:0] oracle_q;
  assign credit_ivc_o = credit_ivc[df_pkg::NV-1:0];
  assign valid_ovc_o = valid_ovc[df_pkg::NV-1:0];
  /* verilator lint_off UNUSEDSIGNAL */  // bits above NV are 0
  wire [df_pkg::NVP-1:0] unused = credit_ivc | valid_ovc;
  /* verilator lint_on UNUSEDSIGNAL */

  df_pkg::cfg_write_t cfg_q;
  always_ff @(posedge clk_i) begin
    cfg_q.we <= cfg_we_i && !rst_i;
    if (cfg_we_i) begin
      cfg_q.addr <= cfg_addr_i;
      cfg_q.data <= cfg_data_i;
    end
  end

  always_ff @(posedge clk_in_i) begin : inputs
    if (rst_i) begin
      valid_ivc_q <= '0;
      credit_ovc_q <= '0;
    end else begin
      valid_ivc_q <= df_pkg::NVP'(valid_ivc_i);
      credit_ovc_q <= df_pkg::NVP'(credit_ovc_i);
    end
    flit_ip_q <= flit_ip_i;
    // The oracle means something only if it is used.
    if (oracle_used) oracle_q <= oracle_i;
  end

  df_router_core u_core (
      .clk_i,
      .rst_i,
      .cfg_i(cfg_q),
      .valid_ivc_i(valid_ivc_q),
      .flit_ip_i(flit_ip_q),
      .credit_ivc_o(credit_ivc),
      .valid_ovc_o(valid_ovc),
      .flit_op_o,
      .credit_ovc_i(credit_ovc_q),
      .oracle_used_o(oracle_used),
      .oracle_i(oracle_q),
      .occupancy_o
  );

`ifdef DF_STATE
  localparam logic [df_pkg::NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);
  localparam logic [df_pkg::NVP-1:0] DELAYED = df_pkg::vcs_of_ports(df_pkg::DELAYED_PORTS);
  assign state_now_o = u_core.now;
  assign state_control_o = u_core.control;
  assign state_tcrt0_op_o = u_core.u_td_registers.tcrt0_q;
  assign state_head_ivc_o = u_core.u_input_unit.head_q;
  assign state_header_ask_o = u_core.u_input_unit.u_front_headers.header_q;
  assign state_ready_op_o = u_core.queue_ready_op;
  assign state_pause_op_o = u_core.pause_op;
  assign state_least_td_o = u_core.min_td;
  assign state_pending_ivc_o = u_core.u_credit_return.u_release_times.pending_q;
  assign state_stored_ivc_o = u_core.u_input_unit.stored_q;
  assign state_mid_ivc_o = u_core.u_input_unit.mid_q;
  assign state_decided_ivc_o = u_core.u_input_unit.decided_q;
  assign state_read_ivc_o = u_core.u_input_unit.u_packet_fifos.read_q;
  assign state_write_ivc_o = u_core.u_input_unit.u_packet_fifos.write_q;
  assign state_route_ivc_o = u_core.u_input_unit.route_q;
  assign state_batch_ivc_o = u_core.u_switch_allocator.batch_q;
  assign state_held_ovc_o = u_core.u_switch_allocator.held_q;
  assign state_lower_op_o = u_core.u_switch_allocator.lower_q;
  assign state_credits_ovc_o = u_core.credits_ovc;
  assign state_lfsr_ask_o = u_core.u_decisions.random_ask;
  assign state_nonmin_ask_o = u_core.nonmin_ask;
  assign state_salt_ask_o = u_core.salt_ask;
  assign state_mid_ask_o = u_core.mid_ask;
  assign state_taken_ovc_o = u_core.u_credit_timestamp_queue.taken_q;
  assign state_returned_ovc_o = u_core.u_credit_timestamp_queue.returned_q;
  assign state_time_read_ovc_o = u_core.u_credit_timestamp_queue.read_q;
  assign state_time_write_ovc_o = u_core.u_credit_timestamp_queue.write_q;
  assign state_time_removed_ovc_o = u_core.u_credit_timestamp_queue.removed_q;
  assign state_td_op_o = u_core.td_op;
  assign state_queue_op_o = u_core.u_decisions.queue_op;
  assign state_arrival_vc_ip_o = u_core.u_decisions.latest_vc_ip;
  assign state_credit_read_ivc_o = u_core.u_credit_return.u_release_times.read_q;
  assign state_credit_write_ivc_o = u_core.u_credit_return.u_release_times.write_q;
  if (df_pkg::LEAN) begin : gen_arrays
    assign state_read_slot_ivc_o = u_core.u_datapath.gen_lean.u_datapath.read_q;
    assign state_write_slot_ivc_o = u_core.u_datapath.gen_lean.u_datapath.write_q;
    assign state_queue_read_op_o = u_core.u_datapath.gen_lean.u_datapath.queue_read_q;
    assign state_queue_write_op_o = u_core.u_datapath.gen_lean.u_datapath.queue_write_q;
    assign state_time_ovc_o = u_core.u_credit_timestamp_queue.gen_array.entry_mem;
    assign state_release_ivc_o = u_core.u_credit_return.u_release_times.gen_array.time_mem;
  end else begin : gen_memories
    assign state_read_slot_ivc_o = u_core.u_datapath.gen_hardware.u_flit_buffers.read_q;
    assign state_write_slot_ivc_o = u_core.u_datapath.gen_hardware.u_flit_buffers.write_q;
    assign state_queue_read_op_o = u_core.u_datapath.gen_hardware.u_output_queues.read_q;
    assign state_queue_write_op_o = u_core.u_datapath.gen_hardware.u_output_queues.write_q;
    localparam int TIMES = df_pkg::TIMES_W + df_pkg::TIME_W;
    for (genvar i = 0; i < df_pkg::NVP; i = i + 1) begin : gen_vc
      for (genvar slot = 0; slot < (1 << df_pkg::CTQ_W); slot = slot + 1) begin : gen_time
        if (EXISTING[i]) begin : gen_present
          assign `DF_WORD(state_time_ovc_o, TIMES, slot * df_pkg::NVP + i) =
              u_core.u_credit_timestamp_queue.gen_memories.gen_vc[i].gen_present.u_memory.word_mem[slot];
        end else begin : gen_absent
          assign `DF_WORD(state_time_ovc_o, TIMES, slot * df_pkg::NVP + i) = '0;
        end
      end
      for (genvar slot = 0; slot < df_pkg::DEPTH; slot = slot + 1) begin : gen_release
        if (DELAYED[i]) begin : gen_present
          assign `DF_WORD(state_release_ivc_o, df_pkg::TIME_W, slot * df_pkg::NVP + i) =
              u_core.u_credit_return.u_release_times.gen_memories.gen_vc[i].gen_present.u_memory.word_mem[slot];
        end else begin : gen_absent
          assign `DF_WORD(state_release_ivc_o, df_pkg::TIME_W, slot * df_pkg::NVP + i) = '0;
        end
      end
    end
  end
`endif

`ifdef DF_VIEW
  wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, view_queue_read_op, df_pkg::PORTS_2N);
  wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, view_queue_write_op, df_pkg::PORTS_2N);
  if (df_pkg::LEAN) begin : gen_view_array
    assign view_queue_read_op = u_core.u_datapath.gen_lean.u_datapath.queue_read_q;
    assign view_queue_write_op = u_core.u_datapath.gen_lean.u_datapath.queue_write_q;
  end else begin : gen_view_memories
    assign view_queue_read_op = u_core.u_datapath.gen_hardware.u_output_queues.read_q;
    assign view_queue_write_op = u_core.u_datapath.gen_hardware.u_output_queues.write_q;
  end
  df_view u_view (
      .control_i(u_core.control),
      .valid_ivc_i(valid_ivc_q),
      .flit_ip_i(flit_ip_q),
      .credit_ivc_i(credit_ivc),
      .valid_ovc_i(valid_ovc),
      .flit_op_i(flit_op_o),
      .credit_ovc_i(credit_ovc_q),
      .credits_ovc_i(u_core.credits_ovc),
      .read_ivc_i(u_core.u_input_unit.u_packet_fifos.read_q),
      .write_ivc_i(u_core.u_input_unit.u_packet_fifos.write_q),
      .grant_ivc_i(u_core.grant_ivc),
      .front_ivc_i(u_core.front_ivc),
      .route_ivc_i(u_core.route_ivc),
      .queue_read_op_i(view_queue_read_op),
      .queue_write_op_i(view_queue_write_op),
      .td_op_i(u_core.td_op),
      .least_td_i(u_core.min_td),
      .pending_ivc_i(u_core.u_credit_return.u_release_times.pending_q)
  );

`ifdef DF_STATE
  df_lockstep_view u_lockstep_view (
      .actual_valid_ovc_i(valid_ovc),
      .actual_flit_op_i(flit_op_o),
      .actual_credit_ivc_i(credit_ivc),
      .expected_valid_ovc_i(df_pkg::NVP'(expected_valid_ovc_i)),
      .expected_flit_op_i,
      .expected_credit_ivc_i(df_pkg::NVP'(expected_credit_ivc_i)),
      .actual_item_i,
      .expected_item_i
  );
`endif
`endif
endmodule
`default_nettype wire
