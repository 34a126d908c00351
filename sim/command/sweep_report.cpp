// SPDX-License-Identifier: Apache-2.0
#include "sim/command/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/common/csv.hpp"
#include "models/common/version.hpp"
#include "models/statistics/result_io.hpp"
#include "models/statistics/sample.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// The runs of a load and curve.
struct Cell {
  Sample latency, accepted;  ///< latency: of runs that measured packets
  bool saturated = false;
};

using Table = std::map<double, std::map<std::string, Cell>>;  // [load][curve]

Table table_of(const std::vector<SweepResult>& results) {
  Table table;
  for (const auto& [curve, result, file] : results) {
    Cell& cell = table[result.offered_load][curve];
    if (result.packet_latency.packets > 0) cell.latency.add(result.packet_latency.mean);
    cell.accepted.add(result.accepted_throughput);
    cell.saturated |= result.saturated;
  }
  return table;
}

/// "14.5 ", of several runs "14.5±0.2 ", of none "- "; a star instead of the blank if `saturated`.
/// More digits where the interval is narrower.
std::string shown(const Sample& sample, int digits, bool saturated) {
  const char* mark = saturated ? "*" : " ";
  if (sample.size() == 0) return fmt::format("-{}", mark);
  if (sample.size() == 1) return fmt::format("{:.{}f}{}", sample.mean(), digits, mark);
  const double interval = sample.confidence_95();
  return fmt::format("{:.{}f}{}{}", sample.mean(), interval_digits(interval, digits),
                     shown_interval(interval, digits), mark);
}

Json to_json(const Sample& sample) {
  Json json = {{"mean", nullptr}, {"standard_deviation", nullptr}, {"confidence_95", nullptr}};
  if (sample.size() > 0) json["mean"] = sample.mean();
  if (sample.size() > 1) {
    json["standard_deviation"] = sample.standard_deviation();
    json["confidence_95"] = sample.confidence_95();
  }
  return json;
}

/// ",mean,confidence": empty where they are not known.
std::string csv_of(const Sample& sample) {
  return fmt::format(",{},{}", sample.size() > 0 ? fmt::format("{}", sample.mean()) : "",
                     sample.size() > 1 ? fmt::format("{}", sample.confidence_95()) : "");
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

constexpr std::size_t kNarrowest = 13, kWidest = 110;  // column and table, characters

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
  for (const std::string& curve : curves) text += fmt::format("  {:>{}}", curve, width_of(curve));
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

/// Of points that were to reach a precision, those that did not.
std::string imprecise(const std::vector<SweepResult>& results) {
  const auto missed = std::count_if(results.begin(), results.end(), [](const SweepResult& result) {
    return result.result.precision_reached == false;
  });
  return missed == 0 ? ""
                     : fmt::format(
                           "{} of {} points did not reach measurement.until_precision within "
                           "measurement.window_max\n",
                           missed, results.size());
}

}  // namespace

Json sweep_to_json(const std::vector<SweepResult>& results) {
  Json points = Json::array();
  for (const SweepResult& result : results) {
    Json point = {{"curve", result.curve}, {"file", result.file}};
    point.update(dragonfly::to_json(result.result));
    point.erase("latency_histogram");
    point.erase("global_channels");
    points.push_back(std::move(point));
  }
  Json means = Json::array();
  for (const auto& [load, row] : table_of(results)) {
    for (const auto& [curve, cell] : row) {
      means.push_back({{"curve", curve},
                       {"offered_load", load},
                       {"runs", cell.accepted.size()},
                       {"saturated", cell.saturated},
                       {"packet_latency", to_json(cell.latency)},
                       {"accepted_throughput", to_json(cell.accepted)}});
    }
  }
  return {{"version", kVersion}, {"points", std::move(points)}, {"means", std::move(means)}};
}

std::string sweep_to_csv(const std::vector<SweepResult>& results) {
  std::string text = "curve," + csv_header(results.empty() ? RunResult{} : results.front().result);
  for (const SweepResult& result : results)
    text += csv_field(result.curve) + "," + to_csv_row(result.result);
  return text;
}

std::string sweep_means_to_csv(const std::vector<SweepResult>& results) {
  std::string text =
      "curve,offered_load,runs,saturated,packet_latency.mean,packet_latency.confidence_95,"
      "accepted_throughput.mean,accepted_throughput.confidence_95\n";
  for (const auto& [load, row] : table_of(results)) {
    for (const auto& [curve, cell] : row) {
      text += fmt::format("{},{},{},{}{}{}\n", csv_field(curve), load, cell.accepted.size(),
                          cell.saturated, csv_of(cell.latency), csv_of(cell.accepted));
    }
  }
  return text;
}

std::string sweep_to_table(const std::vector<SweepResult>& results) {
  const Table table = table_of(results);
  const std::vector<std::string> curves = curves_of(results);
  const bool several = std::any_of(table.begin(), table.end(), [](const auto& row) {
    return std::any_of(row.second.begin(), row.second.end(),
                       [](const auto& cell) { return cell.second.accepted.size() > 1; });
  });
  const std::string note =
      several ? "(* saturated; ± 95% confidence of the mean over the seeds)" : "(* saturated)";
  const Show latency = [](const Cell& cell) { return shown(cell.latency, 1, cell.saturated); };
  const Show accepted = [](const Cell& cell) { return shown(cell.accepted, 4, cell.saturated); };
  return print("mean packet latency in cycles " + note, table, curves, latency) +
         print("accepted throughput in flits per terminal and cycle " + note, table, curves,
               accepted) +
         imprecise(results);
}

}  // namespace dragonfly
