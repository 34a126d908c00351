// SPDX-License-Identifier: Apache-2.0
#include "models/run/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/endpoint/receive_queues.hpp"
#include "models/families/fabric.hpp"
#include "models/traffic/traffic.hpp"

namespace dragonfly {
namespace {

void check_router(const RouterConfig& router) {
  if (router.output_queue_depth != 0 && router.output_queue_depth < router.speedup) {
    throw InputError(fmt::format(
        "router.output_queue_depth = {} with router.speedup = {}: an output takes flits "
        "only while its queue has room for a whole cycle's, so it would never take "
        "any; use {} or more, or 0 (as deep as the credits allow)",
        router.output_queue_depth, router.speedup, router.speedup));
  }
  if (router.ctq_depth != 0 && router.ctq_depth * router.ctq_one_in < router.buffer_depth) {
    const int least = tracked_credits(router.buffer_depth, router.ctq_one_in);
    throw InputError(fmt::format(
        "router.ctq_depth = {} with router.ctq_one_in = {}: up to router.buffer_depth = "
        "{} credits are out at a time, of which one in {} needs an entry; use "
        "ctq_depth = {} or more, or 0 (just that)",
        router.ctq_depth, router.ctq_one_in, router.buffer_depth, router.ctq_one_in, least));
  }
}

void check_measurement(const MeasurementConfig& measurement) {
  if (measurement.warmup_min > measurement.warmup_max) {
    throw InputError(fmt::format(
        "measurement.warmup_min = {} is more than measurement.warmup_max = {}; use at most {}",
        measurement.warmup_min, measurement.warmup_max, measurement.warmup_max));
  }
}

void check_precision(const Configuration& config, const Traffic& traffic) {
  const MeasurementConfig& measurement = config.measurement;
  if (measurement.until_precision == 0) return;
  const std::string place =
      fmt::format("measurement.until_precision = {}", measurement.until_precision);
  if (measurement.window_max < measurement.window) {
    throw InputError(
        fmt::format("{}: the window is measurement.window = {} cycles at first, more than "
                    "measurement.window_max = {}; use a longer window_max",
                    place, measurement.window, measurement.window_max));
  }
  if (traffic.total_packets() >= 0) {
    throw InputError(
        place + ": a batch or a trace has no steady state to measure for longer; leave it out");
  }
  if (config.traffic.load == 0) {
    throw InputError(place +
                     " with traffic.load = 0: there is nothing to measure; leave it out, or offer "
                     "a load");
  }
}

void check_trace(const TrafficConfig& traffic) {
  if (traffic.trace_file.empty() || traffic.pattern == Pattern::kTrace) return;
  throw InputError(
      fmt::format("traffic.trace_file = \"{}\", but traffic.pattern is another; use pattern = "
                  "\"trace\" (--pattern trace), or leave the file out",
                  traffic.trace_file));
}

/// Queues of routers that decide on arrival hold up to all packets in the router.
void check_queues(const RouterConfig& router, const RouterDesign& design) {
  if (!design.decides_on_arrival) return;
  constexpr unsigned kMostFlits = 65535, kSmallestDepth = 16;
  const auto vcs = static_cast<unsigned>(router.vcs),
             ports = static_cast<unsigned>(design.ports) + 1;
  const auto flits = [&](unsigned depth) {
    return ports * vcs * std::bit_ceil(std::max(depth, kSmallestDepth));
  };
  if (flits(static_cast<unsigned>(router.buffer_depth)) <= kMostFlits) return;
  throw InputError(fmt::format(
      "router.buffer_depth = {} with {} VCs and {} ports: the queue counters of this family count "
      "to {}, and so many flits do not fit; use a depth of {} or less",
      router.buffer_depth, router.vcs, design.ports, kMostFlits,
      std::bit_floor(kMostFlits / (ports * vcs))));
}

}  // namespace

void validate(const Configuration& config) { static_cast<void>(validated_fabric(config)); }

Fabric validated_fabric(const Configuration& config) {
  Fabric fabric = make_fabric(config);
  check_router(config.router);
  check_queues(config.router, fabric.routes->design());
  check_measurement(config.measurement);
  check_trace(config.traffic);
  const Traffic traffic(config, fabric.wiring);
  check_precision(config, traffic);
  const ReceiveQueues sinks(config, fabric.wiring.terminals());
  return fabric;
}

}  // namespace dragonfly
