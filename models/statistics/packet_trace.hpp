// The packet trace: a line for every delivered packet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/atomic_file.hpp"
#include "models/statistics/delivery.hpp"

namespace dragonfly {

/// Writes delivered packets to a text file, ordered by ejection cycle, then destination (a terminal
/// receives at most one tail a cycle): an order that no engine can influence. Each line is
///
///     id source destination size created injected ejected path hops
///
/// with path `minimal` or `nonminimal`; the first line names the columns after a `#`. The file
/// appears under its name, complete, with finish(); without that nothing is left behind.
class PacketTrace : public DeliverySink {
 public:
  /// Throws InputError if `path` cannot be written.
  explicit PacketTrace(const std::string& path);

  /// Deliveries must come in the order of their ejection cycles, in any order within a cycle.
  void delivered(std::span<const Delivery> packets) override;

  /// Puts the file in place. Throws InputError if it could not be written in full.
  void finish();

 private:
  void write_cycle();

  AtomicFile file_;
  std::vector<Delivery> cycle_;  ///< the packets delivered in the current cycle
  std::string text_;
};

}  // namespace dragonfly
