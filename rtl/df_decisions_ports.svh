// SPDX-License-Identifier: Apache-2.0
// The ports of df_decisions, which are the same where decisions are taken at the front and where they are taken on
// arrival (docs/microarchitecture.md, section 2). Each of the two leaves some of them unused.
    input  wire                                           clk_i,
    input  wire                                           rst_i,
    input  wire df_pkg::cfg_write_t                       cfg_i,
    input  wire df_pkg::control_t                         control_i,
    input  wire [df_pkg::LANES*df_pkg::QUEUE_W-1:0]       oracle_i,
    // Flits that arrive, by the VC of the channel; the input VCs whose FIFO they enter; the routes, {output port, VC}, of
    // the packets whose heads are among them and do not ask.
    input  wire [df_pkg::NVP-1:0]                         arrival_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    output wire [df_pkg::NVP-1:0]                         enter_ivc_o,
    output wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_o, df_pkg::PORTS_2N),
    // Packets at input VCs that ask: a decision is needed, for these bits of the header.
    input  wire [df_pkg::ASKERS-1:0]                      decide_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::ASKED_W-1:0]      header_ask_i,
    // Routes that packets hold, and the same with the decisions of this cycle.
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, held_ivc_i, df_pkg::NV),
    output wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_o, df_pkg::NV),
    // What the head flit of each asker is told.
    output wire [df_pkg::ASKERS-1:0]                      nonmin_ask_o,
    output wire [df_pkg::ASKERS*df_pkg::SALT_W-1:0]       salt_ask_o,
    output wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]        mid_ask_o,
    // What queues follow from: credits, input VCs that hold a route; outputs that flits are granted to, for each the input
    // VCs that they leave, input VCs whose front is a tail; credits that come back.
    input  wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_i, df_pkg::CREDIT_W),
    input  wire [df_pkg::NVP-1:0]                         assigned_ivc_i,
    input  wire [df_pkg::PORTS-1:0]                       grants_op_i,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),
    input  wire [df_pkg::NVP-1:0]                         tail_ivc_i,
    input  wire [df_pkg::NVP-1:0]                         credit_ovc_i,
    // What the routing wants of the other units, and occupancies that this router publishes.
    output wire                                           publish_o,
    output wire                                           delay_credits_o,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy_o
