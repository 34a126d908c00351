// The packets between injection and delivery.
#pragma once

#include <cstdint>

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
class PacketPool {
 public:
  /// `capacity`: handles are 0 .. capacity-1 (what fits the tag of a flit).
  explicit PacketPool(std::int64_t capacity) : capacity_(capacity) {}

  struct Taken {
    std::uint32_t handle;
    PacketRecord& record;
  };
  /// A handle for a new packet, and its record. Throws Error if more than `capacity` are in use.
  [[nodiscard]] Taken take() {
    if (first_free_ < 0) refill();
    const auto handle = static_cast<std::uint32_t>(first_free_);
    PacketRecord& record = records_[handle];
    first_free_ = record.injected;
    return {handle, record};
  }
  void give_back(std::uint32_t handle) { give_back(handle, records_[handle]); }
  /// The same for somebody who has found its record already.
  void give_back(std::uint32_t handle, PacketRecord& record) {
    record.next_flit = PacketRecord::kFree;
    record.injected = -1;
    if (first_free_ < 0) {
      first_free_ = handle;
    } else {
      last_free_->injected = handle;
    }
    last_free_ = &record;
  }

  [[nodiscard]] PacketRecord& operator[](std::uint32_t handle) { return records_[handle]; }
  [[nodiscard]] const PacketRecord& operator[](std::uint32_t handle) const {
    return records_[handle];
  }
  /// Records that exist, in use or free; handles beyond were never given out.
  [[nodiscard]] std::uint32_t size() const { return records_.size(); }

 private:
  void refill();

  std::int64_t capacity_;
  SlabStore<PacketRecord, 10> records_;
  std::int64_t first_free_ = -1;  ///< -1: none
  PacketRecord* last_free_ = nullptr;
};

}  // namespace dragonfly
