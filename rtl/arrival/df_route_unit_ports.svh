// SPDX-License-Identifier: Apache-2.0
// The ports of a route unit where decisions are taken on arrival, which are the same in every family of networks that
// does (docs/microarchitecture.md, "Decisions on arrival"). Everything is combinational from registers.
    input  wire                                                clk_i,
    input  wire                                                rst_i,
    input  wire df_pkg::cfg_write_t                            cfg_i,
    input  wire df_pkg::control_t                              control_i,
    // Ports on which heads have arrived, the VCs of the channels that they came on, and a random number for each port, 0
    // where none is drawn.
    input  wire [df_pkg::PORTS-1:0]                            head_ip_i,
    input  wire `DF_WIRES(vcs_of_ports_t, df_pkg::VC_W, vc_ip_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input  wire [df_pkg::PORTS*32-1:0]                         random_ip_i,
    // Their candidates, at least one without a standard for each, in the order of preference. What is said of a candidate
    // that is not valid means nothing.
    output `DF_VARIABLES(candidates_of_ports_t, df_pkg::CANDIDATES, valid_ip_o, df_pkg::PORTS_2N),
    output `DF_VARIABLES(candidates_of_ports_t, df_pkg::CANDIDATES, compared_ip_o, df_pkg::PORTS_2N),  // with a standard
    output `DF_VARIABLES(sets_of_cands_t, df_pkg::PORTS, set_cand_o, df_pkg::CANDS_2N),       // outputs to choose from
    output `DF_VARIABLES(sets_of_cands_t, df_pkg::PORTS, standard_cand_o, df_pkg::CANDS_2N),  // what they must be better than
    output `DF_VARIABLES(offers_of_cands_t, df_pkg::OFFER_W, offer_cand_o, df_pkg::CANDS_2N), // offer_t
    output reg  [df_pkg::PORTS*df_pkg::SALT_W-1:0]             salt_ip_o   // `salt` of the header after the decision
