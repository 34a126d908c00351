#include "models/endpoint/flit_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

/// Bits that hold 0 .. count-1, at least one.
int width_of(int count) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(count - 1))));
}

void check(const char* what, int value, int lowest, int highest) {
  if (value >= lowest && value <= highest) return;
  throw InputError(
      fmt::format("topology.{} = {}: a router that is simulated can have {} to {} of them, as its "
                  "flits have no "
                  "room for larger numbers; `dragonfly topology` and `dragonfly cost` take more",
                  what, value, lowest, highest));
}

}  // namespace

FlitLayout::FlitLayout(int terminals, int routers, int globals) {
  check("p", terminals, 1, kMostTerminals);
  check("a", routers, 1, kMostRouters);
  check("h", globals, 0, kMostGlobals);

  max_groups_ = routers * globals + 1;
  group_width_ = width_of(max_groups_);
  router_width_ = width_of(routers);
  terminal_width_ = width_of(terminals);
  global_port_width_ = width_of(std::max(1, globals));

  mid_group_shift_ = kSaltShift - group_width_;
  dst_group_shift_ = mid_group_shift_ - group_width_;
  dst_router_shift_ = dst_group_shift_ - router_width_;
  dst_term_shift_ = dst_router_shift_ - terminal_width_;

  // What the fields leave of a 64-bit word is the tag, if it is enough; at most 60 bits are
  // fields, so the fields never reach into a second word.
  flit_words_ = dst_term_shift_ >= kSmallestTagWidth ? 1 : 2;
  tag_width_ = dst_term_shift_ + 64 * (flit_words_ - 1);

  const int destination_width = group_width_ + router_width_ + terminal_width_;
  destination_mask_ = ((std::uint64_t{1} << destination_width) - 1) << dst_term_shift_;
  const int used_tag_width = std::min(tag_width_, 32 + kSequenceWidth);
  tag_mask_ = (std::uint64_t{1} << used_tag_width) - 1;
  handles_ = std::int64_t{1} << (used_tag_width - kSequenceWidth);
}

}  // namespace dragonfly
