// SPDX-License-Identifier: Apache-2.0
// Random number registers: one for each asker that draws. It steps with each decision, whatever the routing makes of it.
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // what askers that do not draw have no use for
module df_random_registers (
    input  wire                          clk_i,
    input  wire                          rst_i,
    input  wire df_pkg::cfg_write_t      cfg_i,
    input  wire [df_pkg::ASKERS-1:0]     decide_ask_i,
    output wire [df_pkg::ASKERS*32-1:0]  random_ask_o  // 0 of an asker that does not draw
);
  wire rst_or_write = rst_i || cfg_i.we;
  wire [df_pkg::ASKERS-1:0] dead;  // a register that is needed is 0
  for (genvar n = 0; n < df_pkg::ASKERS; n = n + 1) begin : gen_asker
    if (df_pkg::draws(n)) begin : gen_draws
      reg [31:0] random_q;
      always_ff @(posedge clk_i) begin
        if (decide_ask_i[n]) random_q <= df_pkg::xorshift(random_q);
        if (rst_or_write) begin
          if (rst_i) random_q <= '0;
          else if (cfg_i.addr == df_pkg::ADDR_LFSR + 16'(n)) random_q <= cfg_i.data;
        end
      end
      assign random_ask_o[n*32+:32] = random_q;
      assign dead[n] = decide_ask_i[n] && random_q == '0;
    end else begin : gen_draws_not
      assign random_ask_o[n*32+:32] = '0;
      assign dead[n] = 1'b0;
    end
  end

  // Checks: CR-4, CR-15
  `DF_CLAIMS(clk_i, rst_i, decide_ask_i != '0) begin
    `DF_CLAIM(random_is_alive, dead == '0, "the random number register is 0: it was never loaded")
  end

  // Each has a control register.
  // Checks: DF-3
  `DF_PARAMETER_CHECK(gen_asking, df_pkg::ASKERS >= 1 && df_pkg::ASKERS <= df_pkg::ENTRIES_LFSR,
                      "1 to 256 input VCs must ask for decisions")
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire
