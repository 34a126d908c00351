// The switch allocator against section 4 of docs/microarchitecture.md: a plain visit of the requests in their order, from
// pointer, batch and held output VCs.
`include "formal.svh"
module formal_switch_order (
    input wire                                          clk_i,
    input wire                                          rst_i,
    input wire                                          cut_through_i,
    input wire [df_pkg::NV-1:0]                         front,
    input wire [df_pkg::NV-1:0]                         head,
    input wire [df_pkg::NV-1:0]                         tail,
    input wire [df_pkg::NV*df_pkg::LEN_W-1:0]           len,
    input wire [df_pkg::NV*df_pkg::ROUTE_W-1:0]         route,
    input wire [df_pkg::PORTS-1:0]                      ready,
    input wire [df_pkg::PORTS*4-1:0]                    pointers,  // any
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

  // The state of the unit: any that may be, be it reached or not.
  `FORMAL_INSIDE(NVP, \dut.batch_q )
  `FORMAL_INSIDE(df_pkg::PORTS_2N*NVP, \dut.lower_q )
  `FORMAL_INSIDE(df_pkg::PORTS_2N*NVP, \dut.lower_d )
  `FORMAL_INSIDE(PORTS, \dut.moved_op )
  wire [NV-1:0] batch_q = \dut.batch_q [NV-1:0];
  wire [NV-1:0] held_q = held[NV-1:0];

  // ---- the specification ----
  // Numbers of output VCs, ports, credits and grants have four bits each: word `i` of a vector, where i varies.
  function automatic logic [3:0] at(input logic [NV*4-1:0] words, input logic [3:0] i);
    integer k;
    at = '0;
    for (k = 0; k < NV; k = k + 1) if (32'(i) == k) at = words[k*4+:4];
  endfunction
  function automatic logic [3:0] after(input logic [3:0] i);
    after = (32'(i) == NV - 1) ? '0 : i + 1'b1;
  endfunction
  wire [PORTS*4-1:0] pointer_q = pointers;
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

  // What a visit knows of a request: it is eligible for the output, in the batch, the head of several flits, its VC, and credits that it needs.
  localparam int REQUEST_W = 3 + VC_W + 5;
  logic [NV-1:0] granted;           // SA-6 to SA-10
  logic [PORTS*4-1:0] pointer_d;
  always_comb begin : visits
    integer o;
    integer k;
    integer i;
    integer v;
    logic [3:0] number;          // of grants of the output,
    logic [3:0] choice;          // of its eligible requests
    logic [3:0] place;           // where the visit is
    logic [NV*4-1:0] places;     // from the pointer on
    logic [NV*REQUEST_W-1:0] seen;
    logic [NV-1:0] taking;
    logic is_eligible;
    logic is_batch;
    logic is_many;
    logic [VC_W-1:0] vc;
    logic [4:0] needs;
    logic [STRIDE*4-1:0] taken;  // of each output VC
    logic [STRIDE-1:0] taken_by_head;
    v = 0;
    granted = '0;
    pointer_d = pointer_q;
    seen = '0;
    for (o = 0; o < PORTS; o = o + 1) begin
      number = '0;
      choice = '0;
      taken = '0;
      taken_by_head = '0;
      taking = '0;
      place = pointer_q[o*4+:4];
      for (k = 0; k < NV; k = k + 1) begin
        places[k*4+:4] = place;
        for (i = 0; i < NV; i = i + 1)
          if (32'(place) == i)
            seen[k*REQUEST_W+:REQUEST_W] = {eligible[i] && 32'(op_of[i*4+:4]) == o, batch_q[i], many[i],
                                            route[i*ROUTE_W+:VC_W], need[i*5+:5]};
        place = after(place);
      end
      // First those in the batch, then the others, each in circular order from the pointer on.
      for (k = 0; k < 2 * NV; k = k + 1) begin
        {is_eligible, is_batch, is_many, vc, needs} = seen[(k%NV)*REQUEST_W+:REQUEST_W];
        if (is_eligible && is_batch == (k < NV)) begin
          choice = choice + 1'b1;
          for (v = 0; v < VCS; v = v + 1)
            if (32'(vc) == v && 32'(number) < S && 5'(have[(o*STRIDE+v)*4+:4]) >= 5'(taken[v*4+:4]) + needs
                && !(is_many && taken[v*4+:4] != '0) && !taken_by_head[v]) begin
              taking[k%NV] = 1'b1;
              number = number + 1'b1;
              taken[v*4+:4] = taken[v*4+:4] + 1'b1;
              taken_by_head[v] = taken_by_head[v] | is_many;
              pointer_d[o*4+:4] = after(places[(k%NV)*4+:4]);
            end
        end
      end
      for (k = 0; k < NV; k = k + 1)
        for (i = 0; i < NV; i = i + 1) if (32'(places[k*4+:4]) == i && taking[k]) granted[i] = 1'b1;
      if (choice < 4'd2) pointer_d[o*4+:4] = pointer_q[o*4+:4];
    end
  end

  // The input VCs before the pointer; of pointer 0 none, or, after the last one was granted, all.
  function automatic logic is_pointer(input logic [NVP-1:0] lower, input logic [3:0] pointer);
    is_pointer = lower == (NVP'(1) << pointer) - 1'b1
        || (pointer == '0 && lower == df_pkg::vcs_of_ports(df_pkg::ALL_PORTS));
  endfunction
  // Of each output, and of each pointer: the unit does something else. Cases make it easier for a solver.
  logic [PORTS*NV-1:0] wrong;
  logic [PORTS*NV-1:0] wrong_pointer;
  logic some_second;
  always_comb begin : compare
    integer o;
    integer p;
    integer i;
    logic differs;
    logic moves;
    p = 0;
    i = 0;
    differs = 1'b0;
    moves = 1'b0;
    some_second = 1'b0;
    wrong = '0;
    wrong_pointer = '0;
    for (o = 0; o < PORTS; o = o + 1) begin
      differs = 1'b0;
      for (i = 0; i < NV; i = i + 1)
        if (32'(op_of[i*4+:4]) == o && grant[i] != granted[i]) differs = 1'b1;
      moves = pointer_d[o*4+:4] != pointer_q[o*4+:4];
      for (p = 0; p < NV; p = p + 1)
        if (pointers[o*4+:4] == 4'(p) && is_pointer(\dut.lower_q [o*NVP+:NVP], 4'(p))) begin
          wrong[o*NV+p] = differs;
          wrong_pointer[o*NV+p] = \dut.moved_op [o] ? !is_pointer(\dut.lower_d [o*NVP+:NVP], pointer_d[o*4+:4]) : moves;
          if (p == 2 && granted == 6'b001001) some_second = 1'b1;
        end
    end
  end
  `FORMAL_PROVE(output_0_from_0, !wrong[0] && !wrong_pointer[0])
  `FORMAL_PROVE(output_0_from_1, !wrong[1] && !wrong_pointer[1])
  `FORMAL_PROVE(output_0_from_2, !wrong[2] && !wrong_pointer[2])
  `FORMAL_PROVE(output_0_from_3, !wrong[3] && !wrong_pointer[3])
  `FORMAL_PROVE(output_0_from_4, !wrong[4] && !wrong_pointer[4])
  `FORMAL_PROVE(output_0_from_5, !wrong[5] && !wrong_pointer[5])
  `FORMAL_PROVE(output_1_from_0, !wrong[6] && !wrong_pointer[6])
  `FORMAL_PROVE(output_1_from_1, !wrong[7] && !wrong_pointer[7])
  `FORMAL_PROVE(output_1_from_2, !wrong[8] && !wrong_pointer[8])
  `FORMAL_PROVE(output_1_from_3, !wrong[9] && !wrong_pointer[9])
  `FORMAL_PROVE(output_1_from_4, !wrong[10] && !wrong_pointer[10])
  `FORMAL_PROVE(output_1_from_5, !wrong[11] && !wrong_pointer[11])
  `FORMAL_PROVE(output_2_from_0, !wrong[12] && !wrong_pointer[12])
  `FORMAL_PROVE(output_2_from_1, !wrong[13] && !wrong_pointer[13])
  `FORMAL_PROVE(output_2_from_2, !wrong[14] && !wrong_pointer[14])
  `FORMAL_PROVE(output_2_from_3, !wrong[15] && !wrong_pointer[15])
  `FORMAL_PROVE(output_2_from_4, !wrong[16] && !wrong_pointer[16])
  `FORMAL_PROVE(output_2_from_5, !wrong[17] && !wrong_pointer[17])
  `FORMAL_COVER(first_and_fourth, some_second)
endmodule
