// SPDX-License-Identifier: Apache-2.0
#include "models/cost/readings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"

namespace dragonfly {
namespace {

using Readings = std::vector<Reading>;

// Of both papers.

Reading by_ports() {
  return {"by-ports",
          "every router priced by the ports it uses (scale-all-routers = 1)",
          {{"scale-all-routers", 1}}};
}
Reading clos_half_edge() {
  return {"clos-half-edge",
          "folded Clos cables of E/2 (clos-length = 0.5)",
          {{"clos-length", 0.5}},
          Reading::Of::kPrices,
          "E/4 in Section 4.2 of 2007"};
}
Reading no_overhead() {
  return {"no-overhead",
          "no cable overhead (cable-overhead = 0)",
          {{"cable-overhead", 0}},
          Reading::Of::kPrices,
          "the 2 m in Table 3 of 2007"};
}
Reading half_density() {
  return {"half-density",
          "half the density (density = 37.5)",
          {{"density", 37.5}},
          Reading::Of::kPrices,
          "the 75 nodes/m2 in Table 3 of 2007"};
}
Reading one_cabinet() {
  return {
      "one-cabinet", "units of one cabinet (neighbour-cabinets = 1)", {{"neighbour-cabinets", 1}}};
}

const Readings& of_2007() {
  static const Readings all = {
      {"12x-line",
       "cables by the line through the prices with repeaters of Figure 7(b), 2.16 + 1.4 x: the "
       "default",
       {{"line-cost", 2.16}, {"line-cost-per-metre", 1.4}}},
      {"4x-line",
       "cables by the line that the text prints beside Figure 7, 5.8519 + 0.7261 x",
       {{"line-cost", 5.8519}, {"line-cost-per-metre", 0.7261}}},
      {"repeater-steps",
       "a step at each repeater instead of a line (fitted-line = 0)",
       {{"fitted-line", 0}},
       Reading::Of::kPrices,
       "\"used for all cables\" in Section 4.1"},
      by_ports(),
      {"whole-pins",
       "hypercube routers priced by their d + 1 ports, however narrow (pins-by-width = 0)",
       {{"pins-by-width", 0}}},
      {"backplanes",
       "backplanes within units of cabinets (neighbour-backplane = 1)",
       {{"neighbour-backplane", 1}}},
      {"by-ports-backplanes", "both", {{"scale-all-routers", 1}, {"neighbour-backplane", 1}}},
      {"4x-line-backplanes",
       "backplanes within units, and 5.8519 + 0.7261 x",
       {{"line-cost", 5.8519}, {"line-cost-per-metre", 0.7261}, {"neighbour-backplane", 1}}},
      {"single-channels",
       "no parallel channels in short dimensions (constant-bisection = 0)",
       {{"constant-bisection", 0}},
       Reading::Of::kBoth},
      clos_half_edge(),
      no_overhead(),
      half_density(),
      one_cabinet(),
      {"whole-switches",
       "whole switches, however few ports are used (scale-switch-power = 0)",
       {{"scale-switch-power", 0}},
       Reading::Of::kPower},
      {"one-serdes",
       "no SerDes made for local links (dedicated-serdes = 0)",
       {{"dedicated-serdes", 0}},
       Reading::Of::kPower},
      {"whole-switches-one-serdes",
       "both",
       {{"scale-switch-power", 0}, {"dedicated-serdes", 0}},
       Reading::Of::kPower},
      {"serdes-per-signal",
       "Table 5 for each signal of a port (serdes-per-port = 3)",
       {{"serdes-per-port", 3}},
       Reading::Of::kPower},
      {"serdes-per-signal-whole",
       "the same with whole switches",
       {{"serdes-per-port", 3}, {"scale-switch-power", 0}},
       Reading::Of::kPower},
  };
  return all;
}

const Readings& of_2008() {
  static const Readings all = {
      {"unit-cables",
       "short cables between cabinets of a unit (neighbour-backplane = 0)",
       {{"neighbour-backplane", 0}}},
      {"backplane-per-gigabit",
       "backplane price divided by 6.25 Gb/s (backplane-cost = 0.312)",
       {{"backplane-cost", 0.312}}},
      {"unit-cables-backplane-per-gigabit",
       "both",
       {{"neighbour-backplane", 0}, {"backplane-cost", 0.312}}},
      {"both-directions",
       "both directions of a link counted (link-rate = 37.5)",
       {{"link-rate", 37.5}}},
      {"optics-above-10m",
       "optics above 10 m (optical-threshold = 10)",
       {{"optical-threshold", 10}}},
      {"optics-where-equal",
       "optics above 7.288 m, where the lines meet",
       {{"optical-threshold", 7.288}},
       Reading::Of::kPrices,
       "the 8 m in Section 5"},
      {"per-signal",
       "prices read as $/signal, six signals a link (link-rate = 6)",
       {{"link-rate", 6}}},
      by_ports(),
      {"dragonfly-third-edge",
       "dragonfly cables of E/3 (dragonfly-length = 1/3)",
       {{"dragonfly-length", 1.0 / 3}},
       Reading::Of::kPrices,
       "2E/3 in Table 2"},
      {"two-cabinets",
       "units of two cabinets, as in 2007 (neighbour-cabinets = 2)",
       {{"neighbour-cabinets", 2}}},
      one_cabinet(),
      {"full-width",
       "all channels as wide as a terminal's (constant-bisection = 0)",
       {{"constant-bisection", 0}},
       Reading::Of::kPrices,
       "equal bandwidth in Section 4.3 of 2007"},
      clos_half_edge(),
      half_density(),
      no_overhead(),
  };
  return all;
}

}  // namespace

const Readings& readings(std::string_view model) {
  static const Readings none;
  if (model == "kim2007") return of_2007();
  return model == "kim2008" ? of_2008() : none;
}

std::vector<std::string> reading_names(std::string_view model) {
  std::vector<std::string> names;
  for (const Reading& reading : readings(model)) names.push_back(reading.name);
  return names;
}

CostModel read_as(std::string_view model, std::string_view reading) {
  CostModel read = make_cost_model(model);
  for (const Reading& known : readings(model)) {
    if (known.name != folded(reading)) continue;
    for (const auto& [parameter, value] : known.changes) set_parameter(read, parameter, value);
    return read;
  }
  const std::vector<std::string> names = reading_names(model);
  throw InputError(names.empty() ? fmt::format("'{}': the model {} has no readings", reading, model)
                                 : fmt::format("'{}' is no reading of the model {}; use one of {}",
                                               reading, model, fmt::join(names, ", ")));
}

}  // namespace dragonfly
