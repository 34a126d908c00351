// SPDX-License-Identifier: Apache-2.0
#include "models/cost/family_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "models/common/error.hpp"
#include "models/cost/part_lists.hpp"
#include "models/families/dragonfly/dragonfly_family.hpp"
#include "models/families/family_registry.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

/// Refuses what the arrangement cannot wire, also where the network is too large to be built.
void check_arrangement(const DragonflyParameters& t) {
  const std::int64_t most = t.largest_g();
  if (t.arrangement != Arrangement::kGreedy && t.h > 0 && t.g > most) {
    throw InputError(fmt::format(
        "--g {}: a group has a*h = {} global channels and needs one to every other group; use {} "
        "or less, or --arrangement greedy, which does not connect all groups",
        t.g, most - 1, most));
  }
  if (t.arrangement == Arrangement::kCirculant && t.h % 2 != 0 && t.g != 1) {
    throw InputError(fmt::format(
        "--h {} with --arrangement circulant: h must be even; use {} or {}, or another arrangement",
        t.h, t.h - 1, t.h + 1));
  }
}

NetworkParts of_dragonfly(const FamilyParameters& values, const Packaging& packaging) {
  if (has_group_network(values)) {
    throw InputError(
        "--group-sizes and --group-parallel: part lists are for groups with one channel between "
        "any two routers");
  }
  const DragonflyParameters t = dragonfly_parameters(values);
  check_arrangement(t);
  return dragonfly_parts(t.p, t.a, t.h, t.groups(), packaging);
}

NetworkParts of_flattened_butterfly(const FamilyParameters& values, const Packaging& packaging) {
  if (values.at("paired").number() != 0)
    throw InputError("--paired: part lists are for networks without paired routers");
  std::vector<std::int64_t> sizes = values.at("sizes").numbers();
  if (sizes.empty()) sizes = {1};  // a single router
  return flattened_butterfly_parts(values.at("concentration").number(), sizes,
                                   values.at("parallel").numbers(), packaging);
}

NetworkParts of_k_ary_n_flat(const FamilyParameters& values, const Packaging& packaging) {
  const std::int64_t k = values.at("k").number(), n = values.at("n").number();
  if (n < 1 || n > 64) throw InputError(fmt::format("--n {}: use 1 to 64", n));
  const std::vector<std::int64_t> sizes(static_cast<std::size_t>(n - 1), k);
  return flattened_butterfly_parts(k, sizes, {}, packaging);
}

NetworkParts of_butterfly(const FamilyParameters& values, const Packaging& packaging) {
  const std::int64_t k = values.at("k").number(), n = values.at("n").number();
  return butterfly_parts(k, n, power(k, static_cast<int>(n)), packaging);
}

NetworkParts of_folded_clos(const FamilyParameters& values, const Packaging& packaging) {
  const std::int64_t radix = values.at("radix").number(), levels = values.at("levels").number();
  const std::int64_t terminals = values.at("terminals").number();
  const std::int64_t most =
      product(2, power(radix / 2, static_cast<int>(std::min<std::int64_t>(levels, 64))));
  return folded_clos_parts(radix, levels, terminals == 0 ? most : terminals, packaging);
}

NetworkParts of_generalized_hypercube(const FamilyParameters& values, const Packaging& packaging) {
  return generalized_hypercube_parts(values.at("sizes").numbers(), packaging);
}

void require_one_terminal(const char* family, const FamilyParameters& values) {
  const std::int64_t concentration = values.at("concentration").number();
  if (concentration != 1) {
    throw InputError(
        fmt::format("--concentration {}: part lists of {} are for one terminal a "
                    "router",
                    concentration, family));
  }
}

NetworkParts of_hypercube(const FamilyParameters& values, const Packaging& packaging) {
  require_one_terminal("hypercube", values);
  return hypercube_parts(values.at("dimensions").number(), packaging);
}

NetworkParts of_torus(const FamilyParameters& values, const Packaging& packaging) {
  require_one_terminal("torus", values);
  return torus_parts(values.at("sizes").numbers(), packaging);
}

using PartsOf = NetworkParts (*)(const FamilyParameters&, const Packaging&);

const std::map<std::string, PartsOf>& part_lists() {
  static const std::map<std::string, PartsOf> lists{
      {"butterfly", of_butterfly},
      {"dragonfly", of_dragonfly},
      {"flattened-butterfly", of_flattened_butterfly},
      {"folded-clos", of_folded_clos},
      {"generalized-hypercube", of_generalized_hypercube},
      {"hypercube", of_hypercube},
      {"k-ary-n-flat", of_k_ary_n_flat},
      {"torus", of_torus}};
  return lists;
}

}  // namespace

NetworkParts parts_of(const std::string& family, const FamilyParameters& given,
                      const Packaging& packaging) {
  const auto list = part_lists().find(family);
  if (list == part_lists().end()) {
    std::vector<std::string> names;
    for (const auto& [name, parts] : part_lists()) names.push_back(name);
    throw InputError(fmt::format("there are no part lists of the family {}; there are of: {}",
                                 family, fmt::join(names, ", ")));
  }
  return list->second(complete_parameters(family, given), packaging);
}

}  // namespace dragonfly
