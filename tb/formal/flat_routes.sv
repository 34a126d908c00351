// SPDX-License-Identifier: Apache-2.0
// Checks: FB-31
// The way of a packet through a whole flattened butterfly, of any source, destination, random numbers and choices between its candidates:
// one route unit, which in each cycle is the one of the router that the packet has come to.
`include "formal.svh"
module formal_flat_routes (
`include "arrival_walk.svh"

  `FORMAL_ASSUME(algorithm <= df_pkg::ALG_CLOS_AD)

  // ---- channels ----
  // A way to an intermediate router and one from there: each of as many hops as there are dimensions.
  localparam int MOST = 2 * df_pkg::DIMENSIONS;
  logic [3:0] dimension;
  logic [3:0] came_by;         // dimension of the input port, 15 of a terminal's
  always_comb begin : network
    integer d;
    integer y;
    logic [7:0] digit;
    logic [7:0] other;
    logic [7:0] index;
    y = 0;
    next = at_q;
    next_port = '0;
    dimension = 4'd15;
    came_by = 4'd15;
    digit = '0;
    other = '0;
    index = '0;
    for (d = 0; d < df_pkg::DIMENSIONS; d = d + 1) begin
      if (32'(port_q) >= df_pkg::first_port(d) && 32'(port_q) < df_pkg::first_port(d + 1)) came_by = 4'(d);
      if (32'(output_port) >= df_pkg::first_port(d) && 32'(output_port) < df_pkg::first_port(d + 1)) begin
        dimension = 4'(d);
        digit = df_pkg::digit_of(at_q, d);
        index = output_port - 8'(df_pkg::first_port(d));
        for (y = 0; y < df_pkg::size_of(d); y = y + 1)
          if (y != 32'(digit)
              && 32'(index) >= (y < 32'(digit) ? y : y - 1) * df_pkg::parallel_of(d)
              && 32'(index) < ((y < 32'(digit) ? y : y - 1) + 1) * df_pkg::parallel_of(d))
            other = 8'(y);
        // Any port of the dimension at the other end: a route unit asks for the dimension only.
        next_port = 8'(df_pkg::first_port(d));
        next = (at_q & ~(NODE_W'((1 << df_pkg::digit_width(d)) - 1) << df_pkg::digit_at(d)))
            | (NODE_W'(other) << df_pkg::digit_at(d));
      end
    end
  end

  `FORMAL_PROVE(there_is_a_way, !moves_q || (certain != '0 && sets_have_outputs))
  `FORMAL_PROVE(vcs_exist, !moves_q || 32'(vc) < df_pkg::VCS)
  `FORMAL_PROVE(ends_at_destination, !moves_q || !leaves || (at_q == dst && output_port == 8'(dst_term)))
  // No way is longer, so that this many cycles are all that there are of a packet.
  `FORMAL_PROVE(ends_within_most_hops, !moves_q || 32'(hops_q) <= MOST)
  // The VC never rises, and on one VC the dimensions come in their order: no cycle of dependencies.
  `FORMAL_PROVE(vc_never_rises, !moves_q || leaves || came_by == 4'd15 || vc <= vc_q)
  `FORMAL_PROVE(dimensions_in_order_on_a_vc, !moves_q || leaves || came_by == 4'd15 || vc != vc_q || dimension > came_by)
  `FORMAL_COVER(longest_way, moves_q && leaves && 32'(hops_q) == MOST)
  `FORMAL_COVER(climbs_twice, moves_q && algorithm == df_pkg::ALG_CLOS_AD && vc_q == vc && came_by == 4'd0 && dimension == 4'd1)
endmodule
