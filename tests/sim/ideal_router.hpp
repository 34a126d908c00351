// SPDX-License-Identifier: Apache-2.0
// A router that tests can reason about: it keeps the rules of the ports (docs/microarchitecture.md)
// and routes minimally, but decides as simply as possible.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/routing_tables.hpp"
#include "models/router/router.hpp"
#include "tests/families/dragonfly/dragonfly_flits.hpp"

namespace dragonfly {

inline RouterShape shape_of(const Dragonfly& network, int vcs) {
  RouterShape shape;
  shape.ports = network.radix();
  while (shape.stride() < vcs) ++shape.vc_bits;
  shape.flit_words = DragonflyFlits(network).flit_words();
  shape.oracle_lanes = network.a() * network.h() + (network.h() == 0 ? 1 : 0);
  shape.occupancy_lanes = network.h() == 0 ? 1 : network.h();
  return shape;
}

/// Each output sends at most one flit a cycle, of the lowest input VC that wants it and may.
class IdealRouter : public Router {
 public:
  using Flit = std::vector<std::uint64_t>;
  struct Route {
    int port = 0, vc = 0;
  };
  /// Replaces the minimal route of a head flit that came in on a port and VC.
  using RouteFunction = std::function<Route(const std::uint64_t* flit, int port, int vc)>;

  IdealRouter(const Dragonfly& network, int number, int vcs, int buffer_depth)
      : network_(network),
        layout_(network),
        shape_(shape_of(network, vcs)),
        number_(number),
        tables_(routing_tables(network, number)),
        minimal_start_(vc_policy(network, Routing::kMin, vcs).minimal_start),
        queues_(static_cast<std::size_t>(shape_.vector_bits())),
        routes_(queues_.size()),
        held_by_(queues_.size(), -1),
        credits_(queues_.size(), buffer_depth),
        valid_(static_cast<std::size_t>(shape_.mask_words())),
        credit_(valid_.size()),
        flits_(static_cast<std::size_t>(shape_.ports * shape_.flit_words)),
        occupancy_(static_cast<std::size_t>(shape_.occupancy_lanes)) {}

  void route_by(RouteFunction function) { route_by_ = std::move(function); }

  void configure(std::span<const RegisterWrite>, int) override {}

  void step(const RouterInputs& inputs) override {
    arrive(inputs);
    valid_.assign(valid_.size(), 0);
    credit_.assign(credit_.size(), 0);
    for (int port = 0; port < shape_.ports; ++port) send(port);
    for (std::size_t i = 0; i < credits_.size(); ++i) credits_[i] += bit(inputs.credit_ovc, i);
    ++cycle_;
  }

  [[nodiscard]] RouterOutputs outputs() const override {
    return {valid_.data(), credit_.data(), reinterpret_cast<const std::byte*>(flits_.data()),
            occupancy_.data()};
  }

 protected:
  static bool bit(const std::uint64_t* words, std::size_t i) {
    return (words[i / 64] >> (i % 64) & 1) != 0;
  }
  static void set(std::vector<std::uint64_t>& words, std::size_t i) {
    words[i / 64] |= std::uint64_t{1} << (i % 64);
  }

  std::int64_t cycle_ = 0;
  const Dragonfly& network_;
  DragonflyFlits layout_;
  RouterShape shape_;
  int number_;
  std::vector<std::uint16_t> seen_oracle_;

 private:
  void arrive(const RouterInputs& inputs) {
    if (inputs.oracle != nullptr)
      seen_oracle_.assign(inputs.oracle, inputs.oracle + shape_.oracle_lanes);
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      if (bit(inputs.valid_ivc, i)) {
        const std::size_t port = i >> shape_.vc_bits;
        const auto words = static_cast<std::size_t>(shape_.flit_words);
        queues_[i].emplace_back(inputs.flit_ip + port * words, inputs.flit_ip + (port + 1) * words);
      }
    }
  }

  void send(int port) {
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      if (queues_[i].empty() || bit(credit_.data(), i)) continue;
      Flit& flit = queues_[i].front();
      const bool head = layout_.head(flit.data());
      if (head) routes_[i] = route(flit.data(), i);
      if (routes_[i].port != port) continue;
      const auto output = static_cast<std::size_t>((port << shape_.vc_bits) + routes_[i].vc);
      const bool holder = held_by_[output] == static_cast<int>(i);
      if (credits_[output] == 0 || (head ? held_by_[output] >= 0 : !holder)) continue;
      --credits_[output];
      held_by_[output] = layout_.tail(flit.data()) ? -1 : static_cast<int>(i);
      if (head) flit.back() += std::uint64_t{1} << kHopsShift;
      std::copy(flit.begin(), flit.end(), flits_.begin() + port * shape_.flit_words);
      set(valid_, output);
      set(credit_, i);
      queues_[i].pop_front();
      return;
    }
  }

  Route route(const std::uint64_t* flit, std::size_t input) const {
    const int port = static_cast<int>(input) >> shape_.vc_bits;
    const int vc = static_cast<int>(input) & (shape_.stride() - 1);
    if (route_by_) return route_by_(flit, port, vc);
    const PortClass from = network_.port_class(port);
    const int next_vc = from == PortClass::kTerminal ? minimal_start_
                        : from == PortClass::kGlobal ? vc + 1
                                                     : vc;
    const int group = layout_.dst_group(flit);
    const int router = layout_.dst_router(flit);
    if (group != network_.group_of_router(number_)) {
      const Way way = tables_.ways[static_cast<std::size_t>(
          tables_.groups[static_cast<std::size_t>(group)].first)];
      if (way.router == network_.local_index(number_))
        return {network_.global_port(way.global_port), next_vc};
      return {tables_.local_port[static_cast<std::size_t>(way.router)], next_vc};
    }
    if (router == network_.local_index(number_)) return {layout_.dst_term(flit), 0};
    return {tables_.local_port[static_cast<std::size_t>(router)], next_vc};
  }

  static constexpr int kHopsShift = 53;  // counted from the top: head, tail, nonmin, len 4, hops 4

  RoutingTables tables_;
  int minimal_start_;
  RouteFunction route_by_;
  std::vector<std::deque<Flit>> queues_;  ///< [input VC]
  std::vector<Route> routes_;             ///< [input VC], of the packet that is leaving
  std::vector<int> held_by_;              ///< [output VC]: input VC, or -1
  std::vector<int> credits_;              ///< [output VC]
  std::vector<std::uint64_t> valid_, credit_, flits_;

 protected:
  std::vector<std::uint16_t> occupancy_;
};

/// An ideal router with a fault: what leaves it can be changed.
class FaultyRouter : public IdealRouter {
 public:
  using IdealRouter::IdealRouter;

  void step(const RouterInputs& inputs) final {
    const std::int64_t now = cycle_;
    IdealRouter::step(inputs);
    const RouterOutputs honest = IdealRouter::outputs();
    const auto words = static_cast<std::size_t>(shape_.mask_words());
    shown_valid_.assign(honest.valid_ovc, honest.valid_ovc + words);
    shown_credit_.assign(honest.credit_ivc, honest.credit_ivc + words);
    spoil(now, shown_valid_, shown_credit_);
  }
  [[nodiscard]] RouterOutputs outputs() const final {
    auto outputs = IdealRouter::outputs();
    outputs.valid_ovc = shown_valid_.data();
    outputs.credit_ivc = shown_credit_.data();
    return outputs;
  }

 protected:
  using Mask = std::vector<std::uint64_t>;
  virtual void spoil(std::int64_t cycle, Mask& valid_ovc, Mask& credit_ivc) = 0;

 private:
  Mask shown_valid_ = Mask(static_cast<std::size_t>(shape_.mask_words()));
  Mask shown_credit_ = shown_valid_;
};

}  // namespace dragonfly
