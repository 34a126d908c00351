// SPDX-License-Identifier: Apache-2.0
// The dragonfly topology (Kim et al. 2008, Section 3): groups of a routers, each with p terminals,
// a-1 local channels to the other routers of its group (complete graph) and h global channels.
#pragma once

#include <cstdint>
#include <vector>

#include "models/families/dragonfly/dragonfly_parameters.hpp"

namespace dragonfly {

/// Global ports of all routers together; the largest network held in memory. A balanced dragonfly
/// of radix-128 routers has an eighth of it.
inline constexpr int kMaxGlobalPorts = 1 << 25;

enum class PortClass { kTerminal, kLocal, kGlobal };

/// Where a router's port leads. Unconnected ports (g < a*h+1 may leave some) have connected=false.
struct Link {
  bool connected = false;
  PortClass port_class = PortClass::kTerminal;
  int router = -1;    ///< global router number of the neighbour (kLocal, kGlobal)
  int port = -1;      ///< its port
  int terminal = -1;  ///< global terminal number (kTerminal)
};

/// The graph. Routers are numbered group * a + router; terminals router * p + index; the ports of a
/// router are p terminals, then a-1 local (to the routers of the group in ascending order without
/// itself), then h global.
class Dragonfly {
 public:
  /// Throws InputError for parameters that make no network, or one of more routers, terminals or
  /// ports than can be numbered (kMaxGlobalPorts, and the range of int for the others).
  explicit Dragonfly(const DragonflyParameters& config);

  [[nodiscard]] int p() const { return p_; }
  [[nodiscard]] int a() const { return a_; }
  [[nodiscard]] int h() const { return h_; }
  [[nodiscard]] int g() const { return g_; }
  [[nodiscard]] Arrangement arrangement() const { return arrangement_; }
  [[nodiscard]] int radix() const { return p_ + a_ - 1 + h_; }
  [[nodiscard]] int routers() const { return a_ * g_; }
  [[nodiscard]] int terminals() const { return p_ * a_ * g_; }

  [[nodiscard]] int group_of_router(int router) const { return router / a_; }
  [[nodiscard]] int local_index(int router) const { return router % a_; }
  [[nodiscard]] int router_of_terminal(int terminal) const { return terminal / p_; }
  [[nodiscard]] PortClass port_class(int port) const;
  /// Port of local router `from` that leads to local router `to` (from != to).
  [[nodiscard]] int local_port(int from, int to) const { return p_ + (to < from ? to : to - 1); }
  [[nodiscard]] int global_port(int index) const { return p_ + a_ - 1 + index; }

  // The arguments below must be in range; they are not checked.

  /// Far end of a global channel; kUnconnected if that port is not connected.
  [[nodiscard]] GlobalEnd far_end(int group, int router, int port) const;
  /// Where port `port` of router `router` (global number) leads.
  [[nodiscard]] Link link(int router, int port) const;
  /// Whether each global port of a group leads as many groups on as that of the first group does,
  /// to the same port.
  [[nodiscard]] bool groups_alike() const;
  /// Global channels (near ends) from one group to another, ascending by router, then port.
  /// Empty if from == to.
  [[nodiscard]] std::vector<GlobalEnd> channels_between(int from, int to) const;

 private:
  int p_, a_, h_, g_;
  Arrangement arrangement_;
  std::vector<GlobalEnd> far_;  ///< [group][router][port]
};

}  // namespace dragonfly
