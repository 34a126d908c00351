// Queue estimator: q of an output and of an output VC - flits that hold a credit of it and packets that
// wait for it. UGAL compares these.
//
// It answers questions (two paths for each terminal port that decides) instead of counting for every
// output in every cycle.
`include "df_macros.svh"
module df_queue_estimator (
    /* verilator lint_off UNUSEDSIGNAL */  // each unit reads its part of the struct
    input  wire df_pkg::control_t                           control_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_i, df_pkg::CREDIT_W),
    // Input VCs that hold a route, and the routes.
    input  wire [df_pkg::NVP-1:0]                           assigned_ivc_i,
    input  wire `DF_WIRES(port_planes_t, df_pkg::NVP, port_ivc_i, df_pkg::PORT_W),
    input  wire `DF_WIRES(vc_planes_t, df_pkg::NVP, vc_ivc_i, df_pkg::VC_W),
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

  wire [QW-1:0] depth = QW'(control_i.buffer_depth);

  // Two questions for each terminal port: of the minimal path, then of the non-minimal path.
  always_comb begin : answers
    integer t;
    integer n;
    integer k;
    logic [PORT_W-1:0] port;
    logic [df_pkg::VC_W-1:0] vc;
    logic [STRIDE-1:0] credits;      // plane of the output's credits
    logic [QW-1:0] all;              // credits of all VCs of the output,
    logic [QW-1:0] one;              // of the VC asked for
    logic [NVP-1:0] waiting;         // packets that wait for the output,
    logic [NVP-1:0] waiting_vc;      // for the VC
    t = 0;
    n = 0;
    k = 0;
    min_queue_term_o = '0;
    min_vc_queue_term_o = '0;
    non_queue_term_o = '0;
    non_vc_queue_term_o = '0;
    port = '0;
    vc = '0;
    credits = '0;
    all = '0;
    one = '0;
    waiting = '0;
    waiting_vc = '0;
    if (ask_term_i != '0)
      for (t = 0; t < df_pkg::TERMINALS; t = t + 1)
        if (ask_term_i[t])
          for (n = 0; n < 2; n = n + 1) begin
            port = (n == 0) ? min_port_term_i[t*PORT_W+:PORT_W] : non_port_term_i[t*PORT_W+:PORT_W];
            vc = (n == 0) ? control_i.min_start_vc : '0;
            all = '0;
            one = '0;
            for (k = 0; k < df_pkg::CREDIT_W; k = k + 1) begin
              credits = STRIDE'(`DF_WORD(credits_ovc_i, NVP, k) >> df_pkg::IVC_W'(32'(port) * STRIDE));
              all = all + (QW'($countones(credits)) << k);
              one = one + (QW'(credits[vc]) << k);
            end
            waiting = assigned_ivc_i;
            for (k = 0; k < PORT_W; k = k + 1)
              waiting = waiting & ~(`DF_WORD(port_ivc_i, NVP, k) ^ {NVP{port[k]}});
            waiting_vc = waiting;
            for (k = 0; k < df_pkg::VC_W; k = k + 1)
              waiting_vc = waiting_vc & ~(`DF_WORD(vc_ivc_i, NVP, k) ^ {NVP{vc[k]}});
            all = QW'(df_pkg::VCS) * depth - all + QW'($countones(waiting));
            one = depth - one + QW'($countones(waiting_vc));
            if (n == 0) begin
              min_queue_term_o[t*QW+:QW] = all;
              min_vc_queue_term_o[t*QW+:QW] = one;
            end else begin
              non_queue_term_o[t*QW+:QW] = all;
              non_vc_queue_term_o[t*QW+:QW] = one;
            end
          end
  end

  always_comb begin : occupancies
    integer j;
    integer k;
    integer port;
    logic [QW-1:0] queue;
    logic [NVP-1:0] waiting;
    j = 0;
    k = 0;
    port = 0;
    queue = '0;
    waiting = '0;
    occupancy_o = '0;
    if (control_i.algorithm == df_pkg::ALG_UGAL_G)
      for (j = 0; j < df_pkg::GLOBALS; j = j + 1) begin
        port = df_pkg::TERMINALS + df_pkg::LOCALS + j;
        queue = QW'(df_pkg::VCS) * depth;
        waiting = assigned_ivc_i;
        for (k = 0; k < df_pkg::CREDIT_W; k = k + 1)
          queue = queue - (QW'($countones(
              STRIDE'(`DF_WORD(credits_ovc_i, NVP, k) >> (port * STRIDE)))) << k);
        for (k = 0; k < PORT_W; k = k + 1)
          waiting = waiting & (port[k] ? `DF_WORD(port_ivc_i, NVP, k) : ~`DF_WORD(port_ivc_i, NVP, k));
        occupancy_o[j*QW+:QW] = queue + QW'($countones(waiting));
      end
  end
endmodule
