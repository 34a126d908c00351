// SPDX-License-Identifier: Apache-2.0
// Items of Teh, Wilke, Bergman, Rumley: Design space exploration of the Dragonfly topology, 2017.
#include "models/cost/teh2017.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "models/design/design_metrics.hpp"
#include "models/design/explore.hpp"
#include "models/papers/drawings.hpp"
#include "models/papers/judge.hpp"
#include "models/papers/paper.hpp"
#include "models/wiring/distances.hpp"

namespace dragonfly {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const std::vector<double>& densities() {
  static const std::vector<double> all = {0, 0.2, 0.5, 0.8, 1};
  return all;
}

constexpr const char *kShapeFails = "Equations 1 to 5 as we read them, or their inverse",
                     *kWiringFails = "the greedy wiring, or distances, which are searched on it",
                     *kSpaceFails = "a shape, a distance, the search over p, or a price";

const Axis kImbalance{.label = "imbalance b", .low = -1, .high = 1};

double router_price(int radix) { return price_at(RouterPriceCurve{}, radix); }

DesignSpace designs(DesignRequest request, double optical = 400, double step = 0.1) {
  ExploreOptions options;
  options.request = std::move(request);
  options.step = step;
  options.prices = {router_price, 80, optical};
  return explore(options);
}

/// What a design has, as a curve over imbalance for each density.
using Value = std::function<double(const ExploredDesign&)>;

Panel by_imbalance(const DesignSpace& space, const std::string& title, const std::string& label,
                   const Value& value, bool logarithmic = false,
                   const std::vector<double>& shown_densities = densities()) {
  Panel panel{
      title, kImbalance, {.label = label, .low = {}, .high = {}, .logarithmic = logarithmic}, {}};
  for (const double density : shown_densities) {
    Curve& curve = panel.curves.emplace_back(Curve{fmt::format("d = {}", density), {}});
    for (const ExploredDesign& design : space.designs) {
      if (std::abs(design.point.d - density) > 1e-9) continue;
      const bool there = design.feasible() || design.infeasible == Infeasible::kUtilisation;
      curve.points.push_back({design.point.b, there ? value(design) : NAN});
    }
  }
  return panel;
}

double optical_share(const ExploredDesign& design) { return 1 - design.electrical_share; }
double distance(const ExploredDesign& design) { return design.average_distance; }
double diameter(const ExploredDesign& design) { return design.diameter; }
double links(const ExploredDesign& design) {
  return static_cast<double>(design.links.electrical + design.links.optical);
}

/// Metrics of routers in a network of g groups of as many routers as 1,000 take, h links each.
DistanceMetrics metrics_of(int g, int h) {
  const DragonflyShape shape{(1000 + g - 1) / g, g, h};
  return measure_distances(design_graph(shape));
}

constexpr int kGroups[] = {12, 21, 33, 45};

Figure figure1(Runs&, Extent) {
  struct Case {
    const char* name;
    int a, g, h;
    double b, d;
  };
  const Case cases[] = {{"a", 6, 7, 1, 0, 0},         {"b", 6, 7, 6, 0, 1},
                        {"c", 14, 3, 1, -2.0 / 3, 0}, {"d", 3, 14, 1, 0.6, 0},
                        {"e", 7, 6, 1, -1.0 / 6, 0},  {"f", 21, 2, 1, -5.0 / 6, 0}};
  Figure figure{"Dragonflies of 42 routers, with the greedy wiring of Algorithm 1."};
  for (const Case& each : cases) {
    const DragonflyShape shape{each.a, each.g, each.h};
    TopologyConfig topology;
    topology.parameters = {{"p", {1}},
                           {"a", {each.a}},
                           {"h", {each.h}},
                           {"g", {each.g}},
                           {"arrangement", std::string("greedy")}};
    figure.diagrams.push_back(
        on_circle(graph_of(topology),
                  fmt::format("({}) a = {}, g = {}, h = {}", each.name, each.a, each.g, each.h)));
    const DesignPoint point = point_of(shape);
    figure.statements.push_back(
        judged({fmt::format("({}): routers; a, g and h from its b and d", each.name),
                "Six examples of Dragonflies all made of S = S_desired = 42 nodes", kShapeFails},
               fmt::format("42; {}, {}, {}", each.a, each.g, each.h),
               fmt::format("{}; b = {:.2f}, d = {:.2f}", shape.routers(), point.b, point.d),
               shape.routers() == 42 && dragonfly_shape(point, 42) == shape));
  }
  figure.statements.push_back(
      judged({"(a): b and d", "the canonical Dragonfly logically maps to (0, 0)", kShapeFails,
              Unit::kNumber, Source::kPaper},
             "0, 0", fmt::format("{:g}, {:g}", point_of({6, 7, 1}).b, point_of({6, 7, 1}).d),
             point_of({6, 7, 1}) == DesignPoint{0, 0}));
  figure.statements.push_back(
      judged({"(b): b and d", "while the 2D-FB in Fig. 1b maps to (0, 1)", kShapeFails,
              Unit::kNumber, Source::kPaper},
             "0, 1", fmt::format("{:g}, {:g}", point_of({6, 7, 6}).b, point_of({6, 7, 6}).d),
             point_of({6, 7, 6}) == DesignPoint{0, 1}));
  return figure;
}

Figure figure2(Runs&, Extent) {
  Figure figure{"At least 1,000 routers in g groups, greedy wiring."};
  struct Part {
    const char *title, *label;
    std::function<double(const DistanceMetrics&)> value;
  };
  const std::vector<Part> parts = {
      {"(a)", "average distance", [](const DistanceMetrics& m) { return m.average; }},
      {"(b)", "diameter", [](const DistanceMetrics& m) { return double(m.diameter); }},
      {"(c)", "maximum difference (%)",
       [](const DistanceMetrics& m) { return m.max_difference_percent; }},
      {"(d)", "squared coefficient of variation", [](const DistanceMetrics& m) { return m.cv2; }}};
  for (const Part& part : parts)
    figure.panels.push_back({part.title, {.label = "h"}, {.label = part.label}, {}});
  for (const int g : kGroups) {
    for (Panel& panel : figure.panels) panel.curves.push_back({fmt::format("g = {}", g), {}});
    for (int h = 1; h <= 20; ++h) {
      const DistanceMetrics metrics = metrics_of(g, h);
      for (std::size_t i = 0; i < parts.size(); ++i)
        figure.panels[i].curves.back().points.push_back({double(h), parts[i].value(metrics)});
    }
  }
  // A ripple: an h with which the average distance is longer than with h - 1.
  const auto ripples = [](int g) {
    int count = 0;
    for (int h = 2; h <= 20; ++h)
      if (metrics_of(g, h).average > metrics_of(g, h - 1).average + 1e-9) ++count;
    return static_cast<double>(count);
  };
  figure.statements = {
      equal({"g = 45, h = 1, a = 23: diameter", "the diameter is 5 for h = 1", kWiringFails,
             Unit::kNumber, Source::kPaper},
            5, metrics_of(45, 1).diameter),
      equal({"g = 12, h = 15, a = 84: diameter", "we obtain a 2D-FB topology with diameter of 2",
             kWiringFails, Unit::kNumber, Source::kPaper},
            2, metrics_of(12, 15).diameter),
      judged({"average distance for h = 1, 5, 10, 15 and g = 33",
              "average distances generally decreases as more links are added to the optical "
              "dimension",
              kWiringFails},
             "descending",
             shown({metrics_of(33, 1).average, metrics_of(33, 5).average,
                    metrics_of(33, 10).average, metrics_of(33, 15).average},
                   Unit::kNumber),
             metrics_of(33, 1).average > metrics_of(33, 5).average &&
                 metrics_of(33, 5).average > metrics_of(33, 10).average &&
                 metrics_of(33, 10).average > metrics_of(33, 15).average),
      at_least({"g = 45: values of h, of 2 to 20, with a longer average distance than h - 1",
                "ripples appear for g = 45, revealing some limitations in the wiring algorithm",
                kWiringFails, Unit::kNumber, Source::kOurs,
                "ties in Algorithm 1 are broken by the lowest number here; the paper does not say "
                "how, and its ripples depend on it"},
               1, ripples(45)),
      equal({"g = 12: the same", "ripples appear for g = 45", kWiringFails}, 0, ripples(12)),
      judged({"average distance for g = 12, 21, 33, 45 and h = 5",
              "This translates into a larger Δ values for the same h", kWiringFails},
             "ascending",
             shown({metrics_of(12, 5).average, metrics_of(21, 5).average, metrics_of(33, 5).average,
                    metrics_of(45, 5).average},
                   Unit::kNumber),
             metrics_of(12, 5).average < metrics_of(21, 5).average &&
                 metrics_of(21, 5).average < metrics_of(33, 5).average &&
                 metrics_of(33, 5).average < metrics_of(45, 5).average),
      judged(
          {"g = 12: average distance for h = 11 and 20",
           "additional inter-group links are parallel to existing links, which does not affect Δ",
           kWiringFails},
          "the same",
          shown({metrics_of(12, 11).average, metrics_of(12, 20).average}, Unit::kNumber),
          std::abs(metrics_of(12, 11).average - metrics_of(12, 20).average) < 1e-12)};
  return figure;
}

Figure figure3(Runs&, Extent) {
  Figure figure{
      "Sorted mean distances of the routers of 16 networks of Figure 2; the text names h = 1, "
      "10 and 15, and h = 5 is ours."};
  for (const int h : {1, 5, 10, 15}) {
    Panel panel{
        fmt::format("h = {}", h), {.label = "router (sorted)"}, {.label = "mean distance"}, {}};
    for (const int g : kGroups) {
      const DistanceMetrics metrics = metrics_of(g, h);
      Curve& curve = panel.curves.emplace_back(
          Curve{fmt::format("g = {}, d = {:.1f}%", g, metrics.max_difference_percent), {}});
      std::vector<double> sorted;
      for (std::size_t i = 0; i < metrics.delta.size(); ++i)
        sorted.insert(sorted.end(), static_cast<std::size_t>(metrics.delta_count[i]),
                      metrics.delta[i]);
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t i = 0; i < sorted.size(); i += 10)
        curve.points.push_back({static_cast<double>(i), sorted[i]});
    }
    figure.panels.push_back(panel);
  }
  for (const auto& [g, h] : {std::pair{12, 15}, {21, 15}, {21, 10}}) {
    figure.statements.push_back(
        equal({fmt::format("g = {}, h = {}: maximum difference", g, h),
               "the average distance is the same for all nodes and d is therefore null (ideal "
               "fairness)",
               kWiringFails, Unit::kNumber, Source::kPaper},
              0, metrics_of(g, h).max_difference_percent));
  }
  for (const int g : {33, 45}) {
    figure.statements.push_back(equal(
        {fmt::format("g = {}, h = 1: diameter", g),
         "all-to-all inter-group connectivity is not maintained, causing the diameter to be 5",
         kWiringFails, Unit::kNumber, Source::kPaper},
        5, metrics_of(g, 1).diameter));
  }
  return figure;
}

Figure figure4(Runs&, Extent) {
  constexpr int kRouters = 1500;
  Figure figure{
      "Equations 4 and 5 for 1,500 routers; a corner of (b) where it stands in the space."};
  Panel shapes{"(a)",
               kImbalance,
               {.label = "a, g, S", .low = {}, .high = {}, .logarithmic = true},
               {{"a", {}}, {"g", {}}, {"S", {}}}};
  for (const double b : grid_values(-1, 1, 0.05)) {
    const DragonflyShape shape = dragonfly_shape({b, 0}, kRouters);
    shapes.curves[0].points.push_back({b, static_cast<double>(shape.a)});
    shapes.curves[1].points.push_back({b, static_cast<double>(shape.g)});
    shapes.curves[2].points.push_back({b, static_cast<double>(shape.routers())});
  }
  Panel space{"(b)", kImbalance, {.label = "density d", .low = 0, .high = 1}, {}};
  for (const auto& [name, shape] : {std::pair{"Fig. 1a", DragonflyShape{6, 7, 1}},
                                    {"Fig. 1b", {6, 7, 6}},
                                    {"Fig. 1c", {14, 3, 1}},
                                    {"Fig. 1d", {3, 14, 1}},
                                    {"Fig. 1e", {7, 6, 1}},
                                    {"Fig. 1f", {21, 2, 1}}}) {
    const DesignPoint point = point_of(shape);
    space.curves.push_back({name, {{point.b, point.d}}});
  }
  figure.panels = {shapes, space};
  const auto at = [](double b, double d, std::int64_t routers) {
    return dragonfly_shape({b, d}, routers);
  };
  figure.statements = {
      judged({"b = -1: a, g", "a = S_desired and g = 1 when b = -1", kShapeFails, Unit::kNumber,
              Source::kPaper},
             "1500, 1", fmt::format("{}, {}", at(-1, 0, kRouters).a, at(-1, 0, kRouters).g),
             at(-1, 0, kRouters) == DragonflyShape{1500, 1, 0}),
      judged({"b = 1: a, g", "a = 1 and g = S_desired when b = 1", kShapeFails, Unit::kNumber,
              Source::kPaper},
             "1, 1500", fmt::format("{}, {}", at(1, 0, kRouters).a, at(1, 0, kRouters).g),
             at(1, 0, kRouters).a == 1 && at(1, 0, kRouters).g == 1500),
      judged(
          {"2000 routers, b = 0: a, g",
           "taking for instance S_desired = 2000, we have a_canonical ≃ 45.22 thus a = 46 and g = "
           "44",
           kShapeFails, Unit::kNumber, Source::kPaper,
           "a_canonical is 44.22 by the formula; 45.22 is g_canonical"},
          "46, 44", fmt::format("{}, {}", at(0, 0, 2000).a, at(0, 0, 2000).g),
          at(0, 0, 2000).a == 46 && at(0, 0, 2000).g == 44)};
  return figure;
}

Figure figure5(Runs&, Extent) {
  DesignRequest request;
  request.routers = 1500;
  request.radices.clear();
  const DesignSpace space = designs(request);
  Figure figure{
      "Networks of at least 1,500 routers; (a) and (b) of the paper are both drawn as (a), (d) "
      "and (e) as (d). With b = 1 and d = 0 the equations give a matching, which is not "
      "connected."};
  figure.panels = {by_imbalance(space, "(a)", "share of optical links", optical_share),
                   by_imbalance(space, "(c)", "diameter", diameter, true),
                   by_imbalance(space, "(d)", "average distance", distance),
                   by_imbalance(space, "(f)", "links", links, true)};
  const auto at = [&](double b, double d) {
    return *std::find_if(space.designs.begin(), space.designs.end(), [&](const ExploredDesign& x) {
      return std::abs(x.point.b - b) < 1e-9 && std::abs(x.point.d - d) < 1e-9;
    });
  };
  figure.statements = {
      equal(
          {"b = -1: diameter", "For b = -1, the topology is an electrical full-mesh of diameter 1",
           kWiringFails, Unit::kNumber, Source::kPaper},
          1, at(-1, 0).diameter),
      equal({"b = 1, d = 0.5: diameter", "resulting into a diameter of 2", kWiringFails,
             Unit::kNumber, Source::kPaper},
            2, at(1, 0.5).diameter),
      equal({"b = 1, d = 0.8: diameter", "resulting into a diameter of 2", kWiringFails,
             Unit::kNumber, Source::kPaper},
            2, at(1, 0.8).diameter),
      equal({"b = 1, d = 0: diameter (0: not connected)",
             "When density d = 0 and b = 1, the topology becomes a ring with a diameter of 750",
             kWiringFails, Unit::kNumber, Source::kPaper,
             "Equation 1 gives h = 1 there, and groups have one router: every router has one link, "
             "so that pairs are joined; a ring takes h = 2"},
            750, at(1, 0).diameter),
      equal({"b = 0.8, d = 0.5: groups",
             "the topology made from 167 groups translates into h = 83 when d = 0.5", kShapeFails,
             Unit::kNumber, Source::kPaper},
            167, static_cast<double>(at(0.8, 0.5).shape.g)),
      equal({"b = 0.8, d = 0.5: h",
             "the topology made from 167 groups translates into h = 83 when d = 0.5", kShapeFails,
             Unit::kNumber, Source::kPaper},
            83, static_cast<double>(at(0.8, 0.5).shape.h)),
      at_most({"d = 1: largest diameter", "When d = 1 (2D-FB cases), graph diameter is at most 2",
               kWiringFails, Unit::kNumber, Source::kPaper},
              2,
              [&] {
                double most = 0;
                for (const ExploredDesign& design : space.designs)
                  if (design.point.d > 0.99) most = std::max(most, double(design.diameter));
                return most;
              }()),
      judged({"b = -1 and 1, d = 0.5: share of optical links",
              "when imbalance is b = -1 or b = 1 the topology has only one dimension, which is "
              "either fully electrical or optical",
              "the count of links of a shape", Unit::kNumber, Source::kPaper},
             "0 and 1",
             shown({optical_share(at(-1, 0.5)), optical_share(at(1, 0.5))}, Unit::kNumber),
             optical_share(at(-1, 0.5)) == 0 && optical_share(at(1, 0.5)) == 1),
      judged({"d = 0.5: average distance for b = 0, -0.4, -0.8, -1",
              "As the imbalance leans toward negative values, Δ decreases, which is expected",
              kWiringFails},
             "descending",
             shown({distance(at(0, 0.5)), distance(at(-0.4, 0.5)), distance(at(-0.8, 0.5)),
                    distance(at(-1, 0.5))},
                   Unit::kNumber),
             distance(at(0, 0.5)) > distance(at(-0.4, 0.5)) &&
                 distance(at(-0.4, 0.5)) > distance(at(-0.8, 0.5)) &&
                 distance(at(-0.8, 0.5)) > distance(at(-1, 0.5))),
      judged({"d = 0.5: average distance for b = 0.8 and 0",
              "positively imbalanced topologies also show a lower Δ than strictly balanced ones, "
              "provided enough density is given",
              kWiringFails},
             "the first lower",
             shown({distance(at(0.8, 0.5)), distance(at(0, 0.5))}, Unit::kNumber),
             distance(at(0.8, 0.5)) < distance(at(0, 0.5))),
      judged({"d = 1: average distance for b = 0, 0.5, 0.9, 1",
              "Δ converges to 1 as imbalance grows and the topology approaches a full-mesh",
              kWiringFails},
             "descending to 1",
             shown({distance(at(0, 1)), distance(at(0.5, 1)), distance(at(0.9, 1)),
                    distance(at(1, 1))},
                   Unit::kNumber),
             distance(at(0, 1)) > distance(at(0.5, 1)) &&
                 distance(at(0.5, 1)) > distance(at(0.9, 1)) && distance(at(1, 1)) == 1)};
  return figure;
}

/// Most over least number of links at a density in Figure 5.
double links_span_of_routers(double density) {
  DesignRequest request;
  request.routers = 1500;
  request.radices.clear();
  double low = kInfinity, high = -kInfinity;
  for (const ExploredDesign& design : designs(request).designs) {
    if (std::abs(design.point.d - density) > 1e-9 || !design.connected) continue;
    low = std::min(low, links(design));
    high = std::max(high, links(design));
  }
  return high / low;
}

Figure figure6(Runs&, Extent) {
  DesignRequest request;
  request.terminals = 10000;
  request.radices.clear();
  for (int radix = 1; radix <= 512; ++radix) request.radices.push_back(radix);
  const DesignSpace space = designs(request);
  Figure figure{"Networks of at least 10,000 terminals, routers of any radix up to 512."};
  figure.panels = {by_imbalance(space, "(a)", "terminals a router, p",
                                [](const ExploredDesign& d) { return double(d.p); }),
                   by_imbalance(
                       space, "(b)", "routers, S",
                       [](const ExploredDesign& d) { return double(d.routers); }, true),
                   by_imbalance(
                       space, "(c)", "groups, g",
                       [](const ExploredDesign& d) { return double(d.shape.g); }, true),
                   by_imbalance(space, "(d)", "average distance", distance),
                   by_imbalance(space, "(e)", "links", links, true),
                   by_imbalance(
                       space, "(f)", "required radix",
                       [](const ExploredDesign& d) { return double(d.radix); }, true)};
  double best_b = 2, least = 1e9;
  for (const ExploredDesign& design : space.designs) {
    if (design.point.d < 0.99 || !design.feasible() || double(design.radix) >= least) continue;
    least = double(design.radix);
    best_b = design.point.b;
  }
  figure.statements = {near({"d = 1: imbalance with the lowest radix",
                             "when density is maximal, the radix requirements is minimized when "
                             "topologies are balanced",
                             kSpaceFails},
                            0, 0.1, best_b)};
  // Extremes over b of designs that there are, by density.
  const auto span = [&](double density, const Value& value) {
    double low = kInfinity, high = -kInfinity;
    for (const ExploredDesign& design : space.designs) {
      if (std::abs(design.point.d - density) > 1e-9 || !design.feasible()) continue;
      low = std::min(low, value(design));
      high = std::max(high, value(design));
    }
    return high / low;
  };
  const Value terminals = [](const ExploredDesign& d) { return double(d.p); };
  const Value radix = [](const ExploredDesign& d) { return double(d.radix); };
  figure.statements.push_back(at_most(
      {"d = 0.5: most over least number of links, over b, beside that of Figure 5",
       "The number of links present in each topology (Fig. 6e) is also roughly proportional to Δ, "
       "and overall less affected by the Dragonfly \"shaping\" parameters",
       kSpaceFails, Unit::kFactor},
      links_span_of_routers(0.5), span(0.5, links)));
  figure.statements.push_back(at_most(
      {"d = 0.5: most over least product of p and the average distance, over b",
       "the shapes of the Δ curves propagates into the ones of p (Fig. 6a), p being inversely "
       "proportional to Δ",
       kSpaceFails, Unit::kFactor, Source::kOurs,
       "p is (a - 1 + h) / Δ, and a - 1 + h is far from constant over b"},
      span(0.5, terminals),
      span(0.5, [](const ExploredDesign& d) { return double(d.p) * d.average_distance; })));
  const auto radix_at = [&](double b, double d) {
    for (const ExploredDesign& design : space.designs)
      if (std::abs(design.point.b - b) < 1e-9 && std::abs(design.point.d - d) < 1e-9)
        return design.feasible() ? radix(design) : double(NAN);
    return double(NAN);
  };
  figure.statements.push_back(
      judged({"d = 0: required radix for b = -0.8, -0.4, 0, 0.4, 0.8",
              "For minimal density d = 0, the required radix constantly decreases until the "
              "topology becomes a ring",
              kSpaceFails},
             "descending",
             shown({radix_at(-0.8, 0), radix_at(-0.4, 0), radix_at(0, 0), radix_at(0.4, 0),
                    radix_at(0.8, 0)},
                   Unit::kNumber),
             radix_at(-0.8, 0) > radix_at(-0.4, 0) && radix_at(-0.4, 0) > radix_at(0, 0) &&
                 radix_at(0, 0) > radix_at(0.4, 0) && radix_at(0.4, 0) > radix_at(0.8, 0)));
  return figure;
}

Figure figure7(Runs&, Extent) {
  Figure figure{"Price by Equation 9, with coefficients that are not rounded."};
  Panel price{"(a)", {.label = "radix", .low = 0, .high = 128}, {.label = "price ($)"}, {{"", {}}}};
  Panel marginal{"(b)",
                 {.label = "radix", .low = 0, .high = 128},
                 {.label = "price of one more port ($)"},
                 {{"", {}}}};
  const RouterPriceCurve curve;
  for (int r = 0; r <= 128; ++r) {
    price.curves[0].points.push_back({double(r), price_at(curve, r)});
    marginal.curves[0].points.push_back(
        {double(r), 3 * curve.cubic * r * r + 2 * curve.quadratic * r + curve.linear});
  }
  figure.panels = {price, marginal};
  for (const auto& [radix, printed, words] :
       {std::tuple{24, 7095, "a low-tier 24-port router currently priced at $7095"},
        {48, 10460, "our model returns $7095 and $10,460 for 24-port and 48-port routers"},
        {64, 14320, "A putative 64-port router is $14,320"},
        {96, 35884, "For 96 ports, this price grows to $35,884"}}) {
    figure.statements.push_back(
        near({fmt::format("price of {} ports", radix), words,
              radix == 64 || radix == 96 ? "a curve that does not run where the paper's does"
                                         : "the fit: the curve is drawn through this price",
              Unit::kCount},
             printed, 1, price_at(curve, radix)));
    const double rounded = price_at({0.0901, -9.73, 477}, radix);
    figure.statements.push_back(
        near({fmt::format("price of {} ports, by the printed coefficients", radix),
              "cost(r) = 0.0901r^3 - 9.73r^2 + 477r",
              "nothing of ours: printed coefficients against printed prices", Unit::kCount,
              Source::kOurs, "the printed coefficients are rounded"},
             printed, 1, rounded));
  }
  const RouterPriceCurve through = curve_through(24, 7095, 48, 10455, 36);
  figure.statements.push_back(near({"radix with the lowest marginal price, -quadratic / (3 cubic)",
                                    "a U-shaped quadratic function with a minimum in 36",
                                    "the solving for the coefficients: 36 is what it is given"},
                                   36, 0.1, -through.quadratic / (3 * through.cubic)));
  return figure;
}

DesignRequest request_of(std::int64_t terminals, std::vector<int> radices) {
  DesignRequest request;
  request.terminals = terminals;
  request.radices = std::move(radices);
  return request;
}

const std::vector<int> kRadices = {36, 48, 60, 72}, kLargeRadices = {48, 64, 80};
const std::vector<double> kCostDensities = {0.2, 0.4, 0.6, 0.8, 1};

double price(const ExploredDesign& design) {
  return design.feasible() ? design.cost_per_terminal : NAN;
}

// With these, and only with them, the equations lead to the three designs that Section 4 quotes;
// any exponent from 0.515 to 0.564 does.
constexpr double kExponent = 0.55, kSpare = 0.5;
constexpr const char* kMetBy = "--imbalance-exponent 0.55 --spare-terminals 0.5";

DesignRequest as_quoted(DesignRequest request) {
  request.exponent = kExponent;
  request.spare_terminals = kSpare;
  return request;
}

/// A design as the paper quotes it.
struct Quoted {
  DragonflyShape shape;
  std::int64_t p = 0;
  int radix = 0;
  [[nodiscard]] double price(double optical) const {
    return design_cost(shape, p, 1, radix, {router_price, 80, optical}).per_terminal;
  }
};

/// The points of the cheapest designs.
std::string points_of(const DesignSpace& space) {
  std::string found;
  for (const std::size_t index : space.cheapest) {
    const DesignPoint& point = space.designs[index].point;
    found += fmt::format("{}b = {:.1f}, d = {:.1f}", found.empty() ? "" : "; ", point.b, point.d);
  }
  return found;
}

/// The design at a point of the grid.
const ExploredDesign& design_at(const DesignSpace& space, DesignPoint point) {
  return *std::find_if(space.designs.begin(), space.designs.end(),
                       [&](const ExploredDesign& design) {
                         return std::abs(design.point.b - point.b) < 1e-9 &&
                                std::abs(design.point.d - point.d) < 1e-9;
                       });
}

std::string described(const DragonflyShape& shape, std::int64_t p) {
  return fmt::format("a = {}, g = {}, h = {}, p = {}", shape.a, shape.g, shape.h, p);
}

/// A design of the paper, and what its equations give: a row of the table of Figure 9.
std::vector<std::string> beside_equations(const std::string& about, const DesignSpace& space,
                                          std::int64_t terminals, DesignPoint printed,
                                          const Quoted& quoted, double optical) {
  std::string there = "none of the radices is enough", cheapest;
  for (const ExploredDesign& design : space.designs) {
    if (std::abs(design.point.b - printed.b) > 1e-9 || std::abs(design.point.d - printed.d) > 1e-9)
      continue;
    if (design.feasible())
      there = fmt::format("{}: ${:.2f}", described(design.shape, design.p), price(design));
  }
  for (const std::size_t index : space.cheapest) {
    const DesignPoint& point = space.designs[index].point;
    cheapest += fmt::format("({:.1f}, {:.1f}) ", point.b, point.d);
  }
  const ExploredDesign& best = space.designs[space.cheapest.front()];
  const DesignPoint own = point_of(quoted.shape);
  return {
      about,
      fmt::format("({}, {})", printed.b, printed.d),
      described(quoted.shape, quoted.p),
      fmt::format("${:.2f}", quoted.price(optical)),
      fmt::format("({:.3f}, {:.3f})", own.b, own.d),
      fmt::format("{}, {}", quoted.shape.a * quoted.shape.g, (terminals + quoted.p - 1) / quoted.p),
      there,
      fmt::format("{}{}: ${:.2f}", cheapest, described(best.shape, best.p), price(best))};
}

/// What is asked for, where the paper has its cheapest design, and which it is.
struct Cheapest {
  std::string about, words;
  DesignRequest request;
  double optical = 400;
  DesignPoint printed;
  Quoted quoted;
};

/// Where the cheapest designs are, and what the paper's costs beside them: in `space`, by the
/// equations, and by those with an exponent.
void judge_cheapest(Figure& figure, const DesignSpace& space, const Cheapest& asked) {
  const auto judge = [&](const DesignSpace& found, const std::string& cause) {
    bool there = false;
    for (const std::size_t index : found.cheapest)
      there = there || &found.designs[index] == &design_at(found, asked.printed);
    return judged({asked.about + ": cheapest design", asked.words, kSpaceFails, Unit::kNumber,
                   Source::kPaper, cause},
                  fmt::format("b = {}, d = {}", asked.printed.b, asked.printed.d), points_of(found),
                  there);
  };
  const ExploredDesign& best = space.designs[space.cheapest.front()];
  const DesignPoint own = point_of(asked.quoted.shape);
  figure.statements.push_back(judge(
      space,
      fmt::format("by Equations 4 and 5 the quoted design has b = {:.3f}, d = {:.3f} and costs "
                  "${:.2f}; the cheapest here has {} and costs ${:.2f}",
                  own.b, own.d, asked.quoted.price(asked.optical), described(best.shape, best.p),
                  best.cost_per_terminal)));
  const DesignSpace met = designs(as_quoted(asked.request), asked.optical);
  const ExploredDesign& cheapest = met.designs[met.cheapest.front()];
  figure.statements.push_back(with_choice(
      kMetBy,
      judge(met, fmt::format("the cheapest then has {} and costs ${:.2f}",
                             described(cheapest.shape, cheapest.p), cheapest.cost_per_terminal))));
  const ExploredDesign& there = design_at(met, asked.printed);
  const auto shape = [](const DragonflyShape& found, std::int64_t p) {
    return described(found, p);
  };
  figure.statements.push_back(with_choice(
      kMetBy, judged({fmt::format("{}: the design at b = {}, d = {}", asked.about, asked.printed.b,
                                  asked.printed.d),
                      asked.words, kShapeFails, Unit::kNumber, Source::kPaper},
                     shape(asked.quoted.shape, asked.quoted.p), shape(there.shape, there.p),
                     there.shape == asked.quoted.shape && there.p == asked.quoted.p)));
}

Figure figure8(Runs&, Extent) {
  const DesignSpace space = designs(request_of(10000, kRadices));
  Figure figure{
      "Networks of at least 10,000 terminals, routers of 36, 48, 60 or 72 ports, electrical "
      "links $80, optical links $400."};
  figure.panels = {
      by_imbalance(space, "(a)", "cost per terminal ($)", price, false, kCostDensities),
      by_imbalance(
          space, "(b)", "ports used / ports bought",
          [](const ExploredDesign& d) {
            return d.feasible() ? double(d.radix) / d.router_radix : NAN;
          },
          false, kCostDensities),
      by_imbalance(
          space, "(c)", "ports bought",
          [](const ExploredDesign& d) { return d.feasible() ? double(d.router_radix) : NAN; },
          false, kCostDensities)};
  const Quoted quoted{{32, 17, 10}, 19, 60};
  judge_cheapest(
      figure, space,
      {"N = 10,000, $400",
       "the cheapest design found in our exploration is obtained for b = -0.5 and d = 0.6",
       request_of(10000, kRadices),
       400,
       {-0.5, 0.6},
       quoted});
  figure.statements.push_back(
      near({"share of electrical links of the quoted design (a = 32, g = 17, h = 10)",
            "The proportion of electrical links is 76%", "the count of links of a shape",
            Unit::kPercent},
           0.76, 0.005, design_links(quoted.shape, 1).electrical_share()));
  figure.statements.push_back(
      equal({"ports of the quoted design (p = 19)", "this cheapest design requires 60-port routers",
             "the count of ports of a shape", Unit::kNumber, Source::kPaper},
            60, static_cast<double>(quoted.shape.channels() + quoted.p)));
  return figure;
}

Figure figure9(Runs&, Extent) {
  Figure figure{
      "Electrical links $80. (a) to (c): 10,000 terminals, routers of 36, 48, 60 or 72 ports; "
      "(d): 25,000, 48, 64 or 80 ports."};
  const DesignSpace low = designs(request_of(10000, kRadices), 80);
  const DesignSpace middle = designs(request_of(10000, kRadices), 400);
  const DesignSpace high = designs(request_of(10000, kRadices), 800);
  const DesignSpace large = designs(request_of(25000, kLargeRadices), 400);
  const auto panel = [](const DesignSpace& space, const char* title) {
    return by_imbalance(space, title, "cost per terminal ($)", price, false, kCostDensities);
  };
  figure.panels = {panel(low, "(a) optical links $80"), panel(middle, "(b) $400"),
                   panel(high, "(c) $800"), panel(large, "(d) 25,000 terminals, $400")};
  figure.tables = {
      {"designs of the paper beside its equations; points are (b, d)",
       {"terminals, optical link", "paper's point", "design as quoted", "its price",
        "its point by Equations 4 and 5", "its routers, and N / p",
        "the equations at the paper's point", "cheapest by the equations"},
       {beside_equations("10,000, $400", middle, 10000, {-0.5, 0.6}, {{32, 17, 10}, 19, 60}, 400),
        beside_equations("10,000, $800", high, 10000, {-0.8, 0.5}, {{45, 10, 5}, 23, 72}, 800),
        beside_equations("25,000, $400", large, 25000, {0.2, 0.3}, {{34, 43, 13}, 18, 64}, 400)}}};
  figure.statements = {
      near({"N = 10,000, $80: lowest cost ($)",
            "six designs achieve the cheapest cost found ($733.86)", kSpaceFails},
           733.86, 0.005, low.designs[low.cheapest.front()].cost_per_terminal),
      equal({"N = 10,000, $80: designs with it", "six designs achieve the cheapest cost found",
             kSpaceFails, Unit::kNumber, Source::kPaper,
             "the b axis of Section 4 is not that of Equations 4 and 5 (see Figure 8)"},
            6, static_cast<double>(low.cheapest.size()))};
  const DesignSpace low_met = designs(as_quoted(request_of(10000, kRadices)), 80);
  figure.statements.push_back(with_choice(
      kMetBy,
      equal({"N = 10,000, $80: designs with it", "six designs achieve the cheapest cost found",
             kSpaceFails, Unit::kNumber, Source::kPaper},
            6, static_cast<double>(low_met.cheapest.size()))));
  figure.statements.back().cause =
      fmt::format("they cost ${:.2f}: {}",
                  low_met.designs[low_met.cheapest.front()].cost_per_terminal, points_of(low_met));
  judge_cheapest(
      figure, high,
      {"N = 10,000, $800",
       "the cheapest design is a strongly imbalanced case (b = -0.8, d = 0.5) with only 10 "
       "groups made of 45 routers, and 23 terminals per router",
       request_of(10000, kRadices),
       800,
       {-0.8, 0.5},
       {{45, 10, 5}, 23, 72}});
  judge_cheapest(
      figure, large,
      {"N = 25,000, $400",
       "the cheapest design found (b = 0.2 combined with a moderate density of d = 0.3) has "
       "43 groups, 34 routers per group, h = 13 inter-group links, and p = 18 terminals per "
       "router",
       request_of(25000, kLargeRadices),
       400,
       {0.2, 0.3},
       {{34, 43, 13}, 18, 64}});
  figure.statements.push_back(near({"N = 25,000: share of electrical links of the quoted design",
                                    "It still guarantees a high ratio of electrical links (72%)",
                                    "the count of links of a shape", Unit::kPercent},
                                   0.72, 0.005, design_links({34, 43, 13}, 1).electrical_share()));
  figure.statements.push_back(
      at_least({"lowest cost of 25,000 terminals over that of 10,000",
                "the cost per terminal is slightly higher than for the N_desired = 10,000 case",
                kSpaceFails, Unit::kFactor, Source::kPaper},
               1,
               large.designs[large.cheapest.front()].cost_per_terminal /
                   middle.designs[middle.cheapest.front()].cost_per_terminal));
  return figure;
}

}  // namespace

Paper teh2017_paper() {
  return {
      "teh2017",
      "Teh, Wilke, Bergman, Rumley: Design space exploration of the Dragonfly topology, 2017",
      {
          {"fig1", "Figure 1", "six dragonflies of 42 routers, drawn", 1, 1, figure1},
          {"fig2", "Figure 2", "distances and fairness by global links", 1, 1, figure2},
          {"fig3", "Figure 3", "mean distances of the routers, sorted", 1, 1, figure3},
          {"fig4", "Figure 4", "shape of the dragonfly by imbalance and density", 1, 1, figure4},
          {"fig5", "Figure 5", "dragonflies of 1,500 routers by imbalance and density", 2, 2,
           figure5},
          {"fig6", "Figure 6", "dragonflies of 10,000 terminals by imbalance and density", 30, 30,
           figure6},
          {"fig7", "Figure 7", "price of a router by its radix", 1, 1, figure7},
          {"fig8", "Figure 8", "cost of dragonflies of 10,000 terminals", 6, 6, figure8},
          {"fig9", "Figure 9", "cost by price of optical links, and of 25,000 terminals", 30, 30,
           figure9},
      }};
}

}  // namespace dragonfly
