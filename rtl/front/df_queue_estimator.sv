// SPDX-License-Identifier: Apache-2.0
// Queue estimator: q of an output and of an output VC - flits that hold a credit of it and packets that
// wait for it. Decisions between candidates compare these.
//
// In simulation it answers questions, for each candidate that is compared, instead of counting for every output in every
// cycle.
`include "df_macros.svh"
`default_nettype none
module df_queue_estimator (
    input  wire [df_pkg::CREDIT_W-1:0]                      depth_i,   // BUFFER_DEPTH
    input  wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_i, df_pkg::CREDIT_W),
    // Input VCs that hold a route, and the routes.
    input  wire [df_pkg::NVP-1:0]                           assigned_ivc_i,
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, held_ivc_i, df_pkg::NV),
    // Questions: outputs, or output VCs where vc_queue_cand_i is set.
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]     ask_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]     vc_queue_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::PORT_W-1:0]  port_cand_i,
    input  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::VC_W-1:0]    vc_cand_i,
    // Answers, flits.
    output wire [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::QUEUE_W-1:0] queue_cand_o,
    // Occupancies of the outputs that publish theirs, 0 where the routing does not ask for that.
    input  wire                                             publish_i,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0]   occupancy_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int QW = df_pkg::QUEUE_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int STRIDE = df_pkg::STRIDE;

  wire [QW-1:0] depth = QW'(depth_i);

  // Packets that wait, by the output and by the VC that they go to: masks over input VCs.
  wire `DF_WIRES(port_masks_t, NVP, waiting_for_op, df_pkg::PORTS_2N);
  wire `DF_WIRES(vc_masks_t, NVP, waiting_for_vc, df_pkg::VCS_2N);
  wire [df_pkg::PORTS_2N-1:0] unused_op;  // the masks are enough
  // In hardware the decoder always works: the gate would only be one more level.
  wire needed = !df_pkg::LEAN || publish_i || ask_cand_i != '0;
  df_route_decoder u_route_decoder (
      .routed_ivc_i(assigned_ivc_i & {NVP{needed}}),
      .route_ivc_i(held_ivc_i),
      .some_op_o(unused_op),
      .for_op_o(waiting_for_op),
      .for_vc_o(waiting_for_vc)
  );

  // The queue of an output, and of VC `vc` of it.
  function automatic logic [QW-1:0] queue_of(input logic [PORT_W-1:0] port);
    integer k;
    logic [df_pkg::IVC_W:0] count;
    queue_of = QW'(df_pkg::VCS) * depth;
    for (k = 0; k < df_pkg::CREDIT_W; k = k + 1) begin
      count = df_pkg::count_vcs(STRIDE'(`DF_WORD(credits_ovc_i, NVP, k) >> df_pkg::first_vc(32'(port))));
      queue_of = queue_of - (QW'(count) << k);
    end
    count = df_pkg::count_ones(`DF_WORD(waiting_for_op, NVP, port));
    queue_of = queue_of + QW'(count);
  endfunction
  function automatic logic [QW-1:0] queue_of_vc(input logic [PORT_W-1:0] port, input logic [VC_W-1:0] vc);
    integer k;
    logic [STRIDE-1:0] credits;
    logic [df_pkg::IVC_W:0] count;
    queue_of_vc = depth;
    for (k = 0; k < df_pkg::CREDIT_W; k = k + 1) begin
      credits = STRIDE'(`DF_WORD(credits_ovc_i, NVP, k) >> df_pkg::first_vc(32'(port)));
      queue_of_vc = queue_of_vc - (QW'(credits[vc]) << k);
    end
    count = df_pkg::count_ones(`DF_WORD(waiting_for_op, NVP, port) & `DF_WORD(waiting_for_vc, NVP, vc));
    queue_of_vc = queue_of_vc + QW'(count);
  endfunction

  // The queues that are asked for: hardware counts all of them, from registers, and chooses last; a simulation counts these.
  function automatic logic [QW-1:0] answer(input logic [PORT_W-1:0] port, input logic [VC_W-1:0] vc, input logic of_vc);
    answer = of_vc ? queue_of_vc(port, vc) : queue_of(port);
  endfunction
  wire [df_pkg::ASKERS*df_pkg::CANDIDATES*QW-1:0] counted_cand;
  wire [df_pkg::OCCUPANCIES*QW-1:0] published;
  if (df_pkg::LEAN) begin : gen_answers
    logic [df_pkg::ASKERS*df_pkg::CANDIDATES*QW-1:0] counted;
    always_comb begin : count
      integer n;
      n = 0;
      counted = '0;
      if (ask_cand_i != '0)
        for (n = 0; n < df_pkg::ASKERS * df_pkg::CANDIDATES; n = n + 1)
          if (ask_cand_i[n])
            counted[n*QW+:QW] = answer(port_cand_i[n*PORT_W+:PORT_W], vc_cand_i[n*VC_W+:VC_W], vc_queue_cand_i[n]);
    end
    logic [df_pkg::OCCUPANCIES*QW-1:0] occupancies;
    always_comb begin : publish
      integer j;
      j = 0;
      occupancies = '0;
      if (publish_i)
        for (j = 0; j < df_pkg::PUBLISHED; j = j + 1)
          occupancies[j*QW+:QW] = queue_of({PORT_W'(df_pkg::FIRST_PUBLISHED + j)});
    end
    assign counted_cand = counted;
    assign published = occupancies;
  end else begin : gen_queues
    logic [df_pkg::PORTS*QW-1:0] queue_op;
    logic [df_pkg::NV*QW-1:0] queue_ovc;
    // Numbers cast to fewer bits are in braces: without, they may be negative.
    for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_port
      always_comb queue_op[o*QW+:QW] = queue_of({PORT_W'(o)});
    end
    for (genvar i = 0; i < df_pkg::NV; i = i + 1) begin : gen_vc
      always_comb queue_ovc[i*QW+:QW] = queue_of_vc({PORT_W'(i / STRIDE)}, {VC_W'(i % STRIDE)});
    end
    for (genvar n = 0; n < df_pkg::ASKERS * df_pkg::CANDIDATES; n = n + 1) begin : gen_answer
      wire [PORT_W-1:0] port = port_cand_i[n*PORT_W+:PORT_W];
      wire [VC_W-1:0] vc = vc_cand_i[n*VC_W+:VC_W];
      assign counted_cand[n*QW+:QW] = !ask_cand_i[n] ? '0
          : vc_queue_cand_i[n] ? queue_ovc[(32'(port)*STRIDE+32'(vc))*QW+:QW] : queue_op[32'(port)*QW+:QW];
    end
    if (df_pkg::PUBLISHED == 0) begin : gen_nothing
      assign published = '0;
    end else begin : gen_published
      assign published = queue_op[df_pkg::FIRST_PUBLISHED*QW+:df_pkg::PUBLISHED*QW] & {df_pkg::PUBLISHED*QW{publish_i}};
    end
  end
  assign queue_cand_o = counted_cand;
  assign occupancy_o = published;
endmodule
`default_nettype wire
