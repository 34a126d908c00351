// SPDX-License-Identifier: Apache-2.0
#include "models/cost/teh2017.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "models/common/error.hpp"
#include "models/common/integer_range.hpp"

namespace dragonfly {

double price_at(const RouterPriceCurve& curve, double ports) {
  return ((curve.cubic * ports + curve.quadratic) * ports + curve.linear) * ports;
}

RouterPriceCurve curve_through(double ports1, double price1, double ports2, double price2,
                               double minimum) {
  // cost(r) = c1 f(r) + c2 r, f(r) = ((r - m)^3 + m^3) / 3: two linear equations.
  const auto f = [&](double r) { return (std::pow(r - minimum, 3) + std::pow(minimum, 3)) / 3; };
  const double determinant = f(ports1) * ports2 - f(ports2) * ports1;
  if (!(ports1 > 0) || !(ports2 > 0) || determinant == 0 || !std::isfinite(determinant)) {
    throw InputError(fmt::format(
        "prices at {:g} and {:g} ports do not determine a price curve with its minimum at {:g}: "
        "give two different numbers of ports above 0",
        ports1, ports2, minimum));
  }
  const double c1 = (price1 * ports2 - price2 * ports1) / determinant;
  const double c2 = (price1 - c1 * f(ports1)) / ports1;
  return {c1 / 3, -c1 * minimum, c1 * minimum * minimum + c2};
}

const std::vector<ModelParameter<Teh2017>>& teh2017_parameters() {
  using M = Teh2017;
  static const std::vector<ModelParameter<M>> table{
      {"router-cubic", "$/port^3", &M::router_cubic, -1e6, 1e6, false, "2017, equation 9",
       "price curve of routers: coefficient of r^3"},
      {"router-quadratic", "$/port^2", &M::router_quadratic, -1e6, 1e6, false,
       "2017, equation 9, unrounded", "price curve of routers: coefficient of r^2"},
      {"router-linear", "$/port", &M::router_linear, -1e6, 1e6, false,
       "2017, equation 9, unrounded", "price curve of routers: coefficient of r"},
      {"router-cost", "$", &M::router_cost, 0, 1e9, false, "choice",
       "every router, of any radix; 0: by the price curve"},
      {"electrical-cost", "$", &M::electrical_cost, 0, 1e9, false, "2017, Section 4",
       "an electrical link"},
      {"optical-cost", "$", &M::optical_cost, 0, 1e9, false, "2017, Section 4: 80 to 800",
       "an optical link"},
      {"terminal-cost", "$", &M::terminal_cost, 0, 1e9, false, "2017, Section 4 charges none",
       "a link between a terminal and its router"},
  };
  return table;
}

std::vector<std::int64_t> parse_radices(std::string_view text) {
  std::vector<std::int64_t> radices;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    const auto range = parse_integer_range(word);
    if (!range || !range->within(1, 100'000)) {
      throw InputError(fmt::format(
          "offered-radices: \"{}\" is no router radix; give numbers from 1 to 100000 with commas "
          "between them, as 36,48,60-72",
          word));
    }
    append_range(*range, radices, "offered-radices");
    text.remove_prefix(comma);
    if (!text.empty()) text.remove_prefix(1);
  }
  std::sort(radices.begin(), radices.end());
  radices.erase(std::unique(radices.begin(), radices.end()), radices.end());
  return radices;
}

std::int64_t offered_radix(const Teh2017& model, std::int64_t ports) {
  if (model.offered_radices.empty()) return ports;
  for (const std::int64_t radix : model.offered_radices) {
    if (radix >= ports) return radix;
  }
  throw InputError(fmt::format(
      "a router of {} ports is needed, and none is offered: the largest of {} has {}; use fewer "
      "ports, or offer larger routers (offered-radices)",
      ports, fmt::join(model.offered_radices, ", "), model.offered_radices.back()));
}

double router_price(const Teh2017& model, std::int64_t radix) {
  if (model.router_cost > 0) return model.router_cost;
  const double price = price_at({model.router_cubic, model.router_quadratic, model.router_linear},
                                static_cast<double>(radix));
  if (price > 0 && std::isfinite(price)) return price;
  throw InputError(fmt::format(
      "the price curve {:g} r^3 + {:g} r^2 + {:g} r gives ${:g} for a router of r = {} ports: "
      "change router-cubic, router-quadratic or router-linear, or give router-cost",
      model.router_cubic, model.router_quadratic, model.router_linear, price, radix));
}

CostResult evaluate(const Teh2017& model, const NetworkParts& parts) {
  CostResult result = begin_result("teh2017", parts);
  // Packaging says nothing about these prices; only what follows does.
  result.assumptions.clear();
  std::vector<std::int64_t> used;
  for (const RouterClass& router : parts.routers) {
    const std::int64_t radix = offered_radix(model, router.radix);
    used.push_back(radix);
    result.items.push_back(router_item(router, router_price(model, radix)));
  }
  for (const LinkClass& links : parts.links) {
    CostItem item = link_item(links, {.links = links.links});  // of any length
    switch (links.role) {
      case LinkRole::kTerminal:
        item.medium = model.terminal_cost > 0 ? Medium::kElectrical : Medium::kFree;
        item.unit_cost = model.terminal_cost;
        break;
      case LinkRole::kLocal:
        item.medium = Medium::kElectrical;
        item.unit_cost = model.electrical_cost;
        break;
      case LinkRole::kGlobal:
        item.medium = Medium::kOptical;
        item.unit_cost = model.optical_cost;
        break;
    }
    item.cost = item.unit_cost * static_cast<double>(item.count) * links.directions / 2;
    result.items.push_back(item);
  }
  finish_result(result);

  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<Assumption>& a = result.assumptions;
  a.push_back({"each router has the smallest offered radix that suffices",
               fmt::format("{}", fmt::join(used, ", ")), "2017, Section 4"});
  a.push_back({"links within a group are electrical, others optical",
               fmt::format("${:g} and ${:g}", model.electrical_cost, model.optical_cost),
               "2017, Section 4"});
  a.push_back({"links between terminals and routers",
               model.terminal_cost > 0 ? fmt::format("${:g}", model.terminal_cost) : "not charged",
               "2017, Section 4"});
  a.push_back({"cost per terminal: half of a link's price for each end, divided by S p", "",
               "2017, Section 4"});
  return result;
}

}  // namespace dragonfly
