// SPDX-License-Identifier: Apache-2.0
#include "models/cost/kim2008.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/cost/packaging_parameters.hpp"

namespace dragonfly {
namespace {

CostItem price(const Kim2008& model, const LinkClass& links, const Span& span) {
  CostItem item = link_item(links, span);
  double per_rate = model.backplane_cost;
  if (span.place == Place::kCabinet) {
    item.medium = Medium::kBackplane;
  } else if (span.metres > model.optical_threshold) {
    item.medium = Medium::kOptical;
    per_rate = optical_cost(model, span.metres);
  } else {
    item.medium = Medium::kElectrical;
    per_rate = electrical_cost(model, span.metres);
  }
  // link_rate is what a bidirectional link carries each way; a one-way link is half of one.
  item.unit_cost = per_rate * model.link_rate * links.width * links.directions / 2;
  item.cost = item.unit_cost * static_cast<double>(item.count);
  return item;
}

}  // namespace

const std::vector<ModelParameter<Kim2008>>& kim2008_parameters() {
  using M = Kim2008;
  static const std::vector<ModelParameter<M>> table = [] {
    std::vector<ModelParameter<M>> t{
        {"radix", "ports", &M::radix, 1, 4096, true, "2008, Section 5", "ports of a whole router"},
        {"router-cost", "$", &M::router_cost, 0, 1e9, false, "2007, Table 2", "a whole router"},
        {"scale-all-routers", "", &M::scale_all_routers, 0, 1, true,
         "2008, Section 5: the torus' routers are",
         "1: every router is priced by the ports it uses; 0: only low-radix routers are"},
        {"link-rate", "Gb/s", &M::link_rate, 1e-3, 1e6, false,
         "2007, Table 3 and footnote 7: 3 signals of 6.25 Gb/s",
         "bandwidth of a link of full width in each direction"},
        {"backplane-cost", "$/(Gb/s)", &M::backplane_cost, 0, 1e6, false,
         "2007, Table 2, in the unit in which 2008 quotes the cable line of 2007",
         "a link over a backplane"},
        {"electrical-cost", "$/(Gb/s)", &M::electrical_cost, 0, 1e6, false, "2008, Figure 2",
         "electrical cable of length 0"},
        {"electrical-cost-per-metre", "$/(Gb/s)/m", &M::electrical_cost_per_metre, 0, 1e6, false,
         "2008, Figure 2", "electrical cable, each metre"},
        {"optical-cost", "$/(Gb/s)", &M::optical_cost, 0, 1e6, false,
         "commonly cited for 2008, Figure 2", "active optical cable of length 0"},
        {"optical-cost-per-metre", "$/(Gb/s)/m", &M::optical_cost_per_metre, 0, 1e6, false,
         "commonly cited for 2008, Figure 2", "active optical cable, each metre"},
        {"optical-threshold", "m", &M::optical_threshold, 0, 1e6, false,
         "2008, Section 5; 10 m in Section 2", "longer cables are optical"},
    };
    append_packaging_parameters(t);
    return t;
  }();
  return table;
}

double electrical_cost(const Kim2008& model, double metres) {
  return model.electrical_cost + model.electrical_cost_per_metre * metres;
}

double optical_cost(const Kim2008& model, double metres) {
  return model.optical_cost + model.optical_cost_per_metre * metres;
}

double equal_cost_length(const Kim2008& model) {
  const double slope = model.electrical_cost_per_metre - model.optical_cost_per_metre;
  const double offset = model.optical_cost - model.electrical_cost;
  if (slope == 0 || offset / slope <= 0) {
    throw InputError(fmt::format(
        "electrical {:g} + {:g} x and optical {:g} + {:g} x never cost the same: give the optical "
        "cable a higher start and a lower price for each metre",
        model.electrical_cost, model.electrical_cost_per_metre, model.optical_cost,
        model.optical_cost_per_metre));
  }
  return offset / slope;
}

CostResult evaluate(const Kim2008& model, const NetworkParts& parts) {
  CostResult result = begin_result("kim2008", parts);
  for (const RouterClass& router : parts.routers) {
    result.items.push_back(router_item(
        router,
        model.router_cost * router_share(router, model.radix, model.scale_all_routers != 0)));
  }
  for (const LinkClass& links : parts.links) {
    for (const Span& span : links.spans) result.items.push_back(price(model, links, span));
  }
  finish_result(result);

  std::vector<Assumption>& a = result.assumptions;
  a.push_back({"a whole router, the 2007 model's", fmt::format("${:g}", model.router_cost),
               "2007, Table 2"});
  a.push_back({model.scale_all_routers != 0
                   ? "every router is priced by the ports it uses"
                   : "high-radix routers are whole, however few ports are used; those of "
                     "hypercubes and tori are priced by their pins",
               fmt::format("scale-all-routers = {:g}", model.scale_all_routers),
               "2008, Section 5"});
  a.push_back({"bandwidth of a link each way; $/(Gb/s) counts it once for both",
               fmt::format("{:g} Gb/s", model.link_rate), "2007, Table 3"});
  a.push_back({"backplanes are priced on the scale of the electrical line, as in 2007",
               fmt::format("{:g} $/(Gb/s)", model.backplane_cost), "2007, Table 2"});
  a.push_back({"cables above this length are optical, by the mean length of their class",
               fmt::format("{:g} m", model.optical_threshold), "2008, Section 5"});
  return result;
}

}  // namespace dragonfly
