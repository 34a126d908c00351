// SPDX-License-Identifier: Apache-2.0
// Flattened butterflies as the specification words them (docs/microarchitecture.md, "Flattened
// butterflies" and "Decisions on arrival"), from the place of one router.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/support/parameters.hpp"
#include "tb/support/random.hpp"

namespace dragonfly::tb {

/// The structural parameters of a Verilated variant.
struct FlatSizes {
  int terminals, dimensions;
  std::uint64_t sizes, parallel;  ///< 12 bits a dimension, dimension 0 lowest
  int paired, vcs, depth, speedup, oq_depth, ctq_depth, tag_w;

  [[nodiscard]] constexpr int size(int d) const {
    return static_cast<int>(sizes >> 12 * d & 0xFFF);
  }
  [[nodiscard]] constexpr int side_by_side(int d) const {
    return static_cast<int>(parallel >> 12 * d & 0xFFF);
  }
  [[nodiscard]] constexpr int digit_w(int d) const { return bits_for(size(d) - 1); }
  /// The place of digit d in a node's number: bits of the digits below.
  [[nodiscard]] constexpr int digit_at(int d) const {
    return d == 0 ? 0 : digit_at(d - 1) + digit_w(d - 1);
  }
  [[nodiscard]] constexpr int digit_mask(int d) const {
    return ((1 << digit_w(d)) - 1) << digit_at(d);
  }
  [[nodiscard]] constexpr int node_w() const { return dimensions == 0 ? 1 : digit_at(dimensions); }
  [[nodiscard]] constexpr int term_w() const { return bits_for(terminals - 1); }
  [[nodiscard]] constexpr int ports() const {
    int ports = terminals + paired;
    for (int d = 0; d < dimensions; ++d) ports += (size(d) - 1) * side_by_side(d);
    return ports;
  }
  [[nodiscard]] constexpr int candidates() const { return dimensions == 0 ? 2 : 1 + dimensions; }
  /// What units that know no family need: a router of as many ports.
  [[nodiscard]] constexpr Parameters shape() const {
    return {terminals, 1, ports() - terminals, vcs, depth, speedup, oq_depth, ctq_depth, tag_w};
  }
  [[nodiscard]] constexpr int stride() const { return shape().stride(); }
  [[nodiscard]] constexpr int nv() const { return shape().nv(); }
  [[nodiscard]] constexpr int nvp() const { return shape().nvp(); }
  [[nodiscard]] constexpr int port_w() const { return shape().port_w(); }
  [[nodiscard]] constexpr int vc_w() const { return shape().vc_w(); }
  // How the units talk to each other inside the router; no part of the specification.
  [[nodiscard]] constexpr int candidate_w() const { return bits_for(candidates() - 1); }
  [[nodiscard]] constexpr int offer_w() const { return 4 + 16 + vc_w() + 1 + node_w(); }
};

/// A Verilated class and the parameters that it was built with, for Bench.
template <class VerilatedModel, FlatSizes kSet>
struct FlatVariant {
  using Model = VerilatedModel;
  static constexpr Parameters kParameters = kSet.shape();
  static constexpr FlatSizes kSizes = kSet;
};

enum FlatAlgorithm { kMinAd, kDor, kFlatVal, kUgal, kUgalS, kClosAd, kFlatAlgorithms };

/// VCs that an algorithm needs.
[[nodiscard]] int vcs_needed(const FlatSizes& s, int algorithm);

/// A flit of 64 bits.
struct FlatFlit {
  bool head = false, tail = false, nonmin = false;
  int len = 0, hops = 0, salt = 0, mid = 0, dst = 0, dst_term = 0;
  std::uint64_t tag = 0;
  bool operator==(const FlatFlit&) const = default;

  [[nodiscard]] std::uint64_t bits(const FlatSizes& s) const;
  [[nodiscard]] static FlatFlit of(const FlatSizes& s, std::uint64_t bits);
};
std::ostream& operator<<(std::ostream& out, const FlatFlit& flit);

struct FlatControl {
  int algorithm = kMinAd;
  bool sequential = false, cut_through = false, all_hops = false;
  int threshold = 0, buffer_depth = 0, oq_limit = 0, my_node = 0;
  std::vector<std::uint32_t> lfsr;  ///< by terminal port
};

/// A node of random digits.
[[nodiscard]] int random_node(Random& random, const FlatSizes& s);
[[nodiscard]] FlatControl random_flat_control(Random& random, const FlatSizes& s, int algorithm);
/// The writes that load it.
[[nodiscard]] std::vector<RegisterWrite> register_writes(const FlatControl& control,
                                                         const FlatSizes& s);

struct FlatCandidate {
  std::vector<int> set;  ///< output ports, ascending
  int vc = 0, weight = 1, bias = 0;
  bool nonmin = false;
  int mid = 0;
  std::optional<std::vector<int>> standard;
};

/// A router at a place of the network.
class FlatRoutes {
 public:
  FlatRoutes(const FlatSizes& s, const FlatControl& control);

  [[nodiscard]] std::vector<int> digits(int node) const;
  /// The dimension of a port, -1 of terminal ports; and the digit that it leads to.
  [[nodiscard]] int dimension(int port) const { return port_.at(at(port)).dimension; }
  [[nodiscard]] int digit(int port) const { return port_.at(at(port)).digit; }
  /// `salt` after the decision on a head that came on `port`, with random number `x`.
  [[nodiscard]] int salt(const FlatFlit& head, int port, std::uint32_t x) const;
  /// By number; empty where the number is not valid.
  [[nodiscard]] std::vector<std::optional<FlatCandidate>> candidates(const FlatFlit& head, int port,
                                                                     int vc, std::uint32_t x) const;
  [[nodiscard]] int drawn_node(std::uint32_t x) const;
  /// Makes `head` one that may come on VC `vc` of a channel: where the VC counts the hops to go,
  /// there are no more of them.
  void bring_near(FlatFlit& head, int vc) const;
  /// VC of phase 1.
  [[nodiscard]] int phase_1() const;

 private:
  struct Port {
    int dimension = -1, digit = 0;
  };
  [[nodiscard]] static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  [[nodiscard]] std::vector<int> differing(int one, int other) const;
  [[nodiscard]] std::vector<int> channels(int d, int digit) const;
  [[nodiscard]] std::vector<int> row(int d) const;
  [[nodiscard]] FlatCandidate minimal(const FlatFlit& head, int salt) const;
  [[nodiscard]] FlatCandidate step(int node) const;

  FlatSizes s_;
  FlatControl control_;
  std::vector<Port> port_;
};

/// What one head is told.
struct FlatDecision {
  Route route;
  bool nonmin = false;
  int mid = 0;
  bool operator==(const FlatDecision&) const = default;
};

/// Decisions of one cycle, by port; `asked` is empty where nothing arrives. `queues` are q(o).
[[nodiscard]] std::vector<std::optional<FlatDecision>> decide_on_arrival(
    const std::vector<std::vector<std::optional<FlatCandidate>>>& asked, std::vector<int> queues,
    bool sequential);

}  // namespace dragonfly::tb
