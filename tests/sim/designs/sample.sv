// One of each kind of type and instance: what the readers of Verilator's descriptions must understand.
`include "sample_defs.svh"
package sample_pkg;
  typedef logic [3:0] nibble_t;
  typedef enum logic [1:0] {IDLE, BUSY} mode_t;
  typedef struct packed {
    nibble_t high;
    mode_t mode;
    logic valid;
  } entry_t;
  typedef union packed {
    logic [7:0] whole;
    nibble_t [1:0] halves;
  } both_t;
  localparam int LANES = 2;
endpackage

module sample_leaf #(
    parameter int W = 3
) (
    input  wire         clk_i,
    input  wire [W-1:0] d_i,
    output reg  [W-1:0] q_o
);
  always_ff @(posedge clk_i) q_o <= d_i;
endmodule

module sample_once (
    input  wire       clk_i,
    input  wire [1:3] d_i,
    output wire [2:0] q_o
);
  logic [4:-2] offset_q;
  logic [39:0] long_q;
  always_ff @(posedge clk_i) begin
    offset_q <= {4'b0, d_i};
    long_q <= {long_q[36:0], d_i};
  end
  assign q_o = offset_q[0:-2] ^ long_q[39:37];
endmodule

module sample
  import sample_pkg::*;
(
    input  wire                 clk_i,
    input  logic [5:0]          vector_i,
    input  logic [0:1][2:0]     lanes_i,
    input  entry_t              entry_i,
    input  both_t               both_i,
    input  mode_t               mode_i,
    input  byte                 byte_i,
    input  logic [7:0]          memory_i[3],
    input  real                 real_i,
    inout  wire                 pad_io,
    output int                  number_o,
    output nibble_t [LANES-1:0] nibbles_o
);
  localparam int UNUSED_HERE = 7;
  logic [7:0] store_q[`SAMPLE_DEPTH];
  logic [2:0] leaf_q, other_q, once_q;
  entry_t entry_q;
  nibble_t nibble_q;

  sample_leaf #(.W(3)) u_leaf (.clk_i, .d_i(vector_i[2:0]), .q_o(leaf_q));
  sample_leaf #(.W(3)) u_other (.clk_i, .d_i(vector_i[5:3]), .q_o(other_q));
  for (genvar g = 1; g < 2; ++g) begin : gen_once
    logic [2:0] inner;
    assign inner = leaf_q;
    sample_once u_once (.clk_i, .d_i(inner), .q_o(once_q));
  end

  always_ff @(posedge clk_i) begin
    automatic logic [7:0] sum = both_i.whole + byte_i;
    entry_q <= entry_i;
    nibble_q <= {once_q[0], other_q};
    store_q[vector_i[1:0]] <= sum + memory_i[0];
  end
  assign pad_io = mode_i == BUSY ? lanes_i[0][0] : 1'bz;
  assign number_o = {16'b0, store_q[0], 1'b0, entry_q};
  assign nibbles_o = {nibble_q, nibble_q};
endmodule
