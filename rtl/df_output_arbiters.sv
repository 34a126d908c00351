// SPDX-License-Identifier: Apache-2.0
// The arbiters of the switch allocator, one for each output: what each grants of the requests for it.
//
// Each round of the loop is the arbiter of one output; the rounds do not depend on each other. Nothing is encoded: a pointer is
// a thermometer mask, a pick is the lowest bit of the first class that is not empty, and the picks of an output follow each
// other because a pick can close an output VC to the others. That arbiters are rounds of a process and not instances of a
// module is for simulation, where only those that have requests are visited.
`include "df_macros.svh"
`default_nettype none
module df_output_arbiters (
    input  wire [df_pkg::PORTS_2N-1:0] contested_op_i,  // outputs whose arbiters decide,
    // the requests for each, and for each VC: masks over input VCs,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, request_for_op_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(vc_masks_t, df_pkg::NVP, request_for_vc_i, df_pkg::VCS_2N),
    input  wire [df_pkg::NVP-1:0]      eligible_ivc_i,  // those that may be granted if output and output VC allow it,
    input  wire [df_pkg::NVP-1:0]      multi_ivc_i,     // heads of packets of several flits,
    input  wire [df_pkg::NVP-1:0]      mid_ivc_i,       // flits that follow one,
    input  wire [df_pkg::NVP-1:0]      last_ivc_i,      // and of these, tails
    // What the outputs can take.
    input  wire [df_pkg::PORTS-1:0]    queue_ready_op_i,
    input  wire [df_pkg::NVP-1:0]      held_ovc_i,
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc_i, df_pkg::SPEEDUP),
    // In which order they search.
    input  wire [df_pkg::NVP-1:0]      batch_ivc_i,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, lower_op_i, df_pkg::PORTS_2N),  // input VCs before the pointer
    // What other outputs grant without an arbiter, and with it all grants.
    input  wire [df_pkg::NVP-1:0]      grant_ivc_i,
    input  wire [df_pkg::PORTS-1:0]    grants_op_i,
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_i, df_pkg::SPEEDUP),
    output reg  [df_pkg::NVP-1:0]      grant_ivc_o,
    output reg  [df_pkg::PORTS-1:0]    grants_op_o,
    output `DF_VARIABLES(port_masks_t, df_pkg::NVP, grant_for_op_o, df_pkg::PORTS_2N),
    output `DF_VARIABLES(grant_planes_t, df_pkg::NVP, take_ovc_o, df_pkg::SPEEDUP),
    // What follows from them.
    output reg  [df_pkg::NVP-1:0]      hold_ovc_o,      // output VCs that a granted head takes
    output reg  [df_pkg::NVP-1:0]      free_ovc_o,      // output VCs that a granted tail gives back
    output reg  [df_pkg::NVP-1:0]      batch_ivc_o,     // the batches anew
    output reg  [df_pkg::PORTS-1:0]    moved_op_o,      // outputs whose pointer moves, and where to
    output `DF_VARIABLES(port_masks_t, df_pkg::NVP, lower_op_o, df_pkg::PORTS_2N)
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VCS = df_pkg::VCS;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam logic [STRIDE-1:0] EXISTING_VCS = (STRIDE'(1) << VCS) - 1'b1;  // of a port
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);

  // Requests without those that their output VC keeps from being granted: it has no credit, or a packet holds it.
  function automatic logic [NVP-1:0] without_closed(input logic [NVP-1:0] requests, input logic [STRIDE-1:0] credit,
                                                    input logic [STRIDE-1:0] held);
    integer v;
    without_closed = requests;
    if (!df_pkg::LEAN || (EXISTING_VCS & (~credit | held)) != '0)
      for (v = 0; v < VCS; v = v + 1)
        if (!credit[v]) without_closed = without_closed & ~`DF_WORD(request_for_vc_i, NVP, v);
        else if (held[v]) without_closed = without_closed & ~(`DF_WORD(request_for_vc_i, NVP, v) & ~mid_ivc_i);
  endfunction

  // The picks of an output, of the requests that may be granted.
  task automatic pick(input logic [NVP-1:0] requests, input logic [NVP-1:0] lower,
                      input logic [SPEEDUP*STRIDE-1:0] more,    // word s: VCs of the output with more than s credits
                      output logic [NVP-1:0] granted,
                      output logic [NVP-1:0] latest,            // the last pick that there was
                      output logic [SPEEDUP*STRIDE-1:0] take,   // word s: VCs that more than s flits go on on
                      output logic [STRIDE-1:0] hold,           // VCs that a packet begins to hold,
                      output logic [STRIDE-1:0] free);          // and that one ceases to
    integer s;
    integer v;
    logic [NVP-1:0] left;    // requests that may still be granted,
    logic [NVP-1:0] old;     // of these, those in the batch
    logic [NVP-1:0] one;     // a pick,
    logic [STRIDE-1:0] vc;   // its VC,
    logic [NVP-1:0] rivals;  // all requests for any output on that,
    logic first_of_many;     // it is the first of several flits
    left = requests;
    granted = '0;
    latest = '0;
    take = '0;
    hold = '0;
    free = '0;
    for (s = 0; s < SPEEDUP; s = s + 1)
      if (!df_pkg::LEAN || left != '0) begin
        old = left & batch_ivc_i;
        one = df_pkg::lowest_of_classes(old & ~lower, old, left & ~lower, left);
        if (left != '0) latest = one;
        granted = granted | one;
        left = left & ~one;
        rivals = '0;
        vc = '0;
        for (v = 0; v < VCS; v = v + 1) begin
          vc[v] = (one & `DF_WORD(request_for_vc_i, NVP, v)) != '0;
          rivals = rivals | (`DF_WORD(request_for_vc_i, NVP, v) & {NVP{vc[v]}});
        end
        take = take | (((take << STRIDE) | (SPEEDUP * STRIDE)'({STRIDE{1'b1}})) & {SPEEDUP{vc}});
        first_of_many = (one & multi_ivc_i) != '0;
        hold = hold | (vc & {STRIDE{first_of_many}});
        free = free | (vc & {STRIDE{(one & last_ivc_i) != '0}});
        // No other flit on a VC that a packet begins to hold, or that has no further credit; else none that would hold it.
        if (!df_pkg::LEAN || left != '0)
          left = left & ~(rivals & (multi_ivc_i | {NVP{first_of_many || (more & ~take & {SPEEDUP{vc}}) == '0}}));
      end
  endtask

  always_comb begin : arbitrate
    integer o;
    integer s;
    logic [PORTS_2N-1:0] rem;
    logic [NVP-1:0] request;
    logic [NVP-1:0] left;     // of these, those that can be granted
    logic [NVP-1:0] latest;
    logic [NVP-1:0] granted;
    logic [NVP-1:0] refused;
    logic [STRIDE-1:0] hold;
    logic [STRIDE-1:0] free;
    logic [SPEEDUP*STRIDE-1:0] more;
    logic [SPEEDUP*STRIDE-1:0] take;
    {request, left, latest, granted, refused} = '0;
    {hold, free, more, take} = '0;
    {moved_op_o, batch_ivc_o, hold_ovc_o, free_ovc_o} = '0;
    s = 0;
    grant_ivc_o = grant_ivc_i;
    grants_op_o = grants_op_i;
    take_ovc_o = take_ovc_i;
    grant_for_op_o = request_for_op_i;
    for (o = 0; o < (df_pkg::SPARSE ? 1 : PORTS_2N); o = o + 1) `DF_WORD(lower_op_o, NVP, o) = '0;
    rem = contested_op_i;
    `DF_FOR_EACH(o, rem, PORTS) begin
      request = `DF_WORD(request_for_op_i, NVP, o[PORT_W-1:0]);
      for (s = 0; s < SPEEDUP; s = s + 1)
        more[s*STRIDE+:STRIDE] = STRIDE'(`DF_WORD(more_ovc_i, NVP, s) >> df_pkg::first_vc(o));
      left = queue_ready_op_i[o[PORT_W-1:0]]
          ? without_closed(request & eligible_ivc_i, more[STRIDE-1:0], STRIDE'(held_ovc_i >> df_pkg::first_vc(o))) : '0;
      pick(left, `DF_WORD(lower_op_i, NVP, o[PORT_W-1:0]), more, granted, latest, take, hold, free);

      if (granted != '0) grants_op_o = grants_op_o | (PORTS'(1) << o[PORT_W-1:0]);
      if ((left & (left - 1'b1)) != '0) begin
        moved_op_o = moved_op_o | (PORTS'(1) << o[PORT_W-1:0]);
        `DF_WORD(lower_op_o, NVP, o[PORT_W-1:0]) = df_pkg::up_to_one(latest) & EXISTING;
      end
      `DF_WORD(grant_for_op_o, NVP, o[PORT_W-1:0]) = granted;
      grant_ivc_o = grant_ivc_o | granted;
      for (s = 0; s < SPEEDUP; s = s + 1)
        if (!df_pkg::LEAN || take[s*STRIDE+:STRIDE] != '0)
          `DF_WORD(take_ovc_o, NVP, s) =
              `DF_WORD(take_ovc_o, NVP, s) | (NVP'(take[s*STRIDE+:STRIDE]) << df_pkg::first_vc(o));
      hold_ovc_o = hold_ovc_o | (NVP'(hold) << df_pkg::first_vc(o));
      free_ovc_o = free_ovc_o | (NVP'(free) << df_pkg::first_vc(o));
      // The batch goes on with those of it that still wait; after the last, all that wait form one.
      refused = request & ~granted;
      batch_ivc_o = batch_ivc_o | ((refused & batch_ivc_i) != '0 ? refused & batch_ivc_i : refused);
    end
  end
endmodule
`default_nettype wire
