// SPDX-License-Identifier: Apache-2.0
#include "models/cost/kim2007.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/cost/packaging_parameters.hpp"

namespace dragonfly {
namespace {

/// Networks whose routers all have terminals can choose a SerDes for each port when the chip is
/// made; others use one router on all levels (Section 5.3).
bool is_direct(const NetworkParts& parts) {
  return parts.topology != "folded-clos" && parts.topology != "butterfly";
}

/// W of one SerDes at the end of a link.
double serdes_power(const Kim2007& model, Place place, bool dedicated) {
  if (place == Place::kFloor) return model.global_link_power;
  if (place == Place::kCabinet && dedicated) return model.backplane_link_power;
  return model.local_link_power;
}

CostItem price(const Kim2007& model, const LinkClass& links, const Span& span, bool dedicated) {
  CostItem item = link_item(links, span);
  double per_signal = model.backplane_cost;
  if (span.place == Place::kCabinet) {
    item.medium = Medium::kBackplane;
  } else if (span.metres > model.optical_threshold) {
    item.medium = Medium::kOptical;
    per_signal = model.optical_cost;
  } else {
    item.medium = span.metres > model.repeater_distance ? Medium::kRepeatered : Medium::kElectrical;
    per_signal = model.fitted_line != 0 ? mean_cable_cost_per_signal(model, span.metres)
                                        : cable_cost_per_signal(model, span.metres);
  }
  item.unit_cost = per_signal * model.pairs_per_port * links.directions * links.width;
  item.cost = item.unit_cost * static_cast<double>(item.count);
  // A SerDes sends and receives, so it serves both directions of a link, and a one-way link takes
  // half of one at each end; a narrow link takes its share. The terminal's own end is not the
  // network's.
  const double ends = links.role == LinkRole::kTerminal ? 1 : 2;
  const double serdes = ends * model.serdes_per_port * links.width * links.directions / 2;
  item.watts =
      serdes * serdes_power(model, span.place, dedicated) * static_cast<double>(item.count);
  return item;
}

}  // namespace

const std::vector<ModelParameter<Kim2007>>& kim2007_parameters() {
  using M = Kim2007;
  static const std::vector<ModelParameter<M>> table = [] {
    std::vector<ModelParameter<M>> t{
        {"radix", "ports", &M::radix, 1, 4096, true, "2007, Table 3", "ports of a whole router"},
        {"pairs-per-port", "", &M::pairs_per_port, 1, 1024, true, "2007, Table 3",
         "differential signals of a port in each direction"},
        {"router-chip-cost", "$", &M::router_chip_cost, 0, 1e9, false, "2007, Table 2",
         "silicon, package and test of a whole router"},
        {"router-development-cost", "$", &M::router_development_cost, 0, 1e9, false,
         "2007, Table 2", "development of a whole router: $6M over 20,000 parts"},
        {"router-cost", "$", &M::router_cost, 0, 1e9, false, "choice",
         "a whole router; 0: chip and development cost together"},
        {"scale-all-routers", "", &M::scale_all_routers, 0, 1, true, "2007, footnote 10",
         "1: every router is priced by the ports it uses; 0: only low-radix routers are"},
        {"pins-by-width", "", &M::pins_by_width, 0, 1, true,
         "choice; 2007, footnote 10: by the number of pins required",
         "a port of a narrow channel counts in the price of a router: 1: by its width; 0: whole"},
        {"backplane-cost", "$/signal", &M::backplane_cost, 0, 1e6, false, "2007, Table 2",
         "a signal over a backplane"},
        {"electrical-cost", "$/signal", &M::electrical_cost, 0, 1e6, false, "2007, Table 2",
         "connectors, shielding and assembly of an electrical cable"},
        {"electrical-cost-per-metre", "$/signal/m", &M::electrical_cost_per_metre, 0, 1e6, false,
         "2007, Table 2", "wire of an electrical cable"},
        {"fitted-line", "", &M::fitted_line, 0, 1, true, "2007, Section 4.1 and Figure 7(b)",
         "1: all cables cost what the fitted line says of their mean length; 0: as one cable of "
         "that length, with a step at each repeater"},
        {"line-cost", "$/signal", &M::line_cost, 0, 1e6, false, "2008, Figure 2",
         "fitted line: cable of length 0"},
        {"line-cost-per-metre", "$/signal/m", &M::line_cost_per_metre, 0, 1e6, false,
         "2008, Figure 2", "fitted line: each metre"},
        {"repeater-distance", "m", &M::repeater_distance, 1e-3, 1e6, false, "2007, Section 4.1",
         "longest electrical cable without a repeater"},
        {"repeater-cost", "$/signal", &M::repeater_cost, 0, 1e6, false,
         "2007, Section 4.1: about one more connector", "a repeater"},
        {"optical-cost", "$/signal", &M::optical_cost, 0, 1e6, false, "2007, Table 2",
         "a signal over an optical cable of any length"},
        {"optical-threshold", "m", &M::optical_threshold, 0, 1e6, false,
         "2007, Section 4.1: electrical throughout", "longer cables are optical"},
        {"switch-power", "W", &M::switch_power, 0, 1e6, false, "2007, Table 5",
         "switch of a whole router"},
        {"scale-switch-power", "", &M::scale_switch_power, 0, 1, true,
         "2007, Section 5.3: proportional to bandwidth",
         "1: switch power by the ports used; 0: of whole routers, but for low-radix ones"},
        {"global-link-power", "W", &M::global_link_power, 0, 1e6, false, "2007, Table 5",
         "a SerDes that drives a global cable"},
        {"local-link-power", "W", &M::local_link_power, 0, 1e6, false, "2007, Table 5",
         "a SerDes made for global cables that drives a local link"},
        {"backplane-link-power", "W", &M::backplane_link_power, 0, 1e6, false, "2007, Table 5",
         "a SerDes made for less than 1 m of backplane"},
        {"dedicated-serdes", "", &M::dedicated_serdes, 0, 1, true, "2007, Section 5.3",
         "1: direct networks have SerDes made for local links; 0: none has"},
        {"serdes-per-port", "", &M::serdes_per_port, 1, 1024, true,
         "2007, Section 5.3: Plink is the power to drive a link",
         "SerDes of a port that each take Table 5's link power: 1 for the link; as many as "
         "pairs-per-port if the power is that of a signal"},
    };
    append_packaging_parameters(t);
    return t;
  }();
  return table;
}

double cable_cost_per_signal(const Kim2007& model, double metres) {
  const double repeaters = std::max(0.0, std::ceil(metres / model.repeater_distance) - 1);
  return model.electrical_cost + model.electrical_cost_per_metre * metres +
         model.repeater_cost * repeaters;
}

double mean_cable_cost_per_signal(const Kim2007& model, double mean_metres) {
  return model.line_cost + model.line_cost_per_metre * mean_metres;
}

double router_price(const Kim2007& model, const RouterClass& router) {
  const double whole = model.router_cost > 0
                           ? model.router_cost
                           : model.router_chip_cost + model.router_development_cost;
  RouterClass counted = router;
  if (model.pins_by_width == 0) counted.ports = static_cast<double>(router.radix);
  return whole * router_share(counted, model.radix, model.scale_all_routers != 0);
}

CostResult evaluate(const Kim2007& model, const NetworkParts& parts) {
  CostResult result = begin_result("kim2007", parts);
  result.has_power = true;
  for (const RouterClass& router : parts.routers) {
    CostItem item = router_item(router, router_price(model, router));
    item.watts = model.switch_power *
                 router_share(router, model.radix, model.scale_switch_power != 0) *
                 static_cast<double>(item.count);
    result.items.push_back(item);
  }
  const bool dedicated = model.dedicated_serdes != 0 && is_direct(parts);
  for (const LinkClass& links : parts.links) {
    for (const Span& span : links.spans) {
      result.items.push_back(price(model, links, span, dedicated));
    }
  }
  finish_result(result);

  std::vector<Assumption>& a = result.assumptions;
  a.push_back({"a whole router, chip and its share of the development",
               fmt::format("${:g}", router_price(model, {"", 1, 0, model.radix, false})),
               "2007, Table 2"});
  a.push_back({model.scale_all_routers != 0
                   ? "every router is priced by the ports it uses"
                   : "routers are whole, however few ports are used; those of hypercubes and tori "
                     "are priced by their pins",
               fmt::format("scale-all-routers = {:g}", model.scale_all_routers),
               "2007, footnote 10"});
  a.push_back({"a bidirectional link of full width",
               fmt::format("{:g} differential signals", 2 * model.pairs_per_port),
               "2007, Table 3"});
  if (model.fitted_line != 0) {
    a.push_back(
        {"cables cost, with repeaters where needed, what the fitted line says of their mean length",

         fmt::format("{:g} + {:g} x $/signal", model.line_cost, model.line_cost_per_metre),
         "2007, Figure 7(b); 2008, Figure 2"});
  } else {
    a.push_back(
        {"cables have a repeater at each repeater-distance",
         fmt::format("{:g} m, ${:g} a signal", model.repeater_distance, model.repeater_cost),
         "2007, Section 4.1"});
  }
  a.push_back(
      {"SerDes of a port, each with Table 5's link power; terminals' own ends are not counted",
       fmt::format("serdes-per-port = {:g}", model.serdes_per_port), "2007, Section 5.3"});
  return result;
}

}  // namespace dragonfly
