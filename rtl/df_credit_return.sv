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
  localparam int TIME_W = df_pkg::TIME_W;
  localparam int TD_W = df_pkg::TD_W;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam logic [NVP-1:0] DELAYED_VCS = df_pkg::vcs_of_ports(df_pkg::DELAYED_PORTS);

  `DF_VARIABLES(fifo_pointers_t, PW, read_q, NVP);      // pointers into the memories of release times
  `DF_VARIABLES(fifo_pointers_t, PW, write_q, NVP);
  reg [NVP-1:0] pending_q;                              // input VCs with held credits
  logic [NVP-1:0] hold_ivc;                             // credits that are held from now on
  logic [NVP-1:0] release_ivc;                          // held credits that are released
  /* verilator lint_off UNUSEDSIGNAL */  // for claims
  logic negative;                                       // a t_d is less than the smallest
  logic overflow;                                       // more credits of a VC are held than it has slots
  /* verilator lint_on UNUSEDSIGNAL */

  // Cycles for which the credit of a flit to output o is held; of input VC i, where it is held.
`define DF_DELAY(O) (df_pkg::DELAYED_PORTS[`DF_NUMBER(O, df_pkg::PORT_W)] ? TD_W'(0) : td_op_i[(O)*TD_W+:TD_W] - min_td_i)
  /* verilator lint_off UNUSEDSIGNAL */  // of other input VCs
  `DF_VARIABLES(delays_of_vcs_t, TD_W, delay_ivc, NVP);
  /* verilator lint_on UNUSEDSIGNAL */

  // Release times of held credits.
`define DF_READ_SLOT(I) SW'(`DF_WORD(read_q, PW, `DF_NUMBER(I, df_pkg::IVC_W)))
`define DF_WRITE_SLOT(I) SW'(`DF_WORD(write_q, PW, `DF_NUMBER(I, df_pkg::IVC_W)))
`define DF_RELEASE_TIME(I) (now_i + TIME_W'(`DF_WORD(delay_ivc, TD_W, `DF_NUMBER(I, df_pkg::IVC_W))))
  `DF_BANKS(release_mem, TIME_W, NVP, DELAYED_VCS, df_pkg::DEPTH, i, hold_ivc[i], `DF_WRITE_SLOT(i),
            `DF_RELEASE_TIME(i), `DF_READ_SLOT(i))

  /* verilator lint_off LATCH */  // in simulation, delays of credits that are not held keep what they had

  always_comb begin : decide
    integer i;
    integer o;
    logic [NVP-1:0] rem;
    logic [PORTS-1:0] rem_op;
    logic [NVP-1:0] hold;        // of the credits of flits to one output: those that are held
    logic [TIME_W-1:0] late;     // cycles since the release time, modulo 2^16
    logic [PW-1:0] count;        // held credits of a VC
    i = 0;
    o = 0;
    rem = '0;
    rem_op = '0;
    hold = '0;
    late = '0;
    count = '0;
    `DF_UNUSED_WORDS(delay_ivc, i, NVP)
    hold_ivc = '0;
    release_ivc = '0;
    negative = 1'b0;
    overflow = 1'b0;
    if (delay_i) begin
      `DF_FOR_EACH(i, rem, pending_q, df_pkg::NV)
        late = now_i - `DF_BANK(release_mem, TIME_W, NVP, i, `DF_READ_SLOT(i));
        if (!late[TIME_W-1]) release_ivc = release_ivc | (NVP'(1) << i);
      end
      // Credits are held, and while others of their VC are.
      `DF_FOR_EACH(o, rem_op, grants_op_i, PORTS)
        if (td_op_i[o*TD_W+:TD_W] < min_td_i) negative = 1'b1;
        hold = `DF_WORD(grant_for_op_i, NVP, `DF_NUMBER(o, df_pkg::PORT_W)) & DELAYED_VCS;
        if (`DF_DELAY(o) == '0) hold = hold & pending_q;
        hold_ivc = hold_ivc | hold;
        `DF_FOR_EACH(i, rem, hold, df_pkg::NV)
          `DF_WORD(delay_ivc, TD_W, `DF_NUMBER(i, df_pkg::IVC_W)) = `DF_DELAY(o);
          count = `DF_WORD(write_q, PW, `DF_NUMBER(i, df_pkg::IVC_W)) - `DF_WORD(read_q, PW, `DF_NUMBER(i, df_pkg::IVC_W));
          if (count[PW-1]) overflow = 1'b1;
        end
      end
    end
    credit_ivc_o = (grant_ivc_i & ~hold_ivc) | release_ivc;
  end

  /* verilator lint_on LATCH */

  /* verilator lint_off BLKSEQ */  // local variables and DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : credits
    integer i;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] emptied;
    logic [PW-1:0] pointer;
    emptied = '0;
    pointer = '0;
    if (rst_i) begin
      pending_q <= '0;
      `DF_RESET_WORDS(read_q, PW, NVP, i)
      `DF_RESET_WORDS(write_q, PW, NVP, i)
    end else if ((hold_ivc | release_ivc) != '0) begin
      `DF_FOR_EACH(i, rem, release_ivc, df_pkg::NV)
        pointer = `DF_WORD(read_q, PW, `DF_NUMBER(i, df_pkg::IVC_W)) + 1'b1;
        if (pointer == `DF_WORD(write_q, PW, `DF_NUMBER(i, df_pkg::IVC_W))) emptied = emptied | (NVP'(1) << i);
        `DF_MEM_WRITE(`DF_WORD(read_q, PW, `DF_NUMBER(i, df_pkg::IVC_W)), pointer);
      end
      `DF_FOR_EACH(i, rem, hold_ivc, df_pkg::NV)
        `DF_BANK_WRITE(release_mem, NVP, i, `DF_WRITE_SLOT(i), `DF_RELEASE_TIME(i))
        `DF_MEM_WRITE(`DF_WORD(write_q, PW, `DF_NUMBER(i, df_pkg::IVC_W)),
                      `DF_WORD(write_q, PW, `DF_NUMBER(i, df_pkg::IVC_W)) + 1'b1);
      end
      pending_q <= ((pending_q & ~emptied) | hold_ivc) & DELAYED_VCS;
    end
  end
  /* verilator lint_on BLKSEQ */

`undef DF_READ_SLOT
`undef DF_WRITE_SLOT
`undef DF_RELEASE_TIME
`undef DF_DELAY

  // Checks: AS-29, AS-35, CT-1, SE-13
  `DF_ASSERT(nothing_held_without_delay, delay_i || pending_q == '0,
             "credits are held though the routing does not delay them")
  `DF_CLAIMS_IF(delay_i)
    // Checks: CT-10
    `DF_CLAIM(least_is_least, !negative, "a flit goes to an output whose t_d is less than the smallest")
    // Checks: CT-10
    `DF_CLAIM(slots_are_given_back_once, !overflow, "more credits of an input VC are held than it has slots")
  `DF_CLAIMS_END
endmodule
`default_nettype wire
