// SPDX-License-Identifier: Apache-2.0
// Route unit of tori: minimal routes in the order of the dimensions, on two VCs that a dateline in each ring divides
// (Dally and Seitz 1987).
`include "df_macros.svh"
`default_nettype none
/* verilator lint_off UNUSEDSIGNAL */  // each unit reads its part of control_i
module df_route_unit (
`include "df_route_unit_ports.svh"
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int NODE_W = df_pkg::NODE_W;
  localparam int SALT_W = df_pkg::SALT_W;
  localparam int DIMENSIONS = df_pkg::DIMENSIONS;
  localparam int DIMS = df_pkg::DIMS;

  wire [NODE_W-1:0] my_node = control_i.route_0[NODE_W-1:0];

  // ---- candidates ----
  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  df_pkg::flit_t flit;
  logic crosses_again;  // a packet crosses a dateline for the second time

  // What is said of ports without a head.
  task automatic clear_candidates;
    integer k;
    for (k = 0; k < (df_pkg::SPARSE ? 1 : df_pkg::PORTS_2N); k = k + 1) begin
      `DF_WORD(valid_ip_o, df_pkg::CANDIDATES, k) = '0;
      `DF_WORD(compared_ip_o, df_pkg::CANDIDATES, k) = '0;
    end
    for (k = 0; k < (df_pkg::SPARSE ? 1 : df_pkg::CANDS_2N); k = k + 1) begin
      `DF_WORD(set_cand_o, PORTS, k) = '0;
      `DF_WORD(standard_cand_o, PORTS, k) = '0;
      `DF_WORD(offer_cand_o, df_pkg::OFFER_W, k) = '0;
    end
    salt_ip_o = '0;
  endtask

  always_comb begin : candidates
    integer ip;
    integer d;
    logic [PORTS-1:0] rem;
    logic [SALT_W-1:0] salt;   // after the decision
    logic [DIMS-1:0] differs;  // dimensions in which dst differs,
    logic [DIMS-1:0] goes;     // and the lowest of them
    logic [11:0] size;         // of that ring,
    logic [11:0] from;         // this router's place in it
    logic [11:0] to;           // and that of dst,
    logic [11:0] ahead;        // hops up between them
    logic up;
    logic crosses;             // the dateline
    logic along;               // the packet comes from a router of the same ring
    logic [PORTS-1:0] set;
    logic [VC_W-1:0] vc;

    d = 0;
    flit = '0;
    {salt, differs, goes, size, from, to, ahead, up, crosses, along, set, vc, crosses_again} = '0;
    clear_candidates();

    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]);
      salt = (ip < df_pkg::TERMINALS) ? random_ip_i[ip*32+:SALT_W] : flit.salt;
      differs = df_pkg::dimensions_of(flit.dst ^ my_node);
      goes = differs & -differs;
      set = PORTS'(1) << flit.dst_term;
      vc = df_pkg::exit_vc(salt);
      for (d = 0; d < DIMENSIONS; d = d + 1)
        if (goes[d]) begin
          size = df_pkg::SIZES[d*12+:12];
          from = {4'd0, df_pkg::digit_of(my_node, d)};
          to = {4'd0, df_pkg::digit_of(flit.dst, d)};
          ahead = (to < from) ? to - from + size : to - from;
          up = ahead + ahead < size || (ahead + ahead == size && !salt[d%8]);
          crosses = up ? from == size - 1'b1 : from == '0;
          along = 32'(ip) >= 32'(df_pkg::FIRST_PORT[d*16+:16]) && 32'(ip) < 32'(df_pkg::FIRST_PORT[(d+1)*16+:16]);
          // A ring of two routers has one port, and is never followed further.
          set = PORTS'(1) << (df_pkg::FIRST_PORT[d*16+:16] + 16'(!up && size != 12'd2));
          vc = '0;
          if (df_pkg::VCS > 1 && size != 12'd2) begin
            if (crosses && along && `DF_WORD(vc_ip_i, VC_W, ip[PORT_W-1:0]) != '0) crosses_again = 1'b1;
            if (crosses) vc = VC_W'(1);
            else if (along) vc = `DF_WORD(vc_ip_i, VC_W, ip[PORT_W-1:0]);
          end
        end

      // One candidate: a set of outputs on a VC, minimal.
      `DF_WORD(valid_ip_o, 1, ip[PORT_W-1:0]) = 1'b1;
      `DF_WORD(compared_ip_o, 1, ip[PORT_W-1:0]) = 1'b0;
      `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 0)) = set;
      `DF_WORD(standard_cand_o, PORTS, df_pkg::candidate(ip, 0)) = '0;
      `DF_WORD(offer_cand_o, df_pkg::OFFER_W, df_pkg::candidate(ip, 0)) = df_pkg::minimal_offer(vc);
      salt_ip_o[ip*df_pkg::SALT_W+:df_pkg::SALT_W] = salt;
    end
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    logic router_missing;    // a packet's router
    logic terminal_missing;  // or terminal does not exist
    always_comb begin : destinations
      integer ip;
      logic [PORTS-1:0] rem;
      logic [NODE_W-1:0] dst;
      logic [df_pkg::TERM_W-1:0] dst_term;
      {dst, dst_term, router_missing, terminal_missing} = '0;
      rem = head_ip_i;
      `DF_FOR_EACH(ip, rem, PORTS) begin
        dst = NODE_W'(`DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]) >> df_pkg::DST_AT);
        dst_term = df_pkg::TERM_W'(`DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]) >> df_pkg::DST_TERM_AT);
        if (!df_pkg::router_exists(dst)) router_missing = 1'b1;
        if (df_pkg::dimensions_of(dst ^ my_node) == '0 && 32'(dst_term) >= df_pkg::TERMINALS) terminal_missing = 1'b1;
      end
    end
    `DF_CLAIMS(clk_i, rst_i, head_ip_i != '0) begin
      // Checks: TO-2
      `DF_CLAIM(routers_exist, !router_missing, "a packet is for a router that does not exist")
      // Checks: TO-6
      `DF_CLAIM(terminals_exist, !terminal_missing, "a packet is for a terminal that does not exist")
      // Checks: TO-9
      `DF_CLAIM(datelines_are_crossed_once, !crosses_again, "a packet crosses the dateline of a ring for the second time")
    end
  end
  `DF_CLAIMS(clk_i, rst_i, cfg_i.we) begin
    // Checks: TO-5, TO-12
    `DF_CLAIM(algorithm_is_known, cfg_i.addr != df_pkg::ADDR_ALGORITHM
              || cfg_i.data[df_pkg::BITS_ALGORITHM-1:0] == df_pkg::ALG_DOR, "there is no such ALGORITHM")
    // Checks: TO-2, TO-5, TO-13
    `DF_CLAIM(my_node_exists, cfg_i.addr != df_pkg::ADDR_MY_NODE
              || (df_pkg::router_exists(cfg_i.data[NODE_W-1:0]) && (cfg_i.data[15:0] >> NODE_W) == '0),
              "MY_NODE is a router that does not exist")
  end

  // ---- sizes ----
  // Checks: TO-2
  `DF_PARAMETER_CHECK(gen_terminals, df_pkg::TERMINALS >= 1 && df_pkg::TERMINALS <= 256, "TERMINALS must be 1 to 256")
`include "grid/df_digits_checks.svh"
  // Checks: TO-2
  `DF_PARAMETER_CHECK(gen_unused, (df_pkg::SIZES >> (12 * DIMENSIONS)) == '0,
                      "SIZES must be 0 from dimension DIMENSIONS on")
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire
