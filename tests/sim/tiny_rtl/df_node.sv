// SPDX-License-Identifier: Apache-2.0
// Stands in for the router in tests of how variants are built and wrapped: the ports of a router with
// p = 1, a = 2, h = 1 and one VC, and next to nothing behind them. What arrives leaves on the same
// port in the same cycle; credits and oracle come back likewise; the last control register written is
// the occupancy.
module df_node (
    input  wire          clk_i,
    input  wire          rst_i,
    input  wire          cfg_we_i,
    input  wire [15:0]   cfg_addr_i,
    input  wire [31:0]   cfg_data_i,
    input  wire [2:0]    valid_ivc_i,
    input  wire [191:0]  flit_ip_i,
    output wire [2:0]    credit_ivc_o,
    output wire [2:0]    valid_ovc_o,
    output wire [191:0]  flit_op_o,
    input  wire [2:0]    credit_ovc_i,
    input  wire [31:0]   oracle_i,
    output wire [15:0]   occupancy_o
);
  reg [2:0] valid_q;
  reg [2:0] credit_q;
  reg [191:0] flit_q;
  reg [15:0] occupancy_q;
  reg [15:0] cycles_q;
  always_ff @(posedge clk_i) begin
    valid_q <= valid_ivc_i;
    credit_q <= credit_ovc_i;
    flit_q <= flit_ip_i;
    occupancy_q <= rst_i ? 16'd0 : cfg_we_i ? cfg_data_i[15:0] : occupancy_q + oracle_i[31:16];
    cycles_q <= rst_i ? 16'd0 : cycles_q + 16'd1;
  end
  assign valid_ovc_o = valid_q;
  assign credit_ivc_o = credit_q;
  assign flit_op_o = flit_q;
  assign occupancy_o = cfg_addr_i == 16'hffff ? cycles_q : occupancy_q;

  always_ff @(posedge clk_i) begin
    not_all_credits : assert (credit_q != 3'b111) else $error("all credits at once");
    if (credit_q == 3'b100) $display("printed by %m");
    if (credit_q == 3'b110) $stop;
    if (credit_q == 3'b101) $finish;
    if (credit_q == 3'b011) $fatal(1, "fatal words");
  end
endmodule
