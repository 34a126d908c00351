// SPDX-License-Identifier: Apache-2.0
// What the terminals report to statistics: running counts, and every packet as it is delivered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/bytes.hpp"

namespace dragonfly {

/// Counts since cycle 0, over all terminals.
struct TrafficCounters {
  std::int64_t created_packets = 0;
  std::int64_t created_flits = 0;
  std::int64_t injected_packets = 0;  ///< whose head has left the source
  std::int64_t injected_flits = 0;
  std::int64_t delivered_packets = 0;  ///< whose tail has been consumed
  std::int64_t delivered_flits = 0;    ///< flits consumed, of unfinished packets too

  TrafficCounters& operator+=(const TrafficCounters& other) {
    created_packets += other.created_packets;
    created_flits += other.created_flits;
    injected_packets += other.injected_packets;
    injected_flits += other.injected_flits;
    delivered_packets += other.delivered_packets;
    delivered_flits += other.delivered_flits;
    return *this;
  }

  /// Packets created and not delivered: in the source queues and in the network.
  [[nodiscard]] std::int64_t inside() const { return created_packets - delivered_packets; }
  /// Packets waiting in source queues.
  [[nodiscard]] std::int64_t waiting() const { return created_packets - injected_packets; }
  /// Packets whose head has left the source and whose tail has not been consumed.
  [[nodiscard]] std::int64_t in_network() const { return injected_packets - delivered_packets; }
};

/// Channels between routers that a packet can count: of so many there can have been more.
inline constexpr int kMostCountedHops = 14;

/// One delivered packet.
struct Delivery {
  std::int64_t id = 0;  ///< number of the packet at its source x terminals + source
  int source = 0;       ///< terminals
  int destination = 0;
  int size = 0;               ///< flits
  std::int64_t created = 0;   ///< cycles
  std::int64_t injected = 0;  ///< the head left the source
  std::int64_t ejected = 0;   ///< the tail was consumed: with traffic.sink_rate = 1 it arrived
  bool nonminimal = false;
  int hops = 0;  ///< channels between routers, at most kMostCountedHops

  [[nodiscard]] std::int64_t packet_latency() const { return ejected - created; }
  [[nodiscard]] std::int64_t network_latency() const { return ejected - injected; }
};

/// The packets that are delivered in a cycle. Compilers make a call of a vector's push_back in the
/// engines' largest function; here it is a store.
class DeliveryList {
 public:
  [[gnu::always_inline]] void add(const Delivery& delivery) {
    if (size_ == list_.size()) [[unlikely]]
      grow();
    list_[size_++] = delivery;
  }
  void clear() { size_ = 0; }
  [[nodiscard]] const Delivery* data() const { return list_.data(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  [[gnu::noinline]] void grow() { list_.resize(2 * size_ + 16); }

  std::vector<Delivery> list_;
  std::size_t size_ = 0;
};

/// Receives delivered packets: those of this process, where several have terminals. Then all of
/// these have the same sinks, each of which tells those in the other processes what they need.
class DeliverySink {
 public:
  virtual ~DeliverySink() = default;
  /// The packets that were delivered in a cycle, in no defined order; there may be none.
  virtual void delivered(std::span<const Delivery> packets) = 0;

  /// After delivered(), for each other process, known by its number.
  virtual void tell(ByteWriter& /*writer*/, int /*to*/) {}
  /// What the sink of another process has told of the same cycle.
  virtual void hear(ByteReader& /*reader*/) {}
};

}  // namespace dragonfly
