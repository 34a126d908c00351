// SPDX-License-Identifier: Apache-2.0
#include "models/router/flit_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "models/common/error.hpp"

namespace dragonfly {

int width_of(std::int64_t count) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count - 1))));
}

std::string HeaderField::text(std::uint32_t value) const {
  if (coordinates.empty()) return std::to_string(value);
  std::vector<std::uint32_t> digits;
  for (const int bits : coordinates) {
    digits.push_back(value & ((1U << bits) - 1));
    value >>= bits;
  }
  return fmt::format("({})", fmt::join(digits, ", "));
}

FlitFormat::FlitFormat(HeaderFields fields) {
  using namespace flit_fields;
  // destination() takes both fields at once.
  static_assert(dst_shift({1, 1, 1}) == dst_term_shift({1, 1, 1}) + 1);
  const Widths widths = fields.widths();
  const int destination_width = widths.dst + widths.dst_term, bits = widths.mid + destination_width;
  if (bits > kMostFieldBits || destination_width > 32)
    throw Error(ExitCode::kInternal, fmt::format("the header fields of a flit have {} bits; {} fit",
                                                 bits, kMostFieldBits));
  mid_shift_ = mid_shift(widths);
  mid_mask_ = (1U << widths.mid) - 1;
  terminal_width_ = widths.dst_term;
  terminal_shift_ = dst_term_shift(widths);
  destination_mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << destination_width) - 1);

  const auto add = [this](HeaderField field, int shift) {
    fields_.push_back(std::move(field));
    shifts_.push_back(shift);
  };
  add(std::move(fields.mid), mid_shift_);
  int shift = dst_shift(widths) + widths.dst;
  for (HeaderField& field : fields.node) {
    shift -= field.width;
    add(std::move(field), shift);
  }
  add(std::move(fields.terminal), terminal_shift_);

  // What the fields leave of a 64-bit word is the tag, if it is enough.
  flit_words_ = terminal_shift_ >= kSmallestTagWidth ? 1 : 2;
  tag_width_ = terminal_shift_ + 64 * (flit_words_ - 1);
  const int used_tag_width = std::min(tag_width_, 32 + kSequenceWidth);
  tag_mask_ = (std::uint64_t{1} << used_tag_width) - 1;
  handles_ = std::int64_t{1} << (used_tag_width - kSequenceWidth);
}

std::string FlitFormat::destination_text(std::uint32_t destination) const {
  const std::uint64_t header = std::uint64_t{destination} << terminal_shift_;
  std::string text;
  for (std::size_t number = 1; number < fields_.size(); ++number)
    text += fmt::format("{}{} {}", number == 1 ? "" : " ", fields_[number].label,
                        fields_[number].text(field(header, number)));
  return text;
}

}  // namespace dragonfly
