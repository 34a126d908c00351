// SPDX-License-Identifier: Apache-2.0
// The memories of the output queues: flits, and the VCs that they leave by.
`include "df_macros.svh"
`default_nettype none
module df_queue_memories (
    /* verilator lint_off UNUSEDSIGNAL */  // lanes of ports that do not exist, upper bits of pointers
    input  wire                        clk_i,
    // Outputs whose queues flits enter; for each the lanes of these, and the slot that lane 0 has or would have.
    input  wire [df_pkg::PORTS-1:0]    push_op_i,
    input  wire `DF_WIRES(lanes_of_ports_t, df_pkg::SPEEDUP, enter_op_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, first_op_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(flits_of_lanes_t, df_pkg::FLIT_W, flit_lane_i, df_pkg::LANES_2N),
    input  wire `DF_WIRES(vcs_of_lanes_t, df_pkg::VC_W, vc_lane_i, df_pkg::LANES_2N),
    // Outputs whose oldest flit is asked for, and its slot; others mean nothing.
    input  wire [df_pkg::PORTS-1:0]    read_op_i,
    input  wire `DF_WIRES(queue_pointers_t, df_pkg::OQ_W+1, oldest_op_i, df_pkg::PORTS_2N),
    output `DF_VARIABLES(flits_t, df_pkg::FLIT_W, flit_op_o, df_pkg::PORTS_2N),
    output `DF_VARIABLES(vcs_of_ports_t, df_pkg::VC_W, vc_op_o, df_pkg::PORTS_2N)
    /* verilator lint_on UNUSEDSIGNAL */
);
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int OQ_W = df_pkg::OQ_W;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam int LANES_W = df_pkg::LANES_W;

  for (genvar o = 0; o < PORTS_2N; o = o + 1) begin : gen_output
    if (o < PORTS) begin : gen_present
      wire [SPEEDUP*FLIT_W-1:0] flits;
      wire [SPEEDUP*VC_W-1:0] vcs;
      for (genvar s = 0; s < SPEEDUP; s = s + 1) begin : gen_lane
        assign flits[s*FLIT_W+:FLIT_W] = `DF_WORD(flit_lane_i, FLIT_W, (o << LANES_W) + s);
        assign vcs[s*VC_W+:VC_W] = `DF_WORD(vc_lane_i, VC_W, (o << LANES_W) + s);
      end
      wire [FLIT_W-1:0] flit;
      wire [VC_W-1:0] vc;
      df_queue_memory #(
          .W(FLIT_W),
          .SLOTS(df_pkg::OQ_DEPTH),
          .LANES(SPEEDUP)
      ) u_flits (
          .clk_i,
          .push_i(`DF_WORD(enter_op_i, SPEEDUP, o) & {SPEEDUP{push_op_i[o]}}),
          .words_i(flits),
          .write_slot_i(OQ_W'(`DF_WORD(first_op_i, OQ_W + 1, o))),
          .read_slot_i(OQ_W'(`DF_WORD(oldest_op_i, OQ_W + 1, o))),
          .word_o(flit)
      );
      df_queue_memory #(
          .W(VC_W),
          .SLOTS(df_pkg::OQ_DEPTH),
          .LANES(SPEEDUP)
      ) u_vcs (
          .clk_i,
          .push_i(`DF_WORD(enter_op_i, SPEEDUP, o) & {SPEEDUP{push_op_i[o]}}),
          .words_i(vcs),
          .write_slot_i(OQ_W'(`DF_WORD(first_op_i, OQ_W + 1, o))),
          .read_slot_i(OQ_W'(`DF_WORD(oldest_op_i, OQ_W + 1, o))),
          .word_o(vc)
      );
      always_comb `DF_WORD(flit_op_o, FLIT_W, o) = flit;
      always_comb `DF_WORD(vc_op_o, VC_W, o) = vc;
    end else begin : gen_absent
      always_comb `DF_WORD(flit_op_o, FLIT_W, o) = '0;
      always_comb `DF_WORD(vc_op_o, VC_W, o) = '0;
    end
  end
endmodule
`default_nettype wire
