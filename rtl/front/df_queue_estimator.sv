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
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::QUEUE_W-1:0] queue_cand_o,
    // Occupancies of the outputs that publish theirs, 0 where the routing does not ask for that.
    input  wire                                             publish_i,
    output reg  [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0]   occupancy_o
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
  /* verilator lint_off UNUSEDSIGNAL */  // the masks are enough
  wire [df_pkg::PORTS_2N-1:0] waiting_op;
  /* verilator lint_on UNUSEDSIGNAL */
  df_route_decoder u_route_decoder (
      .routed_ivc_i(assigned_ivc_i & {NVP{`DF_WORTHWHILE(publish_i || ask_cand_i != '0)}}),
      .route_ivc_i(held_ivc_i),
      .some_op_o(waiting_op),
      .for_op_o(waiting_for_op),
      .for_vc_o(waiting_for_vc)
  );

  // The queue of an output, and of VC `vc` of it.
  function automatic logic [QW-1:0] queue_of(input logic [PORT_W-1:0] port);
    integer k;
    logic [df_pkg::IVC_W:0] count;
    queue_of = QW'(df_pkg::VCS) * depth;
    for (k = 0; k < df_pkg::CREDIT_W; k = k + 1) begin
      count = `DF_COUNT_ONES(STRIDE'(`DF_WORD(credits_ovc_i, NVP, k) >> df_pkg::IVC_W'(32'(port) * STRIDE)));
      queue_of = queue_of - (QW'(count) << k);
    end
    count = `DF_COUNT_ONES(`DF_WORD(waiting_for_op, NVP, port));
    queue_of = queue_of + QW'(count);
  endfunction
  function automatic logic [QW-1:0] queue_of_vc(input logic [PORT_W-1:0] port, input logic [VC_W-1:0] vc);
    integer k;
    logic [STRIDE-1:0] credits;
    logic [df_pkg::IVC_W:0] count;
    queue_of_vc = depth;
    for (k = 0; k < df_pkg::CREDIT_W; k = k + 1) begin
      credits = STRIDE'(`DF_WORD(credits_ovc_i, NVP, k) >> df_pkg::IVC_W'(32'(port) * STRIDE));
      queue_of_vc = queue_of_vc - (QW'(credits[vc]) << k);
    end
    count = `DF_COUNT_ONES(`DF_WORD(waiting_for_op, NVP, port) & `DF_WORD(waiting_for_vc, NVP, vc));
    queue_of_vc = queue_of_vc + QW'(count);
  endfunction

  // Hardware counts all of them, from registers, and chooses last. Numbers cast to fewer bits are in braces: without, they may be
  // negative.
  `DF_COMPUTED_WORDS(queue_op, QW, df_pkg::PORTS, o, queue_of({PORT_W'(o)}))
  `DF_COMPUTED_WORDS(queue_ovc, QW, df_pkg::NV, i, queue_of_vc({PORT_W'(i / STRIDE)}, {VC_W'(i % STRIDE)}))

  always_comb begin : answers
    integer n;
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0] vc;
    n = 0;
    queue_cand_o = '0;
    port = '0;
    vc = '0;
    if (`DF_WORTHWHILE(ask_cand_i != '0))
      for (n = 0; n < df_pkg::ASKERS * df_pkg::CANDIDATES; n = n + 1)
        if (ask_cand_i[n]) begin
          port = port_cand_i[n*PORT_W+:PORT_W];
          vc = vc_cand_i[n*VC_W+:VC_W];
          if (vc_queue_cand_i[n])
            queue_cand_o[n*QW+:QW] = `DF_COMPUTED(queue_ovc, QW, 32'(port) * STRIDE + 32'(vc), queue_of_vc(port, vc));
          else queue_cand_o[n*QW+:QW] = `DF_COMPUTED(queue_op, QW, port, queue_of(port));
        end
  end

  always_comb begin : occupancies
    integer j;
    j = 0;
    occupancy_o = '0;
    if (publish_i)
      for (j = 0; j < df_pkg::PUBLISHED; j = j + 1)
        occupancy_o[j*QW+:QW] =
            `DF_COMPUTED(queue_op, QW, df_pkg::FIRST_PUBLISHED + j, queue_of({PORT_W'(df_pkg::FIRST_PUBLISHED + j)}));
  end
endmodule
`default_nettype wire
