// SPDX-License-Identifier: Apache-2.0
// Route unit of networks by table, adaptive: the ports from which shortest paths lead to a node are a set in a table, and
// the packet takes the one with the shortest queue. The VC rises with each hop.
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // each unit reads its part of control_i; nothing is drawn
module df_route_unit (
`include "df_route_unit_ports.svh"
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int NODE_W = df_pkg::NODE_W;
  localparam int TERM_W = df_pkg::TERM_W;
  localparam int SET_W = df_pkg::SET_W;
  localparam int WORDS = df_pkg::SET_WORDS;
  localparam int WORD_W = $clog2(WORDS);           // of its number; 0 where a set has one word
  localparam int WORDS_2N = WORDS << SET_W;        // of all sets
  localparam int WORDS_W = SET_W + WORD_W;
  localparam logic [WORDS*32-1:0] EXISTING = (WORDS * 32)'(df_pkg::ALL_PORTS);

  // ---- registers and tables, written at start-up ----
  wire [15:0] my_node = control_i.route_0;

  reg [PORT_W-1:0] terminal_mem[0:(1<<TERM_W)-1];  // output port of a terminal
  reg [SET_W-1:0] node_mem[0:(1<<NODE_W)-1];       // set of ports to a node
  reg [31:0] set_mem[0:WORDS_2N-1];                // ports of a set, word by word

  // What is written, and where to.
  wire [15:0] addr = cfg_i.addr;
  wire [15:0] low = cfg_i.data[15:0];
  wire loads_terminal = addr[15:12] == df_pkg::ADDR_TERMINAL[15:12] && 32'(addr[11:0]) < df_pkg::TERMINALS;
  wire loads_node = addr[15:12] == df_pkg::ADDR_NODE[15:12] && 32'(addr[11:0]) < df_pkg::NODES;
  wire loads_set = addr[15:13] == df_pkg::ADDR_SET[15:13] && 32'(addr[12:0]) < df_pkg::SETS * WORDS;
  // The ports of the word that is written which exist.
  wire [31:0] ports_of_word = 32'(EXISTING >> (32 * (32'(addr) % WORDS)));
  always_ff @(posedge clk_i) begin : load
    if (cfg_i.we) begin
      if (loads_terminal) terminal_mem[addr[TERM_W-1:0]] <= cfg_i.data[PORT_W-1:0];
      if (loads_node) node_mem[addr[NODE_W-1:0]] <= cfg_i.data[SET_W-1:0];
      if (loads_set) set_mem[addr[WORDS_W-1:0]] <= cfg_i.data;
    end
  end
  `DF_CLAIMS(clk_i, rst_i, cfg_i.we) begin
    // Checks: AT-6, AT-14
    `DF_CLAIM(algorithm_is_known, addr != df_pkg::ADDR_ALGORITHM
              || low[df_pkg::BITS_ALGORITHM-1:0] == df_pkg::ALG_ADAPTIVE, "there is no such ALGORITHM")
    // Checks: AT-15
    `DF_CLAIM(my_node_can_be, addr != df_pkg::ADDR_MY_NODE || 32'(low) < df_pkg::NODES || low == 16'hffff,
              "MY_NODE is a node that does not exist")
    // Checks: AT-6, AT-16
    `DF_CLAIM(terminal_has_a_port, !loads_terminal || 32'(low) < PORTS, "the port of a terminal does not exist")
    // Checks: AT-6, AT-17
    `DF_CLAIM(set_is_in_table, !loads_node || 32'(low) < df_pkg::SETS, "the set of ports to a node is not in the table")
    // Checks: AT-6, AT-18
    `DF_CLAIM(set_has_ports, !loads_set || (cfg_i.data & ~ports_of_word) == '0, "a set has a port that does not exist")
  end

  // ---- candidates ----
  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  df_pkg::flit_t flit;
  logic node_missing;      // a packet's node
  logic terminal_missing;  // or terminal does not exist,
  logic wrong_vc;          // or it came on another VC than that of its hop

  always_comb begin : candidates
    integer ip;
    integer k;
    logic [PORTS-1:0] rem;
    logic here;                  // the packet leaves for its terminal
    logic [SET_W-1:0] number;    // of its set
    logic [WORDS_W-1:0] at;      // of a word of it, in the table
    logic [WORDS*32-1:0] words;  // of the table
    logic [PORTS-1:0] set;
    logic [VC_W-1:0] vc;

    flit = '0;
    {here, number, at, words, set, vc, node_missing, terminal_missing, wrong_vc, salt_ip_o} = '0;
    for (k = 0; k < (df_pkg::SPARSE ? 1 : df_pkg::PORTS_2N); k = k + 1) begin
      `DF_WORD(valid_ip_o, df_pkg::CANDIDATES, k) = '0;
      `DF_WORD(compared_ip_o, df_pkg::CANDIDATES, k) = '0;
    end
    for (k = 0; k < (df_pkg::SPARSE ? 1 : df_pkg::CANDS_2N); k = k + 1) begin
      `DF_WORD(set_cand_o, PORTS, k) = '0;
      `DF_WORD(standard_cand_o, PORTS, k) = '0;
      `DF_WORD(offer_cand_o, df_pkg::OFFER_W, k) = '0;
    end

    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]);
      here = 16'(flit.dst) == my_node;
      number = node_mem[flit.dst];
      for (k = 0; k < WORDS; k = k + 1) begin
        at = WORDS_W'(number) * WORDS_W'(WORDS) + WORDS_W'(k);
        words[k*32+:32] = set_mem[at];
      end
      set = here ? PORTS'(1) << terminal_mem[flit.dst_term] : words[PORTS-1:0];
      vc = `DF_WORD(vc_ip_i, VC_W, ip[PORT_W-1:0]);
      if (32'(vc) != ((flit.hops == '0) ? 0 : (32'(flit.hops) > df_pkg::VCS) ? df_pkg::VCS - 1 : 32'(flit.hops) - 1))
        wrong_vc = 1'b1;
      if (here || flit.hops == '0) vc = '0;
      else if (vc != VC_W'(df_pkg::VCS - 1)) vc = vc + 1'b1;
      if (32'(flit.dst) >= df_pkg::NODES) node_missing = 1'b1;
      if (here && 32'(flit.dst_term) >= df_pkg::TERMINALS) terminal_missing = 1'b1;

      // One candidate: a set of outputs on a VC, minimal.
      `DF_WORD(valid_ip_o, 1, ip[PORT_W-1:0]) = 1'b1;
      `DF_WORD(compared_ip_o, 1, ip[PORT_W-1:0]) = 1'b0;
      `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 0)) = set;
      `DF_WORD(standard_cand_o, PORTS, df_pkg::candidate(ip, 0)) = '0;
      `DF_WORD(offer_cand_o, df_pkg::OFFER_W, df_pkg::candidate(ip, 0)) = df_pkg::minimal_offer(vc);
      salt_ip_o[ip*df_pkg::SALT_W+:df_pkg::SALT_W] = flit.salt;
    end
  end

  `DF_CLAIMS(clk_i, rst_i, head_ip_i != '0) begin
    // Checks: AT-11
    `DF_CLAIM(nodes_exist, !node_missing, "a packet is for a node that does not exist")
    // Checks: AT-10
    `DF_CLAIM(terminals_exist, !terminal_missing, "a packet is for a terminal that does not exist")
    // Checks: AT-11
    `DF_CLAIM(vcs_count_hops, !wrong_vc, "a packet comes on another VC than that of its hop")
  end

  // ---- sizes ----
  // Checks: AT-2
  `DF_PARAMETER_CHECK(gen_nodes, df_pkg::NODES >= 1 && df_pkg::NODES <= df_pkg::ENTRIES_NODE, "NODES must be 1 to 4096")
  // Checks: AT-2
  `DF_PARAMETER_CHECK(gen_terminals, df_pkg::TERMINALS >= 1 && df_pkg::TERMINALS <= df_pkg::ENTRIES_TERMINAL,
                      "TERMINALS must be 1 to 256")
  // Checks: AT-5
  `DF_PARAMETER_CHECK(gen_sets, df_pkg::SETS >= 1 && df_pkg::SETS <= 1024 && (df_pkg::SETS & (df_pkg::SETS - 1)) == 0,
                      "SETS must be a power of two, 1 to 1024")
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire
