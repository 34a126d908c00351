// The packets between injection and delivery.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "models/endpoint/slab_store.hpp"

namespace dragonfly {

/// What is known of a packet in the network, found by the handle in its flits. A freed record keeps
/// its contents until it is used again, so that an error can name the packet.
struct PacketRecord {
  static constexpr std::uint8_t kFree = 255;

  std::int64_t created = 0;
  std::int64_t injected = 0;  ///< of a free record: the next free one
  std::uint32_t source = 0;   ///< terminals
  std::uint32_t destination = 0;
  std::uint32_t sequence = 0;      ///< number of the packet at its source
  std::uint8_t size = 0;           ///< flits
  std::uint8_t next_flit = kFree;  ///< number of the flit expected next; kFree: not in the network
  bool nonminimal = false;         ///< known when the head has arrived, as hops
  std::uint8_t hops = 0;           ///< routers visited

  [[nodiscard]] bool free() const { return next_flit == kFree; }
};

/// Packet records by handle. Handles are given out again in the order in which they were freed: a
/// flit that comes twice most likely finds its handle free, and the error names the packet.
///
/// There may be several lanes, each used by one thread. A record may be given back on another lane
/// than it was taken from; lanes that have many free ones share them with the others.
class PacketPool {
 public:
  /// `capacity`: handles are 0 .. capacity-1 (what fits the tag of a flit).
  explicit PacketPool(std::int64_t capacity) : capacity_(capacity), lanes_(1) {}

  /// From now on there are `count` lanes. No record may be in use.
  void divide(std::size_t count);

  struct Taken {
    std::uint32_t handle;
    PacketRecord& record;
  };
  /// A handle for a new packet, and its record. Throws Error if more than `capacity` are in use.
  [[nodiscard]] Taken take(std::size_t lane = 0) {
    Chain& free = lanes_[lane].free;
    if (free.count == 0) refill(free);
    --free.count;
    const auto handle = free.first;
    PacketRecord& record = records_[handle];
    free.first = static_cast<std::uint32_t>(record.injected);
    return {handle, record};
  }
  void give_back(std::uint32_t handle) { give_back(handle, records_[handle]); }
  /// The same for somebody who has found its record already.
  void give_back(std::uint32_t handle, PacketRecord& record, std::size_t lane = 0) {
    record.next_flit = PacketRecord::kFree;
    Chain& free = lanes_[lane].free;
    append(free, handle, record);
    if (free.count >= kMany && lanes_.size() > 1) [[unlikely]]
      share(free);
  }

  [[nodiscard]] PacketRecord& operator[](std::uint32_t handle) { return records_[handle]; }
  [[nodiscard]] const PacketRecord& operator[](std::uint32_t handle) const {
    return records_[handle];
  }
  /// Records that exist, in use or free; handles beyond were never given out.
  [[nodiscard]] std::uint32_t size() const { return records_.size(); }

 private:
  static constexpr unsigned kSlabLog = 10;
  /// A lane with so many free records gives them away.
  static constexpr std::uint32_t kMany = 8U << kSlabLog;

  /// Free records, linked by `injected`.
  struct Chain {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    PacketRecord* last = nullptr;
  };
  /// On a cache line of its own.
  struct alignas(64) Lane {
    Chain free;
  };

  static void append(Chain& free, std::uint32_t handle, PacketRecord& record) {
    if (free.count++ == 0) {
      free.first = handle;
    } else {
      free.last->injected = handle;
    }
    free.last = &record;
  }
  void refill(Chain& free);
  void share(Chain& free);

  std::int64_t capacity_;
  SlabStore<PacketRecord, kSlabLog> records_;
  std::vector<Lane> lanes_;
  std::mutex mutex_;  ///< for what follows, and the growth of records_
  std::vector<Chain> shared_;
};

}  // namespace dragonfly
