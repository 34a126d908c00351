// SPDX-License-Identifier: Apache-2.0
// A user's router in the place of ours: a df_node, as verilated_router.cpp knows it, around the module
// `DF_USER_TOP, which has the ports of df_router (docs/bring-your-own-router.md). It takes the place of
// rtl/df_node.sv in such a build and is no part of the router's file lists.
//
// df_node has the register between two routers at its inputs, a user's router has it at its outputs. From
// outside of one router the two cannot be told apart: inputs are taken over at an edge, and what
// follows from them is seen after it. But here logic follows the inputs, so it must have settled before
// the edge.
`ifndef DF_USER_TOP
`define DF_USER_TOP df_router
`endif
/* verilator lint_off DECLFILENAME */  // it has the name of what it stands in for
module df_node (
    input  wire                                           clk_i,
    input  wire                                           rst_i,
    // Control registers, written at start-up.
    input  wire                                           cfg_we_i,
    input  wire [15:0]                                    cfg_addr_i,
    input  wire [31:0]                                    cfg_data_i,
    // Input ports.
    input  wire [df_pkg::NV-1:0]                          valid_ivc_i,
    input  wire df_pkg::flits_t                           flit_ip_i,
    output wire [df_pkg::NV-1:0]                          credit_ivc_o,
    // Output ports.
    output wire [df_pkg::NV-1:0]                          valid_ovc_o,
    output wire df_pkg::flits_t                           flit_op_o,
    input  wire [df_pkg::NV-1:0]                          credit_ovc_i,
    // Occupancies that other routers publish, and those that this one does.
    input  wire [df_pkg::LANES*df_pkg::QUEUE_W-1:0]       oracle_i,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy_o,
    // What the software model expects of the outputs, and the value of a report: shown in the waveform.
    input  wire [df_pkg::NV-1:0]                          expected_valid_ovc_i,
    input  wire df_pkg::flits_t                           expected_flit_op_i,
    input  wire [df_pkg::NV-1:0]                          expected_credit_ivc_i,
    input  wire [31:0]                                    expected_item_i,
    input  wire [31:0]                                    actual_item_i
);
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int STRIDE = df_pkg::STRIDE;

  wire [df_pkg::PORTS*FLIT_W-1:0] flit_ip;
  wire [df_pkg::PORTS*FLIT_W-1:0] flit_op;
  for (genvar p = 0; p < df_pkg::PORTS_2N; p = p + 1) begin : gen_flit
    if (p < df_pkg::PORTS) begin : gen_port
      assign flit_ip[p*FLIT_W+:FLIT_W] = flit_ip_i[p];
      assign flit_op_o[p] = flit_op[p*FLIT_W+:FLIT_W];
    end else begin : gen_none
      assign flit_op_o[p] = '0;
      /* verilator lint_off UNUSEDSIGNAL */  // arrays over ports have room for a power of two
      wire [FLIT_W-1:0] unused = flit_ip_i[p];
      /* verilator lint_on UNUSEDSIGNAL */
    end
  end

  `DF_USER_TOP u_router (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .cfg_we_i(cfg_we_i),
      .cfg_addr_i(cfg_addr_i),
      .cfg_data_i(cfg_data_i),
      .valid_ivc_i(valid_ivc_i),
      .flit_ip_i(flit_ip),
      .credit_ivc_o(credit_ivc_o),
      .valid_ovc_o(valid_ovc_o),
      .flit_op_o(flit_op),
      .credit_ovc_i(credit_ovc_i),
      .oracle_i(oracle_i),
      .occupancy_o(occupancy_o)
  );

  df_lockstep_view u_lockstep_view (
      .actual_valid_ovc_i(df_pkg::NVP'(valid_ovc_o)),
      .actual_flit_op_i(flit_op_o),
      .actual_credit_ivc_i(df_pkg::NVP'(credit_ivc_o)),
      .expected_valid_ovc_i(df_pkg::NVP'(expected_valid_ovc_i)),
      .expected_flit_op_i,
      .expected_credit_ivc_i(df_pkg::NVP'(expected_credit_ivc_i)),
      .actual_item_i,
      .expected_item_i
  );

  // The ports one by one, by the names that they have in df_view.
  /* verilator lint_off UNUSEDSIGNAL */  // for the reader of the waveform
  for (genvar port = 0; port < df_pkg::PORTS; port = port + 1) begin : gen_port
    wire [STRIDE-1:0] in_valid_vc = valid_ivc_i[port*STRIDE+:STRIDE];
    wire in_valid = in_valid_vc != '0;
    wire df_pkg::flit_t in_flit = in_valid ? flit_ip_i[port] : '0;
    wire [STRIDE-1:0] in_credit_vc = credit_ivc_o[port*STRIDE+:STRIDE];
    wire [STRIDE-1:0] out_valid_vc = valid_ovc_o[port*STRIDE+:STRIDE];
    wire out_valid = out_valid_vc != '0;
    wire df_pkg::flit_t out_flit = out_valid ? flit_op[port*FLIT_W+:FLIT_W] : '0;
    wire [STRIDE-1:0] out_credit_vc = credit_ovc_i[port*STRIDE+:STRIDE];
  end
  /* verilator lint_on UNUSEDSIGNAL */
endmodule
/* verilator lint_on DECLFILENAME */
