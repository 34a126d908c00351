// SPDX-License-Identifier: Apache-2.0
// What the switch allocator of a simulation knows of the requests before it arbitrates. An output grants all that requests it,
// without an arbiter, if these are no more than SPEEDUP packets of one flit, its queue has room, and their output VCs are free and
// have a credit for each. At any load most outputs are of this kind. In hardware the arbiters are there anyway, and
// df_route_decoder stands in the place of this module.
`include "df_macros.svh"
`default_nettype none
module df_easy_grants (
    input  wire [df_pkg::NVP-1:0]       front_ivc_i,  // input VCs that request,
    input  wire [df_pkg::NVP-1:0]       long_ivc_i,   // those with a flit of a longer packet than one,
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),  // and their routes
    input  wire [df_pkg::PORTS-1:0]     queue_ready_op_i,
    input  wire [df_pkg::NVP-1:0]       held_ovc_i,
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc_i, df_pkg::SPEEDUP),
    output reg  [df_pkg::PORTS_2N-1:0]  requested_op_o,
    output `DF_VARIABLES(port_masks_t, df_pkg::NVP, for_op_o, df_pkg::PORTS_2N),
    output `DF_VARIABLES(vc_masks_t, df_pkg::NVP, for_vc_o, df_pkg::VCS_2N),
    output reg  [df_pkg::PORTS_2N-1:0]  contested_op_o,  // outputs that need an arbiter; the others grant all
    output reg  [df_pkg::PORTS_2N-1:0]  several_op_o,    // of the others: with more than one request
    output reg  [df_pkg::NVP-1:0]       simple_ivc_o,    // the requests that they grant,
    output `DF_VARIABLES(grant_planes_t, df_pkg::NVP, simple_ovc_o, df_pkg::SPEEDUP)  // plane s: output VCs with more than s
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int VC_BITS = df_pkg::VC_BITS;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam logic [NVP-1:0] OF_PORT = (NVP'(1) << STRIDE) - NVP'(1);  // VCs of port 0
  localparam logic [NVP-1:0] NUMBERED = {NVP{1'b1}} >> (NVP - df_pkg::NV);  // input VCs that have a number

  logic [PORTS_2N-1:0] several;  // outputs with two requests or more,
  logic [PORTS_2N-1:0] crowded;  // with more than SPEEDUP,
  logic [PORTS_2N-1:0] long;     // with a flit of a longer packet, or a VC that does not exist
  `DF_VARIABLES(grant_planes_t, NVP, wanted_ovc, SPEEDUP);  // plane s: output VCs that more than s requests want

  always_comb begin : decode
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] bit_i;
    logic [df_pkg::ROUTE_W-1:0] route;
    logic [PORTS_2N-1:0] one_op;
    logic [NVP-1:0] one_ovc;
    logic [SPEEDUP*PORTS_2N-1:0] more_op;  // word s: outputs with more than s requests
    {bit_i, route, one_op, one_ovc} = '0;
    more_op = '0;
    crowded = '0;
    long = '0;
    for (k = 0; k < PORTS_2N; k = k + 1) `DF_WORD(for_op_o, NVP, k) = '0;
    for (k = 0; k < df_pkg::VCS_2N; k = k + 1) `DF_WORD(for_vc_o, NVP, k) = '0;
    for (k = 0; k < SPEEDUP; k = k + 1) `DF_WORD(wanted_ovc, NVP, k) = '0;
    rem = front_ivc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      bit_i = NVP'(1) << i[IVC_W-1:0];
      route = `DF_WORD(route_ivc_i, df_pkg::ROUTE_W, i[IVC_W-1:0]);
      one_op = PORTS_2N'(1) << route[VC_W+:PORT_W];
      one_ovc = NVP'(1) << df_pkg::vc_of_route(route);
      crowded = crowded | (more_op[(SPEEDUP-1)*PORTS_2N+:PORTS_2N] & one_op);
      for (k = SPEEDUP - 1; k > 0; k = k - 1) begin
        more_op[k*PORTS_2N+:PORTS_2N] = more_op[k*PORTS_2N+:PORTS_2N] | (more_op[(k-1)*PORTS_2N+:PORTS_2N] & one_op);
        `DF_WORD(wanted_ovc, NVP, k) = `DF_WORD(wanted_ovc, NVP, k) | (`DF_WORD(wanted_ovc, NVP, k - 1) & one_ovc);
      end
      more_op[PORTS_2N-1:0] = more_op[PORTS_2N-1:0] | one_op;
      `DF_WORD(wanted_ovc, NVP, 0) = `DF_WORD(wanted_ovc, NVP, 0) | one_ovc;
      if (long_ivc_i[i[IVC_W-1:0]] || 32'(route[VC_W-1:0]) >= df_pkg::VCS) long = long | one_op;
      `DF_FOR_WORD(k, route[VC_W+:PORT_W], PORTS_2N)
        `DF_WORD(for_op_o, NVP, k[PORT_W-1:0]) = `DF_WORD(for_op_o, NVP, k[PORT_W-1:0]) | bit_i;
      `DF_FOR_WORD(k, route[VC_W-1:0], df_pkg::VCS_2N)
        `DF_WORD(for_vc_o, NVP, k[VC_W-1:0]) = `DF_WORD(for_vc_o, NVP, k[VC_W-1:0]) | bit_i;
    end
    requested_op_o = more_op[PORTS_2N-1:0];
    several = (SPEEDUP == 1) ? '0 : more_op[(SPEEDUP > 1 ? PORTS_2N : 0)+:PORTS_2N];
  end

  always_comb begin : divide
    integer i;
    integer o;
    integer s;
    logic [NVP-1:0] rem;
    logic [PORTS_2N-1:0] rem_op;
    logic [PORTS_2N-1:0] hard;      // outputs that cannot grant all
    logic [NVP-1:0] blocked;        // output VCs that a packet holds, or that have too few credits
    logic [NVP-1:0] contested_ivc;
    logic [NVP-1:0] contested_ovc;
    contested_ivc = '0;
    contested_ovc = '0;
    hard = crowded | long | (requested_op_o & ~(PORTS_2N'(queue_ready_op_i)));
    blocked = `DF_WORD(wanted_ovc, NVP, 0) & held_ovc_i;
    for (s = 0; s < SPEEDUP; s = s + 1) blocked = blocked | (`DF_WORD(wanted_ovc, NVP, s) & ~`DF_WORD(more_ovc_i, NVP, s));
    rem = blocked;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      hard = hard | (PORTS_2N'(1) << i[VC_BITS+:PORT_W]);
    end
    rem_op = hard;
    `DF_FOR_EACH(o, rem_op, PORTS_2N) begin
      contested_ivc = contested_ivc | `DF_WORD(for_op_o, NVP, o[PORT_W-1:0]);
      contested_ovc = contested_ovc | (OF_PORT << df_pkg::first_vc(o));
    end
    // An output that does not exist grants nothing.
    contested_op_o = hard & PORTS_2N'(df_pkg::ALL_PORTS);
    several_op_o = several & ~hard;
    simple_ivc_o = front_ivc_i & NUMBERED & ~contested_ivc;
    for (s = 0; s < SPEEDUP; s = s + 1) `DF_WORD(simple_ovc_o, NVP, s) = `DF_WORD(wanted_ovc, NVP, s) & ~contested_ovc;
  end
endmodule
`default_nettype wire
