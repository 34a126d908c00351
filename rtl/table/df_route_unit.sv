// SPDX-License-Identifier: Apache-2.0
// Route unit of networks by table: the ports from which shortest paths lead to a node are in a table, one of them is
// drawn for each packet, and the VC rises with each hop. Valiant's algorithm goes through a random node.
`include "df_macros.svh"
`default_nettype none
module df_route_unit (
/* verilator lint_off UNUSEDSIGNAL */  // each unit reads its part of control_i
`include "df_route_unit_ports.svh"
/* verilator lint_on UNUSEDSIGNAL */
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int NODE_W = df_pkg::NODE_W;
  localparam int TERM_W = df_pkg::TERM_W;
  localparam int WAY_W = df_pkg::WAY_W;
  localparam int COUNT_W = PORT_W + 1;  // ways to a node: up to all ports
  localparam int NODES_2N = 1 << NODE_W;
  localparam int TERMINALS_2N = 1 << TERM_W;
  localparam logic [NVP-1:0] LOWEST_VCS = df_pkg::one_vc_of_ports(df_pkg::ALL_PORTS, 0);
  localparam logic [NVP-1:0] UPPER_VCS = df_pkg::vcs_of_ports(df_pkg::ALL_PORTS) & ~LOWEST_VCS;

  // ---- registers and tables, written at start-up ----
  wire [15:0] my_node = control_i.route_0;
  wire [15:0] nodes = control_i.route_1;
  wire [VC_W-1:0] split_vc = control_i.route_2[VC_W-1:0];
  assign publish_o = 1'b0;
  assign delay_credits_o = 1'b0;

  reg [PORT_W-1:0] terminal_mem[0:TERMINALS_2N-1];  // output port of a terminal
  reg [WAY_W-1:0] first_mem[0:NODES_2N-1];          // first way to a node,
  reg [COUNT_W-1:0] count_mem[0:NODES_2N-1];        // number of ways
  reg [PORT_W-1:0] way_mem[0:(1<<WAY_W)-1];         // output port of a way
  reg [df_pkg::PORTS-1:0] source_q;                 // a terminal sends on this input port

  // What is written, and where to.
  wire [15:0] addr = cfg_i.addr;
  wire [15:0] low = cfg_i.data[15:0];
  wire [15:0] high = cfg_i.data[31:16];
  wire loads_terminal = addr[15:12] == df_pkg::ADDR_TERMINAL[15:12] && 32'(addr[11:0]) < df_pkg::TERMINALS;
  wire loads_node = addr[15:13] == df_pkg::ADDR_NODE[15:13] && 32'(addr[12:0]) < df_pkg::NODES;
  wire loads_way = addr[15:14] == df_pkg::ADDR_WAY[15:14] && 32'(addr[13:0]) < df_pkg::WAYS;
  always_ff @(posedge clk_i) begin : load
    integer port;
    if (cfg_i.we) begin
      if (loads_terminal)
        terminal_mem[cfg_i.addr[TERM_W-1:0]] <= cfg_i.data[PORT_W-1:0];
      if (loads_node) begin
        first_mem[cfg_i.addr[NODE_W-1:0]] <= cfg_i.data[df_pkg::NODE_FIRST_AT+:WAY_W];
        count_mem[cfg_i.addr[NODE_W-1:0]] <= cfg_i.data[df_pkg::NODE_COUNT_AT+:COUNT_W];
      end
      if (loads_way)
        way_mem[cfg_i.addr[WAY_W-1:0]] <= cfg_i.data[PORT_W-1:0];
    end
    if (rst_i) source_q <= '0;
    else if (cfg_i.we)
      for (port = 0; port < df_pkg::PORTS; port = port + 1)
        if (cfg_i.addr == df_pkg::ADDR_SOURCE + 16'(port)) source_q[port] <= cfg_i.data[0];
  end
  `DF_CLAIMS(clk_i, rst_i, cfg_i.we) begin
    // Checks: TB-11, TB-27
    `DF_CLAIM(algorithm_is_known, addr != df_pkg::ADDR_ALGORITHM
              || low[df_pkg::BITS_ALGORITHM-1:0] <= df_pkg::ALG_VAL,
              "there is no such ALGORITHM")
    // Checks: TB-28
    `DF_CLAIM(my_node_can_be, addr != df_pkg::ADDR_MY_NODE || 32'(low) < df_pkg::NODES || low == 16'hffff,
              "MY_NODE is a node that does not exist")
    // Checks: TB-29
    `DF_CLAIM(nodes_can_be, addr != df_pkg::ADDR_NODES || (low != '0 && 32'(low) <= df_pkg::NODES),
              "there are no nodes, or more than a router can know")
    // Checks: TB-11, TB-30
    `DF_CLAIM(first_vc_exists, addr != df_pkg::ADDR_SPLIT_VC || 32'(low) < df_pkg::VCS,
              "the first VC of packets on the way to their destination does not exist")
    // Checks: TB-11, TB-31
    `DF_CLAIM(terminal_has_a_port, !loads_terminal || 32'(low) < df_pkg::PORTS, "the port of a terminal does not exist")
    // Checks: TB-11, TB-32
    `DF_CLAIM(ways_are_in_table, !loads_node || 17'(low) + 17'(high) <= 17'(df_pkg::WAYS),
              "the ways to a node are not all in the table")
    // Checks: TB-11, TB-33
    `DF_CLAIM(way_is_a_port, !loads_way || 32'(low) < df_pkg::PORTS, "a way leads to a port that does not exist")
  end

  // The VC after `vc`, up to the highest.
  function automatic logic [VC_W-1:0] next_vc(input logic [VC_W-1:0] vc, input logic [VC_W-1:0] highest);
    next_vc = (vc >= highest) ? highest : vc + 1'b1;
  endfunction

  // The port of the way to a node that a packet takes after so many hops.
  function automatic logic [PORT_W-1:0] way_to(input logic [NODE_W-1:0] node, input logic [7:0] salt, input logic [2:0] hops);
    logic [7:0] rotated;
    logic [COUNT_W+7:0] product;
    logic [WAY_W-1:0] way;
    rotated = df_pkg::rotated_salt(salt, hops);
    product = (COUNT_W + 8)'(rotated) * (COUNT_W + 8)'(count_mem[node]);
    way = first_mem[node] + WAY_W'(product >> 8);
    way_to = way_mem[way];
  endfunction

  // A node drawn from all.
  function automatic logic [NODE_W-1:0] drawn(input logic [15:0] random);
    drawn = NODE_W'(({16'd0, random} * {16'd0, nodes}) >> 16);
  endfunction

  // ---- flits that have arrived ----
  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  /* verilator lint_off UNUSEDSIGNAL */  // the payload
  df_pkg::flit_t flit;
  /* verilator lint_on UNUSEDSIGNAL */
  logic arrival_no_way;  // there is no way to where a packet goes
  logic arrival_off_leg;  // a packet that goes to its destination comes on a VC of those on the way to an intermediate node

  always_comb begin : arrivals
    integer i;
    integer k;
    logic [PORT_W-1:0] ip;
    logic [NVP-1:0] rem;
    logic first_leg;
    logic to_mid;
    logic [NODE_W-1:0] target;
    logic here;               // the packet leaves for its terminal
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0] vc;

    flit = '0;
    {ip, first_leg, to_mid, target, here, port, vc, arrival_no_way, arrival_off_leg} = '0;
    for (k = 0; k < df_pkg::PORTS_2N; k = k + 1) `DF_WORD(route_ip_o, df_pkg::ROUTE_W, k) = '0;

    rem = arrival_ivc_i & ~df_pkg::ASKING;
    `DF_FOR_EACH(i, rem, df_pkg::NV) begin
      ip = i[df_pkg::VC_BITS+:PORT_W];
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip);
      vc = VC_W'(i) & VC_W'(df_pkg::STRIDE - 1);
      first_leg = flit.nonmin && vc < split_vc;
      arrival_off_leg = arrival_off_leg | (flit.head && !flit.nonmin && vc < split_vc);
      to_mid = first_leg && 16'(flit.mid) != my_node;
      target = to_mid ? flit.mid : flit.dst;
      here = !to_mid && 16'(flit.dst) == my_node;
      if (to_mid) vc = next_vc(vc, split_vc - 1'b1);
      else if (first_leg) vc = split_vc;
      else vc = next_vc(vc, VC_W'(df_pkg::VCS - 1));
      if (here) vc = df_pkg::exit_vc(flit.salt);
      port = here ? terminal_mem[flit.dst_term] : way_to(target, flit.salt, flit.hops[2:0]);
      arrival_no_way = arrival_no_way | (flit.head && !here && count_mem[target] == '0);
      `DF_WORD(route_ip_o, df_pkg::ROUTE_W, ip) = {port, vc};
    end
  end

  // ---- candidates ----
  logic candidate_no_way;
  logic candidate_off_leg;
  /* verilator lint_off UNUSEDSIGNAL */  // not all fields are needed
  df_pkg::asked_t asked;  // of a header; here, where Yosys knows its fields
  /* verilator lint_on UNUSEDSIGNAL */

  always_comb begin : candidates
    integer n;
    logic source;                // the packet comes from a terminal
    logic nonmin;
    logic [7:0] salt;
    logic [NODE_W-1:0] mid;
    logic [NODE_W-1:0] dst;
    logic first_leg;
    logic to_mid;
    logic here;
    logic [NODE_W-1:0] target;
    logic [VC_W-1:0] vc;

    n = 0;
    asked = '0;
    {valid_cand_o, port_cand_o, vc_cand_o, kind_cand_o, lane_cand_o, weight_cand_o, bias_cand_o, nonmin_cand_o} = '0;
    {mid_cand_o, source, nonmin, salt, mid, dst, first_leg, to_mid, here, target, vc, candidate_no_way, candidate_off_leg} = '0;

    if (decide_ask_i != '0)
      for (n = 0; n < df_pkg::ASKERS; n = n + 1)
        if (decide_ask_i[n]) begin
          asked = header_ask_i[n*df_pkg::ASKED_W+:df_pkg::ASKED_W];
          nonmin = asked.nonmin;
          mid = asked.mid;
          dst = asked.dst;
          salt = random_ask_i[n*32+:8];
          source = source_q[PORT_W'(df_pkg::ivc_of_asker(n) >> df_pkg::VC_BITS)];
          if (source) begin
            mid = drawn(random_ask_i[n*32+16+:16]);
            nonmin = control_i.algorithm == df_pkg::ALG_VAL && 16'(mid) != my_node && 16'(dst) != my_node && mid != dst;
            to_mid = nonmin;
            vc = nonmin ? '0 : split_vc;
          end else begin  // on VC 0
            first_leg = nonmin && split_vc != '0;
            candidate_off_leg = candidate_off_leg | (!nonmin && split_vc != '0);
            to_mid = first_leg && 16'(mid) != my_node;
            if (to_mid) vc = next_vc('0, split_vc - 1'b1);
            else if (first_leg) vc = split_vc;
            else vc = next_vc('0, VC_W'(df_pkg::VCS - 1));
          end
          target = to_mid ? mid : dst;
          here = !to_mid && 16'(dst) == my_node;
          if (here) vc = df_pkg::exit_vc(salt);
          candidate_no_way = candidate_no_way | (!here && count_mem[target] == '0);

          valid_cand_o[n] = 1'b1;
          port_cand_o[n*PORT_W+:PORT_W] = here ? terminal_mem[asked.dst_term]
              : way_to(target, salt, asked.hops[2:0]);
          vc_cand_o[n*VC_W+:VC_W] = vc;
          weight_cand_o[n*df_pkg::WEIGHT_W+:df_pkg::WEIGHT_W] = df_pkg::WEIGHT_W'(1);
          nonmin_cand_o[n] = nonmin;
          if (nonmin || !source) mid_cand_o[n*NODE_W+:NODE_W] = mid;
        end
  end

  // VCs on which no terminal sends.
  logic [NVP-1:0] silent;
  always_comb begin : terminals
    integer port;
    silent = '0;
    for (port = 0; port < df_pkg::PORTS; port = port + 1)
      if (source_q[port]) silent = silent | (df_pkg::vcs_of_ports(df_pkg::PORTS'(1) << port) & UPPER_VCS);
  end

  // Checks: TB-6
  `DF_PARAMETER_CHECK(gen_ways, (df_pkg::WAYS & (df_pkg::WAYS - 1)) == 0, "WAYS must be a power of two")

  // Checks: TB-21
  `DF_ASSERT(clk_i, rst_i, node_has_a_way, !arrival_no_way && !candidate_no_way,
             "a packet is for a node to which the table has no way")
  // Checks: TB-17
  `DF_ASSERT(clk_i, rst_i, vcs_are_of_the_leg, !arrival_off_leg && !candidate_off_leg,
             "a packet that goes to its destination comes on a VC below SPLIT_VC")
  // Checks: OW-6
  `DF_ASSERT(clk_i, rst_i, sources_use_vc0, (arrival_ivc_i & silent) == '0, "a terminal sends on another VC than 0")
endmodule
`default_nettype wire
