// SPDX-License-Identifier: Apache-2.0
// Route unit of flattened butterflies ([K07], Section 3.1): the channels of minimal routes, by the number of hops left;
// Valiant's way through a random router, in the order of the dimensions; and for CLOS AD all channels of a dimension.
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
  localparam int CANDIDATES = df_pkg::CANDIDATES;
  localparam int WEIGHT_W = df_pkg::WEIGHT_W;
  localparam int BIAS_W = df_pkg::BIAS_W;
  localparam int OFFER_W = df_pkg::OFFER_W;
  localparam int HOPS_W = 6;  // of a whole way: at most 32

  // ---- algorithm ----
  wire [NODE_W-1:0] my_node = control_i.route_0[NODE_W-1:0];
  wire [2:0] algorithm = control_i.algorithm;
  wire val = algorithm == df_pkg::ALG_VAL;
  wire draws = val || algorithm == df_pkg::ALG_UGAL || algorithm == df_pkg::ALG_UGAL_S;
  wire climbs = algorithm == df_pkg::ALG_CLOS_AD;
  wire in_order = val || algorithm == df_pkg::ALG_DOR;
  wire [HOPS_W-1:0] phase_1 = val ? HOPS_W'(1) : HOPS_W'(DIMENSIONS);  // its VC

  // ---- candidates ----
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

  // The minimal candidate of a packet whose destination differs in some dimensions: its VC and its set.
  function automatic logic [HOPS_W-1:0] vc_of(input logic [DIMS-1:0] differs, input logic [SALT_W-1:0] salt);
    if (differs == '0) vc_of = HOPS_W'(df_pkg::exit_vc(salt));
    else vc_of = in_order ? HOPS_W'(0) : hops(differs) - 1'b1;
  endfunction
  function automatic logic [PORTS-1:0] set_of(input logic [DIMS-1:0] differs, input logic [NODE_W-1:0] dst,
                                              input logic [df_pkg::TERM_W-1:0] dst_term);
    if (differs == '0) set_of = PORTS'(1) << dst_term;
    else set_of = df_pkg::channels_to(in_order ? differs & -differs : differs, my_node, dst);
  endfunction
  // Counted as a variable: Yosys 0.23 counts no expression right.
  function automatic logic [HOPS_W-1:0] hops(input logic [DIMS-1:0] dimensions);
    hops = HOPS_W'($countones(dimensions));
  endfunction

  // Is the step towards the intermediate node a candidate?
  function automatic logic goes_through(input integer ip, input logic in_phase_1, input logic [DIMS-1:0] differs,
                                        input logic [DIMS-1:0] to_node, input logic is_dst);
    goes_through = draws && to_node != '0
        && ((ip < df_pkg::TERMINALS) ? differs != '0 && (val || !is_dst) : in_phase_1);
  endfunction

  // Dimensions of CLOS AD's candidates: from a terminal all that differ, in phase 1 those above that of the input port.
  function automatic logic [DIMS-1:0] climbing(input logic [DIMS-1:0] differs, input logic in_phase_1, input integer ip);
    integer d;
    climbing = '0;
    for (d = 0; d < DIMENSIONS; d = d + 1)
      climbing[d] = climbs && differs[d]
          && (ip < df_pkg::TERMINALS
              || (in_phase_1 && (32'(ip) < 32'(df_pkg::FIRST_PORT[d*16+:16])
                                 || (d > 0 && 32'(ip) >= 32'(df_pkg::FIRST_PORT[DIMENSIONS*16+:16])))));
  endfunction

  // By what the queues of candidates are judged: the weight of the minimal one, that of the others, and their bias. `longer`:
  // hops of Valiant's way.
  function automatic logic [2*WEIGHT_W+BIAS_W-1:0] judged_by(input logic from_terminal, input logic [DIMS-1:0] differs,
                                                             input logic [HOPS_W-1:0] longer);
    integer d;
    logic [HOPS_W-1:0] way;
    way = longer;
    if (climbs) for (d = 0; d < DIMENSIONS; d = d + 1) if (differs[d]) way = HOPS_W'(2 * d + 2);
    if (!from_terminal) judged_by = {WEIGHT_W'(1), WEIGHT_W'(0), {BIAS_W{1'b1}}};  // -1
    else if (!control_i.all_hops) judged_by = {WEIGHT_W'(1), WEIGHT_W'(2), control_i.threshold};
    else judged_by = {WEIGHT_W'(hops(differs)), WEIGHT_W'(way), control_i.threshold};
  endfunction

  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  df_pkg::flit_t flit;

  always_comb begin : candidates
    integer ip;
    integer d;
    logic [PORTS-1:0] rem;
    logic from_terminal;
    logic [SALT_W-1:0] salt;     // after the decision
    logic nonmin;                // of candidates that go minimally from here on
    logic [NODE_W-1:0] mid;
    logic [DIMS-1:0] differs;    // dimensions in which dst differs
    logic in_phase_1;
    logic [NODE_W-1:0] node;     // intermediate node,
    logic [DIMS-1:0] to_node;    // dimensions in which it differs
    logic through;               // the step towards it is a candidate
    logic [DIMS-1:0] stays;      // dimensions of CLOS AD's candidates
    logic [WEIGHT_W-1:0] weight; // of the minimal candidate
    logic [WEIGHT_W-1:0] other;  // of the others
    logic [BIAS_W-1:0] bias;

    d = 0;
    flit = '0;
    {from_terminal, salt, nonmin, mid, differs, in_phase_1, node, to_node, through, stays, weight, other, bias} = '0;
    clear_candidates();
    rem = head_ip_i;
    `DF_FOR_EACH(ip, rem, PORTS) begin
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]);
      from_terminal = ip < df_pkg::TERMINALS;
      {nonmin, mid, salt} = from_terminal ? {1'b0, NODE_W'(0), random_ip_i[ip*32+:SALT_W]} : {flit.nonmin, flit.mid, flit.salt};
      differs = df_pkg::dimensions_of(flit.dst ^ my_node);

      // The step towards the intermediate node, in the order of the dimensions; or those of CLOS AD.
      in_phase_1 = !from_terminal && HOPS_W'(`DF_WORD(vc_ip_i, VC_W, ip[PORT_W-1:0])) == phase_1;
      node = from_terminal ? df_pkg::drawn(random_ip_i[ip*32+8+:24]) : flit.mid;
      to_node = df_pkg::dimensions_of(node ^ my_node);
      through = goes_through(ip, in_phase_1, differs, to_node, node == flit.dst);
      stays = climbing(differs, in_phase_1, ip);
      {weight, other, bias} =
          judged_by(from_terminal, differs, hops(to_node) + hops(df_pkg::dimensions_of(node ^ flit.dst)));

      // Numbered in the order of preference. Where the way through the node is taken, the minimal one is not.
      `DF_WORD(valid_ip_o, CANDIDATES, ip[PORT_W-1:0]) =
          (CANDIDATES'(stays) << 1) | (CANDIDATES'(through) << 1) | CANDIDATES'(!(through && (val || !from_terminal)));
      `DF_WORD(compared_ip_o, CANDIDATES, ip[PORT_W-1:0]) = CANDIDATES'(stays) << 1;
      `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 0)) = set_of(differs, flit.dst, flit.dst_term);
      `DF_WORD(offer_cand_o, OFFER_W, df_pkg::candidate(ip, 0)) =
          {weight, {BIAS_W{1'b0}}, VC_W'(vc_of(differs, salt)), nonmin, mid};
      if (through) begin
        `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 1)) = df_pkg::channels_to(to_node & -to_node, my_node, node);
        `DF_WORD(offer_cand_o, OFFER_W, df_pkg::candidate(ip, 1)) = {other, bias, VC_W'(phase_1), from_terminal || nonmin, node};
      end
      for (d = 0; d < DIMENSIONS; d = d + 1)
        if (stays[d]) begin
          `DF_WORD(set_cand_o, PORTS, df_pkg::candidate(ip, 1 + d)) = df_pkg::row(d);
          `DF_WORD(standard_cand_o, PORTS, df_pkg::candidate(ip, 1 + d)) =
              df_pkg::channels(d, df_pkg::digit_of(my_node, d), df_pkg::digit_of(flit.dst, d));
          `DF_WORD(offer_cand_o, OFFER_W, df_pkg::candidate(ip, 1 + d)) =
              {other, bias, VC_W'(phase_1), from_terminal || nonmin, mid};
        end
      salt_ip_o[ip*SALT_W+:SALT_W] = salt;
    end
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    logic vc_missing;        // a candidate's VC does not exist
    logic too_far;           // a packet has more hops to go than the VC that it came on allows
    logic router_missing;    // a packet's router, or the one that it goes through,
    logic terminal_missing;  // or terminal does not exist
    always_comb begin : destinations
      integer ip;
      logic [PORTS-1:0] rem;
      logic [NODE_W-1:0] dst;
      logic [df_pkg::TERM_W-1:0] dst_term;
      logic [NODE_W-1:0] mid;
      logic [DIMS-1:0] differs;
      logic [HOPS_W-1:0] came_on;
      logic in_phase_1;
      logic through;
      {dst, dst_term, mid, differs, came_on, in_phase_1, through, vc_missing, too_far, router_missing, terminal_missing} = '0;
      rem = head_ip_i;
      `DF_FOR_EACH(ip, rem, PORTS) begin
        dst = NODE_W'(`DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]) >> df_pkg::DST_AT);
        dst_term = df_pkg::TERM_W'(`DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]) >> df_pkg::DST_TERM_AT);
        mid = (ip < df_pkg::TERMINALS) ? df_pkg::drawn(random_ip_i[ip*32+8+:24])
            : NODE_W'(`DF_WORD(flit_ip_i, df_pkg::FLIT_W, ip[PORT_W-1:0]) >> df_pkg::MID_AT);
        differs = df_pkg::dimensions_of(dst ^ my_node);
        came_on = HOPS_W'(`DF_WORD(vc_ip_i, VC_W, ip[PORT_W-1:0]));
        in_phase_1 = ip >= df_pkg::TERMINALS && came_on == phase_1;
        through = goes_through(ip, in_phase_1, differs, df_pkg::dimensions_of(mid ^ my_node), mid == dst);
        if ((!(through && (val || ip >= df_pkg::TERMINALS)) && 32'(vc_of(differs, 8'd0)) >= df_pkg::VCS)
            || ((through || climbing(differs, in_phase_1, ip) != '0) && 32'(phase_1) >= df_pkg::VCS)) vc_missing = 1'b1;
        if (!df_pkg::router_exists(dst) || (through && !df_pkg::router_exists(mid))) router_missing = 1'b1;
        if (differs == '0 && 32'(dst_term) >= df_pkg::TERMINALS) terminal_missing = 1'b1;
        // Where the order of the dimensions does not, the VC keeps routes from closing a circle: it falls with each hop.
        if (ip >= df_pkg::TERMINALS && !in_order && !(in_phase_1 && (draws || climbs))
            && came_on < hops(differs)) too_far = 1'b1;
      end
    end
    `DF_CLAIMS(clk_i, rst_i, head_ip_i != '0) begin
      // Checks: FB-28, FB-30
      `DF_CLAIM(vcs_are_enough, !vc_missing, "a packet needs a VC that does not exist: the algorithm wants more of them")
      // Checks: FB-15
      `DF_CLAIM(vcs_fall, !too_far, "a packet has more hops to go than the VC that it came on allows")
      // Checks: FB-6
      `DF_CLAIM(routers_exist, !router_missing, "a packet is for a router that does not exist")
      // Checks: FB-13
      `DF_CLAIM(terminals_exist, !terminal_missing, "a packet is for a terminal that does not exist")
    end
  end
  `DF_CLAIMS(clk_i, rst_i, cfg_i.we) begin
    // Checks: FB-12, FB-32
    `DF_CLAIM(algorithm_is_known, cfg_i.addr != df_pkg::ADDR_ALGORITHM
              || cfg_i.data[df_pkg::BITS_ALGORITHM-1:0] <= df_pkg::ALG_CLOS_AD, "there is no such ALGORITHM")
    // Checks: FB-6, FB-12, FB-33
    `DF_CLAIM(my_node_exists, cfg_i.addr != df_pkg::ADDR_MY_NODE
              || (df_pkg::router_exists(cfg_i.data[NODE_W-1:0]) && (cfg_i.data[15:0] >> NODE_W) == '0),
              "MY_NODE is a router that does not exist")
  end

  // ---- sizes ----
  // Checks: FB-5
  `DF_PARAMETER_CHECK(gen_terminals, df_pkg::TERMINALS >= 1 && df_pkg::TERMINALS <= 256, "TERMINALS must be 1 to 256")
`include "grid/df_digits_checks.svh"
  for (genvar d = 0; d < DIMENSIONS; d = d + 1) begin : gen_dimension
    // Checks: FB-3
    `DF_PARAMETER_CHECK(gen_parallel, df_pkg::parallel_of(d) >= 1 && df_pkg::parallel_of(d) <= 255,
                        "a dimension must have 1 to 255 channels side by side")
  end
  // Checks: FB-2
  `DF_PARAMETER_CHECK(gen_unused, ((df_pkg::SIZES | df_pkg::PARALLEL) >> (12 * DIMENSIONS)) == '0,
                      "SIZES and PARALLEL must be 0 from dimension DIMENSIONS on")
  // Checks: FB-4
  `DF_PARAMETER_CHECK(gen_paired, df_pkg::PAIRED == 0
                      || (df_pkg::PAIRED == 1 && DIMENSIONS > 0 && df_pkg::size_of(0) % 2 == 0),
                      "PAIRED must be 0, or 1 where the size of dimension 0 is even")
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire
