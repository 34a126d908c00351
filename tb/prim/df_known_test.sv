// SPDX-License-Identifier: Apache-2.0
// Bench of df_known, for a simulator that knows unknown values. check_known.cmake looks at what is said between the lines
// that it prints: the claim "wires_are_known" must fail behind those that begin with "claim".
`default_nettype none
module df_known_test;
  localparam int W = 9;
  reg clk = 1'b0;
  reg rst = 1'b1;
  reg [W-1:0] wires = 'x;
  df_known #(.W(W)) dut (.clk_i(clk), .rst_i(rst), .wires_i(wires));

  task automatic edges(input integer count);
    integer k;
    for (k = 0; k < count; k = k + 1) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask

  initial begin : stimuli
    integer k;
    $display("silent: reset");
    edges(3);
    rst = 1'b0;
    $display("silent: known");
    for (k = 0; k < (1 << W); k = k + 1) begin
      wires = k[W-1:0];
      edges(1);
    end
    for (k = 0; k < W; k = k + 1) begin
      $display("claim: bit %0d is x", k);
      wires = 9'h0f3;
      wires[k] = 1'bx;
      edges(1);
      $display("claim: bit %0d is z", k);
      wires[k] = 1'bz;
      edges(1);
    end
    wires = '0;
    $display("silent: known again");
    edges(2);
    $display("end");
    $finish;
  end
endmodule
`default_nettype wire
