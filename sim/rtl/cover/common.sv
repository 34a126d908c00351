// SPDX-License-Identifier: Apache-2.0
// Cover points of the units that the routers of all families share.
`include "df_cover.svh"
`default_nettype none
/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off MULTITOP */

module df_control_registers_cover (
    input wire                       clk_i,
    input wire                       rst_i,
    input wire df_pkg::cfg_write_t   cfg_i,
    input wire df_pkg::control_t     control_q,
    input wire [df_pkg::TIME_W-1:0]  now_o
);
  reg written_q;         // there has been a write,
  reg [15:0] latest_q;   // the latest to this address
  always_ff @(posedge clk_i) begin
    if (rst_i) written_q <= 1'b0;
    else if (cfg_i.we) begin
      written_q <= 1'b1;
      latest_q <= cfg_i.addr;
    end
  end
  // Checks: PT-12
  `DF_COVER(cycle_counter_wraps, now_o == '1)
  // Checks: CR-2
  `DF_COVER(register_is_written_again, cfg_i.we && written_q && cfg_i.addr == latest_q)
  // Checks: CR-5
  `DF_COVER_IN_RESET(reset_clears_registers, control_q != '0)
endmodule
bind df_control_registers df_control_registers_cover u_cover (.*);

module df_node_cover (
    input wire clk_i,
    input wire rst_i,
    input wire cfg_we_i
);
  // Checks: CR-6
  `DF_COVER_IN_RESET(write_in_reset, cfg_we_i)
endmodule
bind df_node df_node_cover u_cover (.*);

module df_router_cover (
    input wire clk_i,
    input wire rst_i,
    input wire cfg_we_i
);
  // Checks: CR-6
  `DF_COVER_IN_RESET(write_in_reset_of_router, cfg_we_i)
endmodule
bind df_router df_router_cover u_cover (.*);

module df_router_core_cover (
    input wire                       clk_i,
    input wire                       rst_i,
    input wire df_pkg::cfg_write_t   cfg_i,
    input wire [df_pkg::NVP-1:0]     valid_ivc_i,
    input wire [df_pkg::NVP-1:0]     front_ivc,
    input wire [df_pkg::NVP-1:0]     head_ivc,
    input wire [df_pkg::NVP-1:0]     grant_ivc,
    input wire [df_pkg::NVP-1:0]     bypass_ivc,
    input wire [df_pkg::NVP-1:0]     valid_ovc_o
);
  // It comes in reset where that begins in traffic: what waits then must be forgotten.
  // Checks: CR-5, PT-13
  `DF_COVER_IN_RESET(reset_in_traffic, front_ivc != '0)
  // Checks: CR-3
  `DF_COVER(write_in_traffic, cfg_i.we && (valid_ivc_i | front_ivc) != '0)
  if (df_pkg::VCS > 1) begin : gen_vcs
    // Checks: SE-7
    `DF_COVER(flit_leaves_on_upper_vc, (valid_ovc_o & ~df_pkg::one_vc_of_ports(df_pkg::ALL_PORTS, 0)) != '0)
  end
  if (!df_pkg::DECIDES_ON_ARRIVAL) begin : gen_front
    // Checks: RT-9
    `DF_COVER(decision_is_written_past_the_buffer, (grant_ivc & bypass_ivc & head_ivc & df_pkg::ASKING) != '0)
    // Checks: RT-9
    `DF_COVER(decision_is_written_from_the_buffer, (grant_ivc & ~bypass_ivc & head_ivc & df_pkg::ASKING) != '0)
  end
endmodule
bind df_router_core df_router_core_cover u_cover (.*);

module df_random_registers_cover (
    input wire                          clk_i,
    input wire                          rst_i,
    input wire df_pkg::cfg_write_t      cfg_i,
    input wire [df_pkg::ASKERS-1:0]     decide_ask_i
);
  wire [df_pkg::ASKERS-1:0] draws;    // a random number is drawn,
  wire [df_pkg::ASKERS-1:0] without;  // or a decision needs none
  wire [df_pkg::ASKERS-1:0] written;
  for (genvar n = 0; n < df_pkg::ASKERS; n = n + 1) begin : gen_asker
    assign draws[n] = decide_ask_i[n] && df_pkg::draws(n);
    assign without[n] = decide_ask_i[n] && !df_pkg::draws(n);
    assign written[n] = cfg_i.we && cfg_i.addr == df_pkg::ADDR_LFSR + 16'(n);
  end
  wire [df_pkg::ASKERS-1:0] writes = {df_pkg::ASKERS{cfg_i.we}};
  // Checks: CR-15, DA-7, RT-3
  `DF_COVER(random_number_is_drawn, draws != '0)
  // Checks: DA-7, RT-3
  `DF_COVER(random_number_is_drawn_beside_a_write, (draws & writes & ~written) != '0)
  if (df_pkg::DECIDES_ON_ARRIVAL) begin : gen_on_arrival
    // Checks: DA-8
    `DF_COVER(decision_draws_nothing, without != '0)
  end
endmodule
bind df_random_registers df_random_registers_cover u_cover (.*);

module df_input_unit_cover (
    input wire                                                  clk_i,
    input wire                                                  rst_i,
    input wire [df_pkg::NVP-1:0]                                front_ivc_o,
    input wire [df_pkg::NVP-1:0]                                grant_ivc_i,
    input wire [df_pkg::NVP-1:0]                                store_ivc_o,
    input wire [df_pkg::NVP-1:0]                                stored_q,
    input wire [df_pkg::NVP-1:0]                                mid_q,
    input wire [df_pkg::NVP-1:0]                                decided_q,
    input wire [df_pkg::NVP-1:0]                                arrival_head,
    input wire [df_pkg::NVP-1:0]                                bypass,
    input wire [df_pkg::NVP-1:0]                                popped,
    input wire [df_pkg::NVP-1:0]                                next
);
  // Checks: FR-2
  `DF_COVER(flit_leaves_as_it_arrives, (bypass & grant_ivc_i) != '0)
  // Checks: FR-1
  `DF_COVER(flit_is_stored_in_empty_buffer, (bypass & ~grant_ivc_i) != '0)
  // Checks: FR-1, SE-5
  `DF_COVER(buffer_is_written_and_read, (store_ivc_o & next) != '0)
  // Checks: FR-1, SE-5
  `DF_COVER(arriving_flit_becomes_front, (store_ivc_o & popped & ~next) != '0)
  // Checks: FR-1
  `DF_COVER(buffer_runs_empty, (popped & ~next & ~store_ivc_o) != '0)
  // Checks: FR-3, FR-4
  `DF_COVER(body_is_late, (mid_q & ~front_ivc_o) != '0)
  // Checks: SA-2
  `DF_COVER(front_waits, (stored_q & ~grant_ivc_i) != '0)
  if (!df_pkg::DECIDES_ON_ARRIVAL) begin : gen_front
    // Checks: QE-1, RT-2
    `DF_COVER(decision_waits, (decided_q & ~grant_ivc_i) != '0)
  end else begin : gen_arrival
    // Checks: DA-1
    `DF_COVER(head_is_decided_behind_others, (arrival_head & stored_q) != '0)
  end
endmodule
bind df_input_unit df_input_unit_cover u_cover (.*);

module df_packet_fifos_cover (
    input wire                      clk_i,
    input wire                      rst_i,
    input wire [df_pkg::NVP-1:0]    store_ivc_i,
    input wire [df_pkg::NVP-1:0]    pop_ivc_i,
    input wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, read_q, df_pkg::NVP),
    input wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, write_q, df_pkg::NVP)
);
  localparam int PW = df_pkg::PTR_W;
  wire [df_pkg::NVP-1:0] full;
  wire [df_pkg::NVP-1:0] read_wraps;
  wire [df_pkg::NVP-1:0] write_wraps;
  for (genvar i = 0; i < df_pkg::NVP; i = i + 1) begin : gen_vc
    wire [PW-1:0] count = `DF_WORD(write_q, PW, i) - `DF_WORD(read_q, PW, i);
    assign full[i] = count[PW-1];
    assign read_wraps[i] = pop_ivc_i[i] && `DF_WORD(read_q, PW, i) == '1;
    assign write_wraps[i] = store_ivc_i[i] && `DF_WORD(write_q, PW, i) == '1;
  end
  // Checks: SP-2
  `DF_COVER(buffer_is_full, full != '0)
  // Checks: SP-2
  `DF_COVER(full_buffer_is_read, (full & pop_ivc_i) != '0)
  // Checks: AS-2
  `DF_COVER(read_pointer_wraps, read_wraps != '0)
  // Checks: AS-2
  `DF_COVER(write_pointer_wraps, write_wraps != '0)
endmodule
bind df_packet_fifos df_packet_fifos_cover u_cover (.*);

// With the bodies for synthesis the loop would be copied for each output, and nothing would be granted otherwise.
`ifdef DF_BODY_SIMULATION
module df_switch_allocator_cover (
    input wire                                                  clk_i,
    input wire                                                  rst_i,
    input wire                                                  cut_through_i,
    input wire [df_pkg::NVP-1:0]                                front_ivc_i,
    input wire [df_pkg::NVP-1:0]                                mid_ivc_i,
    input wire [df_pkg::NVP-1:0]                                multi,
    input wire [df_pkg::NVP-1:0]                                eligible,
    input wire [df_pkg::PORTS-1:0]                              queue_ready_op_i,
    input wire [df_pkg::NVP-1:0]                                held_q,
    input wire [df_pkg::NVP-1:0]                                batch_q,
    input wire [df_pkg::NVP-1:0]                                grant_ivc_o,
    input wire [df_pkg::NVP-1:0]                                hold_d,
    input wire [df_pkg::NVP-1:0]                                free_d,
    input wire [df_pkg::PORTS-1:0]                              moved_op,
    input wire [df_pkg::PORTS_2N-1:0]                           requested_op,
    input wire `DF_WIRES(port_masks_t, df_pkg::NVP, request_for_op, df_pkg::PORTS_2N),
    input wire `DF_WIRES(vc_masks_t, df_pkg::NVP, request_for_vc, df_pkg::VCS_2N),
    input wire `DF_WIRES(port_masks_t, df_pkg::NVP, lower_d, df_pkg::PORTS_2N),
    input wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc_i, df_pkg::SPEEDUP),
    input wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_o, df_pkg::SPEEDUP)
);
  localparam int NVP = df_pkg::NVP;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);
  logic [df_pkg::PORTS-1:0] credit_wait;   // outputs whose requests wait for credits,
  logic [df_pkg::PORTS-1:0] queue_wait;    // or for room in the queue
  logic held_wait;                         // a head waits for the packet that holds its VC
  logic limit;                             // as many grants as there can be, and requests that are left
  logic overtaken;                         // one that is not in the batch is granted, and one that is is not
  logic begins;                            // all requests of an output that wait become a batch,
  logic ends;                              // the last of a batch are granted,
  logic both;                              // or both
  logic last_vc;                           // the search goes on behind the last input VC
  logic behind_flit;                       // a head of several flits waits as another flit takes a credit of its VC,
  logic behind_head;                       // or any flit as such a head takes the VC
  always_comb begin : look
    integer o;
    integer v;
    logic [df_pkg::PORTS_2N-1:0] rem;
    logic [NVP-1:0] request;
    logic [NVP-1:0] granted;
    logic [NVP-1:0] refused;
    logic [NVP-1:0] here;    // requests for a VC
    logic [STRIDE-1:0] more;
    logic [STRIDE-1:0] more_of_all;  // S credits
    logic [STRIDE-1:0] held;
    logic begun;
    logic ended;
    o = 0;
    v = 0;
    request = '0;
    granted = '0;
    refused = '0;
    here = '0;
    more = '0;
    more_of_all = '0;
    held = '0;
    begun = 1'b0;
    ended = 1'b0;
    credit_wait = '0;
    queue_wait = '0;
    held_wait = 1'b0;
    limit = 1'b0;
    overtaken = 1'b0;
    begins = 1'b0;
    ends = 1'b0;
    both = 1'b0;
    last_vc = 1'b0;
    behind_flit = 1'b0;
    behind_head = 1'b0;
    rem = requested_op;
    `DF_FOR_EACH(o, rem, df_pkg::PORTS) begin
      request = `DF_WORD(request_for_op, NVP, o[df_pkg::PORT_W-1:0]);
      granted = request & grant_ivc_o;
      refused = request & ~grant_ivc_o;
      more = STRIDE'(`DF_WORD(more_ovc_i, NVP, 0) >> df_pkg::IVC_W'(o * STRIDE));
      more_of_all = STRIDE'(`DF_WORD(more_ovc_i, NVP, df_pkg::SPEEDUP - 1) >> df_pkg::IVC_W'(o * STRIDE));
      held = STRIDE'(held_q >> df_pkg::IVC_W'(o * STRIDE));
      for (v = 0; v < df_pkg::VCS; v = v + 1) begin
        here = request & `DF_WORD(request_for_vc, NVP, v);
        if (here != '0 && !more[v]) credit_wait = credit_wait | (df_pkg::PORTS'(1) << o);
        if ((here & ~mid_ivc_i) != '0 && held[v]) held_wait = 1'b1;
        // With room for S flits and credits for all of them nothing else keeps a request waiting.
        if (more_of_all[v] && !held[v] && $countones(granted) < df_pkg::SPEEDUP
            && ((df_pkg::PORTS_2N'(queue_ready_op_i) >> o) & df_pkg::PORTS_2N'(1)) != '0) begin
          if ((here & granted & ~multi) != '0 && (here & refused & eligible & multi) != '0) behind_flit = 1'b1;
          if ((here & granted & multi) != '0 && (here & refused & eligible & ~multi) != '0) behind_head = 1'b1;
        end
      end
      if (((df_pkg::PORTS_2N'(queue_ready_op_i) >> o) & df_pkg::PORTS_2N'(1)) == '0)
        queue_wait = queue_wait | (df_pkg::PORTS'(1) << o);
      if ($countones(granted) == df_pkg::SPEEDUP && (refused & eligible) != '0) limit = 1'b1;
      if ((granted & ~batch_q) != '0 && (refused & batch_q) != '0) overtaken = 1'b1;
      ended = (granted & batch_q) != '0 && (refused & batch_q) == '0;
      begun = refused != '0 && (refused & batch_q) == '0;
      begins = begins | begun;
      ends = ends | ended;
      both = both | (begun & ended);
      if (((df_pkg::PORTS_2N'(moved_op) >> o) & df_pkg::PORTS_2N'(1)) != '0
          && (EXISTING & ~`DF_WORD(lower_d, NVP, o[df_pkg::PORT_W-1:0])) == '0)
        last_vc = 1'b1;
    end
  end
  // Checks: SA-4
  `DF_COVER(request_waits_for_credit, credit_wait != '0)
  // Checks: SA-3
  `DF_COVER(request_waits_for_queue, queue_wait != '0)
  // Checks: SA-5
  `DF_COVER(head_waits_for_held_vc, held_wait)
  // Checks: CR-8, SA-5
  `DF_COVER(head_waits_for_room_for_its_packet, cut_through_i && (multi & front_ivc_i & ~eligible) != '0)
  // Checks: SA-7
  `DF_COVER(speedup_is_used_up, limit)
  // Checks: SA-6, SA-14
  `DF_COVER(late_request_overtakes_batch, overtaken)
  // Checks: SA-13
  `DF_COVER(batch_begins, begins)
  // Checks: SA-12, SA-13
  `DF_COVER(batch_ends, ends)
  // Checks: SA-13
  `DF_COVER(batch_begins_as_another_ends, both)
  // Checks: SA-11
  `DF_COVER(pointer_moves, moved_op != '0)
  // Checks: SA-11
  `DF_COVER(pointer_wraps, last_vc)
  // Checks: SA-1
  `DF_COVER(two_outputs_grant, (moved_op & (moved_op - 1'b1)) != '0)
  // Checks: SE-4
  `DF_COVER(head_takes_vc, hold_d != '0)
  // Checks: SE-4
  `DF_COVER(tail_frees_vc, free_d != '0)
  if (df_pkg::SPEEDUP > 1) begin : gen_several
    // Checks: SA-8
    `DF_COVER(several_flits_take_a_vc, `DF_WORD(take_ovc_o, NVP, 1) != '0)
    if (df_pkg::DEPTH >= df_pkg::SPEEDUP) begin : gen_deep
      // Checks: SA-9
      `DF_COVER(head_waits_for_flit_of_its_vc, behind_flit)
      // Checks: SA-10
      `DF_COVER(flit_waits_for_head_of_its_vc, behind_head)
    end
  end
  if (df_pkg::TERMINAL_PORTS != '0) begin : gen_terminals
    // Checks: SA-4
    `DF_COVER(terminal_without_credit, (credit_wait & df_pkg::TERMINAL_PORTS) != '0)
    // Checks: SA-3
    `DF_COVER(terminal_queue_is_full, (queue_wait & df_pkg::TERMINAL_PORTS) != '0)
  end
  if ((~df_pkg::TERMINAL_PORTS) != '0) begin : gen_channels
    // Checks: SA-4
    `DF_COVER(channel_without_credit, (credit_wait & ~df_pkg::TERMINAL_PORTS) != '0)
    // Checks: SA-3
    `DF_COVER(channel_queue_is_full, (queue_wait & ~df_pkg::TERMINAL_PORTS) != '0)
  end
  if (df_pkg::DELAYED_PORTS != '0) begin : gen_delayed
    // Checks: SA-4
    `DF_COVER(delayed_port_without_credit, (credit_wait & df_pkg::DELAYED_PORTS) != '0)
    // Checks: SA-3
    `DF_COVER(delayed_port_queue_is_full, (queue_wait & df_pkg::DELAYED_PORTS) != '0)
  end
  if (df_pkg::PUBLISHED != 0) begin : gen_published
    // Checks: SA-4
    `DF_COVER(published_port_without_credit, (credit_wait >> df_pkg::FIRST_PUBLISHED) != '0)
    // Checks: SA-3
    `DF_COVER(published_port_queue_is_full, (queue_wait >> df_pkg::FIRST_PUBLISHED) != '0)
  end
endmodule
bind df_switch_allocator df_switch_allocator_cover u_cover (.*);
`endif

module df_lean_datapath_cover (
    input wire                                                  clk_i,
    input wire                                                  rst_i,
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input wire [df_pkg::NVP-1:0]                                grant_ivc_i,
    input wire [df_pkg::NVP-1:0]                                bypass_ivc_i,
    input wire [df_pkg::NVP-1:0]                                store_ivc_i,
    input wire [df_pkg::PORTS-1:0]                              grants_op_i,
    input wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),
    input wire [df_pkg::PORTS-1:0]                              paused_op_i,
    input wire [df_pkg::PORTS-1:0]                              queue_ready_op_o,
    input wire [df_pkg::PORTS-1:0]                              some_q,
    input wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W + 1, queue_read_q, df_pkg::PORTS_2N),
    input wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W + 1, queue_write_q, df_pkg::PORTS_2N)
);
  localparam int OQP_W = df_pkg::OQ_W + 1;
  wire [df_pkg::PORTS-1:0] wrapped;
  wire [df_pkg::PORTS-1:0] several;
  wire [df_pkg::PORTS-1:0] last;   // the queue holds one flit
  for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_output
    wire [OQP_W-1:0] read = `DF_WORD(queue_read_q, OQP_W, o);
    wire [OQP_W-1:0] write = `DF_WORD(queue_write_q, OQP_W, o);
    wire [OQP_W-1:0] length = write - read;
    assign wrapped[o] = df_pkg::OQ_W'(write) < df_pkg::OQ_W'(read) && length != '0;
    assign several[o] = grants_op_i[o] && $countones(`DF_WORD(grant_for_op_i, df_pkg::NVP, o)) > 1;
    assign last[o] = length == OQP_W'(1);
  end
  // Of a head that leaves as it arrives.
  wire [df_pkg::PORTS-1:0] far;
  for (genvar p = 0; p < df_pkg::PORTS; p = p + 1) begin : gen_input
    assign far[p] = (grant_ivc_i[p*df_pkg::STRIDE+:df_pkg::STRIDE] & bypass_ivc_i[p*df_pkg::STRIDE+:df_pkg::STRIDE]) != '0
        && `DF_BIT(flit_ip_i, df_pkg::FLIT_W, p, df_pkg::HEAD_AT)
        && df_pkg::HOPS_W'(`DF_WORD(flit_ip_i, df_pkg::FLIT_W, p) >> df_pkg::HOPS_AT) == '1;
  end
  // Heads among what arrives.
  wire [df_pkg::NVP-1:0] head;
  for (genvar i = 0; i < df_pkg::NVP; i = i + 1) begin : gen_head
    if (i < df_pkg::NV) begin : gen_vc
      assign head[i] = `DF_BIT(flit_ip_i, df_pkg::FLIT_W, i >> df_pkg::VC_BITS, df_pkg::HEAD_AT);
    end else begin : gen_none
      assign head[i] = 1'b0;
    end
  end
  wire [df_pkg::NVP-1:0] from_terminals = df_pkg::vcs_of_ports(df_pkg::TERMINAL_PORTS);
  if (df_pkg::DECIDES_ON_ARRIVAL) begin : gen_arrival
    // Checks: DA-16
    `DF_COVER(decision_is_written_as_head_is_stored, (store_ivc_i & head) != '0)
    // Checks: DA-16
    `DF_COVER(decision_is_written_as_head_passes, (grant_ivc_i & bypass_ivc_i & head & from_terminals) != '0)
    // Checks: DA-16
    `DF_COVER(head_of_channel_keeps_its_salt, (grant_ivc_i & bypass_ivc_i & head & ~from_terminals) != '0)
  end
  wire [df_pkg::PORTS-1:0] paused = (df_pkg::SLOW_CHANNELS != 0) ? paused_op_i : '0;
  // Checks: PT-5, SE-6
  `DF_COVER(flit_leaves_past_empty_queue, (grants_op_i & ~some_q & ~paused) != '0)
  // Checks: SE-6
  `DF_COVER(queue_is_written_and_read, (grants_op_i & some_q & ~paused) != '0)
  // Checks: SE-6
  `DF_COVER(queue_runs_empty, (last & ~grants_op_i & ~paused) != '0)
  // Checks: CR-11, SA-3
  `DF_COVER(queue_is_at_its_limit, queue_ready_op_o != '1)
  // Checks: SE-6
  `DF_COVER(queue_wraps, wrapped != '0)
  // Checks: SE-3
  `DF_COVER(several_flits_come_to_an_output, several != '0)
  // Checks: SE-3, SE-6
  `DF_COVER(several_flits_come_to_empty_queue, (several & ~some_q) != '0)
  // Checks: SE-2
  `DF_COVER(hops_saturate, far != '0)
  if (df_pkg::SLOW_CHANNELS != 0) begin : gen_slow
    // Checks: SE-8
    `DF_COVER(flit_comes_to_paused_output, (grants_op_i & paused_op_i & ~some_q) != '0)
    // Checks: SE-8
    `DF_COVER(queue_waits_for_paused_output, (some_q & paused_op_i) != '0)
  end
endmodule
bind df_lean_datapath df_lean_datapath_cover u_cover (.*);

module df_output_pauses_cover (
    input wire                           clk_i,
    input wire                           rst_i,
    input wire [df_pkg::PORTS-1:0]       sends_op_i,
    input wire [df_pkg::PORTS-1:0]       paused_op_o,
    input wire [df_pkg::PORTS*8-1:0]     pause_op_o
);
  if (df_pkg::SLOW_CHANNELS != 0) begin : gen_slow
    reg [df_pkg::PORTS-1:0] paused_q;
    always_ff @(posedge clk_i) paused_q <= rst_i ? '0 : paused_op_o;
    wire [df_pkg::PORTS-1:0] longest;
    for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_output
      assign longest[o] = pause_op_o[o*8+:8] == 8'd254;
    end
    // Checks: SE-9
    `DF_COVER(output_pauses, paused_op_o != '0)
    // Checks: SE-9, SE-10
    `DF_COVER(output_sends_after_its_pause, (paused_q & ~paused_op_o & sends_op_i) != '0)
    // Checks: SE-9
    `DF_COVER(output_is_idle_after_its_pause, (paused_q & ~paused_op_o & ~sends_op_i) != '0)
    // Checks: CR-17, SE-9
    `DF_COVER(longest_pause, longest != '0)
  end
endmodule
bind df_output_pauses df_output_pauses_cover u_cover (.*);

module df_credit_tracker_cover (
    input wire                           clk_i,
    input wire                           rst_i,
    input wire                           load_i,
    input wire [df_pkg::CREDIT_W-1:0]    depth_i,
    input wire [df_pkg::NVP-1:0]         return_ovc_i,
    input wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_i, df_pkg::SPEEDUP),
    input wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_o, df_pkg::CREDIT_W),
    input wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_d, df_pkg::CREDIT_W)
);
  localparam int W = df_pkg::CREDIT_W;
  localparam int NVP = df_pkg::NVP;
  logic [NVP-1:0] had;      // output VCs that had credits before it
  reg [NVP-1:0] back_q;     // output VCs whose only credit came back in the cycle before
  always_ff @(posedge clk_i) back_q <= rst_i ? '0 : return_ovc_i & ~had;
  logic [NVP-1:0] some;     // output VCs with credits after this edge,
  logic [NVP-1:0] differs;  // and those that have not all
  always_comb begin : look
    integer k;
    had = '0;
    some = '0;
    differs = '0;
    for (k = 0; k < W; k = k + 1) begin
      had = had | `DF_WORD(credits_ovc_o, NVP, k);
      some = some | `DF_WORD(credits_d, NVP, k);
      differs = differs | (`DF_WORD(credits_d, NVP, k) ^ {NVP{depth_i[k]}});
    end
  end
  // Checks: SE-1, SE-11
  `DF_COVER(credit_is_taken_and_comes_back, (`DF_WORD(take_ovc_i, NVP, 0) & return_ovc_i) != '0)
  // Checks: CR-10
  `DF_COVER(credits_are_loaded, load_i && had == '0)
  // Checks: CR-10
  `DF_COVER(credits_are_loaded_again, load_i && had != '0)
  // Checks: SE-12
  `DF_COVER(returned_credit_is_taken_at_once, (back_q & `DF_WORD(take_ovc_i, NVP, 0)) != '0)
  // Checks: SE-1
  `DF_COVER(last_credit_is_taken, !load_i && (`DF_WORD(take_ovc_i, NVP, 0) & ~return_ovc_i & ~some) != '0)
  // Checks: SE-11
  `DF_COVER(last_credit_comes_back, !load_i && (return_ovc_i & ~`DF_WORD(take_ovc_i, NVP, 0) & ~differs) != '0)
  if (df_pkg::SPEEDUP > 1) begin : gen_several
    // Checks: SE-1
    `DF_COVER(several_credits_are_taken, `DF_WORD(take_ovc_i, NVP, 1) != '0)
  end
  if (df_pkg::SPEEDUP > 1 && df_pkg::DEPTH >= df_pkg::SPEEDUP) begin : gen_most
    // Checks: SA-7, SE-1
    `DF_COVER(most_credits_are_taken, `DF_WORD(take_ovc_i, NVP, df_pkg::SPEEDUP - 1) != '0)
  end
endmodule
bind df_credit_tracker df_credit_tracker_cover u_cover (.*);

module df_credit_timestamp_queue_cover (
    input wire                                                  clk_i,
    input wire                                                  rst_i,
    input wire                                                  enable_i,
    input wire [7:0]                                            one_in_i,
    input wire [df_pkg::TIME_W-1:0]                             now_i,
    input wire [df_pkg::NVP-1:0]                                return_ovc_i,
    input wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_i, df_pkg::SPEEDUP),
    input wire [df_pkg::PORTS-1:0]                              sample_op_o,
    input wire [df_pkg::PORTS*df_pkg::TIME_W-1:0]               trip_op_o,
    input wire [df_pkg::NV*8-1:0]                               taken_q,
    input wire [df_pkg::NV*8-1:0]                               returned_q,
    input wire [df_pkg::NV*(df_pkg::CTQ_W+1)-1:0]               write_q,
    input wire [df_pkg::NV*(df_pkg::CTQ_W+1)-1:0]               read_q
);
  localparam int TIME_W = df_pkg::TIME_W;
  localparam int PW = df_pkg::CTQ_W + 1;
  wire [df_pkg::NV-1:0] tracked;
  wire [df_pkg::NV-1:0] measured;
  wire [df_pkg::NV-1:0] taken_wraps;     // the last one that is not tracked is taken,
  wire [df_pkg::NV-1:0] returned_wraps;  // or comes back
  wire [df_pkg::NV-1:0] full;
  wire [df_pkg::NV-1:0] wraps;
  wire [df_pkg::NV-1:0] last;            // there is one entry
  for (genvar i = 0; i < df_pkg::NV; i = i + 1) begin : gen_vc
    assign tracked[i] = `DF_BIT(take_ovc_i, df_pkg::NVP, 0, i) && taken_q[i*8+:8] == '0;
    assign measured[i] = return_ovc_i[i] && returned_q[i*8+:8] == '0;
    assign taken_wraps[i] = `DF_BIT(take_ovc_i, df_pkg::NVP, 0, i) && taken_q[i*8+:8] == one_in_i - 8'd1;
    assign returned_wraps[i] = return_ovc_i[i] && returned_q[i*8+:8] == one_in_i - 8'd1;
    wire [PW-1:0] fill = write_q[i*PW+:PW] - read_q[i*PW+:PW];
    assign full[i] = 32'(fill) == df_pkg::CTQ_DEPTH;
    assign wraps[i] = fill != '0 && df_pkg::CTQ_W'(write_q[i*PW+:PW]) < df_pkg::CTQ_W'(read_q[i*PW+:PW]);
    assign last[i] = fill == PW'(1);
  end
  wire [df_pkg::PORTS-1:0] late;   // the time was taken before the cycle counter wrapped
  for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_output
    assign late[o] = sample_op_o[o] && trip_op_o[o*TIME_W+:TIME_W] > now_i - TIME_W'(1);
  end
  // Checks: CT-2
  `DF_COVER(time_is_kept, enable_i && tracked != '0)
  // Checks: CT-3, CT-6
  `DF_COVER(round_trip_is_measured, sample_op_o != '0)
  // Checks: CT-3
  `DF_COVER(round_trip_over_wrap_of_counter, late != '0)
  // Checks: CT-2, CT-3
  `DF_COVER(time_is_kept_and_measured, enable_i && (tracked & measured) != '0)
  // Checks: CT-2
  `DF_COVER(count_of_taken_wraps, enable_i && one_in_i > 8'd1 && taken_wraps != '0)
  // Checks: CT-3
  `DF_COVER(count_of_returned_wraps, enable_i && one_in_i > 8'd1 && returned_wraps != '0)
  // Checks: CT-1
  `DF_COVER(nothing_is_measured, !enable_i && `DF_WORD(take_ovc_i, df_pkg::NVP, 0) != '0 && return_ovc_i != '0)
  // Checks: CT-3
  `DF_COVER(last_time_is_measured, enable_i && (last & measured & ~tracked) != '0)
  // Checks: CT-4
  `DF_COVER(timestamp_queue_is_full, full != '0)
  // Checks: CT-4
  `DF_COVER(timestamp_queue_wraps, wraps != '0)
  // Checks: CR-13, CT-3
  `DF_COVER(credit_is_not_tracked, enable_i && one_in_i > 8'd1 && (return_ovc_i[df_pkg::NV-1:0] & ~measured) != '0)
  if (df_pkg::VCS > 1) begin : gen_vcs
    // Checks: CT-7
    `DF_COVER(two_vcs_measure, enable_i && df_pkg::two_vcs_of_a_port(df_pkg::NVP'(measured)))
  end
endmodule
bind df_credit_timestamp_queue df_credit_timestamp_queue_cover u_cover (.*);

module df_td_registers_cover (
    input wire                                       clk_i,
    input wire                                       rst_i,
    input wire [df_pkg::PORTS-1:0]                   connected_op_i,
    input wire [df_pkg::PORTS-1:0]                   sample_op_i,
    input wire [df_pkg::PORTS*df_pkg::TIME_W-1:0]    trip_op_i,
    input wire [df_pkg::PORTS*df_pkg::TIME_W-1:0]    tcrt0_q,
    input wire [df_pkg::PORTS*df_pkg::TD_W-1:0]      td_op_o,
    input wire [df_pkg::TD_W-1:0]                    min_td_o
);
  localparam int TIME_W = df_pkg::TIME_W;
  wire [df_pkg::PORTS-1:0] faster;
  wire [df_pkg::PORTS-1:0] same;
  wire [df_pkg::PORTS-1:0] slower;
  wire [df_pkg::PORTS-1:0] most;
  for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_output
    assign faster[o] = sample_op_i[o] && trip_op_i[o*TIME_W+:TIME_W] < tcrt0_q[o*TIME_W+:TIME_W];
    assign same[o] = sample_op_i[o] && trip_op_i[o*TIME_W+:TIME_W] == tcrt0_q[o*TIME_W+:TIME_W];
    assign slower[o] = sample_op_i[o] && trip_op_i[o*TIME_W+:TIME_W] > tcrt0_q[o*TIME_W+:TIME_W];
    assign most[o] = connected_op_i[o] && td_op_o[o*df_pkg::TD_W+:df_pkg::TD_W] == '1;
  end
  // Checks: CR-16, CT-5
  `DF_COVER(trip_is_shorter_than_at_zero_load, faster != '0)
  // Checks: CT-5, CT-8
  `DF_COVER(trip_is_that_at_zero_load, same != '0)
  // Checks: CT-5
  `DF_COVER(trip_is_longer_than_at_zero_load, slower != '0)
  // Checks: CT-5
  `DF_COVER(t_d_saturates, most != '0)
  // Checks: CT-10
  `DF_COVER(least_t_d_is_above_zero, connected_op_i != '0 && min_td_o != '0 && min_td_o != '1)
endmodule
bind df_td_registers df_td_registers_cover u_cover (.*);

module df_credit_return_cover (
    input wire                                       clk_i,
    input wire                                       rst_i,
    input wire                                       delay_i,
    input wire [df_pkg::TIME_W-1:0]                  now_i,
    input wire [df_pkg::NVP-1:0]                     grant_ivc_i,
    input wire [df_pkg::PORTS-1:0]                   grants_op_i,
    input wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),
    input wire [df_pkg::NVP-1:0]                     pending_ivc,
    input wire [df_pkg::NVP-1:0]                     hold_ivc,
    input wire [df_pkg::NVP-1:0]                     release_ivc,
    input wire `DF_WIRES(delays_of_vcs_t, df_pkg::TD_W, delay_ivc, df_pkg::NVP)
);
  localparam int NVP = df_pkg::NVP;
  localparam logic [NVP-1:0] DELAYED = df_pkg::vcs_of_ports(df_pkg::DELAYED_PORTS);
  // Checks: SE-13
  `DF_COVER(credit_returns_in_cycle_of_grant, !delay_i && grant_ivc_i != '0)
  if (df_pkg::DELAYED_PORTS != '0) begin : gen_delayed
    wire [NVP-1:0] no_delay;
    wire [NVP-1:0] over_wrap;
    for (genvar i = 0; i < NVP; i = i + 1) begin : gen_vc
      wire [df_pkg::TIME_W-1:0] release_time = now_i + df_pkg::TIME_W'(`DF_WORD(delay_ivc, df_pkg::TD_W, i));
      assign no_delay[i] = `DF_WORD(delay_ivc, df_pkg::TD_W, i) == '0;
      assign over_wrap[i] = release_time < now_i;
    end
    wire [df_pkg::PORTS-1:0] on;   // a flit comes by a delayed port and goes on by one
    for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_output
      assign on[o] = df_pkg::DELAYED_PORTS[o] && grants_op_i[o] && (`DF_WORD(grant_for_op_i, NVP, o) & DELAYED) != '0;
    end
    // Checks: CT-10
    `DF_COVER(credit_is_held, hold_ivc != '0)
    // Checks: CT-12
    `DF_COVER(credit_of_delayed_port_returns_at_once, delay_i && (grant_ivc_i & DELAYED & ~hold_ivc) != '0)
    // Checks: CT-14
    `DF_COVER(credit_of_other_port_returns_at_once, delay_i && (grant_ivc_i & ~DELAYED) != '0)
    // Checks: CT-13
    `DF_COVER(credit_waits_for_another, (hold_ivc & pending_ivc & no_delay) != '0)
    // Checks: CT-10, CT-12
    `DF_COVER(credit_is_held_as_another_is_released, (hold_ivc & release_ivc) != '0)
    // Checks: CT-12
    `DF_COVER(release_after_wrap_of_counter, (hold_ivc & over_wrap) != '0)
    // Checks: CT-11
    `DF_COVER(delays_are_not_passed_on, delay_i && on != '0)
  end
endmodule
bind df_credit_return df_credit_return_cover u_cover (.*);

module df_release_times_cover (
    input wire                      clk_i,
    input wire                      rst_i,
    input wire [df_pkg::NVP-1:0]    hold_ivc_i,
    input wire [df_pkg::NVP-1:0]    release_ivc_o,
    input wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, read_q, df_pkg::NVP),
    input wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, write_q, df_pkg::NVP)
);
  localparam int PW = df_pkg::PTR_W;
  localparam int NVP = df_pkg::NVP;
  if (df_pkg::DELAYED_PORTS != '0) begin : gen_delayed
    wire [NVP-1:0] several;
    wire [NVP-1:0] full;
    for (genvar i = 0; i < NVP; i = i + 1) begin : gen_vc
      wire [PW-1:0] count = `DF_WORD(write_q, PW, i) - `DF_WORD(read_q, PW, i);
      assign several[i] = count > PW'(1);
      assign full[i] = count[PW-1];
    end
    // Checks: CT-12
    `DF_COVER(last_held_credit_is_released, (release_ivc_o & ~several & ~hold_ivc_i) != '0)
    // Checks: CT-13
    `DF_COVER(several_credits_are_held, several != '0)
    // Checks: CT-10
    `DF_COVER(as_many_credits_are_held_as_there_are, full != '0)
  end
endmodule
bind df_release_times df_release_times_cover u_cover (.*);
`default_nettype wire
