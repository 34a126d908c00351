// SPDX-License-Identifier: Apache-2.0
#include "models/cost/packaging.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/cost/checked.hpp"

namespace dragonfly {

double floor_edge(const Packaging& packaging, std::int64_t terminals) {
  return std::sqrt(static_cast<double>(terminals) / packaging.density);
}

double hypercube_length(double edge) {
  // The quotient is 0 / 0 for E = 1, where its limit is the natural logarithm of 2.
  if (std::abs(edge - 1) < 1e-9) return std::numbers::ln2;
  return (edge - 1) / std::log2(edge);
}

std::int64_t routers_per_cabinet(const Packaging& packaging, std::int64_t terminals_per_router) {
  const auto nodes = static_cast<std::int64_t>(packaging.nodes_per_cabinet);
  return std::max<std::int64_t>(1, nodes / std::max<std::int64_t>(1, terminals_per_router));
}

std::int64_t pairs_in_boxes(std::int64_t routers, std::int64_t per_box) {
  const std::int64_t full = routers / per_box;
  return checked_sum(checked_product(full, checked_pairs(per_box, "links"), "links"),
                     checked_pairs(routers % per_box, "links"), "links");
}

Packer::Packer(const Packaging& packaging, std::int64_t terminals_per_router)
    : cabinet_(routers_per_cabinet(packaging, terminals_per_router)),
      unit_(cabinet_ * static_cast<std::int64_t>(packaging.neighbour_cabinets)) {}

DimensionPlace Packer::next(std::int64_t size) {
  const DimensionPlace place{unit_ >= size, std::clamp<std::int64_t>(cabinet_, 1, size)};
  cabinet_ = cabinet_ >= size ? cabinet_ / size : 1;
  unit_ = unit_ >= size ? unit_ / size : 1;
  return place;
}

std::vector<Span> complete_graph_spans(const Packaging& packaging, const DimensionPlace& place,
                                       std::int64_t size, std::int64_t rows,
                                       std::int64_t links_per_pair, double floor_metres) {
  const auto links = [&](std::int64_t pairs) {
    return checked_product(checked_product(pairs, links_per_pair, "links"), rows, "links");
  };
  const std::int64_t all = checked_pairs(size, "links");
  if (!place.in_unit) return {{Place::kFloor, floor_metres, links(all)}};
  const std::int64_t inside =
      packaging.neighbour_backplane != 0 ? all : pairs_in_boxes(size, place.per_cabinet);
  std::vector<Span> spans;
  if (inside > 0) spans.push_back({Place::kCabinet, 0, links(inside)});
  if (all > inside) {
    spans.push_back({Place::kNeighbour, packaging.neighbour_length, links(all - inside)});
  }
  return spans;
}

}  // namespace dragonfly
