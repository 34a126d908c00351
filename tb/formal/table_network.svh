// SPDX-License-Identifier: Apache-2.0
// A network by table, for the ways through it: what the routers of a harness have at their ports, and the distances that
// their tables are made from.
//
// Five routers, none like another: a ring of four, 0 - 1 - 2 - 3, with two channels between 0 and 1, and router 4 behind
// router 0. Routers 0, 1 and 2 are nodes of these numbers. Terminals of routers 3 and 4 only inject; one of node 1 and one of
// node 2 only eject. Ports that have a terminal in one router have a channel in another, and what is left over has nothing.
  localparam int UNITS = 5;
  localparam int NODES = df_pkg::NODES;
  localparam int EXITS = df_pkg::TERMINALS;  // of a node
  localparam int CHANNELS = 6;
  // Two ends of each, {router, port}.
  localparam logic [CHANNELS*16-1:0] ENDS = {16'h0111, 16'h0212, 16'h0430, 16'h0340, 16'h1020, 16'h2131};
  // Ports of a router on which terminals inject, port 0 lowest.
  localparam logic [UNITS*5-1:0] SOURCES = {5'b01000, 5'b01000, 5'b01000, 5'b01000, 5'b00001};
  // The port of each terminal of a node, terminal 0 lowest; 15 where there is none.
  localparam logic [NODES*EXITS*4-1:0] EXIT_PORTS = {4'd3, 4'd2, 4'd4, 4'd3, 4'd15, 4'd0};

  function automatic logic [3:0] exit_port(input integer router, input integer terminal);
    exit_port = (router < NODES) ? EXIT_PORTS[(router*EXITS+terminal)*4+:4] : 4'd15;
  endfunction

  // The other end of the channel at a port, or 8'hff.
  function automatic logic [7:0] far_end(input integer router, input integer port);
    integer c;
    far_end = 8'hff;
    for (c = 0; c < CHANNELS; c = c + 1) begin
      if (ENDS[c*16+8+:8] == 8'(router * 16 + port)) far_end = ENDS[c*16+:8];
      if (ENDS[c*16+:8] == 8'(router * 16 + port)) far_end = ENDS[c*16+8+:8];
    end
  endfunction
  function automatic logic [UNITS*df_pkg::PORTS*8-1:0] all_far_ends();
    integer r;
    integer p;
    all_far_ends = '0;
    for (r = 0; r < UNITS; r = r + 1)
      for (p = 0; p < df_pkg::PORTS; p = p + 1) all_far_ends[(r*df_pkg::PORTS+p)*8+:8] = far_end(r, p);
  endfunction
  localparam logic [UNITS*df_pkg::PORTS*8-1:0] FAR = all_far_ends();

  // Channels from each router to each node: improved over one channel after another, until nothing changes.
  function automatic logic [UNITS*NODES*4-1:0] all_distances();
    integer r;
    integer n;
    integer p;
    integer round;
    integer next;
    all_distances = '0;
    next = 0;
    for (r = 0; r < UNITS; r = r + 1)
      for (n = 0; n < NODES; n = n + 1) all_distances[(r*NODES+n)*4+:4] = (r == n) ? 4'd0 : 4'd9;
    for (round = 0; round < UNITS; round = round + 1)
      for (r = 0; r < UNITS; r = r + 1)
        for (p = 0; p < df_pkg::PORTS; p = p + 1)
          if (FAR[(r*df_pkg::PORTS+p)*8+:8] != 8'hff)
            for (n = 0; n < NODES; n = n + 1) begin
              next = 32'(FAR[(r*df_pkg::PORTS+p)*8+4+:4]);
              if (all_distances[(next*NODES+n)*4+:4] + 4'd1 < all_distances[(r*NODES+n)*4+:4])
                all_distances[(r*NODES+n)*4+:4] = all_distances[(next*NODES+n)*4+:4] + 4'd1;
            end
  endfunction
  localparam logic [UNITS*NODES*4-1:0] DISTANCES = all_distances();

  // Ports of a router from which a shortest path leads to a node; none at the node itself.
  function automatic logic [UNITS*NODES*df_pkg::PORTS-1:0] all_ways();
    integer r;
    integer n;
    integer p;
    integer next;
    all_ways = '0;
    next = 0;
    for (r = 0; r < UNITS; r = r + 1)
      for (n = 0; n < NODES; n = n + 1)
        for (p = 0; p < df_pkg::PORTS; p = p + 1)
          if (FAR[(r*df_pkg::PORTS+p)*8+:8] != 8'hff) begin
            next = 32'(FAR[(r*df_pkg::PORTS+p)*8+4+:4]);
            if (DISTANCES[(next*NODES+n)*4+:4] < DISTANCES[(r*NODES+n)*4+:4]) all_ways[(r*NODES+n)*df_pkg::PORTS+p] = 1'b1;
          end
  endfunction
  localparam logic [UNITS*NODES*df_pkg::PORTS-1:0] SHORTEST = all_ways();
