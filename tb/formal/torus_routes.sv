// SPDX-License-Identifier: Apache-2.0
// Checks: TO-8, TO-9
// The way of a packet through a whole torus, of any source, destination, random numbers and choices between its candidates:
// one route unit, which in each cycle is the one of the router that the packet has come to.
`include "formal.svh"
module formal_torus_routes (
`include "arrival_walk.svh"

  // ---- channels ----
  // The port up of dimension d, and behind it its port down where there are more than two routers.
  localparam int MOST = 1 + 2;
  logic [3:0] dimension;
  logic [3:0] came_by;         // dimension of the input port, 15 of a terminal's
  logic up;
  logic crosses;               // the channel joins the last router of the ring and the first
  logic pair;                  // a ring of two routers
  always_comb begin : network
    integer d;
    logic [7:0] digit;
    logic [7:0] last;
    next = at_q;
    next_port = '0;
    dimension = 4'd15;
    came_by = 4'd15;
    up = 1'b0;
    crosses = 1'b0;
    pair = 1'b0;
    digit = '0;
    last = '0;
    for (d = 0; d < df_pkg::DIMENSIONS; d = d + 1) begin
      if (32'(port_q) >= df_pkg::first_port(d) && 32'(port_q) < df_pkg::first_port(d + 1)) came_by = 4'(d);
      if (32'(output_port) >= df_pkg::first_port(d) && 32'(output_port) < df_pkg::first_port(d + 1)) begin
        dimension = 4'(d);
        up = 32'(output_port) == df_pkg::first_port(d);
        digit = df_pkg::digit_of(at_q, d);
        last = 8'(df_pkg::size_of(d) - 1);
        pair = df_pkg::size_of(d) == 2;
        crosses = !pair && (up ? digit == last : digit == '0);
        next_port = pair ? output_port : 8'(df_pkg::first_port(d) + (up ? 1 : 0));
        if (up) digit = (digit == last) ? '0 : digit + 1'b1;
        else digit = (digit == '0) ? last : digit - 1'b1;
        next = (at_q & ~(NODE_W'((1 << df_pkg::digit_width(d)) - 1) << df_pkg::digit_at(d)))
            | (NODE_W'(digit) << df_pkg::digit_at(d));
      end
    end
  end

  `FORMAL_PROVE(there_is_a_way, !moves_q || (certain != '0 && sets_have_outputs))
  `FORMAL_PROVE(vcs_exist, !moves_q || 32'(vc) < df_pkg::VCS)
  `FORMAL_PROVE(ends_at_destination, !moves_q || !leaves || (at_q == dst && output_port == 8'(dst_term)))
  // No way is longer, so that this many cycles are all that there are of a packet.
  `FORMAL_PROVE(ends_within_most_hops, !moves_q || 32'(hops_q) <= MOST)
  // Dimensions in their order, each in one direction.
  `FORMAL_PROVE(dimensions_in_order, !moves_q || leaves || came_by == 4'd15 || dimension >= came_by)
  `FORMAL_PROVE(no_turn, !moves_q || leaves || came_by != dimension || next_port == port_q)
  // In a ring the VC never falls, and it is 1 from the dateline on: channels of VC 0 end there, those of VC 1 begin.
  reg crossed_q;
  always @(posedge clk_i) crossed_q <= !rst_i && (crosses || (crossed_q && dimension == came_by));
  `FORMAL_PROVE(vc_never_falls, !moves_q || leaves || came_by != dimension || vc >= vc_q)
  `FORMAL_PROVE(dateline, !moves_q || leaves
                || vc == VC_W'(crosses || (crossed_q && dimension == came_by)))
  `FORMAL_COVER(longest_way, moves_q && leaves && 32'(hops_q) == MOST)
  `FORMAL_COVER(both_vcs, moves_q && !leaves && vc_q == '0 && came_by == dimension && vc == VC_W'(1))
endmodule
