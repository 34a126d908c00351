#include "models/families/family_registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"
#include "models/families/butterfly/butterfly.hpp"
#include "models/families/dragonfly/dragonfly_graph.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"
#include "models/families/folded_clos/folded_clos.hpp"
#include "models/families/smallest_networks.hpp"
#include "models/families/torus/torus.hpp"

namespace dragonfly {
namespace {

/// Values were checked to be ints where parameters are (build_network).
int number(const FamilyParameters& values, const std::string& name) {
  return static_cast<int>(values.at(name).front());
}

std::vector<int> numbers(const FamilyParameters& values, const std::string& name) {
  const std::vector<std::int64_t>& list = values.at(name);
  return {list.begin(), list.end()};
}

std::vector<std::int64_t> wide(const std::vector<int>& list) { return {list.begin(), list.end()}; }

Family dragonfly_family() {
  return {"dragonfly",
          "groups of a routers, p terminals and h global channels a router, relative arrangement; "
          "smallest: all routers joined if that is enough, else as few groups as are enough, with "
          "a = 2p "
          "= 2h as large as the radix allows",
          {{"p", "terminals per router"},
           {"a", "routers per group"},
           {"h", "global channels per router"},
           {"g", "groups; 0: the most, a h + 1", false, false, {0}},
           {"group-sizes", "dimensions of the network in a group; none: complete", true, false},
           {"group-parallel", "channels side by side in each of them; none: 1", true, false}},
          [](const FamilyParameters& values) {
            TopologyConfig config;
            config.p = number(values, "p");
            config.a = number(values, "a");
            config.h = number(values, "h");
            config.g = number(values, "g");
            return dragonfly_graph(Dragonfly(config), {numbers(values, "group-sizes"),
                                                       numbers(values, "group-parallel")});
          },
          [](std::int64_t terminals, int radix) -> FamilyParameters {
            const TopologyConfig config = smallest_dragonfly(terminals, radix);
            return {{"p", {config.p}}, {"a", {config.a}}, {"h", {config.h}}, {"g", {config.g}}};
          }};
}

Family flattened_butterfly_family() {
  return {"flattened-butterfly",
          "routers on a grid, joined to all others of their row in each dimension; smallest: the "
          "fewest dimensions, k terminals a router, k routers in all dimensions but the last",
          {{"sizes", "routers in each dimension", true},
           {"concentration", "terminals per router"},
           {"parallel", "channels side by side in each dimension; none: 1", true, false},
           {"paired", "1: one channel more between routers 2j and 2j+1", false, false, {0}}},
          [](const FamilyParameters& values) {
            const int paired = number(values, "paired");
            if (paired > 1)
              throw InputError(
                  fmt::format("flattened-butterfly: parameter paired = {}: use 0 or 1", paired));
            return flattened_butterfly({numbers(values, "sizes"), number(values, "concentration"),
                                        numbers(values, "parallel"), paired != 0});
          },
          [](std::int64_t terminals, int radix) -> FamilyParameters {
            const FlattenedButterfly network = smallest_flattened_butterfly(terminals, radix);
            return {{"sizes", wide(network.sizes)}, {"concentration", {network.concentration}}};
          }};
}

Family k_ary_n_flat_family() {
  return {"k-ary-n-flat",
          "flattened butterfly of n-1 dimensions of k routers with k terminals; smallest: the "
          "fewest dimensions",
          {{"k", "routers in a dimension, and terminals per router"}, {"n", "dimensions + 1"}},
          [](const FamilyParameters& values) {
            return flattened_butterfly(k_ary_n_flat(number(values, "k"), number(values, "n")));
          },
          [](std::int64_t terminals, int radix) -> FamilyParameters {
            const FlatDesign design = smallest_k_ary_n_flat(terminals, radix);
            return {{"k", {design.k}}, {"n", {design.n}}};
          }};
}

Family butterfly_family() {
  return {"butterfly",
          "k-ary n-fly, one way from the first stage to the last; smallest: the fewest stages, "
          "then the smallest k up to the radix",
          {{"k", "inputs and outputs of a router"}, {"n", "stages"}},
          [](const FamilyParameters& values) {
            return butterfly(number(values, "k"), number(values, "n"));
          },
          [](std::int64_t terminals, int radix) -> FamilyParameters {
            const ButterflyParameters parameters = smallest_butterfly(terminals, radix);
            return {{"k", {parameters.k}}, {"n", {parameters.n}}};
          }};
}

Family folded_clos_family() {
  return {
      "folded-clos",
      "fat tree of 2 to 4 levels; smallest: the fewest levels, with exactly the terminals asked "
      "for",
      {{"radix", "ports of a router, even"},
       {"levels", "2 to 4"},
       {"terminals", "0: the most", false, false, {0}}},
      [](const FamilyParameters& values) {
        return folded_clos(
            {number(values, "radix"), number(values, "levels"), values.at("terminals").front()});
      },
      [](std::int64_t terminals, int radix) -> FamilyParameters {
        const FoldedClos network = smallest_folded_clos(terminals, radix);
        return {{"radix", {network.radix}},
                {"levels", {network.levels}},
                {"terminals", {network.terminals}}};
      }};
}

Family hypercube_family() {
  return {"hypercube",
          "2 routers in each dimension; smallest: one terminal a router",
          {{"dimensions", "0 to 30"}, {"concentration", "terminals per router", false, false, {1}}},
          [](const FamilyParameters& values) {
            return hypercube(number(values, "dimensions"), number(values, "concentration"));
          },
          [](std::int64_t terminals, int radix) -> FamilyParameters {
            return {{"dimensions", {smallest_hypercube(terminals, radix)}}};
          }};
}

Family generalized_hypercube_family() {
  return {"generalized-hypercube",
          "flattened butterfly with one terminal a router; smallest: the fewest dimensions, nearly "
          "equal",
          {{"sizes", "routers in each dimension", true}},
          [](const FamilyParameters& values) {
            return generalized_hypercube(numbers(values, "sizes"));
          },
          [](std::int64_t terminals, int radix) -> FamilyParameters {
            return {{"sizes", wide(smallest_generalized_hypercube(terminals, radix))}};
          }};
}

Family torus_family() {
  return {"torus",
          "rings in every dimension; smallest: three nearly equal dimensions",
          {{"sizes", "routers in each dimension", true},
           {"concentration", "terminals per router", false, false, {1}}},
          [](const FamilyParameters& values) {
            return torus(numbers(values, "sizes"), number(values, "concentration"));
          },
          [](std::int64_t terminals, int radix) -> FamilyParameters {
            return {{"sizes", wide(smallest_torus(terminals, radix))}};
          }};
}

/// The given values, checked, and the standard values of those not given.
FamilyParameters completed(const Family& family, const FamilyParameters& given) {
  FamilyParameters values;
  for (const FamilyParameter& parameter : family.parameters) {
    const auto found = given.find(parameter.name);
    if (found == given.end() && parameter.required) {
      throw InputError(fmt::format("{}: parameter {} is missing ({})", family.name, parameter.name,
                                   parameter.meaning));
    }
    const std::vector<std::int64_t>& list =
        found == given.end() ? parameter.standard : found->second;
    if (!parameter.list && list.size() != 1) {
      throw InputError(fmt::format("{}: parameter {} takes one value, not {} ({})", family.name,
                                   parameter.name, list.size(), parameter.meaning));
    }
    for (const std::int64_t value : list) {
      const bool counts_terminals = parameter.name == "terminals";
      if (value < 0 || (value > std::numeric_limits<int>::max() && !counts_terminals)) {
        throw InputError(fmt::format("{}: parameter {} = {}: use 0 to {} ({})", family.name,
                                     parameter.name, value, std::numeric_limits<int>::max(),
                                     parameter.meaning));
      }
    }
    values[parameter.name] = list;
  }
  for (const auto& [name, list] : given) {
    if (values.contains(name)) continue;
    throw InputError(fmt::format("{}: there is no parameter {}; there are: {}", family.name, name,
                                 fmt::join(parameter_names(family), ", ")));
  }
  return values;
}

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> all{dragonfly_family(),
                                       flattened_butterfly_family(),
                                       k_ary_n_flat_family(),
                                       butterfly_family(),
                                       folded_clos_family(),
                                       hypercube_family(),
                                       generalized_hypercube_family(),
                                       torus_family()};
  return all;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& family : families()) names.push_back(family.name);
  return names;
}

std::vector<std::string> parameter_names(const Family& family) {
  std::vector<std::string> names;
  for (const FamilyParameter& parameter : family.parameters) names.push_back(parameter.name);
  return names;
}

const Family& family(const std::string& name) {
  for (const Family& family : families()) {
    if (folded(family.name) == folded(name)) return family;
  }
  const std::vector<std::string> names = family_names();
  throw InputError(fmt::format("no family of networks is called \"{}\"{}; there are: {}", name,
                               did_you_mean(name, names), fmt::join(names, ", ")));
}

FamilyParameters complete_parameters(const std::string& name, const FamilyParameters& given) {
  return completed(family(name), given);
}

NetworkGraph build_network(const std::string& name, const FamilyParameters& parameters) {
  const Family& chosen = family(name);
  return chosen.build(completed(chosen, parameters));
}

FamilyParameters smallest_network(const std::string& name, std::int64_t terminals, int radix) {
  return family(name).smallest(terminals, radix);
}

}  // namespace dragonfly
