// SPDX-License-Identifier: Apache-2.0
#include "models/router/routes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "models/common/counted.hpp"
#include "models/common/error.hpp"

namespace dragonfly {

namespace {

bool is_grid(const Wiring& wiring) { return wiring.dimensions().size() > 1; }

/// "11 (3, 2)" in a grid.
std::string with_coordinates(const Wiring& wiring, int router) {
  std::vector<int> coordinates;
  int rest = router;
  for (const int size : wiring.dimensions()) {
    coordinates.push_back(rest % size);
    rest /= size;
  }
  return fmt::format("{} ({})", router, fmt::join(coordinates, ", "));
}

}  // namespace

std::string router_name(const Wiring& wiring, int router) {
  if (is_grid(wiring)) return with_coordinates(wiring, router);
  if (wiring.groups() == 0) return fmt::format("{}", router);
  return fmt::format("{} (group {}, router {})", router, wiring.group(router),
                     wiring.index_in_group(router));
}

std::string place_name(const Wiring& wiring, int router) {
  if (is_grid(wiring)) return "router " + with_coordinates(wiring, router);
  if (wiring.groups() == 0) return fmt::format("router {}", router);
  return fmt::format("group {} router {}", wiring.group(router), wiring.index_in_group(router));
}

namespace {

/// A peer, and the channel that leads `to` it or comes "from" it.
std::string peer_name(const Wiring& wiring, const Peer& peer, int channel_class,
                      const char* preposition) {
  if (peer.kind == PeerKind::kTerminal) return fmt::format("terminal {}", peer.terminal);
  const std::string& name = wiring.classes()[static_cast<std::size_t>(channel_class)].name;
  return fmt::format("{} {} {}", channel_of_class(name), preposition,
                     place_name(wiring, peer.router));
}

}  // namespace

std::string port_target(const Wiring& wiring, int router, int port) {
  if (port >= wiring.ports(router)) return "not connected";
  const Peer to = wiring.output(router, port), from = wiring.input(router, port);
  std::string text;
  if (to.connected()) text = peer_name(wiring, to, wiring.output_class(router, port), "to");
  if (from == to || !from.connected()) return text.empty() ? "not connected" : text;
  return text + (text.empty() ? "in: " : ", in: ") +
         peer_name(wiring, from, wiring.input_class(router, port), "from");
}

namespace {

std::string name_of(const Wiring& wiring, const VirtualChannel& channel) {
  const std::string router = wiring.groups() == 0
                                 ? fmt::format("{}", channel.router)
                                 : fmt::format("{}.{}", wiring.group(channel.router),
                                               wiring.index_in_group(channel.router));
  return fmt::format("{}:{} VC{}", router, channel.port, channel.vc);
}

}  // namespace

std::string describe(const Wiring& wiring, const DeadlockReport& report) {
  if (report.deadlock_free())
    return fmt::format("free of deadlock: {} channel dependencies, no cycle", report.dependencies);
  std::string text = fmt::format(
      "deadlock possible: {} virtual channels wait for each other in a circle ({}router:port VC): ",
      report.cycle.size(), wiring.groups() == 0 ? "" : "group.");
  for (const VirtualChannel& channel : report.cycle) text += name_of(wiring, channel) + " -> ";
  return text + name_of(wiring, report.cycle.front());
}

void require_deadlock_free(const Fabric& fabric) {
  const DeadlockReport report = fabric.routes->check_deadlock();
  if (report.deadlock_free()) return;
  throw DeadlockError(describe(fabric.wiring, report) +
                      "; the run was not started, please report this defect");
}

}  // namespace dragonfly
