// Registers every input of the router before anything is done with it.
`include "df_macros.svh"
module df_input_registers (
    input  wire                                          clk_i,
    input  wire                                          rst_i,
    input  wire                                          cfg_we_i,
    input  wire [15:0]                                   cfg_addr_i,
    input  wire [31:0]                                   cfg_data_i,
    input  wire [df_pkg::NV-1:0]                         valid_ivc_i,
    input  wire [df_pkg::PORTS*df_pkg::FLIT_W-1:0]       flit_ip_i,
    input  wire [df_pkg::NV-1:0]                         credit_ovc_i,
    input  wire [df_pkg::CHANNELS*df_pkg::QUEUE_W-1:0]   oracle_i,
    input  wire                                          oracle_enable_i,  // UGAL-G
    output      df_pkg::cfg_write_t                      cfg_o,
    output reg  [df_pkg::NVP-1:0]                        valid_ivc_o,
    output reg  [df_pkg::PORTS*df_pkg::FLIT_W-1:0]       flit_ip_o,
    output reg  [df_pkg::NVP-1:0]                        credit_ovc_o,
    output reg  [df_pkg::CHANNELS*df_pkg::QUEUE_W-1:0]   oracle_o
);
  // VCs of terminal ports that must stay silent.
  localparam logic [df_pkg::NVP-1:0] NOT_FOR_TERMINALS =
      df_pkg::vcs_of_ports(0, df_pkg::TERMINALS) & ~df_pkg::one_vc_of_ports(0, df_pkg::TERMINALS, 0);

  df_pkg::cfg_write_t cfg_q;
  assign cfg_o = cfg_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      cfg_q <= '0;
      valid_ivc_o <= '0;
      credit_ovc_o <= '0;
    end else begin
      cfg_q.we <= cfg_we_i;
      valid_ivc_o <= df_pkg::NVP'(valid_ivc_i);
      credit_ovc_o <= df_pkg::NVP'(credit_ovc_i);
      if (cfg_we_i) begin
        cfg_q.addr <= cfg_addr_i;
        cfg_q.data <= cfg_data_i;
      end
    end
    if (valid_ivc_i != '0) flit_ip_o <= flit_ip_i;
    if (oracle_enable_i) oracle_o <= oracle_i;
  end

  `DF_ASSERT(one_vc_per_port, !df_pkg::two_vcs_of_a_port(valid_ivc_o),
             "flits arrive on two VCs of one port in the same cycle")
  `DF_ASSERT(terminals_use_vc0, (valid_ivc_o & NOT_FOR_TERMINALS) == '0,
             "a terminal sends on another VC than 0")
  `DF_ASSERT(vcs_exist, (valid_ivc_o & ~df_pkg::vcs_of_ports(0, df_pkg::PORTS)) == '0,
             "a flit arrives on a VC that does not exist")
endmodule
