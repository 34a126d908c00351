#include "models/families/dragonfly/dragonfly_family.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/keys.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"
#include "models/families/smallest_networks.hpp"

namespace dragonfly {
namespace {

constexpr const char* kGroupSizes = "group-sizes";
constexpr const char* kGroupParallel = "group-parallel";

std::vector<FamilyParameter> parameters() {
  const std::string arrangement = name_of(TopologyConfig{}.arrangement);
  return {{"p", "terminals per router"},
          {"a", "routers per group"},
          {"h", "global channels per router"},
          {"g", "groups; 0: the most, a h + 1", ParameterKind::kNumber, false, {0}},
          {"arrangement", "which global channel leads to which group", ParameterKind::kName, false,
           arrangement},
          {kGroupSizes, "dimensions of the network in a group; none: complete",
           ParameterKind::kList, false},
          {kGroupParallel, "channels side by side in each of them; none: 1", ParameterKind::kList,
           false}};
}

ShownParameters shown(const FamilyParameters& values) {
  const TopologyConfig t = topology_of(values);
  const std::int64_t g = t.g == 0 ? std::int64_t{t.a} * t.h + 1 : t.g;
  ShownParameters list{{"p", fmt::format("{}", t.p)},
                       {"a", fmt::format("{}", t.a)},
                       {"h", fmt::format("{}", t.h)},
                       {"g", fmt::format("{}", g)},
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
  return {
      "dragonfly",
      "groups of a routers, p terminals and h global channels a router; smallest: all routers "
      "joined if that is enough, else as few groups as are enough, with a = 2p = 2h as large "
      "as the radix allows",
      parameters(),
      [](const FamilyParameters& values) {
        return dragonfly_wiring(dragonfly_links(
            topology_of(values), {ints_of(values, kGroupSizes), ints_of(values, kGroupParallel)}));
      },
      [](std::int64_t terminals, int radix) {
        FamilyParameters values = parameters_of(smallest_dragonfly(terminals, radix));
        values.erase("arrangement");  // any does
        return values;
      },
      shown};
}

FamilyParameters parameters_of(const TopologyConfig& topology) {
  return {{"p", {topology.p}},
          {"a", {topology.a}},
          {"h", {topology.h}},
          {"g", {topology.g}},
          {"arrangement", name_of(topology.arrangement)}};
}

TopologyConfig topology_of(const FamilyParameters& values) {
  Configuration config;
  TopologyConfig& t = config.topology;
  const auto set = [&](const char* name, int& value) {
    if (values.contains(name)) value = int_of(values, name);
  };
  set("p", t.p);
  set("a", t.a);
  set("h", t.h);
  set("g", t.g);
  const auto arrangement = values.find("arrangement");
  if (arrangement != values.end())
    assign_text(*find_key("topology", "arrangement"), arrangement->second.text(), config,
                "dragonfly: parameter arrangement = " + arrangement->second.text());
  return t;
}

bool joins_all_groups(const TopologyConfig& topology) {
  return topology.arrangement != Arrangement::kGreedy ||
         topology.g <= std::int64_t{topology.a} * topology.h + 1;
}

bool has_group_network(const FamilyParameters& values) {
  const auto given = [&](const char* name) {
    const auto found = values.find(name);
    return found != values.end() && !found->second.numbers().empty();
  };
  return given(kGroupSizes) || given(kGroupParallel);
}

DragonflyLinks dragonfly_links(const TopologyConfig& topology, const GroupNetwork& group_network) {
  if (joins_all_groups(topology)) return links_of(Dragonfly(topology), group_network);
  if (topology.p < 1) throw InputError(fmt::format("topology.p = {}: use 1 or more", topology.p));
  return {topology.p,
          topology.a,
          topology.h,
          topology.g,
          greedy_links(topology.a, topology.h, topology.g),
          group_network};
}

}  // namespace dragonfly
