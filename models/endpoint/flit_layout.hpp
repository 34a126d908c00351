// The bits of a flit (docs/microarchitecture.md, "The flit").
#pragma once

#include <cstdint>

#include "models/families/dragonfly/dragonfly.hpp"

namespace dragonfly {

/// Positions of the fields of a flit, and access to them.
///
/// A flit is an array of flit_words() 64-bit words, word 0 the least significant. All fields
/// but the tag lie in the last word, counted from its top bit, whether there are one or two words;
/// the low bits of the tag lie in word 0.
///
/// The terminals use the tag as packet handle x 16 + number of the flit in its packet.
class FlitLayout {
 public:
  static constexpr int kSequenceWidth = 4;   ///< bits of the flit number, the low bits of the tag
  static constexpr int kLongestPacket = 16;  ///< flits
  static constexpr int kSmallestTagWidth = 24;
  static constexpr int kMostTerminals = 64, kMostRouters = 128, kMostGlobals = 64;

  /// For routers with `terminals` (p, 1 .. 64), `routers` in a group (a, 1 .. 128) and
  /// `globals` (h, 0 .. 64). Throws InputError outside of these ranges.
  FlitLayout(int terminals, int routers, int globals);
  explicit FlitLayout(const Dragonfly& network)
      : FlitLayout(network.p(), network.a(), network.h()) {}

  [[nodiscard]] int max_groups() const { return max_groups_; }    ///< MAX_GROUPS
  [[nodiscard]] int group_width() const { return group_width_; }  ///< GROUP_W
  [[nodiscard]] int router_width() const { return router_width_; }
  [[nodiscard]] int terminal_width() const { return terminal_width_; }
  [[nodiscard]] int global_port_width() const { return global_port_width_; }
  [[nodiscard]] int tag_width() const { return tag_width_; }         ///< TAG_W
  [[nodiscard]] int flit_width() const { return flit_words_ * 64; }  ///< FLIT_W: 64 or 128
  [[nodiscard]] int flit_words() const { return flit_words_; }
  /// Packet handles are 0 .. handles()-1.
  [[nodiscard]] std::int64_t handles() const { return handles_; }

  /// The destination fields of a head flit, to be kept and passed to encode_head.
  [[nodiscard]] std::uint64_t destination_bits(int group, int router, int terminal) const {
    return (static_cast<std::uint64_t>(group) << dst_group_shift_) |
           (static_cast<std::uint64_t>(router) << dst_router_shift_) |
           (static_cast<std::uint64_t>(terminal) << dst_term_shift_);
  }
  /// Writes the head flit of a packet of `size` flits.
  void encode_head(std::uint64_t* flit, std::uint64_t destination_bits, int size,
                   std::uint32_t handle) const {
    const std::uint64_t header = kHead | (size == 1 ? kTail : 0) |
                                 (static_cast<std::uint64_t>(size - 1) << kLenShift) |
                                 destination_bits;
    write(flit, header, handle, 0);
  }
  /// Writes flit number `sequence` >= 1 of a packet.
  void encode_body(std::uint64_t* flit, bool tail, int sequence, std::uint32_t handle) const {
    write(flit, tail ? kTail : 0, handle, sequence);
  }

  [[nodiscard]] bool head(const std::uint64_t* flit) const { return (header(flit) & kHead) != 0; }
  [[nodiscard]] bool tail(const std::uint64_t* flit) const { return (header(flit) & kTail) != 0; }
  [[nodiscard]] bool nonmin(const std::uint64_t* flit) const {
    return (header(flit) & kNonmin) != 0;
  }
  /// Packet length in flits, 1 .. 16 (the field holds one less).
  [[nodiscard]] int length(const std::uint64_t* flit) const {
    return static_cast<int>(header(flit) >> kLenShift & 15) + 1;
  }
  /// Routers visited.
  [[nodiscard]] int hops(const std::uint64_t* flit) const {
    return static_cast<int>(header(flit) >> kHopsShift & 15);
  }
  [[nodiscard]] int salt(const std::uint64_t* flit) const {
    return static_cast<int>(header(flit) >> kSaltShift & 255);
  }
  [[nodiscard]] int mid_group(const std::uint64_t* flit) const {
    return field(flit, mid_group_shift_, group_width_);
  }
  [[nodiscard]] int dst_group(const std::uint64_t* flit) const {
    return field(flit, dst_group_shift_, group_width_);
  }
  [[nodiscard]] int dst_router(const std::uint64_t* flit) const {
    return field(flit, dst_router_shift_, router_width_);
  }
  [[nodiscard]] int dst_term(const std::uint64_t* flit) const {
    return field(flit, dst_term_shift_, terminal_width_);
  }
  /// The three destination fields in place, as destination_bits() gives them.
  [[nodiscard]] std::uint64_t destination_bits(const std::uint64_t* flit) const {
    return header(flit) & destination_mask_;
  }
  /// The low bits of the tag, as many as the terminals use.
  [[nodiscard]] std::uint64_t tag(const std::uint64_t* flit) const { return flit[0] & tag_mask_; }
  [[nodiscard]] std::uint32_t handle(const std::uint64_t* flit) const {
    return static_cast<std::uint32_t>(tag(flit) >> kSequenceWidth);
  }
  [[nodiscard]] int sequence(const std::uint64_t* flit) const {
    return static_cast<int>(flit[0] & ((1U << kSequenceWidth) - 1));
  }

 private:
  static constexpr int kLenShift = 57, kHopsShift = 53, kSaltShift = 45;
  static constexpr std::uint64_t kHead = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kTail = std::uint64_t{1} << 62;
  static constexpr std::uint64_t kNonmin = std::uint64_t{1} << 61;

  [[nodiscard]] std::uint64_t header(const std::uint64_t* flit) const {
    return flit[flit_words_ - 1];
  }
  [[nodiscard]] int field(const std::uint64_t* flit, int shift, int width) const {
    return static_cast<int>(header(flit) >> shift & ((1U << width) - 1));
  }
  void write(std::uint64_t* flit, std::uint64_t header, std::uint32_t handle, int sequence) const {
    const std::uint64_t tag = (static_cast<std::uint64_t>(handle) << kSequenceWidth) |
                              static_cast<std::uint64_t>(sequence);
    flit[0] = tag;
    if (flit_words_ == 1) {
      flit[0] |= header;
    } else {
      flit[1] = header;
    }
  }

  int max_groups_, group_width_, router_width_, terminal_width_, global_port_width_;
  int tag_width_, flit_words_;
  int mid_group_shift_, dst_group_shift_, dst_router_shift_, dst_term_shift_;
  std::uint64_t destination_mask_, tag_mask_;
  std::int64_t handles_;
};

}  // namespace dragonfly
