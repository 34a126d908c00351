// SPDX-License-Identifier: Apache-2.0
// What the input unit keeps of the flits that wait in each input VC: {head, tail, len, route}, and at input VCs that ask the bits
// of the header that a decision depends on.
`include "df_macros.svh"
`default_nettype none
module df_packet_fifos (
    input  wire                         clk_i,
    input  wire                         rst_i,
    input  wire [df_pkg::CREDIT_W-1:0]  depth_i,       // BUFFER_DEPTH
    // Flits that are stored, and the routes of those that are heads and do not ask.
    input  wire [df_pkg::NVP-1:0]       store_ivc_i,
    input  wire `DF_WIRES(flits_t, df_pkg::FLIT_W, flit_ip_i, df_pkg::PORTS_2N),
    input  wire `DF_WIRES(routes_of_ports_t, df_pkg::ROUTE_W, route_ip_i, df_pkg::PORTS_2N),
    // FIFOs that are read; those of them that another flit waits in behind the front, and what is kept of it. Others mean nothing.
    input  wire [df_pkg::NVP-1:0]       pop_ivc_i,
    output reg  [df_pkg::NVP-1:0]       next_ivc_o,
    output `DF_VARIABLES(infos_of_vcs_t, df_pkg::INFO_W, info_ivc_o, df_pkg::NVP),
    output `DF_VARIABLES(headers_of_vcs_t, df_pkg::ASKED_W, header_ivc_o, df_pkg::NVP)
);
  localparam int NVP = df_pkg::NVP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_BITS = df_pkg::VC_BITS;
  localparam int FLIT_W = df_pkg::FLIT_W;
  localparam int LEN_W = df_pkg::LEN_W;
  localparam int ROUTE_W = df_pkg::ROUTE_W;
  localparam int INFO_W = df_pkg::INFO_W;
  localparam int ASKED_W = df_pkg::ASKED_W;
  localparam logic [NVP-1:0] ASKING = df_pkg::ASKING;
  localparam int PW = df_pkg::PTR_W;
  localparam int SW = df_pkg::SLOT_W;

  `DF_VARIABLES(fifo_pointers_t, PW, read_q, NVP);
  `DF_VARIABLES(fifo_pointers_t, PW, write_q, NVP);

  // Of the flit that arrives on a port.
  function automatic logic [INFO_W-1:0] arriving(input logic [PORT_W-1:0] ip);
    arriving = {2'(`DF_WORD(flit_ip_i, FLIT_W, ip) >> df_pkg::TAIL_AT),
                LEN_W'(`DF_WORD(flit_ip_i, FLIT_W, ip) >> df_pkg::LEN_AT),
                `DF_WORD(route_ip_i, ROUTE_W, ip)};
  endfunction

  function automatic logic [ASKED_W-1:0] arriving_header(input logic [PORT_W-1:0] ip);
    arriving_header = ASKED_W'(`DF_WORD(flit_ip_i, FLIT_W, ip) >> df_pkg::TAG_W);
  endfunction

  // ---- memories ----
  if (df_pkg::LEAN) begin : gen_array
    // As in df_lean_datapath.
    reg [INFO_W-1:0] info_mem[0:NVP*df_pkg::DEPTH-1];
    reg [ASKED_W-1:0] header_mem[0:NVP*df_pkg::DEPTH-1];
    always_ff @(posedge clk_i) begin : store
      integer i;
      logic [NVP-1:0] rem;
      rem = store_ivc_i & ASKING;
      `DF_FOR_EACH(i, rem, df_pkg::NV)
        `DF_MEM_WRITE(header_mem[{SW'(`DF_WORD(write_q, PW, i[IVC_W-1:0])), i[IVC_W-1:0]}],
                      arriving_header(i[VC_BITS+:PORT_W]));
      rem = store_ivc_i;
      `DF_FOR_EACH(i, rem, df_pkg::NV) begin
        `DF_MEM_WRITE(info_mem[{SW'(`DF_WORD(write_q, PW, i[IVC_W-1:0])), i[IVC_W-1:0]}], arriving(i[VC_BITS+:PORT_W]));
        `DF_MEM_WRITE(`DF_WORD(write_q, PW, i[IVC_W-1:0]), `DF_WORD(write_q, PW, i[IVC_W-1:0]) + 1'b1);
      end
      if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_MEM_WRITE(`DF_WORD(write_q, PW, i), '0);
    end
    always_comb begin : fetch
      integer i;
      logic [NVP-1:0] rem;
      logic [PW-1:0] pointer;
      next_ivc_o = '0;
      pointer = '0;
      for (i = 0; i < (df_pkg::SPARSE ? 1 : NVP); i = i + 1) begin
        `DF_WORD(info_ivc_o, INFO_W, i) = '0;
        `DF_WORD(header_ivc_o, ASKED_W, i) = '0;
      end
      rem = pop_ivc_i;
      `DF_FOR_EACH(i, rem, df_pkg::NV) begin
        pointer = `DF_WORD(read_q, PW, i[IVC_W-1:0]) + 1'b1;
        if (pointer != `DF_WORD(write_q, PW, i[IVC_W-1:0])) begin
          next_ivc_o = next_ivc_o | (NVP'(1) << i[IVC_W-1:0]);
          `DF_WORD(info_ivc_o, INFO_W, i[IVC_W-1:0]) = info_mem[{SW'(pointer), i[IVC_W-1:0]}];
          if (ASKING[i[IVC_W-1:0]]) `DF_WORD(header_ivc_o, ASKED_W, i[IVC_W-1:0]) = header_mem[{SW'(pointer), i[IVC_W-1:0]}];
        end
      end
    end
  end else begin : gen_memories
    always_comb begin : next
      integer i;
      logic [NVP-1:0] rem;
      next_ivc_o = '0;
      rem = pop_ivc_i;
      `DF_FOR_EACH(i, rem, df_pkg::NV)
        if (PW'(`DF_WORD(read_q, PW, i) + 1'b1) != `DF_WORD(write_q, PW, i)) next_ivc_o = next_ivc_o | (NVP'(1) << i);
    end
    always_ff @(posedge clk_i) begin : store
      integer i;
      logic [NVP-1:0] rem;
      rem = store_ivc_i;
      `DF_FOR_EACH(i, rem, df_pkg::NV) `DF_WORD(write_q, PW, i) <= `DF_WORD(write_q, PW, i) + 1'b1;
      if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_WORD(write_q, PW, i) <= '0;
    end
    for (genvar i = 0; i < NVP; i = i + 1) begin : gen_vc
      if (df_pkg::INPUT_VCS[i]) begin : gen_present
        logic [INFO_W-1:0] arrived;
        wire [INFO_W-1:0] info;
        always_comb arrived = arriving(PORT_W'(i >> VC_BITS));
        df_memory #(
            .W(INFO_W),
            .SLOTS(df_pkg::DEPTH)
        ) u_memory (
            .clk_i,
            .write_i(store_ivc_i[i]),
            .write_slot_i(SW'(`DF_WORD(write_q, PW, i))),
            .word_i(arrived),
            .read_slot_i(SW'(`DF_WORD(read_q, PW, i) + 1'b1)),
            .word_o(info)
        );
        always_comb `DF_WORD(info_ivc_o, INFO_W, i) = info;
      end else begin : gen_absent
        always_comb `DF_WORD(info_ivc_o, INFO_W, i) = '0;
      end
      if (ASKING[i]) begin : gen_asking
        logic [ASKED_W-1:0] arrived;
        wire [ASKED_W-1:0] header;
        always_comb arrived = arriving_header(PORT_W'(i >> VC_BITS));
        df_memory #(
            .W(ASKED_W),
            .SLOTS(df_pkg::DEPTH)
        ) u_memory (
            .clk_i,
            .write_i(store_ivc_i[i]),
            .write_slot_i(SW'(`DF_WORD(write_q, PW, i))),
            .word_i(arrived),
            .read_slot_i(SW'(`DF_WORD(read_q, PW, i) + 1'b1)),
            .word_o(header)
        );
        always_comb `DF_WORD(header_ivc_o, ASKED_W, i) = header;
      end else begin : gen_silent
        always_comb `DF_WORD(header_ivc_o, ASKED_W, i) = '0;
      end
    end
  end

  // ---- pointers ----
  always_ff @(posedge clk_i) begin : pointers
    integer i;
    logic [NVP-1:0] rem;
    rem = pop_ivc_i;
    `DF_FOR_EACH(i, rem, df_pkg::NV)
      `DF_MEM_WRITE(`DF_WORD(read_q, PW, i[IVC_W-1:0]), `DF_WORD(read_q, PW, i[IVC_W-1:0]) + 1'b1);
    if (rst_i) for (i = 0; i < NVP; i = i + 1) `DF_MEM_WRITE(`DF_WORD(read_q, PW, i), '0);
  end

  if (df_pkg::CLAIMS) begin : gen_claims
    // Is a FIFO that is written full? Neighbours may use BUFFER_DEPTH slots of those that are built.
    logic overflow;
    always_comb begin : fullness
      integer i;
      logic [NVP-1:0] rem;
      overflow = 1'b0;
      rem = store_ivc_i;
      `DF_FOR_EACH(i, rem, df_pkg::NV)
        if (PW'(`DF_WORD(write_q, PW, i[IVC_W-1:0]) - `DF_WORD(read_q, PW, i[IVC_W-1:0])) >= PW'(depth_i))
          overflow = 1'b1;
    end
    // Checks: OW-2
    `DF_ASSERT(clk_i, rst_i, buffer_has_room, !overflow, "a flit arrives at a VC buffer that is full")
  end
endmodule
`default_nettype wire
