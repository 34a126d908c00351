// SPDX-License-Identifier: Apache-2.0
#include "models/traffic/injection_process.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/common/random.hpp"
#include "models/config/configuration.hpp"
#include "models/traffic/which_happen.hpp"

namespace dragonfly {
namespace {

void check(const TrafficConfig& config) {
  if (config.injection == Injection::kBatch) {
    if (config.batch_size >= 1) return;
    throw InputError(
        fmt::format("traffic.batch_size = {}: at least 1 packet is needed.", config.batch_size));
  }
  if (!(config.load >= 0 && config.load <= 1)) {
    throw InputError(fmt::format(
        "traffic.load = {}: 0 .. 1 flits per terminal and cycle are possible.", config.load));
  }
  if (config.injection != Injection::kBurst) return;
  if (!(config.burst_length >= 1)) {
    throw InputError(fmt::format("traffic.burst_length = {}: a burst has at least 1 packet.",
                                 config.burst_length));
  }
  if (!(config.burst_load > 0 && config.burst_load <= 1 && config.load <= config.burst_load)) {
    throw InputError(
        fmt::format("traffic.burst_load = {} with traffic.load = {}: the load during a burst must "
                    "be at least the "
                    "mean load, and at most 1.",
                    config.burst_load, config.load));
  }
}

std::vector<std::uint64_t> keys(std::uint64_t seed, Stream stream, int terminals) {
  std::vector<std::uint64_t> result;
  result.reserve(static_cast<std::size_t>(terminals));
  for (int terminal = 0; terminal < terminals; ++terminal) {
    result.push_back(stream_key(seed, stream, static_cast<std::uint64_t>(terminal)));
  }
  return result;
}

}  // namespace

InjectionProcess::InjectionProcess(const TrafficConfig& config, std::uint64_t seed, int terminals)
    : kind_(config.injection), batch_size_(config.batch_size) {
  check(config);
  if (kind_ == Injection::kBatch) return;
  creation_key_ = keys(seed, Stream::kCreation, terminals);
  if (kind_ == Injection::kBernoulli) {
    create_probability_ = probability(config.load / config.packet_size);
    return;
  }

  const double create = config.burst_load / config.packet_size;
  const double end = create / config.burst_length;  // of the burst, in a cycle while it is on
  // On for 1 / end cycles and off for (1 - start) / start, so that on / (on + off) is
  // load / burst_load.
  const double start =
      config.load > 0 ? 1 / (1 + (config.burst_load - config.load) / (end * config.load)) : 0;
  create_probability_ = probability(create);
  burst_start_probability_ = probability(start);
  burst_end_probability_ = probability(1 / config.burst_length);
  burst_start_key_ = keys(seed, Stream::kBurstStart, terminals);
  burst_end_key_ = keys(seed, Stream::kBurstEnd, terminals);

  // Between cycles a burst is on with probability start (1 - end) / (start (1 - end) + end): in the
  // stationary state as many bursts begin and outlast the cycle as bursts end.
  const double begins = start * (1 - end);
  const std::uint64_t on = probability(begins > 0 ? begins / (begins + end) : 0);
  for (const std::uint64_t key : keys(seed, Stream::kBurstState, terminals)) {
    on_.push_back(happens(draw(key, 0), on) ? 1 : 0);
  }
}

std::uint64_t InjectionProcess::bernoulli(std::int64_t cycle, int base, int count) const {
  static const WhichHappen which_happen = which_happen_versions().front();
  return which_happen(creation_key_.data() + base, count, static_cast<std::uint64_t>(cycle),
                      create_probability_);
}

std::uint64_t InjectionProcess::burst(std::int64_t cycle, int base, int count) {
  const auto counter = static_cast<std::uint64_t>(cycle);
  std::uint64_t mask = 0;
  for (int i = 0; i < count; ++i) {
    const int terminal = base + i;
    const bool on = on_[terminal] != 0 ||
                    happens(draw(burst_start_key_[terminal], counter), burst_start_probability_);
    const bool create = on && happens(draw(creation_key_[terminal], counter), create_probability_);
    const bool end =
        create && happens(draw(burst_end_key_[terminal], counter), burst_end_probability_);
    on_[terminal] = on && !end ? 1 : 0;
    mask |= static_cast<std::uint64_t>(create) << i;
  }
  return mask;
}

}  // namespace dragonfly
