// SPDX-License-Identifier: Apache-2.0
#include "models/cost/network_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "models/cost/checked.hpp"

namespace dragonfly {

std::string describe(const std::vector<PartParameter>& parameters) {
  std::string text;
  for (const PartParameter& parameter : parameters) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} = {}", parameter.name, fmt::join(parameter.values, " x "));
  }
  return text;
}

std::int64_t NetworkParts::router_count() const {
  std::int64_t sum = 0;
  for (const RouterClass& r : routers) sum = checked_sum(sum, r.count, "routers");
  return sum;
}

std::int64_t NetworkParts::radix() const {
  std::int64_t most = 0;
  for (const RouterClass& r : routers) most = std::max(most, r.radix);
  return most;
}

const LinkClass& NetworkParts::link_class(std::string_view name) const {
  for (const LinkClass& l : links) {
    if (l.name == name) return l;
  }
  throw std::out_of_range("no link class " + std::string(name));
}

double mean_cable_length(const LinkClass& links) {
  double metres = 0;
  double cables = 0;
  for (const Span& span : links.spans) {
    if (span.place == Place::kCabinet) continue;
    metres += span.metres * static_cast<double>(span.links);
    cables += static_cast<double>(span.links);
  }
  return cables > 0 ? metres / cables : 0;
}

double router_share(const RouterClass& router, double radix, bool scale_all) {
  const double share = router.ports / radix;
  return router.priced_by_pins || scale_all ? share : std::max(1.0, share);
}

std::string_view name(LinkRole role) {
  switch (role) {
    case LinkRole::kTerminal:
      return "terminal";
    case LinkRole::kLocal:
      return "local";
    case LinkRole::kGlobal:
      return "global";
  }
  return "";
}

}  // namespace dragonfly
