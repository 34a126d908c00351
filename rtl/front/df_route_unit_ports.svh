// SPDX-License-Identifier: Apache-2.0
// The ports of a route unit, which are the same in every family of networks (docs/microarchitecture.md, "What is
// common, and what is the family's"). Everything is combinational from registers.
    input  wire                                                clk_i,
    input  wire                                                rst_i,
    input  wire df_pkg::cfg_write_t                            cfg_i,
    input  wire df_pkg::control_t                              control_i,
    // Flits that have arrived, by input port, and the routes of the packets whose heads are among them: {output port, VC}.
    // The route of anything else means nothing.
    input  wire [df_pkg::NVP-1:0]                              arrival_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    output `DF_VARIABLES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_o, df_pkg::PORTS_2N),
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
