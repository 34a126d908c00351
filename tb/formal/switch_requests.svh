// SPDX-License-Identifier: Apache-2.0
// What the harnesses of the switch allocator have in common: ports and body, from what the units beside it do to the requests
// that are eligible.
    input wire                                          clk_i,
    input wire                                          rst_i,
    input wire                                          cut_through_i,
    input wire [df_pkg::NV-1:0]                         front,
    input wire [df_pkg::NV-1:0]                         head,
    input wire [df_pkg::NV-1:0]                         tail,
    input wire [df_pkg::NV*df_pkg::LEN_W-1:0]           len,
    input wire [df_pkg::NV*df_pkg::ROUTE_W-1:0]         route,
    input wire [df_pkg::PORTS-1:0]                      ready,
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

  // ---- the specification ----
  // Numbers of output VCs, ports, credits and grants have four bits each: word `i` of a vector, where i varies.
  function automatic logic [3:0] at(input logic [NV*4-1:0] words, input logic [3:0] i);
    integer k;
    at = '0;
    for (k = 0; k < NV; k = k + 1) if (32'(i) == k) at = words[k*4+:4];
  endfunction
  logic [NV-1:0] held_q;            // output VCs that a packet holds, which the harness says
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
