// Route unit of the ring (df_family.svh): all packets go on to the next router until they are there. They use VC 0, and
// VC 1 from the channel between the last and the first router on, so that no cycle of packets can wait for each other.
`include "df_macros.svh"
/* verilator lint_off UNUSEDSIGNAL */  // of the ports of a route unit this one needs few
module df_route_unit (
    input  wire                                                clk_i,
    input  wire                                                rst_i,
    input  wire df_pkg::cfg_write_t                            cfg_i,
    input  wire df_pkg::control_t                              control_i,
    // Flits that have arrived, and what they are: planes over input VCs, 0 where nothing arrived.
    input  wire [df_pkg::NVP-1:0]                              arrival_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    output reg  [df_pkg::NVP-1:0]                              head_ivc_o,
    output reg  [df_pkg::NVP-1:0]                              tail_ivc_o,
    output `DF_VARIABLES(len_planes_t, df_pkg::NVP, len_ivc_o, 4),   // of multi-flit heads
    // Routes of the heads that arrived on input VCs that do not ask: bit k of port and VC in plane k.
    output `DF_VARIABLES(port_planes_t, df_pkg::NVP, port_ivc_o, df_pkg::PORT_W),
    output `DF_VARIABLES(vc_planes_t, df_pkg::NVP, vc_ivc_o, df_pkg::VC_W),
    // Packets that need a decision now: the bits of their headers, and a random number for each.
    input  wire [df_pkg::ASKERS-1:0]                           decide_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::ASKED_W-1:0]           header_ask_i,
    input  wire [df_pkg::ASKERS*32-1:0]                        random_ask_i,
    // Their candidates, at least one for each, in the order of preference.
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]        valid_cand_o,
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::PORT_W-1:0]   port_cand_o,    // output VC
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::VC_W-1:0]     vc_cand_o,
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*2-1:0]                kind_cand_o,    // QUEUE_OF_...
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::LANE_W-1:0]   lane_cand_o,    // QUEUE_OF_LANE
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::WEIGHT_W-1:0] weight_cand_o,
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::BIAS_W-1:0]   bias_cand_o,    // signed
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES-1:0]                  nonmin_cand_o,  // for the header
    output reg  [df_pkg::ASKERS*df_pkg::CANDIDATES*df_pkg::MID_W-1:0]    mid_cand_o,
    // What the routing wants of the other units.
    output wire                                                publish_o,        // occupancies; it reads the oracle
    output wire                                                delay_credits_o
);
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  wire [df_pkg::NODE_W-1:0] my_router = control_i.route_0[df_pkg::NODE_W-1:0];
  assign publish_o = 1'b0;
  assign delay_credits_o = 1'b0;

  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  df_pkg::flit_t flit;

  // Every input VC asks, so nothing has a route on its arrival.
  always_comb begin : arrivals
    integer i;
    integer k;
    integer ip;
    logic [df_pkg::NVP-1:0] rem;
    i = 0;
    k = 0;
    ip = 0;
    flit = '0;
    head_ivc_o = '0;
    tail_ivc_o = '0;
    `DF_CLEAR(len_ivc_o, k, 4)
    `DF_CLEAR(port_ivc_o, k, PORT_W)
    `DF_CLEAR(vc_ivc_o, k, VC_W)
    `DF_FOR_EACH(i, rem, arrival_ivc_i, df_pkg::NV)
      ip = i >> df_pkg::VC_BITS;
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]);
      head_ivc_o[`DF_NUMBER(i, df_pkg::IVC_W)] = flit.head;
      tail_ivc_o[`DF_NUMBER(i, df_pkg::IVC_W)] = flit.tail;
      if (flit.head && !flit.tail)
        for (k = 0; k < 4; k = k + 1)
          `DF_BIT(len_ivc_o, df_pkg::NVP, k, `DF_NUMBER(i, df_pkg::IVC_W)) = flit.len[k];
    end
  end

  always_comb begin : candidates
    integer n;
    logic [df_pkg::NODE_W-1:0] dst;
    logic [df_pkg::TERM_W-1:0] dst_term;
    logic [VC_W-1:0] vc;
    n = 0;
    valid_cand_o = '0;
    port_cand_o = '0;
    vc_cand_o = '0;
    kind_cand_o = '0;
    lane_cand_o = '0;
    weight_cand_o = '0;
    bias_cand_o = '0;
    nonmin_cand_o = '0;
    mid_cand_o = '0;
    dst = '0;
    dst_term = '0;
    vc = '0;
    for (n = 0; n < df_pkg::ASKERS; n = n + 1)
      if (decide_ask_i[n]) begin
        {dst, dst_term} = header_ask_i[n*df_pkg::ASKED_W+:df_pkg::ASKED_W];
        vc = VC_W'(`DF_IVC_OF_ASKER(n));  // the VC that it came on
        if (32'(my_router) == df_pkg::ROUTERS - 1) vc = VC_W'(1);
        valid_cand_o[n*CANDIDATES] = 1'b1;
        if (dst == my_router) port_cand_o[n*CANDIDATES*PORT_W+:PORT_W] = PORT_W'(dst_term);
        else begin
          port_cand_o[n*CANDIDATES*PORT_W+:PORT_W] = PORT_W'(df_pkg::NEXT);
          vc_cand_o[n*CANDIDATES*VC_W+:VC_W] = vc;
        end
      end
  end
endmodule
/* verilator lint_on UNUSEDSIGNAL */
