// SPDX-License-Identifier: Apache-2.0
// All terminals of a network: sources with their queues, sinks, and the check of every delivery.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/common/archive.hpp"
#include "models/common/bytes.hpp"
#include "models/common/zeros.hpp"
#include "models/endpoint/creation_queue.hpp"
#include "models/endpoint/lane_words.hpp"
#include "models/endpoint/packet_pool.hpp"
#include "models/endpoint/receive_queues.hpp"
#include "models/router/routes.hpp"
#include "models/statistics/delivery.hpp"
#include "models/traffic/traffic.hpp"

namespace dragonfly {

struct Configuration;

/// The terminals, for any engine. An engine does in every cycle, for each terminal,
///
/// 1. generate: packets of this cycle enter the source queue;
/// 2. credit: for each credit that is in the terminal's input register in this cycle;
/// 3. inject: at most one flit leaves the terminal. Sent in cycle c it is in the router's input
///    register in cycle c + terminal latency. A packet may leave in the cycle in which it was
///    created, and a credit may be used in the cycle in which it arrived;
/// 4. receive: for the flit that is in the terminal's input register in this cycle, and then
///    consume. The engine returns the credit of each flit that either of them names as consumed.
///
/// and report_deliveries at the end. Terminals are independent: groups of them may take their turns
/// in any order within a cycle, and receive and consume may come before the others. Results, the
/// packet trace included, do not depend on that order; packet handles do. Groups may also take
/// their turns at the same time, if each has a lane of its own (divide), which is then to be named.
///
/// Sources send on VC 0, count credits for it (D = router.buffer_depth at the start), and under
/// virtual cut-through send no head before there is room for its packet. On a slow channel a source
/// sends a flit in so many cycles at most, as a router does.
///
/// Every delivery is checked: each packet arrives once, at its destination, its flits in order,
/// with the right flags and length, and not mixed with another packet of its VC. What is wrong is
/// thrown as Error(ExitCode::kDelivery).
class Terminals {
 public:
  /// Throws InputError for traffic that this network cannot have.
  Terminals(const Configuration& config, const Fabric& fabric);

  /// `sink` gets every packet delivered from now on. It must outlive this object.
  void add_sink(DeliverySink& sink) { sinks_.push_back(&sink); }

  /// FlitFormat::destination() of packets to a terminal.
  [[nodiscard]] std::uint32_t destination_of(int terminal) const {
    return destinations_[static_cast<std::size_t>(terminal)];
  }

  /// Creates the packets of `cycle` at terminals first .. last-1. Each terminal's cycles must come
  /// one after the other, beginning with 0. Nothing happens after stop().
  void generate(std::int64_t cycle, int first, int last, int lane = 0);

  /// A credit for VC 0 arrives at `terminal`.
  void credit(int terminal) {
    Source& source = sources_[static_cast<std::size_t>(terminal)];
    if (source.credits == depth_) throw_surplus_credit(terminal);
    ++source.credits;
    wake_if((source.flits_left | source.queue.size()) != 0, source, terminal);
  }

  /// Calls send(terminal, flit) for each of terminals first .. last-1 that sends a flit in `cycle`.
  /// `flit` has format().flit_words() words and is valid during the call.
  template <class Send>
  void inject(std::int64_t cycle, int first, int last, Send&& send, int lane = 0) {
    std::uint64_t flit[2];
    Lane& mine = lanes_[static_cast<std::size_t>(lane)];
    each_awake(first, last, [&](int terminal) {
      if (next_flit(cycle, terminal, mine, flit))
        send(terminal, static_cast<const std::uint64_t*>(flit));
    });
  }

  /// A flit arrives at `terminal` on `vc` in `cycle`. If it is consumed at once, calls
  /// consumed(terminal, vc). Throws what eject() throws.
  template <class Consumed>
  void receive(std::int64_t cycle, int terminal, int vc, const std::uint64_t* flit,
               Consumed&& consumed, int lane = 0) {
    if (!received_.immediate())
      return received_.push(terminal, vc, flit, format_.flit_words(), lane);
    eject(cycle, terminal, vc, flit, lane);
    consumed(terminal, vc);
  }

  /// Calls consumed(terminal, vc) for each terminal that consumes in `cycle` a flit that it did not
  /// consume at once, and received on this lane. Throws what eject() throws.
  template <class Consumed>
  void consume(std::int64_t cycle, Consumed&& consumed, int lane = 0) {
    if (received_.immediate()) return;
    received_.consume(
        cycle,
        [&](int terminal, int vc, const std::uint64_t* flit) {
          eject(cycle, terminal, vc, flit, lane);
          consumed(terminal, vc);
        },
        lane);
  }

  /// Flits that have arrived and wait to be consumed. They will be, whatever the network does.
  [[nodiscard]] std::int64_t waiting_flits() const {
    return received_.waiting() + heard_.waiting_flits;
  }

  /// `terminal` consumes a flit that arrived on `vc`. Throws Error(ExitCode::kDelivery) if it must
  /// not be there.
  void eject(std::int64_t cycle, int terminal, int vc, const std::uint64_t* flit, int lane = 0);

  /// Calls visit(lane) for every lane, at best in the thread that will use it.
  using EachLane = std::function<void(const std::function<void(std::size_t)>& visit)>;

  /// Divides the terminals into lanes, each used by one thread at a time: terminals firsts[lane] to
  /// firsts[lane + 1]-1. Before the first cycle. A lane is to be named where its terminals
  /// generate, inject, receive, consume and eject; what a terminal receives may be a matter of
  /// another lane, always the same. Handles depend on the lanes, and not on threads. What a lane's
  /// terminals remember is written by each_lane first, so that it lies in memory near that thread.
  void divide(const std::vector<int>& firsts, const EachLane& each_lane);
  void divide(const std::vector<int>& firsts);

  // Where other processes simulate some of the terminals, between the cycles: packets go from one
  // to the other with their records, and each hears what the others have counted and delivered.

  /// The record of a packet in the network.
  [[nodiscard]] const PacketRecord& record(std::uint32_t handle) const { return packets_[handle]; }
  /// A packet has left for another process; its handle was used on a lane.
  void leave(std::uint32_t handle, int lane) {
    packets_.give_back(handle, packets_[handle], static_cast<std::size_t>(lane));
  }
  /// A packet has come from another process; its handle here.
  [[nodiscard]] std::uint32_t enter(const PacketRecord& record, int lane) {
    const auto [handle, place] = packets_.take(static_cast<std::size_t>(lane));
    place = record;
    return handle;
  }
  /// In every cycle before the following two: the sinks get what was delivered here.
  void begin_telling() { hand_over_deliveries(); }
  /// Tells the process with this number.
  void tell(ByteWriter& writer, int to) const;
  /// Forgets what was heard in earlier cycles.
  void begin_hearing() { heard_ = {}; }
  void hear(ByteReader& reader);
  /// The same for the packets that describe_network() names.
  void tell_inside(ByteWriter& writer) const;
  void hear_inside(ByteReader& reader);

  // For engines whose packets have one flit, and that look at a packet only where it decides.

  /// Whether all packets have one flit, on channels that take one in every cycle.
  [[nodiscard]] bool single_flits() const { return single_flits_ && intervals_.empty(); }
  /// Generate and inject in one, after the credits of the cycle; calls send(terminal, handle,
  /// destination).
  template <class Send>
  [[gnu::always_inline]] void send_packets(std::int64_t cycle, int first, int last, int lane,
                                           Send&& send) {
    if (stopped_) return;
    Lane& mine = lanes_[static_cast<std::size_t>(lane)];
    if (traffic_.one_at_a_time()) {
      for (int base = first; base < last; base += 64) {
        std::uint64_t creators = traffic_.creators(cycle, base, last);
        for (; creators != 0; creators &= creators - 1) {
          const int terminal = base + std::countr_zero(creators);
          Source& source = sources_[static_cast<std::size_t>(terminal)];
          // Most packets leave at once: they need no queue.
          if (source.queue.empty() && source.credits != 0) {
            note_created(terminal, source, mine);
            send_packet(cycle, cycle, terminal, source, mine, send);
          } else {
            create(cycle, terminal, source, mine);
          }
        }
      }
    } else {
      generate(cycle, first, last, lane);
    }
    // Terminals that have just sent a packet have no other, and are not awake. Those that are have
    // a packet and a credit.
    each_awake(
        first, last, [&](int terminal) __attribute__((always_inline)) {
          Source& source = sources_[static_cast<std::size_t>(terminal)];
          const std::int64_t created = source.queue.pop(mine.creations);
          send_packet(cycle, created, terminal, source, mine, send);
          sleep_if(source.queue.empty() | (source.credits == 0), source, terminal);
        });
  }
  /// Fetches the record of a packet.
  [[gnu::always_inline]] void fetch(std::uint32_t handle) const {
    __builtin_prefetch(&packets_[handle], 1);
  }
  /// The router of its source has decided on the path of a packet; `hops`: routers on it.
  void decided(std::uint32_t handle, bool nonminimal, int hops) {
    PacketRecord& packet = packets_[handle];
    packet.nonminimal = nonminimal;
    packet.hops = static_cast<std::uint8_t>(hops);
  }
  /// As eject.
  [[gnu::always_inline]] void eject_packet(std::int64_t cycle, int terminal, std::uint32_t handle,
                                           int lane) {
    PacketRecord& packet = packets_[handle];
    if (packet.next_flit != 0 || packet.destination != static_cast<std::uint32_t>(terminal))
      throw_bad_packet(cycle, terminal, handle);
    Lane& mine = lanes_[static_cast<std::size_t>(lane)];
    ++mine.counters.delivered_flits;
    deliver(cycle, handle, packet, mine);
  }

  /// To be called at the end of a cycle: the sinks get what was delivered in it.
  void report_deliveries() {
    hand_over_deliveries();
    if (!needed_.empty()) packets_.supply(needed_);
  }

  /// From now on no packet is created and none leaves its source queue; a packet whose head has
  /// left is completed. What is in the network can then be awaited.
  void stop() { stopped_ = true; }

  [[nodiscard]] const FlitFormat& format() const { return format_; }
  [[nodiscard]] TrafficCounters counters() const {
    TrafficCounters sum = own_counters();
    sum += heard_.counters;
    return sum;
  }
  /// Packets that will be created in all (batch, trace); -1 if there is no end.
  [[nodiscard]] std::int64_t total_packets() const { return traffic_.total_packets(); }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  /// Whether every packet of a batch or trace has been created and delivered.
  [[nodiscard]] bool all_delivered() const {
    return counters().delivered_packets == traffic_.total_packets();
  }
  /// Credits of a source for its router.
  [[nodiscard]] int credits(int terminal) const {
    return sources_[static_cast<std::size_t>(terminal)].credits;
  }

  /// The oldest packets in the network, one a line, at most `most`; empty if there are none.
  [[nodiscard]] std::string describe_network(int most) const;
  /// Throws Error(ExitCode::kDelivery), with the packets, if any is still in the network. For
  /// the end of a run, and for a network that holds no flit any more.
  void check_network_empty() const;

  /// Between cycles, after report_deliveries(). What other processes have told is no state: they
  /// tell it again in every cycle.
  void serialize(Archive& archive) {
    archive(traffic_, stopped_, sources_, awake_, packets_, received_, open_, lanes_, next_cycles_);
  }

 private:
  struct Source {
    CreationQueue queue;
    std::uint32_t sequence = 0;  ///< number of the packet that is sent next
    std::uint32_t handle = 0;    ///< of the packet being sent
    std::uint16_t credits = 0;
    std::uint8_t flits_left = 0;  ///< of the packet being sent
    std::uint8_t size = 0;        ///< of the packet being sent
    std::uint32_t awake = 0;      ///< its word of awake_
  };

  /// What the terminals of one thread share, on cache lines of their own.
  struct alignas(64) Lane {
    std::size_t number = 0;
    CreationStore creations;
    TrafficCounters counters;
    DeliveryList deliveries;  ///< of this cycle

    void serialize(Archive& archive) { archive(creations, counters); }
  };

  /// What other processes have told.
  struct Heard {
    TrafficCounters counters;
    std::int64_t waiting_flits = 0;
    std::vector<PacketRecord> inside;
  };

  void hand_over_deliveries() {
    for (Lane& lane : lanes_) {
      for (DeliverySink* sink : sinks_)
        sink->delivered({lane.deliveries.data(), lane.deliveries.size()});
      lane.deliveries.clear();
    }
  }
  [[nodiscard]] TrafficCounters own_counters() const {
    TrafficCounters sum;
    for (const Lane& lane : lanes_) sum += lane.counters;
    return sum;
  }
  /// The packets in the network of this process.
  [[nodiscard]] std::vector<PacketRecord> inside() const;

  // Whether a terminal has something to send and may nobody can foresee: no branches.
  [[gnu::always_inline]] void wake_if(bool so, const Source& source, int terminal) {
    awake_[source.awake] |= std::uint64_t{so} << (terminal & 63);
  }
  [[gnu::always_inline]] void sleep_if(bool so, const Source& source, int terminal) {
    awake_[source.awake] &= ~(std::uint64_t{so} << (terminal & 63));
  }
  /// Bits of word `word` of a mask over terminals that stand for first .. last-1.
  [[nodiscard]] static std::uint64_t mask_of(int word, int first, int last) {
    std::uint64_t mask = ~std::uint64_t{0};
    if (first > word << 6) mask &= ~std::uint64_t{0} << (first & 63);
    if (last < (word + 1) << 6) mask &= ~(~std::uint64_t{0} << (last & 63));
    return mask;
  }
  /// Calls visit(terminal) for those of terminals first .. last-1, all of one lane, that may have a
  /// flit to send.
  template <class Visit>
  [[gnu::always_inline]] void each_awake(int first, int last, Visit&& visit) {
    if (first == last) return;
    const std::uint64_t* awake = &awake_[sources_[static_cast<std::size_t>(first)].awake];
    for (int word = first >> 6; word << 6 < last; ++word, ++awake) {
      std::uint64_t mask = *awake & mask_of(word, first, last);
      for (; mask != 0; mask &= mask - 1) visit((word << 6) + std::countr_zero(mask));
    }
  }
  void find_intervals(const Wiring& wiring);
  /// Writes the flit that `terminal` sends in `cycle`; false if it sends none, and asleep unless
  /// only its channel is busy.
  bool next_flit(std::int64_t cycle, int terminal, Lane& lane, std::uint64_t* flit);
  /// Counts a packet that a terminal creates.
  [[gnu::always_inline]] void note_created(int terminal, const Source& source, Lane& lane) {
    // Those before it have left, or wait.
    lane.counters.created_flits += traffic_.size(terminal, source.sequence + source.queue.size());
    ++lane.counters.created_packets;
  }
  /// A packet enters the source queue.
  void create(std::int64_t cycle, int terminal, Source& source, Lane& lane) {
    note_created(terminal, source, lane);
    source.queue.push(lane.creations, cycle);
    wake_if(source.credits != 0, source, terminal);
  }
  /// `packets` of one size enter the source queue, which is empty.
  void create_batch(std::int64_t cycle, int terminal, Source& source, Lane& lane,
                    std::uint32_t packets) {
    lane.counters.created_flits += std::int64_t{packets} * traffic_.size(terminal, source.sequence);
    lane.counters.created_packets += packets;
    source.queue.fill(cycle, packets);
    wake_if(source.credits != 0, source, terminal);
  }
  /// A packet of one flit that was created in cycle `created` leaves.
  template <class Send>
  [[gnu::always_inline]] void send_packet(std::int64_t cycle, std::int64_t created, int terminal,
                                          Source& source, Lane& lane, Send&& send) {
    const PacketRecord& packet = begin_packet(cycle, created, terminal, source, 1, lane);
    --source.credits;
    ++lane.counters.injected_flits;
    send(terminal, source.handle, static_cast<int>(packet.destination));
  }
  /// The next packet of a source, of `size` flits, enters the network.
  [[gnu::always_inline]] PacketRecord& begin_packet(std::int64_t cycle, std::int64_t created,
                                                    int terminal, Source& source, int size,
                                                    Lane& lane) {
    const auto [handle, packet] = packets_.take(lane.number);
    source.handle = handle;
    packet.created = created;
    packet.injected = cycle;
    packet.source = static_cast<std::uint32_t>(terminal);
    packet.destination =
        static_cast<std::uint32_t>(traffic_.destination(terminal, source.sequence));
    packet.sequence = source.sequence++;
    packet.size = static_cast<std::uint8_t>(size);
    packet.next_flit = 0;
    ++lane.counters.injected_packets;
    return packet;
  }
  [[gnu::always_inline]] void deliver(std::int64_t cycle, std::uint32_t handle,
                                      PacketRecord& packet, Lane& lane) {
    // The header counts the routers, and saturates.
    static_assert(kMostCountedHops == (1 << flit_fields::kHops.bits) - 2);
    lane.deliveries.add({.id = id(packet),
                         .source = static_cast<int>(packet.source),
                         .destination = static_cast<int>(packet.destination),
                         .size = packet.size,
                         .created = packet.created,
                         .injected = packet.injected,
                         .ejected = cycle,
                         .nonminimal = packet.nonminimal,
                         .hops = packet.hops - 1});
    ++lane.counters.delivered_packets;
    packets_.give_back(handle, packet, lane.number);
  }
  [[nodiscard]] std::int64_t id(const PacketRecord& packet) const {
    return static_cast<std::int64_t>(packet.sequence) * terminals_ + packet.source;
  }
  [[nodiscard]] std::string name(const PacketRecord& packet) const;
  [[noreturn]] void throw_surplus_credit(int terminal) const;
  [[noreturn]] void throw_bad_flit(std::int64_t cycle, int terminal, int vc,
                                   const std::uint64_t* flit) const;
  [[noreturn, gnu::cold]] void throw_bad_packet(std::int64_t cycle, int terminal,
                                                std::uint32_t handle) const;
  /// What is wrong with a flit that eject() refused.
  [[nodiscard]] std::string complaint(int terminal, int vc, const std::uint64_t* flit) const;

  FlitFormat format_;
  Traffic traffic_;
  int terminals_, vcs_, depth_;
  bool cut_through_, single_flits_;
  bool stopped_ = false;
  Zeros<Source> sources_;  ///< [terminal]; of lanes only
  /// Bit masks: terminals that may have a flit to send. Each lane has words of its own.
  std::vector<std::uint64_t> awake_;
  PacketPool packets_;
  ReceiveQueues received_;
  std::vector<std::uint32_t> destinations_;  ///< [terminal]: FlitFormat::destination()
  Zeros<std::uint32_t> open_;  ///< [terminal][VC]: handle + 1 of an unfinished packet, or 0
  std::vector<Lane> lanes_;
  std::vector<std::uint8_t> intervals_;    ///< [terminal]: of its channel; empty: all are 1
  std::vector<std::int64_t> next_cycles_;  ///< [terminal]: first in which it may send; or empty
  std::vector<std::uint32_t> needed_;      ///< [lane]: records for PacketPool::supply(); or empty
  std::vector<DeliverySink*> sinks_;
  Heard heard_;
};

}  // namespace dragonfly
