// SPDX-License-Identifier: Apache-2.0
// What travels in the packet engine: a packet of one flit, with the rest of its way.
//
// At its first router a packet decides on its path, and nothing that happens later changes it: the
// routes at all other routers follow from the decision and the tables. They are worked out at once
// and travel with the packet, which is much less than to look at fields and tables at every hop.
#pragma once

#include <array>
#include <cstdint>

#include "models/router/route_unit.hpp"

namespace dragonfly {

/// A packet in one word. As long as its first router has not decided: its handle in the upper 24
/// bits, and its destination in the others. From then on: the coming hops, each an output VC of 8
/// bits, the next one lowest, and its handle above the last. So it passes a hop by a shift, and at
/// the terminal the handle is left.
struct PackedFlit {
  using Path = dragonfly::Path;
  /// Whether a flit can get another handle on its way.
  static constexpr bool kRenumbers = false;
  static constexpr int kHopBits = 8, kHandleShift = 40;
  /// Packets that there may be in the network.
  static constexpr std::uint64_t kHandles = std::uint64_t{1} << (64 - kHandleShift);

  static PackedFlit undecided(std::uint32_t handle, std::uint64_t destination) {
    return {std::uint64_t{handle} << kHandleShift | destination};
  }
  /// `count` hops are to come after the next one.
  static PackedFlit decided(std::uint32_t handle, std::uint64_t hops, int count) {
    return {std::uint64_t{handle} << (count * kHopBits) | hops};
  }
  /// Of a packet without a decision.
  [[nodiscard]] std::uint32_t handle() const {
    return static_cast<std::uint32_t>(word >> kHandleShift);
  }
  [[nodiscard]] std::uint64_t destination() const {
    return word & ((std::uint64_t{1} << kHandleShift) - 1);
  }
  /// Of a packet that has arrived.
  [[nodiscard]] std::uint32_t arrived_handle() const { return static_cast<std::uint32_t>(word); }
  [[nodiscard]] unsigned next() const { return word & 255; }
  /// After its next hop.
  [[nodiscard]] PackedFlit passed() const { return {word >> kHopBits}; }

  std::uint64_t word;
};

/// The same with the handle lowest, where it can be found, and exchanged, on the way: for packets
/// that travel to other processes. Passing a hop takes a little longer.
struct PortableFlit {
  using Path = dragonfly::Path;
  static constexpr bool kRenumbers = true;
  static constexpr int kHopBits = 8, kHandleBits = 24;
  static constexpr std::uint64_t kHandles = std::uint64_t{1} << kHandleBits;

  static PortableFlit undecided(std::uint32_t handle, std::uint64_t destination) {
    return {destination << kHandleBits | handle};
  }
  static PortableFlit decided(std::uint32_t handle, std::uint64_t hops, int) {
    return {hops << kHandleBits | handle};
  }
  [[nodiscard]] std::uint32_t handle() const {
    return static_cast<std::uint32_t>(word & (kHandles - 1));
  }
  [[nodiscard]] std::uint64_t destination() const { return word >> kHandleBits; }
  [[nodiscard]] std::uint32_t arrived_handle() const { return handle(); }
  [[nodiscard]] unsigned next() const { return word >> kHandleBits & 255; }
  [[nodiscard]] PortableFlit passed() const {
    return {(word >> kHopBits & ~(kHandles - 1)) | handle()};
  }

  /// With another handle.
  [[nodiscard]] PortableFlit renumbered(std::uint32_t handle) const {
    return {(word & ~(kHandles - 1)) | handle};
  }

  std::uint64_t word;
};

/// The same for routers with more VCs than 8 bits can name, or more packets than 24 bits.
struct WideFlit {
  using Path = dragonfly::Path;
  static constexpr bool kRenumbers = true;
  static constexpr int kHopBits = 12;
  static constexpr std::uint64_t kHandles = std::uint64_t{1} << 32;

  static WideFlit undecided(std::uint32_t handle, std::uint64_t destination) {
    return {destination, handle};
  }
  static WideFlit decided(std::uint32_t handle, std::uint64_t hops, int) { return {hops, handle}; }
  [[nodiscard]] std::uint32_t handle() const { return static_cast<std::uint32_t>(number); }
  [[nodiscard]] std::uint64_t destination() const { return hops; }
  [[nodiscard]] std::uint32_t arrived_handle() const { return handle(); }
  [[nodiscard]] unsigned next() const { return hops & 4095; }
  [[nodiscard]] WideFlit passed() const { return {hops >> kHopBits, number}; }

  /// With another handle.
  [[nodiscard]] WideFlit renumbered(std::uint32_t handle) const { return {hops, handle}; }

  std::uint64_t hops, number;
};

/// The same for paths that are longer than a word has room for.
struct LongFlit {
  using Path = LongPath;
  static constexpr bool kRenumbers = true;
  static constexpr int kHopBits = 12;
  static constexpr std::uint64_t kHandles = std::uint64_t{1} << 32;

  static LongFlit undecided(std::uint32_t handle, std::uint64_t destination) {
    return {{destination, 0, 0}, handle};
  }
  static LongFlit decided(std::uint32_t handle, const std::array<std::uint64_t, 3>& hops, int) {
    return {hops, handle};
  }
  [[nodiscard]] std::uint32_t handle() const { return static_cast<std::uint32_t>(number); }
  [[nodiscard]] std::uint64_t destination() const { return hops[0]; }
  [[nodiscard]] std::uint32_t arrived_handle() const { return handle(); }
  [[nodiscard]] unsigned next() const { return hops[0] & kHopMask; }
  [[nodiscard]] LongFlit passed() const {
    return {{hops[0] >> kHopBits | (hops[1] & kHopMask) << kLastShift,
             hops[1] >> kHopBits | (hops[2] & kHopMask) << kLastShift, hops[2] >> kHopBits},
            number};
  }

  /// With another handle.
  [[nodiscard]] LongFlit renumbered(std::uint32_t handle) const { return {hops, handle}; }

  std::array<std::uint64_t, 3> hops;
  std::uint64_t number;

 private:
  static constexpr std::uint64_t kHopMask = (std::uint64_t{1} << kHopBits) - 1;
  static constexpr int kLastShift = (kMostPathHops - 1) * kHopBits;
};

}  // namespace dragonfly
