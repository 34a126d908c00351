#include "models/run/run.hpp"

#include <fmt/format.h>

#include "models/config/keys.hpp"
#include "models/families/dragonfly/deadlock.hpp"
#include "models/families/dragonfly/routing_tables.hpp"

namespace dragonfly {

namespace {

/// Says where the network leaves a routing no choice, so that nobody takes one for another.
void tell_of_needless_routing(const Configuration& config, const RunOptions& options,
                              const Dragonfly& network) {
  const Routing routing = config.routing.algorithm;
  if (routing == Routing::kMin || uses_intermediate_groups(network, routing)) return;
  if (!options.on_message) return;
  options.on_message(fmt::format(
      "routing.algorithm = {}: in a network of {} there is no other group to go through, so all "
      "packets take minimal paths",
      name_of(routing), network.g() == 1 ? "one group" : "two groups"));
}

}  // namespace

Run::Run(const Configuration& config, const RunOptions& options, const Dragonfly& network)
    : config_(config),
      options_(options),
      terminals_(config, network),
      measurement_(config, network.terminals(), terminals_.total_packets()) {
  tell_of_needless_routing(config, options, network);
  terminals_.add_sink(measurement_);
  if (!options.packet_trace_path.empty()) {
    packet_trace_.emplace(options.packet_trace_path);
    terminals_.add_sink(*packet_trace_);
  }
}

RunResult Run::finish(RunningNetwork& network, const std::string& engine) {
  RunResult result = control_->result(network);
  result.engine = engine;
  if (packet_trace_) packet_trace_->finish();
  return result;
}

void check_deadlock_before_run(const Configuration& config, const RunOptions& options,
                               const Dragonfly& network) {
  // Above this the check is made on request only: it grows faster than a simulation.
  constexpr int kCheckedTerminals = 1056;
  if (network.terminals() <= kCheckedTerminals || options.force_deadlock_check)
    require_deadlock_free(network, config.routing.algorithm, config.router.vcs);
}

}  // namespace dragonfly
