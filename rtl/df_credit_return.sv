// Credit return: tells the neighbour upstream that a slot of an input VC has become free. Under UGAL-L_CR
// the credit of a flit that came over a local channel is held for t_d of the output that the flit
// went to, less the smallest t_d of all ([K08] Section 4.3.2), in order within its VC.
`include "df_macros.svh"
module df_credit_return (
    input  wire                                      clk_i,
    input  wire                                      rst_i,
    input  wire                                      delay_i,       // UGAL-L_CR
    input  wire [df_pkg::TIME_W-1:0]                 now_i,
    input  wire [df_pkg::NVP-1:0]                    grant_ivc_i,   // input VCs whose front leaves
    input  wire [df_pkg::PORT_W*df_pkg::NVP-1:0]     port_ivc_i,    // to this output
    input  wire [df_pkg::PORTS*df_pkg::TD_W-1:0]     td_op_i,
    input  wire [df_pkg::TD_W-1:0]                   min_td_i,
    output wire [df_pkg::NV-1:0]                     credit_ivc_o
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int TIME_W = df_pkg::TIME_W;
  localparam int TD_W = df_pkg::TD_W;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam logic [NVP-1:0] LOCAL_VCS = df_pkg::vcs_of_ports(df_pkg::TERMINALS, df_pkg::LOCALS);

  reg [TIME_W-1:0] release_mem[0:NVP*df_pkg::DEPTH-1];  // release times of held credits
  reg [NVP-1:0] pending_q;                              // input VCs with held credits
  // Pointers into it, local to the process below (blocking assignments).
  reg [NV*PW-1:0] read_q;
  reg [NV*PW-1:0] write_q;
  reg [NV-1:0] credit_q;
  assign credit_ivc_o = credit_q;

  /* verilator lint_off BLKSEQ */  // state and memory that are local to the process
  always_ff @(posedge clk_i) begin : credits
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] held;      // credits that the mechanism may delay
    logic [NVP-1:0] credit;
    logic [NVP-1:0] pending;
    logic [NVP-1:0] bit_i;
    logic [PORT_W-1:0] port;
    logic [TD_W-1:0] delay;
    logic [TIME_W-1:0] late;   // cycles since the release time, modulo 2^16
    logic [PW-1:0] pointer;
    bit_i = '0;
    port = '0;
    delay = '0;
    late = '0;
    pointer = '0;

    held = delay_i ? grant_ivc_i & LOCAL_VCS : '0;
    credit = grant_ivc_i & ~held;
    pending = pending_q;
    if (pending_q != '0) begin
      `DF_FOR_EACH(i, rem, pending_q, NV)
        pointer = read_q[i*PW+:PW];
        late = now_i - release_mem[{i[df_pkg::IVC_W-1:0], pointer[SW-1:0]}];
        if (!late[TIME_W-1]) begin
          bit_i = NVP'(1) << i;
          credit = credit | bit_i;
          pointer = pointer + 1'b1;
          read_q[i*PW+:PW] = pointer;
          if (pointer == write_q[i*PW+:PW]) pending = pending & ~bit_i;
        end
      end
    end
    if (held != '0) begin
      `DF_FOR_EACH(i, rem, held, NV)
        bit_i = NVP'(1) << i;
        for (k = 0; k < PORT_W; k = k + 1) port[k] = port_ivc_i[k*NVP+i];
        delay = td_op_i[port*TD_W+:TD_W] - min_td_i;
        if (delay == '0 && (pending_q & bit_i) == '0) credit = credit | bit_i;
        else begin
          pointer = write_q[i*PW+:PW];
          `DF_MEM_WRITE(release_mem[{i[df_pkg::IVC_W-1:0], pointer[SW-1:0]}], now_i + TIME_W'(delay));
          write_q[i*PW+:PW] = pointer + 1'b1;
          pending = pending | bit_i;
        end
      end
    end
    credit_q <= credit[NV-1:0];
    pending_q <= pending;
    if (rst_i) begin
      credit_q <= '0;
      pending_q <= '0;
      read_q = '0;
      write_q = '0;
    end
  end
  /* verilator lint_on BLKSEQ */

  `DF_ASSERT(nothing_held_without_delay, delay_i || pending_q == '0,
             "credits are held though the routing does not delay them")
endmodule
