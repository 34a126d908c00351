// SPDX-License-Identifier: Apache-2.0
// Datapath: all that holds flits - VC buffers, crossbar, output queues. What moves is decided elsewhere (df_input_unit says what
// is stored, df_switch_allocator what leaves). A simulation has df_lean_datapath in the place of the three.
`include "df_macros.svh"
`default_nettype none
module df_datapath (
    input  wire                                          clk_i,
    input  wire                                          rst_i,
    input  wire [15:0]                                   oq_limit_i,
    // Arriving flits, and those that are stored.
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input  wire [df_pkg::NVP-1:0]                        store_ivc_i,
    // Flits that leave their input VC: from the buffer, or as they arrive (bypass).
    input  wire [df_pkg::NVP-1:0]                        grant_ivc_i,
    input  wire [df_pkg::NVP-1:0]                        bypass_ivc_i,
    input  wire [df_pkg::PORTS-1:0]                      grants_op_i,       // outputs that they go to,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),  // for each, those that go there
    input  wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),   // the VC is the lower part
    // What a decision writes into the head flit.
    input  wire [df_pkg::ASKERS-1:0]                     nonmin_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::SALT_W-1:0]      salt_ask_i,
    input  wire [df_pkg::ASKERS*df_pkg::MID_W-1:0]       mid_ask_i,
    input  wire [df_pkg::PORTS-1:0]                      paused_op_i,       // with SLOW_CHANNELS: outputs that send nothing
    output wire [df_pkg::PORTS-1:0]                      sends_op_o,        // outputs that a flit leaves
    output wire [df_pkg::PORTS-1:0]                      queue_ready_op_o,  // room for SPEEDUP flits
    // Flits that leave the router in this cycle.
    output wire [df_pkg::NVP-1:0]                        valid_ovc_o,
    output wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N)
);
  if (df_pkg::LEAN) begin : gen_lean
    df_lean_datapath u_datapath (
        .clk_i,
        .rst_i,
        .oq_limit_i,
        .flit_ip_i,
        .store_ivc_i,
        .grant_ivc_i,
        .bypass_ivc_i,
        .grants_op_i,
        .grant_for_op_i,
        .route_ivc_i,
        .nonmin_ask_i,
        .salt_ask_i,
        .mid_ask_i,
        .paused_op_i,
        .sends_op_o,
        .queue_ready_op_o,
        .valid_ovc_o,
        .flit_op_o
    );
  end else begin : gen_hardware
    wire `DF_WIRES(flits_of_vcs_t, df_pkg::FLIT_W, leaving_ivc, df_pkg::NVP);
    wire [df_pkg::PORTS-1:0] several_op;
    wire `DF_WIRES(lanes_of_ports_t, df_pkg::SPEEDUP, lanes_op, df_pkg::PORTS_2N);
    wire `DF_WIRES(flits_of_lanes_t, df_pkg::FLIT_W, flit_lane, df_pkg::LANES_2N);
    wire `DF_WIRES(vcs_of_lanes_t, df_pkg::VC_W, vc_lane, df_pkg::LANES_2N);

    df_flit_buffers u_flit_buffers (
        .clk_i,
        .rst_i,
        .flit_ip_i,
        .store_ivc_i,
        .bypass_ivc_i,
        .grant_ivc_i,
        .nonmin_ask_i,
        .salt_ask_i,
        .mid_ask_i,
        .leaving_ivc_o(leaving_ivc)
    );

    df_crossbar u_crossbar (
        .grants_op_i,
        .grant_for_op_i,
        .leaving_ivc_i(leaving_ivc),
        .route_ivc_i,
        .several_op_o(several_op),
        .lanes_op_o(lanes_op),
        .flit_lane_o(flit_lane),
        .vc_lane_o(vc_lane)
    );

    df_output_queues u_output_queues (
        .clk_i,
        .rst_i,
        .oq_limit_i,
        .grants_op_i,
        .several_op_i(several_op),
        .lanes_op_i(lanes_op),
        .flit_lane_i(flit_lane),
        .vc_lane_i(vc_lane),
        .paused_op_i,
        .sends_op_o,
        .ready_op_o(queue_ready_op_o),
        .valid_ovc_o,
        .flit_op_o
    );
  end

  `DF_CLAIMS(clk_i, rst_i, valid_ovc_o != '0) begin
    // Checks: PT-3
    `DF_CLAIM(one_vc_per_output, !df_pkg::two_vcs_of_a_port(valid_ovc_o), "an output sends on two VCs in the same cycle")
  end
  `DF_CLAIMS(clk_i, rst_i, store_ivc_i != '0) begin
    // Checks: SE-5
    `DF_CLAIM(leaves_or_stays, (store_ivc_i & bypass_ivc_i & grant_ivc_i) == '0, "a flit that leaves at once is stored as well")
  end

  // Checks: SP-5
  `DF_PARAMETER_CHECK(gen_oq_depth, df_pkg::OQ_DEPTH == (1 << df_pkg::OQ_W)
                      && df_pkg::OQ_DEPTH >= df_pkg::VCS * df_pkg::DEPTH + df_pkg::SPEEDUP,
                      "OQ_DEPTH must be a power of two, at least VCS x DEPTH + SPEEDUP")
  `DF_PARAMETER_CHECK(gen_tag, df_pkg::TAG_W >= 1, "TAG_W must be at least 1")
endmodule
`default_nettype wire
