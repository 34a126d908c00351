// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/dragonfly_family.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/families/dragonfly/dragonfly_draw.hpp"
#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"
#include "models/families/dragonfly/routing.hpp"
#include "models/families/smallest_networks.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

constexpr std::int64_t kMaxSize = 1 << 24;

FamilyParameter number(std::string name, std::string meaning, int standard, std::int64_t lowest,
                       std::int64_t highest) {
  FamilyParameter parameter{std::move(name), std::move(meaning)};
  parameter.required = false;
  parameter.standard = {standard};
  parameter.lowest = lowest;
  parameter.highest = highest;
  return parameter;
}

FamilyParameter list(std::string name, std::string meaning) {
  FamilyParameter parameter{std::move(name), std::move(meaning), ParameterKind::kList};
  parameter.required = false;
  return parameter;
}

std::vector<FamilyParameter> parameters() {
  const DragonflyParameters standard;
  FamilyParameter arrangement{"arrangement", "which global channel leads to which group",
                              ParameterKind::kName};
  arrangement.required = false;
  arrangement.standard = name_of(standard.arrangement);
  arrangement.choices = names(Arrangement{});
  arrangement.aliases = arrangement_aliases();
  return {number("p", "terminals per router; at most 64 in simulations", standard.p, 1, kMaxSize),
          number("a", "routers per group; at most 128 in simulations", standard.a, 1, kMaxSize),
          number("h", "global channels per router, at most 64 in simulations; 0 only with g = 1",
                 standard.h, 0, kMaxSize),
          number("g", "groups, at most a h + 1; 0 stands for a h + 1", standard.g, 0, kMaxSize + 1),
          arrangement,
          list(kGroupSizes, "dimensions of the network in a group; none: complete"),
          list(kGroupParallel, "channels side by side in each of them; none: 1")};
}

NetworkShape shape(const FamilyParameters& values) {
  const DragonflyParameters t = dragonfly_parameters(values);
  const std::int64_t routers = product(t.groups(), t.a);
  return {routers, product(routers, t.p), t.groups(),
          std::int64_t{t.p} + local_ports(group_network(values), t.a) + t.h};
}

ShownParameters shown(const FamilyParameters& values) {
  const DragonflyParameters t = dragonfly_parameters(values);
  ShownParameters list{{"p", fmt::format("{}", t.p)},
                       {"a", fmt::format("{}", t.a)},
                       {"h", fmt::format("{}", t.h)},
                       {"g", fmt::format("{}", t.groups())},
                       {"arrangement", name_of(t.arrangement)}};
  for (const char* const name : {kGroupSizes, kGroupParallel}) {
    const auto found = values.find(name);
    if (found != values.end() && !found->second.numbers().empty())
      list.emplace_back(name, found->second.shown());
  }
  return list;
}

}  // namespace

Family dragonfly_family() {
  Family family{
      "dragonfly",
      "groups of a routers, p terminals and h global channels a router; smallest: all routers "
      "joined if that is enough, else as few groups as are enough, with a = 2p = 2h as large "
      "as the radix allows",
      parameters(),
      [](const FamilyParameters& values) {
        return dragonfly_wiring(
            dragonfly_links(dragonfly_parameters(values), group_network(values)));
      },
      [](std::int64_t terminals, int radix) {
        FamilyParameters values = parameters_of(smallest_dragonfly(terminals, radix));
        values.erase("arrangement");  // any does
        return values;
      },
      shown};
  family.shape = shape;
  family.routings = dragonfly_routings();
  family.fabric = dragonfly_fabric;
  family.routes = [](const Configuration& config) {
    return std::make_unique<DragonflyRoutes>(config);
  };
  family.draw = dragonfly_draw();
  return family;
}

bool joins_all_groups(const DragonflyParameters& dragonfly) {
  return dragonfly.arrangement != Arrangement::kGreedy || dragonfly.g <= dragonfly.largest_g();
}

GroupNetwork group_network(const FamilyParameters& values) {
  const auto numbers = [&](const char* name) {
    return values.contains(name) ? ints_of(values, name) : std::vector<int>();
  };
  return {numbers(kGroupSizes), numbers(kGroupParallel)};
}

bool has_group_network(const FamilyParameters& values) {
  const GroupNetwork network = group_network(values);
  return !network.sizes.empty() || !network.parallel.empty();
}

DragonflyLinks dragonfly_links(const DragonflyParameters& dragonfly,
                               const GroupNetwork& group_network) {
  if (joins_all_groups(dragonfly)) return links_of(Dragonfly(dragonfly), group_network);
  if (dragonfly.p < 1) throw InputError(fmt::format("topology.p = {}: use 1 or more", dragonfly.p));
  return {dragonfly.p,
          dragonfly.a,
          dragonfly.h,
          dragonfly.g,
          greedy_links(dragonfly.a, dragonfly.h, dragonfly.g),
          group_network};
}

}  // namespace dragonfly
