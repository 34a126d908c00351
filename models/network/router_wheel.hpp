// SPDX-License-Identifier: Apache-2.0
// Channels between routers and terminals behind the interface Router: pure delays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace dragonfly {

class Outlet;

/// A kind of channels by number: those of one latency whose receivers' wheels are laid out alike,
/// so that what is sent in a cycle goes to the same place in the wheels of all of them.
using DelayClass = std::uint8_t;

/// For each delay class, the word of its receivers' wheels at which the slot begins for what is
/// sent now.
using SendingSlots = const std::uint32_t*;

/// How the wheel of a channel is laid out: a slot has valid bits by VC, credits by VC, flits by
/// port.
struct WheelLayout {
  /// `longest`: largest number of cycles from sending to arrival, >= 1.
  WheelLayout(int ports, int vc_bits, int flit_words, int longest);

  [[nodiscard]] std::uint32_t slot(std::int64_t cycle) const {
    return (static_cast<std::uint32_t>(cycle) & slot_mask) * slot_words;
  }
  [[nodiscard]] std::size_t words() const { return (std::size_t{slot_mask} + 1) * slot_words; }

  std::uint32_t vc_bits, flit_words;
  std::uint32_t mask_words;  ///< 64-bit words of a vector over VCs
  std::uint32_t slot_words;
  std::uint32_t slot_mask;  ///< slots - 1, where the number of slots is a power of two
};

/// All that is under way to one receiver (a router or a bank of terminals), on all its ports: a
/// wheel with a slot for each coming cycle, which the senders fill and the receiver reads in place.
///
/// As every latency is one cycle or more, nobody writes the slot that is being read, and the order
/// in which routers are evaluated within a cycle does not matter. What comes from another thread
/// comes as a message (message_queue.hpp), so that a wheel is touched by one thread only.
class RouterWheel {
 public:
  explicit RouterWheel(const WheelLayout& layout);

  /// What arrives in one cycle.
  class Slot {
   public:
    [[nodiscard]] const std::uint64_t* valid() const { return words_; }
    [[nodiscard]] const std::uint64_t* credit() const { return words_ + mask_words_; }
    [[nodiscard]] const std::uint64_t* flits() const {
      return words_ + std::ptrdiff_t{2} * mask_words_;
    }
    /// The slot is used again for a later cycle. Flits without a valid bit mean nothing, and stay.
    void clear() const {
      for (int word = 0; word < 2 * mask_words_; ++word) words_[word] = 0;
    }

   private:
    friend class RouterWheel;
    Slot(std::uint64_t* words, int mask_words) : words_(words), mask_words_(mask_words) {}
    std::uint64_t* words_;
    int mask_words_;
  };
  [[nodiscard]] Slot arrivals(std::int64_t cycle) const {
    return {words_.get() + layout_.slot(cycle), static_cast<int>(layout_.mask_words)};
  }

  /// Where a sender puts what is to arrive at `port`, on a channel of that class.
  [[nodiscard]] Outlet outlet(int port, DelayClass delay_class) const;

 private:
  struct Free {
    void operator()(std::uint64_t* words) const;
  };

  WheelLayout layout_;
  std::unique_ptr<std::uint64_t[], Free> words_;
};

struct FarEnd;
struct RouterMessage;

/// The sender's end of a channel, for one port of the receiver. The channel must outlive it.
class Outlet {
 public:
  Outlet() = default;
  /// Of a channel to the region of another thread. `far` must outlive it.
  explicit Outlet(const FarEnd& far) : end_(const_cast<FarEnd*>(&far)), first_vc_(kFar) {}

  [[nodiscard]] bool connected() const { return end_ != nullptr; }

  /// Sends a flit of kFlitWords 64-bit words, which need not be aligned.
  template <int kFlitWords>
  void send_flit(SendingSlots slots, unsigned vc, const void* flit) const {
    if (first_vc_ == kFar) return post_flit(slots, vc, flit, kFlitWords);
    put_flit<kFlitWords>(slot_of(slots), vc, flit);
  }
  void send_credit(SendingSlots slots, unsigned vc) const {
    if (first_vc_ == kFar) return post_credit(slots, vc);
    put_credit(slot_of(slots), vc);
  }

 private:
  friend class RouterWheel;
  friend void deliver(const RouterMessage& message);
  static constexpr std::uint8_t kFar = 255;

  // In two steps, for an outlet that is not far.

  /// Where what is sent now goes to.
  [[nodiscard]] std::uint64_t* slot_of(SendingSlots slots) const {
    return static_cast<std::uint64_t*>(end_) + slots[delay_class_];
  }
  template <int kFlitWords>
  void put_flit(std::uint64_t* slot, unsigned vc, const void* flit) const {
    slot[valid_] |= bit(vc);
    std::memcpy(slot + flit_, flit, std::size_t{8} * kFlitWords);
  }
  void put_credit(std::uint64_t* slot, unsigned vc) const { slot[credit_] |= bit(vc); }

  void post_flit(SendingSlots slots, unsigned vc, const void* flit, int words) const;
  void post_credit(SendingSlots slots, unsigned vc) const;
  [[nodiscard]] RouterMessage& new_message(SendingSlots slots, unsigned vc) const;
  [[nodiscard]] std::uint64_t bit(unsigned vc) const {
    return std::uint64_t{1} << (first_vc_ + vc);
  }

  // 16 bytes: a router's outlets are read at random, and all routers together overflow the cache.
  void* end_ = nullptr;        ///< words of the wheel; or the FarEnd, if first_vc_ is kFar
  std::uint16_t valid_ = 0;    ///< words in a slot: the one with the port's valid bits,
  std::uint16_t credit_ = 0;   ///< with its credits,
  std::uint16_t flit_ = 0;     ///< its flit
  std::uint8_t first_vc_ = 0;  ///< bit of VC 0 of the port in its words; no port is in two of them
  DelayClass delay_class_ = 0;
};

}  // namespace dragonfly
