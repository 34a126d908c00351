// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/wiring/complete_dimensions.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

std::string name_of(const FlattenedButterfly& network) {
  return fmt::format("flattened butterfly of {} routers with {} terminals each",
                     network.sizes.empty() ? "1" : listed(network.sizes, " x "),
                     network.concentration);
}

void check(const FlattenedButterfly& network, const std::string& name) {
  if (network.concentration < 1) {
    throw InputError(fmt::format("{}: a router needs terminals; use 1 or more", name));
  }
  for (const int size : network.sizes) {
    if (size < 1) {
      throw InputError(fmt::format("{}: a dimension has 1 router or more", name));
    }
  }
  const bool positive = std::all_of(network.parallel.begin(), network.parallel.end(),
                                    [](int channels) { return channels >= 1; });
  if (!positive || (!network.parallel.empty() && network.parallel.size() != network.sizes.size())) {
    throw InputError(
        fmt::format("{} with {} parallel channels: give one number >= 1 for each dimension", name,
                    listed(network.parallel, ", ")));
  }
  if (network.paired && (network.sizes.empty() || network.sizes[0] % 2 != 0)) {
    throw InputError(
        fmt::format("{} with redundant channels between pairs of routers: dimension 1 must have an "
                    "even number of routers{}",
                    name,
                    network.sizes.empty()
                        ? std::string()
                        : fmt::format(", {} or {}", network.sizes[0] - 1, network.sizes[0] + 1LL)));
  }
}

std::int64_t router_count(const FlattenedButterfly& network) {
  std::int64_t routers = 1;
  for (const int size : network.sizes) routers = product(routers, size);
  return routers;
}

/// Ports of a router that lead to others.
std::int64_t network_ports(const FlattenedButterfly& network) {
  std::int64_t ports = network.paired ? 1 : 0;
  for (std::size_t d = 0; d < network.sizes.size(); ++d) {
    const int times = network.parallel.empty() ? 1 : network.parallel[d];
    ports = sum(ports, product(network.sizes[d] - 1, times));
  }
  return ports;
}

int checked_radix(const FlattenedButterfly& network, const std::string& name) {
  check(network, name);
  const std::int64_t radix = sum(network_ports(network), network.concentration);
  if (radix > std::numeric_limits<int>::max()) {
    throw InputError(fmt::format("{}: a router would have {} ports, and at most {} can be numbered",
                                 name, radix, std::numeric_limits<int>::max()));
  }
  return static_cast<int>(radix);
}

/// What differs between the families: their name in the wiring, what messages call the network, and
/// whether the rows of dimension 1 are groups.
struct Kind {
  std::string family, name;
  bool rows_are_groups = true;
};

void connect(const FlattenedButterfly& network, int routers, WiringBuilder& builder) {
  const int first = network.concentration;  // ports behind those of the terminals
  const int classes = builder.add_class("terminal") + 1;
  for (std::size_t d = 0; d < network.sizes.size(); ++d)
    builder.add_class(fmt::format("dimension-{}", d + 1));
  for (int router = 0; router < routers; ++router)
    for (int port = 0; port < first; ++port) builder.attach({router, port}, classes - 1);
  for_each_dimension_channel(
      network.sizes, network.parallel, [&](GridEnd from, GridEnd to, std::size_t dimension) {
        builder.connect({from.router, first + from.port}, {to.router, first + to.port},
                        classes + static_cast<int>(dimension));
      });
  if (!network.paired) return;
  const int last = first + static_cast<int>(network_ports(network)) - 1;
  for (int router = 0; router < routers; router += 2)
    builder.connect({router, last}, {router + 1, last}, classes);
}

Wiring grid(const FlattenedButterfly& network, const Kind& kind) {
  const int radix = checked_radix(network, kind.name);
  const std::int64_t all = router_count(network);
  const std::int64_t ends = product(all, radix - network.concentration);
  require_graph_fits(kind.name, all, ends == kTooMany ? kTooMany : ends / 2,
                     product(all, network.concentration));

  const int routers = static_cast<int>(all);
  WiringBuilder builder(kind.family, std::vector<int>(static_cast<std::size_t>(routers), radix));
  connect(network, routers, builder);
  if (kind.rows_are_groups && !network.sizes.empty()) {
    std::vector<int> rows;
    rows.reserve(static_cast<std::size_t>(routers));
    for (int router = 0; router < routers; ++router) rows.push_back(router / network.sizes[0]);
    builder.set_groups(std::move(rows));
  }
  builder.set_dimensions(network.sizes);
  // Digits can be renumbered in every dimension, in the first one with redundant channels by pairs.
  builder.set_symmetry({{0, routers}}, !network.paired);
  return builder.build();
}

}  // namespace

FlattenedButterfly k_ary_n_flat(int k, int n) {
  // 31 digits number more routers than there are integers.
  constexpr int kMaxDigits = 31;
  if (k < 2 || n < 1 || n > kMaxDigits) {
    throw InputError(fmt::format(
        "{}-ary {}-flat: k must be 2 or more, n 1 to {}; the nearest is the {}-ary {}-flat", k, n,
        kMaxDigits, std::max(k, 2), std::clamp(n, 1, kMaxDigits)));
  }
  FlattenedButterfly network;
  network.sizes.assign(n - 1, k);
  network.concentration = k;
  return network;
}

int router_radix(const FlattenedButterfly& network) {
  return checked_radix(network, name_of(network));
}

Wiring flattened_butterfly_wiring(const FlattenedButterfly& network) {
  return grid(network, {"flattened-butterfly", name_of(network)});
}

Wiring generalized_hypercube_wiring(const std::vector<int>& sizes) {
  return grid(
      {sizes, 1, {}, false},
      {"generalized-hypercube", fmt::format("generalized hypercube {}", listed(sizes, " x "))});
}

FlattenedButterfly hypercube_grid(int dimensions, int concentration) {
  constexpr int kMaxDimensions = 30;
  if (dimensions < 0 || dimensions > kMaxDimensions) {
    throw InputError(
        fmt::format("hypercube of {} dimensions: use 0 to {}", dimensions, kMaxDimensions));
  }
  return {std::vector<int>(static_cast<std::size_t>(dimensions), 2), concentration, {}, false};
}

Wiring hypercube_wiring(int dimensions, int concentration) {
  return grid(hypercube_grid(dimensions, concentration),
              {"hypercube",
               fmt::format("hypercube of {} dimensions with {} terminals a router", dimensions,
                           concentration),
               false});
}

}  // namespace dragonfly
