// SPDX-License-Identifier: Apache-2.0
// Claims about what is written into the registers and tables of the dragonfly's route unit.
`include "df_macros.svh"
`default_nettype none
module df_table_claims (
    input wire                      clk_i,
    input wire                      rst_i,
    input wire df_pkg::cfg_write_t  cfg_i,
    input wire                      loads_local_port_i,  // the address is of that table
    input wire                      loads_group_i,
    input wire                      loads_way_i,
    input wire [7:0]                locals_to_i          // ports side by side to a router, 0 read as 1
);
  wire [15:0] addr = cfg_i.addr;
  wire [15:0] low = cfg_i.data[15:0];
  wire [15:0] high = cfg_i.data[31:16];
  wire [7:0] first_local = cfg_i.data[df_pkg::LOCAL_PORT_FIRST_AT+:8];
  `DF_CLAIMS(clk_i, rst_i, cfg_i.we) begin
    // Checks: DF-12, DF-39
    `DF_CLAIM(algorithm_is_known, addr != df_pkg::ADDR_ALGORITHM
              || low[df_pkg::BITS_ALGORITHM-1:0] <= df_pkg::ALG_UGAL_L_CR,
              "there is no such ALGORITHM")
    // Checks: DF-12, DF-40
    `DF_CLAIM(groups_can_be, addr != df_pkg::ADDR_GROUPS || (low != '0 && 32'(low) <= df_pkg::MAX_GROUPS),
              "there are no groups, or more than a router can know")
    // Checks: DF-12, DF-41
    `DF_CLAIM(group_can_be, addr != df_pkg::ADDR_MY_GROUP || 32'(low) < df_pkg::MAX_GROUPS,
              "the number of the group is too large")
    // Checks: DF-12, DF-42
    `DF_CLAIM(router_can_be, addr != df_pkg::ADDR_MY_ROUTER || 32'(low) < df_pkg::ROUTERS,
              "the index of the router in its group is too large")
    // Checks: DF-12, DF-43
    `DF_CLAIM(first_vc_exists, addr != df_pkg::ADDR_MIN_START_VC || 32'(low) < df_pkg::VCS,
              "the VC on which minimal packets start does not exist")
    // Checks: DF-12, DF-44
    `DF_CLAIM(local_port_exists, !loads_local_port_i || 32'(first_local) + 32'(locals_to_i) <= df_pkg::TERMINALS + df_pkg::LOCALS,
              "the port to a router of the group is a global one")
    // Checks: DF-6
    `DF_CLAIM(locals_can_be_drawn, !loads_local_port_i || df_pkg::LOCAL_DRAW || locals_to_i == 8'd1,
              "local channels lie side by side, and the router is built without LOCAL_DRAW")
    // Checks: DF-12, DF-45
    `DF_CLAIM(ways_are_in_table, !loads_group_i || 17'(low) + 17'(high) <= 17'(df_pkg::CHANNELS),
              "the ways to a group are not all in the table")
    // Checks: DF-12, DF-46
    `DF_CLAIM(way_is_a_channel, !loads_way_i || (32'(low) < df_pkg::ROUTERS && 17'(high) + 17'd1 <= 17'(df_pkg::GLOBALS)),
              "a way leads to a router or a global port that does not exist")
  end
endmodule
`default_nettype wire
