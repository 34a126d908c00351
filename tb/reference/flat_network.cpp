// SPDX-License-Identifier: Apache-2.0
#include "tb/reference/flat_network.hpp"

#include <algorithm>
#include <cstddef>
#include <ostream>

namespace dragonfly::tb {

int vcs_needed(const FlatSizes& s, int algorithm) {
  if (s.dimensions == 0 || algorithm == kDor) return 1;
  if (algorithm == kMinAd) return s.dimensions;
  return algorithm == kFlatVal ? 2 : s.dimensions + 1;
}

namespace {

// Calls visit(width, member) for the fields of a flit from the most significant on.
template <class AnyFlit, class Visit>
void for_each_field(const FlatSizes& s, AnyFlit& flit, Visit&& visit) {
  visit(1, flit.head);
  visit(1, flit.tail);
  visit(1, flit.nonmin);
  visit(4, flit.len);
  visit(4, flit.hops);
  visit(8, flit.salt);
  visit(s.node_w(), flit.mid);
  visit(s.node_w(), flit.dst);
  visit(s.term_w(), flit.dst_term);
  visit(s.tag_w, flit.tag);
}

}  // namespace

std::uint64_t FlatFlit::bits(const FlatSizes& s) const {
  std::uint64_t word = 0;
  for_each_field(s, *this, [&](int width, const auto& value) {
    word = word << width | static_cast<std::uint64_t>(value);
  });
  return word;
}

FlatFlit FlatFlit::of(const FlatSizes& s, std::uint64_t bits) {
  FlatFlit flit;
  for_each_field(s, flit, [&](int width, auto& value) {
    value = static_cast<std::decay_t<decltype(value)>>(bits >> (64 - width));
    bits <<= width;
  });
  return flit;
}

std::ostream& operator<<(std::ostream& out, const FlatFlit& flit) {
  return out << "{head " << flit.head << " tail " << flit.tail << " nonmin " << flit.nonmin
             << " len " << flit.len << " hops " << flit.hops << " salt " << flit.salt << " mid "
             << flit.mid << " dst " << flit.dst << "." << flit.dst_term << " tag " << flit.tag
             << "}";
}

int random_node(Random& random, const FlatSizes& s) {
  int node = 0;
  for (int d = 0; d < s.dimensions; ++d) node |= random.below(s.size(d)) << s.digit_at(d);
  return node;
}

FlatControl random_flat_control(Random& random, const FlatSizes& s, int algorithm) {
  FlatControl control;
  control.algorithm = algorithm;
  control.sequential = random.chance(50);
  control.cut_through = random.chance(50);
  control.all_hops = random.chance(50);
  control.threshold = random.between(-3, 3);
  control.buffer_depth = random.between(1, s.depth);
  control.oq_limit = random.between(s.speedup, s.oq_depth);
  control.my_node = random_node(random, s);
  for (int t = 0; t < s.terminals; ++t)
    control.lfsr.push_back(static_cast<std::uint32_t>(random.bits(32)) | 1U);
  return control;
}

std::vector<RegisterWrite> register_writes(const FlatControl& control, const FlatSizes& s) {
  std::vector<RegisterWrite> writes{
      {0x0000, static_cast<std::uint32_t>(control.algorithm)},
      {0x0001, (control.sequential ? 1U : 0U) | (control.cut_through ? 2U : 0U) |
                   (control.all_hops ? 4U : 0U)},
      {0x0002, static_cast<std::uint32_t>(control.threshold) & 0xFFFFU},
      {0x0003, static_cast<std::uint32_t>(control.buffer_depth)},
      {0x0004, static_cast<std::uint32_t>(control.oq_limit)},
      {0x0005, static_cast<std::uint32_t>(control.my_node)},
      {0x0009, 1}};
  for (int k = 0; 32 * k < s.ports(); ++k) {
    const int ports = std::min(s.ports() - 32 * k, 32);
    writes.push_back({0x0010 + k, 0xFFFFFFFFU >> (32 - ports)});
  }
  for (int t = 0; t < s.terminals; ++t)
    writes.push_back({0x0100 + t, control.lfsr[static_cast<std::size_t>(t)]});
  return writes;
}

FlatRoutes::FlatRoutes(const FlatSizes& s, const FlatControl& control) : s_(s), control_(control) {
  for (int t = 0; t < s.terminals; ++t) port_.push_back({-1, t});
  const std::vector<int> mine = digits(control.my_node);
  for (int d = 0; d < s.dimensions; ++d)
    for (int y = 0; y < s.size(d); ++y)
      for (int k = 0; y != mine[at(d)] && k < s.side_by_side(d); ++k) port_.push_back({d, y});
  if (s.paired == 1) port_.push_back({0, mine[0] ^ 1});
}

std::vector<int> FlatRoutes::digits(int node) const {
  std::vector<int> digits;
  for (int d = 0; d < s_.dimensions; ++d) {
    digits.push_back(node & ((1 << s_.digit_w(d)) - 1));
    node >>= s_.digit_w(d);
  }
  return digits;
}

std::vector<int> FlatRoutes::differing(int one, int other) const {
  const std::vector<int> x = digits(one);
  const std::vector<int> y = digits(other);
  std::vector<int> dimensions;
  for (int d = 0; d < s_.dimensions; ++d)
    if (x[at(d)] != y[at(d)]) dimensions.push_back(d);
  return dimensions;
}

std::vector<int> FlatRoutes::channels(int d, int digit) const {
  std::vector<int> ports;
  for (int port = 0; port < s_.ports(); ++port)
    if (port_[at(port)].dimension == d && port_[at(port)].digit == digit) ports.push_back(port);
  return ports;
}

std::vector<int> FlatRoutes::row(int d) const {
  std::vector<int> ports;
  for (int port = 0; port < s_.ports(); ++port)
    if (port_[at(port)].dimension == d) ports.push_back(port);
  return ports;
}

int FlatRoutes::salt(const FlatFlit& head, int port, std::uint32_t x) const {
  return port < s_.terminals ? static_cast<int>(x & 0xFFU) : head.salt;
}

void FlatRoutes::bring_near(FlatFlit& head, int vc) const {
  const int algorithm = control_.algorithm;
  if (algorithm == kDor || algorithm == kFlatVal) return;
  if (algorithm != kMinAd && vc == phase_1()) return;
  const std::vector<int> differ = differing(head.dst, control_.my_node);
  for (std::size_t k = at(vc); k < differ.size(); ++k) {
    const int digit = s_.digit_mask(differ[k]);
    head.dst = (head.dst & ~digit) | (control_.my_node & digit);
  }
}

int FlatRoutes::phase_1() const { return control_.algorithm == kFlatVal ? 1 : s_.dimensions; }

FlatCandidate FlatRoutes::minimal(const FlatFlit& head, int salt) const {
  FlatCandidate candidate;
  const std::vector<int> differ = differing(head.dst, control_.my_node);
  const std::vector<int> dst = digits(head.dst);
  if (differ.empty()) {
    candidate.set = {head.dst_term};
    candidate.vc = salt * s_.vcs / 256;
  } else if (control_.algorithm == kDor || control_.algorithm == kFlatVal) {
    candidate.set = channels(differ.front(), dst[at(differ.front())]);
  } else {
    for (const int d : differ)
      for (const int port : channels(d, dst[at(d)])) candidate.set.push_back(port);
    std::sort(candidate.set.begin(), candidate.set.end());
    candidate.vc = static_cast<int>(differ.size()) - 1;
  }
  return candidate;
}

FlatCandidate FlatRoutes::step(int node) const {
  const int d = differing(node, control_.my_node).front();
  FlatCandidate candidate;
  candidate.set = channels(d, digits(node)[at(d)]);
  candidate.vc = phase_1();
  return candidate;
}

int FlatRoutes::drawn_node(std::uint32_t x) const {
  std::uint64_t fraction = x >> 8;
  int node = 0;
  for (int d = 0; d < s_.dimensions; ++d) {
    const std::uint64_t product = fraction * static_cast<std::uint64_t>(s_.size(d));
    node |= static_cast<int>(product >> 24) << s_.digit_at(d);
    fraction = product & 0xFFFFFF;
  }
  return node;
}

std::vector<std::optional<FlatCandidate>> FlatRoutes::candidates(const FlatFlit& head, int port,
                                                                 int vc, std::uint32_t x) const {
  std::vector<std::optional<FlatCandidate>> all(at(s_.candidates()));
  const int algorithm = control_.algorithm;
  const bool draws = algorithm == kFlatVal || algorithm == kUgal || algorithm == kUgalS;
  const std::vector<int> differ = differing(head.dst, control_.my_node);
  const std::vector<int> dst = digits(head.dst);
  FlatCandidate minimal_one = minimal(head, salt(head, port, x));
  const auto staying = [&](int d, int weight, int bias, bool nonmin, int mid) {
    FlatCandidate candidate;
    candidate.set = row(d);
    candidate.vc = phase_1();
    candidate.weight = weight;
    candidate.bias = bias;
    candidate.nonmin = nonmin;
    candidate.mid = mid;
    candidate.standard = channels(d, dst[at(d)]);
    all[at(1 + d)] = candidate;
  };

  if (port >= s_.terminals) {
    minimal_one.nonmin = head.nonmin;
    minimal_one.mid = head.mid;
    const bool in_phase_1 = vc == phase_1() && (draws || algorithm == kClosAd);
    if (in_phase_1 && draws && !differing(head.mid, control_.my_node).empty()) {
      FlatCandidate candidate = step(head.mid);
      candidate.nonmin = head.nonmin;
      candidate.mid = head.mid;
      all[1] = candidate;
      return all;
    }
    all[0] = minimal_one;
    if (in_phase_1 && algorithm == kClosAd)
      for (const int d : differ)
        if (d > dimension(port)) staying(d, 0, -1, head.nonmin, head.mid);
    return all;
  }

  if (!draws || differ.empty()) all[0] = minimal_one;
  if (differ.empty()) return all;
  if (algorithm == kClosAd) {
    all[0]->weight = control_.all_hops ? static_cast<int>(differ.size()) : 1;
    const int way = control_.all_hops ? static_cast<int>(2 * (at(differ.back()) + 1)) : 2;
    for (const int d : differ) staying(d, way, control_.threshold, true, 0);
  }
  if (!draws) return all;
  const int node = drawn_node(x);
  const bool is_here = differing(node, control_.my_node).empty();
  if (algorithm == kFlatVal) {
    if (is_here) {
      all[0] = minimal_one;
    } else {
      all[1] = step(node);
      all[1]->nonmin = true;
      all[1]->mid = node;
    }
    return all;
  }
  all[0] = minimal_one;
  all[0]->weight = control_.all_hops ? static_cast<int>(differ.size()) : 1;
  if (is_here || node == head.dst) return all;
  all[1] = step(node);
  all[1]->weight = control_.all_hops ? static_cast<int>(differing(node, control_.my_node).size() +
                                                        differing(node, head.dst).size())
                                     : 2;
  all[1]->bias = control_.threshold;
  all[1]->nonmin = true;
  all[1]->mid = node;
  return all;
}

std::vector<std::optional<FlatDecision>> decide_on_arrival(
    const std::vector<std::vector<std::optional<FlatCandidate>>>& asked, std::vector<int> queues,
    bool sequential) {
  const auto least = [&](const std::vector<int>& set) {
    return *std::min_element(set.begin(), set.end(), [&](int one, int other) {
      return queues[static_cast<std::size_t>(one)] < queues[static_cast<std::size_t>(other)];
    });
  };
  std::vector<std::optional<FlatDecision>> decisions(asked.size());
  for (std::size_t port = 0; port < asked.size(); ++port) {
    std::optional<long> best;
    bool standard_beaten = false;
    for (const auto& candidate : asked[port]) {
      if (!candidate) continue;
      const int output = least(candidate->set);
      const int queue = queues[static_cast<std::size_t>(output)];
      if (candidate->standard) {
        if (standard_beaten) continue;
        if (queue >= queues[static_cast<std::size_t>(least(*candidate->standard))]) continue;
        standard_beaten = true;
      }
      const long cost = static_cast<long>(queue) * candidate->weight + candidate->bias;
      if (best && cost >= *best) continue;
      best = cost;
      decisions[port] = {{output, candidate->vc}, candidate->nonmin, candidate->mid};
    }
    if (sequential && decisions[port])
      ++queues[static_cast<std::size_t>(decisions[port]->route.port)];
  }
  return decisions;
}

}  // namespace dragonfly::tb
