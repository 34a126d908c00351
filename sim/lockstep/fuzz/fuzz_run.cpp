// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/fuzz/fuzz_run.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/run/validate.hpp"
#include "sim/rtl/variant_parameters.hpp"

namespace dragonfly {

std::string trace_text(const std::vector<TracePacket>& trace) {
  std::string text = "# cycle source destination size\n";
  for (const TracePacket& packet : trace)
    text +=
        fmt::format("{} {} {} {}\n", packet.cycle, packet.source, packet.destination, packet.size);
  return text;
}

bool same_hardware(const Configuration& a, const Configuration& b) {
  const auto hardware = [](const Configuration& config) {
    return variant_parameters(config, *make_routes(config), BuiltDepth::kAsked);
  };
  return hardware(a) == hardware(b);
}

VariantParameters checked_hardware(const FuzzRun& run) {
  Configuration config = run.config;
  if (config.traffic.pattern == Pattern::kTrace && config.traffic.trace_file.empty()) {
    config.traffic.pattern = Pattern::kUniform;
    config.traffic.packet_size = 1;  // that of packets whose line names none
  }
  const Fabric fabric = validated_fabric(config);
  VariantParameters parameters = variant_parameters(config, *fabric.routes, run.built_depth);
  parameters.synthesis_bodies = run.synthesis_bodies;
  return parameters;
}

std::string complaint(const FuzzRun& run) {
  try {
    static_cast<void>(checked_hardware(run));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace dragonfly
