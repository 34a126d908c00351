// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/receive_queues.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"

namespace dragonfly {
namespace {

/// A terminal that takes less is as good as broken: no run with it would come to an end.
constexpr double kLowestRate = 0.001;

}  // namespace

ReceiveQueues::ReceiveQueues(const Configuration& config, int terminals)
    : immediate_(config.traffic.sink_rate == 1) {
  const double rate = config.traffic.sink_rate;
  if (!(rate >= kLowestRate && rate <= 1)) {
    throw InputError(
        fmt::format("traffic.sink_rate = {}: terminals consume {} to 1 flits per cycle; 1 takes "
                    "each flit when it arrives.",
                    rate, kLowestRate));
  }
  if (immediate_) return;
  rate_ = probability(rate);
  for (int terminal = 0; terminal < terminals; ++terminal) {
    key_.push_back(stream_key(config.measurement.seed, Stream::kConsumption,
                              static_cast<std::uint64_t>(terminal)));
  }
  queues_.resize(static_cast<std::size_t>(terminals));
}

}  // namespace dragonfly
