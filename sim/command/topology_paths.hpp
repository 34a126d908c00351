// Short Valiant paths for `dragonfly topology --paths`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "models/paths/short_paths.hpp"
#include "models/topology/dragonfly.hpp"

namespace dragonfly {

/// gg, ggl, lgg, glg, shorter, equal and shorter_or_equal as arrays [group][router], of one row if
/// groups are symmetric; symmetric_groups says which.
[[nodiscard]] nlohmann::ordered_json to_json(const PathCounts& counts);

/// For people: the counts, and what the theorems say of them where the network is one that they
/// speak of. Groups that are not symmetric are given as least, mean and most.
[[nodiscard]] std::string to_table(const Dragonfly& network, const PathCounts& counts);

/// Two routers, each by its number or as group.index: "0,9", "0.0,1.1". Throws InputError.
[[nodiscard]] std::pair<int, int> parse_routers(const Dragonfly& network, const std::string& text);

}  // namespace dragonfly
