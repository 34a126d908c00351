// What the control registers of a router hold (docs/microarchitecture.md, "Control registers").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/router/router.hpp"

namespace dragonfly {

/// Values of the registers after a sequence of writes. Tables reach as far as they were written.
struct RouterRegisters {
  /// ALGORITHM; values as of Routing.
  int algorithm = 0;
  bool sequential = false, cut_through = false, all_hops = false;  ///< FLAGS
  int threshold = 0;                                               ///< THRESHOLD, signed
  int buffer_depth = 0, oq_limit = 0;
  int groups = 0, my_group = 0, my_router = 0;
  int min_start_vc = 0, ctq_one_in = 0;
  std::vector<bool> connected;           ///< [port]
  std::vector<std::uint32_t> lfsr;       ///< [terminal port]
  std::vector<std::uint16_t> tcrt0;      ///< [port]
  std::vector<std::uint8_t> local_port;  ///< [router of the group]
  struct Range {
    std::uint16_t first = 0, count = 0;
  };
  std::vector<Range> group;  ///< [group]
  struct Way {
    std::uint16_t router = 0, global_port = 0;
  };
  std::vector<Way> way;

  /// The registers after a reset and `writes`. Writes to other addresses are ignored.
  [[nodiscard]] static RouterRegisters from(std::span<const RegisterWrite> writes);
};

}  // namespace dragonfly
