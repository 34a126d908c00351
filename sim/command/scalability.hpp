// SPDX-License-Identifier: Apache-2.0
// How large networks of a router radix can be (`dragonfly topology --scalability`).
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace dragonfly {

/// Terminals of the largest networks for routers of at most `radix` ports; 0: there is none.
struct ScalabilityRow {
  int radix = 0;
  std::int64_t one_hop = 0;                         ///< Kim et al. 2008, Figure 1
  std::int64_t dragonfly = 0;                       ///< balanced; ibid., Figure 4
  std::array<std::int64_t, 4> flattened_butterfly;  ///< n' = 1 .. 4; Kim et al. 2007, Figure 2
};

/// For radices 4 to 128, in steps of 4.
[[nodiscard]] std::vector<ScalabilityRow> scalability_rows();

[[nodiscard]] std::string to_table(const std::vector<ScalabilityRow>& rows);
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<ScalabilityRow>& rows);
[[nodiscard]] std::string to_csv(const std::vector<ScalabilityRow>& rows);

}  // namespace dragonfly
