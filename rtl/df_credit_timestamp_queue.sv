// Credit timestamp queues ([K08] Figure 17): one for each output VC. The time at which a flit takes its
// credit is pushed, the time of the flit whose credit returns is popped; the difference is the
// credit round trip t_crt. One credit in n is tracked.
`include "df_macros.svh"
module df_credit_timestamp_queue (
    input  wire                                         clk_i,
    input  wire                                         rst_i,
    input  wire                                         enable_i,      // the routing delays credits
    input  wire [7:0]                                   one_in_i,      // n
    input  wire [df_pkg::TIME_W-1:0]                    now_i,
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, take_ovc_i, df_pkg::SPEEDUP),    // plane s: more than s credits taken
    input  wire [df_pkg::NVP-1:0]                       return_ovc_i,  // credits that came back
    output reg  [df_pkg::PORTS-1:0]                     sample_op_o,   // outputs with a new t_crt,
    output reg  [df_pkg::PORTS*df_pkg::TIME_W-1:0]      trip_op_o      // and its value, cycles
);
  localparam int NV = df_pkg::NV;
  localparam int NVP = df_pkg::NVP;
  localparam int TIME_W = df_pkg::TIME_W;
  // One slot more than entries are needed at least, so that pointers of this width tell full from empty.
  localparam int SLOT_W = df_pkg::CTQ_W;
  localparam int PW = SLOT_W + 1;

  // Local to the process below (blocking assignments): timestamps, and for each output VC write
  // pointer, read pointer, flits taken and credits returned modulo n.
  reg [TIME_W-1:0] time_mem[0:NVP*(1<<SLOT_W)-1];
  reg [NV*PW-1:0] write_q;
  reg [NV*PW-1:0] read_q;
  reg [NV*8-1:0] taken_q;
  reg [NV*8-1:0] returned_q;
  reg wrong_q;  // an entry was popped that was never pushed, or one was overwritten

  function automatic logic [7:0] next_in(input logic [7:0] count, input logic [7:0] n);
    next_in = (count + 8'd1 >= n) ? 8'd0 : count + 8'd1;
  endfunction

  /* verilator lint_off BLKSEQ */  // state and memory that are local to the process
  always_ff @(posedge clk_i) begin : queues
    integer i;
    integer s;
    integer o;
    logic [NVP-1:0] rem;
    logic [NVP-1:0] take;
    logic [PW-1:0] pointer;
    logic [PW-1:0] fill;
    logic [7:0] count;
    pointer = '0;
    fill = '0;
    count = '0;
    take = '0;
    o = 0;
    sample_op_o <= '0;
    if (rst_i) begin
      write_q = '0;
      read_q = '0;
      taken_q = '0;
      returned_q = '0;
      wrong_q <= 1'b0;
      trip_op_o <= '0;
    end else if (enable_i) begin
      `DF_FOR_EACH(i, rem, return_ovc_i, NV)
        count = returned_q[i*8+:8];
        if (count == 8'd0) begin
          pointer = read_q[i*PW+:PW];
          if (pointer == write_q[i*PW+:PW]) wrong_q <= 1'b1;
          o = i >> df_pkg::VC_BITS;
          sample_op_o[o] <= 1'b1;
          trip_op_o[o*TIME_W+:TIME_W] <=
              now_i - time_mem[{i[df_pkg::IVC_W-1:0], pointer[SLOT_W-1:0]}];
          read_q[i*PW+:PW] = pointer + 1'b1;
        end
        returned_q[i*8+:8] = next_in(count, one_in_i);
      end

      if (`DF_WORD(take_ovc_i, NVP, 0) != '0)
        for (s = 0; s < df_pkg::SPEEDUP; s = s + 1) begin
          take = `DF_WORD(take_ovc_i, df_pkg::NVP, s);
          `DF_FOR_EACH(i, rem, take, NV)
            count = taken_q[i*8+:8];
            if (count == 8'd0) begin
              pointer = write_q[i*PW+:PW];
              `DF_MEM_WRITE(time_mem[{i[df_pkg::IVC_W-1:0], pointer[SLOT_W-1:0]}], now_i);
              write_q[i*PW+:PW] = pointer + 1'b1;
              fill = pointer + 1'b1 - read_q[i*PW+:PW];
              if (fill > PW'(1 << SLOT_W)) wrong_q <= 1'b1;
            end
            taken_q[i*8+:8] = next_in(count, one_in_i);
          end
        end
    end
  end
  /* verilator lint_on BLKSEQ */

  `DF_CLAIMS_IF(enable_i)
    `DF_CLAIM(fill_in_range, !wrong_q, "a credit timestamp queue overflows or runs empty: depth x n is less than the buffer depth")
    `DF_CLAIM(some_are_tracked, one_in_i != '0, "one credit in 0 is to be tracked")
  `DF_CLAIMS_END
endmodule
