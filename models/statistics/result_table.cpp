// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/common/counted.hpp"
#include "models/config/configuration.hpp"
#include "models/config/names.hpp"
#include "models/families/family_registry.hpp"
#include "models/statistics/batch_means.hpp"
#include "models/statistics/result_io.hpp"
#include "models/statistics/sample.hpp"

namespace dragonfly {
namespace {

/// "dragonfly p=4 a=8 h=4 g=33: 1056 terminals, 264 routers of radix 15": numbers and files, no
/// names.
std::string network_line(const TopologyConfig& topology) {
  std::string text = topology.family;
  std::vector<std::string> names;
  for (const FamilyParameter& parameter : family(topology.family).parameters)
    if (parameter.kind == ParameterKind::kName) names.push_back(parameter.name);
  for (const auto& [name, value] : shown_parameters(topology))
    if (std::find(names.begin(), names.end(), name) == names.end())
      text += fmt::format(" {}={}", name, value);
  const NetworkShape shape = network_shape(topology);
  return text + fmt::format(": {}, {} of radix {}\n", counted(shape.terminals, "terminal"),
                            counted(shape.routers, "router"), shape.radix);
}

std::string run_line(const Configuration& c) {
  return fmt::format("{} ({}), {} traffic of {}-flit packets, {}-flit buffers, seed {}\n\n",
                     routing_name(c), name_of(allocator(c)), name_of(c.traffic.pattern),
                     c.traffic.packet_size, c.router.buffer_depth, c.measurement.seed);
}

std::string share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? "-"
                    : fmt::format("{:.1f}%",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string latency_line(const std::string& title, const LatencySummary& s, std::int64_t all) {
  if (s.packets == 0)
    return fmt::format("{:<28}{:>10} {:>7} {:>9} {:>6} {:>6} {:>6} {:>6} {:>6}\n", title, 0,
                       share(0, all), "-", "-", "-", "-", "-", "-");
  return fmt::format("{:<28}{:>10} {:>7} {:>9.1f} {:>6} {:>6} {:>6} {:>6} {:>6}\n", title,
                     s.packets, share(s.packets, all), s.mean, s.min, s.p50, s.p90, s.p99, s.max);
}

std::string line(const std::string& title, const std::string& value) {
  return fmt::format("{:<28}{:>10}\n", title, value);
}

/// "±0.0012": the 95 % interval.
std::string interval(const std::optional<double>& standard_error, int digits) {
  return standard_error ? shown_interval(confidence_95(*standard_error), digits) : "-";
}

/// What was asked for, and whether it was reached.
std::string precision_line(const RunResult& result) {
  if (!result.precision_reached) return "";
  const MeasurementConfig& asked = result.config->measurement;
  const std::string bound =
      fmt::format("{}% of {}", 100 * asked.until_precision,
                  result.saturated ? "the throughput" : "throughput and mean latency");
  if (*result.precision_reached)
    return fmt::format("\nintervals of at most {}, by a window of {} cycles\n", bound,
                       result.window_cycles);
  return fmt::format(
      "\nintervals of at most {} were not reached by a window of {} cycles "
      "(measurement.window_max = {})\n",
      bound, result.window_cycles, asked.window_max);
}

}  // namespace

std::string to_table(const RunResult& result) {
  const std::int64_t all = result.packets_measured;
  std::string text = network_line(result.config->topology) + run_line(*result.config);
  text += line("offered load", fmt::format("{:.4f}", result.offered_load)) +
          line("accepted throughput", fmt::format("{:.4f}", result.accepted_throughput)) +
          line("  95% interval", interval(result.accepted_standard_error, 4)) +
          line("saturated", result.saturated ? "yes: " + result.saturation_reason : "no") +
          line("mean hops", result.mean_hops ? fmt::format("{:.3f}", *result.mean_hops) : "-");
  if (result.completion_cycles)
    text += line("completion, cycles", fmt::format("{}", *result.completion_cycles));
  text +=
      fmt::format("\n{:<28}{:>10} {:>7} {:>9} {:>6} {:>6} {:>6} {:>6} {:>6}\n", "latency in cycles",
                  "packets", "share", "mean", "min", "p50", "p90", "p99", "max");
  text += latency_line("packet", result.packet_latency, all) +
          latency_line("in the network", result.network_latency, all) +
          latency_line("packet, minimal path", result.minimal, all) +
          latency_line("packet, non-minimal path", result.nonminimal, all);
  if (result.latency_standard_error)
    text += "\n" + line("mean latency, 95% interval", interval(result.latency_standard_error, 2));
  text += precision_line(result);
  if (result.packets_measured < result.packets_labelled) {
    text += fmt::format(
        "\n{} of {} packets created in the window are measured, those that had arrived {} cycles "
        "after it\n",
        result.packets_measured, result.packets_labelled, result.drain_cycles);
  }
  text += fmt::format("\n{} cycles, {} of them warm-up, in {:.1f} s: {:.0f} cycles/s ({})\n",
                      result.cycles, result.warmup_cycles, result.wall_seconds,
                      result.cycles_per_second, result.engine);
  return text;
}

}  // namespace dragonfly
