// SPDX-License-Identifier: Apache-2.0
// Route unit of flattened butterflies ([K07], Section 3.1): the channels of minimal routes, by the number of hops left;
// Valiant's way through a random router, in the order of the dimensions; and for CLOS AD all channels of a dimension.
`include "df_macros.svh"
`include "df_candidates.svh"
`default_nettype none
/* verilator lint_off UNUSEDPARAM */   // each body of the primitives uses its part
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

  // ---- routers and ports ----
  // All ports of dimension d.
  function automatic logic [PORTS-1:0] row(input integer d);
    row = ({PORTS{1'b1}} << df_pkg::FIRST_PORT[d*16+:16]) & ~({PORTS{1'b1}} << df_pkg::FIRST_PORT[(d+1)*16+:16]);
    if (df_pkg::PAIRED != 0 && d == 0) row[PORTS-1] = 1'b1;
  endfunction

  // Ports of dimension d from digit `from` to another.
  function automatic logic [PORTS-1:0] channels(input integer d, input logic [7:0] from, input logic [7:0] to);
    logic [7:0] other;
    other = (to < from) ? to : to - 1'b1;
    channels = ~({PORTS{1'b1}} << df_pkg::PARALLEL[d*12+:12])
        << (df_pkg::FIRST_PORT[d*16+:16] + 16'(other) * 16'(df_pkg::PARALLEL[d*12+:12]));
    if (df_pkg::PAIRED != 0 && d == 0 && to == (from ^ 8'd1)) channels[PORTS-1] = 1'b1;
  endfunction

  // Ports to the digits of a router, in some dimensions in which it differs.
  function automatic logic [PORTS-1:0] channels_to(input logic [DIMS-1:0] dimensions, input logic [NODE_W-1:0] from,
                                                   input logic [NODE_W-1:0] to);
    integer d;
    channels_to = '0;
    for (d = 0; d < DIMENSIONS; d = d + 1)
      if (dimensions[d]) channels_to = channels_to | channels(d, df_pkg::digit_of(from, d), df_pkg::digit_of(to, d));
  endfunction

  // A router drawn from all, by 24 random bits.
  function automatic logic [NODE_W-1:0] drawn(input logic [23:0] random);
    integer d;
    logic [35:0] product;
    drawn = '0;
    product = 36'(random);
    for (d = 0; d < DIMENSIONS; d = d + 1) begin
      product = 36'(product[23:0]) * 36'(df_pkg::SIZES[d*12+:12]);
      drawn = drawn | (NODE_W'(product >> 24) << df_pkg::DIGIT_AT[d*8+:8]);
    end
  endfunction

  // ---- candidates ----
  // Local to the process below, but Yosys knows the fields of a struct only at module level.
  df_pkg::flit_t flit;
  logic vc_missing;        // a candidate's VC does not exist
  logic too_far;           // a packet has more hops to go than the VC that it came on allows
  logic router_missing;    // a packet's router, or the one that it is to go through,
  logic terminal_missing;  // or terminal does not

  /* verilator lint_off LATCH */  // DF_UNUSED_WORDS
  always_comb begin : candidates
    integer ip;
    integer k;
    integer d;
    logic [PORTS-1:0] rem;
    logic from_terminal;
    logic [31:0] random;
    logic [SALT_W-1:0] salt;     // after the decision
    logic nonmin;                // of candidates that go minimally from here on
    logic [NODE_W-1:0] mid;
    logic [DIMS-1:0] differs;    // dimensions in which dst differs
    logic [HOPS_W-1:0] hops;     // their number
    logic [HOPS_W-1:0] vc;       // of the minimal candidate
    logic [PORTS-1:0] set;
    logic in_phase_1;
    logic [NODE_W-1:0] node;     // intermediate node,
    logic [DIMS-1:0] to_node;    // dimensions in which it differs
    logic [DIMS-1:0] from_node;  // and in which the destination differs from it; counted as a variable (rtl/prim/df_visit.svh)
    logic through;               // the step towards it is a candidate,
    logic only_through;          // and the only one
    logic [DIMS-1:0] stays;      // dimensions of CLOS AD's candidates
    logic [HOPS_W-1:0] way;      // hops of the way that is not minimal
    logic [WEIGHT_W-1:0] weight; // of the minimal candidate
    logic [BIAS_W-1:0] bias;     // of the others
    logic [CANDIDATES-1:0] valid;
    logic [CANDIDATES-1:0] compared;

    ip = 0;
    k = 0;
    d = 0;
    rem = '0;
    flit = '0;
    from_terminal = 1'b0;
    random = '0;
    salt = '0;
    nonmin = 1'b0;
    mid = '0;
    differs = '0;
    hops = '0;
    vc = '0;
    set = '0;
    in_phase_1 = 1'b0;
    node = '0;
    to_node = '0;
    from_node = '0;
    through = 1'b0;
    only_through = 1'b0;
    stays = '0;
    way = '0;
    weight = '0;
    bias = '0;
    valid = '0;
    compared = '0;
    vc_missing = 1'b0;
    too_far = 1'b0;
    router_missing = 1'b0;
    terminal_missing = 1'b0;
    `DF_NO_CANDIDATES(k)

    `DF_FOR_EACH(ip, rem, head_ip_i, PORTS)
      flit = `DF_WORD(flit_ip_i, df_pkg::FLIT_W, `DF_NUMBER(ip, PORT_W));
      from_terminal = ip < df_pkg::TERMINALS;
      random = random_ip_i[ip*32+:32];
      salt = from_terminal ? random[SALT_W-1:0] : flit.salt;
      nonmin = !from_terminal && flit.nonmin;
      mid = from_terminal ? '0 : flit.mid;
      differs = df_pkg::dimensions_of(flit.dst ^ my_node);
      hops = HOPS_W'($countones(differs));

      // The minimal candidate.
      if (differs == '0) begin
        vc = {{HOPS_W - VC_W{1'b0}}, df_pkg::exit_vc(salt)};
        set = PORTS'(1) << flit.dst_term;
        if (32'(flit.dst_term) >= df_pkg::TERMINALS) terminal_missing = 1'b1;
      end else if (in_order) begin
        vc = '0;
        set = channels_to(differs & -differs, my_node, flit.dst);
      end else begin
        vc = hops - 1'b1;
        set = channels_to(differs, my_node, flit.dst);
      end

      // The step towards the intermediate node.
      in_phase_1 = !from_terminal && HOPS_W'(`DF_WORD(vc_ip_i, VC_W, `DF_NUMBER(ip, PORT_W))) == phase_1;
      // Where the order of the dimensions does not, the VC keeps routes from closing a circle: it falls with each hop.
      if (!from_terminal && !in_order && !(in_phase_1 && (draws || climbs))
          && HOPS_W'(`DF_WORD(vc_ip_i, VC_W, `DF_NUMBER(ip, PORT_W))) < hops) too_far = 1'b1;
      node = from_terminal ? drawn(random[31:8]) : flit.mid;
      to_node = df_pkg::dimensions_of(node ^ my_node);
      through = draws && to_node != '0
          && (from_terminal ? differs != '0 && (val || node != flit.dst) : in_phase_1);
      only_through = through && (val || !from_terminal);
      if (!df_pkg::router_exists(flit.dst) || (through && !df_pkg::router_exists(node))) router_missing = 1'b1;

      // CLOS AD: from a terminal all dimensions that differ, in phase 1 those above that of the input port.
      stays = '0;
      for (d = 0; d < DIMENSIONS; d = d + 1)
        stays[d] = climbs && differs[d]
            && (from_terminal
                || (in_phase_1 && (32'(ip) < 32'(df_pkg::FIRST_PORT[d*16+:16])
                                   || (d > 0 && 32'(ip) >= 32'(df_pkg::FIRST_PORT[DIMENSIONS*16+:16])))));

      // Weights and bias.
      weight = WEIGHT_W'(1);
      way = HOPS_W'(2);
      bias = control_i.threshold;
      if (!from_terminal) begin
        way = '0;
        bias = {BIAS_W{1'b1}};  // -1
      end else if (control_i.all_hops) begin
        weight = WEIGHT_W'(hops);
        from_node = df_pkg::dimensions_of(node ^ flit.dst);
        way = HOPS_W'($countones(to_node)) + HOPS_W'($countones(from_node));
        if (climbs)
          for (d = 0; d < DIMENSIONS; d = d + 1) if (differs[d]) way = HOPS_W'(2 * d + 2);
      end

      // Numbered in the order of preference.
      valid = '0;
      compared = '0;
      valid[0] = !only_through;
      `DF_WORD(set_cand_o, PORTS, `DF_CANDIDATE_OF(ip, 0)) = set;
      `DF_WORD(offer_cand_o, OFFER_W, `DF_CANDIDATE_OF(ip, 0)) = {weight, {BIAS_W{1'b0}}, VC_W'(vc), nonmin, mid};
      if (!only_through && 32'(vc) >= df_pkg::VCS) vc_missing = 1'b1;
      if (through) begin
        valid[1] = 1'b1;
        `DF_WORD(set_cand_o, PORTS, `DF_CANDIDATE_OF(ip, 1)) = channels_to(to_node & -to_node, my_node, node);
        `DF_WORD(offer_cand_o, OFFER_W, `DF_CANDIDATE_OF(ip, 1)) =
            {WEIGHT_W'(way), bias, VC_W'(phase_1), from_terminal || nonmin, node};
      end
      for (d = 0; d < DIMENSIONS; d = d + 1)
        if (stays[d]) begin
          valid[1+d] = 1'b1;
          compared[1+d] = 1'b1;
          `DF_WORD(set_cand_o, PORTS, `DF_CANDIDATE_OF(ip, 1 + d)) = row(d);
          `DF_WORD(standard_cand_o, PORTS, `DF_CANDIDATE_OF(ip, 1 + d)) =
              channels(d, df_pkg::digit_of(my_node, d), df_pkg::digit_of(flit.dst, d));
          `DF_WORD(offer_cand_o, OFFER_W, `DF_CANDIDATE_OF(ip, 1 + d)) =
              {WEIGHT_W'(way), bias, VC_W'(phase_1), from_terminal || nonmin, mid};
        end
      if ((through || stays != '0) && 32'(phase_1) >= df_pkg::VCS) vc_missing = 1'b1;
      `DF_WORD(valid_ip_o, CANDIDATES, `DF_NUMBER(ip, PORT_W)) = valid;
      `DF_WORD(compared_ip_o, CANDIDATES, `DF_NUMBER(ip, PORT_W)) = compared;
      salt_ip_o[ip*SALT_W+:SALT_W] = salt;
    end
  end
  /* verilator lint_on LATCH */

  `DF_CLAIMS_IF(head_ip_i != '0)
    // Checks: FB-28, FB-30
    `DF_CLAIM(vcs_are_enough, !vc_missing, "a packet needs a VC that does not exist: the algorithm wants more of them")
    // Checks: FB-15
    `DF_CLAIM(vcs_fall, !too_far, "a packet has more hops to go than the VC that it came on allows")
    // Checks: FB-6
    `DF_CLAIM(routers_exist, !router_missing, "a packet is for a router that does not exist")
    // Checks: FB-13
    `DF_CLAIM(terminals_exist, !terminal_missing, "a packet is for a terminal that does not exist")
  `DF_CLAIMS_END
  `DF_CLAIMS_IF(cfg_i.we)
    // Checks: FB-12, FB-32
    `DF_CLAIM(algorithm_is_known, cfg_i.addr != df_pkg::ADDR_ALGORITHM
              || cfg_i.data[df_pkg::BITS_ALGORITHM-1:0] <= df_pkg::ALG_CLOS_AD, "there is no such ALGORITHM")
    // Checks: FB-6, FB-12, FB-33
    `DF_CLAIM(my_node_exists, cfg_i.addr != df_pkg::ADDR_MY_NODE
              || (df_pkg::router_exists(cfg_i.data[NODE_W-1:0]) && (cfg_i.data[15:0] >> NODE_W) == '0),
              "MY_NODE is a router that does not exist")
  `DF_CLAIMS_END

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
/* verilator lint_on UNUSEDPARAM */
`default_nettype wire
