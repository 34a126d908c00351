// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/terminals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"

namespace dragonfly {
Terminals::Terminals(const Configuration& config, const Fabric& fabric)
    : format_(fabric.routes->design().header),
      traffic_(config, fabric.wiring),
      terminals_(fabric.wiring.terminals()),
      vcs_(config.router.vcs),
      depth_(config.router.buffer_depth),
      cut_through_(config.router.flow_control == FlowControl::kVirtualCutThrough),
      single_flits_(config.traffic.packet_size == 1 && config.traffic.pattern != Pattern::kTrace),
      sources_(static_cast<std::size_t>(terminals_)),
      packets_(format_.handles()),
      received_(config, terminals_),
      open_(static_cast<std::size_t>(terminals_) * static_cast<std::size_t>(vcs_)) {
  divide({0, terminals_});
  destinations_.reserve(static_cast<std::size_t>(terminals_));
  for (int terminal = 0; terminal < terminals_; ++terminal)
    destinations_.push_back(fabric.routes->destination(terminal));
  find_intervals(fabric.wiring);
}

void Terminals::find_intervals(const Wiring& wiring) {
  if (!wiring.has_slow_channels()) return;
  for (int terminal = 0; terminal < terminals_; ++terminal) {
    const PortPlace place = wiring.injection(terminal);
    intervals_.push_back(
        static_cast<std::uint8_t>(wiring.input_interval(place.router, place.port)));
  }
  next_cycles_.assign(intervals_.size(), 0);
}

void Terminals::divide(const std::vector<int>& firsts) {
  divide(firsts, [&](const auto& visit) {
    for (std::size_t lane = 0; lane + 1 < firsts.size(); ++lane) visit(lane);
  });
}

void Terminals::divide(const std::vector<int>& firsts, const EachLane& each_lane) {
  lanes_ = std::vector<Lane>(firsts.size() - 1);
  sources_ = Zeros<Source>(static_cast<std::size_t>(terminals_));
  open_ =
      Zeros<std::uint32_t>(static_cast<std::size_t>(terminals_) * static_cast<std::size_t>(vcs_));
  each_lane([&](std::size_t lane) {
    for (int terminal = firsts[lane]; terminal < firsts[lane + 1]; ++terminal) {
      Source* const source = std::construct_at(&sources_[static_cast<std::size_t>(terminal)]);
      source->credits = static_cast<std::uint16_t>(depth_);
      source->awake = static_cast<std::uint32_t>(lane_word(terminal, static_cast<int>(lane)));
    }
  });
  needed_.clear();
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    lanes_[lane].number = lane;
    // A terminal sends one head a cycle at most.
    if (lanes_.size() > 1)
      needed_.push_back(static_cast<std::uint32_t>(firsts[lane + 1] - firsts[lane]));
  }
  awake_.assign(lane_words(terminals_, static_cast<int>(lanes_.size())), 0);
  received_.divide(lanes_.size());
  packets_.divide(lanes_.size());
  if (!needed_.empty()) packets_.supply(needed_);
}

void Terminals::generate(std::int64_t cycle, int first, int last, int lane) {
  if (stopped_) return;
  Lane& mine = lanes_[static_cast<std::size_t>(lane)];
  traffic_.create(cycle, first, last, [&](int terminal, std::uint32_t packets) {
    Source& source = sources_[static_cast<std::size_t>(terminal)];
    if (packets == 1)
      create(cycle, terminal, source, mine);
    else
      create_batch(cycle, terminal, source, mine, packets);
  });
}

bool Terminals::next_flit(std::int64_t cycle, int terminal, Lane& lane, std::uint64_t* flit) {
  Source& source = sources_[static_cast<std::size_t>(terminal)];
  // Its channel is busy: it stays awake.
  if (!intervals_.empty() && cycle < next_cycles_[static_cast<std::size_t>(terminal)]) return false;
  if (source.flits_left == 0) {
    const int size =
        stopped_ || source.queue.empty() ? 0 : traffic_.size(terminal, source.sequence);
    if (size == 0 || source.credits < (cut_through_ ? size : 1)) {
      sleep_if(true, source, terminal);
      return false;
    }
    const std::int64_t created = source.queue.pop(lane.creations);
    const PacketRecord& packet = begin_packet(cycle, created, terminal, source, size, lane);
    source.size = source.flits_left = static_cast<std::uint8_t>(size);
    format_.encode_head(flit, destinations_[packet.destination], size, source.handle);
  } else {
    if (source.credits == 0) {
      sleep_if(true, source, terminal);
      return false;
    }
    const int sequence = source.size - source.flits_left;
    format_.encode_body(flit, source.flits_left == 1, sequence, source.handle);
  }
  --source.credits;
  --source.flits_left;
  ++lane.counters.injected_flits;
  if (!intervals_.empty()) {
    const auto number = static_cast<std::size_t>(terminal);
    next_cycles_[number] = cycle + intervals_[number];
  }
  sleep_if(source.flits_left == 0 && source.queue.empty(), source, terminal);
  return true;
}

void Terminals::eject(std::int64_t cycle, int terminal, int vc, const std::uint64_t* flit,
                      int lane) {
  const std::uint32_t handle = format_.handle(flit);
  if (handle >= packets_.size() || vc < 0 || vc >= vcs_) throw_bad_flit(cycle, terminal, vc, flit);
  PacketRecord& packet = packets_[handle];
  std::uint32_t& open = open_[static_cast<std::size_t>(terminal) * static_cast<std::size_t>(vcs_) +
                              static_cast<std::size_t>(vc)];
  const int sequence = format_.sequence(flit);
  const bool head = sequence == 0;
  const bool tail = sequence == packet.size - 1;
  // A free record expects a flit number that does not exist.
  if (sequence != packet.next_flit || packet.destination != static_cast<std::uint32_t>(terminal) ||
      head != format_.head(flit) || tail != format_.tail(flit) || open != (head ? 0 : handle + 1)) {
    throw_bad_flit(cycle, terminal, vc, flit);
  }
  if (head) {
    const std::uint64_t header = format_.header(flit);
    if (FlitFormat::length(header) != packet.size || FlitFormat::hops(header) == 0 ||
        format_.destination(header) != destinations_[static_cast<std::size_t>(terminal)]) {
      throw_bad_flit(cycle, terminal, vc, flit);
    }
    packet.nonminimal = format_.nonmin(flit);
    packet.hops = static_cast<std::uint8_t>(FlitFormat::hops(header));
  }
  Lane& mine = lanes_[static_cast<std::size_t>(lane)];
  ++mine.counters.delivered_flits;
  ++packet.next_flit;
  open = tail ? 0 : handle + 1;
  if (tail) deliver(cycle, handle, packet, mine);
}

std::string Terminals::name(const PacketRecord& packet) const {
  return fmt::format("packet {} (terminal {} to terminal {}, {} flit{}, created in cycle {})",
                     id(packet), packet.source, packet.destination, packet.size,
                     packet.size == 1 ? "" : "s", packet.created);
}

std::string Terminals::describe_network(int most) const {
  std::vector<PacketRecord> packets = inside();
  packets.insert(packets.end(), heard_.inside.begin(), heard_.inside.end());
  std::sort(packets.begin(), packets.end(), [&](const PacketRecord& a, const PacketRecord& b) {
    if (a.injected != b.injected) return a.injected < b.injected;
    return id(a) != id(b) ? id(a) < id(b) : a.next_flit > b.next_flit;
  });
  // A packet that is on its way to another process has a record in each; the last one knows most.
  const auto same = [&](const PacketRecord& a, const PacketRecord& b) { return id(a) == id(b); };
  packets.erase(std::unique(packets.begin(), packets.end(), same), packets.end());
  std::string text;
  const std::size_t shown = std::min(packets.size(), static_cast<std::size_t>(std::max(0, most)));
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("  {}, sent in cycle {}, {} of its flits arrived\n", name(packets[i]),
                        packets[i].injected, packets[i].next_flit);
  }
  if (shown < packets.size()) text += fmt::format("  and {} more\n", packets.size() - shown);
  return text;
}

std::vector<PacketRecord> Terminals::inside() const {
  std::vector<PacketRecord> packets;
  for (std::uint32_t handle = 0; handle < packets_.size(); ++handle)
    if (!packets_[handle].free()) packets.push_back(packets_[handle]);
  return packets;
}

void Terminals::tell(ByteWriter& writer, int to) const {
  writer.put(own_counters());
  writer.put(received_.waiting());
  for (DeliverySink* sink : sinks_) sink->tell(writer, to);
}

void Terminals::hear(ByteReader& reader) {
  heard_.counters += reader.take<TrafficCounters>();
  heard_.waiting_flits += reader.take<std::int64_t>();
  for (DeliverySink* sink : sinks_) sink->hear(reader);
}

void Terminals::tell_inside(ByteWriter& writer) const { writer.put_list(inside()); }

void Terminals::hear_inside(ByteReader& reader) {
  const auto packets = reader.take_list<std::vector<PacketRecord>>();
  heard_.inside.insert(heard_.inside.end(), packets.begin(), packets.end());
}

void Terminals::check_network_empty() const {
  const std::int64_t lost = counters().in_network();
  if (lost == 0) return;
  throw Error(ExitCode::kDelivery,
              fmt::format("The network has lost {} packet{}: sent, never delivered, and nothing is "
                          "left in the network. The oldest:\n{}",
                          lost, lost == 1 ? "" : "s", describe_network(10)));
}

void Terminals::throw_surplus_credit(int terminal) const {
  throw Error(
      ExitCode::kDelivery,
      fmt::format("Terminal {} received a credit for which it had sent no flit: it had all {} "
                  "already (router.buffer_depth).",
                  terminal, depth_));
}

void Terminals::throw_bad_packet(std::int64_t cycle, int terminal, std::uint32_t handle) const {
  const PacketRecord& packet = packets_[handle];
  throw Error(
      ExitCode::kDelivery,
      fmt::format("Wrong delivery in cycle {} at terminal {}: {}{}.", cycle, terminal, name(packet),
                  packet.free() ? " has been delivered before" : " is for another terminal"));
}

void Terminals::throw_bad_flit(std::int64_t cycle, int terminal, int vc,
                               const std::uint64_t* flit) const {
  const std::string place =
      fmt::format("Wrong delivery in cycle {} at terminal {}, VC {}: ", cycle, terminal, vc);
  const std::uint64_t header = format_.header(flit);
  std::string seen =
      fmt::format("\n  the flit: head = {:d}, tail = {:d}, len = {}", format_.head(flit),
                  format_.tail(flit), FlitFormat::length(header) - 1);
  for (std::size_t number = 0; number < format_.fields().size(); ++number)
    seen += ", " + format_.field_text(header, number);
  seen +=
      fmt::format(", handle = {}, flit number = {}", format_.handle(flit), format_.sequence(flit));
  throw Error(ExitCode::kDelivery, place + complaint(terminal, vc, flit) + seen);
}

std::string Terminals::complaint(int terminal, int vc, const std::uint64_t* flit) const {
  if (vc < 0 || vc >= vcs_) return fmt::format("there are {} VCs only.", vcs_);
  const std::uint32_t handle = format_.handle(flit);
  if (handle >= packets_.size()) {
    return fmt::format("the flit belongs to no packet; handle {} was never given out.", handle);
  }
  const PacketRecord& packet = packets_[handle];
  const int sequence = format_.sequence(flit);
  if (packet.free()) {
    return fmt::format(
        "the flit belongs to no packet in the network. The last packet with its handle, {}, has "
        "been "
        "delivered: a flit was duplicated, or its tag changed.",
        name(packet));
  }
  if (packet.destination != static_cast<std::uint32_t>(terminal)) {
    return fmt::format("{} arrived; it was expected at terminal {}.", name(packet),
                       packet.destination);
  }
  if (sequence != packet.next_flit) {
    return fmt::format("flit {} of {} arrived, flit {} was expected.", sequence, name(packet),
                       packet.next_flit);
  }
  const bool head = sequence == 0, tail = sequence == packet.size - 1;
  if (head != format_.head(flit) || tail != format_.tail(flit)) {
    return fmt::format(
        "flit {} of {} arrived with wrong flags: head = {:d} and tail = {:d} were "
        "expected.",
        sequence, name(packet), head, tail);
  }
  const std::uint32_t open =
      open_[static_cast<std::size_t>(terminal) * static_cast<std::size_t>(vcs_) +
            static_cast<std::size_t>(vc)];
  if (head && open != 0) {
    return fmt::format("the head of {} arrived before the tail of {}, which came on the same VC.",
                       name(packet), name(packets_[open - 1]));
  }
  if (!head && open != handle + 1) {
    return fmt::format(
        "flit {} of {} arrived on another VC than its head, or mixed with another packet.",
        sequence, name(packet));
  }
  if (FlitFormat::length(format_.header(flit)) != packet.size) {
    return fmt::format("the head of {} arrived with another length: len = {} was expected.",
                       name(packet), packet.size - 1);
  }
  if (FlitFormat::hops(format_.header(flit)) == 0) {
    return fmt::format("{} arrived with hops = 0, without having visited a router.", name(packet));
  }
  return fmt::format("{} arrived with other destination fields than it was sent with.",
                     name(packet));
}

}  // namespace dragonfly
