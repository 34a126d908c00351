// SPDX-License-Identifier: Apache-2.0
// Checks: CR-3, CR-16, CT-5, CT-6, CT-10
// The t_d registers of all outputs and the least of them, against section 6 of docs/microarchitecture.md.
`include "formal.svh"
module formal_td_registers (
    input wire                                       clk_i,
    input wire                                       rst_i,
    input wire                                       we,
    input wire [15:0]                                addr,
    input wire [31:0]                                data,
    input wire [df_pkg::PORTS-1:0]                   connected,
    input wire [df_pkg::PORTS-1:0]                   measured,  // round trips, a cycle after they ended
    input wire [df_pkg::PORTS*df_pkg::TIME_W-1:0]    trips
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int TIME_W = df_pkg::TIME_W;
  localparam int TD_W = df_pkg::TD_W;
  `FORMAL_RESET
  df_pkg::cfg_write_t cfg;
  always_comb begin
    cfg.we = we;
    cfg.addr = addr;
    cfg.data = data;
  end
  wire [PORTS*TD_W-1:0] td;
  wire [TD_W-1:0] least;
  df_td_registers dut (
      .clk_i,
      .rst_i,
      .cfg_i(cfg),
      .connected_op_i(connected),
      .sample_op_i(measured),
      .trip_op_i(trips),
      .td_op_o(td),
      .min_td_o(least)
  );

  // ---- the outside ----
  // TCRT0 and CONNECTED are written before any traffic: what is measured comes later. Writes to other addresses may come at
  // any time. One output at least is connected where a round trip ends.
  reg runs_q;                  // a round trip has been measured since reset
  reg [PORTS-1:0] connected_q;
  always @(posedge clk_i) begin
    runs_q <= !rst_i && (runs_q || measured != '0);
    connected_q <= connected;
  end
  wire writes_tcrt0 = we && addr >= df_pkg::ADDR_TCRT0 && addr < df_pkg::ADDR_TCRT0 + 16'(PORTS);
  `FORMAL_ASSUME(rst_i || !runs_q || (connected == connected_q && !writes_tcrt0))
  `FORMAL_ASSUME(measured == '0 || connected != '0)

  // ---- the specification ----
  // TCRT0(o), and t_d(o) = min(max(t_crt - TCRT0(o), 0), 2^15 - 1) of the latest t_crt.
  reg [PORTS*TIME_W-1:0] tcrt0_q;
  reg [PORTS*TD_W-1:0] td_q;
  logic [PORTS*TD_W-1:0] td_d;
  always_comb begin : specification
    integer o;
    logic signed [TIME_W+1:0] more;
    td_d = td_q;
    more = '0;
    for (o = 0; o < PORTS; o = o + 1)
      if (measured[o]) begin
        more = $signed({2'b00, trips[o*TIME_W+:TIME_W]}) - $signed({2'b00, tcrt0_q[o*TIME_W+:TIME_W]});
        if (more < 18'sd0) more = 18'sd0;
        if (more > 18'sd32767) more = 18'sd32767;
        td_d[o*TD_W+:TD_W] = more[TD_W-1:0];
      end
  end
  always @(posedge clk_i) begin : state
    integer o;
    td_q <= rst_i ? '0 : td_d;
    for (o = 0; o < PORTS; o = o + 1)
      if (rst_i) tcrt0_q[o*TIME_W+:TIME_W] <= '0;
      else if (we && addr == df_pkg::ADDR_TCRT0 + 16'(o)) tcrt0_q[o*TIME_W+:TIME_W] <= data[TIME_W-1:0];
  end

  // ---- what holds ----
  `FORMAL_INSIDE(PORTS*TIME_W, \dut.tcrt0_q )
  `FORMAL_PROVE(zero_load_registers, \dut.tcrt0_q == tcrt0_q)
  `FORMAL_PROVE(td_is_the_excess, td == td_q)
  `FORMAL_PROVE(zero_until_measured, runs_q || (td == '0 && least == '0))
  // The minimum over the connected outputs, of the same cycle: none of them is less, and it is that of one of them.
  logic some_less;
  logic some_equal;
  logic without_another;       // output 1 is not connected, and less than all that are
  always_comb begin : compare
    integer o;
    some_less = 1'b0;
    some_equal = 1'b0;
    without_another = !connected[1] && connected != '0;
    for (o = 0; o < PORTS; o = o + 1) begin
      if (connected[o] && td_q[o*TD_W+:TD_W] < least) some_less = 1'b1;
      if (connected[o] && td_q[o*TD_W+:TD_W] == least) some_equal = 1'b1;
      if (connected[o] && td_q[o*TD_W+:TD_W] <= td_q[TD_W+:TD_W]) without_another = 1'b0;
    end
  end
  `FORMAL_PROVE(least_is_not_too_large, !some_less)
  `FORMAL_PROVE(least_is_not_too_small, connected == '0 || some_equal)
  `FORMAL_COVER(saturates, td[TD_W-1:0] == '1 && tcrt0_q[TIME_W-1:0] != '0)
  `FORMAL_COVER(no_excess, measured[0] && trips[TIME_W-1:0] < tcrt0_q[TIME_W-1:0] && td_q[TD_W-1:0] != '0)
  `FORMAL_COVER(less_on_what_is_not_connected, without_another)
  `FORMAL_COVER(last_is_least, connected == '1 && least != '0 && td[(PORTS-1)*TD_W+:TD_W] == least
                && td[TD_W-1:0] > least && td[TD_W+:TD_W] > least)
  `FORMAL_COVER(least_rises, runs_q && measured != '0 && least == TD_W'(1) && connected == '1 && td_d[TD_W-1:0] > least
                && td_d[TD_W+:TD_W] > least && td_d[2*TD_W+:TD_W] > least)
endmodule
