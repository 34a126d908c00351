// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly_draws.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_route_unit.hpp"
#include "models/families/parameter_classes.hpp"

namespace dragonfly {
namespace {

/// Routers in one to three dimensions, two at least; one draw in eight has more ports than a word
/// has bits, or ways of up to eight hops.
std::vector<int> draw_sizes(RandomSource& source) {
  const bool large = source.chance(1, 8);
  const int dimensions = large ? source.pick({1, 2, 4}) : source.pick({1, 1, 2, 2, 2, 3});
  constexpr int kMost[] = {0, 12, 6, 3, 3}, kMostOfLarge[] = {0, 70, 12, 3, 3};
  const int most = (large ? kMostOfLarge : kMost)[dimensions];
  std::vector<int> sizes(static_cast<std::size_t>(dimensions));
  for (int& size : sizes) size = source.extreme(1, most);
  if (std::all_of(sizes.begin(), sizes.end(), [](int size) { return size == 1; })) sizes[0] = 2;
  return sizes;
}

bool is_even(int size) { return size % 2 == 0; }

void draw_flattened_butterfly(RandomSource& source, FamilyParameters& values) {
  const std::vector<int> sizes = draw_sizes(source);
  values["sizes"] = sizes;
  values["concentration"] = {source.pick({1, 1, 2, 3, 4})};
  values["parallel"] = {};
  const bool wide = std::any_of(sizes.begin(), sizes.end(), [](int size) { return size > 12; });
  if (!wide && source.chance(1, 3)) {
    std::vector<int> parallel;
    for (std::size_t i = 0; i < sizes.size(); ++i) parallel.push_back(source.pick({1, 2, 2, 3}));
    values["parallel"] = parallel;
  }
  values["paired"] = {is_even(sizes[0]) && source.chance(1, 3) ? 1 : 0};
}

/// As many numbers of parallel channels as dimensions, and pairs only where they come out even.
void repair(FamilyParameters& values) {
  const std::vector<int> sizes = ints_of(values, "sizes");
  if (auto& parallel = values["parallel"]; !parallel.empty()) {
    std::vector<std::int64_t> numbers = parallel.numbers();
    numbers.resize(sizes.size(), 1);
    parallel = numbers;
  }
  if (sizes.empty() || !is_even(sizes[0])) values["paired"] = {0};
}

ParameterClasses dimensions() {
  return classes_of_number("dimensions", {{1, "1"}, {2, "2"}, {3, "3"}}, length_of("sizes"));
}

ParameterClasses concentration() {
  return classes_of_number("concentration", {{1, "1"}, {2, "2 or more"}},
                           number_of("concentration"));
}

}  // namespace

FlattenedButterflyDraw draw_flattened_butterflies() {
  return {.network = draw_flattened_butterfly,
          .classes = {dimensions(),
                      concentration(),
                      {"channels",
                       {"one", "parallel"},
                       [](const FamilyParameters& values) -> std::size_t {
                         const std::vector<int> parallel = ints_of(values, "parallel");
                         const bool several =
                             std::any_of(parallel.begin(), parallel.end(),
                                         [](int channels) { return channels > 1; });
                         return several || int_of(values, "paired") != 0 ? 1 : 0;
                       }}},
          .simplest = {{"sizes", {2}}, {"concentration", {1}}, {"parallel", {}}, {"paired", {0}}},
          .repair = repair};
}

FlattenedButterflyDraw draw_k_ary_n_flats() {
  const auto draw = [](RandomSource& source, FamilyParameters& values) {
    const int n = source.pick({1, 2, 2, 3, 3, 4});
    values["k"] = {source.between(2, n < 3 ? 8 : n == 3 ? 4 : 3)};
    values["n"] = {n};
  };
  return {
      .network = draw,
      .classes = {classes_of_number("k", {{2, "2"}, {3, "3-4"}, {5, "5 or more"}}, number_of("k")),
                  classes_of_number("n", {{1, "1"}, {2, "2"}, {3, "3 or more"}}, number_of("n"))},
      .simplest = {{"k", {2}}, {"n", {1}}}};
}

FlattenedButterflyDraw draw_hypercubes() {
  const auto draw = [](RandomSource& source, FamilyParameters& values) {
    const int dimensions = source.chance(1, 8) ? 7 : source.between(0, 5);
    values["dimensions"] = {dimensions};
    values["concentration"] = {dimensions == 0 ? source.between(2, 4) : source.pick({1, 1, 2, 3})};
  };
  return {.network = draw,
          .classes = {classes_of_number("dimensions", {{0, "0"}, {1, "1"}, {2, "2"}, {3, "3-5"}},
                                        number_of("dimensions")),
                      concentration()},
          .simplest = {{"dimensions", {1}}, {"concentration", {1}}}};
}

FlattenedButterflyDraw draw_generalized_hypercubes() {
  const auto draw = [](RandomSource& source, FamilyParameters& values) {
    values["sizes"] = draw_sizes(source);
  };
  return {.network = draw, .classes = {dimensions()}, .simplest = {{"sizes", {2}}}};
}

FamilyDraw flattened_butterfly_draw(
    const std::function<FlattenedButterfly(const FamilyParameters&)>& network,
    const std::vector<FamilyRouting>& routings, FlattenedButterflyDraw draw) {
  constexpr int kMostTerminals = 128;
  FamilyDraw all;
  all.deepest = [network](const FamilyParameters& values) {
    return counted_depth(router_radix(network(values)));
  };
  all.routers = [draw_network = std::move(draw.network)](RandomSource& source,
                                                         FamilyParameters& values) {
    draw_network(source, values);
    return kMostTerminals;
  };
  // Dimension order needs one.
  all.least_vcs = [network](const FamilyParameters& values) {
    static_cast<void>(router_radix(network(values)));
    return 1;
  };
  all.network = [](RandomSource&, FamilyParameters&, int, int) {};  // that of routers()
  all.routing = [network, routings](RandomSource& source, const Configuration& config) {
    const FlattenedButterflyGrid grid(network(config.topology.parameters));
    std::vector<std::string> possible;
    for (std::size_t code = 0; code < routings.size(); ++code) {
      const auto routing = static_cast<FlattenedButterflyRouting>(code);
      if (flattened_butterfly_vcs(routing, grid.dimensions()) <= config.router.vcs)
        possible.push_back(routings[code].name);
    }
    return possible[static_cast<std::size_t>(source.below(static_cast<int>(possible.size())))];
  };
  all.classes = std::move(draw.classes);
  all.simplest = std::move(draw.simplest);
  all.repair = std::move(draw.repair);
  return all;
}

}  // namespace dragonfly
