// SPDX-License-Identifier: Apache-2.0
// The control registers that several units read, and the cycle counter.
`include "df_macros.svh"
`default_nettype none
module df_control_registers (
    input  wire                              clk_i,
    input  wire                              rst_i,
    input  wire df_pkg::cfg_write_t          cfg_i,      // registered write
    output      df_pkg::control_t            control_o,
    output wire                              credit_load_o,  // BUFFER_DEPTH is being written
    output wire [df_pkg::CREDIT_W-1:0]       credit_value_o, // with this value
    output reg  [df_pkg::TIME_W-1:0]         now_o       // cycles since reset
);
  df_pkg::control_t control_q;
  df_pkg::control_t written;  // control_q after a write

  assign control_o = control_q;
  assign credit_load_o = cfg_i.we && cfg_i.addr == df_pkg::ADDR_BUFFER_DEPTH;
  assign credit_value_o = cfg_i.data[df_pkg::CREDIT_W-1:0];

  always_comb begin : write
    integer port;
    logic [df_pkg::PORTS-1:0] connected;
    written = control_q;
    connected = control_q.connected;
    port = 0;
    if (cfg_i.we) begin
      case (cfg_i.addr)
        df_pkg::ADDR_ALGORITHM: written.algorithm = cfg_i.data[df_pkg::BITS_ALGORITHM-1:0];
        df_pkg::ADDR_FLAGS: begin
          written.sequential = cfg_i.data[df_pkg::FLAGS_SEQUENTIAL_AT];
          written.cut_through = cfg_i.data[df_pkg::FLAGS_CUT_THROUGH_AT];
          written.all_hops = cfg_i.data[df_pkg::FLAGS_ALL_HOPS_AT];
        end
        df_pkg::ADDR_THRESHOLD: written.threshold = cfg_i.data[df_pkg::BITS_THRESHOLD-1:0];
        df_pkg::ADDR_BUFFER_DEPTH: written.buffer_depth = cfg_i.data[df_pkg::CREDIT_W-1:0];
        df_pkg::ADDR_OQ_LIMIT: written.oq_limit = cfg_i.data[df_pkg::BITS_OQ_LIMIT-1:0];
        df_pkg::ADDR_ROUTE: written.route_0 = cfg_i.data[df_pkg::BITS_ROUTE-1:0];
        df_pkg::ADDR_ROUTE + 16'd1: written.route_1 = cfg_i.data[df_pkg::BITS_ROUTE-1:0];
        df_pkg::ADDR_ROUTE + 16'd2: written.route_2 = cfg_i.data[df_pkg::BITS_ROUTE-1:0];
        df_pkg::ADDR_ROUTE + 16'd3: written.route_3 = cfg_i.data[df_pkg::BITS_ROUTE-1:0];
        df_pkg::ADDR_CTQ_ONE_IN: written.ctq_one_in = cfg_i.data[df_pkg::BITS_CTQ_ONE_IN-1:0];
        default: begin
        end
      endcase
      for (port = 0; port < df_pkg::PORTS; port = port + 1)
        if (cfg_i.addr == df_pkg::ADDR_CONNECTED + 16'(port / 32)) connected[port] = 1'(cfg_i.data >> (port % 32));
      written.connected = connected;
    end
  end

  always_ff @(posedge clk_i) begin : registers
    if (rst_i) begin
      control_q <= '0;
      now_o <= '0;
    end else begin
      now_o <= now_o + 1'b1;
      if (cfg_i.we) control_q <= written;
    end
  end

  `DF_CLAIMS(clk_i, rst_i, cfg_i.we) begin
    // Checks: CR-4, CR-10
    `DF_CLAIM(depth_is_built, !credit_load_o || (cfg_i.data[df_pkg::BITS_BUFFER_DEPTH-1:0] != '0
              && 32'(cfg_i.data[df_pkg::BITS_BUFFER_DEPTH-1:0]) <= df_pkg::DEPTH),
              "BUFFER_DEPTH is 0, or more than the buffers hold")
    // Checks: CR-14
    `DF_CLAIM(connected_ports_exist, df_pkg::PORTS % 32 == 0
              || 32'(cfg_i.addr) != 32'(df_pkg::ADDR_CONNECTED) + df_pkg::PORTS / 32
              || (cfg_i.data >> (df_pkg::PORTS % 32)) == '0, "a port is connected that does not exist")
    // Checks: CR-4, CR-11
    `DF_CLAIM(queue_limit_is_built, cfg_i.addr != df_pkg::ADDR_OQ_LIMIT
              || (cfg_i.data[15:0] >= 16'(df_pkg::SPEEDUP) && cfg_i.data[15:0] <= 16'(df_pkg::OQ_DEPTH)),
              "OQ_LIMIT is less than SPEEDUP, so that no output ever takes a flit, or more than the queues hold")
    // Checks: CR-4, CR-13
    `DF_CLAIM(some_credits_are_tracked, cfg_i.addr != df_pkg::ADDR_CTQ_ONE_IN || cfg_i.data[7:0] != '0, "CTQ_ONE_IN is 0")
  end

  // Each has a control register: their addresses end before those of the next kind.
  // Checks: AT-2, FB-9, TB-2
  `DF_PARAMETER_CHECK(gen_ports, df_pkg::PORTS >= 1 && df_pkg::PORTS <= df_pkg::ENTRIES_TCRT0,
                      "a router must have 1 to 256 ports")
endmodule
`default_nettype wire
