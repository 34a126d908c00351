// SPDX-License-Identifier: Apache-2.0
// What a person wants to see of a router in a waveform: the ports one by one, flits taken apart, buffer
// fill, credits and queue lengths as numbers. It is instantiated in traced simulations only (DF_VIEW)
// and drives nothing.
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // everything here is for the reader of the waveform
module df_view (
    input wire df_pkg::control_t                                   control_i,
    input wire [df_pkg::NVP-1:0]                                   valid_ivc_i,
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input wire [df_pkg::NVP-1:0]                                   credit_ivc_i,   // given back upstream
    input wire [df_pkg::NVP-1:0]                                   valid_ovc_i,
    input wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_op_i, df_pkg::PORTS_2N),
    input wire [df_pkg::NVP-1:0]                                   credit_ovc_i,   // come back
    input wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_i, df_pkg::CREDIT_W),
    input wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, read_ivc_i, df_pkg::NVP),
    input wire `DF_WIRES(fifo_pointers_t, df_pkg::PTR_W, write_ivc_i, df_pkg::NVP),
    input wire [df_pkg::NVP-1:0]                                   grant_ivc_i,
    input wire [df_pkg::NVP-1:0]                                   front_ivc_i,
    input wire `DF_WIRES(routes_of_vcs_t, df_pkg::ROUTE_W, route_ivc_i, df_pkg::NV),
    input wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, queue_read_op_i, df_pkg::PORTS_2N),
    input wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, queue_write_op_i, df_pkg::PORTS_2N),
    input wire [df_pkg::PORTS*df_pkg::TD_W-1:0]                    td_op_i,
    input wire [df_pkg::TD_W-1:0]                                  least_td_i,
    input wire [df_pkg::NVP-1:0]                                   pending_ivc_i   // credits are held back
);
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int OQP_W = df_pkg::OQ_W + 1;

  wire [2:0] algorithm = control_i.algorithm;
  wire [df_pkg::TD_W-1:0] least_td = least_td_i;

  for (genvar port = 0; port < df_pkg::PORTS; port = port + 1) begin : gen_port
    wire [STRIDE-1:0] in_valid_vc = valid_ivc_i[port*STRIDE+:STRIDE];
    wire in_valid = in_valid_vc != '0;
    wire df_pkg::flit_t in_flit = in_valid ? `DF_WORD(flit_ip_i, FLIT_W, port) : '0;
    wire [STRIDE-1:0] in_credit_vc = credit_ivc_i[port*STRIDE+:STRIDE];
    wire [STRIDE-1:0] out_valid_vc = valid_ovc_i[port*STRIDE+:STRIDE];
    wire out_valid = out_valid_vc != '0;
    wire df_pkg::flit_t out_flit = out_valid ? `DF_WORD(flit_op_i, FLIT_W, port) : '0;
    wire [STRIDE-1:0] out_credit_vc = credit_ovc_i[port*STRIDE+:STRIDE];
    wire [OQP_W-1:0] queue_length =
        `DF_WORD(queue_write_op_i, OQP_W, port) - `DF_WORD(queue_read_op_i, OQP_W, port);
    wire connected = control_i.connected[port];
    wire [df_pkg::TD_W-1:0] t_d = td_op_i[port*df_pkg::TD_W+:df_pkg::TD_W];

    for (genvar vc = 0; vc < df_pkg::VCS; vc = vc + 1) begin : gen_vc
      localparam int I = port * STRIDE + vc;
      wire front = front_ivc_i[I];
      wire grant = grant_ivc_i[I];
      wire pending = pending_ivc_i[I];
      wire [df_pkg::PTR_W-1:0] buffered =
          `DF_WORD(write_ivc_i, df_pkg::PTR_W, I) - `DF_WORD(read_ivc_i, df_pkg::PTR_W, I);
      wire [df_pkg::PORT_W-1:0] route_port;
      wire [df_pkg::VC_W-1:0] route_vc;
      assign {route_port, route_vc} = `DF_WORD(route_ivc_i, df_pkg::ROUTE_W, I);
      wire [df_pkg::CREDIT_W-1:0] credits;
      for (genvar k = 0; k < df_pkg::CREDIT_W; k = k + 1) begin : gen_credit_bit
        assign credits[k] = `DF_BIT(credits_ovc_i, df_pkg::NVP, k, I);
      end
    end
  end
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire
