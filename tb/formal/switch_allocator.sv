// SPDX-License-Identifier: Apache-2.0
// Checks: SA-1, SA-3, SA-4, SA-5, SA-12, SA-13, SA-14
// The contract of the switch allocator, of section 4 of docs/microarchitecture.md, and what follows from it for whoever waits.
// In which order requests are granted is switch_order.sv's to say.
`include "formal.svh"
module formal_switch_allocator (
`include "switch_requests.svh"

  reg [NV-1:0] batch_q;
  // State at the edge, of what was granted.
  logic [NV-1:0] batch_d;
  logic [NV-1:0] held_d;
  always_comb begin : edges
    integer o;
    integer i;
    integer k;
    logic some;
    k = 0;
    batch_d = '0;
    held_d = held_q;
    some = 1'b0;
    for (i = 0; i < NV; i = i + 1)
      for (k = 0; k < NV; k = k + 1) if (grant[i] && 32'(ovc_of[i*4+:4]) == k) held_d[k] = !tail[i];
    for (o = 0; o < PORTS; o = o + 1) begin
      // W: those that wait.
      some = 1'b0;
      for (i = 0; i < NV; i = i + 1) if (front[i] && 32'(op_of[i*4+:4]) == o && !grant[i] && batch_q[i]) some = 1'b1;
      for (i = 0; i < NV; i = i + 1)
        if (front[i] && 32'(op_of[i*4+:4]) == o && !grant[i]) batch_d[i] = batch_q[i] || !some;
    end
  end
  always @(posedge clk_i)
    if (rst_i) begin
      batch_q <= '0;
      held_q <= '0;
    end else begin
      batch_q <= batch_d;
      held_q <= held_d;
    end
  `FORMAL_INSIDE(NVP, \dut.batch_q )
  `FORMAL_PROVE(holds, held == NVP'(held_q))
  `FORMAL_PROVE(batches, \dut.batch_q == NVP'(batch_q))

  // ---- the contract, of what the unit says alone ----
  logic grants_go_to_outputs;
  logic s_at_most;
  logic works;
  logic credits_are_there;
  logic packets_have_room;
  logic takes_are_grants;
  always_comb begin : contract
    integer o;
    integer i;
    integer k;
    logic [3:0] grants;
    logic [NV-1:0] to_output;
    logic wish;
    grants_go_to_outputs = 1'b1;
    s_at_most = 1'b1;
    works = 1'b1;
    credits_are_there = 1'b1;
    packets_have_room = 1'b1;
    takes_are_grants = 1'b1;
    to_output = '0;
    wish = 1'b0;
    grants = '0;
    for (o = 0; o < PORTS; o = o + 1) begin
      grants = '0;
      wish = 1'b0;
      for (i = 0; i < NV; i = i + 1) begin
        to_output[i] = 32'(op_of[i*4+:4]) == o && grant[i];
        grants = grants + 4'(to_output[i]);
        wish = wish || (32'(op_of[i*4+:4]) == o && eligible[i]);
      end
      if (32'(grants) > S || (!ready[o] && grants != 0)) s_at_most = 1'b0;
      if (grants_op[o] != wish) works = 1'b0;
      if (grants_op[o] ? grant_for_op[o*NVP+:NVP] != NVP'(to_output) : to_output != '0) grants_go_to_outputs = 1'b0;
    end
    for (k = 0; k < NV; k = k + 1) begin
      grants = '0;
      for (i = 0; i < NV; i = i + 1)
        if (grant[i] && 32'(ovc_of[i*4+:4]) == k) begin
          grants = grants + 1'b1;
          if (cut_through_i && many[i] && 5'(have[k*4+:4]) <= 5'(len[i*LEN_W+:LEN_W])) packets_have_room = 1'b0;
        end
      if (grants > have[k*4+:4]) credits_are_there = 1'b0;
      for (i = 0; i < S; i = i + 1) if (take[i*NVP+k] != (32'(grants) > i)) takes_are_grants = 1'b0;
    end
  end
  `FORMAL_PROVE(grants_are_requests, (grant[NV-1:0] & ~front) == '0 && (grant >> NV) == '0)
  `FORMAL_PROVE(each_grant_to_its_output, grants_go_to_outputs)
  `FORMAL_PROVE(at_most_s, s_at_most)
  `FORMAL_PROVE(output_works_if_it_can, works)
  `FORMAL_PROVE(grants_have_credits, credits_are_there)
  `FORMAL_PROVE(cut_through_has_room, packets_have_room)
  `FORMAL_PROVE(credits_taken_are_grants, takes_are_grants)

  // Packets: an output VC is held by the one input VC that is inside a packet for it, and nothing comes between its flits.
  logic one_holder;
  logic none_between;
  always_comb begin : packets
    integer i;
    integer j;
    one_holder = 1'b1;
    none_between = 1'b1;
    for (i = 0; i < NV; i = i + 1) begin
      if (mid_q[i] && !held[ovc_of[i*4+:4]]) one_holder = 1'b0;
      for (j = 0; j < NV; j = j + 1)
        if (i != j && ovc_of[i*4+:4] == ovc_of[j*4+:4]) begin
          if (mid_q[i] && mid_q[j]) one_holder = 1'b0;
          if (grant[j] && (mid_q[i] || (grant[i] && many[i]))) none_between = 1'b0;
        end
    end
  end
  `FORMAL_PROVE(one_packet_per_vc, one_holder)
  `FORMAL_PROVE(packets_do_not_mix, none_between)

  // ---- nobody starves ----
  // `one` waits. Outside the batch: in how many cycles has someone of the batch been granted since? In the batch: how often
  // has `one` been refused though it was eligible?
  `FORMAL_ANY(4, one)
  `FORMAL_ASSUME(32'(one) < NV)
  reg [3:0] before_q;
  reg [3:0] refused_q;
  logic one_waits;
  logic one_in_batch;
  logic one_is_eligible;
  logic one_lacks_room;
  logic one_inside;
  logic [3:0] rivals_number;  // others of the batch that request the same output
  logic rival_granted;
  always_comb begin : rivals
    integer i;
    integer k;
    k = 0;
    one_waits = 1'b0;
    one_in_batch = 1'b0;
    one_is_eligible = 1'b0;
    one_lacks_room = 1'b0;
    one_inside = 1'b0;
    rivals_number = '0;
    rival_granted = 1'b0;
    for (i = 0; i < NV; i = i + 1)
      if (32'(one) == i) begin
        one_waits = front[i];
        one_in_batch = \dut.batch_q [i];
        one_is_eligible = eligible[i];
        one_lacks_room = front[i] && many[i] && at(have, ovc_of[i*4+:4]) != '0
            && 5'(at(have, ovc_of[i*4+:4])) < need[i*5+:5];
        one_inside = mid_q[i] && grant[i] && !tail[i];
        for (k = 0; k < NV; k = k + 1)
          if (k != i && front[k] && \dut.batch_q [k] && op_of[k*4+:4] == op_of[i*4+:4]) begin
            rivals_number = rivals_number + 1'b1;
            rival_granted = rival_granted || grant[k];
          end
      end
  end
  logic one_granted;
  always_comb begin : grant_of_one
    integer i;
    one_granted = 1'b0;
    for (i = 0; i < NV; i = i + 1) if (32'(one) == i) one_granted = grant[i];
  end
  always @(posedge clk_i)
    if (rst_i || !one_waits || one_granted) begin
      before_q <= '0;
      refused_q <= '0;
    end else begin
      before_q <= before_q + 4'(!one_in_batch && rival_granted);
      refused_q <= refused_q + 4'(one_in_batch && one_is_eligible);
    end
  `FORMAL_PROVE(joins_after_all_of_a_batch, !one_waits || one_in_batch || 32'(before_q) + 32'(rivals_number) < NV)
  `FORMAL_PROVE(served_after_all_of_its_batch, !one_waits
                || (one_in_batch ? 32'(refused_q) + 32'(rivals_number) < NV : refused_q == '0))

  `FORMAL_COVER(several_grants, take[NVP+:NV] != '0)
  `FORMAL_COVER(long_packet_waits_for_room, one_lacks_room)
  `FORMAL_COVER(packet_of_three_flits, one_inside)
  `FORMAL_COVER(batch_of_three, one_in_batch && rivals_number == 4'd2)
  `FORMAL_COVER(refused_twice, refused_q == 4'd2)
  `FORMAL_COVER(overtaken_twice_outside, before_q == 4'd2)
endmodule
