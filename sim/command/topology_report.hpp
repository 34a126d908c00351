// SPDX-License-Identifier: Apache-2.0
// What `dragonfly topology` tells about a network.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "models/config/topology_config.hpp"
#include "models/families/dragonfly/topology_summary.hpp"
#include "models/families/family.hpp"
#include "models/metrics/bisection.hpp"
#include "models/metrics/channel_load.hpp"
#include "models/metrics/network_size.hpp"
#include "models/metrics/path_diversity.hpp"
#include "models/metrics/worst_case.hpp"
#include "models/wiring/distances.hpp"

namespace dragonfly {

/// What takes longer to work out: --metrics.
struct LongMetrics {
  PathDiversity diversity;
  std::optional<BisectionBounds> bisection;  ///< none of a directed network
  /// Loads under minimal routing; none where groups are not all connected.
  std::optional<LoadSummary> uniform;
  std::optional<WorstCase> worst;
};

/// A network as reports see it.
struct SeenNetwork {
  explicit SeenNetwork(const Wiring& wiring);

  NetworkGraph graph;
  std::optional<TopologySummary> dragonfly;  ///< what only dragonflies have
};

struct NetworkReport {
  ShownParameters parameters;
  std::string family;
  NetworkSize size;
  DistanceMetrics distances;
  std::optional<TopologySummary> dragonfly;
  std::optional<LongMetrics> metrics;
};

/// Called before a measurement with its name and about how long it will take.
using AnnounceWork = std::function<void(const std::string& what, double seconds)>;

[[nodiscard]] NetworkReport measure(const TopologyConfig& network, const SeenNetwork& seen,
                                    bool long_metrics, const AnnounceWork& announce);

/// For people.
[[nodiscard]] std::string to_table(const NetworkReport& report);
[[nodiscard]] nlohmann::ordered_json to_json(const NetworkReport& report);
/// A header and a line: the JSON's figures, nested ones as fairness.cv2.
[[nodiscard]] std::string to_csv(const nlohmann::ordered_json& report);

}  // namespace dragonfly
