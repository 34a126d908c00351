// The dragonfly router as the simulation instantiates it: the register between two routers stands at the
// input of the second instead of the output of the first (df_router). Register for register it is the
// same network, but here no logic follows a top-level input, and a simulator evaluates everything once a
// cycle instead of two or three times.
`include "df_macros.svh"
module df_node (
    input  wire                                           clk_i,
    input  wire                                           rst_i,
    // Control registers, written at start-up.
    input  wire                                           cfg_we_i,
    input  wire [15:0]                                    cfg_addr_i,
    input  wire [31:0]                                    cfg_data_i,
    // Input ports: a flit that arrives, on at most one VC of each port; credits for freed slots.
    input  wire [df_pkg::NV-1:0]                          valid_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    output wire [df_pkg::NV-1:0]                          credit_ivc_o,
    // Output ports.
    output wire [df_pkg::NV-1:0]                          valid_ovc_o,
    output wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N),
    input  wire [df_pkg::NV-1:0]                          credit_ovc_i,
    // Occupancies of the global channels of the group, and of this router's (UGAL-G).
    input  wire [df_pkg::CHANNELS*df_pkg::QUEUE_W-1:0]    oracle_i,
    output wire [df_pkg::OCCUPANCIES*df_pkg::QUEUE_W-1:0] occupancy_o
);
  wire [df_pkg::NVP-1:0] credit_ivc;
  wire [df_pkg::NVP-1:0] valid_ovc;
  wire oracle_used;
  reg [df_pkg::NVP-1:0] valid_ivc_q;
  `DF_VARIABLES(flits_t, df_pkg::FLIT_W, flit_ip_q, df_pkg::PORTS_2N);
  reg [df_pkg::NVP-1:0] credit_ovc_q;
  reg [df_pkg::CHANNELS*df_pkg::QUEUE_W-1:0] oracle_q;
  assign credit_ivc_o = credit_ivc[df_pkg::NV-1:0];
  assign valid_ovc_o = valid_ovc[df_pkg::NV-1:0];
  /* verilator lint_off UNUSEDSIGNAL */  // bits above NV are 0
  wire [df_pkg::NVP-1:0] unused = credit_ivc | valid_ovc;
  /* verilator lint_on UNUSEDSIGNAL */

  df_pkg::cfg_write_t cfg_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) cfg_q <= '0;
    else begin
      cfg_q.we <= cfg_we_i;
      if (cfg_we_i) begin
        cfg_q.addr <= cfg_addr_i;
        cfg_q.data <= cfg_data_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin : inputs
    integer port;
    if (rst_i) begin
      valid_ivc_q <= '0;
      credit_ovc_q <= '0;
    end else begin
      valid_ivc_q <= df_pkg::NVP'(valid_ivc_i);
      credit_ovc_q <= df_pkg::NVP'(credit_ovc_i);
    end
    for (port = 0; port < df_pkg::PORTS_2N; port = port + 1)
      `DF_WORD(flit_ip_q, df_pkg::FLIT_W, port) <= `DF_WORD(flit_ip_i, df_pkg::FLIT_W, port);
    // The oracle means something only if it is used.
    if (oracle_used) oracle_q <= oracle_i;
  end

  df_router_core u_core (
      .clk_i,
      .rst_i,
      .cfg_i(cfg_q),
      .valid_ivc_i(valid_ivc_q),
      .flit_ip_i(flit_ip_q),
      .credit_ivc_o(credit_ivc),
      .valid_ovc_o(valid_ovc),
      .flit_op_o,
      .credit_ovc_i(credit_ovc_q),
      .oracle_used_o(oracle_used),
      .oracle_i(oracle_q),
      .occupancy_o
  );

`ifdef DF_VIEW
  df_view u_view (
      .control_i(u_core.control),
      .valid_ivc_i(valid_ivc_q),
      .flit_ip_i(flit_ip_q),
      .credit_ivc_i(credit_ivc),
      .valid_ovc_i(valid_ovc),
      .flit_op_i(flit_op_o),
      .credit_ovc_i(credit_ovc_q),
      .credits_ovc_i(u_core.credits_ovc),
      .read_ivc_i(u_core.u_input_unit.read_mem),
      .write_ivc_i(u_core.u_input_unit.write_mem),
      .grant_ivc_i(u_core.grant_ivc),
      .front_ivc_i(u_core.front_ivc),
      .port_ivc_i(u_core.port_ivc),
      .vc_ivc_i(u_core.vc_ivc),
      .queue_read_op_i(u_core.u_datapath.queue_read_mem),
      .queue_write_op_i(u_core.u_datapath.queue_write_mem),
      .td_op_i(u_core.td_op)
  );
`endif
endmodule
