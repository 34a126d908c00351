// SPDX-License-Identifier: Apache-2.0
// Contents of the control registers (docs/microarchitecture.md, "Control registers").
#pragma once

#include <cstdint>
#include <vector>

#include "tb/support/parameters.hpp"
#include "tb/support/random.hpp"

namespace dragonfly::tb {

enum Algorithm { kMin, kVal, kUgalL, kUgalG, kUgalLVc, kUgalLVch, kUgalLCr, kAlgorithms };

/// A global channel of the group: the router that it starts from, and the global port there.
struct Way {
  int router = 0;
  int global_port = 0;
};

/// The ways to a group: `count` entries of the way table from `first` on.
struct WayRange {
  int first = 0;
  int count = 0;
};

struct Control {
  int algorithm = kMin;
  bool sequential = false;
  bool cut_through = false;
  bool all_hops = false;
  int threshold = 0;
  int buffer_depth = 0;
  int oq_limit = 0;
  int groups = 0;
  int my_group = 0;
  int my_router = 0;
  int min_start_vc = 0;
  int ctq_one_in = 0;
  std::vector<bool> connected;      // by output port
  std::vector<std::uint32_t> lfsr;  // by terminal port
  std::vector<int> tcrt0;           // by output port
  std::vector<int> local_port;    // by router of the group: first port, from bit 8 on their number
  std::vector<WayRange> ways_to;  // by group
  std::vector<Way> way;
};

struct RegisterWrite {
  int address = 0;
  std::uint32_t data = 0;
};

/// A legal configuration with random tables: any way may lead to any channel that is connected, so
/// that tables are covered which no real arrangement has.
[[nodiscard]] Control random_control(Random& random, const Parameters& p, int algorithm);

/// The writes that load `control`.
[[nodiscard]] std::vector<RegisterWrite> register_writes(const Control& control,
                                                         const Parameters& p);

}  // namespace dragonfly::tb
