#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "models/common/csv.hpp"
#include "models/common/version.hpp"
#include "models/config/keys.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {
namespace {

struct Column {
  std::string name;
  std::string value;
};

void add_summary(std::vector<Column>& columns, const std::string& name, const LatencySummary& s) {
  columns.push_back({name + ".packets", fmt::format("{}", s.packets)});
  columns.push_back({name + ".mean", fmt::format("{}", s.mean)});
  columns.push_back({name + ".min", fmt::format("{}", s.min)});
  columns.push_back({name + ".p50", fmt::format("{}", s.p50)});
  columns.push_back({name + ".p90", fmt::format("{}", s.p90)});
  columns.push_back({name + ".p99", fmt::format("{}", s.p99)});
  columns.push_back({name + ".max", fmt::format("{}", s.max)});
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
  columns.push_back({"mean_hops", fmt::format("{}", result.mean_hops)});
  columns.push_back({"packets_measured", fmt::format("{}", result.packets_measured)});
  columns.push_back({"packets_delivered", fmt::format("{}", result.packets_delivered)});
  columns.push_back({"cycles", fmt::format("{}", result.cycles)});
  columns.push_back({"warmup_cycles", fmt::format("{}", result.warmup_cycles)});
  columns.push_back({"wall_seconds", fmt::format("{}", result.wall_seconds)});
  columns.push_back({"cycles_per_second", fmt::format("{}", result.cycles_per_second)});
  columns.push_back({"engine", result.engine});
  columns.push_back({"version", kVersion});
  for (const Key& key : keys()) {
    columns.push_back({full_name(key), to_text(key.get(result.config))});
  }
  return columns;
}

std::string line_of(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

std::string csv_header() {
  std::vector<std::string> fields;
  for (const Column& column : columns_of(RunResult{})) fields.push_back(csv_field(column.name));
  return line_of(fields);
}

std::string to_csv_row(const RunResult& result) {
  std::vector<std::string> fields;
  for (const Column& column : columns_of(result)) fields.push_back(csv_field(column.value));
  return line_of(fields);
}

}  // namespace dragonfly
