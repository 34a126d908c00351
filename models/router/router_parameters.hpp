// What the model knows of a router apart from its state: sizes, control registers and tables in the
// form in which they are quickest to use.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/router/bits.hpp"
#include "models/router/router_registers.hpp"

namespace dragonfly {

/// Sizes of a router, as of docs/microarchitecture.md, "Structural parameters".
struct RouterSizes {
  int terminals = 1;  ///< p
  int routers = 1;    ///< a
  int globals = 0;    ///< h
  int vcs = 3;
  int speedup = 4;
  /// Flits that a VC buffer can hold, a power of two; matters to the state only, where pointers are
  /// counted modulo it.
  int depth = 1024;

  [[nodiscard]] int ports() const { return terminals + routers - 1 + globals; }
  /// log2 of the stride.
  [[nodiscard]] int vc_bits() const;
  /// Number of input VCs: ports x stride.
  [[nodiscard]] int vectors() const { return ports() << vc_bits(); }
};

/// Fields of the word of a flit that holds all but the tag (docs/microarchitecture.md, "The flit").
struct FlitFields {
  static constexpr std::uint64_t kHead = std::uint64_t{1} << 63, kTail = std::uint64_t{1} << 62,
                                 kNonmin = std::uint64_t{1} << 61;
  static constexpr int kLenShift = 57, kHopsShift = 53, kSaltShift = 45;
  static constexpr int kSmallestTagWidth = 24;
  static constexpr std::uint64_t kHops = std::uint64_t{15} << kHopsShift;

  explicit FlitFields(const RouterSizes& sizes);

  /// 64-bit words of a flit. The fields are in the last one.
  [[nodiscard]] int flit_words() const { return dst_term_shift >= kSmallestTagWidth ? 1 : 2; }
  static unsigned salt(std::uint64_t header) { return header >> kSaltShift & 255; }
  /// Flits of the packet.
  static int length(std::uint64_t header) { return static_cast<int>(header >> kLenShift & 15) + 1; }
  [[nodiscard]] unsigned mid_group(std::uint64_t header) const {
    return static_cast<unsigned>(header >> mid_group_shift) & group_mask;
  }
  [[nodiscard]] unsigned dst_group(std::uint64_t header) const {
    return static_cast<unsigned>(header >> dst_group_shift) & group_mask;
  }
  [[nodiscard]] unsigned dst_router(std::uint64_t header) const {
    return static_cast<unsigned>(header >> dst_router_shift) & router_mask;
  }
  [[nodiscard]] unsigned dst_term(std::uint64_t header) const {
    return static_cast<unsigned>(header >> dst_term_shift) & terminal_mask;
  }
  /// The bits that the first router sets.
  [[nodiscard]] std::uint64_t decision(bool nonmin, unsigned mid_group, unsigned salt) const {
    return (nonmin ? kNonmin : 0) | std::uint64_t{salt} << kSaltShift |
           std::uint64_t{mid_group} << mid_group_shift;
  }

  int mid_group_shift, dst_group_shift, dst_router_shift, dst_term_shift;
  unsigned group_mask, router_mask, terminal_mask;
};

/// What all routers of a network have in common.
struct RouterParameters {
  RouterParameters(const RouterSizes& sizes, const RouterRegisters& registers);

  [[nodiscard]] bool is_local(unsigned port) const {
    return port >= static_cast<unsigned>(first_local) && port < static_cast<unsigned>(first_global);
  }
  /// Input VCs of local and global ports.
  template <int kWords>
  [[nodiscard]] Bits<kWords> network_inputs() const {
    Bits<kWords> mask;
    for (int w = 0; w < kWords; ++w) mask.word[w] = ~terminal_vcs[static_cast<std::size_t>(w)];
    return mask;
  }

  RouterSizes sizes;
  FlitFields fields;
  int vc_bits, vc_mask;  ///< of the number of an input or output VC
  int ports, vectors;
  int first_local, first_global;  ///< ports
  Routing algorithm;
  bool sequential, cut_through, all_hops;
  bool delays_credits;  ///< UGAL-L_CR
  int threshold;
  int depth;       ///< D
  int ring_log;    ///< log2 of the flits that a VC's ring has room for
  int room_limit;  ///< an output takes flits while its queue holds at most so many
  unsigned groups;
  int min_start_vc;
  int ctq_one_in;
  std::array<std::uint64_t, 32> terminal_vcs{};  ///< bits of all VCs of terminal ports
};

/// The routing tables of one router.
class RouteTable {
 public:
  /// Where a way begins.
  struct Step {
    std::uint16_t channel;  ///< entry router x h + global port
    std::uint8_t port;      ///< output port of this router
  };

  RouteTable() = default;
  RouteTable(const RouterSizes& sizes, const RouterRegisters& registers);

  [[nodiscard]] unsigned my_group() const { return my_group_; }
  [[nodiscard]] unsigned my_router() const { return my_router_; }
  [[nodiscard]] unsigned local_port(unsigned router) const { return local_port_[router]; }

  /// Output port of what leads nowhere: of a group without a way, of a router that is not there.
  static constexpr std::uint8_t kNowhere = 255;

  /// Fetches what is known of a group.
  [[gnu::always_inline]] void fetch(unsigned group) const { __builtin_prefetch(&groups_[group]); }
  /// Number of ways to another group.
  [[nodiscard]] unsigned ways(unsigned group) const {
    return (groups_[group] & kSingle) != 0 ? 1 : groups_[group] >> kFieldBits;
  }
  /// The way to another group, < 2^GROUP_W, with the 8-bit number s.
  [[nodiscard]] Step way(unsigned group, unsigned s) const {
    const std::uint32_t entry = groups_[group];
    // Most networks have one channel between groups; then the entry itself is the step.
    if ((entry & kSingle) != 0)
      return {static_cast<std::uint16_t>(entry), static_cast<std::uint8_t>(entry >> 16)};
    const std::uint32_t first = entry & kFieldMask, count = entry >> kFieldBits;
    return steps_[first + ((s * count) >> 8)];
  }

 private:
  static constexpr std::uint32_t kSingle = std::uint32_t{1} << 31;
  static constexpr int kFieldBits = 14;
  static constexpr std::uint32_t kFieldMask = (1U << kFieldBits) - 1;

  unsigned my_group_ = 0, my_router_ = 0;
  std::vector<std::uint32_t> groups_;  ///< [group]: the only step, or count and first of steps_
  std::vector<Step> steps_;
  std::vector<std::uint8_t> local_port_;
};

/// Bits of an 8-bit number in reverse order.
[[nodiscard]] constexpr unsigned reversed8(unsigned s) {
  s = (s & 0xf0) >> 4 | (s & 0x0f) << 4;
  s = (s & 0xcc) >> 2 | (s & 0x33) << 2;
  return (s & 0xaa) >> 1 | (s & 0x55) << 1;
}

inline constexpr std::array<std::uint8_t, 256> kReversed8 = [] {
  std::array<std::uint8_t, 256> table{};
  for (unsigned s = 0; s < 256; ++s) table[s] = static_cast<std::uint8_t>(reversed8(s));
  return table;
}();

/// The intermediate group of the decision with random number x, among `groups`.
[[nodiscard]] constexpr unsigned drawn_group(std::uint32_t x, unsigned groups) {
  return ((x >> 16) * groups) >> 16;
}

/// The next value of a random number register.
[[nodiscard]] constexpr std::uint32_t xorshift(std::uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ x << 5;
}

}  // namespace dragonfly
