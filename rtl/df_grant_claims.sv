// SPDX-License-Identifier: Apache-2.0
// What the switch allocator owes, put together anew from its ports: an output grants what requests it and nothing else, no more
// than SPEEDUP flits, and something if it can. There is nothing here but claims.
`include "df_macros.svh"
`default_nettype none
module df_grant_claims (
    input wire                         clk_i,
    input wire                         rst_i,
    input wire [df_pkg::NVP-1:0]       front_ivc_i,
    input wire [df_pkg::NVP-1:0]       mid_ivc_i,
    input wire [df_pkg::NVP-1:0]       eligible_ivc_i,
    input wire [df_pkg::PORTS_2N-1:0]  requested_op_i,
    input wire `DF_WIRES(port_masks_t, df_pkg::NVP, request_for_op_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(vc_masks_t, df_pkg::NVP, request_for_vc_i, df_pkg::VCS_2N),
    input wire [df_pkg::PORTS-1:0]     queue_ready_op_i,
    input wire [df_pkg::NVP-1:0]       held_ovc_i,
    input wire [df_pkg::NVP-1:0]       credit_ovc_i,  // there is a credit
    input wire [df_pkg::NVP-1:0]       grant_ivc_i,
    input wire [df_pkg::PORTS-1:0]     grants_op_i,
    input wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N)
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int VCS = df_pkg::VCS;

  // Is a mask one of more than SPEEDUP input VCs?
  function automatic logic too_many(input logic [NVP-1:0] mask);
    integer s;
    logic [NVP-1:0] rest;
    rest = mask;
    for (s = 0; s < df_pkg::SPEEDUP; s = s + 1) rest = rest & (rest - 1'b1);
    too_many = rest != '0;
  endfunction

  // Requests for VCs of output o that have a credit and that nobody else holds.
  function automatic logic [NVP-1:0] possible(input integer o);
    integer v;
    logic [STRIDE-1:0] credit;
    logic [STRIDE-1:0] held;
    credit = STRIDE'(credit_ovc_i >> df_pkg::first_vc(o));
    held = STRIDE'(held_ovc_i >> df_pkg::first_vc(o));
    possible = '0;
    for (v = 0; v < VCS; v = v + 1)
      if (credit[v]) possible = possible | (`DF_WORD(request_for_vc_i, NVP, v) & (mid_ivc_i | {NVP{~held[v]}}));
  endfunction

  logic astray;   // an output grants what requests another,
  logic crowded;  // or too much,
  logic idle;     // or nothing though it could
  always_comb begin : compare
    integer o;
    logic [PORTS_2N-1:0] rem;
    logic [NVP-1:0] request;
    logic [NVP-1:0] granted;
    {request, granted} = '0;
    {astray, crowded, idle} = '0;
    rem = (requested_op_i | PORTS_2N'(grants_op_i)) & PORTS_2N'(df_pkg::ALL_PORTS);
    `DF_FOR_EACH(o, rem, df_pkg::PORTS) begin
      request = requested_op_i[o[PORT_W-1:0]] ? `DF_WORD(request_for_op_i, NVP, o[PORT_W-1:0]) : '0;
      granted = grants_op_i[o[PORT_W-1:0]] ? `DF_WORD(grant_for_op_i, NVP, o[PORT_W-1:0]) : '0;
      if ((granted & ~request) != '0) astray = 1'b1;
      if (too_many(granted)) crowded = 1'b1;
      if (granted == '0 && queue_ready_op_i[o[PORT_W-1:0]] && (possible(o) & request & eligible_ivc_i) != '0) idle = 1'b1;
    end
  end

  `DF_CLAIMS(clk_i, rst_i, grant_ivc_i != '0) begin
    // Checks: SA-2
    `DF_CLAIM(grants_are_requests, (grant_ivc_i & ~front_ivc_i) == '0, "a VC without request is granted")
    // Checks: SA-3
    `DF_CLAIM(grants_wait_for_queues, (grants_op_i & ~queue_ready_op_i) == '0,
              "flits are granted to an output whose queue may have no room for them")
    // Checks: SA-1
    `DF_CLAIM(outputs_grant_their_own, !astray, "an output grants an input VC that does not request it")
    // Checks: SA-7
    `DF_CLAIM(outputs_grant_what_fits, !crowded, "an output grants more than SPEEDUP flits")
  end
  `DF_CLAIMS(clk_i, rst_i, front_ivc_i != '0) begin
    // Checks: SA-7
    `DF_CLAIM(outputs_grant_what_they_can, !idle, "an output grants nothing though something could go")
  end
endmodule
`default_nettype wire
