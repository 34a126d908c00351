// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/table_route_unit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "models/families/table/shortest_ways.hpp"
#include "models/families/table/table_registers.hpp"
#include "models/families/table/table_vcs.hpp"

namespace dragonfly {
namespace {

/// What a packet's route depends on besides the tables.
struct Packet {
  std::uint32_t destination;  ///< FlitFormat::destination()
  unsigned mid, salt, hops;
  bool nonmin;
};

/// Tables of a router.
class RouterTables {
 public:
  explicit RouterTables(std::span<const RegisterWrite> writes) {
    for (const RegisterWrite& entry : writes) write(entry.address, entry.data);
  }

  [[nodiscard]] TableRouting algorithm() const { return algorithm_; }
  [[nodiscard]] unsigned nodes() const { return nodes_; }
  [[nodiscard]] unsigned split() const { return split_; }
  [[nodiscard]] unsigned my_node() const { return my_node_; }
  /// Whether a terminal injects on an input port.
  [[nodiscard]] bool source(unsigned port) const { return source_[port % source_.size()]; }
  [[nodiscard]] std::uint16_t terminal(unsigned number) const {
    return number < terminals_.size() ? terminals_[number] : kNoTerminal;
  }
  /// The way to another node that the number draws.
  [[nodiscard]] std::uint16_t way(unsigned node, unsigned number) const {
    if (node >= ranges_.size()) return kNowhere;
    const std::uint32_t first = table_registers::kNodeFirst.of(ranges_[node]),
                        count = table_registers::kNodeCount.of(ranges_[node]);
    const std::uint32_t way = first + (number * count >> 8);
    return count == 0 || way >= ways_.size() ? kNowhere : ways_[way];
  }

 private:
  template <class T>
  static void put(std::vector<T>& list, unsigned index, T value, T empty) {
    if (list.size() <= index) list.resize(std::size_t{index} + 1, empty);
    list[index] = value;
  }
  void write(unsigned address, std::uint32_t data) {
    using namespace register_addresses;
    using namespace table_registers;
    const auto half = static_cast<std::uint16_t>(data);
    if (address == kAlgorithm)
      algorithm_ = static_cast<TableRouting>(written(ControlRegister::kAlgorithm, data));
    if (address == kMyNode) my_node_ = half;
    if (address == kNodes) nodes_ = half;
    if (address == kSplitVc) split_ = half;
    if (address >= kTerminal && address < kTerminalEnd)
      put(terminals_, address - kTerminal, half, kNoTerminal);
    if (address >= kNode && address < kNodeEnd) put(ranges_, address - kNode, data, 0U);
    if (address >= kWay && address < kWayEnd) put(ways_, address - kWay, half, kNowhere);
    if (address >= kSource && address < kSourceEnd) source_[address - kSource] = (data & 1) != 0;
  }

  TableRouting algorithm_ = TableRouting::kMin;
  unsigned my_node_ = 0, nodes_ = 0, split_ = 0;
  std::array<bool, table_registers::kSourceEnd - table_registers::kSource> source_{};
  std::vector<std::uint16_t> terminals_;
  std::vector<std::uint32_t> ranges_;  ///< [node]: as in the register
  std::vector<std::uint16_t> ways_;
};

class TableUnit final : public RouteUnit {
 public:
  TableUnit(const HeaderFields& header, int vcs)
      : format_(header),
        vcs_{vcs, 0},
        vc_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(vcs - 1)))) {}

  void add_router(std::span<const RegisterWrite> writes) override {
    tables_.emplace_back(writes);
    vcs_.split = static_cast<int>(tables_.back().split());
  }
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }

  void route(std::span<const Arrival> heads, NextHop* outputs) const override {
    for (const Arrival& head : heads) {
      const Packet packet{format_.destination(head.header), format_.mid(head.header),
                          FlitFormat::salt(head.header),
                          static_cast<unsigned>(FlitFormat::hops(head.header)),
                          (head.header & FlitFormat::kNonmin) != 0};
      *outputs++ = next_hop(tables_[head.router], packet, vc_of(head.input_vc));
    }
  }

  [[nodiscard]] int most_candidates() const override { return 1; }
  void candidates(std::span<const Ask> heads, Candidate* candidates,
                  std::uint8_t* counts) const override {
    for (const Ask& head : heads) {
      const Decision decision = decide(head);
      *candidates++ = {decision.first.port,
                       static_cast<std::uint8_t>(decision.first.vc),
                       1,
                       QueueAsked::kOutput,
                       decision.packet.nonmin,
                       0,
                       kNoLane,
                       decision.packet.mid};
      *counts++ = 1;
    }
  }

  void prepare_paths(const Wiring& wiring, int hop_bits) override {
    hop_bits_ = static_cast<unsigned>(hop_bits);
    next_routers_ = next_routers(wiring);
    for (int router = 0; router < wiring.routers(); ++router)
      first_ports_.push_back(static_cast<std::size_t>(wiring.index(router, 0)));
  }
  void paths(std::span<const Ask> heads, const Candidate*, const std::uint8_t*,
             Path* paths) const override {
    for (const Ask& head : heads) {
      Path& path = *paths++;
      path.hops = 0;
      follow(head, path,
             [&](std::uint64_t output) { path.hops |= output << (path.count * hop_bits_); });
    }
  }
  void long_paths(std::span<const Ask> heads, const Candidate*, const std::uint8_t*,
                  LongPath* paths) const override {
    for (const Ask& head : heads) {
      LongPath& path = *paths++;
      path.hops = {};
      follow(head, path, [&](std::uint64_t output) {
        path.hops.at(path.count / kMostPathHops) |= output
                                                    << (path.count % kMostPathHops * hop_bits_);
      });
    }
  }

 private:
  struct Decision {
    Packet packet;  ///< as it leaves
    NextHop first;
  };

  [[nodiscard]] unsigned vc_of(unsigned input_vc) const {
    return input_vc & ((1U << vc_bits_) - 1);
  }

  /// The route function, for a packet that came on VC `vc` of a channel.
  [[nodiscard]] NextHop next_hop(const RouterTables& table, const Packet& packet,
                                 unsigned vc) const {
    const bool first_leg = packet.nonmin && vc < table.split();
    const auto onwards = static_cast<std::uint16_t>(vcs_.onwards(static_cast<int>(vc)));
    if (first_leg && table.my_node() != packet.mid)
      return {table.way(packet.mid, rotated_salt(packet.salt, packet.hops)), onwards};
    return to_destination(table, packet, first_leg ? first_vc() : onwards);
  }
  [[nodiscard]] NextHop to_destination(const RouterTables& table, const Packet& packet,
                                       std::uint16_t vc) const {
    const std::uint32_t node = format_.node(packet.destination);
    if (node != table.my_node())
      return {table.way(node, rotated_salt(packet.salt, packet.hops)), vc};
    return {table.terminal(format_.terminal(packet.destination)),
            static_cast<std::uint16_t>(exit_vc(packet.salt, static_cast<unsigned>(vcs_.vcs)))};
  }
  /// Of packets to their destination.
  [[nodiscard]] std::uint16_t first_vc() const { return static_cast<std::uint16_t>(vcs_.split); }

  [[nodiscard]] Decision decide(const Ask& head) const {
    const RouterTables& table = tables_[head.router];
    Packet packet{head.destination, head.mid, salt_of(head.random), head.hops, head.nonmin};
    // Elsewhere the port has a channel, and the packet has decided where it goes.
    if (!table.source(head.input_vc >> vc_bits_))
      return {packet, next_hop(table, packet, vc_of(head.input_vc))};
    packet.mid = drawn_mid(head.random, table.nodes());
    const std::uint32_t node = format_.node(head.destination);
    packet.nonmin = table.algorithm() == TableRouting::kVal && packet.mid != table.my_node() &&
                    node != table.my_node() && packet.mid != node;
    if (packet.nonmin)
      return {packet, {table.way(packet.mid, rotated_salt(packet.salt, packet.hops)), 0}};
    packet.mid = 0;
    return {packet, to_destination(table, packet, first_vc())};
  }

  /// Follows a packet to its terminal. add(output VC) puts the next hop, number path.count, into
  /// the path.
  template <class AnyPath, class Add>
  void follow(const Ask& head, AnyPath& path, const Add& add) const {
    const Decision decision = decide(head);
    Packet packet = decision.packet;
    path.first = decision.first;
    path.count = 0;
    path.nonmin = packet.nonmin;
    NextHop hop = decision.first;
    int router = next_router(static_cast<int>(head.router), hop.port);
    while (router >= 0) {
      packet.hops = std::min(packet.hops + 1, 15U);  // as the header counts
      hop = next_hop(tables_[static_cast<std::size_t>(router)], packet, hop.vc);
      add((std::uint64_t{hop.port} << vc_bits_) + hop.vc);
      ++path.count;
      router = next_router(router, hop.port);
    }
  }
  /// What a port leads to; -1 if that is no router.
  [[nodiscard]] int next_router(int router, unsigned port) const {
    const std::size_t first = first_ports_[static_cast<std::size_t>(router)];
    return port < kNoTerminal ? next_routers_[first + port] : -1;
  }

  FlitFormat format_;
  TableVcs vcs_;
  int vc_bits_;
  std::vector<RouterTables> tables_;  ///< [router of the unit]
  unsigned hop_bits_ = 0;
  std::vector<std::size_t> first_ports_;  ///< [router]: in next_routers_
  std::vector<int> next_routers_;         ///< by output port; -1 if it leads to no router
};

}  // namespace

std::unique_ptr<RouteUnit> make_table_unit(const HeaderFields& header, int vcs) {
  return std::make_unique<TableUnit>(header, vcs);
}

}  // namespace dragonfly
