// SPDX-License-Identifier: Apache-2.0
// Credit return: tells the neighbour upstream that a slot of an input VC has become free. If the routing delays
// credits, the credit of a flit that came by one of the family's DELAYED_PORTS is held for t_d of the output
// that the flit went to, less the smallest t_d of all ([K08] Section 4.3.2), in order within its VC. Flits that go on
// by one of these ports delay nothing.
`include "df_macros.svh"
`default_nettype none
module df_credit_return (
    input  wire                                      clk_i,
    input  wire                                      rst_i,
    input  wire                                      delay_i,       // the routing delays credits
    input  wire [df_pkg::TIME_W-1:0]                 now_i,
    input  wire [df_pkg::NVP-1:0]                    grant_ivc_i,   // input VCs whose front leaves
    input  wire [df_pkg::PORTS-1:0]                  grants_op_i,   // outputs that they go to,
    input  wire `DF_WIRES(port_masks_t, df_pkg::NVP, grant_for_op_i, df_pkg::PORTS_2N),  // and those that go there
    input  wire [df_pkg::PORTS*df_pkg::TD_W-1:0]     td_op_i,
    input  wire [df_pkg::TD_W-1:0]                   min_td_i,
    output reg  [df_pkg::NVP-1:0]                    credit_ivc_o
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int TD_W = df_pkg::TD_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam logic [NVP-1:0] DELAYED_VCS = df_pkg::vcs_of_ports(df_pkg::DELAYED_PORTS);

  wire [NVP-1:0] pending_ivc;  // input VCs with held credits
  logic [NVP-1:0] hold_ivc;    // credits that are held from now on
  wire [NVP-1:0] release_ivc;  // held credits that are released
  logic negative;              // a t_d is less than the smallest

  // Cycles for which the credit of a flit to output o is held.
  function automatic logic [TD_W-1:0] delay_of(input integer o);
    delay_of = df_pkg::DELAYED_PORTS[o[PORT_W-1:0]] ? TD_W'(0) : td_op_i[o*TD_W+:TD_W] - min_td_i;
  endfunction

  `DF_VARIABLES(delays_of_vcs_t, TD_W, delay_ivc, NVP);  // of credits that are held from now on
  df_release_times u_release_times (
      .clk_i,
      .rst_i,
      .now_i,
      .hold_ivc_i(hold_ivc),
      .delay_ivc_i(delay_ivc),
      .release_i(delay_i),
      .pending_ivc_o(pending_ivc),
      .release_ivc_o(release_ivc)
  );

  always_comb begin : decide
    integer i;
    integer o;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] rem_op;
    logic [NVP-1:0] hold;        // of the credits of flits to one output: those that are held
    hold = '0;
    for (i = 0; i < (df_pkg::SPARSE ? 1 : NVP); i = i + 1) `DF_WORD(delay_ivc, TD_W, i) = '0;
    hold_ivc = '0;
    negative = 1'b0;
    o = 0;
    rem = '0;
    rem_op = '0;
    if (delay_i) begin
      // Credits are held, and while others of their VC are.
      rem_op = grants_op_i;
      `DF_FOR_EACH(o, rem_op, PORTS) begin
        if (td_op_i[o*TD_W+:TD_W] < min_td_i) negative = 1'b1;
        hold = `DF_WORD(grant_for_op_i, NVP, o[PORT_W-1:0]) & DELAYED_VCS;
        if (delay_of(o) == '0) hold = hold & pending_ivc;
        hold_ivc = hold_ivc | hold;
        rem = hold;
        `DF_FOR_EACH(i, rem, df_pkg::NV)
          `DF_WORD(delay_ivc, TD_W, i[IVC_W-1:0]) = delay_of(o);
      end
    end
    credit_ivc_o = (grant_ivc_i & ~hold_ivc) | release_ivc;
  end

  // Checks: AS-29, AS-35, CT-1, SE-13
  `DF_ASSERT(clk_i, rst_i, nothing_held_without_delay, delay_i || pending_ivc == '0,
             "credits are held though the routing does not delay them")
  `DF_CLAIMS(clk_i, rst_i, delay_i) begin
    // Checks: CT-10
    `DF_CLAIM(least_is_least, !negative, "a flit goes to an output whose t_d is less than the smallest")
  end
endmodule
`default_nettype wire
