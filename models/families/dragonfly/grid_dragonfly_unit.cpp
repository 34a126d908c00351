// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/grid_dragonfly_unit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "models/families/dragonfly/dragonfly_routes.hpp"

namespace dragonfly {
namespace {

/// What a packet's route depends on besides the tables.
struct Packet {
  unsigned group, router, terminal;  ///< of the destination
  unsigned mid, salt, hops;
  bool nonmin;
};

class GridDragonflyUnit final : public RouteUnit {
 public:
  explicit GridDragonflyUnit(const DragonflySizes& sizes)
      : sizes_(sizes),
        format_(dragonfly_design(sizes.p, sizes.a, sizes.h, sizes.locals).header),
        vcs_(static_cast<unsigned>(sizes.vcs)),
        vc_bits_(static_cast<int>(std::bit_width(vcs_ - 1))),
        first_global_(static_cast<unsigned>(sizes.first_global())) {}

  void add_router(std::span<const RegisterWrite> writes) override {
    routers_.push_back(DragonflyRegisters::from(writes));
    algorithm_ = routers_.back().algorithm;
  }
  [[nodiscard]] RoutingNeeds needs() const override { return dragonfly_needs(algorithm_); }

  void route(std::span<const Arrival> heads, NextHop* outputs) const override {
    for (const Arrival& head : heads) {
      const Packet packet = packet_of(
          format_.destination(head.header), static_cast<unsigned>(format_.mid(head.header)),
          FlitFormat::salt(head.header), static_cast<unsigned>(FlitFormat::hops(head.header)),
          (head.header & FlitFormat::kNonmin) != 0);
      *outputs++ = next_hop(routers_[head.router], packet, unsigned{head.input_vc} >> vc_bits_,
                            head.input_vc & ((1U << vc_bits_) - 1));
    }
  }

  [[nodiscard]] int most_candidates() const override { return 2; }
  void candidates(std::span<const Ask> heads, Candidate* candidates,
                  std::uint8_t* counts) const override {
    for (const Ask& head : heads) {
      *counts++ = candidates_of(head, candidates);
      candidates += most_candidates();
    }
  }

  void prepare_paths(const Wiring& wiring, int hop_bits) override {
    wiring_ = &wiring;
    hop_bits_ = static_cast<unsigned>(hop_bits);
  }
  void paths(std::span<const Ask> heads, const Candidate* candidates, const std::uint8_t* taken,
             Path* paths) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      Path& path = paths[i];
      path.hops = 0;
      follow(heads[i], chosen(heads, candidates, taken, i), path,
             [&](std::uint64_t output) { path.hops |= output << (path.count * hop_bits_); });
    }
  }
  void long_paths(std::span<const Ask> heads, const Candidate* candidates,
                  const std::uint8_t* taken, LongPath* paths) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      LongPath& path = paths[i];
      path.hops = {};
      follow(heads[i], chosen(heads, candidates, taken, i), path, [&](std::uint64_t output) {
        path.hops.at(path.count / kMostPathHops) |= output
                                                    << (path.count % kMostPathHops * hop_bits_);
      });
    }
  }

 private:
  [[nodiscard]] Packet packet_of(std::uint32_t destination, unsigned mid, unsigned salt,
                                 unsigned hops, bool nonmin) const {
    const std::uint32_t node = format_.node(destination);
    const auto router_bits = static_cast<unsigned>(sizes_.router_width());
    return {node >> router_bits,
            node & ((1U << router_bits) - 1),
            format_.terminal(destination),
            mid,
            salt,
            hops,
            nonmin};
  }

  [[nodiscard]] bool is_local(unsigned port) const {
    return port >= static_cast<unsigned>(sizes_.first_local()) && port < first_global_;
  }

  /// A port of the first step towards another router of the group.
  [[nodiscard]] static std::uint16_t local_port(const DragonflyRegisters& at, unsigned router,
                                                const Packet& packet) {
    if (router >= at.local_port.size()) return kNowhere;
    const unsigned t = rotated_salt(packet.salt, packet.hops + 1);
    const unsigned count = std::max(1U, unsigned{at.local_ports[router]});
    return static_cast<std::uint16_t>(at.local_port[router] + (t * count >> 8));
  }
  /// The beginning of a way to another group, and the lane of its global channel.
  struct Exit {
    std::uint16_t port;
    std::uint32_t lane;
  };
  [[nodiscard]] Exit exit_to(const DragonflyRegisters& at, unsigned group, unsigned number,
                             const Packet& packet) const {
    if (group >= at.group.size() || at.group[group].count == 0) return {kNowhere, kNoLane};
    const DragonflyRegisters::Range& range = at.group[group];
    const DragonflyRegisters::Way& way = at.way.at(range.first + (number * range.count >> 8));
    const auto lane = static_cast<std::uint32_t>(way.router * sizes_.h + way.global_port);
    if (way.router == at.my_router)
      return {static_cast<std::uint16_t>(first_global_ + way.global_port), lane};
    return {local_port(at, way.router, packet), lane};
  }
  [[nodiscard]] NextHop to_terminal(const Packet& packet) const {
    const bool there = packet.terminal < static_cast<unsigned>(sizes_.p);
    return {static_cast<std::uint16_t>(there ? packet.terminal : kNoTerminal),
            static_cast<std::uint16_t>(exit_vc(packet.salt, vcs_))};
  }

  /// The route function.
  [[nodiscard]] NextHop next_hop(const DragonflyRegisters& at, const Packet& packet, unsigned port,
                                 unsigned came_on) const {
    const bool local = is_local(port);
    const auto vc = static_cast<std::uint16_t>(came_on + (local ? 0 : 1));
    const bool first_leg = packet.nonmin && came_on == 0 && local;
    const unsigned target = first_leg ? packet.mid : packet.group;
    if (target != at.my_group) {
      const bool second_leg = packet.nonmin && !first_leg;
      const unsigned number = second_leg ? kReversed8[packet.salt] : packet.salt;
      return {exit_to(at, target, number, packet).port, vc};
    }
    if (packet.router == at.my_router) return to_terminal(packet);
    return {local_port(at, packet.router, packet), vc};
  }

  /// Writes the candidates of a head. Returns how many there are.
  std::uint8_t candidates_of(const Ask& head, Candidate* list) const {
    const DragonflyRegisters& at = routers_[head.router];
    const Packet packet = packet_of(head.destination, 0, salt_of(head.random), 0, false);
    const std::uint32_t mid = drawn_mid(head.random, at.groups);
    const bool detour = algorithm_ != Routing::kMin && packet.group != at.my_group &&
                        mid != at.my_group && mid != packet.group;
    const Candidate direct = minimal(at, packet);
    if (!detour) {
      list[0] = direct;
      return 1;
    }
    const Exit exit = exit_to(at, mid, packet.salt, packet);
    const Candidate other{exit.port,           0,    weight(at, 2, exit.port),
                          QueueAsked::kOutput, true, static_cast<std::int16_t>(at.threshold),
                          exit.lane,           mid};
    if (algorithm_ == Routing::kVal) {
      list[0] = other;
      return 1;
    }
    list[0] = direct;
    list[1] = other;
    list[0].weight = weight(at, 1, direct.port);
    list[0].queue = list[1].queue = queue_asked(direct.port == other.port);
    return 2;
  }
  [[nodiscard]] Candidate minimal(const DragonflyRegisters& at, const Packet& packet) const {
    const auto start = static_cast<std::uint16_t>(at.min_start_vc);
    NextHop hop{};
    std::uint32_t lane = kNoLane;
    if (packet.group != at.my_group) {
      const Exit exit = exit_to(at, packet.group, packet.salt, packet);
      hop = {exit.port, start};
      lane = exit.lane;
    } else if (packet.router == at.my_router) {
      hop = to_terminal(packet);
    } else {
      hop = {local_port(at, packet.router, packet), start};
    }
    return {hop.port, static_cast<std::uint8_t>(hop.vc), 1, QueueAsked::kOutput, false, 0, lane, 0};
  }
  /// `globals`: global channels of the path.
  [[nodiscard]] std::uint8_t weight(const DragonflyRegisters& at, unsigned globals,
                                    unsigned port) const {
    return static_cast<std::uint8_t>(at.all_hops ? 2 * globals + (is_local(port) ? 1 : 0)
                                                 : globals);
  }
  [[nodiscard]] QueueAsked queue_asked(bool same_port) const {
    switch (algorithm_) {
      case Routing::kUgalG:
        return QueueAsked::kLane;
      case Routing::kUgalLVc:
        return QueueAsked::kVc;
      case Routing::kUgalLVch:
      case Routing::kUgalLCr:
        return same_port ? QueueAsked::kVc : QueueAsked::kOutput;
      default:
        return QueueAsked::kOutput;
    }
  }

  [[nodiscard]] Candidate chosen(std::span<const Ask> heads, const Candidate* candidates,
                                 const std::uint8_t* taken, std::size_t i) const {
    const auto most = static_cast<std::size_t>(most_candidates());
    if (candidates != nullptr) return candidates[i * most + taken[i]];
    std::array<Candidate, 2> list;
    static_cast<void>(candidates_of(heads[i], list.data()));
    return list[0];
  }

  /// Follows a packet to its terminal. add(output VC) puts the next hop, number path.count, into
  /// the path.
  template <class AnyPath, class Add>
  void follow(const Ask& head, const Candidate& taken, AnyPath& path, const Add& add) const {
    Packet packet = packet_of(head.destination, taken.mid, salt_of(head.random), 0, taken.nonmin);
    NextHop hop{taken.port, taken.vc};
    path.first = hop;
    path.count = 0;
    path.nonmin = taken.nonmin;
    PortPlace at = next(static_cast<int>(head.router), hop.port);
    while (at.router >= 0) {
      packet.hops = std::min(packet.hops + 1, 15U);  // as the header counts
      hop = next_hop(routers_[static_cast<std::size_t>(at.router)], packet,
                     static_cast<unsigned>(at.port), hop.vc);
      add((std::uint64_t{hop.port} << vc_bits_) + hop.vc);
      ++path.count;
      at = next(at.router, hop.port);
    }
  }
  /// Where a port leads to; router -1 if that is no router.
  [[nodiscard]] PortPlace next(int router, unsigned port) const {
    if (port >= static_cast<unsigned>(wiring_->ports(router))) return {};
    const Peer peer = wiring_->output(router, static_cast<int>(port));
    return peer.kind == PeerKind::kRouter ? PortPlace{peer.router, peer.port} : PortPlace{};
  }

  DragonflySizes sizes_;
  FlitFormat format_;
  unsigned vcs_;
  int vc_bits_;
  unsigned first_global_;
  Routing algorithm_ = Routing::kMin;
  std::vector<DragonflyRegisters> routers_;
  const Wiring* wiring_ = nullptr;
  unsigned hop_bits_ = 0;
};

}  // namespace

std::unique_ptr<RouteUnit> make_grid_dragonfly_unit(const DragonflySizes& sizes) {
  return std::make_unique<GridDragonflyUnit>(sizes);
}

}  // namespace dragonfly
