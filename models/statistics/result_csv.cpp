// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <vector>

#include "models/common/csv.hpp"
#include "models/common/version.hpp"
#include "models/keys/keys.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {
namespace {

struct Column {
  std::string name;
  std::string value;
};

/// Empty if it is not known.
template <class Figure>
std::string known(const std::optional<Figure>& figure) {
  return figure ? fmt::format("{}", *figure) : "";
}

void add_summary(std::vector<Column>& columns, const std::string& name, const LatencySummary& s) {
  columns.push_back({name + ".packets", fmt::format("{}", s.packets)});
  const auto add = [&](const char* figure, auto value) {
    columns.push_back({name + "." + figure, s.packets == 0 ? "" : fmt::format("{}", value)});
  };
  add("mean", s.mean);
  add("min", s.min);
  add("p50", s.p50);
  add("p90", s.p90);
  add("p99", s.p99);
  add("max", s.max);
}

std::vector<Column> columns_of(const RunResult& result) {
  std::vector<Column> columns = {
      {"offered_load", fmt::format("{}", result.offered_load)},
      {"accepted_throughput", fmt::format("{}", result.accepted_throughput)},
      {"saturated", fmt::format("{}", result.saturated)},
      {"saturation_reason", result.saturation_reason},
  };
  add_summary(columns, "packet_latency", result.packet_latency);
  add_summary(columns, "network_latency", result.network_latency);
  add_summary(columns, "minimal", result.minimal);
  add_summary(columns, "nonminimal", result.nonminimal);
  columns.push_back({"nonminimal_share", known(result.nonminimal_share())});
  columns.push_back({"mean_hops", known(result.mean_hops)});
  columns.push_back({"completion_cycles", known(result.completion_cycles)});
  columns.push_back({"standard_error.accepted_throughput", known(result.accepted_standard_error)});
  columns.push_back({"standard_error.packet_latency", known(result.latency_standard_error)});
  columns.push_back({"precision_reached", known(result.precision_reached)});
  columns.push_back({"packets_labelled", fmt::format("{}", result.packets_labelled)});
  columns.push_back({"packets_measured", fmt::format("{}", result.packets_measured)});
  columns.push_back({"packets_delivered", fmt::format("{}", result.packets_delivered)});
  columns.push_back({"cycles", fmt::format("{}", result.cycles)});
  columns.push_back({"warmup_cycles", fmt::format("{}", result.warmup_cycles)});
  columns.push_back({"window_cycles", fmt::format("{}", result.window_cycles)});
  columns.push_back({"drain_cycles", fmt::format("{}", result.drain_cycles)});
  columns.push_back({"wall_seconds", fmt::format("{}", result.wall_seconds)});
  columns.push_back({"cycles_per_second", fmt::format("{}", result.cycles_per_second)});
  columns.push_back({"engine", result.engine});
  columns.push_back({"rtl", result.rtl});
  columns.push_back({"version", kVersion});
  for (const Key& key : keys())
    if (const Value value = key.get(*result.config); !is_none(value))
      columns.push_back({full_name(key), to_text(value)});
  return columns;
}

std::string line_of(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

std::string csv_header(const RunResult& result) {
  std::vector<std::string> fields;
  for (const Column& column : columns_of(result)) fields.push_back(csv_field(column.name));
  return line_of(fields);
}

std::string to_csv_row(const RunResult& result) {
  std::vector<std::string> fields;
  for (const Column& column : columns_of(result)) fields.push_back(csv_field(column.value));
  return line_of(fields);
}

}  // namespace dragonfly
