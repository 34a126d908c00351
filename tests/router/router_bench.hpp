// SPDX-License-Identifier: Apache-2.0
// A router model on the bench: a router of radix 7 with tables written by hand.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/router/router_model.hpp"

namespace dragonfly {

/// Router 0 of group 0 of a network of 9 groups: terminal ports 0 and 1, local ports 2 to 4 (to
/// routers 1 to 3), global ports 5 and 6, three VCs. Group G is reached by global channel G - 1 of
/// the group: 1 and 2 by ports 5 and 6, 3 and 4 by router 1, 5 and 6 by router 2, 7 and 8 by router
/// 3.
class RouterBench {
 public:
  using Registers = std::map<int, std::uint32_t>;
  static constexpr int kEdges = 100;

  /// `changes` replace the values that follow: MIN, greedy, wormhole, 16 flits a buffer, output
  /// queues without limit, minimal packets on VC1, t_crt0 = 2. `depth`: flits that a buffer can
  /// hold.
  explicit RouterBench(const Registers& changes = {}, int speedup = 4, int depth = 1024)
      : router_(make_router_model(
            {.design = dragonfly_design(2, 4, 2), .vcs = 3, .speedup = speedup, .depth = depth},
            [] { return make_dragonfly_unit(2, 4, 2, 3); })) {
    Registers registers = {{0x0003, 16}, {0x0004, 3 * 16 + 4}, {0x0005, 9},      {0x0008, 1},
                           {0x0009, 1},  {0x0010, 0x7f},       {0x0100, 0x1111}, {0x0101, 0x2222},
                           {0x1001, 2},  {0x1002, 3},          {0x1003, 4}};
    for (int port = 0; port < 7; ++port) registers[0x0200 + port] = 2;
    for (int channel = 0; channel < 8; ++channel) {
      registers[0x2001 + channel] = static_cast<std::uint32_t>(channel | 1 << 16);
      registers[0x4000 + channel] = static_cast<std::uint32_t>(channel / 2 | channel % 2 << 16);
    }
    for (const auto& [address, data] : changes) registers[address] = data;
    std::vector<RegisterWrite> writes;
    for (const auto& [address, data] : registers)
      writes.push_back({static_cast<std::uint16_t>(address), data});
    router_->configure(writes, kEdges);
  }

  struct Left {
    int vc = 0;
    std::uint64_t flit = 0;
  };

  void arrive(int port, int vc, std::uint64_t flit) {
    valid_ |= bit(port, vc);
    flits_[static_cast<std::size_t>(port)] = flit;
  }
  void credit(int port, int vc) { credits_ |= bit(port, vc); }
  /// Entry of the UGAL-G oracle, from now on.
  void oracle(std::size_t entry, std::uint16_t flits) {
    oracle_.resize(8);
    oracle_[entry] = flits;
  }

  /// One cycle with what has been announced.
  void step() {
    router_->step({&valid_, &credits_, flits_.data(), oracle_.empty() ? nullptr : oracle_.data()});
    valid_ = credits_ = 0;
  }
  void idle(int cycles) {
    for (int cycle = 0; cycle < cycles; ++cycle) step();
  }

  /// What left on a port in the last cycle.
  [[nodiscard]] std::optional<Left> left(int port) const {
    const RouterOutputs outputs = router_->outputs();
    for (int vc = 0; vc < 4; ++vc) {
      if ((*outputs.valid_ovc & bit(port, vc)) == 0) continue;
      Left result{vc, 0};
      std::memcpy(&result.flit, outputs.flit_op + 8 * port, 8);
      return result;
    }
    return {};
  }
  /// The VC of it; -1: nothing left.
  [[nodiscard]] int vc_left(int port) const {
    const auto flit = left(port);
    return flit ? flit->vc : -1;
  }
  /// Whether a slot of an input VC became free in the last cycle.
  [[nodiscard]] bool freed(int port, int vc) const {
    return (*router_->outputs().credit_ivc & bit(port, vc)) != 0;
  }
  [[nodiscard]] RouterModel& router() { return *router_; }

 private:
  static std::uint64_t bit(int port, int vc) { return std::uint64_t{1} << (4 * port + vc); }

  std::unique_ptr<RouterModel> router_;
  std::uint64_t valid_ = 0, credits_ = 0;
  std::vector<std::uint64_t> flits_ = std::vector<std::uint64_t>(7);
  std::vector<std::uint16_t> oracle_;
};

/// Fields of a flit of this network, at the places that "The flit" of docs/microarchitecture.md
/// gives them: GROUP_W = 4, ROUTER_W = 2, TERM_W = 1, so the tag has 34 bits.
struct TestFlit {
  bool head = true, tail = true, nonmin = false;
  unsigned len = 0, hops = 0, salt = 0, mid_group = 0, dst_group = 0, dst_router = 0, dst_term = 0;
  std::uint64_t tag = 0x2'0bad'cafe;

  [[nodiscard]] std::uint64_t bits() const {
    const auto at = [](std::uint64_t value, int shift) { return value << shift; };
    return at(head, 63) | at(tail, 62) | at(nonmin, 61) | at(len, 57) | at(hops, 53) |
           at(salt, 45) | at(mid_group, 41) | at(dst_group, 37) | at(dst_router, 35) |
           at(dst_term, 34) | tag;
  }
};

}  // namespace dragonfly
