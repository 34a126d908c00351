// The tables of docs/fidelity-cost.md: test_cost "[tables]" prints them. They are no tests.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "models/cost/cost_model.hpp"
#include "models/cost/part_lists.hpp"
#include "models/cost/parts_by_size.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// A reading of a paper: parameters that differ from the defaults.
struct Reading {
  std::string text;
  std::vector<std::pair<std::string, double>> changes;
  bool clos_full = false;
  CostModel model(std::string_view name) const {
    CostModel m = make_cost_model(name);
    for (const auto& [parameter, value] : changes) set_parameter(m, parameter, value);
    return m;
  }
  CostResult cost(std::string_view model_name, std::string_view topology, std::int64_t n) const {
    const CostModel m = model(model_name);
    Sizing sizing;
    sizing.clos_full = clos_full;
    return evaluate(m, parts_for_terminals(topology, n, sizing, packaging_of(m)));
  }
};

std::string percent(double part, double whole) {
  return fmt::format("{:.1f}%", 100 * (1 - part / whole));
}

void row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  fmt::print("{}\n", line);
}

void head(const std::vector<std::string>& cells) {
  row(cells);
  row(std::vector<std::string>(cells.size(), "---"));
}

std::string size_name(std::int64_t n) {
  return n >= 1024 ? fmt::format("{}K", n / 1024) : fmt::format("{}", n);
}

const std::vector<Reading> kReadings2007{
    {"defaults", {}},
    {"every router priced by the ports it uses (scale-all-routers = 1)",
     {{"scale-all-routers", 1}}},
    {"backplanes within units of cabinets (neighbour-backplane = 1)", {{"neighbour-backplane", 1}}},
    {"both", {{"scale-all-routers", 1}, {"neighbour-backplane", 1}}},
    {"a step at each repeater instead of the fitted line (fitted-line = 0)", {{"fitted-line", 0}}},
    {"no parallel channels in short dimensions (constant-bisection = 0)",
     {{"constant-bisection", 0}}},
    {"folded Clos grown to 2 (k/2)^n terminals", {}, true},
    {"folded Clos cables of E/2 (clos-length = 0.5)", {{"clos-length", 0.5}}},
    {"no cable overhead (cable-overhead = 0)", {{"cable-overhead", 0}}},
    {"half the density (density = 37.5)", {{"density", 37.5}}},
    {"units of one cabinet (neighbour-cabinets = 1)", {{"neighbour-cabinets", 1}}},
};

const std::vector<Reading> kReadings2008{
    {"defaults", {}},
    {"short cables between cabinets of a unit (neighbour-backplane = 0)",
     {{"neighbour-backplane", 0}}},
    {"backplane price divided by 6.25 Gb/s (backplane-cost = 0.312)", {{"backplane-cost", 0.312}}},
    {"both", {{"neighbour-backplane", 0}, {"backplane-cost", 0.312}}},
    {"both directions of a link counted (link-rate = 37.5)", {{"link-rate", 37.5}}},
    {"optics above 10 m (optical-threshold = 10)", {{"optical-threshold", 10}}},
    {"optics above 7.288 m, where the lines meet", {{"optical-threshold", 7.288}}},
    {"prices read as $/signal, six signals a link (link-rate = 6)", {{"link-rate", 6}}},
    {"every router priced by the ports it uses (scale-all-routers = 1)",
     {{"scale-all-routers", 1}}},
    {"dragonfly cables of E/3 (dragonfly-length = 1/3)", {{"dragonfly-length", 1.0 / 3}}},
    {"units of two cabinets, as in 2007 (neighbour-cabinets = 2)", {{"neighbour-cabinets", 2}}},
    {"units of one cabinet (neighbour-cabinets = 1)", {{"neighbour-cabinets", 1}}},
    {"all channels as wide as a terminal's (constant-bisection = 0)", {{"constant-bisection", 0}}},
    {"folded Clos grown to 2 (k/2)^n terminals", {}, true},
    {"folded Clos cables of E/2 (clos-length = 0.5)", {{"clos-length", 0.5}}},
    {"half the density (density = 37.5)", {{"density", 37.5}}},
    {"no cable overhead (cable-overhead = 0)", {{"cable-overhead", 0}}},
};

TEST_CASE("2007: tables", "[.][tables]") {
  const std::vector<std::int64_t> sizes{512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
  fmt::print("\nCost per terminal ($; share of links) and power per terminal (W), kim2007\n\n");
  std::vector<std::string> cells{"topology"};
  for (const std::int64_t n : sizes) cells.push_back(size_name(n));
  head(cells);
  for (const std::string& topology : cost_topologies()) {
    cells = {topology};
    for (const std::int64_t n : sizes) {
      const CostResult r = kReadings2007[0].cost("kim2007", topology, n);
      cells.push_back(fmt::format("{:.1f} ({:.0f}%), {:.2f} W", r.cost_per_terminal,
                                  100 * r.link_share(), r.watts_per_terminal));
    }
    row(cells);
  }

  const std::vector<std::int64_t> compared{512, 1024, 2048, 4096, 8192, 16384, 32768};
  fmt::print("\nCost saved by the flattened butterfly over the folded Clos\n\n");
  cells = {"reading"};
  for (const std::int64_t n : compared) cells.push_back(size_name(n));
  head(cells);
  for (const Reading& reading : kReadings2007) {
    cells = {reading.text};
    for (const std::int64_t n : compared) {
      cells.push_back(percent(reading.cost("kim2007", "flattened-butterfly", n).cost_per_terminal,
                              reading.cost("kim2007", "folded-clos", n).cost_per_terminal));
    }
    row(cells);
  }

  fmt::print("\nPower saved by the flattened butterfly over the folded Clos\n\n");
  const std::vector<Reading> power{
      {"defaults", {}},
      {"whole switches, however few ports are used (scale-switch-power = 0)",
       {{"scale-switch-power", 0}}},
      {"no SerDes made for local links (dedicated-serdes = 0)", {{"dedicated-serdes", 0}}},
      {"both", {{"scale-switch-power", 0}, {"dedicated-serdes", 0}}},
      {"Table 5 for each signal of a port (serdes-per-port = 3)", {{"serdes-per-port", 3}}},
      {"the same with whole switches", {{"serdes-per-port", 3}, {"scale-switch-power", 0}}},
      {"no parallel channels in short dimensions (constant-bisection = 0)",
       {{"constant-bisection", 0}}},
  };
  cells = {"reading"};
  for (const std::int64_t n : compared) cells.push_back(size_name(n));
  head(cells);
  for (const Reading& reading : power) {
    cells = {reading.text};
    for (const std::int64_t n : compared) {
      cells.push_back(percent(reading.cost("kim2007", "flattened-butterfly", n).watts_per_terminal,
                              reading.cost("kim2007", "folded-clos", n).watts_per_terminal));
    }
    row(cells);
  }

  fmt::print("\nFigure 13: flattened butterflies of 4K\n\n");
  head({"n'", "k", "k'", "$ a terminal", "over n' = 1", "with scale-all-routers = 1",
        "mean cable (m), overhead included"});
  const Kim2007 whole;
  Kim2007 scaled;
  scaled.scale_all_routers = 1;
  double first = 0, first_scaled = 0;
  for (const auto& [k, dimensions] : {std::pair{64, 1}, {16, 2}, {8, 3}, {4, 5}, {2, 11}}) {
    const std::vector<std::int64_t> shape(static_cast<std::size_t>(dimensions), k);
    const NetworkParts parts = flattened_butterfly_parts(k, shape, {}, whole);
    const double cost = evaluate(whole, parts).cost_per_terminal;
    const double by_ports = evaluate(scaled, parts).cost_per_terminal;
    if (dimensions == 1) first = cost, first_scaled = by_ports;
    double metres = 0, cables = 0;
    for (const LinkClass& links : parts.links) {
      for (const Span& span : links.spans) {
        if (span.place == Place::kCabinet) continue;
        metres += span.metres * static_cast<double>(span.links);
        cables += static_cast<double>(span.links);
      }
    }
    row({fmt::format("{}", dimensions), fmt::format("{}", k), fmt::format("{}", parts.radix()),
         fmt::format("{:.1f}", cost), fmt::format("{:+.0f}%", 100 * (cost / first - 1)),
         fmt::format("{:+.0f}%", 100 * (by_ports / first_scaled - 1)),
         fmt::format("{:.2f}", metres / cables)});
  }

  fmt::print("\nMean cable lengths (m) of the flattened butterfly over others\n\n");
  head({"N", "E", "over folded Clos", "with overhead", "over hypercube", "with overhead"});
  const Packaging packaging;
  for (const std::int64_t n : sizes) {
    const double edge = floor_edge(packaging, n);
    const auto over = [&](double mean, double overhead) {
      return fmt::format("{:+.0f}%", 100 * ((edge / 3 + overhead) / (mean + overhead) - 1));
    };
    const double cube = hypercube_length(edge);
    row({size_name(n), fmt::format("{:.1f}", edge), over(edge / 4, 0), over(edge / 4, 2),
         over(cube, 0), over(cube, 2)});
  }
}

TEST_CASE("2008: tables", "[.][tables]") {
  const std::vector<std::int64_t> sizes{512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 262144};
  fmt::print("\nCost per terminal ($), kim2008\n\n");
  std::vector<std::string> cells{"topology"};
  for (const std::int64_t n : sizes) cells.push_back(size_name(n));
  head(cells);
  for (const std::string topology : {"dragonfly", "flattened-butterfly", "folded-clos", "torus"}) {
    cells = {topology};
    for (const std::int64_t n : sizes) {
      cells.push_back(
          fmt::format("{:.1f}", kReadings2008[0].cost("kim2008", topology, n).cost_per_terminal));
    }
    row(cells);
  }

  struct Point {
    std::string topology, name;
    std::int64_t terminals;
    std::string printed;
  };
  const std::vector<Point> points{{"flattened-butterfly", "FB", 1024, "0"},
                                  {"flattened-butterfly", "FB", 4096, "about 10"},
                                  {"flattened-butterfly", "FB", 8192, "about 20"},
                                  {"flattened-butterfly", "FB", 16384, "20"},
                                  {"flattened-butterfly", "FB", 65536, "20"},
                                  {"folded-clos", "Clos", 16384, "52"},
                                  {"folded-clos", "Clos", 65536, "52"},
                                  {"torus", "torus", 1024, "62"},
                                  {"torus", "torus", 8192, "47"},
                                  {"torus", "torus", 65536, "over 60"}};
  fmt::print("\nCost saved by the dragonfly (Figure 19)\n\n");
  cells = {"reading"};
  for (const Point& p : points) cells.push_back(p.name + " " + size_name(p.terminals));
  head(cells);
  cells = {"**printed (%)**"};
  for (const Point& p : points) cells.push_back("**" + p.printed + "**");
  row(cells);
  for (const Reading& reading : kReadings2008) {
    cells = {reading.text};
    for (const Point& p : points) {
      cells.push_back(percent(reading.cost("kim2008", "dragonfly", p.terminals).cost_per_terminal,
                              reading.cost("kim2008", p.topology, p.terminals).cost_per_terminal));
    }
    row(cells);
  }
  // The text's dimensions of 256 terminals, half a group, also at 8K.
  const Kim2008 model;
  const CostResult flat =
      evaluate(model, flattened_butterfly_parts(16, {16, 16, 2}, {1, 1, 8}, model));
  fmt::print("\n8K, flattened butterfly of 16 x 16 x 2 routers with 8 channels a pair: {}\n",
             percent(kReadings2008[0].cost("kim2008", "dragonfly", 8192).cost_per_terminal,
                     flat.cost_per_terminal));
}

}  // namespace
}  // namespace dragonfly
