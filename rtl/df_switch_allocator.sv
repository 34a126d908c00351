// Switch allocator: for every output, grants up to SPEEDUP of the input VCs that request it. Each input
// VC is its own crossbar input, so outputs decide independently.
//
// An output serves its requests in batches: those that wait when a batch begins are all served before
// any that came later is preferred. As an input VC requests one output at a time, one bit for
// each input VC holds the batches of all outputs.
`include "df_macros.svh"
module df_switch_allocator (
    input  wire                                            clk_i,
    input  wire                                            rst_i,
    input  wire                                            cut_through_i,  // virtual cut-through
    // Requests: input VCs with a front, and their routes.
    input  wire [df_pkg::NVP-1:0]                          front_ivc_i,
    input  wire [df_pkg::NVP-1:0]                          head_ivc_i,
    input  wire [df_pkg::NVP-1:0]                          tail_ivc_i,
    input  wire `DF_WIRES(len_planes_t, df_pkg::NVP, len_ivc_i, 4),
    input  wire [df_pkg::NVP-1:0]                          mid_ivc_i,
    input  wire `DF_WIRES(port_planes_t, df_pkg::NVP, port_ivc_i, df_pkg::PORT_W),
    input  wire `DF_WIRES(vc_planes_t, df_pkg::NVP, vc_ivc_i, df_pkg::VC_W),
    // What the outputs can take.
    input  wire [df_pkg::PORTS-1:0]                        connected_op_i,    // there is a channel
    input  wire [df_pkg::PORTS-1:0]                        queue_ready_op_i,  // room for SPEEDUP flits
    input  wire `DF_WIRES(grant_planes_t, df_pkg::NVP, more_ovc_i, df_pkg::SPEEDUP),        // plane s: more than s credits
    input  wire `DF_WIRES(credit_planes_t, df_pkg::NVP, credits_ovc_i, df_pkg::CREDIT_W),
    output reg  [df_pkg::NVP-1:0]                          grant_ivc_o,
    output `DF_VARIABLES(grant_planes_t, df_pkg::NVP, take_ovc_o, df_pkg::SPEEDUP),        // plane s: more than s grants
    output wire [df_pkg::NVP-1:0]                          held_ovc_o         // output VCs held by a packet
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS_2N = df_pkg::PORTS_2N;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int CREDIT_W = df_pkg::CREDIT_W;
  localparam logic [STRIDE-1:0] EXISTING = (STRIDE'(1) << df_pkg::VCS) - 1'b1;  // VCs of a port
  localparam int NEED_W = (CREDIT_W > 5) ? CREDIT_W : 5;

  reg [NVP-1:0] held_q;
  // Input VC with which the search for a request begins, by output.
  (* mem2reg *) reg [IVC_W-1:0] pointer_mem[0:PORTS_2N-1];
  `DF_VARIABLES(ivc_by_port_t, IVC_W, pointer_d, PORTS_2N);
  logic [PORTS_2N-1:0] moved_op;    // outputs that get a new one
  reg [NVP-1:0] batch_q;            // input VCs in the batch of the output they request
  reg [NVP-1:0] batch_d;
  reg [NVP-1:0] hold_d;             // output VCs that a granted head takes
  reg [NVP-1:0] free_d;             // output VCs that a granted tail gives back
  logic astray;                     // a packet is routed to an output without a channel
  assign held_ovc_o = held_q;

  // ---- requests ----
  logic [NVP-1:0] multi;     // heads of multi-flit packets
  logic [NVP-1:0] requests;  // requests that may be granted if output and output VC allow it

  // Of the input VCs in MASK, those whose packet goes on on VC number V (a constant, or a loop variable).
`define DF_KEEP_VC(MASK, V) \
  for (k = 0; k < df_pkg::VC_BITS; k = k + 1) \
    MASK = MASK & ((((V) >> k) % 2 == 1) ? `DF_WORD(vc_ivc_i, NVP, k) : ~`DF_WORD(vc_ivc_i, NVP, k));

  always_comb begin : request
    /* verilator lint_off UNUSEDSIGNAL */  // the bits of i above a VC's number
    integer i;
    /* verilator lint_on UNUSEDSIGNAL */
    integer k;
    integer v;
    logic [NVP-1:0] on_vc;
    logic [NVP-1:0] rem;
    logic [IVC_W-1:0] ovc;
    logic [NEED_W-1:0] need;
    logic [NEED_W-1:0] have;
    i = 0;
    k = 0;
    v = 0;
    on_vc = '0;
    rem = '0;
    ovc = '0;
    need = '0;
    have = '0;
    multi = head_ivc_i & ~tail_ivc_i;
    requests = front_ivc_i;
    // A VC that does not exist has no credits.
    for (v = df_pkg::VCS; v < STRIDE; v = v + 1) begin
      on_vc = front_ivc_i;
      `DF_KEEP_VC(on_vc, v)
      requests = requests & ~on_vc;
    end
    // Virtual cut-through: a head waits until the next buffer has room for its whole packet.
    if (cut_through_i && multi != '0) begin
      `DF_FOR_EACH(i, rem, multi, df_pkg::NV)
        for (k = 0; k < df_pkg::VC_BITS; k = k + 1) ovc[k] = `DF_BIT(vc_ivc_i, NVP, k, i);
        for (k = 0; k < PORT_W; k = k + 1)
          if (df_pkg::VC_BITS + k < IVC_W) ovc[df_pkg::VC_BITS+k] = `DF_BIT(port_ivc_i, NVP, k, i);
        for (k = 0; k < 4; k = k + 1) need[k] = `DF_BIT(len_ivc_i, NVP, k, i);
        for (k = 0; k < CREDIT_W; k = k + 1) have[k] = `DF_BIT(credits_ovc_i, NVP, k, ovc);
        // need is the length minus one
        if (have <= need) requests = requests & ~(NVP'(1) << i[IVC_W-1:0]);
      end
    end
  end

  // ---- grants ----
  // VC 0 of output o, as an expression: in synthesis o is a constant, and a variable would hide that.
`define DF_BASE IVC_W'(o * STRIDE)
  always_comb begin : allocate
    integer i;
    integer k;
    integer o;
    integer v;
    integer s;
    logic [NVP-1:0] grant;
    logic [NVP-1:0] batch;
    logic [NVP-1:0] hold;
    logic [NVP-1:0] free;
    logic [NVP-1:0] unseen;               // requests for outputs that have not been looked at
    logic [PORT_W-1:0] port;              // the output
    logic [NVP-1:0] waiting;              // requests for it, eligible or not
    logic [NVP-1:0] left;                 // eligible requests that are not granted
    logic [NVP-1:0] picked;
    logic [NVP-1:0] first;                // those to be preferred
    logic [NVP-1:0] lower;                // input VCs before the pointer
    logic [NVP-1:0] on_vc;                // requests for one of its VCs
    logic [STRIDE-1:0] credit;            // its VCs: there are credits,
    logic [STRIDE-1:0] held;              // a packet holds it
    logic [NVP-1:0] bit_ovc;
    logic [NVP-1:0] bit_ivc;
    logic [NVP-1:0] waiting_on;           // requests that were not granted
    logic several;                        // more than one is eligible
    logic full;                           // the output VC has no more credits
    logic [VC_W-1:0] vc;

    astray = 1'b0;
    grant = '0;
    batch = '0;
    moved_op = '0;
    `DF_CLEAR(pointer_d, o, PORTS_2N)
    hold = '0;
    free = '0;
    `DF_CLEAR(take_ovc_o, s, SPEEDUP)
    unseen = '0;
    port = '0;
    waiting = '0;
    left = '0;
    picked = '0;
    first = '0;
    lower = '0;
    on_vc = '0;
    credit = '0;
    held = '0;
    bit_ovc = '0;
    bit_ivc = '0;
    waiting_on = '0;
    several = 1'b0;
    full = 1'b0;
    vc = '0;
    i = 0;
    k = 0;
    o = 0;
    v = 0;
    s = 0;

    // Outputs are independent of each other, so their order means nothing: simulation visits those that
    // somebody requests.
`ifdef VERILATOR
    for (unseen = front_ivc_i; unseen != '0; unseen = unseen & ~waiting) begin
      bit_ivc = unseen & ~(unseen - 1'b1);
      for (k = 0; k < PORT_W; k = k + 1) port[k] = (`DF_WORD(port_ivc_i, NVP, k) & bit_ivc) != '0;
      o = 32'(port);
`else
    for (o = 0; o < df_pkg::PORTS; o = o + 1) begin
`endif
      waiting = front_ivc_i;
      for (k = 0; k < PORT_W; k = k + 1)
        waiting = waiting & ~(`DF_WORD(port_ivc_i, NVP, k) ^ {NVP{o[k]}});
      if (waiting != '0 && !connected_op_i[`DF_NUMBER(o, PORT_W)]) astray = 1'b1;
      credit = STRIDE'(`DF_WORD(more_ovc_i, NVP, 0) >> `DF_BASE);
      held = STRIDE'(held_q >> `DF_BASE);
      left = queue_ready_op_i[`DF_NUMBER(o, PORT_W)] ? waiting & requests : '0;
      if ((EXISTING & (~credit | held)) != '0)
        for (v = 0; v < df_pkg::VCS; v = v + 1) begin
          on_vc = left;
          `DF_KEEP_VC(on_vc, v)
          if (!credit[v]) left = left & ~on_vc;
          else if (held[v]) left = left & ~(on_vc & ~mid_ivc_i);
        end
      picked = '0;
      several = (left & (left - 1'b1)) != '0;

`ifdef VERILATOR
      // Two short ways to the same result, which most cycles of a simulation take; in hardware they would
      // be area for nothing.
      if (!several) begin
        // One request, or none.
        picked = left;
        if (left != '0) begin
          for (k = 0; k < df_pkg::VC_BITS; k = k + 1)
            vc[k] = (left & `DF_WORD(vc_ivc_i, NVP, k)) != '0;
          bit_ovc = NVP'(1) << IVC_W'(`DF_BASE + IVC_W'(vc));
          `DF_WORD(take_ovc_o, NVP, 0) = `DF_WORD(take_ovc_o, NVP, 0) | bit_ovc;
          if ((left & multi) != '0) hold = hold | bit_ovc;
          if ((left & tail_ivc_i & mid_ivc_i) != '0) free = free | bit_ovc;
        end
      end else
`endif
      begin
        lower = (NVP'(1) << pointer_mem[`DF_NUMBER(o, PORT_W)]) - 1'b1;
`ifdef VERILATOR
        first = left;  // all but SPEEDUP of them
        for (s = 0; s < SPEEDUP; s = s + 1) first = first & (first - 1'b1);
        if (first == '0 && (left & (multi | mid_ivc_i)) == '0
            && (EXISTING & ~STRIDE'(`DF_WORD(more_ovc_i, NVP, SPEEDUP - 1) >> `DF_BASE)) == '0) begin
          // Single-flit packets, and there is room for all of them.
          picked = left;
          for (v = 0; v < df_pkg::VCS; v = v + 1) begin
            on_vc = left;
            `DF_KEEP_VC(on_vc, v)
            bit_ovc = NVP'(1) << IVC_W'(`DF_BASE + IVC_W'(v));
            for (s = 0; s < SPEEDUP; s = s + 1)
              if (on_vc != '0) begin
                `DF_WORD(take_ovc_o, NVP, s) = `DF_WORD(take_ovc_o, NVP, s) | bit_ovc;
                on_vc = on_vc & (on_vc - 1'b1);
              end
          end
          // The last in the order of the search: not of the batch, and before the pointer.
          first = ((left & ~batch_q) != '0) ? left & ~batch_q : left;
          if ((first & lower) != '0) first = first & lower;
          i = df_pkg::highest_bit(first);
        end else
`endif
        for (s = 0; s < SPEEDUP; s = s + 1)
          if (left != '0) begin
            first = ((left & batch_q) != '0) ? left & batch_q : left;
            if ((first & ~lower) != '0) first = first & ~lower;
            i = df_pkg::lowest_bit(first);
            bit_ivc = NVP'(1) << i[IVC_W-1:0];
            picked = picked | bit_ivc;
            left = left & ~bit_ivc;
            on_vc = waiting;
            for (k = 0; k < df_pkg::VC_BITS; k = k + 1) begin
              vc[k] = `DF_BIT(vc_ivc_i, NVP, k, i);
              on_vc = on_vc & ~(`DF_WORD(vc_ivc_i, NVP, k) ^ {NVP{vc[k]}});
            end
            bit_ovc = NVP'(1) << IVC_W'(`DF_BASE + IVC_W'(vc));
            // The output VC takes one more flit: count it, and see who is still eligible on it.
            for (k = SPEEDUP - 1; k > 0; k = k - 1)
              `DF_WORD(take_ovc_o, NVP, k) =
                  `DF_WORD(take_ovc_o, NVP, k) | (`DF_WORD(take_ovc_o, NVP, k - 1) & bit_ovc);
            `DF_WORD(take_ovc_o, NVP, 0) = `DF_WORD(take_ovc_o, NVP, 0) | bit_ovc;
            full = 1'b0;
            for (k = 0; k < SPEEDUP - 1; k = k + 1)
              if ((`DF_WORD(take_ovc_o, NVP, k) & bit_ovc & ~`DF_WORD(more_ovc_i, NVP, k + 1)) != '0)
                full = 1'b1;
            if ((multi & bit_ivc) != '0) hold = hold | bit_ovc;
            if ((tail_ivc_i & mid_ivc_i & bit_ivc) != '0) free = free | bit_ovc;
            if (full || (multi & bit_ivc) != '0) left = left & ~on_vc;
            else left = left & ~(on_vc & multi);
          end
      end

      if (several) begin
        moved_op = moved_op | (PORTS_2N'(1) << o[PORT_W-1:0]);
        `DF_WORD(pointer_d, IVC_W, `DF_NUMBER(o, PORT_W)) = (i == df_pkg::NV - 1) ? '0 : IVC_W'(i + 1);
      end
      grant = grant | picked;
      waiting_on = waiting & ~picked;
      // The batch goes on with those of it that still wait; after the last, all that wait form one.
      batch = batch | ((waiting_on & batch_q) != '0 ? waiting_on & batch_q : waiting_on);
    end
    grant_ivc_o = grant;
    batch_d = batch;
    hold_d = hold;
    free_d = free;
  end

`undef DF_BASE
`undef DF_KEEP_VC

  // ---- state ----
  always_ff @(posedge clk_i) begin : registers
    if (rst_i) begin
      held_q <= '0;
      batch_q <= '0;
    end else begin
      batch_q <= batch_d;
      held_q <= (held_q | hold_d) & ~free_d;
    end
  end

  /* verilator lint_off BLKSEQ */  // DF_MEM_WRITE
  always_ff @(posedge clk_i) begin : pointers
    integer o;
    logic [PORTS_2N-1:0] rem;
    if (rst_i)
      for (o = 0; o < PORTS_2N; o = o + 1) `DF_MEM_WRITE(pointer_mem[o], '0);
    else
      `DF_FOR_EACH(o, rem, moved_op, df_pkg::PORTS)
        `DF_MEM_WRITE(pointer_mem[`DF_NUMBER(o, PORT_W)], `DF_WORD(pointer_d, IVC_W, `DF_NUMBER(o, PORT_W)));
      end
  end
  /* verilator lint_on BLKSEQ */

  `DF_ASSERT(one_packet_per_vc, (hold_d & held_q) == '0, "an output VC is given to a second packet")
  `DF_ASSERT(owner_is_known, (free_d & ~held_q) == '0, "an output VC is freed that was not held")
  `DF_ASSERT(routes_are_connected, !astray, "a packet is routed to a port that is not connected")
  `DF_ASSERT(grants_are_requests, (grant_ivc_o & ~front_ivc_i) == '0, "a VC without request is granted")
endmodule
