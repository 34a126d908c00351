// SPDX-License-Identifier: Apache-2.0
// The bits of a flit (docs/microarchitecture.md, "The flit").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/router/flit_fields.hpp"

namespace dragonfly {

/// A part of a header as people see it: in messages, differences, waves.
struct HeaderField {
  std::string name;   ///< in messages and JSON: "dst_group"
  std::string label;  ///< what it is the number of: "group"
  int width = 1;      ///< bits
  /// Bits of each coordinate, the lowest first, where the value is a place in a grid.
  std::vector<int> coordinates = {};

  /// "3", or "(5, 0, 3)" of a place in a grid.
  [[nodiscard]] std::string text(std::uint32_t value) const;
};

/// What a family of networks puts into headers. Nodes are what packets are sent through and to:
/// routers, or groups of them, by a number whose meaning is the family's.
struct HeaderFields {
  HeaderField mid;                ///< the intermediate node
  std::vector<HeaderField> node;  ///< the router of the destination, its upper bits first
  HeaderField terminal;           ///< the destination's number at its router

  [[nodiscard]] int node_width() const {
    int width = 0;
    for (const HeaderField& field : node) width += field.width;
    return width;
  }
  [[nodiscard]] flit_fields::Widths widths() const {
    return {mid.width, node_width(), terminal.width};
  }
};

/// Positions of the fields of a flit, and access to them.
///
/// A flit is an array of flit_words() 64-bit words, word 0 the least significant. All fields
/// but the tag lie in the last word, the header, counted from its top bit, whether there are one or
/// two words; the low bits of the tag lie in word 0. Where they are is generated from a description
/// (flit_fields.hpp).
///
/// The terminals use the tag as packet handle x 16 + number of the flit in its packet.
class FlitFormat {
 public:
  static constexpr int kSequenceWidth = 4;  ///< bits of the flit number, the low bits of the tag
  static constexpr int kSmallestTagWidth = 24;
  /// Bits that the header fields of a family may have together, so that they fit a word.
  static constexpr int kMostFieldBits = flit_fields::kBitsBelow;

  static constexpr int kHopsShift = flit_fields::kHops.shift;
  static constexpr std::uint64_t kHead = flit_fields::kHead.mask();
  static constexpr std::uint64_t kTail = flit_fields::kTail.mask();
  static constexpr std::uint64_t kNonmin = flit_fields::kNonmin.mask();
  static constexpr std::uint64_t kHops = flit_fields::kHops.mask();

  /// Throws Error (kInternal) for fields of more than kMostFieldBits bits.
  explicit FlitFormat(HeaderFields fields);

  [[nodiscard]] int tag_width() const { return tag_width_; }         ///< TAG_W
  [[nodiscard]] int flit_width() const { return flit_words_ * 64; }  ///< FLIT_W: 64 or 128
  [[nodiscard]] int flit_words() const { return flit_words_; }
  /// Packet handles are 0 .. handles()-1.
  [[nodiscard]] std::int64_t handles() const { return handles_; }

  // Of the word that holds the header.

  static unsigned salt(std::uint64_t header) { return flit_fields::kSalt.of(header); }
  /// Flits of the packet, 1 .. 16 (the field holds one less).
  static int length(std::uint64_t header) {
    return static_cast<int>(flit_fields::kLen.of(header)) + 1;
  }
  /// Routers visited.
  static int hops(std::uint64_t header) { return static_cast<int>(flit_fields::kHops.of(header)); }
  [[nodiscard]] std::uint32_t mid(std::uint64_t header) const {
    return static_cast<std::uint32_t>(header >> mid_shift_) & mid_mask_;
  }
  /// The destination: its router's node number, and below it its number at the router.
  [[nodiscard]] std::uint32_t destination(std::uint64_t header) const {
    return static_cast<std::uint32_t>(header >> terminal_shift_) & destination_mask_;
  }
  [[nodiscard]] std::uint32_t destination(std::uint32_t node, std::uint32_t terminal) const {
    return node << terminal_width_ | terminal;
  }
  [[nodiscard]] std::uint32_t node(std::uint32_t destination) const {
    return destination >> terminal_width_;
  }
  [[nodiscard]] std::uint32_t terminal(std::uint32_t destination) const {
    return destination & ((1U << terminal_width_) - 1);
  }
  /// The header with what the router sets that decides.
  [[nodiscard]] std::uint64_t decided(std::uint64_t header, bool nonmin, std::uint32_t mid,
                                      unsigned salt) const {
    const std::uint64_t fields =
        kNonmin | flit_fields::kSalt.mask() | std::uint64_t{mid_mask_} << mid_shift_;
    return (header & ~fields) | (nonmin ? kNonmin : 0) |
           std::uint64_t{salt} << flit_fields::kSalt.shift | std::uint64_t{mid} << mid_shift_;
  }

  // Of flits.

  /// Writes the head flit of a packet of `size` flits to a destination().
  void encode_head(std::uint64_t* flit, std::uint32_t destination, int size,
                   std::uint32_t handle) const {
    const std::uint64_t header = kHead | (size == 1 ? kTail : 0) |
                                 (static_cast<std::uint64_t>(size - 1) << flit_fields::kLen.shift) |
                                 std::uint64_t{destination} << terminal_shift_;
    write(flit, header, handle, 0);
  }
  /// Writes flit number `sequence` >= 1 of a packet.
  void encode_body(std::uint64_t* flit, bool tail, int sequence, std::uint32_t handle) const {
    write(flit, tail ? kTail : 0, handle, sequence);
  }

  /// Gives a flit another handle.
  void renumber(std::uint64_t* flit, std::uint32_t handle) const {
    constexpr std::uint64_t kSequence = (1U << kSequenceWidth) - 1;
    flit[0] = (flit[0] & (~tag_mask_ | kSequence)) | std::uint64_t{handle} << kSequenceWidth;
  }
  [[nodiscard]] std::uint64_t header(const std::uint64_t* flit) const {
    return flit[flit_words_ - 1];
  }
  [[nodiscard]] bool head(const std::uint64_t* flit) const { return (header(flit) & kHead) != 0; }
  [[nodiscard]] bool tail(const std::uint64_t* flit) const { return (header(flit) & kTail) != 0; }
  [[nodiscard]] bool nonmin(const std::uint64_t* flit) const {
    return (header(flit) & kNonmin) != 0;
  }
  /// The low bits of the tag, as many as the terminals use.
  [[nodiscard]] std::uint64_t tag(const std::uint64_t* flit) const { return flit[0] & tag_mask_; }
  [[nodiscard]] std::uint32_t handle(const std::uint64_t* flit) const {
    return static_cast<std::uint32_t>(tag(flit) >> kSequenceWidth);
  }
  [[nodiscard]] int sequence(const std::uint64_t* flit) const {
    return static_cast<int>(flit[0] & ((1U << kSequenceWidth) - 1));
  }

  // For people.

  /// The intermediate node's field, those of the destination's node, and its terminal's.
  [[nodiscard]] const std::vector<HeaderField>& fields() const { return fields_; }
  /// "group 3 router 2 terminal 1" of a destination().
  [[nodiscard]] std::string destination_text(std::uint32_t destination) const;
  /// "mid_group = 3": a field, by its number in fields(), and its value.
  [[nodiscard]] std::string field_text(std::uint64_t header, std::size_t number) const {
    return fields_[number].name + " = " + fields_[number].text(field(header, number));
  }
  /// The value of a field, by its number in fields().
  [[nodiscard]] std::uint32_t field(std::uint64_t header, std::size_t number) const {
    return static_cast<std::uint32_t>(header >> shifts_[number]) &
           ((1U << fields_[number].width) - 1);
  }

 private:
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

  std::vector<HeaderField> fields_;
  std::vector<int> shifts_;  ///< of the fields
  int mid_shift_ = 0, terminal_shift_ = 0, terminal_width_ = 0, tag_width_ = 0, flit_words_ = 1;
  std::uint32_t mid_mask_ = 0, destination_mask_ = 0;
  std::uint64_t tag_mask_ = 0;
  std::int64_t handles_ = 0;
};

/// Bits that hold 0 .. count-1, at least one: the width of a field.
[[nodiscard]] int width_of(std::int64_t count);

}  // namespace dragonfly
