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
    input  wire [4*df_pkg::NVP-1:0]                        len_ivc_i,
    input  wire [df_pkg::NVP-1:0]                          mid_ivc_i,
    input  wire [df_pkg::PORT_W*df_pkg::NVP-1:0]           port_ivc_i,
    input  wire [df_pkg::VC_W*df_pkg::NVP-1:0]             vc_ivc_i,
    // What the outputs can take.
    input  wire [df_pkg::PORTS-1:0]                        connected_op_i,    // there is a channel
    input  wire [df_pkg::PORTS-1:0]                        queue_ready_op_i,  // room for SPEEDUP flits
    input  wire [df_pkg::SPEEDUP*df_pkg::NVP-1:0]          more_ovc_i,        // plane s: more than s credits
    input  wire [df_pkg::CREDIT_W*df_pkg::NVP-1:0]         credits_ovc_i,
    output reg  [df_pkg::NVP-1:0]                          grant_ivc_o,
    output reg  [df_pkg::SPEEDUP*df_pkg::NVP-1:0]          take_ovc_o,        // plane s: more than s grants
    output wire [df_pkg::NVP-1:0]                          held_ovc_o         // output VCs held by a packet
);
  localparam int NVP = df_pkg::NVP;
  localparam int PORTS = df_pkg::PORTS;
  localparam int PORT_W = df_pkg::PORT_W;
  localparam int VC_W = df_pkg::VC_W;
  localparam int STRIDE = df_pkg::STRIDE;
  localparam int SPEEDUP = df_pkg::SPEEDUP;
  localparam int IVC_W = df_pkg::IVC_W;
  localparam int CREDIT_W = df_pkg::CREDIT_W;
  localparam int NEED_W = (CREDIT_W > 5) ? CREDIT_W : 5;

  reg [NVP-1:0] held_q;
  reg [PORTS*IVC_W-1:0] pointer_q;  // input VC with which the search for a request begins, by output
  reg [PORTS*IVC_W-1:0] pointer_d;
  reg [NVP-1:0] batch_q;            // input VCs in the batch of the output they request
  reg [NVP-1:0] batch_d;
  reg [NVP-1:0] hold_d;             // output VCs that a granted head takes
  reg [NVP-1:0] free_d;             // output VCs that a granted tail gives back
  logic astray;                     // a packet is routed to an output without a channel
  assign held_ovc_o = held_q;

  // Heads of multi-flit packets whose whole packet does not fit the next buffer (virtual cut-through).
  function automatic logic [NVP-1:0] too_long(
      input logic [NVP-1:0] multi, input logic [4*NVP-1:0] lens, input logic [PORT_W*NVP-1:0] ports,
      input logic [VC_W*NVP-1:0] vcs, input logic [CREDIT_W*NVP-1:0] credits);
    integer i;
    integer k;
    logic [NVP-1:0] rem;
    logic [PORT_W+df_pkg::VC_BITS-1:0] ovc;
    logic [NEED_W-1:0] need;
    logic [NEED_W-1:0] have;
    too_long = '0;
    ovc = '0;
    need = '0;
    have = '0;
    `DF_FOR_EACH(i, rem, multi, df_pkg::NV)
      for (k = 0; k < df_pkg::VC_BITS; k = k + 1) ovc[k] = vcs[k*NVP+i];
      for (k = 0; k < PORT_W; k = k + 1) ovc[df_pkg::VC_BITS+k] = ports[k*NVP+i];
      for (k = 0; k < 4; k = k + 1) need[k] = lens[k*NVP+i];
      for (k = 0; k < CREDIT_W; k = k + 1) have[k] = credits[k*NVP+32'(ovc)];
      if (have <= need) too_long[i] = 1'b1;  // need is the length minus one
    end
  endfunction

  always_comb begin : allocate
    integer i;
    integer k;
    integer o;
    integer v;
    integer s;
    logic [NVP-1:0] on_vc[0:STRIDE-1];    // input VCs by the VC of their route
    logic [NVP-1:0] requests;             // requests that the state of the VCs allows
    logic [NVP-1:0] multi;                // heads of multi-flit packets
    logic [NVP-1:0] left;                 // eligible requests of an output that are not granted
    logic [NVP-1:0] waiting;              // requests for an output, eligible or not
    logic [NVP-1:0] picked;
    logic [NVP-1:0] first;                // those of the batch among them
    logic [NVP-1:0] lower;                // input VCs before the pointer
    logic [STRIDE-1:0] credit;
    logic [STRIDE-1:0] held;
    logic [NVP-1:0] taken[0:SPEEDUP-1];
    logic [NVP-1:0] bit_ovc;
    logic [VC_W-1:0] vc;

    astray = 1'b0;
    grant_ivc_o = '0;
    batch_d = '0;
    pointer_d = pointer_q;
    hold_d = '0;
    free_d = '0;
    for (s = 0; s < SPEEDUP; s = s + 1) taken[s] = '0;
    left = '0;
    waiting = '0;
    picked = '0;
    first = '0;
    lower = '0;
    credit = '0;
    held = '0;
    bit_ovc = '0;
    vc = '0;
    i = 0;
    k = 0;
    o = 0;

    requests = front_ivc_i;
    multi = head_ivc_i & ~tail_ivc_i;
    if (cut_through_i && multi != '0) requests = requests & ~too_long(multi, len_ivc_i, port_ivc_i, vc_ivc_i, credits_ovc_i);
    for (v = 0; v < STRIDE; v = v + 1) begin
      on_vc[v] = requests;
      for (k = 0; k < df_pkg::VC_BITS; k = k + 1)
        on_vc[v] = on_vc[v] & (((v >> k) % 2 == 1) ? vc_ivc_i[k*NVP+:NVP] : ~vc_ivc_i[k*NVP+:NVP]);
    end

    if (front_ivc_i != '0)
      for (o = 0; o < PORTS; o = o + 1) begin
        waiting = front_ivc_i;
        for (k = 0; k < PORT_W; k = k + 1)
          waiting = waiting & (((o >> k) % 2 == 1) ? port_ivc_i[k*NVP+:NVP]
                                                   : ~port_ivc_i[k*NVP+:NVP]);
        if (waiting != '0) begin
          if (!connected_op_i[o]) astray = 1'b1;
          credit = more_ovc_i[o*STRIDE+:STRIDE];
          held = held_q[o*STRIDE+:STRIDE];
          left = '0;
          for (v = 0; v < STRIDE; v = v + 1)
            if (credit[v]) left = left | (on_vc[v] & (held[v] ? mid_ivc_i : '1));
          left = queue_ready_op_i[o] ? left & waiting : '0;
          picked = '0;

          if (left != '0 && (left & (left - 1'b1)) == '0) begin
            // The usual case: one request, which needs no arbitration.
            picked = left;
            bit_ovc = '0;
            for (v = 0; v < STRIDE; v = v + 1)
              if ((left & on_vc[v]) != '0) bit_ovc[o*STRIDE+v] = 1'b1;
            taken[0] = taken[0] | bit_ovc;
            if ((left & multi) != '0) hold_d = hold_d | bit_ovc;
            if ((left & tail_ivc_i & mid_ivc_i) != '0) free_d = free_d | bit_ovc;
          end else if (left != '0) begin
            lower = (NVP'(1) << pointer_q[o*IVC_W+:IVC_W]) - 1'b1;
            for (s = 0; s < SPEEDUP; s = s + 1)
              if (left != '0) begin
                first = ((left & batch_q) != '0) ? left & batch_q : left;
                if ((first & ~lower) != '0) first = first & ~lower;
                i = df_pkg::lowest_bit(first);
                picked = picked | (NVP'(1) << i);
                left = left & ~(NVP'(1) << i);
                vc = '0;
                for (k = 0; k < df_pkg::VC_BITS; k = k + 1) vc[k] = vc_ivc_i[k*NVP+i];
                bit_ovc = NVP'(1) << (o * STRIDE + 32'(vc));
                // The output VC takes one more flit: count it, and see who is still eligible on it.
                if (multi[i]) begin
                  hold_d = hold_d | bit_ovc;
                  left = left & ~on_vc[vc];
                end
                if (tail_ivc_i[i] && mid_ivc_i[i]) free_d = free_d | bit_ovc;
                left = left & ~(on_vc[vc] & multi);
                for (k = SPEEDUP - 1; k > 0; k = k - 1)
                  if ((taken[k-1] & bit_ovc) != '0) taken[k] = taken[k] | bit_ovc;
                taken[0] = taken[0] | bit_ovc;
                for (k = 0; k < SPEEDUP - 1; k = k + 1)
                  if ((taken[k] & bit_ovc & ~more_ovc_i[(k+1)*NVP+:NVP]) != '0)
                    left = left & ~on_vc[vc];  // no more credits
              end
            pointer_d[o*IVC_W+:IVC_W] = (i == df_pkg::NV - 1) ? '0 : IVC_W'(i + 1);
          end

          grant_ivc_o = grant_ivc_o | picked;
          waiting = waiting & ~picked;
          // The batch goes on with those of it that still wait; after the last, all that wait form one.
          batch_d = batch_d | ((waiting & batch_q) != '0 ? waiting & batch_q : waiting);
        end
      end

    for (s = 0; s < SPEEDUP; s = s + 1) take_ovc_o[s*NVP+:NVP] = taken[s];
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      held_q <= '0;
      batch_q <= '0;
      pointer_q <= '0;
    end else begin
      batch_q <= batch_d;
      pointer_q <= pointer_d;
      held_q <= (held_q | hold_d) & ~free_d;
    end
  end

  `DF_ASSERT(one_packet_per_vc, (hold_d & held_q) == '0, "an output VC is given to a second packet")
  `DF_ASSERT(owner_is_known, (free_d & ~held_q) == '0, "an output VC is freed that was not held")
  `DF_ASSERT(routes_are_connected, !astray, "a packet is routed to a port that is not connected")
  `DF_ASSERT(grants_are_requests, (grant_ivc_o & ~front_ivc_i) == '0, "a VC without request is granted")
endmodule
