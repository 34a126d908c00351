// SPDX-License-Identifier: Apache-2.0
// Checks: SA-6, SA-7, SA-8, SA-9, SA-10, SA-11
// The switch allocator against section 4 of docs/microarchitecture.md: a plain visit of the requests in their order, from
// pointer, batch and held output VCs.
`include "formal.svh"
module formal_switch_order (
    input wire [df_pkg::PORTS*4-1:0]                    pointers,  // any
`include "switch_requests.svh"

  // The state of the unit: any that may be, be it reached or not.
  `FORMAL_INSIDE(NVP, \dut.batch_q )
  `FORMAL_INSIDE(df_pkg::PORTS_2N*NVP, \dut.lower_q )
  `FORMAL_INSIDE(df_pkg::PORTS_2N*NVP, \dut.lower_d )
  `FORMAL_INSIDE(PORTS, \dut.moved_op )
  wire [NV-1:0] batch_q = \dut.batch_q [NV-1:0];
  assign held_q = held[NV-1:0];
  function automatic logic [3:0] after(input logic [3:0] i);
    after = (32'(i) == NV - 1) ? '0 : i + 1'b1;
  endfunction
  wire [PORTS*4-1:0] pointer_q = pointers;

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
