// SPDX-License-Identifier: Apache-2.0
#include "tb/support/control.hpp"

#include <algorithm>
#include <cstddef>

namespace dragonfly::tb {
namespace {

// A channel from which a group can be left.
Way random_way(Random& random, const Parameters& p, const Control& control) {
  std::vector<Way> ways;
  for (int router = 0; router < p.routers; ++router) {
    for (int port = 0; port < p.globals; ++port) {
      const auto output = static_cast<std::size_t>(p.first_global() + port);
      if (router != control.my_router || control.connected[output]) ways.push_back({router, port});
    }
  }
  return ways[static_cast<std::size_t>(random.below(static_cast<int>(ways.size())))];
}

}  // namespace

Control random_control(Random& random, const Parameters& p, int algorithm) {
  Control control;
  control.algorithm = algorithm;
  control.sequential = random.chance(50);
  control.cut_through = random.chance(50);
  control.all_hops = random.chance(50);
  control.threshold = random.chance(50) ? 0 : random.between(-20, 20);
  control.buffer_depth = random.chance(50) ? p.depth : random.between(1, p.depth);
  control.oq_limit = random.chance(50) ? p.oq_depth : random.between(p.speedup, p.oq_depth);
  // Among few groups a random one is often the packet's own or its destination.
  const int most_groups = random.chance(50) ? p.max_groups() : std::min(p.max_groups(), 4);
  control.groups = random.chance(50) ? most_groups : random.between(1, most_groups);
  control.my_group = random.below(control.groups);
  control.my_router = random.below(p.routers);
  control.min_start_vc = p.vcs >= 3 ? 1 : 0;
  // Depth of the timestamp queues x n >= buffer depth.
  const int least_one_in = (control.buffer_depth + p.ctq_depth - 1) / p.ctq_depth;
  control.ctq_one_in = random.between(least_one_in, least_one_in + 2);

  for (int port = 0; port < p.ports(); ++port) {
    // The first global port always works: a group needs a way out.
    const bool may_be_missing = p.is_global(port) && port != p.first_global();
    control.connected.push_back(!may_be_missing || random.chance(75));
    control.tcrt0.push_back(random.between(0, 8));
  }
  for (int t = 0; t < p.terminals; ++t) {
    control.lfsr.push_back(static_cast<std::uint32_t>(random.bits(32)) | 1U);
  }
  std::vector<int> locals;
  for (int port = p.terminals; port < p.first_global(); ++port) locals.push_back(port);
  for (int router = 0; router < p.routers; ++router) {
    if (router == control.my_router) {
      control.local_port.push_back(0);
      continue;
    }
    if (!p.complete_groups()) {
      const int count = random.below(std::min(p.locals(), 5) + 1);  // 0 for 1
      const int first = p.terminals + random.below(p.locals() - std::max(count, 1) + 1);
      control.local_port.push_back(first | count << 8);
      continue;
    }
    const auto pick = static_cast<std::size_t>(random.below(static_cast<int>(locals.size())));
    control.local_port.push_back(locals[pick] | random.below(2) << 8);
    locals.erase(locals.begin() + static_cast<std::ptrdiff_t>(pick));
  }
  if (p.globals > 0) {
    for (int k = 0; k < p.channels(); ++k) control.way.push_back(random_way(random, p, control));
  }
  for (int group = 0; group < control.groups; ++group) {
    WayRange range;
    if (group != control.my_group) {
      range.first = random.chance(20) ? 0 : random.below(p.channels());
      const int most = p.channels() - range.first;
      range.count = random.chance(30) ? most : random.between(1, most);
    }
    control.ways_to.push_back(range);
  }
  return control;
}

std::vector<RegisterWrite> register_writes(const Control& control, const Parameters& p) {
  std::vector<RegisterWrite> writes;
  const auto add = [&](int address, std::int64_t data) {
    writes.push_back({address, static_cast<std::uint32_t>(data)});
  };
  add(0x0000, control.algorithm);
  add(0x0001,
      (control.sequential ? 1 : 0) + (control.cut_through ? 2 : 0) + (control.all_hops ? 4 : 0));
  add(0x0002, control.threshold);
  add(0x0003, control.buffer_depth);
  add(0x0004, control.oq_limit);
  add(0x0005, control.groups);
  add(0x0006, control.my_group);
  add(0x0007, control.my_router);
  add(0x0008, control.min_start_vc);
  add(0x0009, control.ctq_one_in);
  for (int word = 0; word * 32 < p.ports(); ++word) {
    std::int64_t mask = 0;
    for (int port = word * 32; port < std::min(p.ports(), word * 32 + 32); ++port) {
      if (control.connected[static_cast<std::size_t>(port)]) mask |= std::int64_t{1} << (port % 32);
    }
    add(0x0010 + word, mask);
  }
  const auto add_table = [&](int base, const auto& table, auto&& data) {
    for (std::size_t index = 0; index < table.size(); ++index) {
      add(base + static_cast<int>(index), data(table[index]));
    }
  };
  const auto plain = [](auto value) { return static_cast<std::int64_t>(value); };
  const auto pair = [](int low, int high) {
    return static_cast<std::int64_t>(low) + (static_cast<std::int64_t>(high) << 16);
  };
  add_table(0x0100, control.lfsr, plain);
  add_table(0x0200, control.tcrt0, plain);
  add_table(0x1000, control.local_port, plain);
  add_table(0x2000, control.ways_to, [&](WayRange r) { return pair(r.first, r.count); });
  add_table(0x4000, control.way, [&](Way w) { return pair(w.router, w.global_port); });
  return writes;
}

}  // namespace dragonfly::tb
