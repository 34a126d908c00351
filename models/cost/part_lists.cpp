// SPDX-License-Identifier: Apache-2.0
#include "models/cost/part_lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/cost/checked.hpp"

namespace dragonfly {
namespace {

void require_at_least(std::string_view what, std::int64_t value, std::int64_t least) {
  if (value < least) {
    throw InputError(fmt::format("{} = {}: use {} or more", what, value, least));
  }
}

std::int64_t product(const std::vector<std::int64_t>& sizes, std::string_view what) {
  std::int64_t result = 1;
  for (const std::int64_t size : sizes) result = checked_product(result, size, what);
  return result;
}

void check_sizes(const std::vector<std::int64_t>& sizes) {
  if (sizes.empty()) throw InputError("a network without dimensions: give at least one size");
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    require_at_least(fmt::format("size of dimension {}", d + 1), sizes[d], 1);
  }
}

void name_parameters(NetworkParts& parts, std::vector<PartParameter> values) {
  parts.parameters = describe(values);
  parts.values = std::move(values);
}

LinkClass terminal_links(std::int64_t terminals) {
  return {"terminal", LinkRole::kTerminal, terminals, 2, 1, {{Place::kCabinet, 0, terminals}}};
}

void assume_terminals(NetworkParts& parts) {
  parts.assumptions.push_back(
      {"links between terminals and routers run on the backplane of their "
       "cabinet",
       "", "2007, Section 4.1"});
}

void assume_edge(NetworkParts& parts, const Packaging& packaging) {
  parts.assumptions.push_back(
      {"edge of the floor E = sqrt(N / D)",
       fmt::format("{:.2f} m at D = {:g} terminals/m^2", floor_edge(packaging, parts.terminals),
                   packaging.density),
       "2007, Section 4.2"});
}

void assume_mean(NetworkParts& parts, std::string_view what, double share,
                 const Packaging& packaging, std::string_view source) {
  parts.assumptions.push_back(
      {fmt::format("mean length of {}: {:.4g} E + {:g} m of overhead", what, share,
                   packaging.cable_overhead),
       fmt::format("{:.2f} m",
                   share * floor_edge(packaging, parts.terminals) + packaging.cable_overhead),
       std::string(source)});
}

/// What links within a unit of adjacent cabinets run on.
std::string_view unit_medium(const Packaging& packaging) {
  return packaging.neighbour_backplane != 0
             ? "backplanes"
             : "backplanes within a cabinet, short cables between cabinets";
}

/// The links of `rows` complete graphs of `size` routers.
LinkClass complete_graphs(std::string name, const Packaging& packaging, Packer& packer,
                          std::int64_t size, std::int64_t rows, std::int64_t links_per_pair,
                          double floor_metres) {
  const DimensionPlace place = packer.next(size);
  LinkClass result;
  result.name = std::move(name);
  result.role = place.in_unit ? LinkRole::kLocal : LinkRole::kGlobal;
  result.spans = complete_graph_spans(packaging, place, size, rows, links_per_pair, floor_metres);
  for (const Span& span : result.spans) {
    result.links = checked_sum(result.links, span.links, "links");
  }
  return result;
}

void assume_width(NetworkParts& parts, const Packaging& packaging) {
  const bool constant = packaging.constant_bisection != 0;
  parts.assumptions.push_back(
      {constant ? "channels are as wide as minimal routing of uniform traffic needs (constant "
                  "random bisection bandwidth)"
                : "channels are as wide as a terminal's, whatever the bisection",
       fmt::format("constant-bisection = {}", constant ? 1 : 0), "2007, Section 4.3"});
}

/// A generalized hypercube of one terminal a router; `floor_metres` for dimensions that leave their
/// unit.
NetworkParts direct_complete_network(const std::vector<std::int64_t>& sizes,
                                     const Packaging& packaging, double floor_metres) {
  NetworkParts parts;
  parts.terminals = product(sizes, "routers");
  parts.links.push_back(terminal_links(parts.terminals));
  Packer packer(packaging, 1);
  RouterClass router{"router", parts.terminals, 1, 1, true};
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const std::int64_t size = sizes[d];
    LinkClass links = complete_graphs(fmt::format("dimension {}", d + 1), packaging, packer, size,
                                      parts.terminals / size, 1, floor_metres);
    // A router sends 1 / k of its traffic along each of the k-1 channels of a dimension.
    if (packaging.constant_bisection != 0) links.width = 1.0 / static_cast<double>(size);
    router.radix = checked_sum(router.radix, size - 1, "ports");
    router.ports += links.width * static_cast<double>(size - 1);
    parts.links.push_back(std::move(links));
  }
  parts.routers.push_back(router);
  assume_terminals(parts);
  assume_width(parts, packaging);
  return parts;
}

/// Load of the channels of a ring of k routers under uniform traffic and minimal routing, as a
/// multiple of what a terminal sends: mean distance over channels a router (k / 8 for even k > 2).
double ring_load(std::int64_t k) {
  if (k < 2) return 1;
  const auto length = static_cast<double>(k);
  const double odd = k % 2 != 0 ? 1 : 0;
  const double mean_distance = (length * length - odd) / (4 * length);
  return mean_distance / (k == 2 ? 1 : 2);
}

}  // namespace

NetworkParts dragonfly_parts(std::int64_t p, std::int64_t a, std::int64_t h, std::int64_t g,
                             const Packaging& packaging) {
  require_at_least("p", p, 1);
  require_at_least("a", a, 1);
  require_at_least("h", h, 0);
  require_at_least("g", g, 1);
  if (h == 0 && g > 1) {
    throw InputError(fmt::format(
        "h = 0 with g = {}: without global channels the groups cannot reach each other; use h = 1 "
        "or more, or g = 1",
        g));
  }
  NetworkParts parts;
  parts.topology = "dragonfly";
  name_parameters(parts, {{"p", {p}}, {"a", {a}}, {"h", {h}}, {"g", {g}}});
  const std::int64_t routers = checked_product(a, g, "routers");
  const std::int64_t group_terminals = checked_product(a, p, "terminals");
  parts.terminals = checked_product(routers, p, "terminals");
  const std::int64_t radix = checked_sum(checked_sum(p, a - 1, "ports"), h, "ports");
  parts.routers.push_back({"router", routers, radix, static_cast<double>(radix)});
  parts.links.push_back(terminal_links(parts.terminals));

  const double overhead = packaging.cable_overhead;
  const double group_metres =
      packaging.butterfly_length * floor_edge(packaging, group_terminals) + overhead;
  Packer packer(packaging, p);
  LinkClass local = complete_graphs("local", packaging, packer, a, g, 1, group_metres);
  local.role = LinkRole::kLocal;
  parts.links.push_back(std::move(local));

  const std::int64_t ends = checked_product(routers, h, "global ports");
  const std::int64_t global = g == 1 ? 0 : ends / 2;
  parts.unconnected_global_ports = ends - 2 * global;
  const double global_metres =
      packaging.dragonfly_length * floor_edge(packaging, parts.terminals) + overhead;
  LinkClass links{"global", LinkRole::kGlobal, global, 2, 1, {}};
  if (global > 0) links.spans.push_back({Place::kFloor, global_metres, global});
  parts.links.push_back(std::move(links));

  assume_terminals(parts);
  assume_edge(parts, packaging);
  parts.assumptions.push_back(
      {fmt::format("links within a group that fits into neighbour-cabinets cabinets: {}; else "
                   "cables of butterfly-length of the group's own edge, and overhead",
                   unit_medium(packaging)),
       fmt::format("{:g} m or {:.2f} m", packaging.neighbour_length, group_metres),
       "2007, Section 4.2 (dimension 1); 2008, Section 2"});
  if (global > 0) {
    assume_mean(parts, "global channels", packaging.dragonfly_length, packaging, "2008, Table 2");
    parts.assumptions.push_back(
        {"all global ports are used, also in networks of fewer groups than "
         "a h + 1",
         fmt::format("{} channels", global), "2008, Section 3.1"});
  }
  return parts;
}

NetworkParts flattened_butterfly_parts(std::int64_t concentration,
                                       const std::vector<std::int64_t>& sizes,
                                       const std::vector<std::int64_t>& links_per_pair,
                                       const Packaging& packaging) {
  require_at_least("concentration", concentration, 1);
  check_sizes(sizes);
  if (!links_per_pair.empty() && links_per_pair.size() != sizes.size()) {
    throw InputError(
        fmt::format("links per pair for {} dimensions, but sizes for {}: give one for "
                    "each dimension",
                    links_per_pair.size(), sizes.size()));
  }
  NetworkParts parts;
  parts.topology = "flattened-butterfly";
  std::vector<PartParameter> parameters{{"concentration", {concentration}}, {"sizes", sizes, true}};
  if (std::any_of(links_per_pair.begin(), links_per_pair.end(), [](auto n) { return n > 1; })) {
    parameters.push_back({"parallel", links_per_pair, true});
  }
  name_parameters(parts, std::move(parameters));
  const std::int64_t routers = product(sizes, "routers");
  parts.terminals = checked_product(routers, concentration, "terminals");
  parts.links.push_back(terminal_links(parts.terminals));
  const double floor_metres = packaging.butterfly_length * floor_edge(packaging, parts.terminals) +
                              packaging.cable_overhead;
  std::int64_t radix = concentration;
  Packer packer(packaging, concentration);
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const std::int64_t parallel = links_per_pair.empty() ? 1 : links_per_pair[d];
    require_at_least(fmt::format("links per pair of dimension {}", d + 1), parallel, 1);
    parts.links.push_back(complete_graphs(fmt::format("dimension {}", d + 1), packaging, packer,
                                          sizes[d], routers / sizes[d], parallel, floor_metres));
    radix = checked_sum(radix, checked_product(sizes[d] - 1, parallel, "ports"), "ports");
  }
  parts.routers.push_back({"router", routers, radix, static_cast<double>(radix)});
  assume_terminals(parts);
  assume_edge(parts, packaging);
  parts.assumptions.push_back(
      {fmt::format("dimensions that fit into neighbour-cabinets cabinets: {}",
                   unit_medium(packaging)),
       fmt::format("{:g} m", packaging.neighbour_length), "2007, Section 4.2 and footnote 9"});
  assume_mean(parts, "other dimensions", packaging.butterfly_length, packaging,
              "2007, Section 4.2");
  return parts;
}

NetworkParts butterfly_parts(std::int64_t k, std::int64_t stages, std::int64_t terminals,
                             const Packaging& packaging) {
  require_at_least("k", k, 2);
  require_at_least("stages", stages, 1);
  require_at_least("terminals", terminals, 1);
  if (stages > 62) {
    throw InputError(fmt::format(
        "stages = {}: a butterfly of more than 62 stages has more terminals than can be counted; "
        "use 62 or less",
        stages));
  }
  std::int64_t most = 1;
  for (std::int64_t s = 0; s < stages && most < terminals; ++s) {
    most = most > terminals / k ? terminals : most * k;
  }
  if (most < terminals) {
    throw InputError(
        fmt::format("a {}-ary {}-fly has {} terminals, not {}: use more stages or larger routers",
                    k, stages, most, terminals));
  }
  NetworkParts parts;
  parts.topology = "butterfly";
  const std::int64_t per_stage = rounded_up(terminals, k);
  parts.terminals = checked_product(per_stage, k, "terminals");
  name_parameters(parts, {{"k", {k}}, {"stages", {stages}}, {"routers-a-stage", {per_stage}}});
  parts.routers.push_back(
      {"router", checked_product(per_stage, stages, "routers"), k, static_cast<double>(k)});
  parts.links.push_back(terminal_links(parts.terminals));
  const double metres = packaging.butterfly_length * floor_edge(packaging, parts.terminals) +
                        packaging.cable_overhead;
  for (std::int64_t s = 1; s < stages; ++s) {
    parts.links.push_back({fmt::format("stage {}", s),
                           LinkRole::kGlobal,
                           parts.terminals,
                           1,
                           1,
                           {{Place::kFloor, metres, parts.terminals}}});
  }
  assume_terminals(parts);
  assume_edge(parts, packaging);
  assume_mean(parts, "one-way channels between stages", packaging.butterfly_length, packaging,
              "2007, Section 4.2");
  parts.assumptions.push_back(
      {"a router has k inputs and k outputs, as a router of k bidirectional "
       "ports",
       fmt::format("k = {}", k), "2007, Section 4.3 (4K from 2 stages)"});
  return parts;
}

NetworkParts folded_clos_parts(std::int64_t radix, std::int64_t levels, std::int64_t terminals,
                               const Packaging& packaging) {
  constexpr std::int64_t kMostPorts = 1'000'000'000;
  if (radix < 2 || radix % 2 != 0 || radix > kMostPorts) {
    const std::int64_t near = std::clamp<std::int64_t>(radix, 3, kMostPorts + 1);
    throw InputError(fmt::format(
        "radix = {}: a folded Clos needs routers with an even number of ports, 2 to {}; use {}",
        radix, kMostPorts,
        near > kMostPorts ? fmt::format("{}", kMostPorts)
                          : fmt::format("{} or {}", near - 1, near + 1)));
  }
  if (levels < 2 || levels > 4) {
    throw InputError(fmt::format("levels = {}: a folded Clos has 2 to 4 levels", levels));
  }
  require_at_least("terminals", terminals, 1);
  const std::int64_t half = radix / 2;
  std::int64_t most = 2;
  for (std::int64_t l = 0; l < levels && most < terminals; ++l) {
    most = checked_product(most, half, "terminals");
  }
  if (most < terminals) {
    throw InputError(
        fmt::format("a folded Clos of {} levels of radix-{} routers has at most {} "
                    "terminals, not {}: use {}larger routers",
                    levels, radix, most, terminals, levels < 4 ? "more levels or " : ""));
  }
  NetworkParts parts;
  parts.topology = "folded-clos";
  name_parameters(parts, {{"radix", {radix}}, {"levels", {levels}}});
  const std::int64_t lower = rounded_up(terminals, half);
  parts.terminals = checked_product(lower, half, "terminals");
  parts.links.push_back(terminal_links(parts.terminals));
  const double metres =
      packaging.clos_length * floor_edge(packaging, parts.terminals) + packaging.cable_overhead;
  for (std::int64_t l = 1; l <= levels; ++l) {
    const std::int64_t count = l < levels ? lower : rounded_up(parts.terminals, radix);
    parts.routers.push_back({fmt::format("level {}", l), count, radix, static_cast<double>(radix)});
    if (l == levels) break;
    parts.links.push_back({fmt::format("level {} to {}", l, l + 1),
                           LinkRole::kGlobal,
                           parts.terminals,
                           2,
                           1,
                           {{Place::kFloor, metres, parts.terminals}}});
  }
  assume_terminals(parts);
  assume_edge(parts, packaging);
  assume_mean(parts, "cables between all levels, to a router cabinet in the middle",
              packaging.clos_length, packaging, "2007, Section 4.2");
  parts.assumptions.push_back({"as many channels between levels as terminals", "full bisection",
                               "2007, Section 4.3 (2,048 one-way links for 1K)"});
  return parts;
}

NetworkParts hypercube_parts(std::int64_t dimensions, const Packaging& packaging) {
  require_at_least("dimensions", dimensions, 1);
  if (dimensions > 62) {
    throw InputError(fmt::format(
        "dimensions = {}: a hypercube of 2^{} routers cannot be counted; use 62 or less",
        dimensions, dimensions));
  }
  const std::vector<std::int64_t> sizes(static_cast<std::size_t>(dimensions), 2);
  const double edge = floor_edge(packaging, std::int64_t{1} << dimensions);
  const double metres = hypercube_length(edge) + packaging.cable_overhead;
  NetworkParts parts = direct_complete_network(sizes, packaging, metres);
  parts.topology = "hypercube";
  name_parameters(parts, {{"dimensions", {dimensions}}});
  assume_edge(parts, packaging);
  parts.assumptions.push_back(
      {"mean length of cables: (E - 1) / log2(E) and overhead, in "
       "dimensions that leave their cabinets",
       fmt::format("{:.2f} m", metres), "2007, Section 4.2"});
  return parts;
}

NetworkParts generalized_hypercube_parts(const std::vector<std::int64_t>& sizes,
                                         const Packaging& packaging) {
  check_sizes(sizes);
  const double metres =
      packaging.butterfly_length * floor_edge(packaging, product(sizes, "routers")) +
      packaging.cable_overhead;
  NetworkParts parts = direct_complete_network(sizes, packaging, metres);
  parts.topology = "generalized-hypercube";
  name_parameters(parts, {{"sizes", sizes, true}});
  assume_edge(parts, packaging);
  assume_mean(parts, "dimensions that leave their cabinets", packaging.butterfly_length, packaging,
              "choice: as the flattened butterfly's");
  return parts;
}

NetworkParts torus_parts(const std::vector<std::int64_t>& sizes, const Packaging& packaging) {
  if (sizes.size() != 3) {
    throw InputError(fmt::format("a 3-D torus has 3 sizes, not {}", sizes.size()));
  }
  check_sizes(sizes);
  NetworkParts parts;
  parts.topology = "torus";
  name_parameters(parts, {{"sizes", sizes, true}});
  parts.terminals = product(sizes, "routers");
  parts.links.push_back(terminal_links(parts.terminals));

  // A cabinet holds a block of the torus, as near to a cube as doubling its shortest side gets.
  std::array<std::int64_t, 3> block{1, 1, 1};
  const std::int64_t most = routers_per_cabinet(packaging, 1);
  for (;;) {
    int shortest = -1;
    for (int d = 0; d < 3; ++d) {
      if (block[d] < sizes[d] && (shortest < 0 || block[d] < block[shortest])) shortest = d;
    }
    if (shortest < 0 || block[0] * block[1] * block[2] > most / 2) break;
    block[shortest] *= 2;
  }

  RouterClass router{"router", parts.terminals, 1, 1, true};
  const std::int64_t longest = *std::max_element(sizes.begin(), sizes.end());
  for (int d = 0; d < 3; ++d) {
    const std::int64_t size = sizes[d];
    const std::int64_t rows = parts.terminals / size;
    const std::int64_t ring = size > 2 ? size : size - 1;
    const std::int64_t inside = block[d] >= size ? ring : size - rounded_up(size, block[d]);
    LinkClass links;
    links.name = fmt::format("dimension {}", d + 1);
    links.role = inside == ring ? LinkRole::kLocal : LinkRole::kGlobal;
    links.links = checked_product(ring, rows, "links");
    // All channels are as wide as those of the longest ring need to be.
    if (packaging.constant_bisection != 0) links.width = ring_load(longest);
    if (inside > 0) links.spans.push_back({Place::kCabinet, 0, inside * rows});
    if (ring > inside) {
      links.spans.push_back(
          {Place::kNeighbour, packaging.neighbour_length, (ring - inside) * rows});
    }
    const std::int64_t ports = std::min<std::int64_t>(2, size - 1);
    router.radix += ports;
    router.ports += links.width * static_cast<double>(ports);
    parts.links.push_back(std::move(links));
  }
  parts.routers.push_back(router);
  assume_terminals(parts);
  assume_width(parts, packaging);
  parts.assumptions.push_back(
      {"the torus is folded; cabinets hold blocks of it, and cables join adjacent cabinets",
       fmt::format("blocks of {}, {:g} m", fmt::join(block, " x "), packaging.neighbour_length),
       "2008, Section 5 (short cables, no optics)"});
  return parts;
}

}  // namespace dragonfly
