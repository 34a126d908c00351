#include "sim/command/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/common/version.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// Sums over the seeds of a load and curve.
struct Cell {
  int runs = 0;
  double latency = 0, accepted = 0;
  bool saturated = false;
};

using Table = std::map<double, std::map<std::string, Cell>>;  // [load][curve]

Table table_of(const std::vector<SweepResult>& results) {
  Table table;
  for (const auto& [curve, result, file] : results) {
    Cell& cell = table[result.offered_load][curve];
    ++cell.runs;
    cell.latency += result.packet_latency.mean;
    cell.accepted += result.accepted_throughput;
    cell.saturated |= result.saturated;
  }
  return table;
}

/// In the order of their first points.
std::vector<std::string> curves_of(const std::vector<SweepResult>& results) {
  std::vector<std::string> curves;
  for (const SweepResult& result : results) {
    if (std::find(curves.begin(), curves.end(), result.curve) == curves.end()) {
      curves.push_back(result.curve);
    }
  }
  return curves;
}

/// Text of one figure of a cell.
using Show = std::string (*)(const Cell&);

constexpr std::size_t kNarrowest = 11, kWidest = 110;  // column and table, characters

std::size_t width_of(const std::string& curve) { return std::max(kNarrowest, curve.size()); }

/// As many curves as fit beside each other, and so on.
std::vector<std::vector<std::string>> blocks_of(const std::vector<std::string>& curves) {
  std::vector<std::vector<std::string>> blocks;
  std::size_t width = kWidest;
  for (const std::string& curve : curves) {
    width += 2 + width_of(curve);
    if (width > kWidest) {
      blocks.emplace_back();
      width = 6 + 2 + width_of(curve);
    }
    blocks.back().push_back(curve);
  }
  return blocks;
}

std::string block(const Table& table, const std::vector<std::string>& curves, Show show) {
  std::string text = fmt::format("{:>6}", "load");
  for (const std::string& curve : curves) text += fmt::format("  {:>{}}", curve, kNarrowest);
  text += "\n";
  for (const auto& [load, row] : table) {
    text += fmt::format("{:>6.4g}", load);
    for (const std::string& curve : curves) {
      const auto cell = row.find(curve);
      text +=
          fmt::format("  {:>{}}", cell == row.end() ? "-" : show(cell->second), width_of(curve));
    }
    text += "\n";
  }
  return text;
}

std::string print(const std::string& title, const Table& table,
                  const std::vector<std::string>& curves, Show show) {
  std::string text = title + "\n";
  for (const auto& some : blocks_of(curves)) text += block(table, some, show) + "\n";
  return text;
}

}  // namespace

Json sweep_to_json(const std::vector<SweepResult>& results) {
  Json points = Json::array();
  for (const SweepResult& result : results) {
    Json point = {{"curve", result.curve}, {"file", result.file}};
    point.update(to_json(result.result));
    point.erase("latency_histogram");
    point.erase("global_channels");
    points.push_back(std::move(point));
  }
  return {{"version", kVersion}, {"points", std::move(points)}};
}

std::string sweep_to_csv(const std::vector<SweepResult>& results) {
  std::string text = csv_header();
  for (const SweepResult& result : results) text += to_csv_row(result.result);
  return text;
}

std::string sweep_to_table(const std::vector<SweepResult>& results) {
  const Table table = table_of(results);
  const std::vector<std::string> curves = curves_of(results);
  const Show latency = [](const Cell& cell) {
    return fmt::format("{:.1f}{}", cell.latency / cell.runs, cell.saturated ? "*" : " ");
  };
  const Show accepted = [](const Cell& cell) {
    return fmt::format("{:.4f}{}", cell.accepted / cell.runs, cell.saturated ? "*" : " ");
  };
  return print("mean packet latency in cycles (* saturated)", table, curves, latency) +
         print("accepted throughput in flits per terminal and cycle (* saturated)", table, curves,
               accepted);
}

}  // namespace dragonfly
