// The contract of the switch allocator, of section 4 of docs/microarchitecture.md, and what follows from it for whoever waits.
// In which order requests are granted is switch_order.sv's to say.
`include "formal.svh"
module formal_switch_allocator (
    input wire                                          clk_i,
    input wire                                          rst_i,
    input wire                                          cut_through_i,
    input wire [df_pkg::NV-1:0]                         front,
    input wire [df_pkg::NV-1:0]                         head,
    input wire [df_pkg::NV-1:0]                         tail,
    input wire [df_pkg::NV*df_pkg::LEN_W-1:0]           len,
    input wire [df_pkg::NV*df_pkg::ROUTE_W-1:0]         route,
    input wire [df_pkg::PORTS-1:0]                      ready,
    input wire [df_pkg::NV*df_pkg::CREDIT_W-1:0]        credits
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int VCS = df_pkg::VCS;
  localparam int S = df_pkg::SPEEDUP;
  localparam int LEN_W = df_pkg::LEN_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int CW = df_pkg::CREDIT_W;
  `FORMAL_RESET

  // ---- the unit ----
  reg [NV-1:0] mid_q;  // mid-packet: FR-3
  logic [LEN_W*NVP-1:0] len_planes;
  logic [CW*NVP-1:0] credit_planes;
  logic [S*NVP-1:0] more_planes;
  always_comb begin : planes
    integer i;
    integer k;
    len_planes = '0;
    credit_planes = '0;
    more_planes = '0;
    for (i = 0; i < NV; i = i + 1) begin
      for (k = 0; k < LEN_W; k = k + 1) len_planes[k*NVP+i] = len[i*LEN_W+k] & front[i] & head[i] & ~tail[i];
      for (k = 0; k < CW; k = k + 1) credit_planes[k*NVP+i] = credits[i*CW+k];
      for (k = 0; k < S; k = k + 1) more_planes[k*NVP+i] = 32'(credits[i*CW+:CW]) > k;
    end
  end
  wire [NVP-1:0] grant;
  wire [PORTS-1:0] grants_op;
  wire [df_pkg::PORTS_2N*NVP-1:0] grant_for_op;
  wire [S*NVP-1:0] take;
  wire [NVP-1:0] held;
  df_switch_allocator dut (
      .clk_i,
      .rst_i,
      .cut_through_i,
      .front_ivc_i(NVP'(front)),
      .head_ivc_i(NVP'(head & front)),
      .tail_ivc_i(NVP'(tail & front)),
      .len_ivc_i(len_planes),
      .mid_ivc_i(NVP'(mid_q)),
      .route_ivc_i(route),
      .connected_op_i(df_pkg::ALL_PORTS),
      .queue_ready_op_i(ready),
      .more_ovc_i(more_planes),
      .credits_ovc_i(credit_planes),
      .grant_ivc_o(grant),
      .grants_op_o(grants_op),
      .grant_for_op_o(grant_for_op),
      .take_ovc_o(take),
      .held_ovc_o(held)
  );

  // ---- the outside ----
  // Routes lead to output VCs that exist, buffers have DEPTH slots at most, packets are heads, bodies and tails in order, a
  // front that is not granted stays, and a packet keeps its route.
  reg [NV-1:0] waits_q;
  reg [NV-1:0] head_q;
  reg [NV-1:0] tail_q;
  reg [NV*LEN_W-1:0] len_q;
  reg [NV*ROUTE_W-1:0] route_q;
  logic legal;
  always_comb begin : outside
    integer i;
    legal = 1'b1;
    for (i = 0; i < NV; i = i + 1) begin
      if (32'(route[i*ROUTE_W+VC_W+:PORT_W]) >= PORTS || 32'(route[i*ROUTE_W+:VC_W]) >= VCS) legal = 1'b0;
      if (32'(credits[i*CW+:CW]) > df_pkg::DEPTH || (i % STRIDE >= VCS && credits[i*CW+:CW] != '0)) legal = 1'b0;
      if (i % STRIDE >= VCS && front[i]) legal = 1'b0;
      if (front[i] && head[i] == mid_q[i]) legal = 1'b0;
      if ((waits_q[i] || mid_q[i]) && route[i*ROUTE_W+:ROUTE_W] != route_q[i*ROUTE_W+:ROUTE_W]) legal = 1'b0;
      if (waits_q[i] && (!front[i] || head[i] != head_q[i] || tail[i] != tail_q[i]
                         || len[i*LEN_W+:LEN_W] != len_q[i*LEN_W+:LEN_W]))
        legal = 1'b0;
    end
  end
  `FORMAL_ASSUME(legal)
  always @(posedge clk_i) begin : history
    waits_q <= rst_i ? '0 : front & ~grant[NV-1:0];
    mid_q <= rst_i ? '0 : (mid_q | (grant[NV-1:0] & head)) & ~(grant[NV-1:0] & tail);
    head_q <= head;
    tail_q <= tail;
    len_q <= len;
    route_q <= route;
  end

  // ---- the specification ----
  // Numbers of output VCs, ports, credits and grants have four bits each: word `i` of a vector, where i varies.
  function automatic logic [3:0] at(input logic [NV*4-1:0] words, input logic [3:0] i);
    integer k;
    at = '0;
    for (k = 0; k < NV; k = k + 1) if (32'(i) == k) at = words[k*4+:4];
  endfunction
  reg [NV-1:0] batch_q;
  reg [NV-1:0] held_q;
  logic [NV*4-1:0] have;            // credits of each output VC
  logic [NV*4-1:0] ovc_of;          // the output VC that each input VC requests,
  logic [NV*4-1:0] op_of;           // and its output
  logic [NV*5-1:0] need;            // credits that the front needs
  logic [NV-1:0] many;              // it is the head of several flits
  logic [NV-1:0] eligible;          // SA-3 to SA-5
  always_comb begin : requests
    integer i;
    integer k;
    logic is_held;
    k = 0;
    is_held = 1'b0;
    for (i = 0; i < NV; i = i + 1) begin
      have[i*4+:4] = 4'(credits[i*CW+:CW]);
      op_of[i*4+:4] = 4'(route[i*ROUTE_W+VC_W+:PORT_W]);
      ovc_of[i*4+:4] = 4'(32'(route[i*ROUTE_W+VC_W+:PORT_W]) * STRIDE + 32'(route[i*ROUTE_W+:VC_W]));
      many[i] = head[i] & ~tail[i];
      need[i*5+:5] = many[i] && cut_through_i ? 5'(len[i*LEN_W+:LEN_W]) + 5'd1 : 5'd1;
    end
    for (i = 0; i < NV; i = i + 1) begin
      is_held = 1'b0;
      for (k = 0; k < NV; k = k + 1) if (32'(ovc_of[i*4+:4]) == k) is_held = held_q[k];
      eligible[i] = front[i] && ready[op_of[i*4+:PORT_W]] && 5'(at(have, ovc_of[i*4+:4])) >= need[i*5+:5]
          && (mid_q[i] || !is_held);
    end
  end

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
