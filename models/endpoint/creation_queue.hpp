// SPDX-License-Identifier: Apache-2.0
// Source queues: the creation cycles of packets that wait, in about a byte a packet.
#pragma once

#include <array>
#include <cstdint>

#include "models/endpoint/slab_store.hpp"

namespace dragonfly {

/// Memory of all creation queues: chunks of bytes, used again once a queue has passed them.
class CreationStore {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr unsigned kChunkBytes = 60;
  struct Chunk {
    std::uint32_t next = kNone;
    std::array<std::uint8_t, kChunkBytes> bytes{};
  };

  [[nodiscard]] Chunk& operator[](std::uint32_t index) { return chunks_[index]; }
  [[nodiscard]] std::uint32_t take() {
    if (free_ == kNone) refill();
    const std::uint32_t index = free_;
    free_ = chunks_[index].next;
    chunks_[index].next = kNone;
    return index;
  }
  void give_back(std::uint32_t index) {
    chunks_[index].next = free_;
    free_ = index;
  }
  /// Chunks that exist, in use or not; each takes 64 bytes.
  [[nodiscard]] std::uint32_t size() const { return chunks_.size(); }

  void serialize(Archive& archive) { archive(chunks_, free_); }

 private:
  void refill();

  SlabStore<Chunk, 10> chunks_;
  std::uint32_t free_ = kNone;
};

/// A first-in first-out queue of cycles that never decrease. The first is kept as it is: most
/// queues are short most of the time. Of the others the differences are kept, seven bits a
/// byte, the lowest first: a saturated source queue grows for as long as the run lasts, and
/// destination and size follow from the packet's number.
class CreationQueue {
 public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return count_; }

  /// Appends a cycle `count` times, count > 0, to an empty queue. Needs no memory.
  void fill(std::int64_t cycle, std::uint32_t count) {
    first_ = last_ = cycle;
    count_ = count;
    alike_ = count - 1;
  }

  /// Appends a cycle, not less than any before it.
  void push(CreationStore& store, std::int64_t cycle) {
    if (count_++ == 0) {
      first_ = last_ = cycle;
      return;
    }
    if (tail_ == CreationStore::kNone) head_ = tail_ = store.take();
    auto difference = static_cast<std::uint64_t>(cycle - last_);
    last_ = cycle;
    for (; difference >= 128; difference >>= 7) {
      put(store, static_cast<std::uint8_t>(difference | 128));
    }
    put(store, static_cast<std::uint8_t>(difference));
  }

  /// Removes the oldest cycle. The queue must not be empty.
  std::int64_t pop(CreationStore& store) {
    const std::int64_t cycle = first_;
    --count_;
    if (alike_ != 0) {
      --alike_;
    } else if (count_ != 0) {
      first_ += next_difference(store);
    }
    return cycle;
  }

 private:
  std::int64_t next_difference(CreationStore& store) {
    std::uint64_t difference = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = get(store);
      difference |= static_cast<std::uint64_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    // A queue without differences keeps its chunk and begins again at the chunk's start.
    if (count_ == 1) read_ = written_ = 0;
    return static_cast<std::int64_t>(difference);
  }
  void put(CreationStore& store, std::uint8_t byte) {
    if (written_ == CreationStore::kChunkBytes) {
      const std::uint32_t chunk = store.take();
      store[tail_].next = chunk;
      tail_ = chunk;
      written_ = 0;
    }
    store[tail_].bytes[written_++] = byte;
  }
  std::uint8_t get(CreationStore& store) {
    if (read_ == CreationStore::kChunkBytes) {
      const std::uint32_t passed = head_;
      head_ = store[passed].next;
      store.give_back(passed);
      read_ = 0;
    }
    return store[head_].bytes[read_++];
  }

  std::uint32_t head_ = CreationStore::kNone, tail_ = CreationStore::kNone;
  std::uint32_t count_ = 0;
  std::uint32_t alike_ =
      0;  ///< of the cycle of the first, after it, of which no difference is kept
  std::uint8_t read_ = 0, written_ = 0;  ///< bytes passed in the first chunk, used in the last
  std::int64_t first_ = 0, last_ = 0;
};

}  // namespace dragonfly
