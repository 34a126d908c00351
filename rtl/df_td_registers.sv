// SPDX-License-Identifier: Apache-2.0
// t_d registers: for each output, how much longer than at zero load a credit takes to come back, and the
// smallest of these.
`include "df_macros.svh"
`default_nettype none
module df_td_registers (
    input  wire                                         clk_i,
    input  wire                                         rst_i,
    input  wire df_pkg::cfg_write_t                     cfg_i,
    input  wire [df_pkg::PORTS-1:0]                     connected_op_i,
    input  wire [df_pkg::PORTS-1:0]                     sample_op_i,   // new credit round trips,
    input  wire [df_pkg::PORTS*df_pkg::TIME_W-1:0]      trip_op_i,     // cycles
    output reg  [df_pkg::PORTS*df_pkg::TD_W-1:0]        td_op_o,       // t_d, cycles, saturating
    output reg  [df_pkg::TD_W-1:0]                      min_td_o       // least t_d of connected outputs
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int TIME_W = df_pkg::TIME_W;
  localparam int TD_W = df_pkg::TD_W;

  reg [PORTS*TIME_W-1:0] tcrt0_q;  // zero-load credit round trip of each output
  reg [PORTS-1:0] sampled_q;       // outputs whose t_d is new,
  logic is_one;                    // the least one is that of a connected output,
  logic is_least;                  // and none of the new ones is less

  always_ff @(posedge clk_i) begin : configure
    integer o;
    if (rst_i) tcrt0_q <= '0;
    else if (cfg_i.we)
      for (o = 0; o < PORTS; o = o + 1)
        if (cfg_i.addr == df_pkg::ADDR_TCRT0 + 16'(o))
          tcrt0_q[o*TIME_W+:TIME_W] <= cfg_i.data[TIME_W-1:0];
  end

  always_ff @(posedge clk_i) begin : registers
    integer o;
    integer half;
    logic [PORTS*TD_W-1:0] td;
    logic [PORTS_2N*TD_W-1:0] least;  // of connected outputs, halved until one is left
    logic [TIME_W-1:0] trip;
    logic [TIME_W-1:0] zero_load;
    logic [TIME_W-1:0] excess;
    trip = '0;
    zero_load = '0;
    excess = '0;
    if (rst_i) begin
      `DF_MEM_WRITE(td_op_o, '0);
      min_td_o <= '0;
    end else if (sample_op_i != '0) begin
      td = td_op_o;
      least = '1;
      for (o = 0; o < PORTS; o = o + 1) begin
        if (sample_op_i[o]) begin
          trip = trip_op_i[o*TIME_W+:TIME_W];
          zero_load = tcrt0_q[o*TIME_W+:TIME_W];
          excess = (trip > zero_load) ? trip - zero_load : '0;
          td[o*TD_W+:TD_W] = excess[TIME_W-1] ? '1 : excess[TD_W-1:0];
        end
        if (connected_op_i[o]) least[o*TD_W+:TD_W] = td[o*TD_W+:TD_W];
      end
      for (half = PORTS_2N / 2; half > 0; half = half / 2)
        for (o = 0; o < half; o = o + 1)
          if (least[(o+half)*TD_W+:TD_W] < least[o*TD_W+:TD_W]) least[o*TD_W+:TD_W] = least[(o+half)*TD_W+:TD_W];
      `DF_MEM_WRITE(td_op_o, td);
      min_td_o <= least[TD_W-1:0];
    end
  end

  always_ff @(posedge clk_i) sampled_q <= rst_i ? '0 : sample_op_i;
  always_comb begin : least
    integer o;
    logic [PORTS-1:0] rem;
    o = 0;
    rem = '0;
    is_one = connected_op_i == '0;
    is_least = 1'b1;
    if (sampled_q != '0) begin
      rem = sampled_q & connected_op_i;
      `DF_FOR_EACH(o, rem, PORTS) begin
        if (td_op_o[o*TD_W+:TD_W] < min_td_o) is_least = 1'b0;
      end
      rem = connected_op_i;
      `DF_FOR_EACH(o, rem, PORTS) begin
        if (td_op_o[o*TD_W+:TD_W] == min_td_o) begin
          is_one = 1'b1;
          rem = '0;  // the others need not be looked at
        end
      end
    end
  end
  // Checks: CT-10
  `DF_CLAIMS(clk_i, rst_i, sampled_q != '0) begin
    `DF_CLAIM(least_is_of_an_output, is_one && is_least,
              "the smallest t_d is not that of the connected outputs: it is wrong, or CONNECTED has changed since")
  end
endmodule
`default_nettype wire
