// SPDX-License-Identifier: Apache-2.0
// A dragonfly router in one behavioural module, as a user might bring it: docs/microarchitecture.md in the
// order of its text, with loops and arrays, and nothing done for speed. It is written from that text
// alone and shares no logic with rtl/; sizes, types and constants come from df_pkg.
//
// PLAIN_ROUTER_LOSES_CREDITS puts in a bug: a credit that comes back in the cycle in which another flit
// takes one of the same VC is lost.

// Numbers are ints, of which an index needs some bits only.
/* verilator lint_off UNUSEDSIGNAL */
module plain_router
  import df_pkg::*;
(
    input logic clk_i,
    input logic rst_i,
    // Writes of control registers.
    input logic cfg_we_i,
    input logic [15:0] cfg_addr_i,
    input logic [31:0] cfg_data_i,
    // What arrives.
    input logic [NV-1:0] valid_ivc_i,
    input logic [PORTS*FLIT_W-1:0] flit_ip_i,
    input logic [NV-1:0] credit_ovc_i,
    input logic [CHANNELS*16-1:0] oracle_i,
    // What leaves, all of it registered.
    output logic [NV-1:0] valid_ovc_o,
    output logic [PORTS*FLIT_W-1:0] flit_op_o,
    output logic [NV-1:0] credit_ivc_o,
    output logic [OCCUPANCIES*16-1:0] occupancy_o
);
`ifdef PLAIN_ROUTER_LOSES_CREDITS
  localparam bit LOSES_CREDITS = 1'b1;
`else
  localparam bit LOSES_CREDITS = 1'b0;
`endif

  localparam int FIRST_GLOBAL = TERMINALS + LOCALS;  // port number
  localparam int NUMBER_W = (NV <= 2) ? 1 : $clog2(NV);
  localparam int COUNT_W = $clog2(DEPTH + 1);
  localparam int QUEUE_COUNT_W = $clog2(OQ_DEPTH + 1);
  localparam int TIME_COUNT_W = $clog2(CTQ_DEPTH + 1);

  // An output VC.
  typedef struct packed {
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0] vc;
  } route_t;

  // A way to a group: where it leaves this router, and the global channel of the group that it takes.
  typedef struct packed {
    route_t route;
    logic [15:0] channel;
  } way_t;

  typedef struct packed {
    logic mid_packet;                 // between the head and the tail of a packet
    logic decided;                    // of a terminal: the path of the packet at the front is known
    logic batch;
    route_t route;                    // if mid_packet or decided
    logic nonmin;                     // the decision
    logic [GROUP_W-1:0] mid_group;
    logic [7:0] salt;
    logic [SLOT_W-1:0] first;         // FIFO of flits
    logic [COUNT_W-1:0] count;
    logic [SLOT_W-1:0] credit_first;  // FIFO of pending credits
    logic [COUNT_W-1:0] credit_count;
  } input_vc_t;

  typedef struct packed {
    logic held;
    logic [CREDIT_W-1:0] credits;
    logic [7:0] taken;        // credits, modulo CTQ_ONE_IN
    logic [7:0] returned;
    logic [CTQ_W-1:0] first;  // FIFO of timestamps
    logic [TIME_COUNT_W-1:0] count;
  } output_vc_t;

  typedef struct packed {
    logic [NUMBER_W-1:0] pointer;
    logic [OQ_W-1:0] first;  // FIFO of flits
    logic [QUEUE_COUNT_W-1:0] count;
    logic measured;          // a round trip, in the cycle before
    logic [15:0] round_trip;
    logic [14:0] t_d;
  } output_port_t;

  typedef struct packed {
    logic [VC_W-1:0] vc;
    flit_t flit;
  } queued_t;

  // ---- registers ----
  logic [15:0] now;
  input_vc_t input_vc[NV];
  output_vc_t output_vc[NV];
  output_port_t output_port[PORTS];
  logic [31:0] lfsr[TERMINALS];
  flit_t fifo[NV][DEPTH];
  queued_t queue[PORTS][OQ_DEPTH];
  logic [15:0] timestamp[NV][CTQ_DEPTH];
  logic [15:0] release_time[NV][DEPTH];

  // Control registers, and the write that is on its way to them.
  logic write_q;
  logic [15:0] address_q;
  logic [31:0] data_q;
  logic [2:0] algorithm;
  logic sequential, cut_through, all_hops;
  logic signed [15:0] threshold;
  logic [10:0] buffer_depth;
  logic [15:0] oq_limit, groups, my_group, my_router;
  logic [2:0] min_start_vc;
  logic [7:0] ctq_one_in;
  logic [PORTS-1:0] connected;
  logic [15:0] tcrt0[PORTS];
  logic [7:0] local_port[ROUTERS];
  logic [15:0] group_first[MAX_GROUPS], group_count[MAX_GROUPS];
  logic [15:0] way_router[CHANNELS], way_port[CHANNELS];

  // ---- small functions ----
  function automatic way_t way_towards(input int group, input logic [7:0] number);
    int chosen;
    chosen = int'(group_first[group]) + ((int'(number) * int'(group_count[group])) >> 8);
    way_towards.channel = 16'(int'(way_router[chosen]) * GLOBALS + int'(way_port[chosen]));
    way_towards.route.vc = '0;
    if (way_router[chosen] == my_router)
      way_towards.route.port = PORT_W'(FIRST_GLOBAL + int'(way_port[chosen]));
    else way_towards.route.port = PORT_W'(local_port[ROUTER_W'(way_router[chosen])]);
  endfunction

  function automatic logic [7:0] reversed(input logic [7:0] number);
    for (int k = 0; k < 8; k++) reversed[k] = number[7-k];
  endfunction

  // The route to a destination in this group for a packet that would go on on VC `vc`.
  function automatic route_t route_inside(input flit_t flit, input logic [7:0] salt, input int vc);
    if (int'(flit.dst[ROUTER_W-1:0]) == int'(my_router)) begin
      route_inside.port = PORT_W'(flit.dst_term);
      route_inside.vc = VC_W'((int'(salt) * VCS) >> 8);
    end else begin
      route_inside.port = PORT_W'(local_port[flit.dst[ROUTER_W-1:0]]);
      route_inside.vc = VC_W'(vc);
    end
  endfunction

  // The route function of a head flit that came from another router.
  function automatic route_t route_of(input flit_t flit, input int port, input int vc);
    int target, next_vc;
    logic [7:0] salt;
    way_t way;
    next_vc = (port < FIRST_GLOBAL) ? vc : vc + 1;
    target = (flit.nonmin && vc == 0 && port < FIRST_GLOBAL) ? int'(flit.mid)
                                                             : int'(flit.dst[NODE_W-1:ROUTER_W]);
    if (target == int'(my_group)) begin
      route_of = route_inside(flit, flit.salt, next_vc);
    end else begin
      salt = (flit.nonmin && target == int'(flit.dst[NODE_W-1:ROUTER_W])) ? reversed(flit.salt) : flit.salt;
      way = way_towards(target, salt);
      route_of.port = way.route.port;
      route_of.vc = VC_W'(next_vc);
    end
  endfunction

  function automatic int port_of(input int number);
    port_of = number / STRIDE;
  endfunction

  function automatic int number_of(input route_t route);
    number_of = int'(route.port) * STRIDE + int'(route.vc);
  endfunction

  // ---- 1. fronts ----
  logic [NV-1:0] has_front, multi_flit_head;
  flit_t front[NV];

  always_comb begin
    for (int i = 0; i < NV; i++) begin
      has_front[i] = input_vc[i].count != '0 || valid_ivc_i[i];
      front[i] = (input_vc[i].count != '0) ? fifo[i][input_vc[i].first]
                                           : flit_t'(flit_ip_i[port_of(i)*FLIT_W+:FLIT_W]);
      multi_flit_head[i] = has_front[i] && front[i].head && !front[i].tail;
    end
  end

  // ---- 2. routes of packets that have one when the cycle begins, and 3. queue estimates ----
  logic [NV-1:0] assigned;
  route_t known_route[NV];
  logic [15:0] q_vc[NV], q_port[PORTS];

  always_comb begin : estimate
    int n;
    n = 0;
    for (int i = 0; i < NV; i++) begin
      known_route[i] = input_vc[i].route;
      assigned[i] = input_vc[i].mid_packet || input_vc[i].decided;
      if (!input_vc[i].mid_packet && port_of(i) >= TERMINALS && has_front[i]) begin
        known_route[i] = route_of(front[i], port_of(i), i % STRIDE);
        assigned[i] = 1'b1;
      end
    end
    for (int o = 0; o < PORTS; o++) begin
      q_port[o] = '0;
      for (int v = 0; v < STRIDE; v++) begin
        q_vc[o*STRIDE+v] = '0;
        if (v < VCS) q_vc[o*STRIDE+v] = 16'(buffer_depth) - 16'(output_vc[o*STRIDE+v].credits);
        q_port[o] += q_vc[o*STRIDE+v];
      end
    end
    for (int i = 0; i < NV; i++)
      if (assigned[i]) begin
        n = number_of(known_route[i]);
        q_vc[n] += 16'd1;
        q_port[known_route[i].port] += 16'd1;
      end
  end

  // ---- 2. decisions of terminal ports ----
  logic [TERMINALS-1:0] decides, nonmin;
  logic [GROUP_W-1:0] mid_group[TERMINALS];
  route_t decided_route[TERMINALS];

  always_comb begin : decide
    // As the later ports see them.
    logic [15:0] seen_q_vc[NV], seen_q_port[PORTS], seen_oracle[CHANNELS];
    flit_t flit;
    logic [7:0] salt;
    int middle, q_m, q_n, h_m, h_n, n;
    logic leaves_group, has_choice;
    way_t minimal, other;

    n = 0;
    seen_q_vc = q_vc;
    seen_q_port = q_port;
    for (int k = 0; k < CHANNELS; k++) seen_oracle[k] = oracle_i[k*16+:16];
    for (int t = 0; t < TERMINALS; t++) begin
      decides[t] = has_front[t*STRIDE] && !input_vc[t*STRIDE].mid_packet &&
          !input_vc[t*STRIDE].decided;
      nonmin[t] = 1'b0;
      mid_group[t] = '0;
      decided_route[t] = '0;
      flit = front[t*STRIDE];
      salt = lfsr[t][7:0];
      middle = int'((32'(lfsr[t][31:16]) * 32'(groups)) >> 16);
      leaves_group = int'(flit.dst[NODE_W-1:ROUTER_W]) != int'(my_group);
      has_choice = leaves_group && middle != int'(my_group) && middle != int'(flit.dst[NODE_W-1:ROUTER_W]) &&
          algorithm != ALG_MIN;
      minimal = '0;
      other = '0;
      q_m = 0;
      q_n = 0;
      h_m = 0;
      h_n = 0;
      if (decides[t]) begin
        if (leaves_group) begin
          minimal = way_towards(int'(flit.dst[NODE_W-1:ROUTER_W]), salt);
          minimal.route.vc = VC_W'(min_start_vc);
        end else begin
          minimal.route = route_inside(flit, salt, int'(min_start_vc));
        end
        if (has_choice) begin
          other = way_towards(middle, salt);
          h_m = all_hops ? 2 : 1;
          h_n = all_hops ? 4 : 2;
          if (all_hops && int'(minimal.route.port) < FIRST_GLOBAL) h_m += 1;
          if (all_hops && int'(other.route.port) < FIRST_GLOBAL) h_n += 1;
          q_m = int'(seen_q_port[minimal.route.port]);
          q_n = int'(seen_q_port[other.route.port]);
          if (algorithm == ALG_UGAL_G) begin
            q_m = int'(seen_oracle[CHANNEL_W'(minimal.channel)]);
            q_n = int'(seen_oracle[CHANNEL_W'(other.channel)]);
          end else if (algorithm == ALG_UGAL_L_VC ||
                       (algorithm != ALG_UGAL_L && minimal.route.port == other.route.port)) begin
            q_m = int'(seen_q_vc[number_of(minimal.route)]);
            q_n = int'(seen_q_vc[number_of(other.route)]);
          end
          nonmin[t] = algorithm == ALG_VAL || !(q_m * h_m <= q_n * h_n + int'(threshold));
        end
        mid_group[t] = nonmin[t] ? GROUP_W'(middle) : '0;
        if (nonmin[t]) minimal = other;
        decided_route[t] = minimal.route;
        if (sequential) begin
          n = number_of(minimal.route);
          seen_q_vc[n] += 16'd1;
          seen_q_port[minimal.route.port] += 16'd1;
          if (leaves_group) seen_oracle[CHANNEL_W'(minimal.channel)] += 16'd1;
        end
      end
    end
  end

  // ---- 4. switch allocation ----
  logic [NV-1:0] eligible, grant, batch_next;
  route_t route[NV];
  int need[NV];
  logic [NUMBER_W-1:0] pointer_next[PORTS];

  always_comb begin : allocate
    int granted, requests, i;
    int granted_vc[STRIDE];
    logic [STRIDE-1:0] head_granted_vc;
    logic [NV-1:0] waits;
    output_vc_t wanted;

    for (int n = 0; n < NV; n++) begin
      route[n] = known_route[n];
      if (port_of(n) < TERMINALS && n % STRIDE == 0 && decides[TERM_W'(port_of(n))])
        route[n] = decided_route[TERM_W'(port_of(n))];
      need[n] = (cut_through && multi_flit_head[n]) ? int'(front[n].len) + 1 : 1;
      wanted = output_vc[number_of(route[n])];
      eligible[n] = has_front[n] &&
          int'(output_port[route[n].port].count) + SPEEDUP <= int'(oq_limit) &&
          int'(wanted.credits) >= need[n] && (input_vc[n].mid_packet || !wanted.held);
    end

    grant = '0;
    batch_next = '0;
    for (int o = 0; o < PORTS; o++) begin
      granted = 0;
      requests = 0;
      for (int v = 0; v < STRIDE; v++) granted_vc[v] = 0;
      head_granted_vc = '0;
      pointer_next[o] = output_port[o].pointer;
      for (int first_class = 1; first_class >= 0; first_class--) begin
        for (int k = 0; k < NV; k++) begin
          i = int'(output_port[o].pointer) + k;
          if (i >= NV) i -= NV;
          if (eligible[i] && int'(route[i].port) == o &&
              input_vc[i].batch == (first_class == 1)) begin
            requests += 1;
            if (granted < SPEEDUP &&
                int'(output_vc[number_of(route[i])].credits) - granted_vc[route[i].vc] >=
                    need[i] &&
                !(multi_flit_head[i] && granted_vc[route[i].vc] != 0) &&
                !head_granted_vc[route[i].vc]) begin
              grant[i] = 1'b1;
              granted += 1;
              granted_vc[route[i].vc] += 1;
              if (multi_flit_head[i]) head_granted_vc[route[i].vc] = 1'b1;
              pointer_next[o] = (i == NV - 1) ? '0 : NUMBER_W'(i + 1);
            end
          end
        end
      end
      if (requests < 2) pointer_next[o] = output_port[o].pointer;

      waits = '0;
      for (int n = 0; n < NV; n++)
        waits[n] = has_front[n] && int'(route[n].port) == o && !grant[n];
      for (int n = 0; n < NV; n++) if (waits[n] && input_vc[n].batch) batch_next[n] = 1'b1;
      if ((batch_next & waits) == '0) batch_next |= waits;
    end
  end

  // ---- the clock edge ----
  // Variables of this process are written in the order of the text, so with blocking assignments. No
  // other process that is clocked reads them. Outputs are registers like any others.
  /* verilator lint_off BLKSEQ */
  always_ff @(posedge clk_i) begin : edge_of_clock
    flit_t flit;
    logic [14:0] least_t_d;
    logic [NV-1:0] gives_credit, takes_credit;
    logic [15:0] round_trip;
    int o, n;

    if (rst_i) begin
      now = '0;
      for (int i = 0; i < NV; i++) begin
        input_vc[i] = '0;
        output_vc[i] = '0;
      end
      for (int p = 0; p < PORTS; p++) begin
        output_port[p] = '0;
        tcrt0[p] = '0;
      end
      for (int t = 0; t < TERMINALS; t++) lfsr[t] = '0;
      write_q = 1'b0;
      address_q = '0;
      data_q = '0;
      {algorithm, sequential, cut_through, all_hops, threshold, buffer_depth} = '0;
      {oq_limit, groups, my_group, my_router, min_start_vc, ctq_one_in, connected} = '0;
      for (int r = 0; r < ROUTERS; r++) local_port[r] = '0;
      for (int g = 0; g < MAX_GROUPS; g++) begin
        group_first[g] = '0;
        group_count[g] = '0;
      end
      for (int k = 0; k < CHANNELS; k++) begin
        way_router[k] = '0;
        way_port[k] = '0;
      end
      valid_ovc_o <= '0;
      flit_op_o <= '0;
      credit_ivc_o <= '0;
      occupancy_o <= '0;
    end else begin
      for (int k = 0; k < OCCUPANCIES; k++)
        occupancy_o[k*16+:16] <= (algorithm == ALG_UGAL_G && k < GLOBALS)
            ? q_port[PORT_W'(FIRST_GLOBAL + k)] : '0;

      // t_d of the cycle, and its least value over all outputs that lead anywhere.
      least_t_d = '1;
      for (int p = 0; p < PORTS; p++)
        if (connected[p] && output_port[p].t_d < least_t_d) least_t_d = output_port[p].t_d;

      // Decisions.
      for (int t = 0; t < TERMINALS; t++)
        if (decides[t]) begin
          input_vc[t*STRIDE].decided = 1'b1;
          input_vc[t*STRIDE].route = decided_route[t];
          input_vc[t*STRIDE].nonmin = nonmin[t];
          input_vc[t*STRIDE].mid_group = mid_group[t];
          input_vc[t*STRIDE].salt = lfsr[t][7:0];
          lfsr[t] = xorshift(lfsr[t]);
        end

      // Grants: ascending, which is the order in which flits enter an output queue.
      gives_credit = '0;
      takes_credit = '0;
      for (int i = 0; i < NV; i++) begin
        input_vc[i].batch = batch_next[i];
        if (grant[i]) begin
          o = int'(route[i].port);
          n = number_of(route[i]);
          flit = front[i];
          if (flit.head) begin
            if (flit.hops != 4'd15) flit.hops += 4'd1;
            if (port_of(i) < TERMINALS) begin
              flit.nonmin = input_vc[i].nonmin;
              flit.mid = input_vc[i].mid_group;
              flit.salt = input_vc[i].salt;
            end
            input_vc[i].decided = 1'b0;
            input_vc[i].route = route[i];
          end
          input_vc[i].mid_packet = !flit.tail;
          output_vc[n].held = !flit.tail;
          output_vc[n].credits -= 1'b1;
          takes_credit[n] = 1'b1;
          queue[o][OQ_W'(int'(output_port[o].first)+int'(output_port[o].count))] =
              '{vc: route[i].vc, flit: flit};
          output_port[o].count += 1'b1;
          if (algorithm == ALG_UGAL_L_CR && port_of(i) >= TERMINALS &&
              port_of(i) < FIRST_GLOBAL) begin
            release_time[i][SLOT_W'(int'(input_vc[i].credit_first)+int'(input_vc[i].credit_count))] =
                now + 16'(output_port[o].t_d) - 16'(least_t_d);
            input_vc[i].credit_count += 1'b1;
          end else begin
            gives_credit[i] = 1'b1;
          end
          if (algorithm == ALG_UGAL_L_CR) begin
            if (output_vc[n].taken == '0) begin
              timestamp[n][CTQ_W'((int'(output_vc[n].first)+int'(output_vc[n].count))%CTQ_DEPTH)] =
                  now;
              output_vc[n].count += 1'b1;
            end
            output_vc[n].taken = (output_vc[n].taken + 8'd1 == ctq_one_in) ? '0
                                                                           : output_vc[n].taken + 8'd1;
          end
        end
      end

      // FIFOs: what leaves, then what arrives and stays.
      for (int i = 0; i < NV; i++) begin
        if (grant[i] && input_vc[i].count != '0) begin
          input_vc[i].first += 1'b1;
          input_vc[i].count -= 1'b1;
          if (valid_ivc_i[i]) begin
            fifo[i][SLOT_W'(int'(input_vc[i].first)+int'(input_vc[i].count))] =
                flit_t'(flit_ip_i[port_of(i)*FLIT_W+:FLIT_W]);
            input_vc[i].count += 1'b1;
          end
        end else if (valid_ivc_i[i] && !grant[i]) begin
          fifo[i][SLOT_W'(int'(input_vc[i].first)+int'(input_vc[i].count))] =
              flit_t'(flit_ip_i[port_of(i)*FLIT_W+:FLIT_W]);
          input_vc[i].count += 1'b1;
        end
      end

      // Outputs: a queue that was empty lets the first flit of this cycle through.
      valid_ovc_o <= '0;
      for (int p = 0; p < PORTS; p++) begin
        output_port[p].pointer = pointer_next[p];
        if (output_port[p].count != '0) begin
          valid_ovc_o[p*STRIDE+int'(queue[p][output_port[p].first].vc)] <= 1'b1;
          flit_op_o[p*FLIT_W+:FLIT_W] <= queue[p][output_port[p].first].flit;
          output_port[p].first += 1'b1;
          output_port[p].count -= 1'b1;
        end
      end

      // Credits that come back.
      for (int i = 0; i < NV; i++)
        if (credit_ovc_i[i] && !(LOSES_CREDITS && takes_credit[i]))
          output_vc[i].credits += 1'b1;

      // Pending credits of local ports, the one of this cycle among them.
      for (int i = TERMINALS * STRIDE; i < FIRST_GLOBAL * STRIDE; i++)
        if (input_vc[i].credit_count != '0 &&
            now - release_time[i][input_vc[i].credit_first] < 16'h8000) begin
          gives_credit[i] = 1'b1;
          input_vc[i].credit_first += 1'b1;
          input_vc[i].credit_count -= 1'b1;
        end
      credit_ivc_o <= gives_credit;

      // Credit round trips: the measurement of the cycle before, then that of this cycle.
      for (int p = 0; p < PORTS; p++) begin
        if (output_port[p].measured) begin
          if (output_port[p].round_trip <= tcrt0[p]) begin
            output_port[p].t_d = '0;
          end else begin
            round_trip = output_port[p].round_trip - tcrt0[p];
            output_port[p].t_d = round_trip[15] ? '1 : round_trip[14:0];
          end
        end
        output_port[p].measured = 1'b0;
        if (algorithm == ALG_UGAL_L_CR)
          for (int v = 0; v < VCS; v++) begin
            n = p * STRIDE + v;
            if (credit_ovc_i[n]) begin
              if (output_vc[n].returned == '0) begin
                output_port[p].measured = 1'b1;
                output_port[p].round_trip = now - timestamp[n][output_vc[n].first];
                output_vc[n].first = CTQ_W'((int'(output_vc[n].first) + 1) % CTQ_DEPTH);
                output_vc[n].count -= 1'b1;
              end
              output_vc[n].returned = (output_vc[n].returned + 8'd1 == ctq_one_in)
                  ? '0 : output_vc[n].returned + 8'd1;
            end
          end
      end

      // Control registers: in force from the next cycle on.
      if (write_q) begin
        case (address_q)
          ADDR_ALGORITHM: algorithm = data_q[2:0];
          ADDR_FLAGS: {all_hops, cut_through, sequential} = data_q[2:0];
          ADDR_THRESHOLD: threshold = data_q[15:0];
          ADDR_BUFFER_DEPTH: begin
            buffer_depth = data_q[10:0];
            for (int i = 0; i < NV; i++)
              if (i % STRIDE < VCS) output_vc[i].credits = CREDIT_W'(data_q[10:0]);
          end
          ADDR_OQ_LIMIT: oq_limit = data_q[15:0];
          ADDR_GROUPS: groups = data_q[15:0];
          ADDR_MY_GROUP: my_group = data_q[15:0];
          ADDR_MY_ROUTER: my_router = data_q[15:0];
          ADDR_MIN_START_VC: min_start_vc = data_q[2:0];
          ADDR_CTQ_ONE_IN: ctq_one_in = data_q[7:0];
          default: ;
        endcase
        for (int p = 0; p < PORTS; p++) begin
          if (int'(address_q) == int'(ADDR_CONNECTED) + p / 32) connected[p] = data_q[p%32];
          if (int'(address_q) == int'(ADDR_TCRT0) + p) tcrt0[p] = data_q[15:0];
        end
        for (int t = 0; t < TERMINALS; t++)
          if (int'(address_q) == int'(ADDR_LFSR) + t) lfsr[t] = data_q;
        for (int r = 0; r < ROUTERS; r++)
          if (int'(address_q) == int'(ADDR_LOCAL_PORT) + r) local_port[r] = data_q[7:0];
        for (int g = 0; g < MAX_GROUPS; g++)
          if (int'(address_q) == int'(ADDR_GROUP) + g) begin
            group_first[g] = data_q[15:0];
            group_count[g] = data_q[31:16];
          end
        for (int k = 0; k < CHANNELS; k++)
          if (int'(address_q) == int'(ADDR_WAY) + k) begin
            way_router[k] = data_q[15:0];
            way_port[k] = data_q[31:16];
          end
      end
      write_q = cfg_we_i;
      address_q = cfg_addr_i;
      data_q = cfg_data_i;
      now += 16'd1;
    end
  end
  /* verilator lint_on BLKSEQ */
endmodule
/* verilator lint_on UNUSEDSIGNAL */
