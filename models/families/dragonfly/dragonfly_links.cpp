// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/dragonfly_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/families/dragonfly/arrangement_check.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

void check_ranges(const DragonflyLinks& w) {
  if (w.p < 1 || w.a < 1 || w.h < 0 || w.g < 1) {
    throw InputError(
        fmt::format("dragonfly p = {}, a = {}, h = {}, g = {}: p, a and g must be 1 or more, h 0 "
                    "or more",
                    w.p, w.a, w.h, w.g));
  }
}

void check_ends(const DragonflyLinks& w) {
  const std::string fault = check_legal(w.ends, w.a, w.h, w.g, {});
  if (!fault.empty()) throw InputError("links of a dragonfly: " + fault);
}

/// Where a router's global channels lead, as seen from its group, in ascending order.
std::vector<std::pair<int, int>> relative_ends(const DragonflyLinks& w, int group, int router) {
  std::vector<std::pair<int, int>> ends;
  const std::size_t first = (static_cast<std::size_t>(group) * w.a + router) * w.h;
  for (int port = 0; port < w.h; ++port) {
    const GlobalEnd& end = w.ends[first + port];
    if (end == kUnconnected) continue;
    ends.emplace_back((end.group - group + w.g) % w.g, end.router);
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

}  // namespace

GroupNetwork completed(const GroupNetwork& given, int a) {
  GroupNetwork network = given;
  if (network.sizes.empty()) network.sizes = {a};
  std::int64_t routers = 1;
  for (const int size : network.sizes) {
    if (size < 1) {
      throw InputError(
          fmt::format("group dimensions {}: each must have 1 router or more, with product a = {}",
                      listed(network.sizes, " x "), a));
    }
    routers = product(routers, size);
  }
  if (routers != a) {
    throw InputError(fmt::format(
        "group dimensions {}: they make {} routers, but a group has a = {}; choose sizes whose "
        "product is {}, or a = {}",
        listed(network.sizes, " x "), routers, a, a, routers));
  }
  if (network.parallel.empty()) network.parallel.assign(network.sizes.size(), 1);
  const bool positive = std::all_of(network.parallel.begin(), network.parallel.end(),
                                    [](int channels) { return channels >= 1; });
  if (network.parallel.size() != network.sizes.size() || !positive) {
    throw InputError(fmt::format(
        "parallel channels {} in group dimensions {}: give one number >= 1 for each dimension",
        listed(network.parallel, ", "), listed(network.sizes, " x ")));
  }
  return network;
}

bool groups_alike(const DragonflyLinks& w) {
  for (int router = 0; router < w.a; ++router) {
    const auto expected = relative_ends(w, 0, router);
    for (int group = 1; group < w.g; ++group) {
      if (relative_ends(w, group, router) != expected) return false;
    }
  }
  return true;
}

int local_ports(const GroupNetwork& group_network, int a) {
  const GroupNetwork network = completed(group_network, a);
  std::int64_t ports = 0;
  for (std::size_t d = 0; d < network.sizes.size(); ++d) {
    ports = sum(ports, product(network.sizes[d] - 1, network.parallel[d]));
  }
  if (ports > INT32_MAX) {
    throw InputError(fmt::format("group network {}: a router would have {} local ports",
                                 listed(network.sizes, " x "), ports));
  }
  return static_cast<int>(ports);
}

void check(const DragonflyLinks& links) {
  check_ranges(links);
  const std::int64_t routers = product(links.a, links.g);
  const std::int64_t local = product(routers, local_ports(links.group_network, links.a)) / 2;
  const std::int64_t global = product(routers, links.h) / 2;
  require_graph_fits(
      fmt::format("dragonfly p = {}, a = {}, h = {}, g = {}", links.p, links.a, links.h, links.g),
      routers, sum(local, global), product(routers, links.p));
  check_ends(links);
}

DragonflyLinks links_of(const Dragonfly& network, const GroupNetwork& group_network) {
  DragonflyLinks links{network.p(), network.a(), network.h(), network.g(), {}, group_network};
  links.ends.reserve(static_cast<std::size_t>(network.routers()) * network.h());
  for (int group = 0; group < network.g(); ++group) {
    for (int router = 0; router < network.a(); ++router) {
      for (int port = 0; port < network.h(); ++port) {
        links.ends.push_back(network.far_end(group, router, port));
      }
    }
  }
  return links;
}

}  // namespace dragonfly
