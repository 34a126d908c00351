// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/dragonfly_draw.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_family.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/dragonfly/group_grid.hpp"
#include "models/families/dragonfly/routing.hpp"
#include "models/families/parameter_classes.hpp"

namespace dragonfly {
namespace {

void set_routers(FamilyParameters& values, int p, int a, int h) {
  values["p"] = {p};
  values["a"] = {a};
  values["h"] = {h};
}

/// Groups of one to three dimensions, perhaps with channels side by side.
void draw_group_network(RandomSource& source, FamilyParameters& values, int a) {
  std::vector<int> sizes;
  switch (a) {
    case 4:
      sizes = source.chance(2, 3) ? std::vector{2, 2} : std::vector{4};
      break;
    case 8:
      sizes = source.pick<std::vector<int>>({{2, 4}, {4, 2}, {2, 2, 2}, {8}});
      break;
    default:
      sizes = {a};
  }
  std::vector<int> parallel;
  if (sizes.size() == 1 || source.chance(1, 2))
    for (std::size_t d = 0; d < sizes.size(); ++d) parallel.push_back(source.pick({1, 2, 2, 3}));
  values[kGroupSizes] = sizes;
  values[kGroupParallel] = parallel;
}

int draw_routers(RandomSource& source, FamilyParameters& values) {
  constexpr int kMostTerminals = 128, kMostOfWide = 512, kMostOfPaper = 1056;
  switch (source.below(16)) {
    case 0:  // the network of the paper
      set_routers(values, 4, 8, 4);
      return kMostOfPaper;
    case 1:
    case 2: {  // vectors of several words, flits of two
      struct Wide {
        int p, a, h;
      };
      const Wide wide = source.pick<Wide>(
          {{16, 16, 4}, {8, 16, 8}, {2, 33, 1}, {1, 9, 8}, {32, 2, 2}, {1, 2, 16}, {4, 10, 4}});
      set_routers(values, wide.p, wide.a, wide.h);
      return kMostOfWide;
    }
    default: {
      const int p = source.pick({1, 1, 2, 2, 3, 4, 5, 8});
      const int a = source.pick({1, 2, 2, 3, 4, 4, 5, 8});
      const int h = source.pick({0, 1, 1, 2, 2, 3, 4});
      // A single router of one terminal has nobody to send to.
      set_routers(values, p, a, p * a == 1 ? std::max(h, 1) : h);
      if (a > 1 && source.chance(1, 4)) draw_group_network(source, values, a);
      return kMostTerminals;
    }
  }
}

std::int64_t terminals_of_group(const DragonflyParameters& dragonfly) {
  return std::int64_t{dragonfly.p} * dragonfly.a;
}

/// One VC is enough for a single group.
int least_vcs(const FamilyParameters& values) {
  return terminals_of_group(dragonfly_parameters(values)) == 1 ? 2 : 1;
}

void draw_network(RandomSource& source, FamilyParameters& values, int most_terminals, int vcs) {
  DragonflyParameters dragonfly = dragonfly_parameters(values);
  const std::int64_t fit =
      std::max<std::int64_t>(2, most_terminals / terminals_of_group(dragonfly));
  const auto most = static_cast<int>(vcs == 1 ? 1 : std::min(dragonfly.largest_g(), fit));
  // A single group leaves half of the router without work.
  const bool several = terminals_of_group(dragonfly) == 1 || source.chance(4, 5);
  const int least = several && most > 1 ? 2 : 1;
  values["g"] = {source.extreme(least, most)};
  // The circulant arrangement needs an even h.
  const Arrangement arrangement =
      dragonfly.h % 2 == 0
          ? source.pick({Arrangement::kRelative, Arrangement::kAbsolute, Arrangement::kCirculant,
                         Arrangement::kHelix, Arrangement::kNautilus, Arrangement::kGreedy})
          : source.pick({Arrangement::kRelative, Arrangement::kAbsolute, Arrangement::kHelix,
                         Arrangement::kNautilus, Arrangement::kGreedy});
  values["arrangement"] = name_of(arrangement);
}

std::string draw_routing(RandomSource& source, const Configuration& config) {
  // Packets that go through another group need 3 VCs.
  const DragonflyParameters dragonfly = dragonfly_parameters(config.topology.parameters);
  if (dragonfly.groups() > 2 && config.router.vcs < 3) return name_of(Routing::kMin);
  return name_of(
      source.pick({Routing::kMin, Routing::kVal, Routing::kUgalL, Routing::kUgalG,
                   Routing::kUgalLVc, Routing::kUgalLVch, Routing::kUgalLCr, Routing::kUgalLCr}));
}

/// At most as many groups as can be joined, and a network in them that fits.
void repair(FamilyParameters& values) {
  try {
    static_cast<void>(local_ports(group_network(values), dragonfly_parameters(values).a));
  } catch (const InputError&) {
    values.erase(kGroupSizes);
    values.erase(kGroupParallel);
  }
  const DragonflyParameters dragonfly = dragonfly_parameters(values);
  values["g"] = {std::min(dragonfly.groups(), dragonfly.largest_g())};
}

ParameterClasses of_number(int DragonflyParameters::*number, const char* name,
                           std::vector<std::pair<std::int64_t, std::string>> classes) {
  return classes_of_number(name, std::move(classes), [number](const FamilyParameters& values) {
    return std::int64_t{dragonfly_parameters(values).*number};
  });
}

ParameterClasses group_count() {
  return {"g", {"1", "2", "3 or more", "all"}, [](const FamilyParameters& values) -> std::size_t {
            const DragonflyParameters dragonfly = dragonfly_parameters(values);
            const std::int64_t g = dragonfly.groups();
            if (g > 2) return g == dragonfly.largest_g() ? 3 : 2;
            return g == 1 ? 0 : 1;
          }};
}

std::vector<ParameterClasses> classes() {
  const std::vector<std::pair<std::int64_t, std::string>> sizes = {
      {1, "1"}, {2, "2"}, {3, "3-4"}, {5, "5-8"}, {9, "9 or more"}};
  return {of_number(&DragonflyParameters::p, "p", sizes),
          of_number(&DragonflyParameters::a, "a", sizes),
          of_number(&DragonflyParameters::h, "h",
                    {{0, "0"}, {1, "1"}, {2, "2"}, {3, "3-4"}, {5, "5 or more"}}),
          group_count(),
          {"group network",
           {"complete", "grid or parallel"},
           [](const FamilyParameters& values) -> std::size_t {
             return GroupGrid(group_network(values), dragonfly_parameters(values).a).complete() ? 0
                                                                                                : 1;
           }},
          {"arrangement", names(Arrangement{}), [](const FamilyParameters& values) {
             return static_cast<std::size_t>(dragonfly_parameters(values).arrangement);
           }}};
}

}  // namespace

FamilyDraw dragonfly_draw() {
  return {.routers = draw_routers,
          .least_vcs = least_vcs,
          .network = draw_network,
          .routing = draw_routing,
          .classes = classes(),
          .simplest = parameters_of({.p = 1, .a = 1, .h = 0, .g = 1}),
          .repair = repair};
}

}  // namespace dragonfly
