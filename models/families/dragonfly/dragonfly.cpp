// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/dragonfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"

namespace dragonfly {
namespace {

constexpr std::int64_t kMaxNumber = std::numeric_limits<int>::max();

void check_ranges(const DragonflyParameters& c) {
  if (c.p < 1) {
    throw InputError(fmt::format(
        "topology.p = {}: a router needs terminals; use p = 1 or more (terminals per router)",
        c.p));
  }
  if (c.a < 1) {
    throw InputError(fmt::format(
        "topology.a = {}: a group needs routers; use a = 1 or more (routers per group)", c.a));
  }
  if (c.h < 0) {
    throw InputError(
        fmt::format("topology.h = {}: use h = 1 or more (global channels per router), or h = 0 "
                    "together with g = 1",
                    c.h));
  }
  if (c.g < 0) {
    throw InputError(
        fmt::format("topology.g = {}: use g = 1 to a*h+1 = {} (groups), or g = 0 for the largest",
                    c.g, std::int64_t{c.a} * c.h + 1));
  }
}

/// Refuses what is too large even for a single group.
void check_group_size(const DragonflyParameters& c) {
  const std::int64_t a = c.a;
  if (a * c.p > kMaxNumber) {
    throw InputError(fmt::format(
        "topology.p = {} with a = {}: a group would have {} terminals, and at most {} can be "
        "numbered; use p = {} or less",
        c.p, a, a * c.p, kMaxNumber, kMaxNumber / a));
  }
  if (a * c.h > kMaxGlobalPorts) {
    const std::int64_t most_h = kMaxGlobalPorts / a;
    throw InputError(
        fmt::format("topology.h = {} with a = {}: a group would have a*h = {} global ports; use an "
                    "a and h with "
                    "a*h = {} or less{}",
                    c.h, a, a * c.h, kMaxGlobalPorts,
                    most_h > 0 ? fmt::format(", for this a h = {} or less", most_h) : ""));
  }
  const std::int64_t radix = std::int64_t{c.p} + c.a - 1 + c.h;
  if (radix > kMaxNumber) {
    throw InputError(fmt::format(
        "topology.p = {} with a = {} and h = {}: a router would have {} ports, and at most {} can "
        "be numbered; use p = {} or less",
        c.p, c.a, c.h, radix, kMaxNumber, c.p - (radix - kMaxNumber)));
  }
}

/// The number of groups, with 0 replaced by the largest. Needs the checks above.
int checked_groups(const DragonflyParameters& c) {
  const std::int64_t ports = std::int64_t{c.a} * c.h;
  const std::int64_t g = c.g == 0 ? ports + 1 : c.g;
  if (c.h == 0 && g > 1) {
    throw InputError(fmt::format(
        "topology.h = 0 with g = {}: without global channels the groups cannot reach each other; "
        "use h = {} or more (with a = {}), or g = 1",
        g, rounded_up(g - 1, c.a), c.a));
  }
  if (g > ports + 1) {
    throw InputError(fmt::format(
        "topology.g = {}: with a = {} and h = {} a group has a*h = {} global channels, and needs "
        "one to every other group, so g can be 1 to {}; use g = {}, or h = {}, or a = {}",
        g, c.a, c.h, ports, ports + 1, ports + 1, rounded_up(g - 1, c.a), rounded_up(g - 1, c.h)));
  }
  std::int64_t most = kMaxNumber / (std::int64_t{c.a} * c.p);
  if (ports > 0) most = std::min(most, kMaxGlobalPorts / ports);
  if (g > most) {
    throw InputError(fmt::format(
        "topology.g = {}{}: the network would have {} routers, {} terminals and {} global ports; "
        "at "
        "most {} terminals and {} global ports are possible; with p = {}, a = {} and h = {} use at "
        "most g = {}",
        g, c.g == 0 ? " (the largest for this a and h)" : "", g * c.a, g * c.a * c.p, g * ports,
        kMaxNumber, kMaxGlobalPorts, c.p, c.a, c.h, most));
  }
  return static_cast<int>(g);
}

/// The circulant arrangement lays half of a router's channels up and half down.
void check_arrangement(const DragonflyParameters& c, int g) {
  if (c.arrangement != Arrangement::kCirculant || c.h % 2 == 0 || g == 1) return;
  const std::int64_t fewer = c.h - 1;
  const bool fewer_works = fewer > 0 && (c.g == 0 || c.a * fewer + 1 >= g);
  throw InputError(fmt::format(
      "topology.h = {} with arrangement = \"circulant\": half of a router's global channels lead "
      "to higher and half to lower group numbers, so h must be even; use h = {}{}, or "
      "arrangement = \"helix\", which takes any h",
      c.h, fewer_works ? fmt::format("{} or ", fewer) : "", c.h + 1));
}

int checked(const DragonflyParameters& config) {
  check_ranges(config);
  check_group_size(config);
  const int g = checked_groups(config);
  check_arrangement(config, g);
  return g;
}

}  // namespace

Dragonfly::Dragonfly(const DragonflyParameters& config)
    : p_(config.p),
      a_(config.a),
      h_(config.h),
      g_(checked(config)),
      arrangement_(config.arrangement),
      far_(global_links(arrangement_, a_, h_, g_)) {}

PortClass Dragonfly::port_class(int port) const {
  if (port < p_) return PortClass::kTerminal;
  return port < p_ + a_ - 1 ? PortClass::kLocal : PortClass::kGlobal;
}

GlobalEnd Dragonfly::far_end(int group, int router, int port) const {
  return far_[(static_cast<std::size_t>(group) * a_ + router) * h_ + port];
}

Link Dragonfly::link(int router, int port) const {
  Link link;
  link.port_class = port_class(port);
  const int group = group_of_router(router);
  const int index = local_index(router);
  switch (link.port_class) {
    case PortClass::kTerminal:
      link.connected = true;
      link.terminal = router * p_ + port;
      break;
    case PortClass::kLocal: {
      const int position = port - p_;
      const int neighbour = position < index ? position : position + 1;
      link.connected = true;
      link.router = group * a_ + neighbour;
      link.port = local_port(neighbour, index);
      break;
    }
    case PortClass::kGlobal: {
      const GlobalEnd end = far_end(group, index, port - global_port(0));
      if (end == kUnconnected) break;
      link.connected = true;
      link.router = end.group * a_ + end.router;
      link.port = global_port(end.port);
      break;
    }
  }
  return link;
}

bool Dragonfly::groups_alike() const {
  const std::size_t ports = static_cast<std::size_t>(a_) * h_;
  for (std::size_t place = ports; place < far_.size(); ++place) {
    const int group = static_cast<int>(place / ports);
    GlobalEnd expected = far_[place % ports];
    if (expected != kUnconnected) expected.group = (expected.group + group) % g_;
    if (far_[place] != expected) return false;
  }
  return true;
}

std::vector<GlobalEnd> Dragonfly::channels_between(int from, int to) const {
  std::vector<GlobalEnd> channels;
  for (int router = 0; router < a_; ++router) {
    for (int port = 0; port < h_; ++port) {
      if (far_end(from, router, port).group == to) channels.push_back({from, router, port});
    }
  }
  return channels;
}

}  // namespace dragonfly
