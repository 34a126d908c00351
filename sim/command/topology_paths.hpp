// SPDX-License-Identifier: Apache-2.0
// Short Valiant paths for `dragonfly topology --paths`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/paths/path_list.hpp"
#include "models/paths/short_paths.hpp"

namespace dragonfly {

/// gg, ggl, lgg, glg, shorter, equal and shorter_or_equal as arrays [group][router], of one row if
/// groups are symmetric; symmetric_groups says which.
[[nodiscard]] nlohmann::ordered_json to_json(const PathCounts& counts);

/// A line for each router: group,router,gg,...; of one group if groups are symmetric.
[[nodiscard]] std::string to_csv(const PathCounts& counts);

/// from, to, and minimal, shorter and equal as lists of types and paths.
[[nodiscard]] nlohmann::ordered_json to_json(const Dragonfly& network, const PathList& list);
/// A line for each path: kind,type,path.
[[nodiscard]] std::string to_csv(const Dragonfly& network, const PathList& list);

/// For people: the counts, and what the theorems say of them where the network is one that they
/// speak of. Groups that are not symmetric are given as least, mean and most.
[[nodiscard]] std::string to_table(const Dragonfly& network, const PathCounts& counts);

/// Two routers, each by its number or as group.index: "0,9", "0.0,1.1". Throws InputError.
[[nodiscard]] std::pair<int, int> parse_routers(const Dragonfly& network, const std::string& text);

}  // namespace dragonfly
