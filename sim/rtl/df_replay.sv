// SPDX-License-Identifier: Apache-2.0
// Replays in any simulator what `dragonfly lockstep --record-ports` has written: a router gets the inputs, edge by edge,
// and its outputs are compared with those of the model. Ends with $fatal in the first cycle with a difference.
//
//   +ports=FILE   the recording (docs/verification.md, "In other simulators")
//
// The router is `DF_REPLAY_TOP, with the ports of df_router. Where a simulator knows x, all registers begin with it, and what
// means nothing is x, too: flits of ports at which none arrives, address and data where nothing is written. So what a reset
// forgets, and what is looked at where it must not be, becomes an x at an output, and that is a difference.
`ifndef DF_REPLAY_TOP
`define DF_REPLAY_TOP df_router
`endif
`default_nettype none
module df_replay;
  localparam int PORTS = df_pkg::PORTS;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int NV = df_pkg::NV;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int QUEUE_W = df_pkg::QUEUE_W;
  localparam int LANES = df_pkg::LANES;
  localparam int OCCUPANCIES = df_pkg::OCCUPANCIES;

  reg clk = 1'b0;
  reg rst;
  reg cfg_we;
  reg [15:0] cfg_addr;
  reg [31:0] cfg_data;
  reg [NV-1:0] valid_ivc;
  reg [NV-1:0] credit_ovc;
  reg [LANES*QUEUE_W-1:0] oracle;
  reg [PORTS*FLIT_W-1:0] flit_ip;
  wire [NV-1:0] valid_ovc;
  wire [NV-1:0] credit_ivc;
  wire [OCCUPANCIES*QUEUE_W-1:0] occupancy;
  wire [PORTS*FLIT_W-1:0] flit_op;
  reg [NV-1:0] expected_valid_ovc;
  reg [NV-1:0] expected_credit_ivc;
  reg [OCCUPANCIES*QUEUE_W-1:0] expected_occupancy;
  reg [PORTS*FLIT_W-1:0] expected_flit_op;

  `DF_REPLAY_TOP u_router (
      .clk_i(clk),
      .rst_i(rst),
      .cfg_we_i(cfg_we),
      .cfg_addr_i(cfg_addr),
      .cfg_data_i(cfg_data),
      .valid_ivc_i(valid_ivc),
      .flit_ip_i(flit_ip),
      .credit_ivc_o(credit_ivc),
      .valid_ovc_o(valid_ovc),
      .flit_op_o(flit_op),
      .credit_ovc_i(credit_ovc),
      .oracle_i(oracle),
      .occupancy_o(occupancy)
  );

  integer cycle;  // of the network; below 0 while registers are written
  reg differs;

  task hide_what_means_nothing;
    integer port;
    begin
      for (port = 0; port < PORTS; port = port + 1)
        if (valid_ivc[port*STRIDE+:STRIDE] == '0) flit_ip[port*FLIT_W+:FLIT_W] = 'x;
      if (!cfg_we) begin
        cfg_addr = 'x;
        cfg_data = 'x;
      end
    end
  endtask

  task compare;
    integer port;
    begin
      differs = valid_ovc !== expected_valid_ovc || credit_ivc !== expected_credit_ivc
                || occupancy !== expected_occupancy;
      for (port = 0; port < PORTS; port = port + 1)
        if (expected_valid_ovc[port*STRIDE+:STRIDE] != '0
            && flit_op[port*FLIT_W+:FLIT_W] !== expected_flit_op[port*FLIT_W+:FLIT_W]) begin
          differs = 1'b1;
          $display("flit of port %0d: expected %h, actual %h", port, expected_flit_op[port*FLIT_W+:FLIT_W],
                   flit_op[port*FLIT_W+:FLIT_W]);
        end
      if (differs) begin
        $display("valid_ovc_o:  expected %h, actual %h", expected_valid_ovc, valid_ovc);
        $display("credit_ivc_o: expected %h, actual %h", expected_credit_ivc, credit_ivc);
        $display("occupancy_o:  expected %h, actual %h", expected_occupancy, occupancy);
        $fatal(1, "the router and the recorded model differ in cycle %0d", cycle);
      end
    end
  endtask

  initial begin : play
    reg [1023:0] name;
    reg [31:0] mark;
    integer file;
    integer got;
    integer ports;
    integer stride;
    integer flit_w;
    integer lanes;
    integer occupancies;
    integer earlier;  // edges before cycle 0
    if ($value$plusargs("ports=%s", name) == 0) begin
      $display("+ports=FILE is missing");
      $fatal(1, "there is nothing to replay");
    end
    file = $fopen(name, "r");
    if (file == 0) $fatal(1, "%0s cannot be read", name);
    got = $fscanf(file, "%d %d %d %d %d %d", ports, stride, flit_w, lanes, occupancies, earlier);
    if (got != 6 || ports != PORTS || stride != STRIDE || flit_w != FLIT_W || lanes != LANES
        || occupancies != OCCUPANCIES)
      $fatal(1, "%0s is no recording of a router of this size", name);
    cycle = -earlier;
    got = 8;
    while (got == 8) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h", rst, cfg_we, cfg_addr, cfg_data, valid_ivc, credit_ovc, oracle,
                    flit_ip);
      if (got == 8) begin
        hide_what_means_nothing;
        #1 clk = 1'b1;
        #1;
        // The last edge has no outputs if an assertion failed at it. The first of a reset leaves the outputs undefined.
        if ($fscanf(file, "%h %h %h %h", expected_valid_ovc, expected_credit_ivc, expected_occupancy,
                    expected_flit_op) == 4 && !rst)
          compare;
        clk = 1'b0;
        cycle = cycle + 1;
      end
    end
    got = $fscanf(file, "%s", mark);
    if (got != 1 || mark != "stop") $fatal(1, "%0s breaks off after cycle %0d", name, cycle - 1);
    $display("%0d cycles, no difference", cycle);
    $finish;
  end
endmodule
`default_nettype wire
