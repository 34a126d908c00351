// SPDX-License-Identifier: Apache-2.0
// The router as hardware: every signal that leaves it is a register.
`include "df_macros.svh"
`default_nettype none
module df_router (
    input  wire                                           clk_i,
    input  wire                                           rst_i,
    // Control registers, written at start-up.
    input  wire                                           cfg_we_i,
    input  wire [15:0]                                    cfg_addr_i,
    input  wire [31:0]                                    cfg_data_i,
    // Input ports: a flit that arrives, on at most one VC of each port; credits for freed slots.
    input  wire [df_pkg::NV-1:0]                          valid_ivc_i,
    input  wire [df_pkg::PORTS*df_pkg::FLIT_W-1:0]        flit_ip_i,
    output reg  [df_pkg::NV-1:0]                          credit_ivc_o,
    // Output ports.
    output reg  [df_pkg::NV-1:0]                          valid_ovc_o,
    output reg  [df_pkg::PORTS*df_pkg::FLIT_W-1:0]        flit_op_o,
    input  wire [df_pkg::NV-1:0]                          credit_ovc_i,
    // Occupancies that other routers publish, and those that this one does.
    input  wire [df_pkg::LANES*df_pkg::QUEUE_W-1:0]       oracle_i,
    output reg  [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy_o
);
  wire [df_pkg::NVP-1:0] credit_ivc;
  wire [df_pkg::NVP-1:0] valid_ovc;
  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip, df_pkg::PORTS_2N);
  wire [df_pkg::PORTS*df_pkg::FLIT_W-1:0] flit_op_flat;
  wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy;
  /* verilator lint_off UNUSEDSIGNAL */  // above PORTS and NV is nothing; the oracle is not registered here
  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_op, df_pkg::PORTS_2N);
  wire oracle_used;
  wire [df_pkg::NVP-1:0] unused = credit_ivc | valid_ovc;
  /* verilator lint_on UNUSEDSIGNAL */

  for (genvar port = 0; port < df_pkg::PORTS_2N; port = port + 1) begin : gen_port
    if (port < df_pkg::PORTS) begin : gen_used
      assign `DF_WORD(flit_ip, df_pkg::FLIT_W, port) = flit_ip_i[port*df_pkg::FLIT_W+:df_pkg::FLIT_W];
      assign flit_op_flat[port*df_pkg::FLIT_W+:df_pkg::FLIT_W] =
          `DF_WORD(flit_op, df_pkg::FLIT_W, port);
    end else begin : gen_unused
      assign `DF_WORD(flit_ip, df_pkg::FLIT_W, port) = '0;
    end
  end

  df_pkg::cfg_write_t cfg_q;
  always_ff @(posedge clk_i) begin
    cfg_q.we <= cfg_we_i && !rst_i;
    if (cfg_we_i) begin
      cfg_q.addr <= cfg_addr_i;
      cfg_q.data <= cfg_data_i;
    end
  end

  df_router_core u_core (
      .clk_i,
      .rst_i,
      .cfg_i(cfg_q),
      .valid_ivc_i(df_pkg::NVP'(valid_ivc_i)),
      .flit_ip_i(flit_ip),
      .credit_ivc_o(credit_ivc),
      .valid_ovc_o(valid_ovc),
      .flit_op_o(flit_op),
      .credit_ovc_i(df_pkg::NVP'(credit_ovc_i)),
      .oracle_used_o(oracle_used),
      .oracle_i,
      .occupancy_o(occupancy)
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      credit_ivc_o <= '0;
      valid_ovc_o <= '0;
      occupancy_o <= '0;
    end else begin
      credit_ivc_o <= credit_ivc[df_pkg::NV-1:0];
      valid_ovc_o <= valid_ovc[df_pkg::NV-1:0];
      occupancy_o <= occupancy;
    end
  end
  // A flit means something where it is valid: no reset, and a port that sends nothing keeps what it sent last.
  always_ff @(posedge clk_i) begin : flits
    integer port;
    for (port = 0; port < df_pkg::PORTS; port = port + 1)
      if (valid_ovc[port*df_pkg::STRIDE+:df_pkg::STRIDE] != '0)
        flit_op_o[port*df_pkg::FLIT_W+:df_pkg::FLIT_W] <= flit_op_flat[port*df_pkg::FLIT_W+:df_pkg::FLIT_W];
  end
endmodule
`default_nettype wire
