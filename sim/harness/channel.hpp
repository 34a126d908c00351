// Channels: pure delays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include <systemc>

namespace dragonfly {

class Outlet;

/// All that is under way to one receiver (a router or a bank of terminals), on all its ports: a wheel
/// with a slot for each coming cycle, which the senders fill and the receiver reads in place.
///
/// A receiver sees a channel as coarse as it is evaluated, once a cycle, and not as a signal for each
/// wire: events of the SystemC kernel for every port would cost more than the routers. As every
/// latency is one cycle or more, nobody writes the slot that is being read, and the order in which
/// modules are evaluated within a cycle does not matter.
class Channel : public sc_core::sc_module {
 public:
  /// `longest`: largest number of cycles from sending to arrival, >= 1.
  Channel(const sc_core::sc_module_name& name, int ports, int vc_bits, int flit_words, int longest);

  /// What arrives in one cycle.
  class Slot {
   public:
    [[nodiscard]] const std::uint64_t* valid() const { return words_; }
    [[nodiscard]] const std::uint64_t* credit() const { return words_ + mask_words_; }
    [[nodiscard]] const std::uint64_t* flits() const { return words_ + 2 * mask_words_; }
    /// The slot is used again for a later cycle. Flits without a valid bit mean nothing, and stay.
    void clear() const {
      for (int word = 0; word < 2 * mask_words_; ++word) words_[word] = 0;
    }

   private:
    friend class Channel;
    Slot(std::uint64_t* words, int mask_words) : words_(words), mask_words_(mask_words) {}
    std::uint64_t* words_;
    int mask_words_;
  };
  [[nodiscard]] Slot arrivals(std::int64_t cycle) const {
    return {words_.get() + (static_cast<std::uint32_t>(cycle) & slot_mask_) * slot_words_,
            mask_words_};
  }

  /// Where a sender puts what is to arrive at `port` after `latency` cycles, 1 .. longest.
  [[nodiscard]] Outlet outlet(int port, int latency) const;

 private:
  struct Free {
    void operator()(std::uint64_t* words) const;
  };

  int vc_bits_, flit_words_, mask_words_;
  std::uint32_t slot_words_, slot_mask_;
  /// A slot: valid bits by VC, credits by VC, flits by port.
  std::unique_ptr<std::uint64_t[], Free> words_;
};

/// The sender's end of a channel, for one port of the receiver. The channel must outlive it.
class Outlet {
 public:
  Outlet() = default;

  [[nodiscard]] bool connected() const { return words_ != nullptr; }

  /// Sends a flit that leaves in `cycle`; `flit` need not be aligned. The sender knows the sizes,
  /// which all channels of a network share.
  void send_flit(std::int64_t cycle, int vc, const void* flit, int vc_bits, int flit_words) const {
    std::uint64_t* const slot = slot_of(cycle);
    set(slot, vc, vc_bits);
    if (flit_words == 1)
      std::memcpy(slot + first_flit_ + port_, flit, 8);
    else
      std::memcpy(slot + first_flit_ + 2 * port_, flit, 16);
  }
  /// Sends a credit that leaves in `cycle`.
  void send_credit(std::int64_t cycle, int vc, int vc_bits) const {
    set(slot_of(cycle) + first_flit_ / 2, vc, vc_bits);
  }

 private:
  friend class Channel;

  [[nodiscard]] std::uint64_t* slot_of(std::int64_t cycle) const {
    return words_ + ((static_cast<std::uint32_t>(cycle) + latency_) & slot_mask_) * slot_words_;
  }
  void set(std::uint64_t* mask, int vc, int vc_bits) const {
    const std::uint32_t bit = (std::uint32_t{port_} << vc_bits) + static_cast<std::uint32_t>(vc);
    mask[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  }

  // 24 bytes: a router's outlets are read at random, and all routers together overflow the cache.
  std::uint64_t* words_ = nullptr;
  std::uint32_t slot_mask_ = 0;
  std::uint32_t latency_ = 0;
  std::uint16_t slot_words_ = 0;
  std::uint16_t first_flit_ = 0;  ///< word of port 0's flit in a slot, behind the two masks
  std::uint16_t port_ = 0;
};

}  // namespace dragonfly
