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
    output wire [df_pkg::NVP-1:0]                          grant_ivc_o,
    output wire [df_pkg::PORTS-1:0]                        grants_op_o,       // outputs with a grant,
    output wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_o, df_pkg::PORTS_2N),  // and to whom; others mean nothing
    output wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_o, df_pkg::SPEEDUP),     // plane s: more than s grants
    output wire [df_pkg::NVP-1:0]                          held_ovc_o         // output VCs held by a packet
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VCS = df_pkg::VCS;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam int CREDIT_W = df_pkg::CREDIT_W;
  localparam int NEED_W = (CREDIT_W > 5) ? CREDIT_W : 5;
  localparam logic [NVP-1:0] EXISTING = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS);

  reg [NVP-1:0] held_q;   // output VCs that a packet holds
  reg [NVP-1:0] batch_q;  // input VCs in the batch of the output they request
  // For each output, the input VCs before the one with which the search for a request begins.
  `DF_VARIABLES(port_masks_t, NVP, lower_q, PORTS_2N);
  assign held_ovc_o = held_q;

  // ---- requests ----
  wire [NVP-1:0] multi = head_ivc_i & ~tail_ivc_i;  // heads of multi-flit packets
  logic [NVP-1:0] eligible;        // requests that may be granted if output and output VC allow it
  wire [PORTS_2N-1:0] requested_op;  // outputs that somebody requests
  // Requests by output and by VC: masks over input VCs.
  wire `DF_WIRES(port_masks_t, NVP, request_for_op, PORTS_2N);
  wire `DF_WIRES(vc_masks_t, NVP, request_for_vc, df_pkg::VCS_2N);
  wire [PORTS_2N-1:0] contested_op;  // outputs that need an arbiter; the other requested ones grant all
  wire [PORTS_2N-1:0] several_op;    // of these: with more than one request
  wire [NVP-1:0] simple_ivc;         // what they grant
  wire `DF_WIRES(grant_planes_t, NVP, simple_ovc, SPEEDUP);
  if (df_pkg::LEAN) begin : gen_shortcut
    df_easy_grants u_requests (
        .front_ivc_i,
        .long_ivc_i(mid_ivc_i | multi),
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
  end else begin : gen_arbiters
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

  // Virtual cut-through: a head waits until the next buffer has room for its whole packet.
  wire [NVP-1:0] measured = multi & {NVP{cut_through_i}};
  logic [NVP-1:0] existing_vc;  // requests for a VC that exists; one that does not has no credits
  always_comb begin : room
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    logic [IVC_W-1:0] ovc;
    logic [NVP-1:0] plane;
    logic [NEED_W-1:0] need;
    logic [NEED_W-1:0] have;
    k = 0;
    {ovc, plane, need, have} = '0;
    eligible = existing_vc;
    rem = measured;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      ovc = df_pkg::vc_of_route(`DF_WORD(route_ivc_i, df_pkg::ROUTE_W, i[IVC_W-1:0]));
      for (k = 0; k < CREDIT_W; k = k + 1) begin
        plane = `DF_WORD(credits_ovc_i, NVP, k);
        have[k] = plane[ovc];
      end
      for (k = 0; k < df_pkg::LEN_W; k = k + 1) need[k] = `DF_BIT(len_ivc_i, NVP, k, i[IVC_W-1:0]);
      // need is the length minus one
      eligible = eligible & ~((NVP'(1) << i[IVC_W-1:0]) & {NVP{have <= need}});
    end
  end
  always_comb begin : exist
    integer v;
    existing_vc = '0;
    for (v = 0; v < VCS; v = v + 1) existing_vc = existing_vc | `DF_WORD(request_for_vc, NVP, v);
  end

  // ---- grants ----
  wire [PORTS-1:0] moved_op;    // outputs whose pointer moves,
  wire `DF_WIRES(port_masks_t, NVP, lower_d, PORTS_2N);  // and where to
  wire [NVP-1:0] batch_d;
  wire [NVP-1:0] hold_d;        // output VCs that a granted head takes
  wire [NVP-1:0] free_d;        // output VCs that a granted tail gives back
  wire `DF_WIRES(port_masks_t, NVP, lower_op, PORTS_2N);  // lower_q, in hardware without words that nothing drives
  if (df_pkg::LEAN) begin : gen_lower
    assign lower_op = lower_q;
  end else begin : gen_lower_of_ports
    for (genvar o = 0; o < PORTS_2N; o = o + 1) begin : gen_port
      if (o < PORTS) begin : gen_present
        assign `DF_WORD(lower_op, NVP, o) = `DF_WORD(lower_q, NVP, o);
      end else begin : gen_absent
        assign `DF_WORD(lower_op, NVP, o) = '0;
      end
    end
  end
  df_output_arbiters u_arbiters (
      .contested_op_i(contested_op),
      .request_for_op_i(request_for_op),
      .request_for_vc_i(request_for_vc),
      .eligible_ivc_i(eligible),
      .multi_ivc_i(multi),
      .mid_ivc_i,
      .last_ivc_i(tail_ivc_i & mid_ivc_i),
      .queue_ready_op_i,
      .held_ovc_i(held_q),
      .more_ovc_i,
      .batch_ivc_i(batch_q),
      .lower_op_i(lower_op),
      .grant_ivc_i(simple_ivc),
      .grants_op_i(PORTS'(requested_op & ~contested_op)),
      .take_ovc_i(simple_ovc),
      .grant_ivc_o,
      .grants_op_o,
      .grant_for_op_o,
      .take_ovc_o,
      .hold_ovc_o(hold_d),
      .free_ovc_o(free_d),
      .batch_ivc_o(batch_d),
      .moved_op_o(moved_op),
      .lower_op_o(lower_d)
  );

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
    pointer_after_all = df_pkg::up_to_highest(latest) & EXISTING;
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

  always_ff @(posedge clk_i) begin : pointers
    integer o;
    logic [PORTS-1:0] rem;
    logic [PORTS_2N-1:0] rem_op;
    rem = moved_op;
    `DF_FOR_EACH(o, rem, PORTS)
      `DF_MEM_WRITE(`DF_WORD(lower_q, NVP, o[PORT_W-1:0]), `DF_WORD(lower_d, NVP, o[PORT_W-1:0]));
    rem_op = several_op;
    `DF_FOR_EACH(o, rem_op, PORTS)
      `DF_MEM_WRITE(`DF_WORD(lower_q, NVP, o[PORT_W-1:0]),
                    pointer_after_all(`DF_WORD(request_for_op, NVP, o[PORT_W-1:0]), `DF_WORD(lower_q, NVP, o[PORT_W-1:0])));
    if (rst_i) for (o = 0; o < PORTS; o = o + 1) `DF_MEM_WRITE(`DF_WORD(lower_q, NVP, o), '0);
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    df_grant_claims u_claims (
        .clk_i,
        .rst_i,
        .front_ivc_i,
        .mid_ivc_i,
        .eligible_ivc_i(eligible),
        .requested_op_i(requested_op),
        .request_for_op_i(request_for_op),
        .request_for_vc_i(request_for_vc),
        .queue_ready_op_i,
        .held_ovc_i(held_q),
        .credit_ovc_i(`DF_WORD(more_ovc_i, NVP, 0)),
        .grant_ivc_i(grant_ivc_o),
        .grants_op_i(grants_op_o),
        .grant_for_op_i(grant_for_op_o)
    );
  end
  `DF_CLAIMS(clk_i, rst_i, grant_ivc_o != '0) begin
    // Checks: SE-4
    `DF_CLAIM(one_packet_per_vc, (hold_d & held_q) == '0, "an output VC is given to a second packet")
    // Checks: SE-4
    `DF_CLAIM(owner_is_known, (free_d & ~held_q) == '0, "an output VC is freed that was not held")
  end
  `DF_CLAIMS(clk_i, rst_i, (front_ivc_i | batch_q) != '0) begin
    // Checks: OW-5
    `DF_CLAIM(routes_are_connected, (requested_op & ~(PORTS_2N'(connected_op_i))) == '0,
              "a packet is routed to a port that is not connected")
    // Checks: OW-5
    `DF_CLAIM(routes_have_vcs, existing_vc == front_ivc_i, "a packet is routed to a VC that does not exist")
    // Checks: SA-12
    `DF_CLAIM(batches_wait, (batch_q & ~front_ivc_i) == '0, "an input VC is in a batch and has no flit")
  end

  // Checks: SP-1
  `DF_PARAMETER_CHECK(gen_vcs, df_pkg::VCS >= 1 && df_pkg::VCS <= 8, "VCS must be 1 to 8")
  // Checks: SP-4
  `DF_PARAMETER_CHECK(gen_speedup, df_pkg::SPEEDUP >= 1 && df_pkg::SPEEDUP <= 8, "SPEEDUP must be 1 to 8")
endmodule
`default_nettype wire
