// SPDX-License-Identifier: Apache-2.0
// How packets find their way in one network: what a family of networks tells the simulation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/router/flit_format.hpp"
#include "models/router/route_unit.hpp"
#include "models/router/router.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Ports `first` to `first` + `count`-1.
struct PortRange {
  int first = 0, count = 0;

  [[nodiscard]] bool contains(int port) const { return port >= first && port < first + count; }
};

/// Where all VCs of a port ask.
inline constexpr int kAllVcs = 255;

/// What a family makes of a router: the same for all routers of a network. Ports that a router does
/// not have are not connected.
struct RouterDesign {
  int ports = 1;
  /// [port]: VCs where heads ask for decisions, from VC 0 on: 0, 1 or kAllVcs. Ports behind the end
  /// have none. Where decisions are taken on arrival: 1 for terminal ports, which come first.
  std::vector<int> asking_vcs;
  /// Every head is decided when it arrives, and no input VC asks: each port is an asker. The flits
  /// of terminals enter the FIFO of the VC on which they leave.
  bool decides_on_arrival = false;
  /// [port]: whether flits come from terminals only, wherever they come. Ports behind the end: no.
  std::vector<bool> only_terminals;
  HeaderFields header;
  int asked_bits = 2;  ///< of the header, from the one above the tag on, that a decision depends on

  /// Ports 0 to `count`-1 are those of terminals, in every router.
  void set_terminal_ports(int count) {
    asking_vcs.assign(static_cast<std::size_t>(count), 1);
    only_terminals.assign(static_cast<std::size_t>(count), true);
  }
  /// Random number registers of routers of so many VCs: of the input VCs that ask; where decisions
  /// are taken on arrival, of the terminal ports.
  [[nodiscard]] int random_registers(int vcs) const {
    int count = 0;
    for (const int asking : asking_vcs) count += std::min(asking, vcs);
    return count;
  }
  PortRange published;   ///< outputs whose occupancies the router publishes for the oracle
  int oracle_lanes = 1;  ///< occupancies that a router sees: of the routers of its group, in order
  PortRange delayed;     ///< inputs whose credits are delayed under RoutingNeeds::delays_credits
  std::string shape;     ///< for people, "p=4 a=8 h=4"
};

/// The family's part of the RTL.
struct FamilyRtl {
  std::string family;
  /// Of its router: an absolute path, or one from the root of the sources, as "rtl/FAMILY.f".
  std::string file_list;
  /// Verilog defines that size its package, with their values in Verilog: "4", "7'h1f".
  std::vector<std::pair<std::string, std::string>> defines;
};

/// A virtual channel of the channel that leaves a router on a port.
struct VirtualChannel {
  int router = 0, port = 0, vc = 0;
  bool operator==(const VirtualChannel&) const = default;
};

/// What a check for deadlock found.
struct DeadlockReport {
  std::int64_t dependencies = 0;      ///< edges of the graph
  std::vector<VirtualChannel> cycle;  ///< each waits for the next, the last for the first
  [[nodiscard]] bool deadlock_free() const { return cycle.empty(); }
};

/// The routes of one network under one routing.
class Routes {
 public:
  explicit Routes(RouterDesign design) : design_(std::move(design)) {}
  Routes(const Routes&) = delete;
  Routes& operator=(const Routes&) = delete;
  virtual ~Routes() = default;

  [[nodiscard]] const RouterDesign& design() const { return design_; }
  [[nodiscard]] virtual FamilyRtl rtl() const = 0;

  /// Where packets to a terminal go, as headers carry it: FlitFormat::destination().
  [[nodiscard]] virtual std::uint32_t destination(int terminal) const = 0;

  /// Writes of the control registers that are the family's.
  [[nodiscard]] virtual std::vector<RegisterWrite> registers(int router) const = 0;
  /// Those of a router that has most.
  [[nodiscard]] virtual int most_registers() const = 0;

  /// Groups of equally many successive routers that all look alike: for RouteUnit::repeat(). 1:
  /// each router has tables of its own.
  [[nodiscard]] virtual int groups_alike() const { return 1; }

  /// An empty route unit.
  [[nodiscard]] virtual std::unique_ptr<RouteUnit> make_unit() const = 0;
  /// Channels between routers on the longest path of a packet.
  [[nodiscard]] virtual int most_hops() const = 0;
  /// VCs of a channel of this class that packets may be on, at most.
  [[nodiscard]] virtual int used_vcs(int channel_class) const = 0;

  /// Builds the channel dependency graph and looks for a cycle (Dally and Seitz, "Deadlock-Free
  /// Message Routing in Multiprocessor Interconnection Networks", 1987).
  ///
  /// Vertices are the virtual channels of the directed channels between routers. There is an edge
  /// from one to another if some packet can hold the first and wait for the second. Channels from
  /// and to terminals need no vertices: nothing waits for an injection channel but its own
  /// terminal, and a terminal takes every flit, so an ejection channel always drains.
  [[nodiscard]] virtual DeadlockReport check_deadlock() const = 0;

  [[nodiscard]] virtual RoutingNeeds needs() const = 0;

  /// What the user should know of this routing on this network; empty: nothing.
  [[nodiscard]] virtual std::string remark() const { return {}; }
  /// Whether the decisions of a cycle see each other where `routing.allocator` leaves it to the
  /// routing.
  [[nodiscard]] virtual bool sequential() const { return false; }
  /// Class of channels whose utilisation results tell, or Wiring::kAllClasses.
  [[nodiscard]] virtual int measured_class() const = 0;

 private:
  RouterDesign design_;
};

/// A network that can be simulated.
struct Fabric {
  Wiring wiring;
  std::unique_ptr<const Routes> routes;
};

/// "5 (group 1, router 1)"; "5" in a network without groups; "11 (3, 2)" with the coordinates in a
/// grid of two dimensions or more.
[[nodiscard]] std::string router_name(const Wiring& wiring, int router);

/// "group 1 router 2"; "router 5" in a network without groups; "router 11 (3, 2)" in a grid.
[[nodiscard]] std::string place_name(const Wiring& wiring, int router);
/// Where a port leads: "terminal 3", "local channel to group 1 router 2", "dimension-2 channel to
/// router 11 (3, 2)", "not connected"; and where something else arrives on it, "rank-2 channel to
/// router 5, in: rank-1 channel from router 0".
[[nodiscard]] std::string port_target(const Wiring& wiring, int router, int port);

/// The result in words: the number of dependencies, or the cycle.
[[nodiscard]] std::string describe(const Wiring& wiring, const DeadlockReport& report);

/// Throws Error (kDeadlockPossible) with the cycle if the routing is not free of deadlock.
void require_deadlock_free(const Fabric& fabric);

}  // namespace dragonfly
