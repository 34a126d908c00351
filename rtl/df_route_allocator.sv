// Route allocator: decides once for each packet at a terminal port between the minimal and the
// non-minimal path ([K08] Section 4), by greedy or sequential allocation, and keeps the decision
// until the packet has left.
`include "df_macros.svh"
module df_route_allocator (
    input  wire                                             clk_i,
    input  wire                                             rst_i,
    input  wire df_pkg::cfg_write_t                         cfg_i,
    /* verilator lint_off UNUSEDSIGNAL */  // each unit reads its part of the struct
    input  wire df_pkg::control_t                           control_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [df_pkg::CHANNELS*df_pkg::QUEUE_W-1:0]      oracle_i,
    input  wire [df_pkg::TERMINALS-1:0]                     decide_term_i,
    // Candidates (df_route_unit).
    input  wire [df_pkg::TERMINALS-1:0]                     leaves_term_i,
    input  wire [df_pkg::TERMINALS-1:0]                     choice_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::PORT_W-1:0]      min_port_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::VC_W-1:0]        min_vc_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::CHANNEL_W-1:0]   min_channel_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::PORT_W-1:0]      non_port_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::CHANNEL_W-1:0]   non_channel_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::GROUP_W-1:0]     mid_group_term_i,
    // Queue estimates (df_queue_estimator).
    output wire [df_pkg::TERMINALS-1:0]                     ask_term_o,
    input  wire [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     min_queue_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     min_vc_queue_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     non_queue_term_i,
    input  wire [df_pkg::TERMINALS*df_pkg::QUEUE_W-1:0]     non_vc_queue_term_i,
    // Routes held by input VCs, and the same with the decisions of this cycle.
    input  wire `DF_WIRES(port_planes_t, df_pkg::NVP, port_ivc_i, df_pkg::PORT_W),
    input  wire `DF_WIRES(vc_planes_t, df_pkg::NVP, vc_ivc_i, df_pkg::VC_W),
    output `DF_VARIABLES(port_planes_t, df_pkg::NVP, port_ivc_o, df_pkg::PORT_W),
    output `DF_VARIABLES(vc_planes_t, df_pkg::NVP, vc_ivc_o, df_pkg::VC_W),
    output wire [df_pkg::TERMINALS*32-1:0]                  random_term_o,
    // What the head flit of each terminal port is told: decided now or earlier.
    output reg  [df_pkg::TERMINALS-1:0]                     nonmin_term_o,
    output reg  [df_pkg::TERMINALS*8-1:0]                   salt_term_o,
    output reg  [df_pkg::TERMINALS*df_pkg::GROUP_W-1:0]     mid_group_term_o
);
  localparam int TERMINALS = df_pkg::TERMINALS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int CHANNEL_W = df_pkg::CHANNEL_W;
  localparam int GROUP_W = df_pkg::GROUP_W;
  localparam int QW = df_pkg::QUEUE_W;
  localparam int PRODUCT_W = QW + 5;  // queue x hops, signed

  reg [TERMINALS-1:0] nonmin_q;
  reg [TERMINALS*8-1:0] salt_q;
  reg [TERMINALS*GROUP_W-1:0] mid_group_q;

  wire is_ugal = control_i.algorithm != df_pkg::ALG_MIN && control_i.algorithm != df_pkg::ALG_VAL;
  assign ask_term_o = is_ugal ? choice_term_i : '0;

  // Does a path begin with a local hop? Only asked for paths that leave the group.
  function automatic logic local_first(input logic [PORT_W-1:0] port);
    local_first = 32'(port) < TERMINALS + df_pkg::LOCALS;
  endfunction

  always_comb begin : decide
    integer t;
    integer s;
    integer k;
    logic nonmin;
    logic by_vc;
    logic [PORT_W-1:0] min_port;
    logic [PORT_W-1:0] non_port;
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0] vc;
    logic [CHANNEL_W-1:0] min_channel;
    logic [CHANNEL_W-1:0] non_channel;
    logic [QW-1:0] min_queue;
    logic [QW-1:0] non_queue;
    logic [3:0] min_hops;
    logic [3:0] non_hops;
    logic signed [PRODUCT_W-1:0] min_cost;
    logic signed [PRODUCT_W-1:0] non_cost;
    // The choices of this cycle, for the ports after them.
    logic [TERMINALS*PORT_W-1:0] chosen_port;
    logic [TERMINALS*VC_W-1:0] chosen_vc;
    logic [TERMINALS*CHANNEL_W-1:0] chosen_channel;

    t = 0;
    s = 0;
    k = 0;
    for (k = 0; k < PORT_W; k = k + 1)
      `DF_WORD(port_ivc_o, df_pkg::NVP, k) = `DF_WORD(port_ivc_i, df_pkg::NVP, k);
    for (k = 0; k < VC_W; k = k + 1) `DF_WORD(vc_ivc_o, df_pkg::NVP, k) = `DF_WORD(vc_ivc_i, df_pkg::NVP, k);
    nonmin_term_o = nonmin_q;
    salt_term_o = salt_q;
    mid_group_term_o = mid_group_q;
    nonmin = 1'b0;
    by_vc = 1'b0;
    min_port = '0;
    non_port = '0;
    port = '0;
    vc = '0;
    min_channel = '0;
    non_channel = '0;
    min_queue = '0;
    non_queue = '0;
    min_hops = '0;
    non_hops = '0;
    min_cost = '0;
    non_cost = '0;
    chosen_port = '0;
    chosen_vc = '0;
    chosen_channel = '0;

    if (decide_term_i != '0)
      for (t = 0; t < TERMINALS; t = t + 1)
        if (decide_term_i[t]) begin
          min_port = min_port_term_i[t*PORT_W+:PORT_W];
          non_port = non_port_term_i[t*PORT_W+:PORT_W];
          min_channel = min_channel_term_i[t*CHANNEL_W+:CHANNEL_W];
          non_channel = non_channel_term_i[t*CHANNEL_W+:CHANNEL_W];
          nonmin = choice_term_i[t];
          if (ask_term_o[t]) begin
            by_vc = control_i.algorithm == df_pkg::ALG_UGAL_L_VC
                    || (control_i.algorithm != df_pkg::ALG_UGAL_L && min_port == non_port);
            if (control_i.algorithm == df_pkg::ALG_UGAL_G) begin
              min_queue = oracle_i[min_channel*QW+:QW];
              non_queue = oracle_i[non_channel*QW+:QW];
            end else if (by_vc) begin
              min_queue = min_vc_queue_term_i[t*QW+:QW];
              non_queue = non_vc_queue_term_i[t*QW+:QW];
            end else begin
              min_queue = min_queue_term_i[t*QW+:QW];
              non_queue = non_queue_term_i[t*QW+:QW];
            end
            // Sequential: the choices of the ports before this one have joined the queues.
            if (control_i.sequential)
              for (s = 0; s < TERMINALS; s = s + 1)
                if (s < t && decide_term_i[s]) begin
                  if (control_i.algorithm == df_pkg::ALG_UGAL_G) begin
                    if (leaves_term_i[s] && chosen_channel[s*CHANNEL_W+:CHANNEL_W] == min_channel)
                      min_queue = min_queue + 1'b1;
                    if (leaves_term_i[s] && chosen_channel[s*CHANNEL_W+:CHANNEL_W] == non_channel)
                      non_queue = non_queue + 1'b1;
                  end else begin
                    if (chosen_port[s*PORT_W+:PORT_W] == min_port
                        && (!by_vc || chosen_vc[s*VC_W+:VC_W] == control_i.min_start_vc))
                      min_queue = min_queue + 1'b1;
                    if (chosen_port[s*PORT_W+:PORT_W] == non_port
                        && (!by_vc || chosen_vc[s*VC_W+:VC_W] == '0))
                      non_queue = non_queue + 1'b1;
                  end
                end
            min_hops = 4'd1;
            non_hops = 4'd2;
            if (control_i.all_hops) begin
              min_hops = 4'd2 + 4'(local_first(min_port));
              non_hops = 4'd4 + 4'(local_first(non_port));
            end
            min_cost = PRODUCT_W'(min_queue) * PRODUCT_W'(min_hops);
            non_cost = PRODUCT_W'(non_queue) * PRODUCT_W'(non_hops)
                       + PRODUCT_W'($signed(control_i.threshold));
            nonmin = min_cost > non_cost;
          end

          port = nonmin ? non_port : min_port;
          vc = nonmin ? '0 : min_vc_term_i[t*VC_W+:VC_W];
          chosen_port[t*PORT_W+:PORT_W] = port;
          chosen_vc[t*VC_W+:VC_W] = vc;
          chosen_channel[t*CHANNEL_W+:CHANNEL_W] =
              nonmin ? non_channel : min_channel_term_i[t*CHANNEL_W+:CHANNEL_W];
          for (k = 0; k < PORT_W; k = k + 1) 
            `DF_BIT(port_ivc_o, df_pkg::NVP, k, t * df_pkg::STRIDE) = port[k];
          for (k = 0; k < VC_W; k = k + 1) 
            `DF_BIT(vc_ivc_o, df_pkg::NVP, k, t * df_pkg::STRIDE) = vc[k];
          nonmin_term_o[t] = nonmin;
          salt_term_o[t*8+:8] = random_term_o[t*32+:8];
          mid_group_term_o[t*GROUP_W+:GROUP_W] =
              nonmin ? mid_group_term_i[t*GROUP_W+:GROUP_W] : '0;
        end
  end

  always_ff @(posedge clk_i) begin : registers
    if (rst_i) begin
      nonmin_q <= '0;
      salt_q <= '0;
      mid_group_q <= '0;
    end else begin
      if (decide_term_i != '0) begin
        nonmin_q <= nonmin_term_o;
        salt_q <= salt_term_o;
        mid_group_q <= mid_group_term_o;
      end
    end
  end

  // One random number register for each terminal port.
  wire rst_or_write = rst_i || cfg_i.we;
  wire [TERMINALS-1:0] dead_term;  // it is 0, and is used
  for (genvar t = 0; t < TERMINALS; t = t + 1) begin : gen_random
    reg [31:0] random_q;
    always_ff @(posedge clk_i) begin
      if (decide_term_i[t]) random_q <= df_pkg::xorshift(random_q);
      if (rst_or_write) begin
        if (rst_i) random_q <= '0;
        else if (cfg_i.addr == df_pkg::ADDR_LFSR + 16'(t)) random_q <= cfg_i.data;
      end
    end
    assign random_term_o[t*32+:32] = random_q;
    assign dead_term[t] = decide_term_i[t] && random_q == '0;
  end

  `DF_ASSERT(random_is_alive, dead_term == '0,
             "the random number register is 0: it was never loaded")
endmodule
