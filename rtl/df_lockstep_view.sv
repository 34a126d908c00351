// SPDX-License-Identifier: Apache-2.0
// The outputs of a router beside those that the software model expects, port by port, for the waveform of a
// difference. It is instantiated in traced lockstep simulations only (DF_STATE with DF_VIEW) and drives
// nothing.
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // everything here is for the reader of the waveform
module df_lockstep_view (
    input wire [df_pkg::NVP-1:0]                  actual_valid_ovc_i,
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, actual_flit_op_i, df_pkg::PORTS_2N),
    input wire [df_pkg::NVP-1:0]                  actual_credit_ivc_i,
    input wire [df_pkg::NVP-1:0]                  expected_valid_ovc_i,
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, expected_flit_op_i, df_pkg::PORTS_2N),
    input wire [df_pkg::NVP-1:0]                  expected_credit_ivc_i,
    // The value of the report: an item of the state, or a field of an output.
    input wire [31:0]                             actual_item_i,
    input wire [31:0]                             expected_item_i
);
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int FLIT_W = df_pkg::FLIT_W;

  wire [df_pkg::PORTS-1:0] mismatch_port;
  wire mismatch_item = actual_item_i != expected_item_i;
  wire mismatch = mismatch_port != '0 || mismatch_item;

  for (genvar port = 0; port < df_pkg::PORTS; port = port + 1) begin : gen_port
    wire [STRIDE-1:0] actual_out_valid_vc = actual_valid_ovc_i[port*STRIDE+:STRIDE];
    wire [STRIDE-1:0] expected_out_valid_vc = expected_valid_ovc_i[port*STRIDE+:STRIDE];
    wire df_pkg::flit_t actual_out_flit =
        (actual_out_valid_vc != '0) ? `DF_WORD(actual_flit_op_i, FLIT_W, port) : '0;
    wire df_pkg::flit_t expected_out_flit =
        (expected_out_valid_vc != '0) ? `DF_WORD(expected_flit_op_i, FLIT_W, port) : '0;
    wire [STRIDE-1:0] actual_in_credit_vc = actual_credit_ivc_i[port*STRIDE+:STRIDE];
    wire [STRIDE-1:0] expected_in_credit_vc = expected_credit_ivc_i[port*STRIDE+:STRIDE];
    wire differs = actual_out_valid_vc != expected_out_valid_vc
                    || actual_out_flit != expected_out_flit
                    || actual_in_credit_vc != expected_in_credit_vc;
    assign mismatch_port[port] = differs;
  end
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire
