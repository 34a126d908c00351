// SPDX-License-Identifier: Apache-2.0
// Packets listed in a text file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/common/archive.hpp"

namespace dragonfly {

struct TracePacket {
  std::int64_t cycle = 0;  ///< of creation
  int source = 0;          ///< terminal
  int destination = 0;     ///< terminal
  int size = 1;            ///< flits
};

/// The packets of a trace file. A line is
///
///     cycle source destination [size]
///
/// in decimal, separated by blanks; `#` starts a comment; empty lines are ignored. Without a size
/// the packet has `default_size` flits. Lines may stand in any order; packets that a terminal
/// creates in the same cycle keep the order of their lines.
class TrafficTrace {
 public:
  /// Reads `path`. `largest_size` is what the flit format and the buffers allow. Throws InputError
  /// with file and line for what cannot be used.
  TrafficTrace(const std::string& path, int terminals, int default_size, int largest_size);

  /// As Traffic::create.
  template <class Created>
  void create(std::int64_t cycle, int first, int last, Created& created) {
    for (int terminal = first; terminal < last; ++terminal) {
      while (next_cycle_[static_cast<std::size_t>(terminal)] == cycle) {
        created(terminal, 1U);
        ++next_[static_cast<std::size_t>(terminal)];
        find_next(terminal);
      }
    }
  }

  /// Packet number `sequence` of terminal `source`.
  [[nodiscard]] const TracePacket& packet(int source, std::uint32_t sequence) const {
    return packets_[first_[static_cast<std::size_t>(source)] + sequence];
  }
  /// The first cycle in which a packet is created that has not been; none if all have been.
  [[nodiscard]] std::optional<std::int64_t> next_cycle() const;
  /// The last cycle in which a packet is created.
  [[nodiscard]] std::int64_t last_cycle() const;
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(packets_.size()); }

  void serialize(Archive& archive) { archive(next_, next_cycle_); }

 private:
  /// Sets next_cycle_ of a terminal.
  void find_next(int terminal);

  std::vector<TracePacket> packets_;      ///< by source, cycle, line
  std::vector<std::size_t> first_;        ///< [source] -> index in packets_; one more at the end
  std::vector<std::size_t> next_;         ///< [source] -> the packet to be created next
  std::vector<std::int64_t> next_cycle_;  ///< [source] -> its cycle; -1 if there is none
};

}  // namespace dragonfly
