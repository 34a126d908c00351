// SPDX-License-Identifier: Apache-2.0
// What the control registers of a router say of the ways in a dragonfly, in the form in which it is
// quickest to use.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/families/dragonfly/dragonfly_registers.hpp"
#include "models/router/router.hpp"

namespace dragonfly {

/// The sizes of a dragonfly's router.
struct DragonflySizes {
  int p = 1, a = 1, h = 0, vcs = 1;
  int locals = a - 1;  ///< local ports

  [[nodiscard]] int first_local() const { return p; }
  [[nodiscard]] int first_global() const { return p + locals; }
  [[nodiscard]] int router_width() const;
  [[nodiscard]] int group_width() const;
  [[nodiscard]] int terminal_width() const;
};

/// The registers of one router that the route unit reads.
struct DragonflyRegisters {
  Routing algorithm = Routing::kMin;
  bool all_hops = false;
  int threshold = 0;
  std::uint32_t groups = 0, my_group = 0, my_router = 0, min_start_vc = 0;
  std::vector<std::uint8_t> local_port;   ///< [router of the group]; as far as it was written
  std::vector<std::uint8_t> local_ports;  ///< [router of the group]: side by side, 0 for 1
  struct Range {
    std::uint16_t first = 0, count = 0;
  };
  std::vector<Range> group;  ///< [group]
  struct Way {
    std::uint16_t router = 0, global_port = 0;
  };
  std::vector<Way> way;

  /// The registers after a reset and `writes`. Writes to other addresses are ignored.
  [[nodiscard]] static DragonflyRegisters from(std::span<const RegisterWrite> writes);
};

/// The routing tables of one router.
class RouteTable {
 public:
  /// Where a way begins.
  struct Step {
    std::uint16_t channel;  ///< lane of the oracle: router x h + global port
    std::uint8_t port;      ///< output port of this router
  };

  RouteTable(const DragonflySizes& sizes, const DragonflyRegisters& registers);

  [[nodiscard]] unsigned my_group() const { return my_group_; }
  [[nodiscard]] unsigned my_router() const { return my_router_; }
  [[nodiscard]] unsigned local_port(unsigned router) const { return local_port_[router]; }

  /// Output port of what leads nowhere: of a group without a way, of a router that is not there.
  static constexpr std::uint8_t kNoPort = 255;

  /// Number of ways to another group.
  [[nodiscard]] unsigned ways(unsigned group) const {
    return (groups_[group] & kSingle) != 0 ? 1 : groups_[group] >> kFieldBits;
  }
  /// The way to another group, < 2^GROUP_W, with the 8-bit number s.
  [[nodiscard]] Step way(unsigned group, unsigned s) const {
    const std::uint32_t entry = groups_[group];
    // Most networks have one channel between groups; then the entry itself is the step.
    if ((entry & kSingle) != 0)
      return {static_cast<std::uint16_t>(entry), static_cast<std::uint8_t>(entry >> 16)};
    const std::uint32_t first = entry & kFieldMask, count = entry >> kFieldBits;
    return steps_[first + ((s * count) >> 8)];
  }

 private:
  static constexpr std::uint32_t kSingle = std::uint32_t{1} << 31;
  static constexpr int kFieldBits = 14;
  static constexpr std::uint32_t kFieldMask = (1U << kFieldBits) - 1;

  unsigned my_group_ = 0, my_router_ = 0;
  std::vector<std::uint32_t> groups_;  ///< [group]: the only step, or count and first of steps_
  std::vector<Step> steps_;
  std::vector<std::uint8_t> local_port_;
};

}  // namespace dragonfly
