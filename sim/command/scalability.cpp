// SPDX-License-Identifier: Apache-2.0
#include "sim/command/scalability.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "models/metrics/scalability.hpp"

namespace dragonfly {

std::vector<ScalabilityRow> scalability_rows() {
  constexpr int kStep = 4, kMost = 128;
  std::vector<ScalabilityRow> rows;
  for (int radix = kStep; radix <= kMost; radix += kStep) {
    ScalabilityRow row{radix, one_hop_terminals(radix), balanced_dragonfly(radix).terminals, {}};
    for (int n = 1; n <= static_cast<int>(row.flattened_butterfly.size()); ++n) {
      const bool exists = radix >= n + 2;  // k = 2
      row.flattened_butterfly[static_cast<std::size_t>(n - 1)] =
          exists ? flattened_butterfly_size(radix, n).terminals : 0;
    }
    rows.push_back(row);
  }
  return rows;
}

std::string to_table(const std::vector<ScalabilityRow>& rows) {
  std::string text = "Terminals of the largest network of routers with so many ports\n\n";
  text += fmt::format("{:>5}{:>10}{:>14}{:>14}{:>14}{:>14}{:>14}\n", "ports", "one hop",
                      "dragonfly", "fl. b. n'=1", "n'=2", "n'=3", "n'=4");
  for (const ScalabilityRow& row : rows) {
    text += fmt::format("{:>5}{:>10}{:>14}", row.radix, row.one_hop, row.dragonfly);
    for (const std::int64_t terminals : row.flattened_butterfly)
      text += fmt::format("{:>14}", terminals);
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<ScalabilityRow>& rows) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const ScalabilityRow& row : rows) {
    json.push_back({{"radix", row.radix},
                    {"one_hop", row.one_hop},
                    {"dragonfly", row.dragonfly},
                    {"flattened_butterfly", row.flattened_butterfly}});
  }
  return {{"scalability", json}};
}

std::string to_csv(const std::vector<ScalabilityRow>& rows) {
  std::string text = "radix,one_hop,dragonfly";
  for (std::size_t n = 1; n <= rows.front().flattened_butterfly.size(); ++n)
    text += fmt::format(",flattened_butterfly_{}", n);
  text += "\n";
  for (const ScalabilityRow& row : rows)
    text += fmt::format("{},{},{},{}\n", row.radix, row.one_hop, row.dragonfly,
                        fmt::join(row.flattened_butterfly, ","));
  return text;
}

}  // namespace dragonfly
