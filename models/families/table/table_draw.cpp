// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/table_draw.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/parameter_classes.hpp"
#include "models/families/table/table_routes.hpp"

namespace dragonfly {
namespace {

/// Of a network that is given: its tables are made for every configuration that is drawn.
constexpr int kMostRouters = 512;

/// Why a network cannot have a routing with so many VCs; empty if it can.
std::string complaint(const Wiring& wiring, const std::string& routing, int vcs) {
  Configuration config;
  config.routing.algorithm = routing;
  config.router.vcs = vcs;
  try {
    static_cast<void>(table_routes(wiring, config));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

int least_vcs(const Wiring& wiring) {
  if (wiring.routers() > kMostRouters) {
    throw InputError(
        fmt::format("a network of {} routers; with routes by table at most {} are compared",
                    wiring.routers(), kMostRouters));
  }
  std::string reason = "no VC";
  int vcs = 0;
  while (vcs < kMostVcs && !reason.empty()) reason = complaint(wiring, "min", ++vcs);
  if (!reason.empty()) throw InputError(reason);
  return vcs;
}

}  // namespace

FamilyDraw table_draw(const std::function<Wiring(const FamilyParameters&)>& build, TableDraw draw) {
  constexpr int kMostTerminals = 128;
  FamilyDraw all;
  all.routers = [network = std::move(draw.network)](RandomSource& source,
                                                    FamilyParameters& values) {
    network(source, values);
    return kMostTerminals;
  };
  all.deepest = [build](const FamilyParameters& values) {
    return counted_depth(build(values).most_ports());
  };
  all.least_vcs = [build](const FamilyParameters& values) { return least_vcs(build(values)); };
  all.network = [](RandomSource&, FamilyParameters&, int, int) {};  // that of routers()
  all.routing = [build](RandomSource& source, const Configuration& config) -> std::string {
    // Shortest paths need the fewest VCs, also where packets adapt.
    std::string routing = source.pick<std::string>({"min", "val", "val", "adaptive"});
    if (routing == "val" &&
        !complaint(build(config.topology.parameters), routing, config.router.vcs).empty())
      return "min";
    return routing;
  };
  all.classes = std::move(draw.classes);
  all.simplest = std::move(draw.simplest);
  all.repair = std::move(draw.repair);
  return all;
}

}  // namespace dragonfly
