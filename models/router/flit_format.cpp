#include "models/router/flit_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "models/common/error.hpp"

namespace dragonfly {

int width_of(std::int64_t count) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count - 1))));
}

FlitFormat::FlitFormat(HeaderFields fields) {
  const int node_width = fields.node_width();
  const int bits = fields.mid.width + node_width + fields.terminal.width;
  if (bits > kMostFieldBits || node_width + fields.terminal.width > 32)
    throw Error(ExitCode::kInternal, fmt::format("the header fields of a flit have {} bits; {} fit",
                                                 bits, kMostFieldBits));
  mid_shift_ = kSaltShift - fields.mid.width;
  mid_mask_ = (1U << fields.mid.width) - 1;
  terminal_width_ = fields.terminal.width;
  terminal_shift_ = kSaltShift - bits;
  const int destination_width = node_width + terminal_width_;
  destination_mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << destination_width) - 1);

  fields_.push_back(std::move(fields.mid));
  for (HeaderField& field : fields.node) fields_.push_back(std::move(field));
  fields_.push_back(std::move(fields.terminal));
  int shift = kSaltShift;
  for (const HeaderField& field : fields_) shifts_.push_back(shift -= field.width);

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
                        field(header, number));
  return text;
}

}  // namespace dragonfly
