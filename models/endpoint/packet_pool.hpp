// SPDX-License-Identifier: Apache-2.0
// The packets between injection and delivery.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/endpoint/slab_store.hpp"

namespace dragonfly {

/// What is known of a packet in the network, found by the handle in its flits. A freed record keeps
/// its contents until it is used again, so that an error can name the packet.
struct PacketRecord {
  static constexpr std::uint8_t kFree = 255;

  std::int64_t created = 0;
  std::int64_t injected = 0;
  std::uint32_t source = 0;  ///< terminals
  std::uint32_t destination = 0;
  std::uint32_t sequence = 0;      ///< number of the packet at its source
  std::uint8_t size = 0;           ///< flits
  std::uint8_t next_flit = kFree;  ///< number of the flit expected next; kFree: not in the network
  bool nonminimal = false;         ///< known when the head has arrived, as hops
  std::uint8_t hops = 0;           ///< routers visited

  [[nodiscard]] bool free() const { return next_flit == kFree; }
};

/// Handles, first in, first out.
class HandleQueue {
 public:
  [[nodiscard]] bool empty() const { return read_ == written_; }
  [[nodiscard]] std::uint32_t size() const { return written_ - read_; }
  void push(std::uint32_t handle) {
    if (size() > mask_) [[unlikely]]
      grow();
    ring_[written_++ & mask_] = handle;
  }
  /// The oldest; there must be one.
  [[nodiscard]] std::uint32_t pop() { return ring_[read_++ & mask_]; }
  /// The one that comes `k` after the oldest; if there are not so many, one that was there.
  [[nodiscard]] std::uint32_t after(std::uint32_t k) const { return ring_[(read_ + k) & mask_]; }

  void serialize(Archive& archive) { archive(ring_, mask_, read_, written_); }

 private:
  static constexpr std::uint32_t kFirst = 64;  ///< a power of two

  void grow();

  std::vector<std::uint32_t> ring_ = std::vector<std::uint32_t>(kFirst);
  std::uint32_t mask_ = kFirst - 1;
  std::uint32_t read_ = 0, written_ = 0;
};

/// Packet records by handle. Handles are given out again in the order in which they were freed: a
/// flit that comes twice most likely finds its handle free, and the error names the packet.
///
/// There may be several lanes, each used by one thread at a time. A record may be given back on
/// another lane than it was taken from; supply() balances that between the cycles, so threads need
/// no lock, and handles follow from what lanes take and give back.
class PacketPool {
 public:
  /// `capacity`: handles are 0 .. capacity-1 (what fits the tag of a flit).
  explicit PacketPool(std::int64_t capacity) : capacity_(capacity), lanes_(1) {}

  /// No handle is as high as this if never more than `in_use` packets are in use at a time, and in
  /// a cycle each terminal takes one record and gives back one at most: the pool grows while lanes
  /// hold free records.
  [[nodiscard]] static constexpr std::uint64_t most_handles(std::uint64_t in_use,
                                                            std::uint64_t terminals,
                                                            std::uint64_t lanes) {
    return in_use + 2 * terminals + lanes * (kLot + kMany) + (std::uint64_t{1} << kSlabLog);
  }

  /// From now on there are `count` lanes. No record may be in use.
  void divide(std::size_t count);

  /// Sees to it that each lane can take needed[lane] records, one for each lane, before the next
  /// call. While no thread uses the pool; a lane alone needs no supply.
  void supply(std::span<const std::uint32_t> needed);

  struct Taken {
    std::uint32_t handle;
    PacketRecord& record;
  };
  /// A handle for a new packet, and its record. Throws Error if more than `capacity` are in use.
  [[gnu::always_inline]] [[nodiscard]] Taken take(std::size_t lane = 0) {
    HandleQueue& free = lanes_[lane].free;
    if (free.empty()) [[unlikely]]
      grow(free);
    const std::uint32_t handle = free.pop();
    // In a large network it was used long ago.
    __builtin_prefetch(&records_[free.after(kAhead)], 1);
    return {handle, records_[handle]};
  }
  void give_back(std::uint32_t handle) { give_back(handle, records_[handle]); }
  /// The same for somebody who has found its record already.
  [[gnu::always_inline]] void give_back(std::uint32_t handle, PacketRecord& record,
                                        std::size_t lane = 0) {
    record.next_flit = PacketRecord::kFree;
    lanes_[lane].free.push(handle);
  }

  [[nodiscard]] PacketRecord& operator[](std::uint32_t handle) { return records_[handle]; }
  [[nodiscard]] const PacketRecord& operator[](std::uint32_t handle) const {
    return records_[handle];
  }
  /// Records that exist, in use or free; handles beyond were never given out.
  [[nodiscard]] std::uint32_t size() const { return records_.size(); }

  void serialize(Archive& archive) { archive(records_, lanes_, spare_); }

 private:
  static constexpr unsigned kSlabLog = 10;
  /// Records that a lane is supplied with beyond its need. So many packets at least are sent before
  /// a handle is used again.
  static constexpr std::uint32_t kLot = 256;
  /// A lane with so many free records more gives them away.
  static constexpr std::uint32_t kMany = 4 * kLot;

  /// Records are asked for so many packets before they are needed.
  static constexpr std::uint32_t kAhead = 8;

  /// On a cache line of its own.
  struct alignas(64) Lane {
    HandleQueue free;

    void serialize(Archive& archive) { archive(free); }
  };

  /// Adds free records to a queue. Throws Error if there can be no more.
  void grow(HandleQueue& free);
  /// Takes from the lanes what they do not need.
  void collect(std::span<const std::uint32_t> needed);

  std::int64_t capacity_;
  SlabStore<PacketRecord, kSlabLog, true> records_;
  std::vector<Lane> lanes_;
  HandleQueue spare_;  ///< for supply()
};

}  // namespace dragonfly
