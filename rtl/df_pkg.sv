// SPDX-License-Identifier: Apache-2.0
// Sizes, types and small functions of the router (docs/microarchitecture.md).
//
// The structural parameters come as Verilog defines, because they size types in this package. What depends on the
// family of networks is in df_family.svh, in the folder of the family. Control registers and flit are described in
// registers.toml, from which df_registers.svh is generated.
`include "df_macros.svh"
`ifndef DF_VCS
`define DF_VCS 3
`endif
`ifndef DF_DEPTH
`define DF_DEPTH 16
`endif
`ifndef DF_SPEEDUP
`define DF_SPEEDUP 4
`endif
`ifndef DF_OQ_DEPTH
`define DF_OQ_DEPTH 64
`endif
`ifndef DF_CTQ_DEPTH
`define DF_CTQ_DEPTH 16
`endif
`ifndef DF_TAG_W
`define DF_TAG_W 28
`endif
`ifndef DF_SLOW_CHANNELS
`define DF_SLOW_CHANNELS 0
`endif

// A package is complete: every module uses its part of it.
`default_nettype none
/* verilator lint_off UNUSEDPARAM */
// Functions are not counted in coverage: a count would be a side effect of what is evaluated more often than it is written, and
// most are evaluated at elaboration only.
/* verilator coverage_off */
package df_pkg;
  // ---- structural parameters ----
  localparam int VCS = `DF_VCS;              // virtual channels of every port
  localparam int DEPTH = `DF_DEPTH;          // flits that a VC buffer can hold
  localparam int SPEEDUP = `DF_SPEEDUP;      // flits that an output takes in a cycle
  localparam int OQ_DEPTH = `DF_OQ_DEPTH;    // flits that an output queue can hold
  localparam int CTQ_DEPTH = `DF_CTQ_DEPTH;  // entries of a credit timestamp queue
  localparam int TAG_W = `DF_TAG_W;          // bits of payload of a flit
  localparam int SLOW_CHANNELS = `DF_SLOW_CHANNELS;  // 1: some outputs send a flit in several cycles only

  // Modules have the bodies that simulate fast, which are proved to be equal to those of hardware: memories of one kind in one
  // array, and shortcuts for what is common. DF_LEAN asks a tool that synthesizes for them, for that proof.
`ifdef DF_BODY_SIMULATION
  localparam bit LEAN = 1'b1;
`elsif DF_LEAN
  localparam bit LEAN = 1'b1;
`else
  localparam bit LEAN = 1'b0;
`endif

  // A process that sets some words of a bundle, whose readers read no others, sets the others to 0 in hardware. In a
  // simulation they keep what they had, which saves setting them: there only word 0 is set first, which shows what kind of
  // bundle it is (sim/rtl/generated_code.hpp).
`ifdef DF_BODY_SIMULATION
  localparam bit SPARSE = 1'b1;
`else
  localparam bit SPARSE = 1'b0;
`endif

  // Claims are checked. Registers, processes and modules that only claims read are built then. Yosys would keep such modules
  // in a netlist, as it does not see that nothing reads them.
`ifdef DF_NO_ASSERTIONS
  localparam bit CLAIMS = 1'b0;
`elsif FORMAL
  localparam bit CLAIMS = 1'b1;
`elsif YOSYS
  localparam bit CLAIMS = 1'b0;
`else
  localparam bit CLAIMS = 1'b1;
`endif

  localparam int VC_BITS = $clog2(VCS);  // log2 of STRIDE
  localparam int STRIDE = 1 << VC_BITS;  // input VC number = port * STRIDE + vc
  localparam int VC_W = (VC_BITS == 0) ? 1 : VC_BITS;

  // ---- what the family says ----
`include "df_family.svh"

  // ---- derived sizes ----
  localparam int PORT_W = (PORTS <= 2) ? 1 : $clog2(PORTS);
  localparam int OCCUPANCIES = (PUBLISHED == 0) ? 1 : PUBLISHED;
  localparam int LANE_W = (LANES <= 2) ? 1 : $clog2(LANES);
  localparam int PORTS_2N = 1 << PORT_W;    // bundles over ports; what lies above PORTS stays 0
  localparam int NV = PORTS * STRIDE;       // input VCs, output VCs
  // Vectors over VCs inside the router are as wide as a machine word or a power of two: what lies
  // above NV stays 0 and vanishes in synthesis, and simulation works on whole words.
  localparam int NVP = (NV <= 32) ? 32 : (1 << $clog2(NV));
  localparam int IVC_W = $clog2(NVP);
  localparam int SCAN_W = (NVP < 64) ? NVP : 64;  // bits of such a vector that are searched at once
  localparam int VCS_2N = 1 << VC_W;        // bundles over VCs
  localparam int ROUTE_W = PORT_W + VC_W;   // a route: {output port, VC}
  localparam int SLOT_W = $clog2(DEPTH);
  localparam int PTR_W = SLOT_W + 1;        // pointers carry one bit more than the address
  localparam int OQ_W = $clog2(OQ_DEPTH);
  localparam int CREDIT_W = $clog2(DEPTH + 1);
  localparam int TIMES_W = $clog2(SPEEDUP + 1);  // flits that a VC takes in a cycle
  localparam int CTQ_W = (CTQ_DEPTH <= 2) ? 1 : $clog2(CTQ_DEPTH);  // slots of timestamp queues
  localparam int QUEUE_W = 16;              // queue estimates, flits
  localparam int TIME_W = 16;               // timestamps, cycles
  localparam int TD_W = 15;                 // t_d registers, cycles
  localparam int ASKER_W = (ASKERS <= 2) ? 1 : $clog2(ASKERS);
  localparam int WEIGHT_W = 4;              // weight of a queue in a decision
  localparam int BIAS_W = 16;               // what is added to it, signed
  // Bundles over the candidates of all ports, where decisions are taken on arrival: number {port, candidate}.
  localparam int CANDIDATE_W = (CANDIDATES <= 2) ? 1 : $clog2(CANDIDATES);
  localparam int CANDIDATES_2N = 1 << CANDIDATE_W;
  localparam int CANDS_2N = PORTS_2N * CANDIDATES_2N;
  // Bundles over the lanes of all outputs, of which a flit is granted to each: number {port, lane}.
  localparam int LANES_W = (SPEEDUP <= 2) ? 1 : $clog2(SPEEDUP);
  localparam int LANES_2N = PORTS_2N << LANES_W;

  // ADDR_*, control_t; flit_t and where its fields are.
`include "df_registers.svh"

  // What a candidate is beside the outputs that it can go to, where decisions are taken on arrival.
  localparam int OFFER_W = WEIGHT_W + BIAS_W + VC_W + 1 + MID_W;
  typedef struct packed {
    logic [WEIGHT_W-1:0] weight;
    logic [BIAS_W-1:0] bias;    // signed
    logic [VC_W-1:0] vc;        // of the output
    logic nonmin;               // for the header
    logic [MID_W-1:0] mid;
  } offer_t;

  // What the input unit keeps of a flit that waits: {head, tail, len, route}.
  localparam int INFO_W = 2 + LEN_W + ROUTE_W;

  // That of a candidate that goes on minimally on a VC, and is not compared with others.
  function automatic logic [OFFER_W-1:0] minimal_offer(input logic [VC_W-1:0] vc);
    minimal_offer = {WEIGHT_W'(1), {BIAS_W{1'b0}}, vc, 1'b0, {MID_W{1'b0}}};
  endfunction

  // Types of bundles (df_macros.svh) where they are arrays. Planes: bit k of the numbers of all VCs is in plane k.
  typedef logic [NVP-1:0] port_masks_t[0:PORTS_2N-1];
  typedef logic [NVP-1:0] vc_masks_t[0:VCS_2N-1];
  typedef logic [ROUTE_W-1:0] routes_of_ports_t[0:PORTS_2N-1];
  typedef logic [ROUTE_W-1:0] routes_of_vcs_t[0:NVP-1];
  typedef logic [TD_W-1:0] delays_of_vcs_t[0:NVP-1];
  typedef logic [TIMES_W+TIME_W-1:0] entries_of_vcs_t[0:NVP-1];
  typedef logic [NVP-1:0] len_planes_t[0:LEN_W-1];
  typedef logic [NVP-1:0] credit_planes_t[0:CREDIT_W-1];
  typedef logic [NVP-1:0] grant_planes_t[0:SPEEDUP-1];
  typedef logic [FLIT_W-1:0] flits_t[0:PORTS_2N-1];
  typedef logic [FLIT_W-1:0] flits_of_vcs_t[0:NVP-1];
  typedef logic [FLIT_W-1:0] flits_of_lanes_t[0:LANES_2N-1];
  typedef logic [VC_W-1:0] vcs_of_lanes_t[0:LANES_2N-1];
  typedef logic [SPEEDUP-1:0] lanes_of_ports_t[0:PORTS_2N-1];
  typedef logic [INFO_W-1:0] infos_of_vcs_t[0:NVP-1];
  typedef logic [ASKED_W-1:0] headers_of_vcs_t[0:NVP-1];
  typedef logic [VC_W-1:0] vcs_of_ports_t[0:PORTS_2N-1];
  typedef logic [QUEUE_W-1:0] queues_of_ports_t[0:PORTS_2N-1];
  typedef logic [PORTS-1:0] sets_of_ports_t[0:PORTS_2N-1];
  typedef logic [CANDIDATES-1:0] candidates_of_ports_t[0:PORTS_2N-1];
  typedef logic [PORTS-1:0] sets_of_cands_t[0:CANDS_2N-1];
  typedef logic [OFFER_W-1:0] offers_of_cands_t[0:CANDS_2N-1];
  // Types of memories that show their contents (df_node with DF_STATE).
  typedef logic [PTR_W-1:0] fifo_pointers_t[0:NVP-1];
  typedef logic [SLOT_W-1:0] fifo_slots_t[0:NVP-1];
  typedef logic [OQ_W:0] queue_pointers_t[0:PORTS_2N-1];
  typedef logic [TIMES_W+TIME_W-1:0] timestamps_t[0:NVP*(1<<CTQ_W)-1];
  typedef logic [TIME_W-1:0] release_times_t[0:NVP*DEPTH-1];

  // The queue that a candidate of a decision is judged by.
  localparam logic [1:0] QUEUE_OF_OUTPUT = 2'd0;  // of its output, all VCs
  localparam logic [1:0] QUEUE_OF_VC = 2'd1;      // of its output VC
  localparam logic [1:0] QUEUE_OF_LANE = 2'd2;    // an occupancy that the oracle shows

  // A write of a control register.
  typedef struct packed {
    logic we;
    logic [15:0] addr;
    logic [31:0] data;
  } cfg_write_t;

  localparam logic [PORTS-1:0] ALL_PORTS = {PORTS{1'b1}};  // Yosys 0.23 takes '1 of a constant for one bit

  // VCs 0 .. VCS-1 of some ports: the VCs that exist.
  function automatic logic [NVP-1:0] vcs_of_ports(input logic [PORTS-1:0] ports);
    integer port;
    integer vc;
    vcs_of_ports = '0;
    for (port = 0; port < PORTS; port = port + 1)
      for (vc = 0; vc < VCS; vc = vc + 1) vcs_of_ports[port*STRIDE+vc] = ports[port];
  endfunction

  // VC `vc` of some ports.
  function automatic logic [NVP-1:0] one_vc_of_ports(input logic [PORTS-1:0] ports, input int vc);
    integer port;
    one_vc_of_ports = '0;
    for (port = 0; port < PORTS; port = port + 1) one_vc_of_ports[port*STRIDE+vc] = ports[port];
  endfunction

  // VCs on which flits arrive: those that exist, of terminal ports VC 0 only; and input VCs whose FIFOs they enter, which
  // are more where a packet from a terminal enters that of the VC on which it leaves.
  localparam logic [NVP-1:0] ARRIVAL_VCS =
      vcs_of_ports(ALL_PORTS & ~TERMINAL_PORTS) | one_vc_of_ports(TERMINAL_PORTS, 0);
  localparam logic [NVP-1:0] INPUT_VCS = DECIDES_ON_ARRIVAL ? vcs_of_ports(ALL_PORTS) : ARRIVAL_VCS;

  // ---- input VCs that ask for decisions ----
  // Askers are numbered in the order of their input VCs. Vectors over askers have the suffix _ask; vectors over the
  // candidates of all of them, candidate c of asker n being number n * CANDIDATES + c, have the suffix _cand.
  // Where decisions are taken on arrival no input VC asks in this sense, and asker n is input port n.
  function automatic logic [NVP-1:0] input_vcs_that_ask(input int vcs);
    integer port;
    integer vc;
    input_vcs_that_ask = '0;
    for (port = 0; port < PORTS; port = port + 1)
      for (vc = 0; vc < vcs; vc = vc + 1) input_vcs_that_ask[port*STRIDE+vc] = asks(port, vc);
  endfunction
  localparam logic [NVP-1:0] ASKING = input_vcs_that_ask(VCS);

  // The input VC of each asker.
  function automatic logic [ASKERS*IVC_W-1:0] input_vcs_of_askers(input logic [NVP-1:0] asking);
    integer i;
    integer n;
    input_vcs_of_askers = '0;
    n = 0;
    for (i = 0; i < NV; i = i + 1)
      if (asking[i]) begin
        input_vcs_of_askers[n*IVC_W+:IVC_W] = IVC_W'(i);
        n = n + 1;
      end
  endfunction
  localparam logic [ASKERS*IVC_W-1:0] IVC_OF_ASKER = input_vcs_of_askers(ASKING);

  function automatic logic [IVC_W-1:0] ivc_of_asker(input integer n);
    ivc_of_asker = IVC_OF_ASKER[n*IVC_W+:IVC_W];
  endfunction

  // The number of the asker that input VC i is; of one that does not ask, 0.
  function automatic logic [ASKER_W-1:0] asker(input integer i);
    asker = ASKER_W'(asker_of(i >> VC_BITS, i & (STRIDE - 1))) & {ASKER_W{DECIDES_ON_ARRIVAL || ASKING[i[IVC_W-1:0]]}};
  endfunction

  // The number of candidate c of a port, where decisions are taken on arrival.
  function automatic logic [PORT_W+CANDIDATE_W-1:0] candidate(input integer port, input integer c);
    candidate = (PORT_W + CANDIDATE_W)'(port * CANDIDATES_2N + c);
  endfunction

  // VC 0 of a port.
  function automatic logic [IVC_W-1:0] first_vc(input integer port);
    first_vc = IVC_W'(port << VC_BITS);
  endfunction

  // The output VC of a route.
  function automatic logic [IVC_W-1:0] vc_of_route(input logic [ROUTE_W-1:0] route);
    vc_of_route = (IVC_W'(route[VC_W+:PORT_W]) << VC_BITS) | (IVC_W'(route[VC_W-1:0]) & IVC_W'(STRIDE - 1));
  endfunction

  // ---- flits ----
  localparam logic [FLIT_W-1:0] UNDECIDED = ~((FLIT_W'(1) << NONMIN_AT) | (FLIT_W'({SALT_W{1'b1}}) << SALT_AT)
                                              | (FLIT_W'({MID_W{1'b1}}) << MID_AT));  // fields that no decision writes
  // A head flit that leaves an input VC: hops counts this router.
  function automatic logic [FLIT_W-1:0] counted(input logic [FLIT_W-1:0] flit);
    counted = flit;
    if (1'(flit >> HEAD_AT) && HOPS_W'(flit >> HOPS_AT) != {HOPS_W{1'b1}})
      counted[HOPS_AT+:HOPS_W] = HOPS_W'(flit >> HOPS_AT) + 1'b1;
  endfunction
  // One with what a decision writes into it.
  function automatic logic [FLIT_W-1:0] decided(input logic [FLIT_W-1:0] flit, input logic asked, input logic nonmin,
                                                input logic [SALT_W-1:0] salt, input logic [MID_W-1:0] mid);
    logic [FLIT_W-1:0] rewritten;  // all ones, or none: a processor predicts no choice that changes from flit to flit
    rewritten = {FLIT_W{1'(flit >> HEAD_AT) && asked}};
    decided = (flit & (UNDECIDED | ~rewritten))
        | (((FLIT_W'(nonmin) << NONMIN_AT) | (FLIT_W'(salt) << SALT_AT) | (FLIT_W'(mid) << MID_AT)) & rewritten);
  endfunction

  // Are all askers found under their numbers, and nothing else?
  function automatic logic askers_are_in_order(input logic [NVP-1:0] asking);
    integer i;
    integer n;
    askers_are_in_order = 1'b1;
    n = 0;
    for (i = 0; i < NV; i = i + 1)
      if (asking[i]) begin
        if (asker_of(i / STRIDE, i % STRIDE) != n) askers_are_in_order = 1'b0;
        n = n + 1;
      end
    if (DECIDES_ON_ARRIVAL) begin
      if (n != 0 || ASKERS != PORTS) askers_are_in_order = 1'b0;
      for (i = 0; i < NV; i = i + 1) if (asker_of(i / STRIDE, i % STRIDE) != i / STRIDE) askers_are_in_order = 1'b0;
    end else if (n != ASKERS) askers_are_in_order = 1'b0;
  endfunction

  // Has asker n a random number register?
  function automatic logic draws(input int n);
    draws = !DECIDES_ON_ARRIVAL || ((TERMINAL_PORTS >> n) & PORTS'(1)) != '0;
  endfunction

  // VC on which a packet leaves for its terminal: packets spread over all by their salt.
  function automatic logic [VC_W-1:0] exit_vc(input logic [7:0] salt);
    logic [11:0] product;
    product = 12'(salt) * 12'(VCS);
    exit_vc = VC_W'(product >> 8);
  endfunction

  // The bits of `salt` by which a packet makes its draw of a number, from 0 on.
  function automatic logic [7:0] rotated_salt(input logic [7:0] salt, input logic [2:0] number);
    logic [2:0] by;
    by = number * 3'd3;
    rotated_salt = (salt << by) | (salt >> (4'd8 - 4'(by)));
  endfunction

  // Does any port have two of its VCs set?
  function automatic logic two_vcs_of_a_port(input logic [NVP-1:0] mask);
    integer distance;
    integer vc;
    logic [NVP-1:0] lower;
    two_vcs_of_a_port = 1'b0;
    lower = '0;
    for (distance = STRIDE - 1; distance > 0; distance = distance - 1) begin
      vc = STRIDE - 1 - distance;
      lower = lower | one_vc_of_ports(ALL_PORTS, vc);  // VCs with another one `distance` above
      if ((mask & (mask >> distance) & lower) != '0) two_vcs_of_a_port = 1'b1;
    end
  endfunction

  // Number of the lowest set bit of a word that is not 0, by halves.
  function automatic integer trailing_zeros(input logic [63:0] word);
    integer step;
    logic [63:0] rest;
    logic [63:0] half;
    rest = word;
    trailing_zeros = 0;
    for (step = 32; step > 0; step = step / 2) begin
      half = (64'd1 << step) - 64'd1;
      if ((rest & half) == '0) begin
        trailing_zeros = trailing_zeros + step;
        rest = rest >> step;
      end
    end
  endfunction

  // The lowest set bit of a mask over VCs, or 0.
  function automatic logic [NVP-1:0] lowest_one(input logic [NVP-1:0] mask);
    integer distance;
    logic [NVP-1:0] lower;  // there is a set bit below
    lower = mask << 1;
    for (distance = 1; distance < NVP; distance = distance * 2) lower = lower | (lower << distance);
    lowest_one = mask & ~lower;
  endfunction

  // All bits up to the highest one that is set.
  function automatic logic [NVP-1:0] up_to_highest(input logic [NVP-1:0] mask);
    integer distance;
    up_to_highest = mask;
    for (distance = 1; distance < NVP; distance = distance * 2) up_to_highest = up_to_highest | (up_to_highest >> distance);
  endfunction

  // The functions below have two bodies. For synthesis they are trees, half as deep as a carry; Yosys makes a chain of wide adders
  // of $countones. Where $countones stands in synthesis, too, its argument is a variable: Icarus Verilog, up to 13, miscounts in an
  // expression.

  // All bits up to the one that is set.
  function automatic logic [NVP-1:0] up_to_one(input logic [NVP-1:0] one);
`ifdef DF_BODY_SIMULATION
    up_to_one = one | (one - 1'b1);
`else
    up_to_one = up_to_highest(one);
`endif
  endfunction

  // The lowest set bit of the first of four masks that is not 0, or 0. In a tree the lowest bits of all are there before it is
  // known which is the first.
  function automatic logic [NVP-1:0] lowest_of_classes(input logic [NVP-1:0] a, input logic [NVP-1:0] b,
                                                       input logic [NVP-1:0] c, input logic [NVP-1:0] d);
`ifdef DF_BODY_SIMULATION
    lowest_of_classes = (a != '0) ? a : (b != '0) ? b : (c != '0) ? c : d;
    lowest_of_classes = lowest_of_classes & -lowest_of_classes;
`else
    lowest_of_classes = (a != '0) ? lowest_one(a) : (b != '0) ? lowest_one(b) : (c != '0) ? lowest_one(c) : lowest_one(d);
`endif
  endfunction

  // The number of set bits of a mask over VCs.
  function automatic logic [IVC_W:0] count_ones(input logic [NVP-1:0] mask);
`ifdef DF_BODY_SIMULATION
    count_ones = (IVC_W + 1)'($countones(mask));
`else
    integer width;
    integer k;
    logic [NVP*(IVC_W+1)-1:0] sums;
    for (k = 0; k < NVP; k = k + 1) sums[k*(IVC_W+1)+:IVC_W+1] = {{IVC_W{1'b0}}, mask[k]};
    for (width = NVP / 2; width > 0; width = width / 2)
      for (k = 0; k < width; k = k + 1)
        sums[k*(IVC_W+1)+:IVC_W+1] = sums[(2*k)*(IVC_W+1)+:IVC_W+1] + sums[(2*k+1)*(IVC_W+1)+:IVC_W+1];
    count_ones = (IVC_W + 1)'(sums);
`endif
  endfunction

  // The same of a mask over the VCs of a port, or over ports.
  function automatic logic [IVC_W:0] count_vcs(input logic [STRIDE-1:0] mask);
`ifdef DF_BODY_SIMULATION
    count_vcs = (IVC_W + 1)'($countones(mask));
`else
    count_vcs = count_ones(NVP'(mask));
`endif
  endfunction
  function automatic logic [IVC_W:0] count_ports(input logic [PORTS-1:0] mask);
`ifdef DF_BODY_SIMULATION
    count_ports = (IVC_W + 1)'($countones(mask));
`else
    count_ports = count_ones(NVP'(mask));
`endif
  endfunction

  // Number of the lowest set bit of a mask over VCs that is not 0.
  function automatic integer lowest_bit(input logic [NVP-1:0] mask);
    integer word;
    logic found;
    lowest_bit = 0;
    found = 1'b0;
    for (word = 0; word < NVP / SCAN_W; word = word + 1)
      if (!found && mask[word*SCAN_W+:SCAN_W] != '0) begin
        found = 1'b1;
`ifdef VERILATOR
        lowest_bit = word * SCAN_W + `DF_LOWEST_BIT(mask[word*SCAN_W+:SCAN_W]);
`else
        lowest_bit = word * SCAN_W + trailing_zeros(64'(mask[word*SCAN_W+:SCAN_W]));
`endif
      end
  endfunction

  // The least of the queues of a set of ports, which is not empty, and the first of the ports that have it: {queue, port}.
  // A tree over all ports.
  function automatic logic [QUEUE_W+PORT_W-1:0] least_of_set(input logic [PORTS-1:0] set,
                                                            input logic [PORTS_2N*QUEUE_W-1:0] queues);
    integer width;
    integer k;
    logic [PORTS_2N-1:0] some;  // of each node of the tree: a port of the set is below it,
    logic [PORTS_2N*(QUEUE_W+PORT_W)-1:0] least;  // and the best of these
    some = PORTS_2N'(set);
    for (k = 0; k < PORTS_2N; k = k + 1)
      least[k*(QUEUE_W+PORT_W)+:QUEUE_W+PORT_W] = {queues[k*QUEUE_W+:QUEUE_W], PORT_W'(k)};
    for (width = PORTS_2N / 2; width > 0; width = width / 2)
      for (k = 0; k < width; k = k + 1) begin
        // As {queue, port}: of equal queues the lower port is less.
        if (!some[2*k] || (some[2*k+1] && least[(2*k+1)*(QUEUE_W+PORT_W)+:QUEUE_W+PORT_W]
                                          < least[(2*k)*(QUEUE_W+PORT_W)+:QUEUE_W+PORT_W]))
          least[k*(QUEUE_W+PORT_W)+:QUEUE_W+PORT_W] = least[(2*k+1)*(QUEUE_W+PORT_W)+:QUEUE_W+PORT_W];
        else least[k*(QUEUE_W+PORT_W)+:QUEUE_W+PORT_W] = least[(2*k)*(QUEUE_W+PORT_W)+:QUEUE_W+PORT_W];
        some[k] = some[2*k] || some[2*k+1];
      end
    least_of_set = least[QUEUE_W+PORT_W-1:0];
  endfunction

  // The next value of a random number register: xorshift by Marsaglia, a linear feedback shift
  // register that moves many steps at once.
  function automatic logic [31:0] xorshift(input logic [31:0] x);
    logic [31:0] a;
    logic [31:0] b;
    a = x ^ (x << 13);
    b = a ^ (a >> 17);
    xorshift = b ^ (b << 5);
  endfunction
endpackage
/* verilator coverage_on */
/* verilator lint_on UNUSEDPARAM */
`default_nettype wire
