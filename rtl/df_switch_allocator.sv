// SPDX-License-Identifier: Apache-2.0
// Switch allocator: for every output, grants up to SPEEDUP of the input VCs that request it. Each input
// VC is its own crossbar input, so outputs decide independently.
//
// An output serves its requests in batches: those that wait when a batch begins are all served before
// any that came later is preferred. As an input VC requests one output at a time, one bit for
// each input VC holds the batches of all outputs.
`include "df_macros.svh"
`default_nettype none
module df_switch_allocator (
    input  wire                                            clk_i,
    input  wire                                            rst_i,
    input  wire                                            cut_through_i,  // virtual cut-through
    // Requests: input VCs with a front, and their routes.
    input  wire [df_pkg::NVP-1:0]                          front_ivc_i,
    input  wire [df_pkg::NVP-1:0]                          head_ivc_i,
    input  wire [df_pkg::NVP-1:0]                          tail_ivc_i,
    input  wire `DF_WIRES(len_planes_t, df_pkg::NVP, len_ivc_i, df_pkg::LEN_W),
    input  wire [df_pkg::NVP-1:0]                          mid_ivc_i,
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),
    // What the outputs can take.
    input  wire [df_pkg::PORTS-1:0]                        connected_op_i,    // there is a channel
    input  wire [df_pkg::PORTS-1:0]                        queue_ready_op_i,  // room for SPEEDUP flits
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc_i, df_pkg::SPEEDUP),        // plane s: more than s credits
    input  wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_i, df_pkg::CREDIT_W),
    output reg  [df_pkg::NVP-1:0]                          grant_ivc_o,
    output reg  [df_pkg::PORTS-1:0]                        grants_op_o,       // outputs with a grant,
    output `DF_VARIABLES(port_masks_t, df_pkg::NVP, grant_for_op_o, df_pkg::PORTS_2N),  // and to whom; others mean nothing
    output `DF_VARIABLES(grant_planes_t, df_pkg::NVP, take_ovc_o, df_pkg::SPEEDUP),        // plane s: more than s grants
    output wire [df_pkg::NVP-1:0]                          held_ovc_o         // output VCs held by a packet
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  /* verilator lint_off UNUSEDPARAM */  // static loops do not need it
  localparam int PORT_W = df_pkg::PORT_W;
  /* verilator lint_on UNUSEDPARAM */
  localparam int VC_W = df_pkg::VC_W;
  localparam int VCS = df_pkg::VCS;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam int CREDIT_W = df_pkg::CREDIT_W;
  localparam int NEED_W = (CREDIT_W > 5) ? CREDIT_W : 5;
  /* verilator lint_off UNUSEDPARAM */  // a shortcut of simulations asks for it
  localparam logic [STRIDE-1:0] EXISTING_VCS = (STRIDE'(1) << VCS) - 1'b1;  // of a port
  /* verilator lint_on UNUSEDPARAM */
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);

  reg [NVP-1:0] held_q;   // output VCs that a packet holds
  reg [NVP-1:0] batch_q;  // input VCs in the batch of the output they request
  // For each output, the input VCs before the one with which the search for a request begins.
  `DF_VARIABLES(port_masks_t, NVP, lower_q, PORTS_2N);
  assign held_ovc_o = held_q;

  // VC 0 of output o, as an expression: in synthesis o is a constant, and a variable would hide that.
`define DF_BASE df_pkg::IVC_W'(o * STRIDE)

  // ---- requests ----
  logic [NVP-1:0] multi;           // heads of multi-flit packets
  logic [NVP-1:0] eligible;        // requests that may be granted if output and output VC allow it
  wire [PORTS_2N-1:0] requested_op;  // outputs that somebody requests
  // Requests by output and by VC: masks over input VCs.
  wire `DF_WIRES(port_masks_t, NVP, request_for_op, PORTS_2N);
  wire `DF_WIRES(vc_masks_t, NVP, request_for_vc, df_pkg::VCS_2N);
  wire [PORTS_2N-1:0] contested_op;  // outputs that need an arbiter; the other requested ones grant all
  wire [PORTS_2N-1:0] several_op;    // of these: with more than one request
  wire [NVP-1:0] simple_ivc;         // what they grant
  wire `DF_WIRES(grant_planes_t, NVP, simple_ovc, SPEEDUP);
  if (df_pkg::FAST) begin : gen_fast
    df_easy_grants u_requests (
        .front_ivc_i,
        .long_ivc_i(mid_ivc_i | (head_ivc_i & ~tail_ivc_i)),
        .route_ivc_i,
        .queue_ready_op_i,
        .held_ovc_i(held_q),
        .more_ovc_i,
        .requested_op_o(requested_op),
        .for_op_o(request_for_op),
        .for_vc_o(request_for_vc),
        .contested_op_o(contested_op),
        .several_op_o(several_op),
        .simple_ivc_o(simple_ivc),
        .simple_ovc_o(simple_ovc)
    );
  end else begin : gen_plain
    df_route_decoder u_route_decoder (
        .routed_ivc_i(front_ivc_i),
        .route_ivc_i,
        .some_op_o(requested_op),
        .for_op_o(request_for_op),
        .for_vc_o(request_for_vc)
    );
    assign contested_op = requested_op & PORTS_2N'(df_pkg::ALL_PORTS);
    assign several_op = '0;
    assign simple_ivc = '0;
    for (genvar s = 0; s < SPEEDUP; s = s + 1) begin : gen_simple
      assign `DF_WORD(simple_ovc, NVP, s) = '0;
    end
  end
  wire [NVP-1:0] last = tail_ivc_i & mid_ivc_i;
  /* verilator lint_off UNUSEDSIGNAL */  // for claims
  logic astray;                    // a packet is routed to an output without a channel,
  logic off_vc;                    // or to a VC that does not exist
  /* verilator lint_on UNUSEDSIGNAL */

  always_comb begin : requests
    /* verilator lint_off UNUSEDSIGNAL */  // the bits of i above a VC's number
    integer i;
    /* verilator lint_on UNUSEDSIGNAL */
    integer k;
    integer v;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] held_back;
    logic [df_pkg::ROUTE_W-1:0] route;
    logic [IVC_W-1:0] ovc;
    logic [NVP-1:0] plane;
    logic [NEED_W-1:0] need;
    logic [NEED_W-1:0] have;
    i = 0;
    k = 0;
    v = 0;
    rem = '0;
    held_back = '0;
    route = '0;
    ovc = '0;
    plane = '0;
    need = '0;
    have = '0;
    astray = (requested_op & ~(PORTS_2N'(connected_op_i))) != '0;
    multi = head_ivc_i & ~tail_ivc_i;
    eligible = '0;  // a VC that does not exist has no credits
    for (v = 0; v < VCS; v = v + 1) eligible = eligible | `DF_WORD(request_for_vc, NVP, v);
    off_vc = eligible != front_ivc_i;
    // Virtual cut-through: a head waits until the next buffer has room for its whole packet.
    if (cut_through_i && multi != '0) begin
      `DF_FOR_EACH(i, rem, multi, df_pkg::NV)
        route = `DF_WORD(route_ivc_i, df_pkg::ROUTE_W, `DF_NUMBER(i, IVC_W));
        ovc = (IVC_W'(route[VC_W+:PORT_W]) << df_pkg::VC_BITS) | IVC_W'(route[VC_W-1:0]);
        for (k = 0; k < CREDIT_W; k = k + 1) begin
          plane = `DF_WORD(credits_ovc_i, NVP, k);
          have[k] = plane[ovc];
        end
        for (k = 0; k < df_pkg::LEN_W; k = k + 1) need[k] = `DF_BIT(len_ivc_i, NVP, k, i);
        // need is the length minus one
        held_back = held_back | ((NVP'(1) << i[IVC_W-1:0]) & {NVP{have <= need}});
      end
      eligible = eligible & ~held_back;
    end
  end

  // ---- grants ----
  logic [PORTS-1:0] moved_op;                // outputs whose pointer moves,
  `DF_VARIABLES(port_masks_t, NVP, lower_d, PORTS_2N);  // and where to
  logic [NVP-1:0] batch_d;
  logic [NVP-1:0] hold_d;                    // output VCs that a granted head takes
  logic [NVP-1:0] free_d;                    // output VCs that a granted tail gives back

  /* verilator lint_off LATCH */  // DF_UNUSED_WORDS
  // Each round is the arbiter of one output; the rounds do not depend on each other. Nothing is encoded: a pointer is a
  // thermometer mask, a pick is the lowest bit of the first class that is not empty, and the picks of an output follow
  // each other because a pick can close an output VC to the others. That arbiters are rounds of a process and not
  // instances of a module is for simulation, where only those that have requests are visited.
  always_comb begin : arbitrate
    integer o;
    integer s;
    integer v;
    logic [PORTS_2N-1:0] rem;
    logic [NVP-1:0] request;             // input VCs that request the output
    logic [NVP-1:0] left;                // those that may still be granted,
    logic [NVP-1:0] old;                 // of these: in the batch,
    logic [NVP-1:0] old_up;              // in the batch and not before the pointer,
    logic [NVP-1:0] up;                  // not before the pointer
    logic [NVP-1:0] one;                 // a pick,
    logic [STRIDE-1:0] vc;               // its VC,
    logic [NVP-1:0] rivals;              // all requests for any output on that,
    logic first_of_many;                 // it is the first of several flits,
    logic full;                          // and the VC has no further credit
    logic several;                       // more than one request is eligible
    logic [NVP-1:0] latest;              // the latest pick that there was
    logic [NVP-1:0] granted;
    logic [NVP-1:0] refused;
    logic [NVP-1:0] lower;
    logic [STRIDE-1:0] held;             // VCs of the output: a packet holds it,
    logic [STRIDE-1:0] hold;             // one begins to,
    logic [STRIDE-1:0] free;             // one ceases to
    logic [SPEEDUP*STRIDE-1:0] more;     // mask s of VCs of the output: more than s credits,
    logic [SPEEDUP*STRIDE-1:0] take;     // more than s flits go on on it

    o = 0;
    s = 0;
    v = 0;
    request = '0;
    left = '0;
    old = '0;
    old_up = '0;
    up = '0;
    one = '0;
    latest = '0;
    vc = '0;
    rivals = '0;
    first_of_many = 1'b0;
    full = 1'b0;
    several = 1'b0;
    granted = '0;
    refused = '0;
    lower = '0;
    held = '0;
    hold = '0;
    free = '0;
    more = '0;
    take = '0;
    grant_ivc_o = simple_ivc;
    grants_op_o = PORTS'(requested_op & ~contested_op);
    moved_op = '0;
    batch_d = '0;
    hold_d = '0;
    free_d = '0;
    grant_for_op_o = request_for_op;
    take_ovc_o = simple_ovc;
    `DF_UNUSED_WORDS(lower_d, o, PORTS_2N)

    `DF_FOR_EACH(o, rem, contested_op, PORTS)
      request = `DF_WORD(request_for_op, NVP, `DF_NUMBER(o, PORT_W));
      lower = `DF_WORD(lower_q, NVP, `DF_NUMBER(o, PORT_W));
      held = STRIDE'(held_q >> `DF_BASE);
      for (s = 0; s < SPEEDUP; s = s + 1)
        more[s*STRIDE+:STRIDE] = STRIDE'(`DF_WORD(more_ovc_i, NVP, s) >> `DF_BASE);
      left = queue_ready_op_i[`DF_NUMBER(o, PORT_W)] ? request & eligible : '0;
      if (`DF_WORTHWHILE((EXISTING_VCS & (~more[STRIDE-1:0] | held)) != '0))
        for (v = 0; v < VCS; v = v + 1)
          if (!more[v]) left = left & ~`DF_WORD(request_for_vc, NVP, v);
          else if (held[v]) left = left & ~(`DF_WORD(request_for_vc, NVP, v) & ~mid_ivc_i);
      several = (left & (left - 1'b1)) != '0;
      granted = '0;
      take = '0;
      hold = '0;
      free = '0;
      latest = '0;
      for (s = 0; s < SPEEDUP; s = s + 1)
        if (`DF_WORTHWHILE(left != '0)) begin
          old = left & batch_q;
          old_up = old & ~lower;
          up = left & ~lower;
          `DF_LOWEST_OF_CLASSES(one, old_up, old, up, left)
          if (left != '0) latest = one;
          granted = granted | one;
          left = left & ~one;
          rivals = '0;
          for (v = 0; v < VCS; v = v + 1) begin
            vc[v] = (one & `DF_WORD(request_for_vc, NVP, v)) != '0;
            rivals = rivals | (`DF_WORD(request_for_vc, NVP, v) & {NVP{vc[v]}});
          end
          take = take | (((take << STRIDE) | (SPEEDUP * STRIDE)'({STRIDE{1'b1}})) & {SPEEDUP{vc}});
          first_of_many = (one & multi) != '0;
          hold = hold | (vc & {STRIDE{first_of_many}});
          free = free | (vc & {STRIDE{(one & last) != '0}});
          // No other flit on a VC that a packet begins to hold, or that has no further credit; else none that would hold it.
          if (`DF_WORTHWHILE(left != '0)) begin
            full = (more & ~take & {SPEEDUP{vc}}) == '0;
            left = left & ~(rivals & (multi | {NVP{first_of_many || full}}));
          end
        end

      if (granted != '0) grants_op_o = grants_op_o | (PORTS'(1) << o);
      if (several) begin
        moved_op = moved_op | (PORTS'(1) << o);
        `DF_WORD(lower_d, NVP, `DF_NUMBER(o, PORT_W)) = `DF_UP_TO(latest) & EXISTING;
      end
      `DF_WORD(grant_for_op_o, NVP, `DF_NUMBER(o, PORT_W)) = granted;
      grant_ivc_o = grant_ivc_o | granted;
      for (s = 0; s < SPEEDUP; s = s + 1)
        if (`DF_WORTHWHILE(take[s*STRIDE+:STRIDE] != '0))
          `DF_WORD(take_ovc_o, NVP, s) = `DF_WORD(take_ovc_o, NVP, s) | (NVP'(take[s*STRIDE+:STRIDE]) << `DF_BASE);
      hold_d = hold_d | (NVP'(hold) << `DF_BASE);
      free_d = free_d | (NVP'(free) << `DF_BASE);
      // The batch goes on with those of it that still wait; after the last, all that wait form one.
      refused = request & ~granted;
      batch_d = batch_d | ((refused & batch_q) != '0 ? refused & batch_q : refused);
    end
  end
  /* verilator lint_on LATCH */

  // What an arbiter owes: it grants what requests its output and nothing else, no more than SPEEDUP, and something if it can. Put
  // together anew from the ports.
  /* verilator lint_off UNUSEDSIGNAL */  // for claims
  logic astray_grant;  // an output grants what requests another,
  logic crowded;       // or too much,
  logic idle;          // or nothing though it could
  /* verilator lint_on UNUSEDSIGNAL */
  always_comb begin : contract
    integer o;
    integer s;
    integer v;
    logic [PORTS_2N-1:0] rem;
    logic [NVP-1:0] request;
    logic [NVP-1:0] granted;
    logic [NVP-1:0] rest;   // of these, without the first SPEEDUP
    logic [NVP-1:0] could;  // requests that nothing keeps from being granted
    logic [STRIDE-1:0] credit;  // VCs of the output: there is a credit,
    logic [STRIDE-1:0] held;    // a packet holds it
    o = 0;
    s = 0;
    v = 0;
    rem = '0;
    request = '0;
    granted = '0;
    rest = '0;
    could = '0;
    credit = '0;
    held = '0;
    astray_grant = 1'b0;
    crowded = 1'b0;
    idle = 1'b0;
    `DF_FOR_EACH(o, rem, (requested_op | PORTS_2N'(grants_op_o)) & PORTS_2N'(df_pkg::ALL_PORTS), PORTS)
      request = requested_op[`DF_NUMBER(o, PORT_W)] ? `DF_WORD(request_for_op, NVP, `DF_NUMBER(o, PORT_W)) : '0;
      granted = grants_op_o[`DF_NUMBER(o, PORT_W)] ? `DF_WORD(grant_for_op_o, NVP, `DF_NUMBER(o, PORT_W)) : '0;
      if ((granted & ~request) != '0) astray_grant = 1'b1;
      rest = granted;
      for (s = 0; s < SPEEDUP; s = s + 1) rest = `DF_WITHOUT_LOWEST(rest);
      if (rest != '0) crowded = 1'b1;
      if (granted == '0 && queue_ready_op_i[`DF_NUMBER(o, PORT_W)]) begin
        credit = STRIDE'(`DF_WORD(more_ovc_i, NVP, 0) >> `DF_BASE);
        held = STRIDE'(held_q >> `DF_BASE);
        could = '0;
        for (v = 0; v < VCS; v = v + 1)
          if (credit[v]) could = could | (`DF_WORD(request_for_vc, NVP, v) & (mid_ivc_i | {NVP{~held[v]}}));
        if ((could & request & eligible) != '0) idle = 1'b1;
      end
    end
  end
`undef DF_BASE

  // ---- state ----
  // The pointer after all requests of an output have been granted: behind the last in their order, which is the highest bit of the
  // last class that is not empty.
  function automatic logic [NVP-1:0] pointer_after_all(input logic [NVP-1:0] request, input logic [NVP-1:0] lower);
    logic [NVP-1:0] fresh;
    logic [NVP-1:0] old;
    logic [NVP-1:0] latest;
    fresh = request & ~batch_q;
    old = request & batch_q;
    if ((fresh & lower) != '0) latest = fresh & lower;
    else if (fresh != '0) latest = fresh;
    else if ((old & lower) != '0) latest = old & lower;
    else latest = old;
    pointer_after_all = df_pkg::up_to(latest) & EXISTING;
  endfunction

  always_ff @(posedge clk_i) begin : registers
    if (rst_i) begin
      held_q <= '0;
      batch_q <= '0;
    end else begin
      batch_q <= batch_d & EXISTING;
      held_q <= (held_q | hold_d) & ~free_d & EXISTING;
    end
  end

  /* verilator lint_off BLKSEQ */  // DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : pointers
    integer o;
    logic [PORTS-1:0] rem;
    logic [PORTS_2N-1:0] rem_op;
    if (rst_i) begin
      `DF_RESET_WORDS(lower_q, NVP, PORTS_2N, o)
    end else begin
      `DF_FOR_EACH(o, rem, moved_op, PORTS)
        `DF_MEM_WRITE(`DF_WORD(lower_q, NVP, `DF_NUMBER(o, PORT_W)), `DF_WORD(lower_d, NVP, `DF_NUMBER(o, PORT_W)));
      end
      `DF_FOR_EACH(o, rem_op, several_op, PORTS)
        `DF_MEM_WRITE(`DF_WORD(lower_q, NVP, `DF_NUMBER(o, PORT_W)),
                      pointer_after_all(`DF_WORD(request_for_op, NVP, `DF_NUMBER(o, PORT_W)),
                                        `DF_WORD(lower_q, NVP, `DF_NUMBER(o, PORT_W))));
      end
    end
  end
  /* verilator lint_on BLKSEQ */

  `DF_CLAIMS_IF(grant_ivc_o != '0)
    // Checks: SE-4
    `DF_CLAIM(one_packet_per_vc, (hold_d & held_q) == '0, "an output VC is given to a second packet")
    // Checks: SE-4
    `DF_CLAIM(owner_is_known, (free_d & ~held_q) == '0, "an output VC is freed that was not held")
    // Checks: SA-2
    `DF_CLAIM(grants_are_requests, (grant_ivc_o & ~front_ivc_i) == '0, "a VC without request is granted")
    // Checks: SA-3
    `DF_CLAIM(grants_wait_for_queues, (grants_op_o & ~queue_ready_op_i) == '0,
              "flits are granted to an output whose queue may have no room for them")
    // Checks: SA-1
    `DF_CLAIM(outputs_grant_their_own, !astray_grant, "an output grants an input VC that does not request it")
    // Checks: SA-7
    `DF_CLAIM(outputs_grant_what_fits, !crowded, "an output grants more than SPEEDUP flits")
  `DF_CLAIMS_END
  `DF_CLAIMS_IF((front_ivc_i | batch_q) != '0)
    // Checks: OW-5
    `DF_CLAIM(routes_are_connected, !astray, "a packet is routed to a port that is not connected")
    // Checks: OW-5
    `DF_CLAIM(routes_have_vcs, !off_vc, "a packet is routed to a VC that does not exist")
    // Checks: SA-7
    `DF_CLAIM(outputs_grant_what_they_can, !idle, "an output grants nothing though something could go")
    // Checks: SA-12
    `DF_CLAIM(batches_wait, (batch_q & ~front_ivc_i) == '0, "an input VC is in a batch and has no flit")
  `DF_CLAIMS_END
endmodule
`default_nettype wire
