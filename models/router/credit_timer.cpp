// SPDX-License-Identifier: Apache-2.0
#include "models/router/credit_timer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "models/config/configuration.hpp"

namespace dragonfly {

namespace {

/// log2 of the places for the timestamps of up to `depth` flits, of which one in `one_in` has one.
unsigned places_log(int depth, int one_in) {
  const int entries = std::max(1, tracked_credits(depth, one_in));
  return static_cast<unsigned>(std::bit_width(static_cast<unsigned>(entries - 1)));
}

}  // namespace

CreditTimer::CreditTimer(const RouterParameters& parameters, const RouterRegisters& registers)
    : one_in_(parameters.ctq_one_in),
      times_log_(places_log(parameters.depth, parameters.ctq_one_in)),
      times_mask_((1U << times_log_) - 1),
      vc_bits_(parameters.vc_bits),
      queues_(static_cast<std::size_t>(parameters.vectors)),
      times_(queues_.size() << times_log_),
      tcrt0_(registers.tcrt0),
      td_((static_cast<std::size_t>(parameters.ports) + kPortsAtATime - 1) / kPortsAtATime *
          kPortsAtATime),
      apart_(td_.size(), kLargestTd),
      measured_(queues_.size()) {
  tcrt0_.resize(td_.size());
  const auto ports = static_cast<std::size_t>(parameters.ports);
  for (std::size_t port = 0; port < std::min(ports, registers.connected.size()); ++port)
    if (registers.connected[port]) apart_[port] = 0;
}

std::size_t CreditTimer::bytes(const RouterParameters& parameters) {
  const auto vcs = static_cast<std::size_t>(parameters.vectors);
  const auto ports = static_cast<std::size_t>(parameters.ports);
  const unsigned log = places_log(parameters.depth, parameters.ctq_one_in);
  return sizeof(CreditTimer) +
         vcs * (sizeof(Queue) + (sizeof(std::uint16_t) << log) + sizeof(Measurement)) +
         ports * 3 * sizeof(std::uint16_t);
}

std::uint16_t CreditTimer::least() const {
  // Signed numbers, of which all processors find the least of several at a time.
  std::array<std::int16_t, kPortsAtATime> least;
  least.fill(kLargestTd);
  for (std::size_t first = 0; first < td_.size(); first += kPortsAtATime) {
    for (std::size_t k = 0; k < kPortsAtATime; ++k) {
      const auto td = static_cast<std::int16_t>(td_[first + k] | apart_[first + k]);
      least[k] = std::min(least[k], td);
    }
  }
  return static_cast<std::uint16_t>(*std::min_element(least.begin(), least.end()));
}

void CreditTimer::fail(unsigned output_vc) const {
  throw RouterFailure("a credit came for output port " + std::to_string(output_vc >> vc_bits_) +
                      " VC" + std::to_string(output_vc & ((1U << vc_bits_) - 1)) +
                      ", whose credit timestamp queue is empty");
}

void CreditTimer::write(StateWriter& writer) const {
  for (unsigned vc = 0; vc < queues_.size(); ++vc) {
    const Queue& queue = queues_[vc];
    writer.half(StatePart::kTaken, vc, queue.taken);
    writer.half(StatePart::kReturned, vc, queue.returned);
    for (unsigned entry = 0; entry < queue.length; ++entry)
      writer.timestamp(vc, times_[(vc << times_log_) + ((queue.first + entry) & times_mask_)]);
  }
  writer.halves(StatePart::kTd, td_.data());
  writer.word(StatePart::kLeastTd, 0, least_known_ ? least_ : least());
}

}  // namespace dragonfly
