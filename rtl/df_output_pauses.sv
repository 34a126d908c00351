// SPDX-License-Identifier: Apache-2.0
// Output pauses: an output whose channel takes a flit in several cycles only waits after each flit that it sends. Without
// slow channels (SLOW_CHANNELS) there is nothing here.
`include "df_macros.svh"
`default_nettype none
module df_output_pauses (
    /* verilator lint_off UNUSEDSIGNAL */  // without slow channels
    input  wire                              clk_i,
    input  wire                              rst_i,
    input  wire df_pkg::cfg_write_t          cfg_i,
    input  wire [df_pkg::PORTS-1:0]          sends_op_i,   // outputs that a flit leaves in this cycle
    /* verilator lint_on UNUSEDSIGNAL */
    output wire [df_pkg::PORTS-1:0]          paused_op_o,  // outputs that may send none
    output wire [df_pkg::PORTS*8-1:0]        pause_op_o    // cycles until they may again
);
  localparam int W = df_pkg::BITS_INTERVAL;
  if (df_pkg::SLOW_CHANNELS != 0) begin : gen_slow
    for (genvar o = 0; o < df_pkg::PORTS; o = o + 1) begin : gen_output
      reg [W-1:0] wait_q;  // cycles after each flit: one less than INTERVAL
      reg [W-1:0] pause_q;
      always_ff @(posedge clk_i) begin
        if (rst_i) begin
          wait_q <= '0;
          pause_q <= '0;
        end else begin
          if (cfg_i.we && cfg_i.addr == df_pkg::ADDR_INTERVAL + 16'(o))
            wait_q <= cfg_i.data[W-1:0] - W'(cfg_i.data[W-1:0] != '0);
          if (sends_op_i[o]) pause_q <= wait_q;
          else if (pause_q != '0) pause_q <= pause_q - 1'b1;
        end
      end
      assign paused_op_o[o] = pause_q != '0;
      assign pause_op_o[o*W+:W] = pause_q;
    end
  end else begin : gen_fast
    assign paused_op_o = '0;
    assign pause_op_o = '0;
  end

  `DF_CLAIMS(clk_i, rst_i, sends_op_i != '0) begin
    // Checks: SE-8
    `DF_CLAIM(pauses_are_kept, (sends_op_i & paused_op_o) == '0, "an output sends a flit before its channel takes one")
  end
  `DF_CLAIMS(clk_i, rst_i, cfg_i.we) begin
    // Checks: SP-7
    `DF_CLAIM(channels_can_be_slow, df_pkg::SLOW_CHANNELS != 0 || cfg_i.addr[15:8] != df_pkg::ADDR_INTERVAL[15:8]
              || cfg_i.data[W-1:0] <= W'(1), "INTERVAL is more than 1, and the router is built without SLOW_CHANNELS")
  end

  // Checks: SP-7
  `DF_PARAMETER_CHECK(gen_slow_channels, df_pkg::SLOW_CHANNELS == 0 || df_pkg::SLOW_CHANNELS == 1,
                      "SLOW_CHANNELS must be 0 or 1")
endmodule
`default_nettype wire
