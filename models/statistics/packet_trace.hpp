// SPDX-License-Identifier: Apache-2.0
// The packet trace: a line for every delivered packet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/archive.hpp"
#include "models/common/atomic_file.hpp"
#include "models/common/checksum.hpp"
#include "models/statistics/delivery.hpp"

namespace dragonfly {

/// Writes delivered packets to a text file, ordered by ejection cycle, then destination (a terminal
/// receives at most one tail a cycle): an order that no engine can influence. Each line is
///
///     id source destination size created injected ejected path hops
///
/// with path `minimal` or `nonminimal`; the first line names the columns after a `#`. The file
/// appears under its name, complete, with finish(); without that nothing is left behind, or what a
/// later process can go on with.
class PacketTrace : public DeliverySink {
 public:
  /// Throws InputError if `path` cannot be written.
  explicit PacketTrace(const std::string& path, Uncommitted uncommitted = Uncommitted::kRemoved);

  /// Deliveries must come in the order of their ejection cycles, in any order within a cycle.
  void delivered(std::span<const Delivery> packets) override;
  /// Of a PacketTraceElsewhere.
  void hear(ByteReader& reader) override;

  /// Puts the file in place. Throws InputError if it could not be written in full.
  void finish();

  /// Of one that is kept. What was written before is saved by being secured, and must be there when
  /// the rest is loaded: else this throws InputError.
  void serialize(Archive& archive);

 private:
  void write_cycle();
  /// Goes on behind what an earlier process has written.
  void find_beginning();
  [[nodiscard]] bool has_beginning(const std::string& path) const;

  AtomicFile file_;
  bool kept_;
  std::vector<Delivery> cycle_;  ///< the packets delivered in the current cycle
  std::string text_;
  std::int64_t written_ = 0;  ///< bytes
  Checksum checksum_;         ///< of these
};

/// In the other processes, where several have terminals and the first one writes the trace.
class PacketTraceElsewhere : public DeliverySink {
 public:
  void delivered(std::span<const Delivery> packets) override {
    packets_.insert(packets_.end(), packets.begin(), packets.end());
  }
  void tell(ByteWriter& writer, int to) override;

 private:
  std::vector<Delivery> packets_;  ///< of this cycle
};

}  // namespace dragonfly
