// SPDX-License-Identifier: Apache-2.0
// The packets that the terminals create: when, where to, how long.
#pragma once

#include <cstdint>
#include <optional>

#include "models/common/archive.hpp"
#include "models/traffic/destination_pattern.hpp"
#include "models/traffic/injection_process.hpp"
#include "models/traffic/traffic_trace.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

struct Configuration;

/// Packets of a pattern and an injection process, or of a trace file. The packets of a terminal
/// are numbered from 0 in the order of creation; a packet's destination and size are functions of
/// its source and number.
class Traffic {
 public:
  /// Throws InputError for traffic that this network cannot have.
  Traffic(const Configuration& config, const Wiring& wiring);

  /// Calls created(terminal, packets) for terminals of first .. last-1 that create packets in
  /// `cycle`; more than one at a time only if they have the same size. To be called once for every
  /// terminal and cycle, in the order of cycles for each terminal.
  template <class Created>
  void create(std::int64_t cycle, int first, int last, Created&& created) {
    if (trace_) {
      trace_->create(cycle, first, last, created);
    } else {
      injection_->create(cycle, first, last, created);
    }
  }

  /// Whether no terminal creates more than one packet in a cycle, as the process knows.
  [[nodiscard]] bool one_at_a_time() const { return injection_ && injection_->one_at_a_time(); }
  /// If so, instead of create(): bit i says whether terminal base + i, < last, creates a packet.
  [[nodiscard]] std::uint64_t creators(std::int64_t cycle, int base, int last) {
    return injection_->creators(cycle, base, last);
  }

  /// Destination terminal of packet number `sequence` of terminal `source`.
  [[nodiscard]] int destination(int source, std::uint32_t sequence) const {
    return trace_ ? trace_->packet(source, sequence).destination
                  : pattern_->destination(source, sequence);
  }
  /// Its size in flits.
  [[nodiscard]] int size(int source, std::uint32_t sequence) const {
    return trace_ ? trace_->packet(source, sequence).size : packet_size_;
  }

  /// The trace, if the packets are those of one.
  [[nodiscard]] const TrafficTrace* trace() const { return trace_ ? &*trace_ : nullptr; }

  /// Number of packets that will be created in all (batch, trace); -1 if there is no end.
  [[nodiscard]] std::int64_t total_packets() const { return total_packets_; }

  /// What is random depends on cycles and numbers of packets only: there are no states of random
  /// numbers.
  void serialize(Archive& archive) {
    if (trace_) return archive(*trace_);
    archive(*injection_);
  }

 private:
  int packet_size_;
  std::int64_t total_packets_ = -1;
  std::optional<DestinationPattern> pattern_;
  std::optional<InjectionProcess> injection_;
  std::optional<TrafficTrace> trace_;  ///< instead of the two
};

}  // namespace dragonfly
