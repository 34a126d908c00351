// SPDX-License-Identifier: Apache-2.0
// What scripts/prove_prim compares of the two bodies of DF_PORT_OF (rtl/prim/df_bundle.svh): the word of a bundle over
// ports that belongs to each input VC.
`include "df_macros.svh"
module proof_port (
    input  wire [df_pkg::PORTS_2N*df_pkg::ROUTE_W-1:0] flat,
    input  wire [df_pkg::NV-1:0]                       chosen,
    output reg  [df_pkg::NV*df_pkg::ROUTE_W-1:0]       word_ivc
);
  `DF_VARIABLES(routes_of_ports_t, df_pkg::ROUTE_W, bundle, df_pkg::PORTS_2N);
  always_comb begin
    integer i;
    integer k;
    for (k = 0; k < df_pkg::PORTS_2N; k = k + 1)
      `DF_WORD(bundle, df_pkg::ROUTE_W, k) = flat[k*df_pkg::ROUTE_W+:df_pkg::ROUTE_W];
    word_ivc = '0;
    for (i = 0; i < df_pkg::NV; i = i + 1)
      if (chosen[i])
        word_ivc[i*df_pkg::ROUTE_W+:df_pkg::ROUTE_W] = `DF_WORD(bundle, df_pkg::ROUTE_W, `DF_PORT_OF(i));
  end
endmodule
