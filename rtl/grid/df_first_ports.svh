// SPDX-License-Identifier: Apache-2.0
// The first port of each dimension, by the family's first_port(d), as a table, which costs nothing where a variable chooses: of
// DIMENSIONS + 1, 16 bits each.
  function automatic logic [17*16-1:0] ports_begin(input int dimensions);
    int d;
    ports_begin = '0;
    for (d = 0; d <= dimensions; d = d + 1) ports_begin[d*16+:16] = 16'(first_port(d));
  endfunction
  localparam logic [17*16-1:0] FIRST_PORT = ports_begin(DIMENSIONS);
