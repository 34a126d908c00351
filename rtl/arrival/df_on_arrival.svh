// SPDX-License-Identifier: Apache-2.0
// What all families say alike that decide on arrival, for their df_family.svh behind PORTS.
  // No credits are delayed, and no occupancies published.
  localparam logic [PORTS-1:0] DELAYED_PORTS = {PORTS{1'b0}};
  localparam int FIRST_PUBLISHED = 0;
  localparam int PUBLISHED = 0;
  localparam int LANES = 1;

  // No input VC asks at the front, and asker n is input port n.
  localparam logic DECIDES_ON_ARRIVAL = 1'b1;
  localparam int ASKERS = PORTS;
  /* verilator lint_off UNUSEDSIGNAL */  // the same for all VCs
  function automatic logic asks(input int port, input int vc);
    asks = 1'b0;
  endfunction
  function automatic integer asker_of(input int port, input int vc);
    asker_of = port;
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */
