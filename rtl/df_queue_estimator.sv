// Queue estimator: q of an output and of an output VC - flits that hold a credit of it and packets that
// wait for it. UGAL compares these.
//
// It answers questions (two paths for each terminal port that decides) instead of counting for every
// output in every cycle.
module df_queue_estimator (
    /* verilator lint_off UNUSEDSIGNAL */  // each unit reads its part of the struct
    input  wire df_pkg::control_t                           control_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [df_pkg::CREDIT_W*df_pkg::NVP-1:0]          credits_ovc_i,
    // Input VCs that hold a route, and the routes.
    input  wire [df_pkg::NVP-1:0]                           assigned_ivc_i,
    input  wire [df_pkg::PORT_W*df_pkg::NVP-1:0]            port_ivc_i,
    input  wire [df_pkg::VC_W*df_pkg::NVP-1:0]              vc_ivc_i,
    // Questions: the output of the minimal (on MIN_START_VC) and of the non-minimal path (on VC 0).
    input  wire [df_pkg::TERMINALS-1:0]                     ask_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::PORT_W-1:0]      min_port_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::PORT_W-1:0]      non_port_term_i,
    // Answers, flits: of the whole output, and of the output VC alone.
    output reg  [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     min_queue_term_o,
    output reg  [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     min_vc_queue_term_o,
    output reg  [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     non_queue_term_o,
    output reg  [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     non_vc_queue_term_o,
    // Occupancies of this router's global outputs under UGAL-G, else 0.
    output reg  [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0]   occupancy_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int QW = df_pkg::QUEUE_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int STRIDE = df_pkg::STRIDE;

  localparam int PLANES_W = PORT_W * NVP;
  localparam int VC_PLANES_W = df_pkg::VC_W * NVP;
  localparam int CREDIT_PLANES_W = df_pkg::CREDIT_W * NVP;

  localparam logic [STRIDE-1:0] ALL_VCS = {STRIDE{1'b1}};  // Yosys passes '1 to a function as one bit

  // The functions get every signal as an argument: Yosys takes a function whose arguments happen to
  // be constant for a constant function.

  // Those input VCs of `among` whose route leads to an output.
  function automatic logic [NVP-1:0] routed_to(input logic [PORT_W-1:0] port,
                                               input logic [NVP-1:0] among,
                                               input logic [PLANES_W-1:0] ports);
    integer k;
    routed_to = among;
    for (k = 0; k < PORT_W; k = k + 1)
      routed_to = routed_to & (port[k] ? ports[k*NVP+:NVP] : ~ports[k*NVP+:NVP]);
  endfunction

  // Those input VCs of `among` whose route is on a VC.
  function automatic logic [NVP-1:0] routed_on(input logic [df_pkg::VC_W-1:0] vc,
                                               input logic [NVP-1:0] among,
                                               input logic [VC_PLANES_W-1:0] vcs);
    integer k;
    routed_on = among;
    for (k = 0; k < df_pkg::VC_W; k = k + 1)
      routed_on = routed_on & (vc[k] ? vcs[k*NVP+:NVP] : ~vcs[k*NVP+:NVP]);
  endfunction

  // Credits left of the VCs of an output that `vcs` selects.
  function automatic logic [QW-1:0] credits_of(input logic [PORT_W-1:0] port,
                                               input logic [STRIDE-1:0] vcs,
                                               input logic [CREDIT_PLANES_W-1:0] credits);
    integer k;
    credits_of = '0;
    for (k = 0; k < df_pkg::CREDIT_W; k = k + 1)
      credits_of = credits_of + (QW'($countones(
          credits[k*NVP+32'(port)*STRIDE+:STRIDE] & vcs)) << k);
  endfunction

  function automatic logic [QW-1:0] queue_of(input logic [PORT_W-1:0] port,
                                             input logic [QW-1:0] depth,
                                             input logic [CREDIT_PLANES_W-1:0] credits,
                                             input logic [NVP-1:0] assigned,
                                             input logic [PLANES_W-1:0] ports);
    queue_of = QW'(df_pkg::VCS) * depth - credits_of(port, ALL_VCS, credits)
               + QW'($countones(routed_to(port, assigned, ports)));
  endfunction

  function automatic logic [QW-1:0] vc_queue_of(input logic [PORT_W-1:0] port,
                                                input logic [df_pkg::VC_W-1:0] vc,
                                                input logic [QW-1:0] depth,
                                                input logic [CREDIT_PLANES_W-1:0] credits,
                                                input logic [NVP-1:0] assigned,
                                                input logic [PLANES_W-1:0] ports,
                                                input logic [VC_PLANES_W-1:0] vcs);
    vc_queue_of = depth - credits_of(port, STRIDE'(1) << vc, credits)
                  + QW'($countones(routed_on(vc, routed_to(port, assigned, ports), vcs)));
  endfunction

  wire [QW-1:0] depth = QW'(control_i.buffer_depth);

  always_comb begin : answers
    integer t;
    logic [PORT_W-1:0] port;
    t = 0;
    min_queue_term_o = '0;
    min_vc_queue_term_o = '0;
    non_queue_term_o = '0;
    non_vc_queue_term_o = '0;
    port = '0;
    if (ask_term_i != '0)
      for (t = 0; t < df_pkg::TERMINALS; t = t + 1)
        if (ask_term_i[t]) begin
          port = min_port_term_i[t*PORT_W+:PORT_W];
          min_queue_term_o[t*QW+:QW] =
              queue_of(port, depth, credits_ovc_i, assigned_ivc_i, port_ivc_i);
          min_vc_queue_term_o[t*QW+:QW] =
              vc_queue_of(port, control_i.min_start_vc, depth, credits_ovc_i, assigned_ivc_i,
                          port_ivc_i, vc_ivc_i);
          port = non_port_term_i[t*PORT_W+:PORT_W];
          non_queue_term_o[t*QW+:QW] =
              queue_of(port, depth, credits_ovc_i, assigned_ivc_i, port_ivc_i);
          non_vc_queue_term_o[t*QW+:QW] =
              vc_queue_of(port, '0, depth, credits_ovc_i, assigned_ivc_i, port_ivc_i, vc_ivc_i);
        end
  end

  always_comb begin : occupancies
    integer j;
    j = 0;
    occupancy_o = '0;
    if (control_i.algorithm == df_pkg::ALG_UGAL_G)
      for (j = 0; j < df_pkg::GLOBALS; j = j + 1)
        occupancy_o[j*QW+:QW] =
            queue_of(PORT_W'(df_pkg::TERMINALS + df_pkg::LOCALS + j), depth, credits_ovc_i,
                     assigned_ivc_i, port_ivc_i);
  end
endmodule
